"""Why a game of Ticket to Ride ended."""

from __future__ import annotations

from parlour.contract import Ending
from parlour.state import State

__all__ = ["ending"]


def ending(state: State) -> Ending:
    """The last round is over, which ends with the player who began it; or all have passed."""
    s = state.data
    if s["last"] != 0:
        return {"key": "passes"}
    seat = int((s["turn"] - 1) % s["players"])
    return {"key": "cars", "seats": [seat], "cars": int(s["cars"][seat])}
