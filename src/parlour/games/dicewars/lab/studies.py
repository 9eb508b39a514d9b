"""Dicewars' studies: the reference agents against each other, and how the statistics learner gets on."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.arena.schedule import game_seeds
from parlour.game import Game, game
from parlour.games.dicewars import experience
from parlour.model import write_model
from parlour.report import Cell, Report, Table, comparison, curve
from parlour.report.source import Source
from parlour.report.study import Run, Studies
from parlour.stats.estimate import Estimate

STUDIES = Studies("dicewars")
THESIS = Source(
    "turecek", "misc", "dturecek", "A bachelor's thesis on Dicewars", school="github.com/dturecek/dicewars"
)
COURSE_REPORT = Source(
    "duchon", "techreport", "Radek Duchoň and Jan Juda and Ondřej Kinšt and Josef Oškera and Ivana Saranová",
    "AI pro hru Dicewars", "2020", "Brno University of Technology", "course report",
)  # fmt: skip

REFERENCE = ("random", "two", "difference", "ste", "stei", "wpm")

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
            share = _pair(variant, one, other, run.games, run.seed)
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
            f"{run.games} games a pair, every deal from both seats; in fields of four every order of every "
            "four agents on the same deals. Intervals count deals, not games."
        ],
        [pairs, field],
        [
            lambda: comparison("pairs", pairs, x_label="won, %"),
            lambda: comparison("field", field, x_label="won, %"),
        ],
        [
            farthest(pairs),
            f"The order in fields of four is {', '.join(order)}.",
            f"The first seat wins {first.value:.1%} of the games of four.",
        ],
    )


STAGES = (0, 200, 1000, 5000)


def _against_field(run: Run, variant: Game, spec: str) -> list[Estimate]:
    """The shares that the learner (first) and the reference agents win when it meets every three of them."""
    groups = len(list(itertools.combinations(REFERENCE, 3)))
    games = max(run.games // groups, variant.players)
    plan = Plan.make(variant, [spec, *REFERENCE], mode="gauntlet", games=games, seed=run.seed)
    lines = carry_out(plan, game=variant, engine=run.engine(), track=run.track).lines
    return [Estimate.share(line.wins, line.games) for line in lines]


class Stage(NamedTuple):
    """How the learner stands after so many games of training."""

    games: int
    moves: int  # good moves that it knows
    shares: list[Estimate]  # of the games won: the learner's, then those of the reference agents

    @property
    def place(self) -> int:
        """The learner's place among the seven."""
        return 1 + sum(share.value > self.shares[0].value for share in self.shares)

    @property
    def cells(self) -> list[Cell]:
        """A row of the table."""
        return [Cell(self.moves), Cell(self.place), *(Cell.percent(share) for share in self.shares)]


def _stages(run: Run, way: str, taught: bool) -> Iterator[Stage]:
    """Train the learner from stage to stage, and measure it at each."""
    from parlour.games.dicewars.lab.training import STRONGEST, train_games

    variant, table, before = game("dicewars"), experience.Table(), 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.npz"
        for games in STAGES:
            more = games - before
            training = train_games(variant, table, list(STRONGEST), more, run.seed, alone=not taught)
            for _ in run.track(training, f"{way}, to {games}", more):
                pass
            write_model(path, experience.EXPERIENCE, variant, table.arrays, {})
            before, moves = games, len(table.known(variant.players))
            yield Stage(games, moves, _against_field(run, variant, f"statistics:model={path}"))


WAYS = {"taught by stei": True, "alone, as the source": False}


@STUDIES.add("dicewars-statistics", games=2000, source=COURSE_REPORT)
def dicewars_statistics(run: Run) -> Report:
    """The learner's share and place in the reference field against the games it was trained."""
    columns = ("good moves", "place of 7", "statistics", *REFERENCE)
    tables, conclusion = [], []
    shares: dict[str, list[Estimate]] = {}
    for way, taught in WAYS.items():
        stages = list(_stages(run, way, taught))
        rows = [(str(stage.games), stage.cells) for stage in stages]
        tables.append(Table(f"Games of four won, {way}", columns, rows, corner="games trained"))
        shares[way] = [stage.shares[0] for stage in stages]
        conclusion.append(
            f"After {STAGES[-1]} games {way} the learner wins {shares[way][-1].value:.1%} "
            f"and takes place {stages[-1].place} of 7."
        )
    return run.report(
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
        conclusion,
    )
