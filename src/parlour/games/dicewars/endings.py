"""Why a game of Dicewars ended."""

from __future__ import annotations

from parlour.contract import Ending
from parlour.games.dicewars.rules import MOST_BATTLES, PASS_ROUNDS
from parlour.games.dicewars.state import NOBODY
from parlour.state import State

__all__ = ["ending"]


def ending(state: State) -> Ending:
    """Somebody owns the map, nobody attacks any more, or too many battles were fought."""
    s = state.data
    if s["winner"] != NOBODY:
        return {"key": "map", "seats": [int(s["winner"])]}
    if s["battles"] >= MOST_BATTLES:
        return {"key": "battles", "n": MOST_BATTLES}
    return {"key": "idle", "n": PASS_ROUNDS}
