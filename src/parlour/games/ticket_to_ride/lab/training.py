"""A way to learn Ticket to Ride: the thesis's networks, from games of the algorithm against itself."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from parlour.files import write_text
from parlour.game import game
from parlour.games.ticket_to_ride.lab.fitting import train
from parlour.games.ticket_to_ride.lab.selfplay import Samples, play_games
from parlour.games.ticket_to_ride.net.kinds import CLASSES, FEATURES, LATER, NET, NET_LATER
from parlour.games.ticket_to_ride.net.model import Network, judge
from parlour.learn.training import Learner, Lesson, Measures, Method
from parlour.model import Arrays
from parlour.spec import Option

__all__ = ["METHODS", "NetLearner", "gather", "join", "write_decisions"]

PLAYERS = (2, 3, 4, 5)
GAMES, BEST = 250, 30  # games of the algorithm for each number of players; players whose decisions count
TRIAL = 500  # games that decide whether the universal or the specific model plays better


def variant(players: int, rules: str) -> str:
    """The spec of the game for so many players."""
    return f"ticket-to-ride:players={players},rules={rules}"


def deals(seed: int, games: int) -> np.ndarray:
    """The seeds of so many games, all from one."""
    return np.random.SeedSequence(seed).generate_state(games, np.uint64)


def gather(
    games: int = GAMES,
    best: int = BEST,
    seed: int = 0,
    rules: str = "thesis",
    inputs: int = len(FEATURES),
) -> dict[int, Samples]:
    """The decisions of the best players of the algorithm, for each number of players."""
    sets = {}
    for players in PLAYERS:
        seeds = deals(seed + players, games)
        results = play_games(game(variant(players, rules)), seeds, notes=120 * players * games)
        chosen = results.samples.of_best(results.scores, best)
        sets[players] = chosen._replace(inputs=chosen.inputs[:, :inputs])
    return sets


def join(sets: Mapping[int, Samples]) -> Samples:
    """All samples together."""
    return Samples(*map(np.concatenate, zip(*sets.values(), strict=True)))


def write_decisions(path: Path, samples: Samples) -> Path:
    """Write decisions as CSV, a line each: what the network gets to know, and what the algorithm chose."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*LATER[: samples.inputs.shape[1]], "decision"])
    for inputs, label in zip(samples.inputs, samples.labels, strict=True):
        writer.writerow([*(f"{number:g}" for number in inputs), CLASSES[label]])
    return write_text(path, text.getvalue())


class NetLearner(Learner):
    """One network for each number of players and one for all, in one go; which of them, `scope` says."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson)
        self.variant = () if self.settings["scope"] == "all" else ("players",)
        self.kind = NET if int(self.settings["inputs"]) == len(FEATURES) else NET_LATER

    def begin(self) -> Arrays:
        """Nothing yet: everything is learned in the first round."""
        return {}

    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        """Play, and fit to the decisions of the best players."""
        games = int(self.settings["games"])
        best, inputs = int(self.settings["best"]), int(self.settings["inputs"])
        sets = gather(games, best, self.lesson.seed, inputs=inputs)
        fits = {"own": sets[self.game.players], "all": join(sets)}
        samples = fits[self.settings["scope"]]
        if self.settings["decisions"]:
            write_decisions(Path(self.settings["decisions"]), samples)
        net = self._fit(samples)
        loss, accuracy = judge(net, samples.inputs, samples.labels)
        better = self._better_for(net, sets) if self.settings["scope"] == "all" else []
        arrays = {name: array.astype(np.float16) for name, array in net._asdict().items()}
        after = {**arrays, "better": np.array(better, np.int64)}
        return after, {"games": games * len(PLAYERS), "loss": loss, "accuracy": accuracy}

    def _fit(self, samples: Samples) -> Network:
        epochs, scaled = int(self.settings["epochs"]), bool(self.settings["scaled"])
        return train(samples.inputs, samples.labels, self.lesson.seed, epochs=epochs, scaled=scaled)

    def _better_for(self, universal: Network, sets: dict[int, Samples]) -> list[int]:
        """The numbers of players for which the universal network scores more than the specific one."""
        better = []
        for players, samples in sets.items():
            seeds, table = deals(self.lesson.seed + 100 + players, TRIAL), game(variant(players, "thesis"))
            nets = (universal, self._fit(samples))
            means = [play_games(table, seeds, network=net).scores.mean() for net in nets]
            if means[0] >= means[1]:
                better.append(players)
        return better

    def model(self, state: Arrays) -> Arrays:
        """The network."""
        return {name: state[name] for name in Network._fields}

    def facts(self, state: Arrays) -> dict[str, Any]:
        """Where the universal network is the better one."""
        return {"better for": state["better"].tolist()}


METHODS = (
    Method(
        "net",
        "The thesis's network for the general decision, from games of the algorithm.",
        NetLearner,
        "net",
        (
            Option("scope", "all", "for any number of players, or the game's own", choices=("all", "own")),
            Option("games", GAMES, "games of the algorithm for each number of players", low=1),
            Option("best", BEST, "players whose decisions are learnt, the best ones", low=1),
            Option("epochs", 40, "how often every decision is shown", low=1),
            Option(
                "inputs",
                "26",
                "those of the thesis's Table 4.1, or two more as in its later model",
                choices=("26", "28"),
            ),
            Option("scaled", True, "whether inputs are scaled; those of the thesis were not"),
            Option("decisions", "", "also write the decisions that are learnt to this CSV file"),
        ),
        source="P. Łabno, Implementacja Sztucznej Inteligencji dla gry Wsiąść do Pociągu",
    ),
)
