"""A whole game judged: the chance of every side after each move, and what was choice and what was luck."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from parlour.advice import BANK
from parlour.advice import adviser as default_adviser
from parlour.agent import Agent, Candidate, Clock, Explanation, agent, consult
from parlour.game import Game
from parlour.judging.estimates import CONFIDENCE, Estimate, Estimator
from parlour.judging.marks import Quality, clear_best, interval, mark
from parlour.record import Record
from parlour.state import State

__all__ = ["Judge", "Judgement", "Verdict", "judge"]

Told = Literal["", "choice", "luck"]


@dataclass(frozen=True)
class Verdict:
    """What is said of a move; shares are those of the side that played it."""

    seat: int
    move: str
    quality: Quality | None = None
    loss: float | None = None  # what the move gave away by what its seat could know
    loss_error: float = 0.0  # half of a 95 % interval, as all errors here
    points: float | None = None  # given away in the game's own points
    better: Candidate | None = None  # what should have been played
    choice: float | None = None  # what the decision changed, with everything open
    choice_error: float = 0.0
    luck: float | None = None  # what chance changed after it
    luck_error: float = 0.0
    change_error: float = 0.0  # of both together

    @property
    def change(self) -> float:
        """What the move changed in all."""
        return (self.choice or 0.0) + (self.luck or 0.0)

    @property
    def sure(self) -> Told:
        """The larger of choice and luck that is beyond doubt by itself."""
        parts: list[tuple[float, float, Told]] = [
            (abs(self.choice or 0.0), self.choice_error, "choice"),
            (abs(self.luck or 0.0), self.luck_error, "luck"),
        ]
        return max(((size, name) for size, error, name in parts if size > error), default=(0.0, ""))[1]

    @property
    def told(self) -> Told:
        """What a change beyond doubt is put down to: the choice or the luck; empty when nothing changed."""
        if self.sure or abs(self.change) <= self.change_error:
            return self.sure
        return "choice" if abs(self.choice or 0.0) >= abs(self.luck or 0.0) else "luck"


@dataclass(frozen=True)
class Judgement:
    """A position of a game: the chance of each seat, and the move that led to it."""

    ply: int
    seat: int  # who is to move; -1 when the game is over
    win: tuple[float | None, ...]  # of each seat, as far as it is known; partners share theirs
    error: float = 0.0
    lead: float | None = None  # of the first side in the game's own points
    explanation: Explanation | None = None  # what the adviser made of the position
    seconds: float = 0.0
    verdict: Verdict | None = None

    @property
    def clear(self) -> bool:
        """Whether one move is best beyond doubt."""
        return self.explanation is not None and clear_best(self.explanation)


class Judge:
    """Judges the positions of one game in their order.

    Where cards are hidden or dice are thrown, the chances come from playouts with everything open, and the
    adviser only says what a seat could know. In a game of perfect information the adviser's search is both.
    """

    def __init__(self, game: Game, adviser: Agent | None = None, seed: int = 0) -> None:
        self.game, self.adviser, self.seed = game, adviser, seed
        self.open = game.hidden or game.chance
        self.estimator = Estimator(game, seed)

    def game_of(self, last: State) -> Iterator[Judgement]:
        """Every position of a game that has come to `last`, from the start on."""
        judgement = self.position(last.at(0))
        yield judgement
        for ply in range(1, last.ply + 1):
            judgement = self.after(last.at(ply - 1), last.moves[ply - 1].text, last.at(ply), judgement)
            yield judgement

    def position(self, state: State) -> Judgement:
        """A position without what led to it."""
        return self._judgement(state, self.estimator.value(state) if self.open else None)

    def after(self, before: State, move: str, state: State, judgement: Judgement) -> Judgement:
        """The position after a move, given what was said of the one before it."""
        action = before.parse(move)
        verdict = self._could_know(before, action, Verdict(before.mover, move), judgement)
        if not self.open:
            return replace(self._judgement(state, None), verdict=verdict)
        expected, value = self._chances(before, action, state, judgement)
        parted = self._part(verdict, judgement, expected, value)
        return replace(self._judgement(state, value), verdict=parted)

    def _chances(
        self, before: State, action: int, state: State, judgement: Judgement
    ) -> tuple[Estimate, Estimate]:
        """What was to be expected of an action, and what came of it.

        A move that was the only one is no decision, the playouts' own is worth what they are, and what chance
        has no part in is as expected.
        """
        estimator, chance = self.estimator, self.estimator.has_chance(before, action)
        if len(before.legal_moves) == 1 or estimator.would_play(before, action):
            expected = _estimate_of(judgement)
            return expected, estimator.value(state) if chance or state.over else expected
        value = estimator.value(state)
        return estimator.expected(before, action) if chance else value, value

    def _part(self, verdict: Verdict, judgement: Judgement, expected: Estimate, value: Estimate) -> Verdict:
        """Part what a move changed into choice and luck."""
        seat, before = verdict.seat, _estimate_of(judgement)
        return replace(
            verdict,
            choice=expected.win[seat] - before.win[seat],
            choice_error=_doubt(before, expected),
            luck=value.win[seat] - expected.win[seat],
            luck_error=_doubt(expected, value),
            change_error=_doubt(before, value),
        )

    def _could_know(self, before: State, action: int, verdict: Verdict, judgement: Judgement) -> Verdict:
        """Mark a move by what its seat could know when it played it."""
        explanation = judgement.explanation
        if explanation is None or len(before.legal_moves) == 1:
            return verdict
        best = explanation.candidates[0]
        played = next((one for one in explanation.candidates if one.action == action), None)
        if best.action == action:
            sure = judgement.clear and (best.proven or not self.game.board.PROVEN_ONLY)
            return replace(verdict, quality="best" if sure else None, loss=0.0, points=0.0)
        loss, doubt = self._loss(before, best, played, action)
        if loss is None:
            return verdict
        quality = mark(loss, doubt)
        return replace(
            verdict,
            quality=quality,
            loss=max(loss, 0.0),
            loss_error=doubt,
            points=_points_lost(self.game, explanation, played),
            better=best if quality not in (None, "good") else None,
        )

    def _loss(
        self, before: State, best: Candidate, played: Candidate | None, action: int
    ) -> tuple[float | None, float]:
        """What an action gives away beside the best, and the doubt about it.

        Where a search has computed both, it knows; where it only tried them out, they are compared anew.
        """
        computed = played is not None and not (best.visits or played.visits)
        if self.open and not computed:
            difference = self.estimator.compare(before.view(), best.action, action)
            return difference.gain, CONFIDENCE * difference.error
        if played is None or (self.game.board.PROVEN_ONLY and not (best.proven and played.proven)):
            return None, 0.0
        return best.win - played.win, math.hypot(interval(best), interval(played))

    def _judgement(self, state: State, value: Estimate | None) -> Judgement:
        """What is said of a position; in a game of perfect information by the adviser alone."""
        began = time.perf_counter()
        ahead = state if self.open else _beyond_forced(state)
        explanation = self._advice(ahead)
        win, error = self._search_value(ahead, explanation)
        if value is not None:
            win, error = value.win, CONFIDENCE * value.error
        return Judgement(
            ply=state.ply,
            seat=state.mover,
            win=win,
            error=error,
            lead=self._lead(ahead, explanation),
            explanation=explanation if ahead is state else None,
            seconds=time.perf_counter() - began,
        )

    def _advice(self, state: State) -> Explanation | None:
        """What the adviser makes of a decision; nothing where there is none."""
        if self.adviser is None or state.over or len(state.legal_moves) == 1:
            return None
        return consult(self.adviser, state.view(), Clock(bank=BANK), self.seed)

    def _search_value(
        self, state: State, explanation: Explanation | None
    ) -> tuple[tuple[float | None, ...], float]:
        """The chances by the adviser's best candidate, where they are meant."""
        if state.over:
            return self.estimator.value(state).win, 0.0
        best = explanation.candidates[0] if explanation else None
        if best is None or (self.game.board.PROVEN_ONLY and not best.proven):
            return (None,) * self.game.players, 0.0
        return _shared(self.game, state.mover, best.win), interval(best)

    def _lead(self, state: State, explanation: Explanation | None) -> float | None:
        """How far the first side is ahead in the game's own points, as the adviser sees it."""
        if not self.game.board.POINTS:
            return None
        if state.over:
            first, second = state.scores
            return first - second
        score = explanation.candidates[0].score if explanation else None
        return None if score is None else score if state.mover == 0 else -score


