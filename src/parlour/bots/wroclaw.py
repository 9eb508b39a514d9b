"""The protocol of the Wrocław course: bots that talk in lines, as agents; and our agents as such bots.

    bot: RDY                                  it is ready for a game
    referee: UGO <move_s> <game_s>            you start, with so many seconds for this move and this game
    referee: HEDID <move_s> <game_s> <move>   the other played this move, now you
    bot: IDO <move>                           the answer
    referee: ONEMORE or BYE                   the game is over: one more (answer RDY), or that was all

Moves are written in the course's coordinates, by the functions `wroclaw_format` and `wroclaw_parse` of a
game's notation. A wrong move, being late or ending loses the game. The course plays at 5 s a move and
60 s a game: `parlour match jungle "exec:./bot,protocol=wroclaw" best --move 5 --clock 60`.
"""

from __future__ import annotations

import contextlib
import shlex
import time
from collections.abc import Callable, Sequence
from typing import IO

from parlour.agent import Agent, Clock
from parlour.bots.child import Child
from parlour.bots.external import environment_text, split_command
from parlour.errors import Broken, CannotStart, IllegalMove, ParlourError
from parlour.game import Game
from parlour.state import Position, State, View

__all__ = ["WroclawAgent", "run_bot"]

READY_SECONDS = 60.0
"""How long a bot may take to get ready for a game."""

BYE_SECONDS = 2.0
"""How long it may take to end by itself."""

Coordinates = tuple[Callable[[Position, int], str], Callable[[Position, str], int]]


def coordinates(game: Game) -> Coordinates:
    """How the course writes and reads the actions of a game."""
    write, read = game.notation.wroclaw_format, game.notation.wroclaw_parse
    if write is None or read is None:
        raise ParlourError(f"{game.name} has no notation for the Wrocław course's protocol")
    return write, read


class WroclawAgent(Agent):
    """A bot in another process that talks the course's protocol, as a player."""

    outside = True

    def __init__(self, game: Game, command: str, more: Sequence[str] = ()) -> None:
        self.command, self.more = split_command(command), more
        self.spec = f"exec:{command},protocol=wroclaw{environment_text(more)}"
        self.write, self.read = coordinates(game)
        self._child: Child | None = None
        self._was_ready = False

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Start the bot, or ask it for one more game; one that does not get ready is started anew."""
        super().begin(game, seat, seed)
        if self._child is not None:
            try:
                self._child.send("ONEMORE", time.perf_counter() + READY_SECONDS)
                return self._wait_until_ready(self._child)
            except Broken:
                self._end()
        self._child = Child(self.command, self.terms.memory, self.more)
        try:
            self._wait_until_ready(self._child)
        except Broken as broken:
            self._end()
            if broken.reason == "crash" and not self._was_ready:
                raise CannotStart(f"cannot start {shlex.join(self.command)}: it {broken.detail}") from None
            raise

    def _wait_until_ready(self, child: Child) -> None:
        """Wait for RDY; what the bot still had to say of the last game is dropped."""
        until = time.perf_counter() + READY_SECONDS
        while child.line(until, "the bot did not say RDY").strip() != "RDY":
            pass
        self._was_ready = True

    def choose(self, view: View, clock: Clock) -> int:
        """The move that the bot answers."""
        if self._child is None:
            raise Broken("crash", "the bot is not running")
        deadline = time.perf_counter() + clock.left
        self._child.send(self._request(view, clock), deadline)
        line = self._child.line(deadline).strip()
        word, _, move = line.partition(" ")
        if word != "IDO":
            raise IllegalMove(f"'{line[:80]}': expected IDO and a move")
        try:
            return self.read(view, move)
        except ParlourError as error:
            raise IllegalMove(str(error)) from None

    def _request(self, view: View, clock: Clock) -> str:
        limits = f"{clock.move:g} {clock.bank:.3f}"
        if not view.history:
            return f"UGO {limits}"
        action = view.game.notation.parse(view, view.history[-1].text)
        return f"HEDID {limits} {self.write(view, action)}"

    def _end(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None

    def close(self) -> None:
        """Say goodbye, wait a moment, then end the process and everything that it has started."""
        if self._child is not None:
            with contextlib.suppress(Broken):
                self._child.send("BYE", time.perf_counter() + BYE_SECONDS)
                self._child.wait(BYE_SECONDS)
            self._end()


class _Game:
    """One game as the bot follows it."""

    def __init__(self, game: Game, agent: Agent, seat: int, seed: int) -> None:
        self.state: State = game.new(seed)
        self.agent = agent
        self.write, self.read = coordinates(game)
        agent.begin(game, seat, seed)

    def hear(self, move: str) -> None:
        """The other side has played."""
        self.state.play(self.read(self.state, move))

    def answer(self, move_seconds: float, game_seconds: float) -> str:
        """The agent's move."""
        clock = Clock(bank=game_seconds, move=move_seconds)
        clock.start()
        action = self.agent.choose(self.state.view(), clock)
        text = self.write(self.state, action)
        self.state.play(action)
        return text


def run_bot(game: Game, agent: Agent, stdin: IO[str], stdout: IO[str]) -> None:
    """Play an agent by the course's protocol until the referee says BYE."""

    def say(line: str) -> None:
        stdout.write(line + "\n")
        stdout.flush()

    coordinates(game)
    current: _Game | None = None
    seed = 0
    say("RDY")
    for line in stdin:
        match line.split():
            case ["UGO", move_seconds, game_seconds]:
                current = _Game(game, agent, 0, seed)
                say(f"IDO {current.answer(_seconds(move_seconds), _seconds(game_seconds))}")
            case ["HEDID", move_seconds, game_seconds, *move]:
                current = current or _Game(game, agent, 1, seed)
                current.hear(" ".join(move))
                if not current.state.over:
                    say(f"IDO {current.answer(_seconds(move_seconds), _seconds(game_seconds))}")
            case ["ONEMORE"]:
                current, seed = None, seed + 1
                say("RDY")
            case ["BYE"]:
                break
            case []:
                continue
            case _:
                raise ParlourError(f"'{line.strip()}' is no line of the course's protocol")
    agent.close()


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ParlourError(f"'{text}' is no time: expected seconds") from None
