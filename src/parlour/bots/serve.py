"""Our agents as bots for others."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import IO

from parlour.agent import Agent, Clock, agent
from parlour.bots.protocol import (
    FIRST,
    SECOND,
    Action,
    Begin,
    CandidateInfo,
    End,
    Info,
    Ready,
    Turn,
    read_question,
)
from parlour.bots.views import read_view
from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.state import View

__all__ = ["main_bot", "serve_bot"]


def serve_bot(spec: str, agent_spec: str, lines: Iterator[str], out: IO[str]) -> None:
    """Answer the messages of a referee until they end."""
    variant = game(spec)
    player, seat, protocol = agent(variant, agent_spec), -1, FIRST
    for line in lines:
        message = _read(line)
        if isinstance(message, Begin):
            seat = _seat(variant, message)
            player.begin(variant, seat, message.seed)
            ready = _ready(player, message)
            protocol = ready.protocol
            _say(out, ready)
        elif isinstance(message, Turn):
            if seat < 0:
                raise ParlourError("a turn before the game has begun: send begin first")
            _answer(out, player, _view(variant, seat, message, protocol), message)
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


def _ready(player: Agent, message: Begin) -> Ready:
    """The answer to the start of a game, by the newest protocol that is offered."""
    if SECOND in message.protocols:
        return Ready(id=message.id, name=player.spec, protocol=SECOND, wants=["history", "state"])
    return Ready(id=message.id, name=player.spec)


def _view(variant: Game, seat: int, message: Turn, protocol: int) -> View:
    """The view that a message describes."""
    try:
        view = read_view(variant, seat, message.view, protocol)
        legal = [view.format(action) for action in view.legal_moves]
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise ParlourError(f"not a view of {variant.spec}: {error}") from None
    if not legal or legal != message.legal:
        raise ParlourError(f"not a view of {variant.spec}: other moves are legal in it")
    return view


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
    """Write a message; a referee of the first protocol knows nothing of a second."""
    first = isinstance(message, Ready) and message.protocol == FIRST
    print(message.model_dump_json(exclude={"protocol", "wants"} if first else None), file=out, flush=True)


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
