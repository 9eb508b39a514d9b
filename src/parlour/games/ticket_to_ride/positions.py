"""Ticket to Ride's positions in text: one line of fields such as ``face up: wwrLg``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby, repeat
from typing import Any

import numpy as np

from parlour.errors import ParlourError, unknown
from parlour.game import Game
from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.cards import MARKET, NONE, UNKNOWN
from parlour.games.ticket_to_ride.state import FIRST, KEEPING, MOST_CARDS, PASS, SECOND, THESIS
from parlour.kernel import new_rng
from parlour.spec import format_fields, read_fields, read_name, read_number
from parlour.state import Position, State

__all__ = ["TICKET_NAMES", "TRACK_NAMES", "position", "text"]

LETTERS = "pwbyokrgL"  # purple, white, blue, yellow, orange, black, red, green, locomotive
PHASES = {"": FIRST, "second card": SECOND, "tickets": KEEPING, "opening": KEEPING}
TICKET_NAMES = [f"{first}-{second}" for _, first, second, _ in usa.TICKETS]
MOST_TURNS = (1 << 15) - 1


def _track_name(track: int) -> str:
    """``Denver-Omaha``; of two tracks side by side ``Boston-New York red``, or ``Dallas-Houston (2)``."""
    _, first, second, colours = usa.ROUTES[usa.TRACK_ROUTE[track]]
    if track in usa.SECOND_GREY:
        return f"{first}-{second} (2)"
    return f"{first}-{second}" + (
        f" {usa.COLOURS[usa.TRACK_COLOUR[track]]}" if len(set(colours)) == 2 else ""
    )


TRACK_NAMES = [_track_name(track) for track in range(len(usa.TRACK_ROUTE))]


def text(state: Position) -> str:
    """The position in one line of fields; those that are 0 or empty are left out.

    ``turn: blue; turns: 9; face up: wLrrk; deck: ggpo...; discards: 2p 1L; tickets: Denver-El Paso,
    Dallas-New York (red), ...; blue cards: 2b 1L (3w); blue tickets: Boston-Miami, ...; blue routes:
    Calgary-Helena, Boston-New York red; red cards: ...``

    - cards: p, w, b, y, o, k (black), r, g and L (locomotive); - is an empty place; decks begin at the top
    - `turn`: who is to move; ``second card`` or ``tickets`` within a turn, ``opening`` before the first one
    - `last round`: turns to go; `passes`: in a row; `turns`: of all players together
    - `tickets`: the deck, each with the player who has put it there and so knows it
    - `blue cards`: the hand, and in brackets what of it everybody knows, for it was taken face up
    - `blue offer`: the tickets to choose from

    What a view hides is ``?``, with a number when there are several.
    """
    s, seats = state.data, state.game.seat_names[: state.game.players]
    fields = {
        "turn": seats[s["turn"]] + _phase_text(s),
        "turns": _number(s["turns"]),
        "passes": _number(s["passes"]),
        "last round": "" if s["last"] < 0 else str(s["last"]),
        "face up": "".join("-" if card == NONE else LETTERS[card] for card in s["market"]),
        "deck": _deck_text(s["deck"][: s["deck_size"]]),
        "discards": _pile_text(s["discards"]),
        "tickets": _tickets_text(s["ticket_deck"][: s["tickets_left"]], s["ticket_seen"], seats),
    }
    for seat, name in enumerate(seats):
        offer, tracks = s["offers"][seat][: s["offered"][seat]], np.flatnonzero(s["owner"] == seat + 1)
        fields[f"{name} cards"] = _hand_text(s, seat)
        fields[f"{name} tickets"] = _tickets_text(_tickets_of(s, seat), repeat(0), seats)
        fields[f"{name} offer"] = _tickets_text(offer, s["offer_seen"][seat], seats)
        fields[f"{name} routes"] = ", ".join(TRACK_NAMES[track] for track in tracks)
    return format_fields(fields)


def _number(number: int) -> str:
    return str(number) if number else ""


def _phase_text(s: Any) -> str:
    if s["phase"] == KEEPING:
        return ", opening" if s["opening"] else ", tickets"
    return ", second card" if s["phase"] == SECOND else ""


def _deck_text(deck: np.ndarray) -> str:
    """The letters of a deck from the top card, its last one; how many there are when they are hidden."""
    return f"{len(deck)}?" if (deck < 0).any() else "".join(LETTERS[card] for card in deck[::-1])


def _pile_text(counts: np.ndarray) -> str:
    return " ".join(f"{n}{letter}" for n, letter in zip(counts, LETTERS, strict=True) if n)


def _hand_text(s: Any, seat: int) -> str:
    """``2b 1L (3w)``: what the others do not know, then what they know."""
    hand, public = s["hands"][seat], s["shown"][seat]
    hidden = int(s["cards"][seat]) - int(hand.sum())
    parts = [f"{hidden}?" if hidden else "", _pile_text(hand - public)]
    parts += [f"({_pile_text(public)})" if public.any() else ""]
    return " ".join(filter(None, parts))


def _tickets_text(tickets: Iterable[int], masks: Iterable[int], seats: Sequence[str]) -> str:
    """Tickets and who knows them; unknown ones in a row are only counted."""
    words = []
    for ticket, mask in zip(tickets, masks, strict=False):
        name = TICKET_NAMES[ticket] if ticket >= 0 else "?"
        words.append(f"{name} ({seats[int(mask).bit_length() - 1]})" if mask else name)
    runs = [(word, list(run)) for word, run in groupby(words)]
    return ", ".join(f"{len(run)}?" if word == "?" else ", ".join(run) for word, run in runs)


def _tickets_of(s: Any, seat: int) -> list[int]:
    mask, count = int(s["tickets"][seat]), int(s["held"][seat])
    return [ticket for ticket in range(len(usa.TICKETS)) if mask >> ticket & 1] or [UNKNOWN] * count


def position(game: Game, text: str) -> State:
    """The state of a line of fields as `text` writes them; `turn` and `face up` are needed."""
    seats = game.seat_names[: game.players]
    common = ("turn", "face up", "turns", "passes", "last round", "deck", "discards", "tickets")
    own = [f"{name} {what}" for name in seats for what in ("cards", "tickets", "offer", "routes")]
    fields = read_fields("a Ticket to Ride position", text, (*common, *own), common[:2])
    state = game.blank()
    s = state.data
    s["players"], s["rules"] = game.encoded[:2]
    _read_turn(s, fields, seats)
    _read_cards(s, fields, seats)
    _read_tickets(s, fields, seats)
    _read_routes(s, fields, seats)
    _open_tracks(s)
    if s["last"] == 0 or s["passes"] == s["players"]:
        _finish(state)
    return state


def _read_turn(s: Any, fields: dict[str, str], seats: Sequence[str]) -> None:
    name, _, phase = fields["turn"].partition(", ")
    s["turn"] = read_name("player", name, seats)
    if phase not in PHASES:
        raise unknown("phase", phase[:20], filter(None, PHASES))
    s["phase"] = PHASES[phase]
    s["opening"] = len(seats) - s["turn"] if phase == "opening" else 0
    s["turns"] = read_number("turns", fields["turns"], 0, MOST_TURNS)
    s["passes"] = read_number("passes", fields["passes"], 0, len(seats))
    last = fields["last round"]
    s["last"] = read_number("last round", last, 0, len(seats)) if last else -1


def _read_cards(s: Any, fields: dict[str, str], seats: Sequence[str]) -> None:
    face_up, deck = fields["face up"], fields["deck"]
    if len(face_up) != MARKET or len(deck) > MOST_CARDS:
        raise ParlourError(
            f"face up: {len(face_up)} cards and deck: {len(deck)}: expected {MARKET} (- is none) "
            f"and up to {MOST_CARDS}"
        )
    s["market"] = [NONE if letter == "-" else _colour(letter) for letter in face_up]
    s["deck"], s["deck_size"] = NONE, len(deck)
    s["deck"][: len(deck)] = [_colour(letter) for letter in reversed(deck)]
    s["discards"] = _pile("discards", fields["discards"])
    for seat, name in enumerate(seats):
        s["hands"][seat], s["shown"][seat] = _hand(f"{name} cards", fields[f"{name} cards"])
        s["cards"][seat] = s["hands"][seat].sum()


def _colour(letter: str) -> int:
    if letter not in LETTERS:
        raise ParlourError(f"'{letter}' is no card: expected one of {', '.join(LETTERS)}")
    return LETTERS.index(letter)


def _hand(what: str, text: str) -> tuple[list[int], list[int]]:
    """All cards of a hand, and those that everybody knows."""
    shape = re.fullmatch(r"([^()]*)(?:\(([^()]*)\))?", text)
    if not shape:
        raise ParlourError(f"{what}: '{text[:40]}' is no hand: expected cards such as 2b 1L (3w)")
    private, public = _pile(what, shape[1]), _pile(what, shape[2] or "")
    return [a + b for a, b in zip(private, public, strict=True)], public


def _pile(what: str, text: str) -> list[int]:
    """The cards of each colour in ``2p 1L``."""
    counts = [0] * len(usa.COLOURS)
    for word in text.split():
        number, colour = read_number(what, word[:-1], 1, 14), _colour(word[-1])
        if counts[colour]:
            raise ParlourError(f"{what}: {word[-1]} is named twice")
        counts[colour] = number
    return counts


def _read_tickets(s: Any, fields: dict[str, str], seats: Sequence[str]) -> None:
    s["offers"] = s["ticket_deck"] = NONE
    deck = _tickets("tickets", fields["tickets"], len(usa.TICKETS), seats)
    s["tickets_left"] = len(deck)
    for i, (ticket, mask) in enumerate(deck):
        s["ticket_deck"][i], s["ticket_seen"][i] = ticket, mask
    for seat, name in enumerate(seats):
        hand = _tickets(f"{name} tickets", fields[f"{name} tickets"], len(usa.TICKETS), ())
        s["tickets"][seat] = sum({1 << ticket for ticket, _ in hand})
        s["held"][seat] = len(hand)
        offer = _tickets(f"{name} offer", fields[f"{name} offer"], 3, seats)
        s["offered"][seat] = len(offer)
        for i, (ticket, mask) in enumerate(offer):
            s["offers"][seat, i], s["offer_seen"][seat, i] = ticket, mask


def _tickets(what: str, text: str, most: int, seats: Sequence[str]) -> list[tuple[int, int]]:
    """The tickets of a list, each with the set of those who know it."""
    words = [word.strip() for word in text.split(",")] if text else []
    if len(words) > most:
        raise ParlourError(f"{what}: there are {len(words)}: expected {most} at most")
    tickets = []
    for word in words:
        shape = re.fullmatch(r"([^()]+?)(?: \((\w+)\))?", word)
        if not shape or shape[1] not in TICKET_NAMES:
            raise ParlourError(f"{what}: '{word[:40]}' is no ticket: expected one such as {TICKET_NAMES[0]}")
        knower = 1 << read_name("player", shape[2], seats) if shape[2] else 0
        tickets.append((TICKET_NAMES.index(shape[1]), knower))
    return tickets


def _read_routes(s: Any, fields: dict[str, str], seats: Sequence[str]) -> None:
    for seat, name in enumerate(seats):
        words = [word.strip() for word in fields[f"{name} routes"].split(",")]
        for word in filter(None, words):
            if word not in TRACK_NAMES:
                raise ParlourError(
                    f"{name} routes: '{word[:40]}' is no route: expected one such as {TRACK_NAMES[0]}"
                )
            if s["owner"][TRACK_NAMES.index(word)]:
                raise ParlourError(f"{name} routes: {word} is claimed already")
            s["owner"][TRACK_NAMES.index(word)] = seat + 1
        tracks = np.flatnonzero(s["owner"] == seat + 1)
        if usa.TRACK_LENGTH[tracks].sum() > usa.CARS:
            raise ParlourError(f"{name} routes: they take more than {usa.CARS} cars")
        s["cars"][seat] = usa.CARS - usa.TRACK_LENGTH[tracks].sum()
        s["points"][seat] = usa.TRACK_POINTS[tracks].sum()
        both = [*tracks, *(twin for twin in usa.TWIN[tracks] if twin >= 0)]
        s["barred"][seat] = _bits(both)


def _bits(tracks: Sequence[int]) -> Any:
    """A set of tracks as two words of bits."""
    return np.bitwise_or.reduce(usa.BIT[np.array(tracks, np.int64)], axis=0)


def _open_tracks(s: Any) -> None:
    """Which tracks may be claimed: see `rules.claim`."""
    owner = s["owner"]
    closed = [usa.THESIS_LACKS] if s["rules"] == THESIS else []
    closed += [track for track in usa.SECOND_GREY if not owner[usa.TWIN[track]]]
    if wrong := [TRACK_NAMES[track] for track in closed if owner[track]]:
        raise ParlourError(
            f"{wrong[0]} cannot be claimed: the first track beside it is free, or it is not there"
        )
    claims = [track for track in range(len(owner)) if owner[track]]
    closed += claims
    if s["players"] <= 3:
        closed += [int(usa.TWIN[track]) for track in claims if usa.TWIN[track] >= 0] + usa.SECOND_GREY
    s["free"] = _bits([track for track in range(len(owner)) if track not in closed])


def _finish(state: State) -> None:
    """Count the game that is over, as the rules do: by a last turn that is passed."""
    s = state.data
    clock = {name: s[name] for name in ("turn", "turns", "last", "passes", "phase")}
    s["last"] = 1
    state.game.rules.apply(state.buffer, PASS, new_rng(0))
    for name, value in clock.items():
        s[name] = value
