"""Our agents as bots for others."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import IO

import numpy as np

from parlour.agent import Agent, Clock, agent
from parlour.bots.protocol import Action, Begin, CandidateInfo, End, Info, Ready, Turn, read_question
from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.state import Move, View

__all__ = ["main_bot", "serve_bot"]


def serve_bot(spec: str, agent_spec: str, lines: Iterator[str], out: IO[str]) -> None:
    """Answer the messages of a referee until they end."""
    variant = game(spec)
    player, seat = agent(variant, agent_spec), -1
    for line in lines:
        message = _read(line)
        if isinstance(message, Begin):
            seat = _seat(variant, message)
            player.begin(variant, seat, message.seed)
            _say(out, Ready(id=message.id, name=player.spec))
        elif isinstance(message, Turn):
            if seat < 0:
                raise ParlourError("a turn before the game has begun: send begin first")
            _answer(out, player, _view(variant, seat, message), message)
    player.close()


def _read(line: str) -> Begin | Turn | End:
    try:
        return read_question(line)
    except ValueError as error:
        raise ParlourError(f"not a message: {error}") from None


def _seat(variant: Game, message: Begin) -> int:
    """The seat that the agent gets."""
    if message.seat >= variant.players:
        raise ParlourError(f"there is no seat {message.seat}: {variant.spec} has {variant.players} seats")
    return message.seat


def _view(variant: Game, seat: int, message: Turn) -> View:
    """The view that a message describes, byte for byte."""
    history = [Move(move.seat, move.move) for move in message.view.history]
    view = View.from_buffer(variant, seat, np.zeros(variant.size, np.uint8), history)
    try:
        for name, value in message.view.state.items():
            view.data[name] = _field(variant.dtype[name], value)
        legal = [view.format(action) for action in view.legal_moves]
    except (AssertionError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise ParlourError(f"not a view of {variant.spec}: {error}") from None
    if not legal or legal != message.legal:
        raise ParlourError(f"not a view of {variant.spec}: other moves are legal in it")
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


def _answer(out: IO[str], player: Agent, view: View, message: Turn) -> None:
    clock = Clock() if message.left is None else Clock(move=0.95 * message.left)
    before = player.work
    action = player.choose(view, clock)
    explanation = player.explain()
    if explanation is not None:
        candidates = [
            CandidateInfo(action=view.format(c.action), win=min(1.0, max(0.0, c.win)), visits=c.visits)
            for c in explanation.candidates[:5]
        ]
        _say(out, Info(id=message.id, candidates=candidates, work=player.work - before))
    _say(out, Action(id=message.id, action=view.format(action)))


def _say(out: IO[str], message: Ready | Info | Action) -> None:
    print(message.model_dump_json(), file=out, flush=True)


def main_bot(spec: str, agent_spec: str, protocol: str = "json") -> None:
    """Serve on standard input and output."""
    if protocol == "json":
        serve_bot(spec, agent_spec, iter(sys.stdin), sys.stdout)
    elif protocol == "wroclaw":
        from parlour.bots.wroclaw import run_bot

        variant = game(spec)
        run_bot(variant, agent(variant, agent_spec), sys.stdin, sys.stdout)
    else:
        raise ParlourError(f"--protocol {protocol}: expected json or wroclaw")
