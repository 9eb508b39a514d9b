"""Tichu's positions read from text: one line of fields such as ``trick: 7r 7g by south``."""

from __future__ import annotations

import re
from typing import Any

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.games.tichu import state as st
from parlour.games.tichu.cards import (
    DECK,
    MAHJONG_BIT,
    NATURAL,
    PHOENIX_BIT,
    card_name,
    parse_card,
    parse_rank,
)
from parlour.games.tichu.combinations import SINGLE
from parlour.games.tichu.invariants import round_over, worth
from parlour.games.tichu.state import SEATS
from parlour.spec import read_fields, read_name, read_number
from parlour.state import State

__all__ = ["CALL_WORDS", "PHASES", "gifts", "position"]

PHASES = ("grand calls", "calls", "exchange", "play", "wish", "dragon", "over")
CALL_WORDS = {st.SMALL: "tichu", st.LARGE: "grand"}
MOST_POINTS = 125  # that the cards of a round are worth without the Phoenix
MOST_SCORE, MOST_TURNS = 99_999, (1 << 15) - 1

Fields = dict[str, str]
Seats = tuple[str, ...]


def gifts(s: Any, seat: int) -> int:
    """How many cards a seat has given so far."""
    if s["phase"] == st.EXCHANGE:
        return 3 if seat < s["turn"] else int(s["step"]) if seat == s["turn"] else 0
    return 3 if s["phase"] > st.EXCHANGE else 0


def position(game: Game, text: str) -> State:
    """The state of a line of fields as `text` writes them; `phase` and `turn` are needed."""
    seats = game.seat_names
    common = ("phase", "turn", "asked", "trick", "wish", "lacks", "calls", "out", "points", "score", "rounds")
    own = [name + what for name in seats for what in ("", " gave", " played")]
    fields = read_fields("a Tichu position", text, (*common, "turns", "starter", *own), common[:2])
    state = game.blank()
    s = state.data
    s["mini"], s["match"] = game.encoded[:2]
    s["may_call"] = game.encoded[2] and not s["mini"]
    _read_turn(s, fields, seats)
    _read_points(s, fields)
    for seat in range(SEATS):
        _read_cards(s, seat, seats[seat], fields)
    _read_gifts(s, fields, seats)
    _read_trick(state, fields["trick"])
    _read_wish(s, fields, seats)
    _follow(s, fields["starter"], seats)
    return state


def _read_turn(s: Any, fields: Fields, seats: Seats) -> None:
    """Who is to do what, the calls, and who is out."""
    s["phase"] = read_name("phase", fields["phase"], PHASES)
    s["turn"] = read_name("seat", fields["turn"], seats)
    asked = fields["asked"].removesuffix(" must bomb")
    s["asked"], s["vowed"] = read_name("seat", asked, seats) if asked else -1, asked != fields["asked"]
    for word in filter(None, fields["calls"].split(", ")):
        name, _, call = word.partition(" ")
        if call not in CALL_WORDS.values():
            raise ParlourError(f"calls: '{word[:40]}' is no call: expected one such as {seats[0]} tichu")
        s["calls"][read_name("seat", name, seats)] = st.SMALL if call == CALL_WORDS[st.SMALL] else st.LARGE
    out = fields["out"].split()
    if len(out) >= SEATS:
        raise ParlourError(f"out: there are {len(out)}: the round is over when three are out")
    for i, name in enumerate(out):
        s["place"][read_name("seat", name, seats)] = s["out"] = i + 1


def _read_points(s: Any, fields: Fields) -> None:
    """The points of the tricks and of the match; how many rounds and turns there were."""
    s["points"] = _numbers("points", fields["points"], SEATS, MOST_POINTS)
    s["total"] = _numbers("score", fields["score"], 2, MOST_SCORE)
    s["turns"] = read_number("turns", fields["turns"], 0, MOST_TURNS)
    rounds = read_number("rounds", fields["rounds"], 0, st.MOST_ROUNDS if s["match"] else 0)
    s["rounds"] = rounds if s["match"] else s["phase"] == st.OVER


def _numbers(what: str, text: str, count: int, most: int) -> list[int]:
    words = text.split() or ["0"] * count
    if len(words) != count:
        raise ParlourError(f"{what}: there are {len(words)} numbers: expected {count}")
    return [read_number(what, word, -most, most) for word in words]


