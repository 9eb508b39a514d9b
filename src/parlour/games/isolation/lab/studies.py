"""Isolation's study: the course report's games of minimax and random players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from parlour.game import game
from parlour.report import Cell, Claim, Report, Table, comparison
from parlour.report.source import Source
from parlour.report.study import Run, Studies
from parlour.report.table import p_text
from parlour.stats.agreement import DOUBT, Agreement, agreement
from parlour.stats.estimate import Estimate

STUDIES = Studies("isolation")
COURSE_REPORT = Source(
    "jamroz", "misc", "Aleksandra Jamróz", "Dwuosobowe gry deterministyczne", note="course report, exercise 3"
)

HEURISTICS = ("basic", "difference", "defensive", "offensive")
DEPTHS = (1, 3, 5)
PUBLISHED_GAMES = 100
BASIS = f"Published: {PUBLISHED_GAMES} games a cell, as the report says."

# Games of 100 that player 1 won, by depth and heuristic, as the report prints them.
PUBLISHED = {
    "Minimax v minimax": ((56, 51, 53, 55), (68, 54, 64, 61), (60, 63, 58, 61)),
    "Minimax v random": ((69, 88, 77, 96), (89, 94, 93, 96), (97, 98, 100, 98)),
    "Random v minimax": ((29, 11, 18, 14), (13, 6, 5, 10), (3, 4, 2, 1)),
}
RANDOM_V_RANDOM = 50

READINGS = {"moves that are looked ahead": 0, "moves after one's own": 1}
"""What the report's depth may count, and how many more it makes of ours, which counts all moves."""

Key = tuple[str, int, str]  # a mode, a published depth, a heuristic
Shares = Mapping[tuple[str, Key], Estimate]  # by reading


def _seats(reading: str, key: Key) -> tuple[str, str]:
    """The agents of players 1 and 2 in a cell."""
    mode, depth, heuristic = key
    minimax = f"minimax:depth={depth + READINGS[reading]},heuristic={heuristic}"
    first, second = mode.lower().split(" v ")
    return (minimax if first == "minimax" else "random", minimax if second == "minimax" else "random")


def _published(won: int) -> Estimate:
    return Estimate.share(won, PUBLISHED_GAMES)


def _table(reading: str, mode: str, shares: Shares) -> Table:
    """One mode: our share of the games won by player 1 beside the published one, a row a depth."""
    rows = []
    for depth, published in zip(DEPTHS, PUBLISHED[mode], strict=True):
        ours = [shares[reading, (mode, depth, name)] for name in HEURISTICS]
        cells = [Cell.percent(o, _published(p)) for o, p in zip(ours, published, strict=True)]
        rows.append((str(depth), cells))
    title = f"{mode}, depth in {reading}: share won by player 1"
    return Table(title, HEURISTICS, rows, corner="depth", basis=BASIS, counts=False)


def _together(tables: Sequence[Table]) -> Agreement:
    """The test over all cells of one reading."""
    sizes = [size for table in tables for size in table.sizes]
    test = agreement([one for table in tables for one in table.differences], sizes=sizes)
    assert test
    return test


def readings_claim(tests: Mapping[str, Agreement]) -> Claim:
    """Whether the published figures are what one of the readings gives; each has a chance to fit."""
    fitting = [test for test in tests.values() if min(1.0, len(tests) * test.p) >= DOUBT]
    return Claim(
        "The figures of minimax are those of one of the two readings of its depth",
        (True if any(test.tells for test in fitting) else None) if fitting else False,
        f"a shift of all {max(test.figures for test in tests.values())} cells by "
        f"{100 * max(test.shift for test in tests.values()):.1f} points would be found in 80 % of such runs",
    )


def conclusion(tests: Mapping[str, Agreement]) -> list[str]:
    """How well each reading fits, and which fits better."""
    lines = [
        f"Depth in {reading}: {test.figures - test.apart} of {test.figures} cells agree, {p_text(test.p)}."
        for reading, test in tests.items()
    ]
    better = max(tests, key=lambda reading: tests[reading].p)
    return [
        *lines,
        f"Depth in {better} fits better.",
        "The report does not say what its depth counts. Its default of 0 speaks for the moves after one's "
        "own; but that reading was thought of after a run in which the other did not fit.",
    ]


def perfect_play(won: int, starts: int) -> str:
    """Whether the first player's edge, which the report suspects, is there under perfect play."""
    edge = "is real" if 2 * won > starts else "is not there under perfect play"
    return (
        f"Under perfect play player 1 wins {won} of the {starts} start positions of 4 x 4 "
        f"({won / starts:.1%}): the first player's edge that the report suspected {edge}."
    )


def _perfect_play() -> str:
    from parlour.games.isolation.best.solver import all_starts

    wins = [wins for _, _, wins in all_starts(4)]
    return perfect_play(sum(wins), len(wins))


@STUDIES.add("isolation-minimax", games=1000, source=COURSE_REPORT)
def isolation_minimax(run: Run) -> Report:
    """Minimax and random players on 4 x 4, all four modes of the course report."""
    cells = [(mode, depth, name) for mode in PUBLISHED for depth in DEPTHS for name in HEURISTICS]
    keys = [(reading, cell) for reading in READINGS for cell in cells]
    line_ups = [*(_seats(*key) for key in keys), ("random", "random")]
    each = run.play_each(game("isolation"), [seats for seats in line_ups for _ in range(run.games)])
    won = np.reshape([record.rewards[0] > 0 for record in each], (len(line_ups), run.games))
    *shares, both_random = (Estimate.share(int(cell.sum()), run.games) for cell in won)
    by_key = dict(zip(keys, shares, strict=True))
    tables = {reading: [_table(reading, mode, by_key) for mode in PUBLISHED] for reading in READINGS}
    tests = {reading: _together(those) for reading, those in tables.items()}
    cell = Cell.percent(both_random, _published(RANDOM_V_RANDOM))
    random = Table("Random v random: share won by player 1", ("share",), [("random", [cell])], basis=BASIS)
    every = [table for those in tables.values() for table in those]
    return run.report(
        "Isolation: minimax and random players on 4 x 4",
        [
            "Both start squares are drawn anew for each game; both minimax players use the same heuristic "
            "and depth; ties between best moves are broken at random.",
            f"{run.games} games a cell, each from start squares of its own. Every published figure is a "
            f"share of {PUBLISHED_GAMES} games, as the report says.",
        ],
        [*every, random],
        [lambda table=table, i=i: comparison(f"mode-{i}", table, x_label="won by player 1, %")
         for i, table in enumerate(every, 1)],
        [*conclusion(tests), _perfect_play()],
        [readings_claim(tests)],
    )  # fmt: skip
