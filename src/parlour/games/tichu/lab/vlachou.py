"""The study of Vlachou-Konchylaki's tree: its five values, tolerance, and weights against frequency."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import numpy as np

from parlour.arena.schedule import game_seeds
from parlour.game import game
from parlour.games.tichu.calls.patterns import Hands, full_houses, steps, straights
from parlour.games.tichu.lab.frequency import in_best_leaf, mini_hands
from parlour.games.tichu.lab.shares import share_without_ties
from parlour.games.tichu.tree.values import VALUES
from parlour.record import Record
from parlour.report import Cell, Claim, Report, Table, curve, findable
from parlour.report.study import Run
from parlour.stats.estimate import Estimate

__all__ = ["report", "tolerance_claim", "weight_claim"]

MINI = "tichu:rules=mini"
TOLERANCES = (0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
FACTORS = tuple(round(0.2 * i, 1) for i in range(1, 9))  # weights 0.2 to 1.6, as published


def _any(held: np.ndarray) -> np.ndarray:
    """Which hands hold any of some combinations."""
    return np.asarray(held.any(axis=1))


HELD: dict[str, Callable[[Hands], np.ndarray]] = {  # whether a hand holds a combination at all
    "pair": lambda hands: _any(hands.counts >= 2),
    "triple": lambda hands: _any(hands.counts >= 3),
    "full house": lambda hands: _any(full_houses(hands)),
    "four of a kind": lambda hands: _any(hands.counts == 4),
    "straight": lambda hands: _any(straights(hands) > 0),
    "steps": lambda hands: _any(steps(hands) > 0),
}

Groups = dict[int, list[float]]
"""The results of rounds, 1, 1/2 or 0, by their deals."""


def _meet(run: Run, first: str, second: str) -> Groups:
    return run.match(game(MINI), [f"tree:value={first}", f"tree:value={second}"]).lines[0].blocks


def _values_table(run: Run) -> Table:
    """The five values of a leaf against each other: the row's share of rounds against the column."""
    results: dict[tuple[str, str], Groups] = {}
    for first, second in combinations(VALUES, 2):
        results[first, second] = _meet(run, first, second)
        results[second, first] = {
            deal: [1 - one for one in rounds] for deal, rounds in results[first, second].items()
        }
    rows = []
    for first in VALUES:
        others = [results[first, second] for second in VALUES if second != first]
        every = [[one for groups in others for one in groups.get(deal, [])] for deal in others[0]]
        cells = [
            Cell.percent(share_without_ties(results[first, second].values())) if first != second else Cell("")
            for second in VALUES
        ]
        rows.append((first, [*cells, Cell.percent(share_without_ties(every))]))
    return Table(
        "Rounds won by the row against the column, ties out (figures 4-1 to 4-10)",
        (*VALUES, "all others"),
        rows,
        "Rounds on one deal count as one.",
        corner="value",
    )


def _plays(records: Sequence[Record]) -> Estimate:
    """The share of plays among plays and passes, the turns of a round as one group."""
    turns = [[move.split()[0] for move in record.moves] for record in records]
    plays = [words.count("play") for words in turns]
    return Estimate.ratio(plays, [words.count("pass") + n for words, n in zip(turns, plays, strict=True)])


def _aggressiveness(run: Run) -> list[Estimate]:
    """How often the tree plays when it could pass, by tolerance."""
    specs = [f"tree:value=simple,tolerance={tolerance}" for tolerance in TOLERANCES]
    return [_plays(records) for records in run.play(game(MINI), [[spec] * 4 for spec in specs])]


def tolerance_claim(plays: Sequence[Estimate]) -> Claim:
    """The source found that a smaller tolerance makes the tree play more; None when ours cannot tell."""
    text = (
        f"The smaller its tolerance, the more the tree plays (here {plays[0].value:.0%} of its turns at "
        f"{TOLERANCES[0]}, {plays[-1].value:.0%} at {TOLERANCES[-1]})"
    )
    gap = plays[0] - plays[-1]
    return Claim(text, None if gap.holds(0.0) else gap.value > 0, findable([gap], "a gap"))


def weight_claim(frequency: Mapping[str, Sequence[Estimate]]) -> Claim:
    """The source found that weight brings a combination's share of best leaves near its share of hands.

    It cannot be in the best leaf of a hand without it, so that nearer means more often.
    """
    gains = {name: shares[-1] - shares[0] for name, shares in frequency.items()}
    away = [name for name, gain in gains.items() if gain.high < 0]
    rest = f" (not {', '.join(away)})" if away else ""
    return Claim(
        f"More weight brings a combination's share of best leaves nearer to its share of hands{rest}",
        False if away else True if all(gain.low > 0 for gain in gains.values()) else None,
        findable(gains.values(), "a gain"),
    )


def report(run: Run) -> Report:
    """The tree of combinations: its five values, tolerance, and weights against frequency."""
    plays, deals = _aggressiveness(run), game_seeds(run.seed, 5 * run.games)
    tolerance = Table(
        "Plays among plays and passes, by tolerance (simple value)",
        tuple(map(str, TOLERANCES)),
        [("plays", [Cell.percent(share) for share in plays])],
    )
    hands = Hands(mini_hands(deals))
    held = {name: Estimate.share(int(holds(hands).sum()), len(deals)) for name, holds in HELD.items()}
    frequency = {
        name: [Estimate.share(in_best_leaf(name, weight, deals), len(deals)) for weight in FACTORS]
        for name in HELD
    }
    weights = Table(
        "Deals with the combination in the best leaf, by its weight",
        (*map(str, FACTORS), "in the hand"),
        [
            (name, [Cell.percent(share) for share in (*shares, held[name])])
            for name, shares in frequency.items()
        ],
        "The last column is the limit: more often than it is held it cannot be in the best leaf.",
        corner="combination",
    )
    limits = {f"{name}, limit": [held[name]] * len(FACTORS) for name in ("pair", "straight")}
    return run.report(
        "Mini-Tichu: the tree of combinations",
        [
            "Hands are taken apart into combinations in all ways; a leaf is valued by the central value, "
            "number of cards and weight of its combinations. The source prints its results as charts only.",
        ],
        [_values_table(run), tolerance, weights],
        [
            lambda: curve(
                "tolerance", "Plays by tolerance", TOLERANCES,
                {"simple": plays}, x_label="tolerance", y_label="share of plays",
            ),
            lambda: curve(
                "weights", "Weight against frequency in the best leaf", FACTORS, {**frequency, **limits},
                x_label="weight", y_label="share of deals",
            ),
        ],
        claims=[tolerance_claim(plays), weight_claim(frequency)],
    )  # fmt: skip
