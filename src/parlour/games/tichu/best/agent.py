"""The strongest player: a race of the candidate plays."""

from __future__ import annotations

import numpy as np

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.game import Game
from parlour.games.tichu.best.race import race
from parlour.games.tichu.state import OTHER, PLAY
from parlour.search.playing import seconds_for, stop_after
from parlour.state import View

__all__ = ["Best", "distinct_plays"]


def _ranks(action: int) -> tuple[int, ...]:
    """A decision without its suits."""
    if action >= OTHER:
        return (action,)
    return (action & 15, action >> 56, *((action >> 4 * i & 15).bit_count() for i in range(1, 14)))


def distinct_plays(view: View) -> list[int]:
    """One of the legal plays that differ only in suits; all of them while a straight flush is held."""
    hand = int(view.data["hands"][view.seat]) & ~15
    two = hand & hand >> 4
    if two & two >> 8 & hand >> 16 or view.data["phase"] != PLAY:
        return view.legal_moves
    return list({_ranks(action): action for action in reversed(view.legal_moves)}.values())


class Best(Agent):
    """A race of the candidate plays as a player."""

    explains = True

    def __init__(self, game: Game, playouts: int, seconds: float) -> None:
        self.playouts = playouts
        self.seconds = seconds

    def choose(self, view: View, clock: Clock) -> int:
        """The candidate that wins the race."""
        plays = distinct_plays(view)
        actions = np.array(plays, np.int64)
        totals, visits = np.zeros(actions.size), np.zeros(actions.size, np.int64)
        if actions.size > 1:
            with stop_after(seconds_for(clock, self.seconds)) as stop:
                race(view.buffer, view.seat, actions, totals, visits, self.rng, self.playouts, stop)
        means = totals / np.maximum(visits, 1)
        order = sorted(range(actions.size), key=lambda i: (-visits[i], -means[i]))
        candidates = [Candidate(plays[i], float(means[i]), int(visits[i]), (plays[i],)) for i in order]
        self.explanation = Explanation(tuple(candidates), int(visits.sum()), 1, int(visits.max()), "playouts")
        return plays[order[0]]
