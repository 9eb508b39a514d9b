"""Bots in other processes as agents: ``exec:COMMAND``."""

from __future__ import annotations

import math
import re
import shlex
import time
from collections.abc import Sequence
from typing import Any, cast

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.bots.child import Child
from parlour.bots.protocol import FIRST, SECOND, Action, Begin, End, Info, Ready, Turn, read_answer
from parlour.bots.views import parts_for, view_info
from parlour.errors import Broken, CannotStart, IllegalMove, ParlourError
from parlour.forms import EXACT
from parlour.game import Game
from parlour.state import View

__all__ = ["START_SECONDS", "ExternalAgent", "environment_text", "external_agent", "split_command"]

START_SECONDS = 60.0
"""How long a bot may take to start; its clock does not run meanwhile."""

END_SECONDS = 1.0
"""How long a bot may take to read that a game is over."""


def split_command(text: str) -> list[str]:
    """A command line taken apart as a shell would."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ParlourError(f"command '{text}': {error}") from None
    if not words:
        raise ParlourError("exec: needs a command, such as exec:./mybot --fast")
    return words


_SPEC = re.compile(r"exec:(.*?)((?:,(?:protocol|env|keep)=[^,]*)*)", re.DOTALL)
KEEP = ",keep=yes"


def external_agent(game: Game, spec: str) -> Agent:
    """The agent of ``exec:COMMAND``, perhaps with options behind it.

    ``,protocol=wroclaw`` is how it talks, ``,env=NAME+NAME`` what more it sees of our environment; it has a
    new process in each game unless ``,keep=yes`` follows.
    """
    parts = _SPEC.fullmatch(spec)
    assert parts
    given = dict(option.split("=", 1) for option in parts[2].split(",")[1:])
    bot = _bot(game, parts[1], given.get("protocol", "json"), given.get("env", "").split("+"))
    bot.anew = given.get("keep") != "yes"
    bot.spec += "" if bot.anew else KEEP
    return bot


def _bot(game: Game, command: str, protocol: str, names: Sequence[str]) -> Agent:
    """The bot of a command, which sees these names of our environment."""
    more = [name for name in names if name]
    if protocol == "json":
        return ExternalAgent(command, more)
    if protocol != "wroclaw":
        raise ParlourError(f"protocol '{protocol}': expected json or wroclaw")
    from parlour.bots.wroclaw import WroclawAgent

    return WroclawAgent(game, command, more)


def environment_text(more: Sequence[str]) -> str:
    """The part of a spec that names what a bot gets to see of our environment beside the usual."""
    return f",env={'+'.join(more)}" if more else ""


class ExternalAgent(Agent):
    """A bot in another process, over lines of JSON."""

    outside = True
    explains = True

    def __init__(self, command: str, more: Sequence[str] = ()) -> None:
        self.command, self.more = split_command(command), more
        self.spec = f"exec:{command}{environment_text(more)}"
        self.name = ""
        self._child: Child | None = None
        self._number = 0
        self._was_ready = False

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Start the process when it is not running, and wait until the bot is ready."""
        super().begin(game, seat, seed)
        if self._child is None:
            self._child, self._number = Child(self.command, self.terms.memory, self.more), 0
        options = {option.name: game.setting(option.name) for option in game.options}
        message = Begin(
            id=self._next(),
            protocols=[FIRST, SECOND],
            game=game.name,
            options=options,
            seat=seat,
            seats=game.players,
            seed=seed & EXACT,
            limits=self.terms,
        )
        self._ready = self._wait_until_ready(message)
        self.name = self._ready.name

    def _wait_until_ready(self, message: Begin) -> Ready:
        """The answer to the start of a game; a program that ends before its first one cannot be started."""
        try:
            answer = self._ask(message.model_dump_json(), time.perf_counter() + START_SECONDS, Ready)
        except Broken as broken:
            if broken.reason == "crash" and not self._was_ready:
                raise CannotStart(
                    f"cannot start {self.spec.removeprefix('exec:')}: it {broken.detail}"
                ) from None
            raise
        self._was_ready = True
        return cast(Ready, answer)

    def choose(self, view: View, clock: Clock) -> int:
        """Show the bot its view and wait for its answer, as long as the clock allows."""
        left, parts = clock.left, parts_for(self._ready)
        message = Turn(
            id=self._next(),
            view=view_info(view, self._ready.protocol, parts),
            legal=[view.format(action) for action in view.legal_moves],
            left=None if math.isinf(left) else left,
        )
        self.explanation, self._view = None, view
        answer = self._ask(message.line(parts), time.perf_counter() + left, Action)
        try:
            return view.parse(answer.action)
        except ParlourError as error:
            self.close()
            raise IllegalMove(str(error)) from None

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _ask(self, line: str, deadline: float, kind: type[Any]) -> Any:
        """Send a message and wait for its answer; a bot that breaks the rules of play is ended."""
        if self._child is None:
            raise Broken("crash", "the bot is not running")
        try:
            self._child.send(line, deadline)
            return self._answer(self._child, deadline, kind)
        except Broken:
            self.close()
            raise

    def _answer(self, child: Child, deadline: float, kind: type[Any]) -> Any:
        """The answer to the last message; what the bot tells meanwhile is noted."""
        while True:
            line = child.line(deadline)
            try:
                answer = read_answer(line)
            except ValueError as error:
                raise Broken("illegal", f"its answer is no message: {error}") from None
            if answer.id != self._number:
                continue  # an answer that came too late for an earlier question
            if isinstance(answer, kind):
                return answer
            if not isinstance(answer, Info):
                problem = f"expected '{kind.__name__.lower()}', not '{answer.type}'"
                raise Broken("illegal", f"its answer is no message: {problem}")
            self._note(answer)

    def _note(self, info: Info) -> None:
        candidates = []
        for candidate in info.candidates:
            try:
                action = self._view.parse(candidate.action)
            except ParlourError:
                continue
            candidates.append(Candidate(action, candidate.win, candidate.visits, (action,)))
        self.work += info.work
        self.explanation = Explanation(tuple(candidates), info.work)

    def end(self, scores: Sequence[float], rewards: Sequence[float]) -> None:
        """Tell the bot how the game ended."""
        if self._child is not None:
            message = End(id=self._next(), scores=list(scores), rewards=list(rewards))
            try:
                self._child.send(message.model_dump_json(), time.perf_counter() + END_SECONDS)
            except Broken:
                self.close()

    def close(self) -> None:
        """End the process and everything that it has started."""
        if self._child is not None:
            self._child.close()
            self._child = None
