"""Search over the attacks of one turn: every attack may win or fail, and every position may end the turn.

What follows the turn is left to the heuristic, read as the log-odds of winning.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.game import Game
from parlour.games.dicewars.odds import ODDS
from parlour.games.dicewars.rules import (
    END,
    MAX_ACTIONS,
    NONE,
    ONE,
    SOURCE,
    areas_of,
    borders,
    fields,
    owner,
)
from parlour.kernel import FLOATS, INTS, RULES, STATE, compiled, helper, popcount, row, trailing
from parlour.search.playing import seconds_for, stop_after
from parlour.state import View

__all__ = ["TurnSearch", "change_hands", "likely_attacks"]

DEEPEST = 12
LEAST_CHANCE = 0.2  # attacks less likely to succeed are not looked at

_LISTS = types.Array(types.int64, 2, "C")
_GRID = types.Array(types.float64, 2, "C")


@helper
def likely_attacks(s, actions):
    """The attacks that are worth a look; how many."""
    own, n = areas_of(s, s.turn), 0
    sources = own
    while sources != NONE:
        source = trailing(sources)
        sources &= sources - ONE
        targets = borders(s, source) & ~own
        while targets != NONE:
            target = trailing(targets)
            targets &= targets - ONE
            if ODDS[s.dice[source], s.dice[target]] >= LEAST_CHANCE:
                actions[n] = SOURCE * source + target
                n += 1
    return n


@helper
def change_hands(s, target, one, other):
    """An area goes from one of two seats to the other; done twice, all is as before."""
    bit = ONE << np.uint64(target)
    s.owned[one] = np.uint32(areas_of(s, one) ^ bit)
    s.owned[other] = np.uint32(areas_of(s, other) ^ bit)


@helper
def _take_best(values, n):
    """The index of the highest value, which is struck out."""
    best = 0
    for i in range(1, n):
        if values[i] > values[best]:
            best = i
    values[best] = -1.0
    return best


@compiled(types.float64(RULES, STATE, types.int64, types.int64, _LISTS, _GRID, STATE, INTS))
def turn_value(rules, state, depth, width, lists, worths, stop, work):
    """The chance to win with up to `depth` more attacks planned, the `width` most promising of each."""
    s = fields(state)
    seat = np.int64(s.turn)
    work[0] += 1
    if popcount(areas_of(s, seat)) == s.areas:
        return 1.0
    most = 1.0 / (1.0 + np.exp(-rules.value(state, seat)))
    if depth == 0 or stop[0]:
        return most
    actions, values = row(lists, depth), row(worths, depth)
    tried, n = 0, likely_attacks(s, actions)
    # First every attack as the last one of the turn, then the best of them with what may follow.
    further = 0 if depth == 1 else min(width, n)
    while tried < n + further:
        first = tried < n
        k = tried if first else _take_best(values, n)
        left = 0 if first else depth - 1
        source, target = actions[k] // SOURCE, actions[k] % SOURCE
        ours, theirs, loser = s.dice[source], s.dice[target], owner(s, target)
        p = ODDS[ours, theirs]
        s.dice[source] = 1
        value = (1.0 - p) * turn_value(rules, state, left, width, lists, worths, stop, work)
        s.dice[target] = ours - 1
        change_hands(s, target, seat, loser)
        value += p * turn_value(rules, state, left, width, lists, worths, stop, work)
        change_hands(s, target, seat, loser)
        s.dice[source], s.dice[target] = ours, theirs
        if first:
            values[k] = value
        most = max(most, value)
        tried += 1
    return most


@compiled(types.int64(RULES, STATE, types.int64, types.int64, INTS, FLOATS, STATE, INTS))
def plan(rules, state, depth, width, actions, values, stop, work):
    """The value of ending the turn (first) and of each likely attack; how many were looked at."""
    s = fields(state)
    seat = np.int64(s.turn)
    lists, worths = np.zeros((depth, MAX_ACTIONS), np.int64), np.zeros((depth, MAX_ACTIONS))
    n = likely_attacks(s, actions) + 1
    for i in range(n - 1, 0, -1):
        actions[i] = actions[i - 1]
    actions[0], values[0] = END, turn_value(rules, state, 0, width, lists, worths, stop, work)
    order = np.zeros(n)
    for tried in range(1, n + (0 if depth == 1 else min(width, n - 1))):
        first = tried < n
        i = tried if first else _take_best(order, n)
        left = 0 if first else depth - 1
        source, target = actions[i] // SOURCE, actions[i] % SOURCE
        ours, theirs, loser = s.dice[source], s.dice[target], owner(s, target)
        p = ODDS[ours, theirs]
        s.dice[source] = 1
        value = (1.0 - p) * turn_value(rules, state, left, width, lists, worths, stop, work)
        s.dice[target] = ours - 1
        change_hands(s, target, seat, loser)
        value += p * turn_value(rules, state, left, width, lists, worths, stop, work)
        change_hands(s, target, seat, loser)
        s.dice[source], s.dice[target] = ours, theirs
        values[i] = order[i] = value
        if not first:
            order[i] = -1.0
    return n


class TurnSearch(Agent):
    """Expectimax over the own turn as a player."""

    def __init__(self, game: Game, depth: int, width: int, heuristic: str, seconds: float | None) -> None:
        self.rules = game.rules.but(value=game.heuristic(heuristic))
        self.depth, self.width, self.seconds = depth, width, seconds
        self._last: Explanation | None = None

    def choose(self, view: View, clock: Clock) -> int:
        """The attack, or the end of the turn, with the best chance to win; deeper while time allows."""
        state, work = view.buffer.copy(), np.zeros(1, np.int64)
        actions, values = np.zeros(MAX_ACTIONS + 1, np.int64), np.zeros(MAX_ACTIONS + 1)
        known: list[tuple[float, int]] = []
        reached = 0
        with stop_after(seconds_for(clock, self.seconds)) as stop:
            for depth in range(1, self.depth + 1):
                n = plan(self.rules, state, depth, self.width, actions, values, stop, work)
                if stop[0] and known:
                    break
                found = zip(values[:n].tolist(), actions[:n].tolist(), strict=True)
                known, reached = sorted(found, key=lambda pair: -pair[0]), depth
                if n == 1:
                    break
        self.work += int(work[0])
        candidates = tuple(Candidate(action, value, line=(action,)) for value, action in known)
        self._last = Explanation(candidates, int(work[0]), reached)
        return known[0][1]

    def explain(self) -> Explanation | None:
        """Every likely attack with its chance to win the game."""
        return self._last
