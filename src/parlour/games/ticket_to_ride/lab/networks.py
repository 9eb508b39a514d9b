"""The studies of the thesis's network: its games against itself, and one model for all or several.

Whatever is trained is trained several times, from other seeds: a published figure is one training's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from parlour.game import game
from parlour.games.ticket_to_ride.lab import published
from parlour.games.ticket_to_ride.lab.tables import (
    COLUMNS,
    ONE_TRAINING,
    drawings,
    figure_of,
    run_cell,
    trained_table,
)
from parlour.games.ticket_to_ride.lab.thesis import (
    OBSERVATIONS,
    PLAYERS,
    RULES,
    STUDIES,
    THESIS,
    self_play,
)
from parlour.report import Cell, Claim, Report, Table, findable
from parlour.report.study import Run
from parlour.spec import Option
from parlour.stats.estimate import Estimate

if TYPE_CHECKING:
    from parlour.games.ticket_to_ride.lab.selfplay import Games, Samples
    from parlour.games.ticket_to_ride.net.model import Network

__all__ = [
    "EPOCHS", "FORBIDDEN", "SCALED", "TRAININGS", "distance", "first_places", "fit", "head_to_head",
    "mean_gap", "mixed", "nearest_of", "samples_of", "scores_more", "seeds_of", "ttr_network",
    "ttr_specific", "value",
]  # fmt: skip

TRAININGS = Option("trainings", 8, "networks trained from other seeds", low=2)
EPOCHS = Option("epochs", 40, "how often every decision is shown; the thesis: 40", low=1)
SCALED = Option("scaled", False, "whether inputs are scaled; those of the thesis were not")
FORBIDDEN = "games with a forbidden move"


class Way(NamedTuple):
    """A way to train: how many inputs, and whether they are scaled."""

    name: str
    inputs: int
    scaled: bool


WAYS = (
    Way("as the thesis: 26 inputs as they are", 26, False),
    Way("its later model: 28 inputs as they are", 28, False),
    Way("Parlour's: 26 inputs, scaled", 26, True),
)


def seeds_of(run: Run) -> list[int]:
    """The seeds of the trainings."""
    return [1000 * run.seed + number for number in range(int(run.settings["trainings"] or 0))]


def samples_of(run: Run, seed: int, inputs: int = 26) -> dict[int, Samples]:
    """The decisions of the algorithm's best players, by number of players."""
    from parlour.games.ticket_to_ride.lab.training import gather

    return gather(seed=seed, rules=str(run.settings["rules"]), inputs=inputs)


def fit(run: Run, samples: Samples, seed: int, *, scaled: bool) -> Network:
    """A network for some decisions."""
    from parlour.games.ticket_to_ride.lab.fitting import train

    epochs = int(run.settings["epochs"] or 0)
    return train(samples.inputs, samples.labels, seed, epochs=epochs, scaled=scaled)


def _universal(run: Run, seed: int, way: Way) -> list[Games]:
    """Games of one network for any number of players."""
    from parlour.games.ticket_to_ride.lab.training import join

    net = fit(run, join(samples_of(run, seed, way.inputs)), seed, scaled=way.scaled)
    return self_play(run, networks=dict.fromkeys(PLAYERS, net))


@STUDIES.add("ttr-network", games=250, source=THESIS, part="Table 4.3", options=(RULES, TRAININGS, EPOCHS))
def ttr_network(run: Run) -> Report:
    """The thesis's network against itself, and, which the thesis never did, against the algorithm."""
    seeds = seeds_of(run)
    runs = [(way, seed) for way in WAYS for seed in seeds]
    played = [_universal(run, seed, way) for way, seed in run.track(runs, "trainings", len(runs))]
    ways = {way: played[i * len(seeds) : (i + 1) * len(seeds)] for i, way in enumerate(WAYS)}
    first = ways[WAYS[0]]
    heads, words = _against_the_algorithm(run)
    return run.report(
        "Ticket to Ride: the network",
        [
            OBSERVATIONS,
            "One model for any number of players, with forbidden decisions counted: the game ends there and "
            "its scores do not count. Head to head, Parlour's own model of the better variant plays one seat "
            "against the algorithm as it ran in all others, every deal in every seat.",
        ],
        [
            trained_table(
                "The network against itself, as the thesis trains it (Table 4.3)", first, published.NETWORK
            ),
            _ways_table(ways),
            _seeds_table(first, seeds),
            heads,
        ],
        drawings("network", first[0]),
        [
            nearest_of(
                "other ways of training",
                {way.name: distance(t, published.NETWORK["mean"]) for way, t in ways.items()},
            ),
            words,
        ],
    )


