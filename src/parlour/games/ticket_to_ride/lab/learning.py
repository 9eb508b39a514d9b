"""The study of how the thesis's network learns (its chapter 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from parlour.games.ticket_to_ride.lab import published
from parlour.games.ticket_to_ride.lab.networks import (
    EPOCHS,
    FORBIDDEN,
    SCALED,
    TRAININGS,
    fit,
    mean_gap,
    nearest_of,
    samples_of,
    seeds_of,
    value,
)
from parlour.games.ticket_to_ride.lab.published import STEPS
from parlour.games.ticket_to_ride.lab.tables import ONE_TRAINING, drawings, run_cell
from parlour.games.ticket_to_ride.lab.thesis import (
    OBSERVATIONS,
    PLAYERS,
    RULES,
    STUDIES,
    THESIS,
    self_play,
)
from parlour.report import Claim, Figure, Report, Table, curve, findable
from parlour.report.study import Run
from parlour.spec import Option
from parlour.stats.estimate import Estimate

if TYPE_CHECKING:
    from parlour.games.ticket_to_ride.lab.selfplay import Games, Samples
    from parlour.games.ticket_to_ride.net.model import Network

__all__ = ["learning_claims", "ttr_learning"]


class Stage(NamedTuple):
    """The network after some training: its loss and accuracy, and its games against itself."""

    loss: float
    accuracy: float
    games: list[Games]


READINGS = {"steps": "100 steps of 100 decisions", "decisions": "100 decisions shown in 40 epochs"}
READING = Option(
    "reading",
    "steps",
    f"what a hundred of training data are: {', or '.join(READINGS.values())}; the other is tried beside it",
    choices=tuple(READINGS),
)


def _stages(run: Run, seed: int, reading: str) -> Iterator[Stage]:
    """Train a network from stage to stage, and let it play at each."""
    from parlour.games.ticket_to_ride.lab.training import join
    from parlour.games.ticket_to_ride.net.model import judge

    samples, rng = join(samples_of(run, seed)), np.random.default_rng(seed)
    networks = _by_steps if reading == "steps" else _by_decisions
    for net in networks(run, samples, rng, seed):
        batch = rng.choice(samples.labels.size, 100, replace=False)
        loss, accuracy = judge(net, samples.inputs[batch], samples.labels[batch])
        yield Stage(loss, accuracy, self_play(run, networks=dict.fromkeys(PLAYERS, net)))


def _by_steps(run: Run, samples: Samples, rng: np.random.Generator, seed: int) -> Iterator[Network]:
    """Each stage takes a hundred more steps, each with a hundred decisions."""
    from parlour.games.ticket_to_ride.lab.fitting import Fitting, new_network

    fitting = Fitting(new_network(samples.inputs, seed, scaled=bool(run.settings["scaled"])))
    for step in STEPS:
        for _ in range(100 if step else 0):
            batch = rng.choice(samples.labels.size, 100, replace=False)
            fitting.step(samples.inputs[batch], samples.labels[batch])
        yield fitting.network


def _by_decisions(run: Run, samples: Samples, rng: np.random.Generator, seed: int) -> Iterator[Network]:
    """Each stage is fitted to a hundred decisions more."""
    from parlour.games.ticket_to_ride.lab.fitting import new_network

    order = rng.permutation(samples.labels.size)
    for step in STEPS:
        part = samples._replace(inputs=samples.inputs[order[:step]], labels=samples.labels[order[:step]])
        if step:
            yield fit(run, part, seed, scaled=bool(run.settings["scaled"]))
        else:
            yield new_network(samples.inputs, seed, scaled=bool(run.settings["scaled"]))


@STUDIES.add(
    "ttr-learning",
    games=60,
    source=THESIS,
    part="Table 6.1 and Figure 6.1",
    options=(RULES, TRAININGS, EPOCHS, SCALED, READING),
)
def ttr_learning(run: Run) -> Report:
    """The network after 0, 100, 200, 300 and 400 of training data."""
    seeds, reading = seeds_of(run), str(run.settings["reading"])
    order = sorted(READINGS, key=lambda name: name != reading)
    runs = {
        name: [list(_stages(run, seed, name)) for seed in run.track(seeds, "trainings", len(seeds))]
        for name in order
    }
    trainings = runs[reading]
    return run.report(
        "Ticket to Ride: the network as it learns",
        [
            OBSERVATIONS,
            "Loss and accuracy are those on 100 decisions of the algorithm's best players, drawn anew. The "
            "thesis gives its training data as 100, 200, 300 and 400 and says elsewhere that an epoch is a "
            "sample of 500 entries; so both readings are shown, and `--reading` says which one is judged.",
        ],
        [_learning_table(runs[name], READINGS[name], name == reading) for name in order],
        [
            lambda: _learning_figure(trainings),
            lambda: _loss_figure(trainings),
            *drawings("learned", trainings[0][-1].games),
        ],
        [nearest_of("two readings of a hundred", {READINGS[name]: _distance(runs[name]) for name in order})],
        learning_claims(_rise("mean", trainings, 1, -1), _rise("loss", trainings, -1, 0)),
    )


def _stage_value(row: str, stage: Stage) -> float:
    """A figure of Table 6.1."""
    if row in ("loss", "accuracy"):
        return float(getattr(stage, row))
    return value(FORBIDDEN if row == "games broken off" else row, stage.games)


def _over_trainings(row: str, trainings: Sequence[list[Stage]], place: int) -> list[float]:
    values = [_stage_value(row, stages[place]) for stages in trainings]
    return [value for value in values if np.isfinite(value)]


def _learning_table(trainings: Sequence[list[Stage]], reading: str, counts: bool) -> Table:
    rows = [
        (row, [run_cell(_over_trainings(row, trainings, i), figure) for i, figure in enumerate(figures)])
        for row, figures in published.LEARNING.items()
    ]
    columns = tuple(str(step) for step in STEPS)
    title = f"After so much training data, a hundred as {reading} (Table 6.1)"
    return Table(
        title, columns, rows, corner="training data", basis=ONE_TRAINING, independent=False, alike=False,
        counts=counts,
    )  # fmt: skip


def _distance(trainings: Sequence[list[Stage]]) -> float:
    """How far the mean scores after each stage are from the published ones on average."""
    means = [_over_trainings("mean", trainings, i) for i in range(len(STEPS))]
    return mean_gap(means, published.LEARNING["mean"])


def learning_claims(mean: Estimate, loss: Estimate) -> list[Claim]:
    """What the thesis takes as proof that the network learns: both rises, over the trainings."""
    return [
        Claim(text, _known(rise), findable([rise], "a difference", unit, 1))
        for text, rise, unit in (
            ("the mean score is higher after 400 than after 100", mean, "points"),
            ("the loss is lower after 400 than at first", loss, ""),
        )
    ]


def _known(rise: Estimate) -> bool | None:
    return None if rise.holds(0.0) or not np.isfinite(rise.value) else rise.value > 0


def _rise(row: str, trainings: Sequence[list[Stage]], before: int, after: int) -> Estimate:
    """How much larger a figure is at a later stage."""
    gaps = [_stage_value(row, stages[after]) - _stage_value(row, stages[before]) for stages in trainings]
    return Estimate.of_runs([gap for gap in gaps if np.isfinite(gap)])


def _learning_figure(trainings: Sequence[list[Stage]]) -> Figure:
    """The mean, the least and the most points as the network learns (Figure 6.1)."""
    names = {"mean": "mean score", "max": "most", "min": "least"}
    return curve(
        "learning-scores",
        "Scores by training data",
        STEPS,
        {name: [_estimate(row, trainings, i) for i in range(len(STEPS))] for row, name in names.items()},
        published={name: published.LEARNING[row] for row, name in names.items()},
        x_label="training data",
        y_label="points",
    )


def _loss_figure(trainings: Sequence[list[Stage]]) -> Figure:
    """The loss as the network learns (Figure 6.1)."""
    return curve(
        "learning-loss",
        "Loss by training data",
        STEPS[1:],
        {"loss": [_estimate("loss", trainings, i) for i in range(1, len(STEPS))]},
        published={"loss": published.LEARNING["loss"][1:]},
        x_label="training data",
        y_label="cross-entropy",
    )


def _estimate(row: str, trainings: Sequence[list[Stage]], place: int) -> Estimate:
    return Estimate.of_runs(_over_trainings(row, trainings, place))