def _read_cards(s: Any, seat: int, name: str, fields: Fields) -> None:
    """The cards of a seat: in its hand, still to be taken up, and played."""
    hand, _, rest = fields[name].partition("+")
    piles = {"hands": hand, "rest": rest, "played": fields[f"{name} played"]}
    size, deck = (13, NATURAL) if s["mini"] else (14, DECK)
    free = int(deck) & ~sum(int(mask) for pile in piles for mask in s[pile])
    for pile, words in piles.items():
        for card in map(parse_card, words.split()):
            if not free >> card & 1:
                raise ParlourError(f"{name}: {card_name(card)} is named twice, or is not in this deck")
            free ^= 1 << card
            s[pile][seat] |= 1 << card
    count = sum(int(s[pile][seat]).bit_count() for pile in piles)
    if count != size:
        raise ParlourError(f"{name}: {count} cards in the hand and played: expected {size} together")
    s["counts"][seat] = int(s["hands"][seat]).bit_count()


def _read_gifts(s: Any, fields: Fields, seats: Seats) -> None:
    """The cards that the seats have put aside, or have given to the left, to the partner, to the right."""
    given = [[parse_card(word) for word in fields[f"{name} gave"].split()] for name in seats]
    s["step"] = len(given[s["turn"]]) % 3 if s["phase"] == st.EXCHANGE else 0
    for seat, cards in enumerate(given):
        if len(cards) != gifts(s, seat):
            raise ParlourError(f"{seats[seat]} gave: there are {len(cards)} cards: expected {gifts(s, seat)}")
        for i, card in enumerate(cards):
            taker = (seat + 1 + i) % SEATS if s["phase"] > st.EXCHANGE else seat
            if card + 1 in s["given"] or not int(s["hands"][taker] | s["played"][taker]) >> card & 1:
                raise ParlourError(
                    f"{seats[seat]} gave: {card_name(card)} is not with {seats[taker]}, or given twice"
                )
            s["given"][seat, i] = card + 1


def _read_trick(state: State, text: str) -> None:
    """The play to beat, and what the trick is worth: all that was played and nobody has taken."""
    s = state.data
    s["owner"] = -1
    if text:
        _lay(state, text)
    s["stake"] = worth(sum(int(mask) for mask in s["played"])) - s["points"].sum()


def _lay(state: State, text: str) -> None:
    """Lead the play on an empty table: so the rules say what it is and counts."""
    s, seats = state.data, state.game.seat_names
    shape = re.fullmatch(r"(.+?)(?: over (\S+))? by (\S+)", text)
    if not shape:
        raise ParlourError(f"trick: '{text[:40]}': expected cards and a seat such as 7r 7g by {seats[0]}")
    owner = read_name("seat", shape[3], seats)
    table = state.game.blank()
    t = table.data
    t["phase"], t["owner"], t["asked"], t["counts"] = st.PLAY, -1, -1, 14
    t["hands"][0] = s["played"][owner]
    try:
        play = table.parse(f"play {shape[1]}")
    except ParlourError:
        raise ParlourError(f"trick: '{shape[1][:40]}' is nothing that {seats[owner]} has played") from None
    if shape[2]:
        t["top_kind"], t["top_value"] = SINGLE, 2 * parse_rank(shape[2])
    state.game.rules.apply(table.buffer, play, table.rng)
    if not t["top"] or (shape[2] and play != PHOENIX_BIT):
        raise ParlourError(f"trick: '{text[:40]}': the Dog makes no trick, and only a Phoenix is over a rank")
    for name in ("top", "top_value", "top_kind", "top_length"):
        s[name] = t[name]
    s["owner"] = owner


def _read_wish(s: Any, fields: Fields, seats: Seats) -> None:
    rank = fields["wish"].removesuffix(" fulfilled")
    s["wished"] = parse_rank(rank) if rank else 0
    s["wish"] = s["wished"] if rank == fields["wish"] else 0
    for name in fields["lacks"].split():
        s["lacks"][read_name("seat", name, seats)] = 1


def _follow(s: Any, starter: str, seats: Seats) -> None:
    """Who leads first (the Mahjong's holder; in Mini-Tichu it was drawn), and how many have passed."""
    if s["mini"]:
        s["starter"] = read_name("seat", starter, seats)
    elif starter:
        raise ParlourError("starter: only Mini-Tichu has one: else it is the holder of the Mahjong")
    elif s["phase"] >= st.PLAY:
        holders = (s["hands"] | s["played"]) & MAHJONG_BIT
        s["starter"] = holders.argmax()
    if s["phase"] in (st.PLAY, st.WISHING) and s["top"]:
        s["passes"] = _passes(s)
    elif s["phase"] == st.DRAGON_GIFT and not round_over(s):
        s["passes"] = SEATS - s["out"]


def _passes(s: Any) -> int:
    """How many seats with cards there are after the owner of the trick and before the one in turn."""
    between = (int(s["turn"]) - int(s["owner"]) - 1) % SEATS
    return sum(bool(s["counts"][(s["owner"] + 1 + i) % SEATS]) for i in range(between))
