"""A study of our own: how much the first move is worth, and to whom."""

from __future__ import annotations

from collections.abc import Sequence

import parlour
from parlour import Option, Record
from parlour.report import Cell, Report, Table, comparison
from parlour.report.study import Run, Studies
from parlour.stats.estimate import Estimate

STUDIES = Studies("connect-four")
COLUMNS = ("first wins", "draw", "second wins", "first's share of what was won")


@STUDIES.add(
    "connect-four-first-move",
    games=1000,
    options=(Option("playouts", 200, "playouts of mcts for a decision", low=1),),
)
def first_move(run: Run) -> Report:
    """How much the first move is worth to random, careful and searching players."""
    players = ("random", "careful", f"mcts:playouts={run.settings['playouts']}")
    games = run.play(parlour.game("connect-four"), [(player, player) for player in players])
    shares = {player: results(records) for player, records in zip(players, games, strict=True)}
    rows = [(player, [Cell.percent(share) for share in row]) for player, row in shares.items()]
    decided = Table("Won by the first player", COLUMNS[-1:], [(player, row[-1:]) for player, row in rows])
    return run.report(
        "Connect Four: what the first move is worth",
        ["Each player plays against itself, so that only the first move tells the two sides apart."],
        [Table("Results of games between equals", COLUMNS, rows, corner="player")],
        [lambda: comparison("share", decided, x_label="games that the first player won, of those won, %")],
        [verdict(player, row[-1]) for player, row in shares.items()],
    )


def results(records: Sequence[Record]) -> list[Estimate]:
    """The shares of wins, draws and losses of the first player, and of wins among what was won."""
    first = sum(record.rewards[0] > 0 for record in records)
    second = sum(record.rewards[1] > 0 for record in records)
    games = len(records)
    counts = (first, games - first - second, second)
    return [*(Estimate.share(count, games) for count in counts), Estimate.share(first, first + second)]


def verdict(player: str, share: Estimate) -> str:
    """What the interval of the first player's share allows to say."""
    if share.low > 0.5:
        return f"{player}: the first move is an advantage ({share:.1%} of the games that somebody won)."
    if share.high < 0.5:
        return f"{player}: the first move is a disadvantage ({share:.1%} of the games that somebody won)."
    return f"{player}: these games do not tell who is better off ({share:.1%})."
