"""Ticket to Ride's studies: the thesis's tables of its algorithm and its network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from parlour.arena.schedule import game_seeds
from parlour.game import game
from parlour.games.ticket_to_ride.lab import published
from parlour.games.ticket_to_ride.lab.published import STEPS
from parlour.games.ticket_to_ride.lab.tables import (
    closeness,
    drawings,
    figure_of,
    mean_scores,
    scores_of,
    table_of,
)
from parlour.report import Cell, Report, Table, curve
from parlour.report.study import Run, Studies
from parlour.spec import Option
from parlour.stats.estimate import Estimate

if TYPE_CHECKING:
    from parlour.games.ticket_to_ride.lab.selfplay import Games
    from parlour.games.ticket_to_ride.net.model import Network

__all__ = ["STUDIES"]

STUDIES = Studies("ticket-to-ride")

THESIS = "P. Łabno, Implementacja Sztucznej Inteligencji dla gry Wsiąść do Pociągu (Jagiellonian University)"
RULES = Option("rules", "thesis", "under which rules", choices=("official", "thesis"))
PLAYERS = (2, 3, 4, 5)
OBSERVATIONS = (
    "Every player's final score is one observation, as in the thesis; all seats are played by the same "
    "agent, so a mean score is no measure of strength."
)


def _self_play(
    run: Run, *, version: int | None = None, networks: dict[int, Network] | None = None
) -> list[Games]:
    """The games of each number of players, all seats alike; what a network may not do ends a game."""
    from parlour.games.ticket_to_ride.lab.selfplay import play_games
    from parlour.games.ticket_to_ride.labno.decisions import PROGRAM

    results = []
    for players in run.track(PLAYERS, "numbers of players", len(PLAYERS)):
        table = game(f"ticket-to-ride:players={players},rules={run.settings['rules']}")
        seeds = np.array(game_seeds(run.seed, run.games), np.uint64)
        games = play_games(
            table,
            seeds,
            version=PROGRAM if version is None else version,
            network=networks[players] if networks else None,
            legal="count",
        )
        results.append(games)
    return results


@STUDIES.add("ttr-algorithm", games=250, source=f"{THESIS}, Table 3.1", options=(RULES,))
def ttr_algorithm(run: Run) -> Report:
    """The thesis's algorithm against itself with 2 to 5 players, as it ran and as it was written."""
    from parlour.games.ticket_to_ride.labno.decisions import PROGRAM, SIX, TEXT

    program, text, six = (_self_play(run, version=version) for version in (PROGRAM, TEXT, SIX))
    versions = {
        "as its program ran (labno:draw=blind)": program,
        "as written (labno)": text,
        "as written, long routes from 6 (labno-six)": six,
    }
    return run.report(
        "Ticket to Ride: the algorithm",
        [OBSERVATIONS],
        [
            table_of(
                "The algorithm as its program ran (Table 3.1)", program, published.ALGORITHM, published.GAMES
            ),
            table_of(
                "The algorithm as it was written (Table 3.1)",
                text,
                published.ALGORITHM,
                published.GAMES,
                counts=False,
            ),
            mean_scores("Mean score by version", versions),
        ],
        drawings("algorithm", program),
        [
            *(closeness(name, games) for name, games in versions.items()),
            "What sets the text apart from the published means is one rule: the text claims routes of "
            "length 5 and more outside the plan, the program only those of length 6. With that threshold "
            "alone the written algorithm comes as close as the one that ran, although it draws face-up "
            "cards and the program never does.",
        ],
    )


def _networks(variant: str) -> dict[int, Network]:
    """Parlour's network for each number of players."""
    from parlour.games.ticket_to_ride.net.model import network

    return {
        players: network(
            game(f"ticket-to-ride:players={players}"),
            default="universal" if variant == "universal" else f"players{players}",
        )
        for players in PLAYERS
    }


def _first_places(score: Estimate, players: int) -> Estimate:
    """The share of first places behind a share of the points (a loss among several is not all lost)."""

    def share(points: float) -> float:
        return min(1.0, max(0.0, ((2 * points - 1) * (players - 1) + 1) / players))

    return Estimate(share(score.value), share(score.low), share(score.high))


