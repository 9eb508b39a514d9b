"""Dicewars' studies: the reference agents against each other, and how the statistics learner gets on."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.arena.schedule import game_seeds
from parlour.game import Game, game
from parlour.report import Cell, Report, Table, comparison, curve
from parlour.report.study import Run, Studies
from parlour.stats.estimate import Estimate
from parlour.stats.results import Line

STUDIES = Studies("dicewars")
THESIS = "a bachelor's thesis on Dicewars, github.com/dturecek/dicewars"
COURSE_REPORT = "Duchoň, Juda, Kinšt, Oškera, Saranová: AI pro hru Dicewars, course report, Brno 2020"

REFERENCE = ("random", "two", "difference", "ste", "stei", "wpm")

# Percent of 1,000 games of two players that the row's agent won against the column's.
PUBLISHED_PAIRS = {
    "difference": {"random": 63.4},
    "ste": {"random": 75.1, "difference": 47.8},
    "stei": {"random": 74.6, "difference": 48.2, "ste": 50.6},
    "wpm": {"random": 71.0, "difference": 56.4, "ste": 53.4, "stei": 54.8},
}
# Percent of games of four players, rules of 2020, won in a mixed field.
PUBLISHED_FIELD = {"stei": 46.6, "ste": 39.0, "wpm": 29.6, "difference": 29.6, "two": 7.4, "random": 6.5}
CLOSE = 0.05  # what counts as the same figure


def _wins(its: Game, seats: Sequence[str], seeds: Sequence[int]) -> np.ndarray:
    """Who won each game, a row a game and a column a seat, in compiled play."""
    from parlour.search.simulate import simulate

    return np.asarray(simulate(its, seats, seeds).rewards > 0)


def _pair(its: Game, one: str, other: str, games: int, seed: int) -> Estimate:
    """The share that one agent wins against another; each deal is played from both seats."""
    seeds = game_seeds(seed, max(games // 2, 2))
    first, second = _wins(its, (one, other), seeds)[:, 0], _wins(its, (other, one), seeds)[:, 1]
    return Estimate.mean((first + 1.0 * second) / 2)


def _field(run: Run, its: Game) -> tuple[dict[str, Estimate], Estimate]:
    """The share of games of four that each agent wins, and the first seat's; every order of every four."""
    orders = list(itertools.permutations(range(4)))
    seeds = game_seeds(run.seed + 1, max(run.games // len(orders), 2))
    shares: dict[str, list[np.ndarray]] = {name: [] for name in REFERENCE}
    first = []
    for four in run.progress(list(itertools.combinations(REFERENCE, 4)), "fields of four"):
        total = np.zeros((len(seeds), 4))
        for order in orders:
            won = _wins(its, [four[i] for i in order], seeds)
            total[:, list(order)] += won
            first.append(won[:, 0])
        for place, name in enumerate(four):
            shares[name].append(total[:, place] / len(orders))
    by_agent = {name: Estimate.mean(np.concatenate(parts)) for name, parts in shares.items()}
    return by_agent, Estimate.mean(np.mean(first, axis=0))


def _compared(ranked: Sequence[str]) -> str:
    """Whether an order of the agents agrees with the published shares; level ones may stand either way."""
    shares = [PUBLISHED_FIELD[name] for name in ranked]
    return "the same as" if shares == sorted(shares, reverse=True) else "other than"


@STUDIES.add("dicewars-reference", games=1000, source=THESIS)
def dicewars_reference(run: Run) -> Report:
    """The reference agents in pairs and in mixed fields of four, beside the published shares."""
    two, four = game("dicewars:players=2"), game("dicewars:players=4,rules=2020")
    columns = ("random", "difference", "ste", "stei")
    rows, apart = [], []
    for one in run.progress(list(PUBLISHED_PAIRS), "agents"):
        cells = []
        for other in columns:
            if other not in PUBLISHED_PAIRS[one]:
                cells.append(Cell(""))
                continue
            share, published = _pair(two, one, other, run.games, run.seed), PUBLISHED_PAIRS[one][other] / 100
            cells.append(Cell.percent(share, published))
            apart.append((abs(share.value - published), f"{one}-{other}"))
        rows.append((one, cells))
    pairs = Table("Two players: games won by the row's agent", columns, rows, corner="agent")
    shares, first = _field(run, four)
    ranked = sorted(shares, key=lambda name: -shares[name].value)
    field = Table(
        "Four players, rules of 2020, mixed fields: games won",
        ("share",),
        [(name, [Cell.percent(shares[name], PUBLISHED_FIELD[name] / 100)]) for name in ranked],
        note="Measured elsewhere with other mixtures; the order of the agents is what compares.",
        corner="agent",
    )
    farthest, pair = max(apart)
    close = sum(distance <= CLOSE for distance, _ in apart)
    return Report(
        "dicewars-reference",
        "Dicewars: the reference agents",
        [
            f"{run.games} games a pair, every deal from both seats; in fields of four every order of every "
            "four agents on the same deals. Intervals count deals, not games."
        ],
        [pairs, field],
        [
            lambda: comparison("pairs", pairs, x_label="won, %"),
            lambda: comparison("field", field, x_label="won, %"),
        ],
        run.facts(),
        [
            f"{close} of {len(apart)} pairs lie within {CLOSE * 100:.0f} points of the published share; the "
            f"farthest, {pair}, by {farthest * 100:.1f}.",
            f"The order in fields of four is {', '.join(ranked)}, {_compared(ranked)} the published one: "
            "stei, ste, wpm and difference level, two, random.",
            f"The first seat wins {first.value:.1%} of the games of four.",
        ],
    )


STAGES = (0, 200, 1000, 5000)


def _against_field(run: Run, its: Game, spec: str) -> list[Line]:
    """The learner (first) and the reference agents after games of it with every three of them."""
    groups = len(list(itertools.combinations(REFERENCE, 3)))
    games = max(run.games // groups, its.players)
    plan = Plan.make(its, [spec, *REFERENCE], mode="gauntlet", games=games, seed=run.seed)
    return carry_out(plan, game=its, engine=run.engine(), track=run.track).lines


WAYS = {"taught by stei": True, "alone, as the source": False}


@STUDIES.add("dicewars-statistics", games=2000, source=COURSE_REPORT)
def dicewars_statistics(run: Run) -> Report:
    """The learner's share and place in the reference field against the games it was trained."""
    from parlour.games.dicewars.lab.training import train_statistics

    its, tables, found = game("dicewars"), [], []
    shares: dict[str, list[Estimate]] = {way: [] for way in WAYS}
    for way, taught in WAYS.items():
        rows = []
        with tempfile.TemporaryDirectory() as folder:
            path, trained = Path(folder) / "table.json", 0
            for stage in STAGES:
                moves, more = 0, stage - trained
                training = train_statistics(path, more, run.seed, taught=taught)
                for learner in run.progress(training, f"{way}, to {stage}", more):
                    moves = len(learner.table.moves.get(its.players, []))
                trained = stage
                lines = _against_field(run, its, f"statistics:file={path}")
                won = [Estimate.share(line.wins, line.games) for line in lines]
                shares[way].append(won[0])
                place = 1 + sum(other.value > won[0].value for other in won)
                rows.append((str(stage), [Cell(moves), Cell(place), *(Cell.percent(share) for share in won)]))
        columns = ("good moves", "place of 7", "statistics", *REFERENCE)
        tables.append(Table(f"Games of four won, {way}", columns, rows, corner="games trained"))
        last = f"After {STAGES[-1]} games {way} the learner wins {shares[way][-1].value:.1%}"
        found.append(f"{last} and takes place {place} of 7.")
    return Report(
        "dicewars-statistics",
        "Dicewars: learning from statistics of moves",
        [
            "The learner trains against ste, stei and wpm; at each stage it plays with every three of the "
            "reference agents, seats rotated, without learning. Untrained it plays as stei; with thirty good "
            "moves it relies on those alone.",
            "As the source trained it, it relies on them while it learns too: so few good moves make it "
            "attack so rarely that it hardly meets new ones. Taught by stei, it makes stei's attacks for as "
            "long as it learns, and knows five times as many.",
            "The report saw thirty moves after 200 games of eight players; it claims second place at best.",
        ],
        tables,
        [
            lambda: curve(
                "learning",
                "Games won by games trained",
                STAGES,
                shares,
                x_label="games trained",
                y_label="won",
            )
        ],
        run.facts(),
        found,
    )
