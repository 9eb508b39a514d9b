"""Targets of the bots' protocols: what a bot answers, and what a referee asks our agents."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Literal

import parlour
from parlour.agent import Agent, Clock, Terms
from parlour.arena.play import play
from parlour.bots import external, wroclaw
from parlour.bots.protocol import Part
from parlour.bots.serve import serve_bot
from parlour.errors import Broken
from parlour.record import Record
from parlour.web.uploads import check_record

from .target import Target

__all__ = ["BotProcess", "JsonBots", "JsonReferee", "WroclawBots", "WroclawReferee"]

SMALL = "isolation:size=3"
REASONS = {"timeout", "crash", "illegal", "memory"}


class Echo:
    """A child process that is none: its lines are given, and when there are no more it has ended."""

    lines: Iterator[str] = iter(())

    def __init__(self, *_: object) -> None:
        self.sent: list[str] = []

    def send(self, line: str, deadline: float) -> None:
        self.sent.append(line)

    def line(self, deadline: float, complaint: str = "") -> str:
        for line in Echo.lines:
            return line
        raise Broken("crash", "ended")

    def wait(self, seconds: float) -> None:
        """It ends at once."""

    def close(self) -> None:
        """Nothing runs."""


def _check(record: Record, game: parlour.Game) -> None:
    """A record of a game with a bot is whole, whatever the bot did."""
    assert {forfeit.reason for forfeit in record.forfeits} <= REASONS
    check_record(record, game)
    assert Record.parse(record.text()) == record


class JsonBots(Target):
    """Answers of a bot, line by line."""

    name = "answers of bots"
    kind = external

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.game = parlour.game(SMALL)
        self.opponent = parlour.agent(self.game, "random")
        setattr(self.kind, "Child", Echo)  # noqa: B010 - the modules know it by another type

    def samples(self) -> Sequence[bytes]:
        return ["\n".join(self.answers(seed)).encode() for seed in range(4)]

    def answers(self, seed: int) -> list[str]:
        """What a bot says that plays as a random agent did."""
        record = play(self.game, [self.opponent, parlour.agent(self.game, "random")], seed)
        lines = [json.dumps({"type": "ready", "id": 1, "name": "one"})]
        for number, move in enumerate(record.moves[::2], 2):
            candidates = [{"action": move, "win": 0.5, "visits": 3, "line": [move]}]
            lines.append(json.dumps({"type": "info", "id": number, "work": 7, "candidates": candidates}))
            lines.append(json.dumps({"type": "action", "id": number, "action": move}))
        return lines

    def bot(self) -> Agent:
        return parlour.agent(self.game, "exec:./bot")

    def read(self, content: bytes) -> None:
        Echo.lines = iter(content.decode("utf-8", "replace").split("\n"))
        bot = self.bot()
        record = play(self.game, [bot, self.opponent], 1, terms=Terms(move=5.0))
        bot.close()
        _check(record, self.game)


class WroclawBots(JsonBots):
    """The same in the course's protocol."""

    name = "answers in the course's protocol"
    kind = wroclaw

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.game = parlour.game("jungle")
        self.opponent = parlour.agent(self.game, "random")

    def answers(self, seed: int) -> list[str]:
        state, lines = self.game.new(seed), ["RDY"]
        write = self.game.notation.wroclaw_format
        assert write
        for turn in range(8):
            action = state.legal_moves[seed + turn // 2]
            lines += [f"IDO {write(state, action)}"] if turn % 2 == 0 else []
            state.advance(action)
        return lines

    def bot(self) -> Agent:
        return parlour.agent(self.game, "exec:./bot,protocol=wroclaw")


ECHOING = "import sys; sys.stdout.buffer.write(open(sys.argv[1], 'rb').read())"


class BotProcess(JsonBots):
    """A real process that writes the damaged bytes, unasked and all at once."""

    name = "output of processes"

    def __init__(self, folder: Path) -> None:
        child = external.Child
        super().__init__(folder)
        setattr(external, "Child", child)  # noqa: B010 - the real one

    def bot(self) -> Agent:
        path = self.folder / "answers"
        return parlour.agent(
            self.game, f"exec:{sys.executable} -S -c '{ECHOING.replace(chr(39), chr(34))}' {path}"
        )

    def read(self, content: bytes) -> None:
        self.file(content, "answers")
        super().read(content)


class JsonReferee(Target):
    """Questions of a referee to an agent of ours."""

    name = "questions of referees"

    def samples(self) -> Sequence[bytes]:
        return [self.questions(*sample).encode() for sample in product((SMALL, "dicewars"), (1, 2))]

    def questions(self, spec: str, protocol: Literal[1, 2]) -> str:
        """What a bot of a protocol is asked at its first two turns, noted from a game."""
        game = parlour.game(spec)
        asked = _Noting(spec, protocol)
        asked.begin(game, 0, 1)
        state = game.new(1)
        for _ in range(2):
            asked.choose(state.view(), Clock())
            state.advance(state.legal_moves[0])
        return "\n".join([spec, *asked.lines])

    def read(self, content: bytes) -> None:
        spec, *lines = content.decode("utf-8", "replace").split("\n")
        known = spec if spec in (SMALL, "dicewars") else SMALL
        serve_bot(known, "random", iter(lines), io.StringIO())


class _Noting(external.ExternalAgent):
    """A bot that notes what it is asked, and plays the first legal move."""

    def __init__(self, spec: str, protocol: Literal[1, 2]) -> None:
        super().__init__(f"bot {spec}")
        self.protocol: Literal[1, 2] = protocol
        self.lines: list[str] = []
        self._child = Echo()  # type: ignore[assignment]

    def _ask(self, line: str, deadline: float, kind: type) -> object:
        fields = json.loads(line)
        offered = {"protocols": [1]} if kind is external.Ready and self.protocol == 1 else {}
        self.lines.append(json.dumps(fields | offered))
        if kind is external.Ready:
            wants: list[Part] = ["history", "state"] if self.protocol == 2 else []
            return external.Ready(id=fields["id"], protocol=self.protocol, wants=wants)
        return external.Action(id=fields["id"], action=fields["legal"][0])


class WroclawReferee(Target):
    """The same in the course's protocol."""

    name = "questions in the course's protocol"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.game = parlour.game("jungle")

    def samples(self) -> Sequence[bytes]:
        return [
            b"UGO 5 60\nONEMORE\nUGO 5 60\nBYE",
            b"HEDID 5 60 0 2 0 3\nONEMORE\nBYE",
            b"UGO 0.5 1e3\n\nHEDID 5 9 6 6 6 5",
        ]

    def read(self, content: bytes) -> None:
        lines = io.StringIO(content.decode("utf-8", "replace"))
        wroclaw.run_bot(self.game, parlour.agent(self.game, "random"), lines, io.StringIO())
