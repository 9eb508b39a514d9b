"""The study of the learner: how it gets on as the report says and in our own way, from several seeds."""

from __future__ import annotations

import itertools
import math
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.game import Game, game
from parlour.games.dicewars import experience
from parlour.games.dicewars.lab.sources import COURSE_REPORT, REFERENCE, STUDIES
from parlour.model import write_model
from parlour.report import Cell, Claim, Report, Table, curve, findable, power
from parlour.report.study import Run
from parlour.spec import Option
from parlour.stats.estimate import Estimate

__all__ = ["Stage", "beaten_teacher", "dicewars_statistics", "pace_claim", "place_claim"]

STAGES = (0, 200, 1000)
AS_WRITTEN, TAUGHT = "as the report says", "taught by stei"
WAYS = {AS_WRITTEN: True, TAUGHT: False}
EIGHT, GAMES_OF_EIGHT, THIRTY = 8, 200, 30  # the report: thirty moves after about 200 games of eight players
ABOUT = 2.0  # "about" allows for so many times more or less

Shares = list[float]  # of the games won: the learner's, then those of the reference agents


class Stage(NamedTuple):
    """How the learner stands after so many games, one entry a training."""

    games: int
    moves: Sequence[int]  # good moves that it knows
    shares: Sequence[Shares]
    gains: Sequence[float]  # over what it wins untrained, as stei, on the same deals

    def share(self, place: int = 0) -> Estimate:
        """The learner's share, or a reference agent's."""
        return Estimate.of_runs([shares[place] for shares in self.shares]).within(0.0, 1.0)

    def lead(self, place: int) -> Estimate:
        """How much more than the learner an agent of the field wins."""
        return Estimate.of_runs([shares[place] - shares[0] for shares in self.shares])

    @property
    def gain(self) -> Estimate:
        """What learning has brought."""
        return Estimate.of_runs(self.gains)

    @property
    def place(self) -> int:
        """The learner's place among the seven."""
        return 1 + sum(self.lead(i).value > 0 for i in range(1, len(self.shares[0])))

    @property
    def row(self) -> tuple[str, list[Cell]]:
        """A row of the table."""
        known = Cell(Estimate.of_runs(self.moves), decimals=0)
        shares = [Cell.percent(self.share(i)) for i in range(len(self.shares[0]))]
        return str(self.games), [known, Cell(self.place), Cell.percent(self.gain), *shares]