def judge(game: Record | State, adviser: str | None = None, *, seed: int = 0) -> list[Judgement]:
    """Every position of a game with the chance of each seat, and every move with its mark.

    The adviser is an agent's spec, by default the one that analyses the game on the page.
    """
    last = game.last() if isinstance(game, Record) else game
    player = agent(last.game, adviser or default_adviser(last.game, "replay"))
    try:
        return list(Judge(last.game, player, seed).game_of(last))
    finally:
        player.close()


def _beyond_forced(state: State) -> State:
    """The next position in which there is something to decide, or the end."""
    if state.over or len(state.legal_moves) > 1:
        return state
    following = state.copy()
    while not following.over and len(following.legal_moves) == 1:
        following.advance(following.legal_moves[0])
    return following


def _estimate_of(judgement: Judgement) -> Estimate:
    win = tuple(share or 0.0 for share in judgement.win)
    return Estimate(win, judgement.error / CONFIDENCE)


def _doubt(one: Estimate, other: Estimate) -> float:
    """Half of the 95 % interval of a difference; nothing when both are the same."""
    return 0.0 if one.win == other.win else CONFIDENCE * math.hypot(one.error, other.error)


def _shared(game: Game, seat: int, win: float) -> tuple[float | None, ...]:
    """The chance of each seat when one's is known: with two sides, the others' too."""
    teams = game.team_of
    others = 1 - win if len(set(teams)) == 2 else None
    return tuple(win if team == teams[seat] else others for team in teams)


def _points_lost(game: Game, explanation: Explanation, played: Candidate | None) -> float | None:
    if not game.board.POINTS or played is None or played.score is None:
        return None
    return max(max(one.score or 0.0 for one in explanation.candidates) - played.score, 0.0)
