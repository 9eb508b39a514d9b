"""Ticket to Ride for bots: cards by colour, tracks and tickets by their cities."""

from __future__ import annotations

from collections.abc import Callable

from parlour.description import Field
from parlour.forms import FLAG, NUMBER, Form, as_set, by_name, each, number_or, per_seat, row, word
from parlour.game import Game
from parlour.games.ticket_to_ride.cards import NONE, UNKNOWN
from parlour.games.ticket_to_ride.positions import TICKET_NAMES, TRACK_NAMES
from parlour.games.ticket_to_ride.state import SEATS
from parlour.games.ticket_to_ride.usa import COLOURS

__all__ = ["FIELDS", "MOVE_KINDS"]

_WORD = (1 << 64) - 1
_CARDS = by_name(COLOURS, NUMBER, "colour")
_KNOWERS = as_set(range(SEATS), "seats")
_TICKET = word(TICKET_NAMES, "ticket", UNKNOWN)
_TRACK_SET = as_set(TRACK_NAMES, "tracks")
_TRACKS = Form(
    _TRACK_SET.kind,
    lambda words: _TRACK_SET.write(int(words[0]) | int(words[1]) << 64),
    lambda names: [_TRACK_SET.read(names) & _WORD, _TRACK_SET.read(names) >> 64],
)
_OWNER = Form("seat", lambda value: int(value) - 1, lambda seat: seat + 1)
_TICKETS = "tickets, null for unknown ones"


Seats = Callable[..., Form]
"""The form of an array with a place for each seat, from the form of a place and what the unused ones hold."""


def FIELDS(game: Game) -> dict[str, Field]:
    """The fields; how many seats there are depends on the variant."""

    def seats(form: Form, absent: int | list[int] = 0) -> Form:
        return per_seat(form, game.players, SEATS, absent)

    return {**_railways(seats), **_trains(seats), **_tickets(seats), **_points(seats), **_course()}


def _railways(seats: Seats) -> dict[str, Field]:
    """Who has built what."""
    return {
        "free": Field("the tracks that may still be claimed", _TRACKS),
        "barred": Field("all tracks of the routes that each seat has already", seats(_TRACKS, [0, 0])),
        "owner": Field("who has claimed each track", by_name(TRACK_NAMES, _OWNER, "track")),
        "cars": Field("how many cars each seat has left", seats(NUMBER)),
    }


def _trains(seats: Seats) -> dict[str, Field]:
    """Where the train cards are."""
    hands = seats(_CARDS, [0] * len(COLOURS))
    return {
        "deck": Field("the train cards that lie face down, which nobody may see", erased=NONE),
        "deck_size": Field("how many train cards lie face down"),
        "market": Field("the cards that lie face up", each(word(COLOURS, none=NONE), "colours or null")),
        "discards": Field("the discarded train cards", _CARDS),
        "hands": Field("the train cards of each seat, as far as they are known", hands),
        "shown": Field("those cards of each hand that everybody knows, for they were taken face up", hands),
        "cards": Field("how many train cards each seat holds", seats(NUMBER)),
    }


def _tickets(seats: Seats) -> dict[str, Field]:
    """Where the tickets are, and who knows it."""
    offers = seats(row(_TICKET, 3, _TICKETS, NONE), [NONE] * 3)
    knowers = seats(row(_KNOWERS, 3, "lists of seats"), [0] * 3)
    kept = seats(as_set(TICKET_NAMES, "tickets"))
    pile = row(_TICKET, len(TICKET_NAMES), _TICKETS, NONE)
    pile_knowers = row(_KNOWERS, len(TICKET_NAMES), "lists of seats")
    return {
        "tickets": Field("the tickets that each seat has kept; of others none until the game is over", kept),
        "held": Field("how many tickets each seat has kept", seats(NUMBER)),
        "offers": Field("the tickets that each seat is to choose from", offers),
        "offer_seen": Field("for each ticket of an offer who knows it: those who once put it back", knowers),
        "offered": Field("how many tickets each seat is to choose from", seats(NUMBER)),
        "ticket_deck": Field("the pile of tickets from the top", pile),
        "ticket_seen": Field(
            "for each ticket of the pile who knows it: those who put it there", pile_knowers
        ),
        "tickets_left": Field("how many tickets lie in the pile"),
    }


def _points(seats: Seats) -> dict[str, Field]:
    """What counts."""
    return {
        "points": Field("the points of each seat for its routes", seats(NUMBER)),
        "final": Field("the score of each seat, once the game is over", seats(NUMBER)),
        "done": Field("how many tickets each seat has completed, once the game is over", seats(NUMBER)),
        "longest": Field("the longest path of each seat, once the game is over", seats(NUMBER)),
    }


def _course() -> dict[str, Field]:
    """How far the game is."""
    return {
        "turns": Field("how many turns were played, of all seats together"),
        "players": Field("how many play"),
        "rules": Field("the rules that are played, as the option says", word(("official", "thesis"))),
        "turn": Field("the seat to move"),
        "phase": Field("what it decides", word(("a turn", "the second card", "which tickets to keep"))),
        "opening": Field("how many seats have yet to choose their first tickets"),
        "passes": Field("how many passes there were in a row"),
        "last": Field("how many turns are to go in the last round", number_or(-1, "not yet the last round")),
        "over": Field("whether the game has ended", FLAG),
    }


MOVE_KINDS = {
    "take red": "take a card that lies face up",
    "take deck": "take the top card of the deck",
    "claim Denver-Omaha purple": "claim a route with cards of a colour",
    "claim Denver-Omaha purple with 2 locomotives": "the same, two of the cards being locomotives",
    "tickets": "draw tickets",
    "keep 1,3": "keep the first and the third of the tickets that are offered",
    "pass": "pass, legal only when nothing else is",
}
