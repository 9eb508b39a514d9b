"""How train cards and players look: a colour and a sign each, so that no colour stands alone."""

from __future__ import annotations

from functools import cache

from parlour.games.ticket_to_ride.usa import LOCOMOTIVE
from parlour.svg import (
    BLACK,
    BLUE,
    CARD,
    GREEN,
    LOOKS,
    OUTLINE,
    PANEL,
    RED,
    VIOLET,
    WHITE,
    YELLOW,
    Look,
    group,
    path,
    rect,
    text,
)

__all__ = ["OWNERS", "STRIPES", "TRACK_GREY", "TRAINS", "card", "card_back", "train_sign"]

_CIRCLE, _SQUARE, _UP, _DIAMOND, _STAR, _PLUS, _DOWN, _ = (look.shape for look in LOOKS)
_HEART = "M50 92C20 66 4 50 4 30C4 14 16 6 28 6Q44 6 50 22Q56 6 72 6C84 6 96 14 96 30C96 50 80 66 50 92Z"
_RING = "M50 6A44 44 0 1 1 49.9 6ZM50 30A20 20 0 1 0 50.1 30Z"
_LETTER_L = "M26 6H48V72H80V94H26Z"

TRAINS = (
    Look("#EC9EE3", OUTLINE, _HEART),
    Look(WHITE, OUTLINE, _RING),
    Look("#1D5096", PANEL, _SQUARE),
    Look("#FDE44A", OUTLINE, _STAR),
    Look("#EB7F20", OUTLINE, _DIAMOND),
    Look(BLACK, PANEL, _PLUS),
    Look("#BC0D1F", PANEL, _UP),
    Look("#28916F", OUTLINE, _DOWN),
    Look(CARD, OUTLINE, _LETTER_L),
)  # by the number of the colour; the last is the locomotive
STRIPES = (6, 4, 3, 7, 2)  # the colours of a locomotive
TRACK_GREY = "#9AA3AD"

# The players are named by their colours; see `seat_names`.
OWNERS = (
    Look(BLUE, PANEL, _CIRCLE),
    Look(RED, PANEL, _SQUARE),
    Look(GREEN, OUTLINE, _UP),
    Look(YELLOW, OUTLINE, _DIAMOND),
    Look(BLACK, PANEL, _STAR),
)


def train_sign(colour: int, x: float, y: float, size: float) -> str:
    """The sign of a colour about a point, without a ground."""
    look = TRAINS[colour]
    return path(look.shape, fill=look.ink, transform=_into(x, y, size))


@cache
def _into(x: float, y: float, size: float) -> str:
    return f"translate({x - size / 2:.2f} {y - size / 2:.2f}) scale({size / 100:.4g})"


def card(colour: int, x: float, y: float, width: float, height: float) -> str:
    """A train card, face up."""
    stripes = [
        rect(i * width / 5, 0, width / 5, height, fill=TRAINS[stripe].fill)
        for i, stripe in enumerate(STRIPES if colour == LOCOMOTIVE else ())
    ]
    plate = (
        [rect(width * 0.28, height * 0.14, width * 0.44, height * 0.72, rx=5, fill=CARD)] if stripes else []
    )
    return group(
        rect(0, 0, width, height, rx=6, fill=TRAINS[colour].fill),
        *stripes,
        *plate,
        rect(0, 0, width, height, rx=6, fill="none", stroke=OUTLINE, stroke_width=3),
        train_sign(colour, width / 2, height / 2, height * 0.56),
        at=(x, y),
        data_card=colour,
    )


def card_back(x: float, y: float, width: float, height: float, sign: str = "?") -> str:
    """A card face down."""
    return group(
        rect(0, 0, width, height, rx=6, fill=VIOLET, stroke=OUTLINE, stroke_width=3),
        rect(6, 6, width - 12, height - 12, rx=4, fill="none", stroke=CARD, stroke_width=2),
        text(sign, width / 2, height / 2 + 9, 26, fill=CARD, text_anchor="middle", font_weight=800),
        at=(x, y),
    )
