"""What holds in every position; `check_game` asks after each move."""

from __future__ import annotations

from parlour.state import State

from .notation import hanging, rows_of
from .rules import fours


def broken(state: State) -> list[str]:
    """What is wrong with a state, in words."""
    s = state.data
    red, yellow = (int(discs) for discs in s["discs"])
    winner = 0 if fours(red) else 1 if fours(yellow) else -1
    facts = {
        "two discs on one square": red & yellow == 0,
        "a disc outside the board": (red | yellow) & ~int(s["board"]) == 0,
        "a disc in mid-air": not hanging(rows_of(state)),
        "one side has too many discs": red.bit_count() - yellow.bit_count() == s["turn"],
        f"the winner is {winner}": s["winner"] == winner,
    }
    return [wrong for wrong, holds in facts.items() if not holds]
