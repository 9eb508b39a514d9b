"""The strongest player: the network's best candidates race each other."""

from __future__ import annotations

import math

import numpy as np

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.game import Game
from parlour.games.tichu import notation
from parlour.games.tichu import state as st
from parlour.games.tichu.best.race import SPREAD, SQUARES, TRUST, WEIGHT, Course, race
from parlour.kernel import ready
from parlour.search.learned import judge, load_network, new_desk
from parlour.search.playing import seconds_for, stop_after
from parlour.state import View

__all__ = ["Best", "played_in_round"]

MOST = 12  # candidates that race
_KNOWN: dict[str, int] = {}  # moves by their text


class Best(Agent):
    """A race of the candidates as a player."""

    explains = True

    def __init__(self, game: Game, playouts: int, seconds: float, model: str | None = None) -> None:
        self.net = load_network(game, model)
        self.rules, self.desk = game.encoding.rules.ready(), new_desk(game, self.net)
        self.playouts, self.seconds = playouts, seconds
        ready(race)

    def choose(self, view: View, clock: Clock) -> int:
        """The candidate that wins the race."""
        root = _round_alone(view)
        n = judge(self.rules, self.net, root, view.seat, self.desk)
        order = np.argsort(-self.desk.values[:n], kind="stable")
        order = order[np.append(True, np.diff(self.desk.values[order]) != 0)][:MOST]
        course = self._course(view, order)
        with stop_after(seconds_for(clock, self.seconds)) as stop:
            guesses = race(
                self.rules, self.net, self.desk, root, view.seat, course, self.rng, self.playouts, stop
            )
        return self._explain(course, guesses)

    def _course(self, view: View, order: np.ndarray) -> Course:
        played, count = played_in_round(view), len(order)
        return Course(
            self.desk.actions[order],
            self.desk.values[order].astype(np.float64),
            np.array([seat for seat, _ in played], np.int64),
            np.array([action for _, action in played], np.int64),
            np.zeros(count),
            np.zeros(count),
            np.zeros(count, np.int64),
            np.array([-np.inf, 0.0, 0.0]),
        )

    def _explain(self, course: Course, guesses: int) -> int:
        """The winner, with what came of all."""
        order = np.lexsort((-course.scores, -course.visits))
        self.work += int(course.visits.sum())
        candidates = tuple(_candidate(course, int(i)) for i in order)
        self.explanation = Explanation(candidates, int(course.visits.sum()), 1, guesses, "playouts")
        return candidates[0].action


def _candidate(course: Course, i: int) -> Candidate:
    """One of the candidates; that two of them differ by so much is as sure as the race takes it to be."""
    action, score, visits = int(course.actions[i]), float(course.scores[i]), int(course.visits[i])
    share = min(max((score + 1) / 2, 0.0), 1.0)
    sure = course.tally[WEIGHT] ** 2 / max(course.tally[SQUARES], 1e-9)  # guesses of equal weight
    error = SPREAD / 2 / math.sqrt(2 * (min(visits, sure) + TRUST))
    return Candidate(action, share, visits, (action,), score=score, error=error)


def _round_alone(view: View) -> np.ndarray:
    """The view as if its round were the only one."""
    alone = view.buffer.copy()
    data = np.ndarray(1, view.game.dtype, alone)[0]
    data["total"], data["match"] = 0, 0
    return alone


def played_in_round(view: View) -> list[tuple[int, int]]:
    """Who played what since the exchange; nothing where the history does not tell all of it."""
    moves, played = [], 0
    for move in reversed(view.history):
        if move.text.startswith("give"):
            break
        action = _read(view, move.text)
        moves.append((move.seat, action))
        played |= action if action < st.OTHER else 0
    told = int(np.bitwise_or.reduce(view.data["played"]))
    return moves[::-1] if told and played & (1 << 56) - 1 == told else []


def _read(view: View, text: str) -> int:
    """A move of the history."""
    if text not in _KNOWN:
        _KNOWN[text] = notation.parse(view, text)
    return _KNOWN[text]
