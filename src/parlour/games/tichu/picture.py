"""Tichu drawn: four hands round a table (face down where they are hidden), the trick, calls and points."""

from __future__ import annotations

from typing import NamedTuple

from parlour.games.tichu.cards import PHOENIX, RANKS, SPECIALS, card_name, card_rank, cards_of
from parlour.games.tichu.state import CALLS, DRAGON_GIFT, EXCHANGE, GRAND_CALLS, LARGE, PLAY, SMALL, WISHING
from parlour.state import Position
from parlour.svg import (
    ACCENT,
    BRIGHT,
    CARD,
    LINE,
    LOOKS,
    MUTED,
    OUTLINE,
    PANEL,
    SUNK,
    VIOLET,
    Look,
    Point,
    element,
    group,
    path,
    picture,
    rect,
    sign,
    standing,
    text,
)

__all__ = ["svg"]

WIDTH, HEIGHT = 820, 610
CARD_WIDTH, CARD_HEIGHT = 46, 64
PLATE_WIDTH, PLATE_HEIGHT = 226, 46
SEAT_LOOKS = tuple(Look(LOOKS[seat % 2].fill, LOOKS[seat % 2].ink, LOOKS[seat].shape) for seat in range(4))

# The suits in the order of `cards.SUITS`: colour, and a sign about (0, 0) that is 36 wide.
SUITS = (
    ("#BD0907", "M0-17L5-5L18-5L8 3L12 16L0 8L-12 16L-8 3L-18-5L-5-5Z"),
    ("#00826B", "M0-17A17 17 0 1 1-.1-17ZM0-9A9 9 0 1 0 .1-9Z"),
    ("#1E46A3", "M-16-4L0-16L16-4H10V4H-10V-4ZM-12 4H12V16H-12Z"),
    ("#1D1D1D", "M-2-18h4v22h9v4h-9v10h-4v-10h-9v-4h9z"),
)
ASKED = {
    GRAND_CALLS: "may call Grand Tichu",
    CALLS: "may call Tichu",
    EXCHANGE: "gives a card",
    WISHING: "may wish for a rank",
    DRAGON_GIFT: "gives the Dragon away",
}


class Place(NamedTuple):
    """Where a seat's plate and hand lie: a corner of each, and how many cards stand in a row."""

    plate: Point
    hand: Point
    row: int
    step: float


_MIDDLE, _RIGHT = (WIDTH - PLATE_WIDTH) / 2, WIDTH - 20 - PLATE_WIDTH
_LONG = (WIDTH - 13 * 36 - CARD_WIDTH) / 2
PLACES = (
    Place((_MIDDLE, 470), (_LONG, 526), 14, 36),
    Place((20, 228), (20, 284), 7, 30),
    Place((_MIDDLE, 64), (_LONG, 120), 14, 36),
    Place((_RIGHT, 228), (_RIGHT, 284), 7, 30),
)  # south, west, north, east


def svg(position: Position) -> str:
    """The table of a position; hands that are not known are drawn face down."""
    return picture(
        f"Tichu: {_status(position)}",
        WIDTH,
        HEIGHT,
        rect(8, 54, WIDTH - 16, HEIGHT - 62, rx=24, fill=SUNK, stroke=LINE, stroke_width=2),
        _header(position),
        *(_plate(position, seat) for seat in range(4)),
        *(_hand(position, seat) for seat in range(4)),
        _trick(position),
        pixels=760,
    )


def _status(position: Position) -> str:
    """Who is asked for what, or who has won."""
    if position.over:
        return standing(position)
    s, name = position.data, position.game.seat_name(position.mover)
    if s["phase"] == PLAY:
        return f"{name} {'may bomb' if s['asked'] >= 0 else 'plays' if s['top'] else 'leads'}"
    return f"{name} {ASKED[int(s['phase'])]}"


def _header(position: Position) -> str:
    """The points of both teams, and what is asked."""
    totals = [int(total) for total in position.data["total"]]
    bold = {"font_weight": 700}
    return group(
        sign(SEAT_LOOKS[0], 28, 28, 24),
        text(f"south and north {totals[0]}", 46, 34, 18, **bold),
        text(_status(position), WIDTH / 2, 34, 18, fill=ACCENT, text_anchor="middle", **bold),
        text(f"west and east {totals[1]}", WIDTH - 46, 34, 18, text_anchor="end", **bold),
        sign(SEAT_LOOKS[1], WIDTH - 28, 28, 24),
    )


