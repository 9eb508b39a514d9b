"""Why a round or a match of Tichu ended."""

from __future__ import annotations

from typing import Any

from parlour.contract import Ending
from parlour.games.tichu.state import MATCH, MOST_ROUNDS, SEATS
from parlour.state import State

__all__ = ["ending"]

TEAMS = ([0, 2], [1, 3])


def ending(state: State) -> Ending:
    """A match at its points or its last round; a round by a double victory or a last hand."""
    s = state.data
    return _match_ending(s) if s["match"] else _round_ending(s)


def _match_ending(s: Any) -> Ending:
    totals = [int(total) for total in s["total"]]
    if max(totals) < MATCH or totals[0] == totals[1]:
        return {"key": "limit", "rounds": MOST_ROUNDS}
    team = totals.index(max(totals))
    points = {"own": totals[team], "other": totals[1 - team]}
    return {"key": "match", "seats": TEAMS[team], "goal": MATCH, **points}


def _round_ending(s: Any) -> Ending:
    for team in TEAMS:
        if sorted(int(s["place"][seat]) for seat in team) == [1, 2]:
            return {"key": "double", "seats": team}
    return {"key": "round", "seats": [seat for seat in range(SEATS) if s["place"][seat] == 0]}
