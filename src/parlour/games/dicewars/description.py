"""Dicewars for bots: areas by the numbers that people see, from 1."""

from __future__ import annotations

from parlour.description import Field
from parlour.forms import FLAG, NUMBER, Form, as_set, by_name, number_or, per_seat
from parlour.game import Game
from parlour.games.dicewars.maps import MOST_AREAS
from parlour.games.dicewars.state import MOST_PLAYERS, NOBODY

__all__ = ["FIELDS", "MOVE_KINDS"]

_NUMBERS = range(1, MOST_AREAS + 2)
_NAMES = [str(number) for number in _NUMBERS]
_AREAS = as_set(_NUMBERS, "areas")
_AREA = Form(
    "area or null",
    lambda value: None if value == NOBODY else int(value) + 1,
    lambda number: NOBODY if number is None else number - 1,
)


def FIELDS(game: Game) -> dict[str, Field]:
    """The fields; how many seats there are depends on the variant."""

    def seats(form: Form) -> Form:
        return per_seat(form, game.players, MOST_PLAYERS)

    return {
        "map_seed": Field("the number from which the picture of the map grows; play does not depend on it"),
        "throw": Field("the random number from which the dice of the last battle were read"),
        "neighbours": Field("the areas that border on each area", by_name(_NAMES, _AREAS, "area")),
        "owned": Field("the areas of each seat", seats(_AREAS)),
        "dice": Field("how many dice lie on each area", by_name(_NAMES, NUMBER, "area")),
        "reserve": Field("the dice of each seat that found no room on its areas", seats(NUMBER)),
        "battles": Field("how many battles were fought in the whole game"),
        "attacks": Field("how many attacks the seat in turn has made in this turn"),
        "passes": Field("how many turns have ended since the last attack"),
        "turns": Field("how many turns have ended in the whole game"),
        "areas": Field("how many areas the map has; they are numbered from 1"),
        "players": Field("how many play"),
        "turn": Field("the seat to move"),
        "over": Field("whether the game has ended", FLAG),
        "winner": Field("the seat that has won", number_or(NOBODY, "nobody")),
        "last_source": Field("the area that attacked in the last battle", _AREA),
        "last_target": Field("the area that was attacked in the last battle", _AREA),
        "last_attackers": Field("how many dice the attacker threw in the last battle"),
        "last_defenders": Field("how many dice the defender threw in the last battle"),
    }


MOVE_KINDS = {
    "12-17": "attack area 17 from area 12",
    "end": "end the turn",
}