@STUDIES.add("ttr-network", games=250, source=f"{THESIS}, Table 4.3", options=(RULES,))
def ttr_network(run: Run) -> Report:
    """The thesis's network against itself, and, which the thesis never did, against the algorithm."""
    games = _self_play(run, networks=_networks("universal"))
    rows, wins = [], []
    for players in (2, 4):
        table = game(f"ticket-to-ride:players={players},rules={run.settings['rules']}")
        others = ["labno:draw=blind"] * (players - 1)
        results = run.match(table, ["net", *others], games=run.games // players * players)
        line = results.lines[0]
        share = _first_places(line.score, players)
        wins.append(f"{share * 100:.1f} % of the games of {players} (par {100 / players:.0f} %)")
        rows.append((f"{players} players", [Cell.percent(share), Cell(line.mean_points)]))
    return run.report(
        "Ticket to Ride: the network",
        [
            OBSERVATIONS,
            "The universal model with forbidden decisions counted: the game ends there and its scores do "
            "not count. Head to head, the model of the better variant plays one seat against the "
            "algorithm as it ran in all others, every deal in every seat.",
        ],
        [
            table_of("The network against itself (Table 4.3)", games, published.NETWORK, published.GAMES),
            Table("The network against the algorithm", ("first places", "mean points"), rows),
        ],
        drawings("network", games),
        [f"Against the algorithm the network wins {' and '.join(wins)}."],
    )


@STUDIES.add("ttr-specific", games=60, source=f"{THESIS}, Tables 5.1 and 5.2", options=(RULES,))
def ttr_specific(run: Run) -> Report:
    """One model for each number of players against one model for all."""
    specific = _self_play(run, networks=_networks("specific"))
    universal = _self_play(run, networks=_networks("universal"))
    better = [
        "universal" if scores_of(u).mean() >= scores_of(s).mean() else "specific"
        for s, u in zip(specific, universal, strict=True)
    ]
    return run.report(
        "Ticket to Ride: specific and universal models",
        [OBSERVATIONS, "Forbidden decisions end a game; its scores do not count."],
        [
            table_of("Specific models (Table 5.1)", specific, published.SPECIFIC, published.FEWER_GAMES),
            table_of(
                "The universal model (Table 5.2)", universal, published.UNIVERSAL, published.FEWER_GAMES
            ),
        ],
        [*drawings("specific", specific), *drawings("universal", universal)],
        [
            "The better model by mean score for 2, 3, 4 and 5 players: "
            f"{', '.join(better)}; the thesis recommends universal, specific, specific, universal.",
        ],
    )


class Stage(NamedTuple):
    """The network after some steps of training: its loss and accuracy, and its games against itself."""

    loss: float
    accuracy: float
    games: list[Games]


def _stages(run: Run) -> Iterator[Stage]:
    """Train a network from stage to stage, and let it play at each."""
    from parlour.games.ticket_to_ride.lab.fitting import Fitting, new_network
    from parlour.games.ticket_to_ride.lab.training import gather, join
    from parlour.games.ticket_to_ride.net.model import judge

    samples = join(gather(seed=run.seed, rules=str(run.settings["rules"])))
    rng = np.random.default_rng(run.seed)
    fitting = Fitting(new_network(samples.inputs, run.seed))
    for step in STEPS:
        for _ in range(100 if step else 0):
            batch = rng.choice(samples.labels.size, 100, replace=False)
            fitting.step(samples.inputs[batch], samples.labels[batch])
        batch, net = rng.choice(samples.labels.size, 100, replace=False), fitting.network
        loss, accuracy = judge(net, samples.inputs[batch], samples.labels[batch])
        yield Stage(loss, accuracy, _self_play(run, networks=dict.fromkeys(PLAYERS, net)))


def _learning_rows(stages: list[Stage]) -> dict[str, list]:
    """The figures of Table 6.1 after each step of training."""
    rows: dict[str, list] = {name: [] for name in published.LEARNING}
    for stage in stages:
        rows["loss"].append(stage.loss)
        rows["accuracy"].append(stage.accuracy)
        rows["games broken off"].append(figure_of("games with a forbidden move", stage.games))
        for name in ("max", "min", "mean", "tickets done", "tickets failed"):
            rows[name].append(figure_of(name, stage.games))
        rounds = [games.turns / games.scores.shape[1] for games in stage.games]
        rows["turns"].append(Estimate.mean(np.concatenate(rounds)))
    return rows


@STUDIES.add("ttr-learning", games=60, source=f"{THESIS}, Table 6.1", options=(RULES,))
def ttr_learning(run: Run) -> Report:
    """The network after 0, 100, 200, 300 and 400 steps of training."""
    stages = list(_stages(run))
    figures = _learning_rows(stages)
    columns = tuple(f"{step} steps" for step in STEPS)
    rows = [
        (name, [Cell(o, p) for o, p in zip(ours, published.LEARNING[name], strict=True)])
        for name, ours in figures.items()
    ]
    means = [m if isinstance(m, Estimate) else Estimate(np.nan, np.nan, np.nan) for m in figures["mean"]]
    return run.report(
        "Ticket to Ride: the network as it learns",
        [
            OBSERVATIONS,
            "A step shows 100 decisions of the algorithm's best players; loss and accuracy are those on "
            "100 decisions drawn anew. Our inputs are scaled, the thesis's were not: hence its loss before "
            "the first step.",
        ],
        [Table("After each hundred steps of training (Table 6.1)", columns, rows)],
        [
            lambda: curve(
                "learning-mean",
                "Mean score by steps of training",
                STEPS,
                {"mean score": means},
                published={"mean score": published.LEARNING["mean"]},
                x_label="steps",
                y_label="points",
            ),
            *drawings("learned", stages[-1].games),
        ],
    )
