"""Jungle for bots: squares a1 to g9, rows from the bottom, where seat 0 starts."""

from parlour.description import Field
from parlour.forms import by_name, per_seat, word
from parlour.games.jungle import RULE_SETS
from parlour.games.jungle.figures import NAMES
from parlour.games.jungle.notation import square_name
from parlour.games.jungle.state import GONE
from parlour.games.jungle.terrain import SQUARES

__all__ = ["FIELDS", "MOVE_KINDS"]

_SQUARE = word([square_name(square) for square in range(SQUARES)], "square")

FIELDS = {
    "places": Field(
        "where the animals of each seat stand, from the rat, the lowest, to the elephant; those that were "
        "taken are left out",
        per_seat(by_name(NAMES, _SQUARE, "animal", GONE), 2, 2),
    ),
    "turn": Field("the seat to move: 0 is lower case and starts at the bottom, 1 is upper case"),
    "quiet": Field("how many moves were made since an animal was last taken"),
    "judge": Field("the rules that are played, as the option `rules` says", word(RULE_SETS)),
    "result": Field("how the game stands", word(("running", "won by 0", "won by 1", "drawn"))),
}

MOVE_KINDS = {
    "a7-a6": "go from a7 to a6: columns a to g from the left, rows 1 to 9 from the bottom",
    "pass": "pass, legal only when there is no other move",
}
