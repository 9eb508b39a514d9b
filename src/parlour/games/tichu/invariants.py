"""What holds in every Tichu position."""

from __future__ import annotations

from typing import Any

from parlour.games.tichu import state as st
from parlour.games.tichu.cards import (
    DECK,
    DRAGON_BIT,
    FIVES,
    KINGS,
    MAHJONG_BIT,
    NATURAL,
    PHOENIX_BIT,
    TENS,
    rank_bits,
)
from parlour.state import State

__all__ = ["broken", "round_over", "worth"]


def broken(state: State) -> list[str]:
    """Every invariant that a position breaks, in words."""
    s = state.data
    faults = {**_phase(s), **_score(s), **_trick(s), **_wish(s)}
    return [*_cards(s), *_places(s), *_points(s), *(fault for fault, there in faults.items() if there)]


def worth(cards: int) -> int:
    """The points of a set of cards."""
    points = 5 * (cards & int(FIVES)).bit_count() + 10 * (cards & int(TENS | KINGS)).bit_count()
    return points + 25 * (bool(cards & int(DRAGON_BIT)) - bool(cards & int(PHOENIX_BIT)))


def round_over(s: Any) -> bool:
    """Whether three seats are out, or two partners."""
    teams = {seat % 2 for seat in range(4) if s["place"][seat]}
    return bool(s["out"] == 3 or (s["out"] == 2 and len(teams) == 1))


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
        if s["phase"] == st.EXCHANGE:
            aside = [int(card) - 1 for card in s["given"][seat] if card]
            if len(set(aside)) != len(aside) or any(not held >> card & 1 for card in aside):
                wrong.append(f"seat {seat} gives cards that it has not: {aside}")
    if s["phase"] != st.GRAND_CALLS and any(int(mask) for mask in s["rest"]):
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
    if s["phase"] <= st.CALLS and s["out"]:
        wrong.append("somebody is out before the play")
    return wrong


def _points(s) -> list[str]:
    """A round is worth 100 points, or 200 to nothing, and the calls on top."""
    if s["phase"] != st.OVER or s["match"]:
        return []
    calls = [0, 0]
    for seat in range(4):
        stake = (0, 100, 200)[s["calls"][seat]]
        calls[seat % 2] += stake if s["place"][seat] == 1 else -stake
    cards = [int(s["total"][team]) - calls[team] for team in range(2)]
    double = s["out"] == 2
    fits = sorted(cards) == [0, 200] if double else sum(cards) == 100
    return [] if fits else [f"the cards of the round count {cards}"]


def _phase(s: Any) -> dict[str, bool]:
    """What may be wrong with the phase of a round."""
    phase, six = s["phase"], all(int(rest).bit_count() == 6 for rest in s["rest"])
    return {
        "there are calls, but nobody may call": not s["may_call"] and (phase <= st.CALLS or s["calls"].any()),
        "a seat does not have six cards to take up": phase == st.GRAND_CALLS and not six,
        "cards are played before all have given three": phase < st.PLAY and s["played"].any(),
        "the round goes on after its end": phase == st.PLAY and round_over(s),
        "the round is over too early": phase == st.OVER and not round_over(s),
        "who is to play has no cards": phase in (st.PLAY, st.WISHING) and not s["counts"][s["turn"]],
    }


def _score(s: Any) -> dict[str, bool]:
    """What may be wrong with the score of the match."""
    over, match = s["phase"] == st.OVER, bool(s["match"])
    ended = s["rounds"] >= st.MOST_ROUNDS or (max(s["total"]) >= st.MATCH and s["total"][0] != s["total"][1])
    return {
        "there is a score before the end of the only round": not match and not over and s["total"].any(),
        "the match goes on after its end, or ends too early": match and over != ended,
    }


def _trick(s: Any) -> dict[str, bool]:
    """What may be wrong with the trick on the table, and with the seat that may bomb it."""
    phase, top, asked = s["phase"], int(s["top"]), int(s["asked"])
    played = worth(sum(int(mask) for mask in s["played"]))
    wishing = top & int(MAHJONG_BIT) and not s["wished"] and not s["passes"]
    return {
        "the tricks are not worth what was played": s["stake"] + s["points"].sum() != played,
        "a trick that is not there is worth something": not top and s["stake"] != 0,
        "somebody wishes who has not just played the Mahjong": phase == st.WISHING and not wishing,
        "the Dragon's trick is given away, but it is not the Dragon's": phase == st.DRAGON_GIFT
        and top != DRAGON_BIT,
        "nobody can be asked for a bomb now": asked >= 0
        and (phase != st.PLAY or not top or asked == s["turn"]),
        "a seat with less than four cards is asked for a bomb": asked >= 0 and s["counts"][asked] < 4,
        "a seat must bomb that has not called Tichu": s["vowed"]
        and (asked < 0 or s["calls"][asked] != st.SMALL),
    }


def _wish(s: Any) -> dict[str, bool]:
    """What may be wrong with a wish."""
    played, wished = sum(int(mask) for mask in s["played"]), int(s["wished"])
    holders = [seat for seat in range(4) if wished and int(s["hands"][seat]) & rank_bits(wished)]
    return {
        "a wish was made without the Mahjong": wished > 0 and not played & int(MAHJONG_BIT),
        "a seat lacks a rank that nobody wished for": not wished and s["lacks"].any(),
        "a seat holds the rank that it has shown to lack": any(s["lacks"][seat] for seat in holders),
    }
