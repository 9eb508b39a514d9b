"""What an agent makes of a position, as one message for hints, watching and replays."""

from __future__ import annotations

import time

from parlour.advice import BANK
from parlour.agent import Agent, Candidate, Clock, Explanation, consult, line_text
from parlour.contract import Feature
from parlour.judging import Judgement, Verdict, clear_best, interval
from parlour.kernel import new_rng
from parlour.state import State, View
from parlour.web.answers import (
    AnalysedMove,
    AnalysisMessage,
    BetterMove,
    Purpose,
    Reason,
    Value,
    VerdictMessage,
)
from parlour.web.describe import features, targets

__all__ = ["analyse", "analysis_message", "judgement_message"]

SHOWN = 5
REASONS = 3


def analyse(view: View, agent: Agent, purpose: Purpose, ply: int, seed: int = 0) -> AnalysisMessage:
    """Let an agent decide, and tell what it saw."""
    began = time.perf_counter()
    explanation = consult(agent, view, Clock(bank=BANK), seed)
    return analysis_message(view, explanation, agent.spec, purpose, ply, time.perf_counter() - began)


def analysis_message(
    view: View, explanation: Explanation, spec: str, purpose: Purpose, ply: int, seconds: float
) -> AnalysisMessage:
    """An agent's explanation as a message."""
    best = explanation.candidates[0]
    meant = best.proven or not view.game.board.PROVEN_ONLY
    guessed = purpose == "watch" and (view.game.hidden or view.game.chance)  # no curve comes of guesses
    return AnalysisMessage(
        purpose=purpose,
        ply=ply,
        seat=view.seat,
        agent=spec,
        ms=round(1000 * seconds),
        work=explanation.work,
        unit=explanation.unit,
        depth=explanation.depth,
        worlds=explanation.worlds,
        value=Value(
            win=_shares(view, best.win) if meant and not guessed else [None] * view.game.players,
            score=_score(best),
            pm=_interval(best),
        ),
        solved=meant,
        moves=_moves(view, explanation),
    )


def judgement_message(judgement: Judgement, state: State, before: State | None, spec: str) -> AnalysisMessage:
    """What the judge says of a position of a replay and of the move that led there, as a message."""
    verdict = judgement.verdict
    said = judgement.explanation or Explanation(())
    value = Value(
        win=[None if share is None else round(share, 4) for share in judgement.win],
        lead=judgement.lead,
        pm=round(judgement.error, 4) or None,
    )
    return AnalysisMessage(
        purpose="replay", ply=judgement.ply, seat=judgement.seat, agent=spec if said.candidates else "",
        ms=round(1000 * judgement.seconds), work=said.work, unit=said.unit, depth=said.depth,
        worlds=said.worlds, value=value, solved=judgement.win[0] is not None,
        moves=_moves(state.view(), said) if said.candidates else [],
        verdict=_verdict(verdict, before) if verdict and before else None,
    )  # fmt: skip


def _verdict(verdict: Verdict, before: State) -> VerdictMessage:
    return VerdictMessage(
        quality=verdict.quality,
        loss=_rounded(verdict.loss),
        loss_pm=_rounded(verdict.loss_error),
        points=_rounded(verdict.points),
        better=_better(verdict, before) if verdict.better else None,
        choice=_rounded(verdict.choice),
        choice_pm=_rounded(verdict.choice_error),
        luck=_rounded(verdict.luck),
        luck_pm=_rounded(verdict.luck_error),
        told=verdict.told,
    )


def _better(verdict: Verdict, before: State) -> BetterMove:
    """The move that should have been played, with what it has before the one that was."""
    assert verdict.better is not None
    view, action = before.view(), verdict.better.action
    here, there = _after(view, action), _after(view, before.parse(verdict.move))
    return BetterMove(
        a=view.format(action),
        win=_rounded(verdict.better.win),
        targets=targets(view, action),
        reasons=_reasons(here, [there], best=True),
    )


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)


def _shares(view: View, win: float) -> list[float | None]:
    """The chance of each seat to win; with more than two sides only the own one is known."""
    teams = view.game.team_of
    two_sides = len(set(teams)) == 2
    mine = [team == teams[view.seat] for team in teams]
    return [round(win, 4) if own else (round(1 - win, 4) if two_sides else None) for own in mine]


def _score(candidate: Candidate) -> float | None:
    return None if candidate.score is None or abs(candidate.score) > 1e5 else round(candidate.score, 2)


def _interval(candidate: Candidate) -> float | None:
    return round(interval(candidate), 4) or None


def _moves(view: View, explanation: Explanation) -> list[AnalysedMove]:
    candidates = explanation.candidates[:SHOWN]
    after = [_after(view, candidate.action) for candidate in candidates]
    meant = not view.game.board.PROVEN_ONLY
    moves = []
    for place, candidate in enumerate(candidates):
        rivals = after[1:] if place == 0 else after[:1]
        moves.append(
            AnalysedMove(
                a=view.format(candidate.action),
                win=round(candidate.win, 4) if meant or candidate.proven else None,
                loss=round(max(candidates[0].win - candidate.win, 0.0), 4),
                visits=candidate.visits,
                score=_score(candidate),
                proven=candidate.proven,
                pm=_interval(candidate),
                pv=line_text(view, candidate.line)[:6],
                targets=targets(view, candidate.action),
                reasons=_reasons(after[place], rivals, best=place == 0),
                best=place == 0 and clear_best(explanation),
            )
        )
    return moves


def _after(view: View, action: int) -> dict[str, Feature]:
    """The features of the position that an action leads to."""
    state = view.sample(new_rng(0))
    state.advance(action)
    return dict(features(state, view.seat))


def _reasons(here: dict[str, Feature], rivals: list[dict[str, Feature]], *, best: bool) -> list[Reason]:
    """What the best move has before the next that differs, or what another lacks beside the best."""
    for other in rivals:
        reasons = []
        for name, (own, theirs) in here.items():
            own_there, theirs_there = other.get(name, (own, theirs))
            gain = (own - theirs) - (own_there - theirs_there)
            if gain > 0 if best else gain < 0:
                reasons.append(Reason(k=name, v=round(gain, 2), own=own, other=theirs))
        if reasons:
            return reasons[:REASONS]
    return []
