"""Reversi for bots: squares a1 to h8, rows from the top."""

from parlour.description import Field
from parlour.forms import FLAG, as_set

__all__ = ["FIELDS", "MOVE_KINDS"]

_SQUARES = as_set([f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"], "squares")

FIELDS = {
    "own": Field("the discs of the side to move", _SQUARES),
    "opp": Field("the discs of the other side", _SQUARES),
    "moves": Field("the squares on which the side to move may play; none when it must pass", _SQUARES),
    "turn": Field("the side to move: 0 is black, 1 is white"),
    "over": Field("whether the game has ended", FLAG),
}

MOVE_KINDS = {
    "f5": "put a disc on f5: columns a to h from the left, rows 1 to 8 from the top",
    "pass": "pass, legal only when there is no other move",
}
