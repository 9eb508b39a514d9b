"""Records against the rules: a result counts when the moves of its game lead to it."""

from __future__ import annotations

import math
import time

from parlour.arena.play import forfeit_rewards
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.record import Record
from parlour.state import State

__all__ = ["check_result"]


def check_result(record: Record, game: Game, longest: float = math.inf) -> None:
    """Replay a record in so many seconds; `ParlourError` unless its result is the one its moves lead to."""
    state = _replay(record, game, longest)
    if tuple(state.scores) != record.scores:
        raise ParlourError(f"the record has scores {record.scores}, its moves lead to {tuple(state.scores)}")
    rewards = tuple(_rewards(record, state))
    if rewards != record.rewards:
        raise ParlourError(f"the record has rewards {record.rewards}, its moves lead to {rewards}")


def _replay(record: Record, game: Game, longest: float) -> State:
    """The end of a game."""
    try:
        state = game.position(record.start, record.seed) if record.start else game.new(record.seed)
        until = time.monotonic() + longest  # rules that had to be compiled first are no fault of the record's
        for number, move in enumerate(record.moves, 1):
            _play(state, move, number)
            if time.monotonic() > until:
                raise ParlourError(f"the record takes more than {longest:g} seconds to replay")
    except (OverflowError, ValueError) as error:
        raise ParlourError(f"the record cannot be replayed: {error}") from None
    return state


def _play(state: State, move: str, number: int) -> None:
    try:
        state.step(state.parse(move))
    except ParlourError as error:
        raise ParlourError(f"move {number} of the record: {error}") from None


def _rewards(record: Record, state: State) -> list[float]:
    """What each seat got: by the rules, or because somebody gave up or broke the rules of play."""
    if state.over or not record.forfeits:
        return state.rewards
    return forfeit_rewards(state.game, [forfeit.seat for forfeit in record.forfeits])
