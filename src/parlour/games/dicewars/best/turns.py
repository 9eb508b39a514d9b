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


@compiled(types.float64(RULES, STATE, types.int64, _SEARCHES))
def turn_value(rules, state, depth, searches):
    """The chance to win with up to `depth` more attacks; what each of them is worth is left in the search."""
    s, search = fields(state), searches[0]
    search.work += 1
    if popcount(areas_of(s, s.turn)) == s.areas:
        return 1.0
    most = 1.0 / (1.0 + np.exp(-rules.value(state, np.int64(s.turn))))
    if depth == 0 or (search.stop[0] and depth < search.depth):
        return most
    actions, values, order = search.actions[depth], search.values[depth], search.order[depth]
    actions[0], values[0], order[0] = END, most, -1.0
    n = likely_attacks(s, actions, 1)
    # First every attack as the last one of the turn, then the best of them with what may follow.
    further = 0 if depth == 1 else min(search.width, n - 1)
    for step in range(1, n + further):
        at_first_sight = step < n
        i = step if at_first_sight else _take_best(order, n)
        left = 0 if at_first_sight else depth - 1
        attack = prepare(s, actions[i])
        fail(s, attack)
        value = (1.0 - attack.chance) * turn_value(rules, state, left, searches)
        succeed(s, attack)
        value += attack.chance * turn_value(rules, state, left, searches)
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

    def __init__(self, game: Game, depth: int, width: int, value: Any, seconds: float | None) -> None:
        self.rules = game.rules.but(value=value).ready()
        self.depth, self.width, self.seconds = depth, width, seconds

    def choose(self, view: View, clock: Clock) -> int:
        """The attack, or the end of the turn, with the best chance to win; deeper while time allows."""
        state, searches = view.buffer.copy(), structs(1, SEARCH)
        search = searches[0]
        search["width"] = self.width
        ranking: list[tuple[float, int]] = []
        reached = 0
        with stop_after(seconds_for(clock, self.seconds), search["stop"]) as stop:
            for depth in range(1, self.depth + 1):
                search["depth"] = depth
                turn_value(self.rules, state, depth, searches)
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
