"""Reversi's studies: those of the exercise sheet; how strong `best` is, and how its evaluations learn."""

from __future__ import annotations

from typing import cast

from parlour.game import game
from parlour.games.reversi.lab.exercises import SHEET, STUDIES, conclude
from parlour.learn.training import Lesson
from parlour.learn.trial import random_openings
from parlour.report import Cell, Report, Table, curve
from parlour.report.study import Run
from parlour.spec import Option
from parlour.stats.estimate import Estimate

__all__ = ["STUDIES"]

RIVALS = ("random", "alphabeta", "mcts:playouts=10000", "iago", "cassio", "desdemona", "roderigo", "duke")
FIXED = ("random", "squares:depth=1", "squares:depth=3")
CHECKS = 12  # points of a curve


@STUDIES.add(
    "reversi-best",
    games=200,
    options=(
        Option("seconds", 0.1, "seconds a move of best", low=0.01),
        Option("levels", False, "also each level of best against the one below"),
    ),
)
def reversi_best(run: Run) -> Report:
    """How strong `best` is: against every other agent, from both sides of random openings of 8 moves."""
    from parlour.arena.plan import Plan

    best = f"best:seconds={run.settings['seconds']:g}"
    pairs = [(best, rival) for rival in RIVALS]
    if run.settings["levels"]:
        pairs += [(f"best:level={level}", f"best:level={level - 1}") for level in range(2, 10)]
    rows, scores = [], {}
    for pair in pairs:
        openings = random_openings(game("reversi"), -(-run.games // 2), 8, run.seed)
        plan = Plan.make(game("reversi"), pair, games=run.games, seed=run.seed, openings=openings)
        results = run.carry_out(plan, game("reversi"))
        line = results.lines[0]
        score = scores[pair[1]] = results.pair(*results.names).score
        counts = [Cell(count) for count in (line.wins, line.draws, line.losses)]
        rows.append((" v ".join(pair), [Cell.percent(score), *counts]))
    return run.report(
        "Reversi: how strong best is",
        [f"{run.games} games a line; every opening of 8 random moves is played from both sides."],
        [Table("Results of the first", ("score", "won", "drawn", "lost"), rows, corner="match")],
        [],
        conclude(best, {rival: scores[rival] for rival in RIVALS}),
    )


@STUDIES.add("reversi-weights", games=400_000, source=SHEET)
def reversi_weights(run: Run) -> Report:
    """The simple evaluation tuned by match results: its parameters, and the score as tuning goes on."""
    from parlour.games.reversi.kinds import SQUARE_KINDS
    from parlour.games.reversi.lab.tuning import PAIRS, START, SquaresLearner

    steps = max(1, run.games // (2 * PAIRS * CHECKS))
    learner = SquaresLearner(Lesson(game("reversi"), run.seed, settings={"steps": steps, "way": CHECKS}))
    state, xs, shares = learner.begin(), [], []
    for number in run.track(range(CHECKS), "rounds", CHECKS):
        state, measures = learner.learn(state, number)
        xs.append(steps * 2 * PAIRS * (number + 1))
        shares.append(cast(Estimate, measures["score against the start"]))
    parameters = learner.model(state)["parameters"].tolist()
    rows = [
        (name, [Cell(before, decimals=2), Cell(after, decimals=2)])
        for name, before, after in zip(SQUARE_KINDS, START, parameters, strict=True)
    ]
    scores = [(f"{games}", [Cell.percent(share)]) for games, share in zip(xs, shares, strict=True)]
    tables = [
        Table("Parameters", ("at the start", "tuned"), rows, corner="parameter"),
        Table("Score against the start", ("score",), scores, corner="games"),
    ]
    series = {"tuned v start": shares}
    return run.report(
        "Reversi: the simple evaluation tuned by matches",
        ["SPSA; both sides look 2 moves ahead, and every opening is played from both sides."],
        tables,
        [lambda: curve("score", "Score against the start", xs, series, x_label="games played to tune")],
        conclude(f"After {xs[-1]} games what was tuned", {"the start": shares[-1]}),
    )


@STUDIES.add("reversi-patterns", games=100_000)
def reversi_patterns(run: Run) -> Report:
    """How the pattern evaluation learns by self-play: its score against fixed opponents."""
    import tempfile
    from pathlib import Path

    from parlour.learn.training import Run as TrainingRun
    from parlour.learn.training import find_method, train

    variant = game("reversi")
    with tempfile.TemporaryDirectory() as folder:
        training = TrainingRun.make(
            find_method(variant, "patterns"), variant, {"games": max(1, run.games // CHECKS)},
            out=Path(folder) / "patterns.npz", rounds=CHECKS, rivals=FIXED, seed=run.seed, trial=200,
        )  # fmt: skip
        rounds = list(run.track(train(training), "rounds of self-play", CHECKS))
    xs = [done.games for done in rounds]
    series = {
        rival: [cast(Estimate, done.measures[f"score against {rival}"]) for done in rounds] for rival in FIXED
    }
    rows = [(f"{x}", [Cell.percent(scores[i]) for scores in series.values()]) for i, x in enumerate(xs)]
    return run.report(
        "Reversi: patterns learned by self-play",
        ["The learner looks one move ahead; every game is played from both sides."],
        [Table("Score against fixed opponents", tuple(series), rows, corner="games of self-play")],
        [
            lambda: curve(
                "learning", "Score against fixed opponents", xs, series, x_label="games of self-play"
            )
        ],
        conclude(
            f"After {xs[-1]} games the learner", {rival: scores[-1] for rival, scores in series.items()}
        ),
    )
