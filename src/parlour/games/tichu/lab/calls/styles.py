"""A study of our own: which style of calling Grand Tichu wins, and at which score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from parlour.game import game
from parlour.games.tichu.calls.models import CallModel
from parlour.games.tichu.lab.calls.cases import Task
from parlour.games.tichu.lab.calls.fitting import Point
from parlour.games.tichu.lab.calls.gathering import game_hands
from parlour.games.tichu.lab.calls.hands import Dataset
from parlour.games.tichu.lab.calls.runs import hands_of, of_people
from parlour.games.tichu.lab.calls.training import train
from parlour.games.tichu.lab.shares import share_without_ties
from parlour.model import write_model
from parlour.record import Record
from parlour.report import Cell, Report, Table, comparison, power
from parlour.report.study import Run
from parlour.stats.estimate import Estimate

__all__ = ["best_when", "match_winner", "play_pairs", "power_of", "report", "winner"]

MATCH = "tichu:length=match"
NEVER = "plan:grand=none"
STYLES = {
    **{style: f"plan:grand={style}" for style in ("aggressive", "neutral", "conservative", "yang", "points")},
    "feel": "plan:grand=feel",
}
PEOPLE: dict[str, tuple[str, Point, float]] = {  # the thesis's three agents: model, settings, threshold
    "aggressive, as people": ("svr", {"C": 2.0, "gamma": 0.25}, 0.142),
    "neutral, as people": ("lr", {"C": 8.3022}, 0.3997),
    "conservative, as people": ("svr", {"C": 2.0, "gamma": 0.25}, 0.75),
}
LEADS = {"behind by more than 150": (-9999, -151), "within 150": (-150, 150), "ahead by more": (151, 9999)}


@dataclass(frozen=True)
class Pair:
    """Two matches on the same deals, the teams swapped: what the first team's style did."""

    won: list[float]  # 1, 1/2 or 0 for each match
    lead: np.ndarray  # before each round
    points: np.ndarray  # of each round, above the opponents'
    called: np.ndarray  # hands with a Grand Tichu in each round
    succeeded: np.ndarray


def _pair(records: Sequence[Record]) -> Pair:
    """What a style did in two matches, first from the seats 0 and 2, then from the others."""
    won, parts = [], []
    for team, record in enumerate(records):
        data = Dataset.of(game_hands("", [record]))
        seats = [data.by_round(column)[:, team::2] for column in (data.grand, data.place)]
        own, theirs, ahead, behind = (
            data.by_round(column)[:, team]
            for column in (data.own_result, data.opponents_result, data.own_score, data.opponents_score)
        )
        success = (seats[0] * (seats[1] == 1)).sum(axis=1)
        parts.append((ahead - behind, own - theirs, seats[0].sum(axis=1), success))
        won.append((record.rewards[team] + 1) / 2)
    return Pair(won, *(np.concatenate(column) for column in zip(*parts, strict=True)))


def play_pairs(run: Run, specs: Mapping[str, str]) -> dict[str, list[Pair]]:
    """Pairs of matches of every style against one that never calls."""
    line_ups = [order for spec in specs.values() for order in ([spec, NEVER] * 2, [NEVER, spec] * 2)]
    games = run.play(game(MATCH), line_ups, "matches")
    return {
        label: [_pair(two) for two in zip(games[2 * place], games[2 * place + 1], strict=True)]
        for place, label in enumerate(specs)
    }


def _points(pairs: Sequence[Pair], low: int = -9999, high: int = 9999) -> Estimate:
    """Points a round above the opponents' while the lead is within limits; a pair of matches is one group."""
    inside = [(pair.lead >= low) & (pair.lead <= high) for pair in pairs]
    sums = [float(pair.points[chosen].sum()) for pair, chosen in zip(pairs, inside, strict=True)]
    return Estimate.ratio(sums, [int(chosen.sum()) for chosen in inside])


def _row(pairs: Sequence[Pair]) -> list[Cell]:
    hands = [2 * pair.lead.size for pair in pairs]
    called, succeeded = ([int(column.sum()) for column in columns] for columns in _calls(pairs))
    return [
        Cell(_points(pairs), decimals=1),
        Cell.percent(share_without_ties(pair.won for pair in pairs)),
        Cell.percent(Estimate.ratio(called, hands)),
        Cell.percent(Estimate.ratio(succeeded, called)),
    ]


def _calls(pairs: Sequence[Pair]) -> tuple[list[np.ndarray], list[np.ndarray]]:
    return [pair.called for pair in pairs], [pair.succeeded for pair in pairs]


