"""Tichu's studies: Castelein's Monte Carlo agents, the tree of Vlachou-Konchylaki, and those of calls."""

from __future__ import annotations

from itertools import combinations

from parlour.arena.schedule import game_seeds
from parlour.game import game
from parlour.games.tichu.lab.calls.studies import STUDIES
from parlour.games.tichu.lab.shares import won
from parlour.games.tichu.tree.values import VALUES
from parlour.report import Cell, Report, Table, curve
from parlour.report.source import Source
from parlour.report.study import Run
from parlour.spec import Option
from parlour.stats.estimate import Estimate

__all__ = ["STUDIES"]

CASTELEIN = Source(
    "castelein",
    "misc",
    "Castelein",
    "Determinization for Monte Carlo Tree Search in the Card Game Tichu",
    "2017",
)
VLACHOU = Source(
    "vlachou", "misc", "Vlachou-Konchylaki", "A strategy game of partial information for Mini-Tichu", "2012"
)
MINI = "tichu:rules=mini"
TOLERANCES = (0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
FACTORS = tuple(round(0.2 * i, 1) for i in range(1, 9))  # weights 0.2 to 1.6, as published
WEIGHED = ("pair", "triple", "full house", "four of a kind", "straight", "steps")


@STUDIES.add(
    "tichu-agents",
    games=200,
    source=CASTELEIN,
    options=(Option("playouts", 20, "playouts for a decision in the tables", low=1),),
)
def tichu_agents(run: Run) -> Report:
    """Flat Monte Carlo, MCTS and random in Mini-Tichu and Tichu, and learned determinization."""
    from parlour.games.tichu.lab.castelein import report

    return report(run)


def _values_table(run: Run) -> Table:
    """The five values of a leaf against each other: the row's share of rounds against the column."""
    shares: dict[tuple[str, str], Estimate] = {}
    for first, second in combinations(VALUES, 2):
        share = won(run.match(game(MINI), [f"tree:value={first}", f"tree:value={second}"]))
        shares[first, second] = share
        shares[second, first] = Estimate(1 - share.value, 1 - share.high, 1 - share.low)
    rows = [
        (first, [Cell.percent(shares[first, second]) if first != second else Cell("") for second in VALUES])
        for first in VALUES
    ]
    return Table("Rounds won by the row against the column, ties out", VALUES, rows, corner="value")


def _aggressiveness(run: Run) -> list[Estimate]:
    """How often the tree plays when it could pass, by tolerance."""
    shares = []
    for tolerance in TOLERANCES:
        (records,) = run.play(game(MINI), [[f"tree:value=simple,tolerance={tolerance}"] * 4])
        turns = [move.split()[0] for record in records for move in record.moves]
        shares.append(Estimate.share(turns.count("play"), turns.count("play") + turns.count("pass")))
    return shares


@STUDIES.add("tichu-tree", games=100, source=VLACHOU)
def tichu_tree(run: Run) -> Report:
    """The tree of combinations: its five values, tolerance, and weights against frequency."""
    from parlour.games.tichu.lab.frequency import in_best_leaf

    values = _values_table(run)
    plays = _aggressiveness(run)
    tolerance = Table(
        "Plays among plays and passes, by tolerance (simple value)",
        tuple(map(str, TOLERANCES)),
        [("plays", [Cell.percent(share) for share in plays])],
    )
    deals = game_seeds(run.seed, 5 * run.games)
    frequency = {
        name: [Estimate.share(in_best_leaf(name, weight, deals), len(deals)) for weight in FACTORS]
        for name in WEIGHED
    }
    weights = Table(
        "Deals with the combination in the best leaf, by its weight",
        tuple(map(str, FACTORS)),
        [(name, [Cell.percent(share) for share in shares]) for name, shares in frequency.items()],
    )
    return run.report(
        "Mini-Tichu: the tree of combinations",
        [
            "Hands are taken apart into combinations in all ways; a leaf is valued by the central value, "
            "number of cards and weight of its combinations. The source prints its results as charts only.",
        ],
        [values, tolerance, weights],
        [
            lambda: curve(
                "tolerance", "The lower the tolerance, the more is played", TOLERANCES,
                {"simple": plays}, x_label="tolerance", y_label="share of plays",
            ),
            lambda: curve(
                "weights", "Weight against frequency in the best leaf", FACTORS, frequency,
                x_label="weight", y_label="share of deals",
            ),
        ],
        [
            "A smaller tolerance makes the tree more aggressive, as published: it plays "
            f"{plays[0].value:.0%} of its turns at {TOLERANCES[0]} and {plays[-1].value:.0%} at "
            f"{TOLERANCES[-1]}.",
        ],
    )  # fmt: skip
