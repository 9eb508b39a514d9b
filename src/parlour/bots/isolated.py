"""Agents of users' files, each in a process of its own: it is sent what its seat may know, and answers."""

from __future__ import annotations

import json
import math
import sys
import time
import weakref
from base64 import b64encode
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from parlour.agent import Agent, Candidate, Clock, Explanation, agent, file_of, from_file
from parlour.bots.child import Child
from parlour.errors import Broken, ParlourError
from parlour.files import is_there
from parlour.game import Game
from parlour.luggage import locate, root_of_files
from parlour.state import View

__all__ = ["IsolatedAgent", "check_file", "games_of", "seated_agent"]

START_SECONDS = 120.0
"""How long its process may take to start, its clock not running, on a busy machine."""

END_SECONDS = 10.0
"""How long an agent may take to hear that a game is over."""


def seated_agent(game: Game, spec: str, memory: int | None = None, *, trust: bool = False) -> Agent:
    """The agent of a spec for a match: one of a file plays in a process of its own unless it is trusted."""
    return agent(game, spec) if trust or not from_file(spec) else IsolatedAgent(game, spec, memory)


def check_file(spec: str) -> str:
    """The spec of an agent in a file that is there."""
    path = file_of(spec)
    if not is_there(locate(path)):
        raise ParlourError(f"there is no file {path}")
    return spec


def games_of(spec: str, games: Sequence[Game], memory: int | None = None) -> list[Game]:
    """Those of some games that an agent of a file can play; what is wrong with it when that is none."""
    with closing(Child(_COMMAND, memory)) as child:
        deadline = time.perf_counter() + START_SECONDS
        try:
            child.send(json.dumps(_order(spec, trial=[game.spec for game in games])), deadline)
            answer = json.loads(child.line(deadline))
        except Broken as broken:
            raise ParlourError(f"{spec} cannot be loaded: {broken.detail}") from None
        except ValueError:
            raise ParlourError(f"{spec} cannot be loaded: it writes between our answers") from None
    if "mistake" in answer:
        raise ParlourError(str(answer["mistake"]))
    return [game for game in games if game.spec in answer["plays"]]


_COMMAND = (sys.executable, "-m", "parlour.bots.inside")


def _order(spec: str, **more: Any) -> dict[str, Any]:
    """The first order to the process of an agent: which one it is, and what to do."""
    root = root_of_files()
    return {"agent": spec, "root": str(root) if root else None, **more}


class IsolatedAgent(Agent):
    """An agent of a file in a process that holds nothing but what its seat may know.

    The process lives from game to game, as the agent would here; one that breaks the rules of play by its
    silence or its end is started anew for the next game. It ends at the latest when nobody holds the agent.
    """

    explains = True

    def __init__(self, game: Game, spec: str, memory: int | None = None) -> None:
        self.game, self.spec, self.memory = game, check_file(spec), memory
        self._child: Child | None = None
        self._sent = 0  # moves of the history that it knows
        self._start()

    def _start(self) -> None:
        """Start the process; what is wrong with the file is a mistake."""
        self._child = Child(_COMMAND, self.memory)
        self._end = weakref.finalize(self, self._child.close)
        answer = self._ask(_order(self.spec, game=self.game.spec), START_SECONDS)
        if "mistake" in answer:
            self.close()
            raise ParlourError(str(answer["mistake"]))

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts."""
        super().begin(game, seat, seed)
        if self._child is None:
            self._start()
        self._sent = 0
        self._ask({"begin": seat, "seed": seed, "terms": vars(self.terms)}, START_SECONDS)

    def choose(self, view: View, clock: Clock) -> int:
        """What the agent answers to its view, as long as the clock allows."""
        left, most = clock.left, clock.move
        answer = self._ask(
            {
                "view": b64encode(view.buffer.tobytes()).decode(),
                "history": view.history[self._sent :],
                "clock": [None if math.isinf(limit) else limit for limit in (left, clock.increment, most)],
            },
            left,
        )
        self._sent = len(view.history)
        return self._read(answer)

    def _read(self, answer: dict[str, Any]) -> int:
        """The action of an answer, with what it tells of the agent's thoughts."""
        try:
            self.work = int(answer.get("work", 0))
            self.explanation = _explanation(answer["explanation"]) if "explanation" in answer else None
            return int(answer["action"])
        except (KeyError, TypeError, ValueError, OverflowError):
            raise Broken("illegal", "its answer is no action") from None

    def end(self, scores: Sequence[float], rewards: Sequence[float]) -> None:
        """The game is over."""
        if self._child is not None:
            self._ask({"end": [list(scores), list(rewards)]}, END_SECONDS)

    def _ask(self, order: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to an order; whoever gives none in time is ended."""
        if self._child is None:
            raise Broken("crash", "its process has ended")
        try:
            deadline = time.perf_counter() + seconds
            self._child.send(json.dumps(order), deadline)
            answer = json.loads(self._child.line(deadline))
        except (ValueError, RecursionError):
            self.close()
            raise Broken("illegal", "it writes between the answers of its process") from None
        except Broken:
            self.close()
            raise
        if not isinstance(answer, dict):
            raise Broken("illegal", "its answer is no action")
        if "broken" in answer:
            raise self._verdict(*map(str, answer["broken"]))
        return answer

    def _verdict(self, reason: str, detail: str = "", trace: str = "") -> Broken:
        """How the agent failed by its own account; one that got no more memory had its limit of it."""
        starved = self.memory and "MemoryError" in detail.partition(":")[0]
        return Broken("memory" if starved else reason, detail, trace)

    def close(self) -> None:
        """End the process and everything that it has started."""
        if self._child is not None:
            self._child = None
            self._end()


def _explanation(fields: dict[str, Any]) -> Explanation:
    """What an agent saw, out of JSON."""
    candidates = [Candidate(**{**one, "line": tuple(one["line"])}) for one in fields["candidates"]]
    return Explanation(**{**fields, "candidates": tuple(candidates)})
