"""Isolation's study: the course report's games of minimax and random players."""

from __future__ import annotations

import math

from parlour.game import game
from parlour.report import Cell, Report, Table, comparison
from parlour.report.study import Run, Studies
from parlour.stats.estimate import Z95, Estimate

STUDIES = Studies("isolation")

HEURISTICS = ("basic", "difference", "defensive", "offensive")
DEPTHS = (1, 3, 5)
PUBLISHED_GAMES = 100

# Games of 100 that player 1 won, by depth and heuristic, as the report prints them.
PUBLISHED = {
    "Minimax v minimax": ((56, 51, 53, 55), (68, 54, 64, 61), (60, 63, 58, 61)),
    "Minimax v random": ((69, 88, 77, 96), (89, 94, 93, 96), (97, 98, 100, 98)),
    "Random v minimax": ((29, 11, 18, 14), (13, 6, 5, 10), (3, 4, 2, 1)),
}
RANDOM_V_RANDOM = 50


def _seats(mode: str, depth: int, heuristic: str) -> tuple[str, str]:
    """The agents of players 1 and 2 in a cell."""
    minimax = f"minimax:depth={depth},heuristic={heuristic}"
    first, second = mode.lower().split(" v ")
    return (minimax if first == "minimax" else "random", minimax if second == "minimax" else "random")


def _compatible(cell: Cell) -> bool:
    """Whether the published hundred games could have come from our share (two shares, 5 %)."""
    assert isinstance(cell.ours, Estimate)
    published = float(cell.published or 0)
    error = math.sqrt(cell.ours.value * (1 - cell.ours.value) / PUBLISHED_GAMES) + 1e-12
    slack = (cell.ours.high - cell.ours.low) / 2 + 0.5 / PUBLISHED_GAMES
    return abs(published - cell.ours.value) <= Z95 * error + slack


def _table(mode: str, shares: dict[tuple[str, int, str], Estimate]) -> Table:
    """One mode: our share of the games won by player 1 beside the published one, a row a depth."""
    rows = []
    for depth, published in zip(DEPTHS, PUBLISHED[mode], strict=True):
        ours = [shares[mode, depth, name] for name in HEURISTICS]
        cells = [Cell.percent(o, p / PUBLISHED_GAMES) for o, p in zip(ours, published, strict=True)]
        rows.append((str(depth), cells))
    return Table(f"{mode}: share won by player 1", HEURISTICS, rows, corner="depth")


def _conclusion(tables: list[Table]) -> list[str]:
    from parlour.games.isolation.best.solver import all_starts

    cells = [cell for table in tables for _, _, cell in table.cells()]
    starts = list(all_starts(4))
    won = sum(wins for _, _, wins in starts)
    return [
        f"A published cell rests on {PUBLISHED_GAMES} games and scatters by up to ten points itself: "
        f"{sum(map(_compatible, cells))} of {len(cells)} published cells are compatible with ours.",
        f"Under perfect play player 1 wins {won} of the {len(starts)} start positions of 4 x 4 "
        f"({won / len(starts):.1%}): the first player's edge that the report suspected is real, and deeper "
        "search moves the games of equals towards that share.",
    ]


@STUDIES.add("isolation-minimax", games=1000, source="a course report on game trees: minimax for Isolation")
def isolation_minimax(run: Run) -> Report:
    """Minimax and random players on 4 x 4, all four modes of the course report."""
    keys = [(mode, depth, name) for mode in PUBLISHED for depth in DEPTHS for name in HEURISTICS]
    line_ups = [*(_seats(*key) for key in keys), ("random", "random")]
    *shares, both_random = (
        Estimate.share(sum(record.rewards[0] > 0 for record in records), len(records))
        for records in run.play(game("isolation"), line_ups)
    )
    by_key = dict(zip(keys, shares, strict=True))
    tables = [_table(mode, by_key) for mode in PUBLISHED]
    cell = Cell.percent(both_random, RANDOM_V_RANDOM / PUBLISHED_GAMES)
    tables.append(Table("Random v random: share won by player 1", ("share",), [("random", [cell])]))
    return run.report(
        "Isolation: minimax and random players on 4 x 4",
        [
            "Both start squares are drawn anew for each game; both minimax players use the same heuristic "
            "and depth; ties between best moves are broken at random.",
        ],
        tables,
        [lambda table=table, i=i: comparison(f"mode-{i}", table, x_label="won by player 1, %")
         for i, table in enumerate(tables[:3], 1)],
        _conclusion(tables),
    )  # fmt: skip
