"""What holds in every Tichu position."""

from __future__ import annotations

from parlour.games.tichu.cards import DECK, NATURAL
from parlour.games.tichu.state import CALLS, EXCHANGE, GRAND_CALLS, OVER
from parlour.state import State

__all__ = ["broken"]


def broken(state: State) -> list[str]:
    """Every invariant that a position breaks, in words."""
    s = state.data
    return [*_cards(s), *_places(s), *_points(s)]


def _cards(s) -> list[str]:
    """Each card lies in exactly one place, and the counts tell how many each hand has."""
    places = [int(mask) for name in ("hands", "rest", "played") for mask in s[name]]
    deck = int(NATURAL if s["mini"] else DECK)
    wrong = []
    if sum(places) != deck or sum(mask.bit_count() for mask in places) != deck.bit_count():
        wrong.append("a card is missing or in two places")
    for seat in range(4):
        held = int(s["hands"][seat])
        if held.bit_count() != s["counts"][seat]:
            wrong.append(f"seat {seat} has {held.bit_count()} cards, but the count is {s['counts'][seat]}")
        if s["phase"] == EXCHANGE:
            aside = [int(card) - 1 for card in s["given"][seat] if card]
            if len(set(aside)) != len(aside) or any(not held >> card & 1 for card in aside):
                wrong.append(f"seat {seat} gives cards that it has not: {aside}")
    if s["phase"] != GRAND_CALLS and any(int(mask) for mask in s["rest"]):
        wrong.append("cards have not been taken up")
    return wrong


def _places(s) -> list[str]:
    """Who has no cards is out, and no seat is out twice."""
    places = sorted(int(place) for place in s["place"] if place)
    wrong = []
    if places != list(range(1, int(s["out"]) + 1)):
        wrong.append(f"the places are {s['place']}, but {s['out']} are out")
    for seat in range(4):
        if (s["counts"][seat] == 0) != (s["place"][seat] > 0):
            wrong.append(f"seat {seat} has {s['counts'][seat]} cards and place {s['place'][seat]}")
    if s["phase"] <= CALLS and s["out"]:
        wrong.append("somebody is out before the play")
    return wrong


def _points(s) -> list[str]:
    """A round is worth 100 points, or 200 to nothing, and the calls on top."""
    if s["phase"] != OVER or s["match"]:
        return []
    calls = [0, 0]
    for seat in range(4):
        stake = (0, 100, 200)[s["calls"][seat]]
        calls[seat % 2] += stake if s["place"][seat] == 1 else -stake
    cards = [int(s["total"][team]) - calls[team] for team in range(2)]
    double = s["out"] == 2
    fits = sorted(cards) == [0, 200] if double else sum(cards) == 100
    return [] if fits else [f"the cards of the round count {cards}"]
