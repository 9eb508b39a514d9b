"""The process of an agent of a user's file: gets views through standard input, answers actions."""

from __future__ import annotations

import json
import math
import os
import signal
from base64 import b64decode
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

import numpy as np

from parlour.agent import Agent, Clock, Terms, agent
from parlour.errors import ParlourError, broken_by
from parlour.game import Game, game
from parlour.luggage import find_under
from parlour.state import Move, View

__all__ = ["main"]


def main() -> None:
    """Answer until the input ends."""
    orders, answers = _private_pipes()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the main process
    answer: Callable[[dict[str, Any]], dict[str, Any]] = _start
    for line in orders:
        order = json.loads(line)
        reply = answer(order)
        if "made" in reply:
            answer = _Seat(*reply.pop("made"))
        answers.write(json.dumps(reply) + "\n")
        answers.flush()


def _private_pipes() -> tuple[IO[str], IO[str]]:
    """Where orders come from and answers go: what the agent reads and prints is kept apart from them."""
    orders, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return orders, answers


def _start(order: dict[str, Any]) -> dict[str, Any]:
    """Make the agent, or tell what is wrong with it."""
    if order["root"]:
        find_under(Path(order["root"]))
    if "trial" in order:
        return _try(order["agent"], order["trial"])
    try:
        played = game(order["game"])
        player = agent(played, order["agent"])
    except ParlourError as error:
        return {"mistake": str(error)}
    except BaseException as error:
        return {"mistake": f"{order['agent']} cannot be loaded: {broken_by(error).detail}"}
    _load(played)
    return {"made": (played, player)}


def _try(spec: str, games: list[str]) -> dict[str, Any]:
    """Which of these games the agent can play, without playing; what is wrong with it when that is none."""
    plays, mistakes = list[str](), list[str]()
    for name in games:
        try:
            agent(game(name), spec).close()
            plays.append(name)
        except ParlourError as error:
            mistakes.append(str(error))
        except BaseException as error:
            mistakes.append(f"{spec} cannot be loaded: {broken_by(error).detail}")
    return {"plays": plays} if plays else {"mistake": mistakes[0]}


def _load(game: Game) -> None:
    """Have the compiled rules in memory before any clock runs."""
    state = game.new(0)
    view = state.view()
    view.sample(0)
    state.play(view.legal_moves[0])


class _Seat:
    """The agent at its seat: carries out one order after the other."""

    def __init__(self, game: Game, agent: Agent) -> None:
        self.game, self.agent = game, agent
        self.seat, self.history = 0, list[Move]()

    def __call__(self, order: dict[str, Any]) -> dict[str, Any]:
        """The answer to an order: what was asked for, or how the agent failed."""
        try:
            return self._carry_out(order)
        except BaseException as error:
            broken = broken_by(error)
            return {"broken": (broken.reason, broken.detail, broken.trace)}

    def _carry_out(self, order: dict[str, Any]) -> dict[str, Any]:
        if "view" in order:
            return self._choose(order)
        if "begin" in order:
            self.seat, self.history = order["begin"], []
            self.agent.terms = Terms(**order["terms"])
            self.agent.begin(self.game, self.seat, order["seed"])
        else:
            self.agent.end(*order["end"])
        return {}

    def _choose(self, order: dict[str, Any]) -> dict[str, Any]:
        self.history += [Move(seat, text) for seat, text in order["history"]]
        buffer = np.frombuffer(b64decode(order["view"]), np.uint8).copy()
        view = View.from_buffer(self.game, self.seat, buffer, self.history)
        bank, increment, move = (math.inf if limit is None else limit for limit in order["clock"])
        clock = Clock(bank, increment, move)
        clock.start()
        answer: dict[str, Any] = {"action": int(self.agent.choose(view, clock)), "work": int(self.agent.work)}
        if explanation := self.agent.explain():
            answer["explanation"] = asdict(explanation)
        return answer


if __name__ == "__main__":
    main()
