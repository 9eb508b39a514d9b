"""How two agents meet, whatever the number of seats: from which openings, how often, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from parlour.game import Game
from parlour.stats.estimate import Estimate
from parlour.stats.result import Result
from parlour.stats.results import Line, Results

__all__ = ["interval", "milliseconds", "openings_of", "protocol_of", "two_sides"]

_OPENINGS, _OPENING_MOVES = 500, 6


def openings_of(game: Game, seed: int) -> list[str]:
    """Random first moves for a game that always starts alike, so that no two deals are the same game."""
    from parlour.kernel import new_rng

    if game.chance or (game.new(0).buffer != game.new(1).buffer).any():
        return []
    rng = new_rng(seed)
    return [_opening(game, rng) for _ in range(_OPENINGS)]


def _opening(game: Game, rng: np.ndarray) -> str:
    """Random first moves, none of which ends the game."""
    from parlour.kernel import below

    state = game.new()
    for _ in range(_OPENING_MOVES):
        after, moves = state.copy(), state.legal_moves
        after.advance(moves[below(rng, len(moves))])
        if after.over:
            break
        state = after
    return " ".join(move.text for move in state.moves)


def protocol_of(game: Game, openings: Sequence[str], one: str = "agent") -> str:
    """How two agents, or two of what they are called, meet, in words."""
    deal = f"opening of {_OPENING_MOVES} random moves" if openings else "deal" if game.chance else "start"
    if game.players == 2:
        return f"each {deal} played twice, with the seats swapped"
    if len(set(game.team_of)) == 2:
        return f"one {one} a team, each {deal} played twice, with the teams swapped"
    return f"{game.players} seats, each {one} at every second one, each {deal} played twice, seats swapped"


def two_sides(results: Results, first: int = 0) -> list[Result]:
    """Games of two agents as games of two sides, each with the mean reward of its seats.

    Blocks count from `first`.
    """
    return [
        _two_sides(entrants, rewards, results.names, first + block)
        for entrants, rewards, block in results.games
    ]


def _two_sides(entrants: Sequence[int], rewards: Sequence[float], names: Sequence[str], block: int) -> Result:
    order = list(dict.fromkeys(entrants))
    seats = list(zip(entrants, rewards, strict=True))
    shares = [[reward for entrant, reward in seats if entrant == one] for one in order]
    return Result(
        tuple(names[one] for one in order), tuple(sum(each) / len(each) for each in shares), block=block
    )


def milliseconds(lines: Sequence[Line]) -> float:
    """The mean time of a decision."""
    decisions = sum(line.decisions for line in lines)
    return round(1000 * sum(line.seconds for line in lines) / decisions, 2) if decisions else 0.0


def interval(estimate: Estimate, digits: int) -> tuple[float, float, float]:
    """An estimate and its ends, rounded."""
    value, low, high = (round(end, digits) + 0.0 for end in (estimate.value, estimate.low, estimate.high))
    return value, low, high
