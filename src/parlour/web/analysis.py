"""What an agent makes of a position, as one message for hints, watching and replays."""

from __future__ import annotations

import math
import time

from parlour.agent import Agent, Candidate, Clock, Explanation, consult, line_text
from parlour.contract import Feature
from parlour.kernel import new_rng
from parlour.state import View
from parlour.web.answers import AnalysedMove, AnalysisMessage, Purpose, Reason, Value
from parlour.web.describe import features, targets

__all__ = ["BANK", "analyse", "analysis_message", "final_analysis"]

BANK = 600.0
"""Seconds of a clock from which agents without a limit of their own take about a twentieth a move."""

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
    return AnalysisMessage(
        purpose=purpose,
        ply=ply,
        seat=view.seat,
        agent=spec,
        ms=round(1000 * seconds),
        work=explanation.work,
        depth=explanation.depth,
        worlds=explanation.worlds,
        value=Value(win=_shares(view, best.win), score=_score(best), pm=_interval(best)),
        moves=_moves(view, explanation.candidates[:SHOWN]),
    )


def final_analysis(rewards: list[float], ply: int) -> AnalysisMessage:
    """The end of a game: nothing is left to guess."""
    value = Value(win=[(reward + 1) / 2 for reward in rewards])
    return AnalysisMessage(
        purpose="replay", ply=ply, seat=-1, agent="", ms=0, work=0, depth=0, value=value, moves=[]
    )


def _shares(view: View, win: float) -> list[float | None]:
    """The chance of each seat to win; with more than two sides only the own one is known."""
    teams = view.game.team_of
    two_sides = len(set(teams)) == 2
    mine = [team == teams[view.seat] for team in teams]
    return [round(win, 4) if own else (round(1 - win, 4) if two_sides else None) for own in mine]


def _score(candidate: Candidate) -> float | None:
    return None if candidate.score is None or abs(candidate.score) > 1e5 else round(candidate.score, 2)


def _interval(candidate: Candidate) -> float | None:
    if not candidate.visits or candidate.proven:
        return None
    share = min(max(candidate.win, 0.0), 1.0)
    return round(1.96 * math.sqrt(share * (1 - share) / candidate.visits), 4)


def _moves(view: View, candidates: tuple[Candidate, ...]) -> list[AnalysedMove]:
    after = [_after(view, candidate.action) for candidate in candidates]
    moves = []
    for place, candidate in enumerate(candidates):
        rivals = after[1:] if place == 0 else after[:1]
        moves.append(
            AnalysedMove(
                a=view.format(candidate.action),
                win=round(candidate.win, 4),
                loss=round(max(candidates[0].win - candidate.win, 0.0), 4),
                visits=candidate.visits,
                score=_score(candidate),
                proven=candidate.proven,
                pm=_interval(candidate),
                pv=line_text(view, candidate.line)[:6],
                targets=targets(view, candidate.action),
                reasons=_reasons(after[place], rivals, best=place == 0),
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