def _against_field(run: Run, variant: Game, spec: str, seed: int) -> Shares:
    """The shares that the learner (first) and the reference agents win when it meets every three of them."""
    groups = len(list(itertools.combinations(REFERENCE, 3)))
    games = max(run.games // groups, variant.players)
    plan = Plan.make(variant, [spec, *REFERENCE], mode="gauntlet", games=games, seed=seed)
    lines = carry_out(plan, game=variant, engine=run.engine(), track=run.track).lines
    return [line.wins / line.games for line in lines]


def _training(run: Run, as_written: bool, seed: int) -> list[tuple[int, Shares]]:
    """Train the learner from stage to stage; how many moves it knows, and how it does, at each."""
    from parlour.games.dicewars.lab.training import STRONGEST, train_games

    variant, table, before, stages = game("dicewars"), experience.Table(), 0, []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.npz"
        for games in STAGES:
            more = games - before
            training = train_games(variant, table, list(STRONGEST), more, seed, as_written)
            for _ in run.track(training, f"trained to {games}", more):
                pass
            write_model(path, experience.EXPERIENCE, variant, table.arrays, {})
            spec = f"statistics:model={path},as_written={'yes' if as_written else 'no'}"
            before = games
            stages.append((len(table.known(variant.players)), _against_field(run, variant, spec, seed)))
    return stages


def _stages(run: Run, as_written: bool, seeds: Sequence[int]) -> list[Stage]:
    """Every training of one way, stage by stage; untrained it plays as stei."""
    trainings = [_training(run, as_written, seed) for seed in seeds]
    return [
        Stage(
            games,
            [training[i][0] for training in trainings],
            [training[i][1] for training in trainings],
            [training[i][1][0] - training[0][1][0] for training in trainings],
        )
        for i, games in enumerate(STAGES)
    ]


class Pace(NamedTuple):
    """How fast the learner finds good moves in games of eight, one entry a training."""

    moves: Sequence[int]  # after 200 games
    games: Sequence[int]  # until it knew thirty

    @property
    def logs(self) -> Estimate:
        """The logarithm of the games until it knew thirty: "about" is a matter of ratios."""
        return Estimate.of_runs(np.log(self.games))

    @property
    def typical(self) -> Estimate:
        """The games until it knew thirty, by the mean of their logarithms."""
        logs = self.logs
        return Estimate(*(math.exp(bound) for bound in (logs.value, logs.low, logs.high)))


def _pace(run: Run, as_written: bool, seeds: Sequence[int]) -> Pace:
    from parlour.games.dicewars.lab.training import STRONGEST, train_games

    variant, moves, reached = game(f"dicewars:players={EIGHT}"), [], []
    for seed in seeds:
        table, known = experience.Table(), []
        training = train_games(variant, table, list(STRONGEST), GAMES_OF_EIGHT, seed, as_written)
        for _ in run.track(training, "games of eight", GAMES_OF_EIGHT):
            known.append(len(table.known(EIGHT)))
        moves.append(known[-1])
        reached.append(1 + next((i for i, count in enumerate(known) if count >= THIRTY), GAMES_OF_EIGHT))
    return Pace(moves, reached)


def _pace_table(paces: Mapping[str, Pace]) -> Table:
    rows = [
        (way, [
            Cell(Estimate.of_runs(pace.moves), "about 30" if WAYS[way] else None, decimals=0),
            Cell(pace.typical, "about 200" if WAYS[way] else None, decimals=0),
        ])
        for way, pace in paces.items()
    ]  # fmt: skip
    columns = (f"good moves after {GAMES_OF_EIGHT} games", f"games until it knows {THIRTY}")
    return Table("Eight players: how fast good moves are found", columns, rows, corner="way", counts=False)


def pace_claim(pace: Pace) -> Claim:
    """Whether thirty moves take about as many games as the report says."""
    games = pace.typical
    low, high = GAMES_OF_EIGHT / ABOUT, GAMES_OF_EIGHT * ABOUT
    inside = low <= games.low and games.high <= high
    outside = games.high < low or games.low > high
    text = f"Thirty good moves take about {GAMES_OF_EIGHT} games of eight players (ours: {games.value:.0f})"
    power = findable([pace.logs * (1 / math.log(2))], "a difference", "doublings", 1)
    return Claim(text, True if inside else False if outside else None, power)


def place_claim(stage: Stage) -> Claim:
    """Whether the learner takes second place at least, as far as the trainings tell."""
    leads = [stage.lead(i) for i in range(1, len(stage.shares[0]))]
    ahead, perhaps = sum(lead.low > 0 for lead in leads), sum(lead.high > 0 for lead in leads)
    ours = f"ours after {stage.games}: {stage.place} of 7"
    text = f"From the last places it gets to second in hundreds of games ({ours})"
    power = findable(leads, "a lead of another agent")
    return Claim(text, False if ahead > 1 else True if perhaps <= 1 else None, power)


def beaten_teacher(way: str, stages: Sequence[Stage]) -> str:
    """Whether learning ever brought more than playing as stei, in a sentence."""
    trained = stages[1:]
    better = [str(stage.games) for stage in trained if stage.gain.low > 0]
    worse = [str(stage.games) for stage in trained if stage.gain.high < 0]
    last = trained[-1].gain * 100
    tail = (
        f"after {trained[-1].games} games the gain is {last:+.1f} points, and its place {trained[-1].place}"
    )
    if better:
        return f"Learning {way} beats stei after {' and '.join(better)} games; {tail}."
    if worse:
        return f"Learning {way} never beats stei, and loses to it after {' and '.join(worse)} games; {tail}."
    return f"Learning {way} does not beat stei as far as these games tell; {tail}."


@STUDIES.add(
    "dicewars-statistics",
    games=1000,
    source=COURSE_REPORT,
    options=(Option("trainings", 5, "tables learned from other seeds, each way", low=2),),
)
def dicewars_statistics(run: Run) -> Report:
    """The learner's share and place in the reference field against the games it was trained."""
    seeds = [1000 * run.seed + number for number in range(int(run.settings["trainings"] or 0))]
    paces = {way: _pace(run, as_written, seeds) for way, as_written in WAYS.items()}
    ways = {way: _stages(run, as_written, seeds) for way, as_written in WAYS.items()}
    columns = ("good moves", "place of 7", "gain over stei", "statistics", *REFERENCE)
    tables = [
        Table(f"Games of four won, {way}", columns, [stage.row for stage in stages], corner="games trained")
        for way, stages in ways.items()
    ]
    series = {way: [stage.share() for stage in stages] for way, stages in ways.items()}
    return run.report(
        "Dicewars: learning from statistics of moves",
        [
            f"The learner trains against ste, stei and wpm, from {len(seeds)} seeds; at each stage it plays "
            "with every three of the reference agents, seats rotated, without learning. Intervals count "
            "trainings. With fewer than thirty good moves it plays as stei, so the first row is stei's.",
            "As the report says: it relies on thirty good moves at once, while it learns too; it learns only "
            "from games in which it moves last; an attack is judged when its target is lost, and was good if "
            "dice, largest region and the turns that target and source were held exceed dice and region when "
            "it was made (the report does not say how these are weighed: here each counts as it is); after "
            "three idle turns it draws an attack, each as often as its chance to win.",
            "Taught by stei: it makes stei's attacks for as long as it learns, from any seat, and an attack "
            "was good if its target is still held after two turns and the largest region has grown.",
        ],
        [_pace_table(paces), *tables],
        [partial(curve, "learning", "Games won by games trained", STAGES, series,
                 x_label="games trained", y_label="won")],
        [
            *(beaten_teacher(way, stages) for way, stages in ways.items()),
            power((stage.gain for stages in ways.values() for stage in stages[1:]), "a gain"),
        ],
        [pace_claim(paces[AS_WRITTEN]), place_claim(ways[AS_WRITTEN][-1])],
    )  # fmt: skip
