"""Tichu for bots: cards such as 7r, 10s, Kb and phoenix."""

from __future__ import annotations

from parlour.description import Field
from parlour.forms import FLAG, NUMBER, Form, as_set, each, number_or, per_seat, word
from parlour.games.tichu.cards import RANKS, card_name, parse_card
from parlour.games.tichu.notation import play_text
from parlour.games.tichu.positions import PHASES
from parlour.games.tichu.state import SEATS

__all__ = ["FIELDS", "MOVE_KINDS"]

_NAMES = [card_name(card) for card in range(56)]
_KINDS = (
    "nothing", "single", "pair", "triple", "steps", "full house", "straight", "four of a kind",
    "straight flush", "dog",
)  # fmt: skip
_RANK = word(RANKS, "rank", 0)


def _seats(form: Form) -> Form:
    return per_seat(form, SEATS, SEATS)


def _read_play(text: str | None) -> int:
    """The play of a text such as ``9r phoenix=8 7g``."""
    play = 0
    for name, _, rank in (item.partition("=") for item in (text or "").split()):
        play |= 1 << parse_card(name) | RANKS.index(rank) << 56
    return play


_PLAY = Form("text such as `9r phoenix=8 7g`, or null", lambda play: play_text(int(play)) or None, _read_play)
_GIFTS = each(word(("", *_NAMES), none=0), "3 cards or null")

_CARDS = {
    "hands": Field("the cards of each seat; of others none", _seats(as_set(_NAMES, "cards"))),
    "rest": Field(
        "the six cards that are taken up after the calls of Grand Tichu, which nobody may see", erased=0
    ),
    "played": Field("the cards that each seat has played in this round", _seats(as_set(_NAMES, "cards"))),
    "top": Field("the play to beat; null when the trick is to be led", _PLAY),
}
_POINTS = {
    "total": Field("the points of both teams in the match so far: south and north, west and east"),
    "points": Field("the points in the tricks that each seat has taken", _seats(NUMBER)),
    "stake": Field("the points in the trick on the table"),
}
_TRICK = {
    "top_value": Field("what the play to beat is worth among its like: its rank, or twice that for one card"),
    "top_kind": Field("what the play to beat is", word(_KINDS)),
    "top_length": Field("how many cards the play to beat has"),
}
_SEATS = {
    "given": Field(
        "the cards that each seat gave to the left, to its partner and to the right; null for unknown ones",
        _seats(_GIFTS),
    ),
    "counts": Field("how many cards each seat holds", _seats(NUMBER)),
    "calls": Field("what each seat has called", _seats(word(("none", "tichu", "grand")))),
    "place": Field("1, 2, 3 for who went out first, second, third; 0 for who is still in", _seats(NUMBER)),
    "lacks": Field("whether a seat has shown that it held no card of the wished rank", _seats(FLAG)),
    "out": Field("how many seats are out"),
}
_COURSE = {
    "phase": Field("what is decided", word(PHASES)),
    "turn": Field("the seat whose turn it is"),
    "asked": Field("the seat that is asked for a bomb out of turn", number_or(-1, "nobody")),
    "step": Field("to whom a card is given in the exchange: 0 left, 1 partner, 2 right"),
    "vowed": Field("whether the seat that is asked for a bomb has called Tichu and must bomb now", FLAG),
    "owner": Field("the seat that made the play to beat"),
    "passes": Field("how many passes there were since the last play"),
    "starter": Field("the seat that leads the first trick"),
    "wish": Field("the rank that is wished for and binds", _RANK),
    "wished": Field("the rank that was wished for in this round", _RANK),
    "mini": Field("whether Mini-Tichu is played", FLAG),
    "match": Field("whether a match to 1,000 points is played", FLAG),
    "may_call": Field("whether Tichu and Grand Tichu may be called", FLAG),
    "turns": Field("how many plays and passes there were in this round"),
    "rounds": Field("how many rounds have ended"),
}

FIELDS = {**_CARDS, **_POINTS, **_TRICK, **_SEATS, **_COURSE}

MOVE_KINDS = {
    "play 7r 7g": "play cards: a rank and r, g, b or s (black), or mahjong, dog, phoenix, dragon",
    "play 9r phoenix=8 7g 6s 5b": "the Phoenix says what it stands for, unless it is played alone",
    "pass": "pass",
    "wait": "throw no bomb out of turn",
    "tichu": "call Tichu",
    "grand": "call Grand Tichu",
    "no call": "call nothing",
    "give 2b left": "give a card to the left, to the partner or to the right",
    "wish 8": "wish for a rank",
    "wish none": "wish for nothing",
    "dragon left": "give the trick of the Dragon to the left or to the right",
}
