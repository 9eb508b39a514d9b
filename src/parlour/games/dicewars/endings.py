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
        return {"key": "conquest", "seats": [int(s["winner"])], "areas": int(s["areas"])}
    if s["battles"] >= MOST_BATTLES:
        return {"key": "battles", "battles": MOST_BATTLES}
    return {"key": "peace", "rounds": PASS_ROUNDS}