def _ways_table(ways: dict[Way, list[list[Games]]]) -> Table:
    """The mean score and the games broken off by the way of training."""
    rows = []
    for way, trainings in ways.items():
        groups = [[[games[i]] for games in trainings] for i in range(len(PLAYERS))] + [list(trainings)]
        figures = (*published.NETWORK["mean"], published.NETWORK[FORBIDDEN][-1])
        values = [[value("mean", games) for games in group] for group in groups]
        values.append([value(FORBIDDEN, games) for games in trainings])
        rows.append((way.name, [run_cell(v, f) for v, f in zip(values, figures, strict=True)]))
    columns = (*(f"mean, {column}" for column in COLUMNS), "games broken off")
    return Table(
        "By way of training", columns, rows, basis=ONE_TRAINING, independent=False, alike=False, counts=False
    )


def value(row: str, games: Sequence[Games]) -> float:
    """A figure of a table without its error."""
    figure = figure_of(row, games)
    return figure.value if isinstance(figure, Estimate) else float(figure)


def distance(trainings: Sequence[list[Games]], means: Sequence[float | None]) -> float:
    """How far the mean scores by number of players are from the published ones on average."""
    groups = [[value("mean", [games[i]]) for games in trainings] for i in range(len(PLAYERS))]
    return mean_gap(groups, means)


def mean_gap(groups: Iterable[Sequence[float]], figures: Iterable[float | None]) -> float:
    """How far the means of groups of runs are from published figures on average, wherever both are known."""
    finite = [[run for run in group if math.isfinite(run)] for group in groups]
    gaps = [
        abs(sum(runs) / len(runs) - figure)
        for runs, figure in zip(finite, figures, strict=False)
        if runs and figure is not None
    ]
    return sum(gaps) / len(gaps) if gaps else math.inf


def nearest_of(tried: str, gaps: Mapping[str, float]) -> str:
    """Which of several ways comes nearest to the published means, in a sentence."""
    nearest = min(gaps, key=lambda name: gaps[name])
    told = "; ".join(
        f"{name} {gap:.1f}" if math.isfinite(gap) else f"{name} finished no game"
        for name, gap in gaps.items()
    )
    found = f" The nearest is '{nearest}'." if math.isfinite(gaps[nearest]) else ""
    return (
        f"What was tried: {tried}. Points between our mean scores and the published ones, on average: "
        f"{told}.{found}"
    )


def _seeds_table(trainings: Sequence[list[Games]], seeds: Sequence[int]) -> Table:
    """What each training came to."""
    rows = []
    for seed, games in zip(seeds, trainings, strict=True):
        figures = [figure_of("mean", [part]) for part in games] + [figure_of("mean", games)]
        rows.append((f"seed {seed}", [*map(Cell, figures), Cell(figure_of(FORBIDDEN, games))]))
    columns = (*(f"mean, {column}" for column in COLUMNS), "games broken off")
    return Table("By seed of the training, as the thesis trains it", columns, rows, counts=False)


def first_places(score: Estimate, players: int) -> Estimate:
    """The share of first places behind a share of the points (a loss among several is not all lost)."""

    def share(points: float) -> float:
        return min(1.0, max(0.0, ((2 * points - 1) * (players - 1) + 1) / players))

    return Estimate(share(score.value), share(score.low), share(score.high))


