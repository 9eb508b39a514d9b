"""Conformance of encodings: what a game writes as numbers leaks nothing, fits its sizes and reads back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from parlour.contract import Encoders
from parlour.encoding import Encoding
from parlour.game import Game
from parlour.state import State, View

__all__ = ["check_encoding", "check_target", "has_encoding"]

_GUARD = 16  # numbers behind an array that nobody may touch
_UNTOUCHED = np.float32(77.0)


def has_encoding(game: Game) -> bool:
    """Whether a game declares views and actions as numbers."""
    return bool(game.hooks(Encoders).OBSERVATION)


def check_encoding(state: State, rng: np.ndarray, where: str) -> None:
    """Raise AssertionError, with the reason, unless a position's views and actions are encoded as declared.

    Shuffling what a seat cannot know leaves its observation as it is; every legal action has a code that
    reads back as itself, or as an action whose picture is the same.
    """
    encoding = state.game.encoding
    for seat in range(state.game.players):
        _check_observation(encoding, state.view(seat), rng, where)
    view = state.view()
    pictures = {action: _picture(encoding, view, action, where) for action in view.legal_moves}
    codes = {_check_code(encoding, view, action, pictures, where) for action in pictures}
    mask = np.flatnonzero(encoding.mask(view)).tolist()
    assert mask == sorted(codes), f"{where}: the mask does not list the codes of the legal actions"
    _check_candidates(encoding, view, where)
    _check_pictures(encoding, view, pictures, where)


def check_target(state: State, where: str) -> None:
    """Raise AssertionError unless what a finished game was worth lies between -1 and 1."""
    out = np.zeros(state.game.players)
    state.game.encoding.rules.target(state.buffer, out)
    assert (np.abs(out) <= 1).all(), f"{where}: encoding.target gives {out}"


def _check_observation(encoding: Encoding, view: View, rng: np.ndarray, where: str) -> None:
    size = encoding.observation_size
    observation = _numbers(
        lambda out: encoding.rules.observe(view.buffer, view.seat, out), size, where, "observe"
    )
    if not view.game.hidden:
        return
    for _ in range(2):
        other = view.sample(rng).view(view.seat)
        assert (encoding.observe(other) == observation).all(), (
            f"{where}: what seat {view.seat} observes depends on what it cannot know"
        )


def _numbers(write: Callable[[np.ndarray], None], size: int, where: str, hook: str) -> np.ndarray:
    """What a rule writes, which must fit and lie between -1 and 1."""
    out = np.zeros(size + _GUARD, np.float32)
    out[size:] = _UNTOUCHED
    write(out)
    assert (out[size:] == _UNTOUCHED).all(), f"{where}: encoding.{hook} writes more than its {size} numbers"
    outside = np.flatnonzero(~(np.abs(out[:size]) <= 1))
    assert not outside.size, (
        f"{where}: encoding.{hook} gives {out[outside[0]]} at {outside[0]}: keep to -1..1"
    )
    return out[:size]


def _check_code(
    encoding: Encoding, view: View, action: int, pictures: Mapping[int, np.ndarray], where: str
) -> int:
    """The code of an action, after what must hold of it; each legal action comes with its picture."""
    code = encoding.code(view, action)
    assert 0 <= code < encoding.action_count, f"{where}: the code of {view.format(action)} is {code}"
    again = encoding.decode(view, code)
    assert again in pictures, f"{where}: the code of {view.format(action)} reads back as {again}: not legal"
    if again != action:
        same = encoding.code(view, again) == code and (pictures[action] == pictures[again]).all()
        assert same, f"{where}: the code of {view.format(action)} reads back as {view.format(again)}"
    return code


def _picture(encoding: Encoding, view: View, action: int, where: str) -> np.ndarray:
    return _numbers(
        lambda out: encoding.rules.depict(view.buffer, action, out), encoding.feature_size, where, "depict"
    )


def _check_pictures(encoding: Encoding, view: View, pictures: Mapping[int, np.ndarray], where: str) -> None:
    """What is seen, and all actions, depicted at once must look as each by itself."""
    actions = np.array(view.legal_moves, np.int64)
    rows = np.zeros((actions.size, encoding.feature_size), np.float32)
    seen = np.zeros(encoding.observation_size, np.float32)
    if encoding.rules.depict_all(view.buffer, actions, actions.size, seen, rows):
        same = (seen == encoding.observe(view)).all()
        assert same, f"{where}: encoding.depict_all sees other numbers than encoding.observe"
        alone = np.array([pictures[action] for action in view.legal_moves])
        assert (rows == alone).all(), f"{where}: encoding.depict_all differs from encoding.depict"


def _check_candidates(encoding: Encoding, view: View, where: str) -> None:
    before = view.buffer.copy()
    kept, legal = encoding.candidates(view), view.legal_moves
    proper = len(kept) > 0 and len(set(kept)) == len(kept) and set(kept) <= set(legal)
    assert proper, f"{where}: encoding.candidates keeps {kept} of {legal}"
    assert (view.buffer == before).all(), f"{where}: a rule of the encoding has changed the view"
