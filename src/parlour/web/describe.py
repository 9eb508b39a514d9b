"""What a browser may know of a position, made from a seat's view by the game's own ``board`` room.

A game offers ``describe(position)``, the fields its board draws, and ``targets(position, action)``, the
squares, cards or buttons that stand for an action; perhaps also ``features(position, seat)`` for the
reasons of a hint. A game without that room is shown as text, its actions as buttons.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from parlour.game import Game, Position, State, View
from parlour.web.answers import Event, LegalMove

__all__ = ["describe", "event_for", "features", "legal_moves", "plain_text", "see", "targets"]

Feature = tuple[float, float]


def _room(game: Game) -> ModuleType | None:
    room = game.room("board") if game.has_room("board") else None
    return room if room is not None and hasattr(room, "describe") else None


def see(state: State, seat: int | None) -> Position:
    """What a seat may know; everything for no seat."""
    return state if seat is None else View(state, seat)


def describe(position: Position) -> dict[str, Any]:
    """The fields that the game's board draws."""
    room = _room(position.game)
    return dict(room.describe(position)) if room else {"text": str(position)}


def targets(position: Position, action: int) -> dict[str, Any]:
    """What stands for an action on the board; a button when nothing does."""
    room = _room(position.game)
    return dict(room.targets(position, action)) if room else {}


def legal_moves(position: Position) -> list[LegalMove]:
    """The legal actions with what a board needs to offer them."""
    return [
        LegalMove(a=position.format(action), targets=targets(position, action))
        for action in position.legal_moves
    ]


def event_for(event: Event, game: Game, viewer: int | None, seen: str) -> Event:
    """A move as a viewer may know it: in games with hidden information without its details."""
    if not game.hidden or viewer is None or viewer == event.seat:
        return event
    return event.model_copy(update={"text": seen, "targets": {}})


def features(position: Position, seat: int) -> Mapping[str, Feature]:
    """Numbers that tell positions apart, own and the others', the most telling first."""
    room = _room(position.game)
    found = getattr(room, "features", None)
    return found(position, seat) if found else {}


def plain_text(position: Position) -> str:
    """The position as text, to copy and to read aloud."""
    write = getattr(position.game.notation, "text", None)
    return str(write(position)) if write else str(position)
