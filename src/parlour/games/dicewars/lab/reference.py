"""The study of the reference agents: in pairs and in fields of four."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import numpy as np

from parlour.arena.schedule import game_seeds
from parlour.game import Game, game
from parlour.games.dicewars.lab.sources import REFERENCE, STUDIES, THESIS
from parlour.report import Cell, Report, Table, comparison
from parlour.report.study import Run
from parlour.stats.estimate import Estimate

__all__ = ["dicewars_reference", "farthest", "first_seat", "order_of"]

PUBLISHED_GAMES = 1000
# Percent of the games of two players that the row's agent won against the column's.
PUBLISHED_PAIRS = {
    "difference": {"random": 63.4},
    "ste": {"random": 75.1, "difference": 47.8},
    "stei": {"random": 74.6, "difference": 48.2, "ste": 50.6},
    "wpm": {"random": 71.0, "difference": 56.4, "ste": 53.4, "stei": 54.8},
}


def _wins(variant: Game, seats: Sequence[str], seeds: Sequence[int]) -> np.ndarray:
    """Who won each game, a row a game and a column a seat, in compiled play."""
    from parlour.search.simulate import simulate

    return np.asarray(simulate(variant, seats, seeds).rewards > 0)


def _pair(variant: Game, one: str, other: str, games: int, seed: int) -> Estimate:
    """The share that one agent wins against another; each deal is played from both seats."""
    seeds = game_seeds(seed, max(games // 2, 2))
    first, second = _wins(variant, (one, other), seeds)[:, 0], _wins(variant, (other, one), seeds)[:, 1]
    return Estimate.mean((first + 1.0 * second) / 2)


def _field(run: Run, variant: Game) -> tuple[dict[str, Estimate], Estimate]:
    """The share of games of four that each agent wins, and the first seat's; every order of every four."""
    orders = list(itertools.permutations(range(4)))
    seeds = game_seeds(run.seed + 1, max(run.games // len(orders), 2))
    shares: dict[str, list[np.ndarray]] = {name: [] for name in REFERENCE}
    first = []
    for four in run.track(list(itertools.combinations(REFERENCE, 4)), "fields of four"):
        total = np.zeros((len(seeds), 4))
        for order in orders:
            wins = _wins(variant, [four[i] for i in order], seeds)
            total[:, list(order)] += wins
            first.append(wins[:, 0])
        for place, name in enumerate(four):
            shares[name].append(total[:, place] / len(orders))
    by_agent = {name: Estimate.mean(np.concatenate(parts)) for name, parts in shares.items()}
    return by_agent, Estimate.mean(np.mean(first, axis=0))


def _pairs(run: Run, variant: Game) -> Table:
    """The table of all pairs."""
    columns = ("random", "difference", "ste", "stei")
    rows = []
    for one in run.track(list(PUBLISHED_PAIRS), "agents"):
        cells = []
        for other in columns:
            if other not in PUBLISHED_PAIRS[one]:
                cells.append(Cell(""))
                continue
            share = _pair(variant, one, other, run.games, run.on_deals_of(one, other).seed)
            won = PUBLISHED_PAIRS[one][other] / 100 * PUBLISHED_GAMES
            cells.append(Cell.percent(share, Estimate.share(won, PUBLISHED_GAMES)))
        rows.append((one, cells))
    return Table(
        "Two players: games won by the row's agent",
        columns,
        rows,
        corner="agent",
        basis=f"Published: {PUBLISHED_GAMES} games a pair, as the thesis says.",
    )


def farthest(pairs: Table) -> str:
    """The pair whose share is farthest from the published one, in a sentence."""
    gaps = {f"{one} v {other}": cell.difference for one, other, cell in pairs.cells() if cell.difference}
    pair = max(gaps, key=lambda name: abs(gaps[name].value))
    return f"The pair farthest from its published share is {pair}, by {gaps[pair] * 100:+.1f} points."


def order_of(shares: Mapping[str, Estimate]) -> str:
    """The agents by what they win; neighbours that these games cannot tell apart are said to be level."""
    order = sorted(shares, key=lambda name: -shares[name].value)
    text = order[0]
    for better, worse in itertools.pairwise(order):
        level = (shares[better] - shares[worse]).holds(0.0)
        text += f" (not known to be better than {worse}), {worse}" if level else f", {worse}"
    return f"The order in fields of four is {text}."


def first_seat(share: Estimate, players: int) -> str:
    """Whether the first seat is worth anything, in a sentence."""
    word = "more than" if share.low > 1 / players else "less than" if share.high < 1 / players else "about"
    return f"The first seat wins {share:.1%} of the games of {players}, {word} its fair share."


@STUDIES.add("dicewars-reference", games=1000, source=THESIS)
def dicewars_reference(run: Run) -> Report:
    """The reference agents in pairs and in mixed fields of four, beside the published shares."""
    pairs = _pairs(run, game("dicewars:players=2"))
    shares, first = _field(run, game("dicewars:players=4,rules=2020"))
    order = sorted(shares, key=lambda name: -shares[name].value)
    field = Table(
        "Four players, rules of 2020, mixed fields: games won",
        ("share",),
        [(name, [Cell.percent(shares[name])]) for name in order],
        note="The thesis has no such table.",
        corner="agent",
    )
    return run.report(
        "Dicewars: the reference agents",
        [
            f"{run.games} games a pair, every deal from both seats, every pair on deals of its own; in "
            "fields of four every order of every four agents on the same deals. Intervals count deals."
        ],
        [pairs, field],
        [
            lambda: comparison("pairs", pairs, x_label="won, %"),
            lambda: comparison("field", field, x_label="won, %"),
        ],
        [
            farthest(pairs),
            order_of(shares),
            first_seat(first, 4),
        ],
    )
