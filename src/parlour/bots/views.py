"""Views in messages: what a bot is shown by the protocol that it speaks, and how our agents read it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, get_args

import numpy as np

from parlour.bots.protocol import FIRST, MoveInfo, Part, Ready, ViewInfo
from parlour.game import Game
from parlour.state import Move, View

__all__ = ["parts_for", "read_view", "view_info"]


def parts_for(ready: Ready) -> Collection[Part]:
    """The parts of its view that a bot gets: all by the first protocol, those that it wants by the second."""
    return get_args(Part) if ready.protocol == FIRST else ready.wants


def view_info(view: View, protocol: int, parts: Collection[Part]) -> ViewInfo:
    """These parts of a view as a bot gets them."""
    history = [MoveInfo(seat=move.seat, move=move.text) for move in view.history if "history" in parts]
    return ViewInfo(
        text=str(view) if "text" in parts else "",
        history=history,
        state=_state(view, protocol) if "state" in parts else {},
    )


def _state(view: View, protocol: int) -> dict[str, Any]:
    return _numbers(view.data) if protocol == FIRST else view.game.description.write(view)


def _numbers(data: Any) -> dict[str, Any]:
    """The fields of a state as plain numbers and lists."""
    return {name: _value(data[name]) for name in data.dtype.names}


def _value(value: Any) -> Any:
    if isinstance(value, np.void):
        return _numbers(value)
    if isinstance(value, np.ndarray) and value.dtype.names:
        return [_value(item) for item in value]
    return value.tolist()


def read_view(game: Game, seat: int, info: ViewInfo, protocol: int) -> View:
    """The view that a message describes, byte for byte."""
    history = [Move(move.seat, move.move) for move in info.history]
    view = View.from_buffer(game, seat, np.zeros(game.size, np.uint8), history)
    if protocol == FIRST:
        for name, value in info.state.items():
            view.data[name] = _field(game.dtype[name], value)
    else:
        game.description.read(info.state, view)
    return view


def _field(dtype: np.dtype, value: object) -> object:
    """Plain numbers and lists as the field that they came from."""
    if dtype.names:
        assert isinstance(value, dict)
        return tuple(_field(dtype[name], value[name]) for name in dtype.names)
    if dtype.subdtype and dtype.subdtype[0].names:
        assert isinstance(value, list)
        return [_field(dtype.subdtype[0], item) for item in value]
    return value
