"""Tichu's studies: Castelein's Monte Carlo agents, the tree of Vlachou-Konchylaki, and those of calls."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from parlour.arena.schedule import game_seeds
from parlour.game import game
from parlour.games.tichu.lab.calls.studies import STUDIES
from parlour.games.tichu.tree.values import VALUES
from parlour.report import Cell, Claim, Report, Table, comparison, curve
from parlour.report.source import Source
from parlour.report.study import Run
from parlour.spec import Option
from parlour.stats.estimate import Estimate
from parlour.stats.results import Results

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
MINI, FULL = "tichu:rules=mini", "tichu:calls=no"
PLAYOUTS = (5, 20, 50, 100)
TOLERANCES = (0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
FACTORS = tuple(round(0.2 * i, 1) for i in range(1, 9))  # weights 0.2 to 1.6, as published
WEIGHED = ("pair", "triple", "full house", "four of a kind", "straight", "steps")


def won(results: Results) -> Estimate:
    """The first agent's share of the rounds that were not tied."""
    line = results.lines[0]
    return Estimate.share(line.wins, max(line.wins + line.losses, 1))


ROUNDS = 970
"""Rounds behind each share of Castelein's: 1,000, of which about 3 % were tied and left out."""


def _published(share: float | None) -> Estimate | None:
    return None if share is None else Estimate.share(share * ROUNDS, ROUNDS)


def _pairings(run: Run, playouts: int) -> Table:
    """Castelein's table 6.1 for Mini-Tichu, and the one figure for full Tichu."""
    mc, mcts = f"mc:playouts={playouts}", f"mcts:playouts={playouts}"
    published = [
        (MINI, mc, "random", 0.892), (MINI, mcts, "random", 0.906), (MINI, mc, mcts, 0.506),
        (FULL, mc, "random", 0.86), (FULL, mcts, "random", None),
    ]  # fmt: skip
    rows = []
    for spec, first, second, share in published:
        cell = Cell.percent(won(run.match(game(spec), [first, second])), _published(share))
        name = "Mini-Tichu" if spec == MINI else "Tichu without calls"
        rows.append((f"{name}: {first} v {second}", [cell]))
    return Table(
        "Rounds won, ties out",
        ("share",),
        rows,
        corner="agents",
        basis=f"Published: 1,000 rounds a pair, of which about {ROUNDS} were not tied, as the source says; "
        "for full Tichu as many are assumed.",
    )


def _determinizers(run: Run, playouts: int) -> Table:
    """Learned against uniform determinization in play."""
    learned, uniform = (f"mcts:playouts={playouts},determinizer={way}" for way in ("learned", "uniform"))
    share = won(run.match(game(MINI), [learned, uniform]))
    cell = Cell.percent(share, Estimate.share(24336, 24336 + 24212))
    return Table(
        "Learned determinization in Mini-Tichu, ties out",
        ("share",),
        [(f"{learned} v uniform", [cell])],
        basis="Published: 24,336 rounds won and 24,212 lost.",
    )


def _predictions(run: Run) -> Table:
    """How often a guess says rightly who could beat the trick on the table."""
    from parlour.games.tichu.lab.determinizer import accuracy

    right = np.zeros(3, np.int64)
    accuracy(game(MINI).encoded, np.array(game_seeds(run.seed + 1, run.games), np.uint64), right)
    published = {"uniform": (0.873, 0.842), "learned": (0.869, 0.882)}
    rows = []
    for number, (way, shares) in enumerate(published.items(), 1):
        ours = Estimate.share(int(right[number]), int(right[0]))
        rows.append((way, [Cell.percent(ours, share) for share in shares]))
    return Table(
        "Right predictions of who could beat the trick",
        ("beside MC", "beside MCTS"),
        rows,
        note="Ours are guesses in the planner's games, whatever agent they would serve; the source counted "
        "in its agents' games: the two cannot be compared.",
        corner="guess",
    )


@STUDIES.add(
    "tichu-agents",
    games=400,
    source=CASTELEIN,
    options=(Option("playouts", 20, "playouts for a decision in the tables", low=1),),
)
def tichu_agents(run: Run) -> Report:
    """Flat Monte Carlo, MCTS and random in Mini-Tichu and Tichu, and learned determinization."""
    playouts = int(run.settings["playouts"] or 20)
    tables = [_pairings(run, playouts), _determinizers(run, playouts), _predictions(run)]
    series: dict[str, list[Estimate]] = {"mc": [], "mcts": []}
    for n in PLAYOUTS:
        for name, points in series.items():
            points.append(won(run.match(game(MINI), [f"{name}:playouts={n}", "random"])))
    by_playouts = Table(
        "Mini-Tichu against random, by playouts for a decision",
        tuple(map(str, PLAYOUTS)),
        [(name, [Cell.percent(share) for share in points]) for name, points in series.items()],
        corner="agent",
    )
    return run.report(
        "Tichu: Monte Carlo agents and determinization",
        [
            "Each deal is played twice with the teams swapped; ties are left out, as published. A prediction "
            "is right when the guessed hand of a player can beat the trick on the table just when the true "
            "hand can; the learned counters come from the planner's self-play.",
            "Playouts are the whole budget of a decision, shared by its candidates, and run to the end of "
            "the round; the source examines 20 possible moves in a position, and does not say how many "
            "playouts each gets.",
        ],
        [*tables, by_playouts],
        [
            lambda: comparison("agents", tables[0], x_label="rounds won, %"),
            lambda: curve(
                "playouts", "Mini-Tichu against random", [float(n) for n in PLAYOUTS], series,
                x_label="playouts for a decision", y_label="share of rounds won",
            ),
        ],
        [
            f"Learned against uniform determinization: {tables[1].rows[0][1][0].ours_text} of rounds "
            f"{tables[1].rows[0][1][0].interval_text}.",
        ],
        [_no_gain(tables[1]), *(saturation(name, points) for name, points in series.items())],
    )  # fmt: skip


def _no_gain(table: Table) -> Claim:
    """Castelein found no real gain in learned guesses."""
    share = table.rows[0][1][0].ours
    assert isinstance(share, Estimate)
    return Claim("Learned determinization wins no more than uniform", share.low <= 0.5)


def saturation(name: str, shares: Sequence[Estimate]) -> Claim:
    """Castelein found that more playouts help less and less; None when our rounds are too few to tell."""
    first, last = shares[1] - shares[0], shares[-1] - shares[-2]
    fade = first - last
    return Claim(f"More playouts help {name} less and less", None if fade.holds(0.0) else fade.value > 0)


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