def _plate(position: Position, seat: int) -> str:
    """A seat: its name, its cards, the points it has taken, its call, and whether it is out."""
    s, turn = position.data, seat == position.mover
    call = {SMALL: "Tichu", LARGE: "Grand Tichu"}.get(int(s["calls"][seat]), "")
    place = ("", "1st out", "2nd out", "3rd out")[s["place"][seat]]
    count = place or f"{s['counts'][seat]} card{'s' if s['counts'][seat] != 1 else ''}"
    edge, thick = (ACCENT, 3) if turn else (LINE, 1.5)
    return group(
        rect(0, 0, PLATE_WIDTH, PLATE_HEIGHT, rx=8, fill=PANEL, stroke=edge, stroke_width=thick),
        sign(SEAT_LOOKS[seat], 24, 23, 30),
        text(position.game.seat_name(seat), 46, 20, 17, font_weight=700),
        text(f"{count}, {s['points'][seat]} points", 46, 38, 14, fill=MUTED),
        _flag(call) if call else "",
        at=PLACES[seat].plate,
        data_seat=seat,
    )


def _flag(call: str) -> str:
    width = 100 if len(call) > 5 else 56
    return group(
        rect(0, 0, width, 22, rx=5, fill=BRIGHT, stroke=OUTLINE, stroke_width=1.5),
        text(call, width / 2, 16, 14, fill=OUTLINE, text_anchor="middle", font_weight=700),
        at=(PLATE_WIDTH - width - 6, 3),
        data_call=call,
    )


def _hand(position: Position, seat: int) -> str:
    """The cards of a seat from high to low, the specials last; covered when they are hidden."""
    mask, count = int(position.data["hands"][seat]), int(position.data["counts"][seat])
    order = sorted(cards_of(mask), key=lambda card: -card if card > 3 else card)
    cards = [_card(card) for card in order] or [_back()] * count
    (x, y), row, step = PLACES[seat].hand, PLACES[seat].row, PLACES[seat].step
    x += (14 - count) * step / 2 if row == 14 else 0
    places = [(x + step * (i % row), y + 56 * (i // row)) for i in range(len(cards))]
    return group(*(group(card, at=at) for card, at in zip(cards, places, strict=True)), data_hand=seat)


def _card(card: int) -> str:
    """A card face up: rank and suit in its corner, or the name of a special."""
    ground = rect(0, 0, CARD_WIDTH, CARD_HEIGHT, rx=5, fill=CARD, stroke=OUTLINE, stroke_width=1.5)
    if card < len(SPECIALS):
        name = text(SPECIALS[card].capitalize(), 0, 0, 12, fill=VIOLET, font_weight=800)
        return group(
            ground, element("g", name, transform="translate(9 4) rotate(90)"), data_card=card_name(card)
        )
    colour, shape = SUITS[card % 4]
    return group(
        ground,
        text(RANKS[card_rank(card)], 3, 19, 19, fill=colour, font_weight=800),
        path(shape, fill=colour, transform="translate(14 42) scale(.62)"),
        data_card=card_name(card),
    )


def _back() -> str:
    """A card face down."""
    return group(
        rect(0, 0, CARD_WIDTH, CARD_HEIGHT, rx=5, fill=VIOLET, stroke=OUTLINE, stroke_width=1.5),
        rect(5, 5, CARD_WIDTH - 10, CARD_HEIGHT - 10, rx=3, fill="none", stroke=CARD, stroke_width=1.5),
        data_back="",
    )


def _trick(position: Position) -> str:
    """The play to beat with its owner and the points that lie there, and the wish."""
    s, x = position.data, WIDTH / 2
    top, wish = int(s["top"]), int(s["wish"])
    words = f"{position.game.seat_name(int(s['owner']))}'s trick: {int(s['stake'])} points" if top else ""
    return group(
        text(words, x, 254, 16, fill=MUTED, text_anchor="middle"),
        *_played(top),
        _badge(f"wish: {RANKS[wish]}", x, 426) if wish else "",
        data_trick="",
    )


def _played(top: int) -> list[str]:
    """The cards of a play from high to low, the Phoenix in its place; many stand in two rows."""
    role, cards = top >> 56, cards_of(top & (1 << 56) - 1)
    cards.sort(key=lambda card: -(role if card == PHOENIX else card_rank(card)))
    row, scale = (5, 1.3) if len(cards) <= 5 else (7, 1.0)
    step = CARD_WIDTH * scale - 4
    left = WIDTH / 2 - step * min(len(cards), row) / 2
    places = [(left + step * (i % row), 266 + 68 * (i // row)) for i in range(len(cards))]
    table = [group(_card(card), at=at, scale=scale) for card, at in zip(cards, places, strict=True)]
    if role and PHOENIX in cards:
        y = 376 if len(cards) <= row else 416
        table.append(text(f"Phoenix as {RANKS[role]}", WIDTH / 2, y, 16, fill=VIOLET, text_anchor="middle"))
    return table


def _badge(words: str, x: float, y: float) -> str:
    return group(
        rect(-50, 0, 100, 28, rx=7, fill=BRIGHT, stroke=OUTLINE, stroke_width=1.5),
        text(words, 0, 20, 16, fill=OUTLINE, text_anchor="middle", font_weight=700),
        at=(x, y),
    )
