"""What a browser may know of a position, made from a seat's view by the hooks of the game's ``board``."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Mapping
from typing import Any

from parlour.contract import Feature
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.state import Position, State, View
from parlour.web.answers import Event, LegalMove
from parlour.web.boards import has_file

__all__ = ["describe", "event_for", "features", "legal_moves", "plain_text", "see", "sequel", "targets"]


def see(state: State, seat: int | None) -> Position:
    """What a seat may know; everything for no seat."""
    return state if seat is None else View(state, seat)


def _from_board(game: Game, hook: str, *given: Any) -> Any:
    """What a game's own board says; its mistakes are told on the page and in the terminal."""
    try:
        return getattr(game.board, hook)(*given)
    except Exception as error:  # whatever the code of others raises
        place = traceback.extract_tb(error.__traceback__)[-1]
        mistake = f"{type(error).__name__}: {error} ({place.filename}, line {place.lineno})"
        text = f"the board of {game.name} failed in {hook}: {mistake}"
        print(f"parlour: {text}", file=sys.stderr, flush=True)
        raise ParlourError(text) from error


def describe(position: Position) -> dict[str, Any]:
    """The fields that the game's board draws: its own, or the one that the page makes from a sketch."""
    game = position.game
    if game.board.sketch and not has_file(game, "board.js"):
        return dict(_from_board(game, "sketch", position).fields())
    return dict(_from_board(game, "describe", position))


def targets(position: Position, action: int) -> dict[str, Any]:
    """What stands for an action on the board; a button when nothing does."""
    return dict(_from_board(position.game, "targets", position, action))


def sequel(before: Position, after: Position) -> dict[str, Any]:
    """What the action between two positions came to."""
    return dict(_from_board(before.game, "sequel", before, after))


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
    return dict(_from_board(position.game, "features", position, seat))


def plain_text(position: Position) -> str:
    """The position as text, to copy and to read aloud."""
    return position.text if position.game.notation.text else str(position)
