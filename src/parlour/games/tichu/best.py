"""The strongest agent: candidate plays race each other on common guesses at the hidden cards.

Each guess at the hidden hands is played out by plan once for every candidate still in the race, with the
same chance, so that luck of the deal hardly counts; again and again the worse half drops out (sequential
halving, Karnin, Koren and Somekh 2013, with common random numbers).
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.game import Game
from parlour.games.tichu.knowledge import guess
from parlour.games.tichu.policies import playout
from parlour.games.tichu.rules import carry_out
from parlour.games.tichu.state import OTHER, PLAY, fields
from parlour.kernel import FLOATS, INTS, RNG, STATE, compiled, copy, helper, random_bits, seed_rng
from parlour.search.playing import seconds_for, stop_after
from parlour.state import View

__all__ = ["Best", "distinct_plays"]

FIRST_CUT = 16  # guesses before the first candidates drop out
FINALISTS = 3
WIN_SHARE = 0.7  # the weight of winning the round against the weight of its points
POINTS = 400.0  # a lead that counts in full


@helper
def success(s, seat, before):
    """How well a round went for a seat, from 0 to 1."""
    ahead = np.float64(s.total[0]) - np.float64(s.total[1]) - before
    ahead = ahead if seat % 2 == 0 else -ahead
    points = min(max(ahead / POINTS, -1.0), 1.0)
    return 0.5 + 0.5 * (WIN_SHARE * np.sign(ahead) + (1.0 - WIN_SHARE) * points)


@helper
def drop_half(alive, left, totals):
    """Move the better half of the candidates to the front; how many stay."""
    keep = max((left + 1) // 2, FINALISTS)
    for place in range(keep):
        best = place
        for other in range(place + 1, left):
            if totals[alive[other]] > totals[alive[best]]:
                best = other
        alive[place], alive[best] = alive[best], alive[place]
    return keep


@compiled(types.int64(STATE, types.int64, INTS, FLOATS, INTS, RNG, types.int64, STATE))
def race(root, seat, actions, totals, visits, rng, playouts, stop):
    """Play candidates out on common guesses until the playouts are spent; how many were made."""
    world, state, chance = np.empty_like(root), np.empty_like(root), np.zeros(4, np.uint64)
    before = np.float64(fields(root).total[0]) - np.float64(fields(root).total[1])
    alive, left = np.arange(actions.size), actions.size
    done, worlds, cut = 0, 0, FIRST_CUT
    while done + left <= playouts and not stop[0]:
        copy(world, root)
        guess(world, seat, rng)
        seed = random_bits(rng)
        for k in range(left):
            copy(state, world)
            seed_rng(chance, seed, np.uint64(0))
            carry_out(fields(state), actions[alive[k]], chance)
            playout(state, chance)
            totals[alive[k]] += success(fields(state), seat, before)
            visits[alive[k]] += 1
        done += left
        worlds += 1
        if worlds == cut and left > FINALISTS:
            left = drop_half(alive, left, totals)
            cut += cut // 2 if left > 2 * FINALISTS else cut
    return done


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

    def __init__(self, game: Game, playouts: int, seconds: float) -> None:
        self.playouts = playouts
        self.seconds = seconds
        self._last: Explanation | None = None

    def choose(self, view: View, clock: Clock) -> int:
        """The candidate that wins the race."""
        chosen = distinct_plays(view)
        actions = np.array(chosen, np.int64)
        totals, visits = np.zeros(actions.size), np.zeros(actions.size, np.int64)
        if actions.size > 1:
            with stop_after(seconds_for(clock, self.seconds)) as stop:
                race(view.buffer, view.seat, actions, totals, visits, self.rng, self.playouts, stop)
        means = totals / np.maximum(visits, 1)
        order = sorted(range(actions.size), key=lambda i: (-visits[i], -means[i]))
        candidates = [Candidate(chosen[i], float(means[i]), int(visits[i]), (chosen[i],)) for i in order]
        self._last = Explanation(tuple(candidates), int(visits.sum()), 1, int(visits.max()))
        return chosen[order[0]]

    def explain(self) -> Explanation | None:
        """Every candidate with its mean success and how long it stayed in the race."""
        return self._last
