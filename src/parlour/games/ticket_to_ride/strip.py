"""What lies beside the map: the face-up cards, and the cars, cards, tickets and points of each player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from parlour.games.ticket_to_ride.invariants import joined
from parlour.games.ticket_to_ride.looks import OWNERS, card, card_back
from parlour.games.ticket_to_ride.notation import ticket_name
from parlour.games.ticket_to_ride.state import FIRST, KEEPING, SECOND
from parlour.games.ticket_to_ride.usa import TICKETS
from parlour.state import Position
from parlour.svg import (
    ACCENT,
    ALERT,
    CARD,
    GOOD,
    LINE,
    MUTED,
    OUTLINE,
    PANEL,
    VIOLET,
    element,
    group,
    path,
    rect,
    sign,
    standing,
    text,
    text_width,
)

__all__ = ["draw_strip"]

MARGIN, ROW, LINE_HEIGHT = 30, 74, 50
SMALL, LARGE = 27, 32
ASKED = {FIRST: "", SECOND: ": a second card", KEEPING: ": which tickets to keep"}
CHECK = "M3 12L9 18L21 4"


class Chip(NamedTuple):
    """A small plate with words: a ticket, open or face down."""

    words: str
    kind: str  # open, done, missed, offered or hidden

    @property
    def width(self) -> float:
        """How wide it is."""
        if self.kind == "hidden":
            return 40
        return text_width(self.words, SMALL) + (56 if self.kind == "done" else 28)


def draw_strip(position: Position, width: float, top: float) -> tuple[str, float]:
    """All that lies below the map, and where it ends."""
    parts = [_status(position, width, top + 40), _market(position, top + 76)]
    y = top + 76 + 88
    for seat in range(int(position.data["players"])):
        panel, height = _player(position, seat, width - 2 * MARGIN)
        parts.append(element("g", panel, transform=f"translate({MARGIN} {y})"))
        y += height + 12
    return group(*parts), y + 12


def _status(position: Position, width: float, y: float) -> str:
    """Who is to move and what is asked; how many turns are left in the last round."""
    last, words = int(position.data["last"]), standing(position)
    if not position.over:
        words += ASKED[int(position.data["phase"])]
    mark = [sign(OWNERS[position.mover], MARGIN + 22, y - 11, 42)] if not position.over else []
    note = "" if last < 0 or position.over else f"last round: {last} turn{'s' if last != 1 else ''} to go"
    return group(
        *mark,
        text(words, MARGIN + (56 if mark else 0), y, LARGE, font_weight=700),
        text(note, width - MARGIN, y, LARGE, fill=ALERT, text_anchor="end", font_weight=700),
    )


def _market(position: Position, y: float) -> str:
    """The face-up cards and how many lie in each pile."""
    s = position.data
    open_cards = [
        card(int(colour), MARGIN + 112 * i, y, 100, 64) for i, colour in enumerate(s["market"]) if colour >= 0
    ]
    discards = sum(int(n) for n in s["discards"])
    words = f"in the deck · discards: {discards} · tickets left: {s['tickets_left']}"
    return group(
        *open_cards,
        card_back(MARGIN + 600, y, 100, 64, str(s["deck_size"])),
        text(words, MARGIN + 720, y + 42, SMALL, fill=MUTED),
        data_market=len(open_cards),
    )


def _player(position: Position, seat: int, width: float) -> tuple[str, float]:
    """The panel of a player, and how high it is."""
    turn = seat == position.mover
    tickets, height = _flow(_chips(position, seat), width)
    edge, thick = (ACCENT, 5) if turn else (LINE, 2)
    panel = rect(0, 0, width, height, rx=12, fill=PANEL, stroke=edge, stroke_width=thick)
    return group(panel, _counters(position, seat), _hand(position, seat), *tickets), height


def _counters(position: Position, seat: int) -> str:
    """Name, points, cars and cards."""
    s = position.data
    points = f"{s['final' if position.over else 'points'][seat]} points"
    words = [
        (76, position.game.seat_name(seat)),
        (210, points),
        (405, f"{s['cars'][seat]} cars"),
        (545, f"{s['cards'][seat]} cards"),
    ]
    return group(
        sign(OWNERS[seat], 40, ROW / 2, 48),
        *(text(word, x, ROW / 2 + 10, 29, font_weight=700 if x < 300 else 400) for x, word in words),
    )


def _hand(position: Position, seat: int) -> str:
    """The cards that are known by colour, and how many are not."""
    counts = [int(n) for n in position.data["hands"][seat]]
    hidden = int(position.data["cards"][seat]) - sum(counts)
    piles = [(card(colour, 0, 0, 54, 40), n) for colour, n in enumerate(counts) if n]
    piles += [(card_back(0, 0, 54, 40), hidden)] if hidden > 0 else []
    row = [
        group(pile, text(n, 62, 30, 29, font_weight=700), at=(690 + 100 * i, ROW / 2 - 20), data_count=n)
        for i, (pile, n) in enumerate(piles)
    ]
    return group(*row, data_hand=seat + 1)


def _chips(position: Position, seat: int) -> list[Chip]:
    """The tickets of a player, then those on offer; face down where they are not known."""
    s = position.data
    tickets = [t for t in range(len(TICKETS)) if int(s["tickets"][seat]) >> t & 1]
    short = "missed" if position.over else "open"
    chips = [Chip(ticket_name(t), "done" if joined(position, seat, t) else short) for t in tickets]
    chips += [Chip("", "hidden")] * (int(s["held"][seat]) - len(tickets))
    for i, ticket in enumerate(s["offers"][seat][: s["offered"][seat]], 1):
        chips.append(Chip(f"{i}: {ticket_name(ticket)}", "offered") if ticket >= 0 else Chip("", "hidden"))
    return chips


def _flow(chips: Iterable[Chip], width: float) -> tuple[list[str], float]:
    """Chips in lines as they fit, and how high the panel is."""
    x, y, plates = 76.0, float(ROW - 2), []
    for chip in chips:
        if x + chip.width > width - 16:
            x, y = 76.0, y + LINE_HEIGHT
        plates.append(_chip(chip, x, y))
        x += chip.width + 12
    return plates, y + LINE_HEIGHT + 6 if plates else ROW


def _chip(chip: Chip, x: float, y: float) -> str:
    if chip.kind == "hidden":
        return card_back(x, y, 40, 40)
    edge = {"done": GOOD, "missed": ALERT, "offered": VIOLET}.get(chip.kind, OUTLINE)
    dashes = {"stroke_dasharray": "9 5"} if chip.kind == "offered" else {}
    check = (
        [path(CHECK, fill="none", stroke=GOOD, stroke_width=5, transform="translate(12 9)")]
        if chip.kind == "done"
        else []
    )
    return group(
        rect(0, 0, chip.width, 40, rx=8, fill=CARD, stroke=edge, stroke_width=3, **dashes),
        *check,
        text(chip.words, 42 if check else 14, 29, SMALL),
        at=(x, y),
        data_ticket=chip.kind,
    )
