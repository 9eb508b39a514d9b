"""What an agent scores in matches against another."""

from __future__ import annotations

import numpy as np

from parlour.arena.engines import Engine
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.game import Game
from parlour.stats.estimate import Estimate

__all__ = ["openings_for", "random_openings", "score"]

OPENING = 4  # random moves before a game in which nothing else is left to chance


def random_openings(game: Game, count: int, moves: int, seed: int) -> list[str]:
    """Openings of so many random moves, in notation; shorter ones where the game would end."""
    openings = []
    for number in range(count):
        rng, state = np.random.default_rng((seed, number)), game.new()
        for _ in range(moves):
            state.advance(int(rng.choice(state.legal_moves)))
            if state.over:
                state.undo()
                break
        openings.append(" ".join(move.text for move in state.moves))
    return openings


def _is_certain(game: Game) -> bool:
    """Whether nothing in a game is left to chance, not even its start."""
    starts = (game.new(seed).buffer.tobytes() for seed in range(8))
    return not game.chance and not game.hidden and len(set(starts)) == 1


def openings_for(game: Game, count: int, seed: int) -> list[str]:
    """Random openings for a game without any chance, so that its games differ; none for others."""
    return random_openings(game, count, OPENING, seed) if _is_certain(game) else []


def score(
    game: Game, player: str, rival: str, games: int, seed: int, engine: Engine | None = None
) -> Estimate:
    """The share of the points that an agent gets against others of one kind, every deal in every seat."""
    sides = len(set(game.team_of))
    shared = sides == 2 or (sides == game.players and sides % 2 == 0)
    agents = [player, rival] if shared else [player, *[rival] * (sides - 1)]
    blocks = -(-games // len(agents))
    openings = openings_for(game, blocks, seed)
    plan = Plan.make(game, agents, games=blocks * len(agents), seed=seed, openings=openings)
    return carry_out(plan, game=game, engine=engine).lines[0].score
