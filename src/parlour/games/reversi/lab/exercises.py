"""Studies of the exercise sheet: the levels, what move ordering saves, and MCTS against alpha-beta."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from parlour.agent import Clock
from parlour.game import game
from parlour.report import Cell, Report, Table, comparison, curve, power
from parlour.report.source import Source
from parlour.report.study import Run, Studies
from parlour.spec import Option
from parlour.state import View
from parlour.stats.estimate import Estimate
from parlour.testing import random_positions

__all__ = ["LEVELS", "SHEET", "STUDIES", "Outcome", "conclude", "reached_levels", "saved", "told"]

STUDIES = Studies("reversi")
SHEET = Source(
    "sheet", "misc", "University of Wrocław", "Sztuczna inteligencja, pracownia 4", note="exercise sheet"
)


class Level(NamedTuple):
    """A level: our agent for it, and the losses and seconds that it is allowed in 1,000 games."""

    agent: str
    losses: int
    seconds: int
    of_the_sheet: bool = True  # the sheet announces limits beyond standard, but does not give them


LEVELS = {
    "novice": Level("alphabeta:depth=1", 200, 60),
    "basic": Level("alphabeta:depth=2", 70, 60),
    "standard": Level("alphabeta:nodes=2000", 20, 420),
    "pro": Level("alphabeta:nodes=5000", 0, 60, of_the_sheet=False),
}


class Outcome(NamedTuple):
    """What an agent did against random in so many games."""

    games: int
    lost: int
    seconds: float

    def reaches(self, level: Level) -> bool:
        """Whether it keeps within a level's limits, in proportion to the games."""
        share = self.games / 1000
        return self.lost <= level.losses * share and self.seconds <= level.seconds * share


def _level_row(level: Level, outcome: Outcome) -> list[Cell]:
    """A row of the levels' table."""
    share, whose = outcome.games / 1000, "the sheet" if level.of_the_sheet else "ours"
    return [
        Cell(level.agent),
        Cell.percent(Estimate.share(outcome.lost, outcome.games), decimals=2),
        Cell(outcome.lost),
        Cell(f"{level.losses * share:g}"),
        Cell(outcome.seconds, decimals=1, unit="s"),
        Cell(f"{level.seconds * share:g} s"),
        Cell(whose),
        Cell("reached" if outcome.reaches(level) else "missed"),
    ]


def reached_levels(outcomes: Mapping[str, Outcome]) -> str:
    """Which of the sheet's levels are reached, in a sentence."""
    sheet = [name for name, level in LEVELS.items() if level.of_the_sheet]
    missed = [name for name in sheet if not outcomes[name].reaches(LEVELS[name])]
    if missed:
        return f"Of the sheet's levels {', '.join(missed)} {'is' if len(missed) == 1 else 'are'} missed."
    return f"All levels of the sheet are reached: {', '.join(sheet)}."


def _power_of(outcomes: Mapping[str, Outcome]) -> str:
    lost = [Estimate.share(outcome.lost, outcome.games) for outcome in outcomes.values()]
    return power(lost, "a change of the games lost")


@STUDIES.add("reversi-levels", games=1000, source=SHEET)
def reversi_levels(run: Run) -> Report:
    """The levels novice, basic, standard and pro: losses against random and time, on one core."""
    one_core, outcomes = replace(run, workers=1, cluster=None), {}
    for name, level in LEVELS.items():
        results = one_core.match(game("reversi"), [level.agent, "random"])
        outcomes[name] = Outcome(results.lines[0].games, results.lines[0].losses, results.seconds)
    rows = [(name, _level_row(LEVELS[name], outcome)) for name, outcome in outcomes.items()]
    columns = ("agent", "lost", "losses", "allowed", "time", "time allowed", "limits of", "level")
    shares = Table("Games lost to random", ("lost",), [(name, [cells[1]]) for name, cells in rows])
    return run.report(
        "Reversi: the levels of the exercise sheet",
        [
            f"{run.games} games of each agent against random, half of them as each side, on one core.",
            "The sheet sets limits and prints no results. It leaves the limits of pro open; those are ours.",
        ],
        [Table("Losses against random", columns, rows, corner="level")],
        [lambda: comparison("levels", shares, x_label="games lost to random, %")],
        [reached_levels(outcomes), _power_of(outcomes)],
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
    seconds: dict[str, np.ndarray] = {}
    for level in run.track(range(1, depth + 1), "depths", depth):
        for way, options in WAYS.items():
            efforts = [_search(view, f"alphabeta:depth={level},{options}", run.seed) for view in views]
            positions, seconds[way] = np.array(efforts).T
            nodes[way].append(Estimate.mean(positions))
            times[way].append(Estimate.mean(1000 * seconds[way]))
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
        for title, series, places in (
            ("Positions searched", nodes, 0),
            ("Milliseconds", times, 3),
        )
    ]
    return run.report(
        "Reversi: what move ordering saves alpha-beta",
        [
            f"Means over {len(views)} positions of random games, {depth} moves deep at most.",
            "Times are those of the processor.",
        ],
        tables,
        [
            lambda: curve("nodes", "Positions searched", list(range(1, depth + 1)), nodes, x_label="depth"),
            lambda: curve("time", "Milliseconds", list(range(1, depth + 1)), times, x_label="depth"),
        ],
        saved(depth, _savings(seconds)),
    )


