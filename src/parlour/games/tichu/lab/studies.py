"""Tichu's studies: Castelein's Monte Carlo agents, the tree of Vlachou-Konchylaki, and those of calls.

Here they are only declared; what computes is imported when a study is run.
"""

from __future__ import annotations

from parlour.games.tichu.lab.calls.studies import STUDIES
from parlour.report import Report
from parlour.report.source import Source
from parlour.report.study import Run
from parlour.spec import Option

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


@STUDIES.add("tichu-tree", games=100, source=VLACHOU)
def tichu_tree(run: Run) -> Report:
    """The tree of combinations: its five values, tolerance, and weights against frequency."""
    from parlour.games.tichu.lab.vlachou import report

    return report(run)