def _against_the_algorithm(run: Run) -> tuple[Table, str]:
    """Parlour's network in one seat, the algorithm in the others; and how it went, in a sentence."""
    rows, shares = [], {}
    for players in (2, 4):
        variant = game(f"ticket-to-ride:players={players},rules={run.settings['rules']}")
        others = ["labno:draw=blind"] * (players - 1)
        results = run.match(variant, ["net", *others], games=max(1, run.games // players) * players)
        line = results.lines[0]
        share = first_places(line.score, players)
        shares[players] = share
        rows.append((f"{players} players", [Cell.percent(share), Cell(line.mean_points)]))
    table = Table("The network against the algorithm", ("first places", "mean points"), rows)
    return table, head_to_head(shares)


def head_to_head(shares: Mapping[int, Estimate]) -> str:
    """What the network wins against the algorithm by number of players, and whether it is more than par."""
    parts = []
    for players, share in shares.items():
        word = "more than" if share.low > 1 / players else "less than" if share.high < 1 / players else ""
        points = share * 100
        parts.append(
            f"{points.value:.1f} % [{points.low:.1f}, {points.high:.1f}] of the games of {players}, "
            f"{word or 'not known to differ from'} par ({100 / players:.0f} %)"
        )
    return f"Against the algorithm the network wins {'; '.join(parts)}."


@STUDIES.add(
    "ttr-specific",
    games=60,
    source=THESIS,
    part="Tables 5.1 and 5.2",
    options=(RULES, TRAININGS, EPOCHS, SCALED),
)
def ttr_specific(run: Run) -> Report:
    """One model for each number of players against one model for all."""
    scaled, seeds = bool(run.settings["scaled"]), seeds_of(run)
    both = [_both_models(run, seed, scaled) for seed in run.track(seeds, "trainings", len(seeds))]
    others = [_both_models(run, seed, not scaled) for seed in run.track(seeds, "trainings", len(seeds))]
    specific, universal = ([pair[place] for pair in both] for place in (0, 1))
    gains = [_gain(universal, specific, i) for i in range(len(PLAYERS))]
    return run.report(
        "Ticket to Ride: specific and universal models",
        [OBSERVATIONS, "Forbidden decisions end a game; its scores do not count."],
        [
            trained_table("Specific models (Table 5.1)", specific, published.SPECIFIC),
            trained_table("The universal model (Table 5.2)", universal, published.UNIVERSAL),
            Table(
                "What the universal model scores more",
                COLUMNS[:-1],
                [("points", [Cell(gain) for gain in gains])],
                counts=False,
            ),
        ],
        [*drawings("specific", specific[0]), *drawings("universal", universal[0])],
        [
            mixed(gains),
            nearest_of("other inputs", {SCALING[scaled]: _off(both), SCALING[not scaled]: _off(others)}),
        ],
        [
            Claim(
                f"{players} players: the {name} model scores more",
                scores_more(gain, name),
                findable([gain], "a gap", "points", 1),
            )
            for players, gain, name in zip(PLAYERS, gains, published.RECOMMENDED, strict=True)
        ],
    )


SCALING = {False: "inputs as they are", True: "inputs scaled"}


def _off(trained: Sequence[tuple[list[Games], list[Games]]]) -> float:
    """How far the means of both kinds of models are from the published ones."""
    specific, universal = ([pair[place] for pair in trained] for place in (0, 1))
    gaps = distance(specific, published.SPECIFIC["mean"]), distance(universal, published.UNIVERSAL["mean"])
    return sum(gaps) / 2


def _both_models(run: Run, seed: int, scaled: bool) -> tuple[list[Games], list[Games]]:
    """Games of a network for each number of players, and of one for all."""
    from parlour.games.ticket_to_ride.lab.training import join

    sets = samples_of(run, seed)
    own = {players: fit(run, samples, seed, scaled=scaled) for players, samples in sets.items()}
    shared = fit(run, join(sets), seed, scaled=scaled)
    return self_play(run, networks=own), self_play(run, networks=dict.fromkeys(PLAYERS, shared))


def _gain(universal: Sequence[list[Games]], specific: Sequence[list[Games]], place: int) -> Estimate:
    """What the universal model scores more for a number of players, over the trainings."""
    pairs = [
        value("mean", [u[place]]) - value("mean", [s[place]])
        for u, s in zip(universal, specific, strict=True)
    ]
    return Estimate.of_runs([gap for gap in pairs if np.isfinite(gap)])


def scores_more(gain: Estimate, name: str) -> bool | None:
    """Whether a model scores more, as far as the trainings tell."""
    if gain.holds(0.0) or not np.isfinite(gain.value):
        return None
    return (gain.value > 0) == (name == "universal")


def mixed(gains: Sequence[Estimate]) -> str:
    """Which model we would recommend, beside the thesis."""
    ours = [
        {True: "universal", False: "specific", None: "either"}[scores_more(g, "universal")] for g in gains
    ]
    return (
        f"For 2, 3, 4 and 5 players our trainings recommend: {', '.join(ours)}; the thesis: "
        f"{', '.join(published.RECOMMENDED)}. `net:variant=thesis` mixes the models as the thesis does, "
        "`net:variant=mixed` as Parlour's own models score."
    )
