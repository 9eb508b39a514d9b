"""The referee protocol of the Wrocław course: bots that talk in lines, refereed or played.

    bot: RDY                                  it is ready for a game
    referee: UGO <move_s> <game_s>            you start, with so many seconds for this move and this game
    referee: HEDID <move_s> <game_s> <move>   the other played this move, now you
    bot: IDO <move>                           the answer
    referee: ONEMORE or BYE                   the game is over: one more (answer RDY), or that was all

Moves are written in the course's coordinates, by the functions `course_format` and `course_parse` of a
game's notation. A wrong move, being late or ending loses the game; who starts alternates.
"""

from __future__ import annotations

import contextlib
import math
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from typing import IO, Protocol, cast

from parlour.agent import Agent, Clock
from parlour.arena.play import play
from parlour.arena.schedule import Slot, game_seeds
from parlour.arena.terms import Terms
from parlour.errors import IllegalMove, ParlourError
from parlour.game import Game, Position, State, View
from parlour.record import Record

__all__ = ["COURSE_TERMS", "CourseBot", "referee", "run_bot"]

COURSE_TERMS = Terms(bank=60.0, move=5.0)
"""The course's limits: a minute for the game, five seconds for a move."""

READY_SECONDS = 30.0
"""How long a bot may take to get ready for a game."""


class CourseNotation(Protocol):
    """What the notation of a game offers to this protocol."""

    def course_format(self, state: Position, action: int) -> str:
        """An action in the course's coordinates."""

    def course_parse(self, state: Position, text: str) -> int:
        """The action that the course's coordinates stand for; `ParlourError` when there is none."""


def course_notation(game: Game) -> CourseNotation:
    """The course's coordinates of a game."""
    if not hasattr(game.notation, "course_parse"):
        raise ParlourError(f"the course's protocol is for reversi and jungle, not for {game.name}")
    return cast(CourseNotation, game.notation)


# --- the referee's side ---------------------------------------------------------------------------


class _Process:
    """A bot's process, heard line by line and never waited for longer than asked."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            reason = error.strerror or error
            raise ParlourError(f"cannot start '{shlex.join(command)}': {reason}") from error
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in cast(IO[str], self.process.stdout):
                self.lines.put(line.strip())
        self.lines.put(None)

    def say(self, line: str) -> None:
        """Send a line; a process that has ended does not mind."""
        stdin = cast(IO[str], self.process.stdin)
        with contextlib.suppress(OSError, ValueError):
            stdin.write(line + "\n")
            stdin.flush()

    def hear(self, seconds: float) -> str | None:
        """The next line, None when the process has ended; `queue.Empty` when none comes in time."""
        line = self.lines.get(timeout=None if math.isinf(seconds) else max(seconds, 0.0))
        if line is None:
            self.lines.put(None)
        return line

    def stop(self, grace: float) -> None:
        """Wait for the end of the process for a moment, then force it."""
        try:
            self.process.wait(grace)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                cast(IO[str], pipe).close()


class CourseBot(Agent):
    """A bot in another process that talks the course's protocol, as a player."""

    def __init__(self, game: Game, command: str | Sequence[str]) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        if not self.command:
            raise ParlourError("a bot needs a command such as 'python3 my_bot.py'")
        self.spec = f"exec:{shlex.join(self.command)}"
        self.notation = course_notation(game)
        self.process: _Process | None = None
        self.ready = False

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Start the bot, or ask it for one more game; one that does not get ready is started anew."""
        super().begin(game, seat, seed)
        if self.process is not None:
            self.process.say("ONEMORE")
            if self._wait_until_ready():
                return
            self.process.stop(0.0)
        self.process = _Process(self.command)
        self._wait_until_ready()

    def _wait_until_ready(self) -> bool:
        """Whether the bot says RDY in time; what it still had to say of the last game is dropped."""
        assert self.process is not None
        until = time.monotonic() + READY_SECONDS
        line: str | None = ""
        while line is not None and line != "RDY":
            try:
                line = self.process.hear(until - time.monotonic())
            except queue.Empty:
                line = None
        self.ready = line == "RDY"
        return self.ready

    def choose(self, view: View, clock: Clock) -> int:
        """The move that the bot answers."""
        if not self.ready or self.process is None:
            raise RuntimeError("the bot did not say RDY")
        self.process.say(self._request(view, clock))
        try:
            line = self.process.hear(clock.left)
        except queue.Empty:
            return _wait_out(clock)
        if line is None:
            raise RuntimeError("the bot's process has ended")
        return self._answer(view, line)

    def _request(self, view: View, clock: Clock) -> str:
        limits = f"{clock.move:g} {clock.bank:.3f}"
        if not view.history:
            return f"UGO {limits}"
        action = view.game.notation.parse(view, view.history[-1].text)
        return f"HEDID {limits} {self.notation.course_format(view, action)}"

    def _answer(self, view: View, line: str) -> int:
        word, _, move = line.partition(" ")
        if word != "IDO":
            raise IllegalMove(f"'{line}': expected IDO and a move")
        try:
            return self.notation.course_parse(view, move)
        except ParlourError as error:
            raise IllegalMove(str(error)) from error

    def close(self) -> None:
        """Say goodbye."""
        if self.process is not None:
            self.process.say("BYE")
            self.process.stop(2.0)
            self.process = None


def _wait_out(clock: Clock) -> int:
    """No answer: let the clock run out, which the arena counts as being late."""
    while clock.left >= 0:
        time.sleep(0.001)
    return -1


def referee(
    game: Game,
    commands: Sequence[str | Sequence[str]],
    games: int = 10,
    seed: int = 0,
    *,
    terms: Terms = COURSE_TERMS,
) -> Iterator[tuple[Slot, Record]]:
    """A match between two bots, one process each; who starts alternates, and both hear BYE at the end."""
    if len(commands) != 2:
        raise ParlourError(f"a match by the course's protocol needs two bots, not {len(commands)}")
    bots = [CourseBot(game, command) for command in commands]
    try:
        for number, chance in enumerate(game_seeds(seed, games)):
            order = (0, 1) if number % 2 == 0 else (1, 0)
            seats = tuple(bots[i].spec for i in order)
            record = play(game, [bots[i] for i in order], chance, terms=terms)
            yield Slot(number, number // 2, chance, seats, order), record
    finally:
        for bot in bots:
            bot.close()


# --- the bot's side -------------------------------------------------------------------------------


class _Game:
    """One game as the bot follows it."""

    def __init__(self, game: Game, agent: Agent, seat: int, seed: int) -> None:
        self.state: State = game.new(seed)
        self.agent = agent
        self.notation = course_notation(game)
        agent.begin(game, seat, seed)

    def hear(self, move: str) -> None:
        """The other side has played."""
        action = self.notation.course_parse(self.state, move)
        self.state.play(action)

    def answer(self, move_seconds: float, game_seconds: float) -> str:
        """The agent's move."""
        clock = Clock(bank=game_seconds, move=move_seconds)
        clock.start()
        action = self.agent.choose(self.state.view(), clock)
        said = self.notation.course_format(self.state, action)
        self.state.play(action)
        return said


def run_bot(game: Game, agent: Agent, stdin: IO[str], stdout: IO[str], seed: int = 0) -> None:
    """Play an agent by the course's protocol until the referee says BYE."""

    def say(line: str) -> None:
        stdout.write(line + "\n")
        stdout.flush()

    course_notation(game)
    current: _Game | None = None
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
