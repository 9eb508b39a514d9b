"""Studies of the exercise sheet: the levels, what move ordering saves, and MCTS against alpha-beta."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from parlour.agent import Clock
from parlour.game import game
from parlour.report import Cell, Report, Table, curve
from parlour.report.source import Source
from parlour.report.study import Run, Studies
from parlour.spec import Option
from parlour.state import View
from parlour.stats.estimate import Estimate
from parlour.testing import random_positions

__all__ = ["SHEET", "STUDIES"]

STUDIES = Studies("reversi")
SHEET = Source(
    "sheet", "misc", "University of Wrocław", "Sztuczna inteligencja, pracownia 4", note="exercise sheet"
)

# Level: our agent, losses allowed in 1,000 games, seconds allowed for all of them.
LEVELS = {
    "novice": ("alphabeta:depth=1", 200, 60),
    "basic": ("alphabeta:depth=2", 70, 60),
    "standard": ("alphabeta:nodes=2000", 20, 420),
    "pro": ("alphabeta:nodes=5000", 0, 60),
}


@STUDIES.add("reversi-levels", games=1000, source=SHEET)
def reversi_levels(run: Run) -> Report:
    """The levels novice, basic, standard and pro: losses against random and time, on one core."""
    rows, one_core = [], replace(run, workers=1, cluster=None)
    for level, (spec, losses, seconds) in LEVELS.items():
        results = one_core.match(game("reversi"), [spec, "random"])
        line = results.lines[0]
        lost = Estimate.share(line.losses, line.games)
        allowed = losses * run.games / 1000
        reached = line.losses <= allowed and results.seconds <= seconds * run.games / 1000
        cells = [
            Cell(spec),
            Cell(line.losses, f"at most {allowed:g}"),
            Cell(f"{lost * 100:.2f}"),
            Cell(results.seconds, f"at most {seconds * run.games / 1000:g}", decimals=1, unit="s"),
            Cell("reached" if reached else "missed"),
        ]
        rows.append((level, cells))
    columns = ("agent", "losses", "losses in 100 [95 % interval]", "time", "level")
    return run.report(
        "Reversi: the levels of the exercise sheet",
        [f"{run.games} games of each agent against random, half of them as each side, on one core."],
        [Table("Losses against random", columns, rows, corner="level")],
    )


WAYS = {
    "random order": "order=random,table=no",
    "order by evaluation": "order=value,table=no",
    "history and table": "order=history,table=yes",
}


@STUDIES.add(
    "reversi-ordering",
    games=40,
    source=SHEET,
    options=(Option("depth", 7, "the greatest depth", low=2, high=9),),
)
def reversi_ordering(run: Run) -> Report:
    """Nodes and time of alpha-beta by depth: random order, order by evaluation, and with the table."""
    depth = int(run.settings["depth"] or 7)
    views = _middle_positions(run.games, run.seed)
    nodes: dict[str, list[Estimate]] = {way: [] for way in WAYS}
    times: dict[str, list[Estimate]] = {way: [] for way in WAYS}
    for level in run.track(range(1, depth + 1), "depths", depth):
        for way, options in WAYS.items():
            efforts = [_search(view, f"alphabeta:depth={level},{options}", run.seed) for view in views]
            nodes[way].append(Estimate.mean([positions for positions, _ in efforts]))
            times[way].append(Estimate.mean([1000 * seconds for _, seconds in efforts]))
    tables = [
        Table(
            title,
            tuple(WAYS),
            [
                (str(d), [Cell(series[way][d - 1], decimals=places) for way in WAYS])
                for d in range(1, depth + 1)
            ],
            corner="depth",
        )
        for title, series, places in (("Positions searched", nodes, 0), ("Milliseconds", times, 3))
    ]
    first, second, third = (times[way][-1].value for way in WAYS)
    return run.report(
        "Reversi: what move ordering saves alpha-beta",
        [f"Means over {len(views)} positions of random games, {depth} moves deep at most; one core."],
        tables,
        [
            lambda: curve("nodes", "Positions searched", list(range(1, depth + 1)), nodes, x_label="depth"),
            lambda: curve("time", "Milliseconds", list(range(1, depth + 1)), times, x_label="depth"),
        ],
        [
            f"At depth {depth}, order by evaluation takes {first / second:.1f} times less time than random "
            f"order, and history with the transposition table {first / third:.1f} times less.",
        ],
    )


def _middle_positions(count: int, seed: int) -> list[View]:
    """Positions of random games with 20 to 44 discs and a choice of moves."""
    views: list[View] = []
    while len(views) < count:
        for view in random_positions(game("reversi"), 4 * count, seed):
            if 20 <= sum(view.scores) <= 44 and len(view.legal_moves) > 1 and len(views) < count:
                views.append(view)
        seed += 1000
    return views


def _search(view: View, spec: str, seed: int) -> tuple[int, float]:
    """Positions searched and seconds spent on one decision."""
    from parlour.agent import agent

    player = agent(view.game, spec)
    player.begin(view.game, view.seat, seed)
    began = time.perf_counter()
    player.choose(view, Clock())
    return player.work, time.perf_counter() - began


@STUDIES.add(
    "reversi-mcts",
    games=200,
    source=SHEET,
    options=(
        Option("seconds", 0.5, "seconds a move of the match of ten games", low=0.01),
        Option("short", 0.05, "seconds a move of the longer match", low=0.01),
        Option("rival", "alphabeta", "the other program"),
    ),
)
def reversi_mcts(run: Run) -> Report:
    """MCTS against alpha-beta: ten games at half a second a move, and many more at less."""
    rows = []
    for games, seconds in ((10, run.settings["seconds"]), (run.games, run.settings["short"])):
        specs = [f"mcts:seconds={seconds}", f"{run.settings['rival']}:seconds={seconds}"]
        results = run.match(game("reversi"), specs, games)
        pair, line = results.pair(*results.names), results.lines[0]
        speeds = [Cell(np.round(entry.speed), decimals=0) for entry in results.lines]
        score = [Cell.percent(pair.score), Cell(f"+{line.wins} ={line.draws} -{line.losses}")]
        rows.append((f"{games} games at {seconds} s a move", [*score, Cell(f"{pair.elo:+.0f}"), *speeds]))
    columns = ("MCTS's score", "won, drawn, lost", "Elo", "playouts a second", "positions a second")
    return run.report(
        "Reversi: MCTS against alpha-beta",
        ["Every start is played from both sides; both have the same time."],
        [Table("MCTS v alpha-beta", columns, rows)],
    )