def _styles_table(played: Mapping[str, Sequence[Pair]]) -> Table:
    return Table(
        "Styles of calling Grand Tichu against never calling it",
        ("points a round", "matches won", "hands called", "calls won"),
        [(label, _row(pairs)) for label, pairs in played.items()],
        "Two matches on the same deals with the teams swapped count as one; points are above the opponents'.",
        corner="style",
    )


def _leads_table(played: Mapping[str, Sequence[Pair]]) -> Table:
    rows = [
        (label, [Cell(_points(pairs, *limits), decimals=1) for limits in LEADS.values()])
        for label, pairs in played.items()
    ]
    return Table("Points a round by the score before it", tuple(LEADS), rows, corner="style")


def _estimates(table: Table, place: int) -> dict[str, Estimate]:
    columns = {label: cells[place].ours for label, cells in table.rows}
    return {label: ours for label, ours in columns.items() if isinstance(ours, Estimate)}


def _known(ours: Estimate) -> str:
    if ours.low > 0:
        return "more than without Grand Tichu"
    return "less than without Grand Tichu" if ours.high < 0 else "not known to differ from none at all"


def winner(table: Table) -> str:
    """Which style makes the most points, whether that is known to be any, and who may be as good."""
    points = _estimates(table, 0)
    best = max(points, key=lambda label: points[label].value)
    rivals = [label for label, ours in points.items() if label != best and (points[best] - ours).holds(0.0)]
    level = f"not known to be worse: {', '.join(rivals)}" if rivals else "all others are known to be worse"
    return f"{best} makes the most points, {points[best]:.1f} a round ({_known(points[best])}); {level}."


def match_winner(table: Table) -> str:
    """Which style wins the most matches, and whether that is known to be more than half."""
    shares = _estimates(table, 1)
    best = max(shares, key=lambda label: shares[label].value)
    more = "more than half" if shares[best].low > 0.5 else "not known to be more than half"
    return f"The most matches are won by {best}: {shares[best]:.1%} ({more})."


def best_when(table: Table) -> str:
    """Which style makes the most points at which score."""
    parts = []
    for place, lead in enumerate(table.columns):
        points = _estimates(table, place)
        best = max(points, key=lambda label: points[label].value)
        parts.append(f"{lead}: {best}, {points[best]:.1f} ({_known(points[best])})")
    return f"By the score before the round the most points are made by: {'; '.join(parts)}."


def power_of(table: Table) -> str:
    """How small a gain these matches would find."""
    return power(_estimates(table, 0).values(), "a gain", "points a round", 1)


def _save(folder: Path, label: str, model: CallModel) -> str:
    """The spec of a planner who calls by a model, which is written to a folder."""
    path = folder / f"{label.partition(',')[0]}.npz"
    write_model(path, model.kind, game("tichu"), model.arrays, {}, facts=model.facts)
    return f"plan:grand=neutral,model={path}"


def _people(run: Run, data: Dataset, folder: Path) -> dict[str, str]:
    """The thesis's three agents by models of the calls of people."""
    specs, task = {}, Task(seed=run.seed)
    for label, (name, point, threshold) in PEOPLE.items():
        model = train(name, data, task, points=[point], threshold=threshold).model
        specs[label] = _save(folder, label, model)
    return specs


def report(run: Run) -> Report:
    """Which style of calling Grand Tichu wins, and at which score."""
    matches, specs = run.games, dict(STYLES)
    with TemporaryDirectory() as folder:
        if of_people(run):
            del specs["feel"]
            specs |= _people(run, hands_of(run)[0], Path(folder))
            run.games = matches
        played = play_pairs(run, specs)
    styles, leads = _styles_table(played), _leads_table(played)
    points = Table("Points a round against never calling", ("points",), [(n, c[:1]) for n, c in styles.rows])
    return run.report(
        "Tichu: which style of calling wins",
        [
            "Planners who differ in nothing but when they call Grand Tichu play matches to 1,000 points "
            "against planners who never do. Aggressive, neutral and conservative are the thesis's three "
            "agents with models of success in self-play; yang is Yang's rule, points weighs what a call is "
            "worth at the score, feel imagines how the round could go on. With logs the three agents also "
            "have models of the calls of people, with the published settings and thresholds (for the "
            "conservative one, .75). The thesis proposes its agents, but does not let them play.",
        ],
        [styles, leads],
        [
            lambda: comparison("points", points, x_label="points a round"),
            lambda: comparison("leads", leads, x_label="points a round"),
        ],
        [winner(styles), match_winner(styles), best_when(leads), power_of(styles)],
    )
