"""Reversi's studies: those of the exercise sheet; how strong `best` is, and how its evaluations learn."""

from __future__ import annotations

import numpy as np

from parlour.game import game
from parlour.games.reversi.lab.exercises import SHEET, STUDIES
from parlour.report import Cell, Report, Table, curve
from parlour.report.study import Run
from parlour.spec import Option

__all__ = ["STUDIES"]

RIVALS = ("random", "alphabeta", "mcts:playouts=10000", "iago", "cassio", "desdemona", "roderigo", "duke")


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
    rows = []
    for pair in pairs:
        openings = random_openings(-(-run.games // 2), run.seed)
        plan = Plan.make(game("reversi"), pair, games=run.games, seed=run.seed, openings=openings)
        results = run.carry_out(plan, game("reversi"))
        line = results.lines[0]
        score = Cell.percent(results.pair(*results.names).score)
        rows.append((" v ".join(pair), [score, Cell(line.wins), Cell(line.draws), Cell(line.losses)]))
    return run.report(
        "Reversi: how strong best is",
        [f"{run.games} games a line; every opening of 8 random moves is played from both sides."],
        [Table("Results of the first", ("score", "won", "drawn", "lost"), rows, corner="match")],
    )


def random_openings(count: int, seed: int) -> list[str]:
    """Openings of eight random moves, in notation."""
    openings = []
    for number in range(count):
        rng, state = np.random.default_rng((seed, number)), game("reversi").new()
        for _ in range(8):
            state.advance(int(rng.choice(state.legal_moves)))
        openings.append(" ".join(move.text for move in state.moves))
    return openings


@STUDIES.add("reversi-weights", games=400_000, source=SHEET)
def reversi_weights(run: Run) -> Report:
    """The simple evaluation tuned by match results: its parameters, and the score as tuning goes on."""
    from parlour.games.reversi.lab import tuning

    result = tuning.tune(run.games, run.seed, track=run.track)
    rows = [
        (name, [Cell(before, decimals=2), Cell(after, decimals=2)])
        for name, before, after in zip(tuning.NAMES, tuning.START, result.parameters, strict=True)
    ]
    scores = [(f"{games}", [Cell.percent(share)]) for games, share in result.curve]
    tables = [
        Table("Parameters", ("at the start", "tuned"), rows, corner="parameter"),
        Table("Score against the start", ("score",), scores, corner="games"),
    ]
    xs = [games for games, _ in result.curve]
    series = {"tuned v start": [share for _, share in result.curve]}
    return run.report(
        "Reversi: the simple evaluation tuned by matches",
        ["SPSA; both sides look 2 moves ahead, and every opening is played from both sides."],
        tables,
        [lambda: curve("score", "Score against the start", xs, series, x_label="games played to tune")],
    )


@STUDIES.add("reversi-patterns", games=100_000)
def reversi_patterns(run: Run) -> Report:
    """How the pattern evaluation learns by self-play: its score against fixed opponents."""
    import tempfile
    from pathlib import Path

    from parlour.games.reversi.lab import exam, training

    trainer = training.Trainer(run.seed)
    with tempfile.TemporaryDirectory() as folder:
        batches = training.train(trainer, run.games, Path(folder) / "checkpoint.npz")
        for _ in run.track(batches, "batches of self-play", -(-run.games // training.BATCH)):
            pass
    trainer.examine()
    xs = sorted({point.games for point in trainer.curve})
    series = {
        rival: [next(p.score for p in trainer.curve if p.games == x and p.rival == rival) for x in xs]
        for rival in exam.RIVALS
    }
    rows = [(f"{x}", [Cell.percent(scores[i]) for scores in series.values()]) for i, x in enumerate(xs)]
    return run.report(
        "Reversi: patterns learned by self-play",
        ["The learner looks one move ahead; every opening of 8 random moves is played from both sides."],
        [Table("Score against fixed opponents", tuple(series), rows, corner="games of self-play")],
        [
            lambda: curve(
                "learning", "Score against fixed opponents", xs, series, x_label="games of self-play"
            )
        ],
    )