def _savings(seconds: Mapping[str, np.ndarray]) -> dict[str, Estimate]:
    """How many times the time of each way but the first the first one takes, on the same positions."""
    first, *others = seconds
    return {way: Estimate.ratio(seconds[first], seconds[way]) for way in others}


def saved(depth: int, savings: Mapping[str, Estimate]) -> list[str]:
    """What each way of ordering moves costs or saves beside a random order, and what would be found."""
    parts = [f"'{way}' takes {_times(ratio)} than 'random order'" for way, ratio in savings.items()]
    found = power(savings.values(), "a change of such a ratio", "", 1)
    return [f"At depth {depth}, {' and '.join(parts)}.", found]


def _times(saving: Estimate) -> str:
    """How many times less or more time that is."""
    unsure = ", not known to be less or more," if saving.holds(1.0) else ""
    if saving.value >= 1:
        return f"{saving:.1f} times less time{unsure}"
    cost = Estimate(*(1 / max(part, 1e-9) for part in (saving.value, saving.high, saving.low)))
    return f"{cost:.1f} times more time{unsure}"


def told(who: str, scores: Mapping[str, Estimate]) -> str:
    """Against whom somebody scores more than half, less, or as far as can be told the same."""
    more = [rival for rival, score in scores.items() if score.low > 0.5]
    less = [rival for rival, score in scores.items() if score.high < 0.5]
    rest = [rival for rival in scores if rival not in more + less]
    groups = {"more than half": more, "less than half": less, "not known to be more or less": rest}
    parts = [f"{word} against {'; '.join(rivals)}" for word, rivals in groups.items() if rivals]
    return f"{who} scores {', '.join(parts)}."


def conclude(who: str, scores: Mapping[str, Estimate]) -> list[str]:
    """The same, and how far from half a score would be known to be so."""
    return [told(who, scores), power(scores.values(), "a distance from half")]


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
    """Positions searched and seconds of the processor spent on one decision."""
    from parlour.agent import agent

    player = agent(view.game, spec)
    player.begin(view.game, view.seat, seed)
    began = time.process_time()
    player.choose(view, Clock())
    return player.work, time.process_time() - began


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
    rows, scores = [], {}
    for games, seconds in ((10, run.settings["seconds"]), (run.games, run.settings["short"])):
        specs = [f"mcts:seconds={seconds}", f"{run.settings['rival']}:seconds={seconds}"]
        results = run.match(game("reversi"), specs, games)
        pair, line = results.pair(*results.names), results.lines[0]
        speeds = [Cell(np.round(entry.speed), decimals=0) for entry in results.lines]
        score = [Cell.percent(pair.score), Cell(f"+{line.wins} ={line.draws} -{line.losses}")]
        rows.append((f"{games} games at {seconds} s a move", [*score, Cell(f"{pair.elo:+.0f}"), *speeds]))
        scores[specs[1]] = pair.score
    columns = ("MCTS's score", "won, drawn, lost", "Elo", "playouts a second", "positions a second")
    return run.report(
        "Reversi: MCTS against alpha-beta",
        ["Every start is played from both sides; both have the same time."],
        [Table("MCTS v alpha-beta", columns, rows)],
        [],
        conclude("MCTS", scores),
    )
