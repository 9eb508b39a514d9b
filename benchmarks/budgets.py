"""How agents that take `seconds` use them: never much more, nor much less while their choice is open.

    python benchmarks/budgets.py --decisions 200 --seconds 0.1 --json budgets.json
    python benchmarks/budgets.py reversi tichu --agents mcts,best

Each agent plays against itself, and the time of each of its decisions is measured from outside. A choice is
open while nothing is proven and the two candidates that look best are within twice their standard errors of
each other; those of searches that count no playouts are open until they see the end, or are as deep as they
go. Only a quiet machine tells: elsewhere every agent waits for its turn. What its thread computed beyond the
budget is told too, which another program does not add to.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import parlour
from parlour.agent import Agent, Candidate, Clock, Explanation, agent_kinds
from parlour.game import Game, game_names
from parlour.state import View

LATE = 0.020  # seconds beyond the budget that count as an overrun


@dataclass(frozen=True)
class Use:
    """One decision: its time as a share of the budget and in seconds beyond it, and how clear it was."""

    share: float
    beyond: float
    computed: float  # seconds beyond it, by the processor's clock
    forced: bool
    open: bool


@dataclass(frozen=True)
class Row:
    """All decisions of one agent."""

    game: str
    agent: str
    decisions: int
    forced: int
    median_share: float  # of the budget, of decisions that were not forced
    worst_ms: float  # beyond the budget; below 0 when it never took so long
    computed_ms: float  # the worst beyond the budget by the processor's clock
    overruns: int
    idle: int  # open choices that left more than half of the budget


def timed_agents(game: Game, only: list[str]) -> list[str]:
    """The agents of a game that take seconds."""
    return [
        kind.name
        for kind in agent_kinds(game).values()
        if any(option.name == "seconds" for option in kind.own_options(game))
        and kind.is_ready(game)
        and (not only or kind.name in only)
    ]


def error_of(candidate: Candidate) -> float:
    """The standard error of a candidate's share of wins."""
    if candidate.error is not None:
        return candidate.error
    return math.sqrt(max(candidate.win * (1 - candidate.win), 0.01) / max(candidate.visits, 1))


def deepest(game: Game, name: str) -> float:
    """How deep an agent may look."""
    options = agent_kinds(game)[name].own_options(game)
    return next((option.high for option in options if option.name == "depth" and option.high), math.inf)


def is_open(told: Explanation | None, deepest: float) -> bool:
    """Whether the two candidates that look best cannot be told apart yet."""
    if told is None or len(told.candidates) < 2 or told.candidates[0].proven:
        return False
    first, second = sorted(told.candidates, key=lambda c: (-c.visits, -c.win))[:2]
    if not first.visits and first.error is None:
        return 0 < first.win < 1 and told.depth < deepest  # else a search without playouts has found the end
    return abs(first.win - second.win) < 2 * math.hypot(error_of(first), error_of(second))


def decide(player: Agent, view: View, seconds: float, deepest: float) -> tuple[int, Use]:
    """One decision, and how it used its time."""
    began, computed = time.perf_counter(), time.thread_time()
    action = player.choose(view, Clock())
    spent, computed = time.perf_counter() - began, time.thread_time() - computed
    forced = len(view.legal_moves) == 1
    idle = not forced and spent < seconds / 2 and is_open(player.explain(), deepest)
    return action, Use(spent / seconds, spent - seconds, computed - seconds, forced, idle)


def decisions_of(game: Game, name: str, seconds: float, most: int) -> Iterator[Use]:
    """The decisions of an agent that plays game after game against itself."""
    players = [parlour.agent(game, f"{name}:seconds={seconds}") for _ in range(game.players)]
    made = 0
    for seed in range(most):
        state = game.new(seed=seed)
        for seat, player in enumerate(players):
            player.begin(game, seat, seed)
        while not state.over and made <= most:
            seat = state.mover
            action, use = decide(players[seat], state.view(seat), seconds, deepest(game, name))
            state.advance(action)
            if made:  # the first one also compiles
                yield use
            made += 1
        if made > most:
            return


def measure(game: Game, name: str, seconds: float, most: int) -> Row:
    """All about one agent."""
    uses = list(decisions_of(game, name, seconds, most))
    free = [use for use in uses if not use.forced]
    return Row(
        game.spec,
        name,
        len(uses),
        len(uses) - len(free),
        statistics.median(use.share for use in free) if free else 0.0,
        1000 * max(use.beyond for use in uses),
        1000 * max(use.computed for use in uses),
        sum(use.beyond > LATE for use in uses),
        sum(use.open for use in free),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="by default all")
    parser.add_argument("--agents", default="", help="only these, by commas")
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--decisions", type=int, default=200, help="of each agent")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    rows = []
    columns = "decisions forced  median  worst beyond  computed  overruns  idle though open"
    print(f"{'game':16} {'agent':12} {columns}")
    for spec in chosen.games or game_names():
        game = parlour.game(spec)
        for name in timed_agents(game, [word for word in chosen.agents.split(",") if word]):
            row = measure(game, name, chosen.seconds, chosen.decisions)
            rows.append(row)
            print(
                f"{row.game:16} {row.agent:12} {row.decisions:9} {row.forced:6} {row.median_share:6.0%} "
                f"{row.worst_ms:10.1f} ms {row.computed_ms:6.1f} ms {row.overruns:9} {row.idle:6}",
                flush=True,
            )
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
