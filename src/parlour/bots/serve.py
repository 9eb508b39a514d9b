"""Our agents as bots for others, and the check whether a bot keeps the protocol."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import IO

from parlour.agent import Agent, Clock, Terms, agent
from parlour.arena.play import play
from parlour.bots.external import ExternalAgent
from parlour.bots.protocol import (
    Action,
    Begin,
    CandidateInfo,
    End,
    Info,
    Ready,
    Turn,
    read_question,
)
from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.state import State

__all__ = ["check_bot", "main_bot", "serve_bot"]


def serve_bot(spec: str, agent_spec: str, lines: Iterator[str], out: IO[str]) -> None:
    """Answer the messages of a referee until they end."""
    played = game(spec)
    player = agent(played, agent_spec)
    state: State | None = None
    seat = 0
    for line in lines:
        try:
            message = read_question(line)
        except ValueError as error:
            raise ParlourError(f"not a message: {error}") from None
        if isinstance(message, Begin):
            seat = message.seat
            player.begin(played, seat, message.seed)
            _say(out, Ready(id=message.id, name=player.spec))
        elif isinstance(message, Turn):
            state = _state_of(played, message, seat)
            _answer(out, player, state, seat, message)
        elif isinstance(message, End):
            state = None
    player.close()


def _state_of(played: Game, message: Turn, seat: int) -> State:
    """The state that a message describes: its fields are the view's, byte for byte."""
    import numpy as np

    from parlour.kernel import new_rng
    from parlour.state import Move

    state = State(played, np.zeros(played.size, np.uint8), new_rng(0))
    for name, value in message.view.state.items():
        state.data[name] = _rebuilt(played.dtype[name], value)
    for moves in state.seen:
        moves.extend(Move(move.seat, move.move) for move in message.view.history)
    return state


def _rebuilt(dtype: object, value: object) -> object:
    """Plain numbers and lists as the field that they came from."""
    import numpy as np

    kind = np.dtype(dtype)  # type: ignore[call-overload]
    if kind.names:
        assert isinstance(value, dict)
        return tuple(_rebuilt(kind[name], value[name]) for name in kind.names)
    if kind.subdtype and kind.subdtype[0].names:
        assert isinstance(value, list)
        return [_rebuilt(kind.subdtype[0], item) for item in value]
    return value


def _answer(out: IO[str], player: Agent, state: State, seat: int, message: Turn) -> None:
    view = state.view(seat)
    clock = Clock() if message.left is None else Clock(move=0.95 * message.left)
    before = player.work
    action = player.choose(view, clock)
    told = player.explain()
    if told is not None:
        candidates = [
            CandidateInfo(action=view.format(c.action), win=min(1.0, max(0.0, c.win)), visits=c.visits)
            for c in told.candidates[:5]
        ]
        _say(out, Info(id=message.id, candidates=candidates, work=player.work - before))
    _say(out, Action(id=message.id, action=view.format(action)))


def _say(out: IO[str], message: Ready | Info | Action) -> None:
    print(message.model_dump_json(), file=out, flush=True)


def check_bot(played: Game, command: str, tell: Callable[[str], None], games: int = 2) -> None:
    """Play a bot from every seat; a `ParlourError` explains the first thing that it does wrong."""
    for number in range(games):
        for seat in range(played.players):
            bot = ExternalAgent(command)
            agents: list[Agent] = [agent(played, "random") for _ in range(played.players)]
            agents[seat] = bot
            try:
                record = play(played, agents, number, terms=Terms(move=10.0))
            finally:
                bot.close()
            for forfeit in record.forfeits:
                raise ParlourError(
                    f"game {number + 1} as {played.seat_name(seat)}, move {forfeit.ply + 1}: "
                    f"{forfeit.reason}: {forfeit.detail}"
                )
            tell(f"game {number + 1} as {played.seat_name(seat)}: {len(record.moves)} moves, all in order")
    tell(f"{command} keeps the protocol")


def main_bot(spec: str, agent_spec: str, protocol: str = "json") -> None:
    """Serve on standard input and output."""
    if protocol == "json":
        serve_bot(spec, agent_spec, iter(sys.stdin), sys.stdout)
    elif protocol == "wroclaw":
        from parlour.bots.wroclaw import run_bot

        played = game(spec)
        run_bot(played, agent(played, agent_spec), sys.stdin, sys.stdout)
    else:
        raise ParlourError(f"--protocol {protocol}: expected json or wroclaw")
