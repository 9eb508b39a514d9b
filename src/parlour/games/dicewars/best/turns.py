"""Search over the attacks of one turn: every attack may win or fail, and every position may end the turn.

What follows the turn is left to the heuristic, read as the log-odds of winning.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.game import Game
from parlour.games.dicewars.best.attacks import fail, likely_attacks, prepare, succeed, take_back
from parlour.games.dicewars.state import END, MAX_ACTIONS, areas_of, fields
from parlour.kernel import RULES, STATE, compiled, helper, popcount, structs
from parlour.search.playing import seconds_for, stop_after
from parlour.state import View

__all__ = ["TurnSearch"]

DEEPEST = 12
KNOWN = 1 << 14  # positions whose value is remembered
_ODD = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
DEPTH = 3  # when neither depth nor time is given

# The search of one decision. Its lists have a row for each number of attacks that may still be planned; the
# first action of a list is END.
SEARCH = np.dtype(
    [
        ("depth", np.int64),  # attacks planned from the position to be decided
        ("width", np.int64),  # attacks that are followed up in a position
        ("work", np.int64),  # positions looked at
        ("stop", np.uint8, (1,)),  # raised when the time is up
        ("counts", np.int64, (DEEPEST + 1,)),  # of the actions in each list
        ("actions", np.int64, (DEEPEST + 1, MAX_ACTIONS)),
        ("values", np.float64, (DEEPEST + 1, MAX_ACTIONS)),  # the chance to win with each action
        ("order", np.float64, (DEEPEST + 1, MAX_ACTIONS)),  # at first sight; -1 once it is followed up
        ("keys", np.uint64, (KNOWN,)),  # of positions that were judged, and the chance to win in them
        ("chances", np.float64, (KNOWN,)),
    ],
    align=True,
)
_SEARCHES = types.Array(numba.from_dtype(SEARCH), 1, "C")


@helper
def _take_best(order, n):
    """The place of the highest value, which is struck out."""
    best = 0
    for i in range(1, n):
        if order[i] > order[best]:
            best = i
    order[best] = -1.0
    return best


@helper
def _mix(key, number):
    """A key that depends on one number more."""
    key = (key ^ np.uint64(number)) * _ODD
    return key ^ (key >> _HALF)


@helper
def _key(s):
    """A number that tells positions apart, whatever battles led to them."""
    key = _mix(s.map_seed, s.turn)
    for seat in range(s.players):
        key = _mix(_mix(key, s.owned[seat]), s.reserve[seat])
    for area in range(s.areas):
        key = _mix(key, s.dice[area])
    return key


@helper
def _chance(rules, state, search):
    """The chance to win if the turn ends, worked out once a position: attacks lead there in any order."""
    s = fields(state)
    key = _key(s)
    place = np.int64(key % np.uint64(KNOWN))
    if search.keys[place] != key:
        search.keys[place] = key
        search.chances[place] = 1.0 / (1.0 + np.exp(-rules.value(state, np.int64(s.turn))))
    return search.chances[place]


@compiled(types.float64(RULES, STATE, types.int64, _SEARCHES))
def turn_value(rules, state, depth, searches):
    """The chance to win with up to `depth` more attacks; what each of them is worth is left in the search."""
    s, search = fields(state), searches[0]
    search.work += 1
    if popcount(areas_of(s, s.turn)) == s.areas:
        return 1.0
    most = _chance(rules, state, search)
    if depth == 0 or (search.stop[0] and depth < search.depth):
        return most
    actions, values, order = search.actions[depth], search.values[depth], search.order[depth]
    actions[0], values[0], order[0] = END, most, -1.0
    n = likely_attacks(s, actions, 1)
    # First every attack as the last one of the turn, then the best of them with what may follow.
    further = 0 if depth == 1 else min(search.width, n - 1)
    source, failed = -1, 0.0
    for step in range(1, n + further):
        at_first_sight = step < n
        i = step if at_first_sight else _take_best(order, n)
        left = 0 if at_first_sight else depth - 1
        attack = prepare(s, actions[i])
        fail(s, attack)
        if not at_first_sight or attack.source != source:  # one that fails looks the same for any target
            source, failed = attack.source, turn_value(rules, state, left, searches)
        succeed(s, attack)
        value = (1.0 - attack.chance) * failed + attack.chance * turn_value(rules, state, left, searches)
        take_back(s, attack)
        values[i] = value
        if at_first_sight:
            order[i] = value
        most = max(most, value)
    search.counts[depth] = n
    return most


class TurnSearch(Agent):
    """Expectimax over one's own turn as a player."""

    explains = True

    def __init__(self, game: Game, depth: int | None, width: int, value: Any, seconds: float | None) -> None:
        self.rules = game.rules.but(value=value).ready()
        self.depth = depth or (DEPTH if seconds is None else DEEPEST)
        self.width, self.seconds = width, seconds
        self.searches = structs(1, SEARCH)

    def choose(self, view: View, clock: Clock) -> int:
        """The attack, or the end of the turn, with the best chance to win; deeper while time allows."""
        state, search = view.buffer.copy(), self.searches[0]
        search["width"], search["work"], search["stop"] = self.width, 0, 0
        ranking: list[tuple[float, int]] = []
        reached = 0
        with stop_after(seconds_for(clock, self.seconds), search["stop"]) as stop:
            for depth in range(1, self.depth + 1):
                search["depth"] = depth
                turn_value(self.rules, state, depth, self.searches)
                if stop[0] and ranking:
                    break
                ranking, reached = _ranking(search, depth), depth
                if len(ranking) == 1:
                    break
        self.work += int(search["work"])
        candidates = tuple(Candidate(action, value, line=(action,)) for value, action in ranking)
        self.explanation = Explanation(candidates, int(search["work"]), reached)
        return ranking[0][1]


def _ranking(search: Any, depth: int) -> list[tuple[float, int]]:
    """The actions of the position to be decided with the chance to win, best first."""
    n = int(search["counts"][depth])
    pairs = zip(search["values"][depth, :n].tolist(), search["actions"][depth, :n].tolist(), strict=True)
    return sorted(pairs, key=lambda pair: -pair[0])
