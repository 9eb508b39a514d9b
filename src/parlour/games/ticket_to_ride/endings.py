"""Why a game of Ticket to Ride ended."""

from __future__ import annotations

from parlour.contract import Ending
from parlour.games.ticket_to_ride.state import LAST_CARS
from parlour.state import State

__all__ = ["ending"]


def ending(state: State) -> Ending:
    """The last round is over, which ends with the player who began it; or all have passed."""
    s = state.data
    if s["last"] != 0:
        return {"key": "passes"}
    return {"key": "cars", "seats": [int((s["turn"] - 1) % s["players"])], "n": LAST_CARS}
