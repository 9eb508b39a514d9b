"""Ways to learn Jungle: the network of `best`, and the weights of the evaluation of all other agents."""

from __future__ import annotations

import numpy as np

from parlour.games.jungle import RULE_SETS
from parlour.games.jungle.evaluation import first_weights
from parlour.games.jungle.kinds import NETWORK, WEIGHTS
from parlour.games.jungle.lab.fitting import fit_network, log_loss, new_network
from parlour.games.jungle.lab.selfplay import Positions, play_games
from parlour.games.jungle.lab.weights import ROUNDS, STAGES, learn, stage_of
from parlour.kernel import new_rng
from parlour.learn.training import Learner, Measures, Method, slide_window, with_window
from parlour.model import Arrays
from parlour.spec import Option

__all__ = ["METHODS"]

CHUNK = 50  # games that one thread plays at a time
WINDOW = 3  # rounds whose positions are learned from
FORESIGHT = 0.75  # the share of the search's opinion in the target; the rest is the result


class NetworkLearner(Learner):
    """Rounds of games against itself, each fitted before the next is played; the first are the heuristic's.

    A position's target mixes the search's opinion of it with the result of its game. Silver et al. 2018
    (AlphaZero) learn in such rounds; here alpha-beta plays the games.
    """

    kind = NETWORK
    variant = ("rules",)

    def begin(self) -> Arrays:
        """A network with small random weights."""
        return {"net": new_network(self.lesson.seed)}

    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        """Play, and fit a network that starts afresh to the last three rounds."""
        games = int(self.settings["games"])
        new = self._gather(state["net"] if number else None, games, number)
        loss = log_loss(state["net"], new.states, new.results)
        window = slide_window(state, new._asdict(), WINDOW)
        positions = Positions.join([Positions(**part) for part in window])
        targets = (1 - FORESIGHT) * positions.results + FORESIGHT * positions.looks
        seed, epochs = self.lesson.seed + number, self.settings["epochs"]
        net = fit_network(new_network(seed), positions.states, targets, epochs, seed, self.lesson.track)
        return with_window({"net": net}, window), {"games": games, "log loss on new games": loss}

    def _gather(self, net: np.ndarray | None, games: int, number: int) -> Positions:
        """The positions of one round's games; the same for any number of workers."""
        seeds = self.lesson.seeds(number, -(-games // CHUNK))
        rounded = net if net is None else net.astype(np.float16).astype(np.float32)
        settings = (rounded, CHUNK, int(self.settings["nodes"]))
        return Positions.join(
            self.lesson.gather(play_games, settings, [int(seed) for seed in seeds], "games by fifties")
        )

    def model(self, state: Arrays) -> Arrays:
        """The network as its file has it."""
        return {"net": state["net"].astype(np.float16)}


class WeightsLearner(Learner):
    """Games against itself by temporal differences, for both rule sets; the mean of some runs.

    The mean of the weights of several runs is stronger and steadier than each of them.
    """

    kind = WEIGHTS

    def begin(self) -> Arrays:
        """Weights by rule of thumb."""
        runs = int(self.settings["runs"])
        return {"weights": np.tile(first_weights(), (runs, len(RULE_SETS), 1))}

    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        """One round of each run."""
        weights, (stage, rate) = state["weights"].copy(), stage_of(number)
        games = max(1, round(self.settings["games"] * stage.share / ROUNDS))
        for run, by_rules in enumerate(weights):
            for rules, own in enumerate(by_rules):
                variant = self.game.variant(rules=RULE_SETS[rules])
                rng = new_rng(self.lesson.seed + run, 1000 * rules + number)
                learn(own, variant.encoded, variant.size, games, stage.depth, rate, rng)
        return {"weights": weights}, {"games": games * len(RULE_SETS) * len(weights)}

    def model(self, state: Arrays) -> Arrays:
        """The mean of the runs, to one place."""
        return {"weights": np.round(state["weights"].mean(axis=0), 1)}


METHODS = (
    Method(
        "network",
        "The network of `best`, from games of the heuristic and its own.",
        NetworkLearner,
        "best:nodes=1500",
        (
            Option("games", 12_000, "games of a round", low=CHUNK),
            Option("nodes", 1500, "positions searched for a move", low=1),
            Option("epochs", 20.0, "passes over the positions of the last three rounds", low=0.1),
        ),
        rounds=5,
        source="Silver et al. 2018 (rounds of self-play); Nasu 2018 (efficiently updatable networks)",
    ),
    Method(
        "weights",
        "The weights of the evaluation, from games against itself.",
        WeightsLearner,
        "heuristic",
        (
            Option("games", 90_000, "games of each run and rule set in all", low=40),
            Option("runs", 2, "how many runs the weights are the mean of", low=1),
        ),
        rounds=len(STAGES) * ROUNDS,
        source="Samuel 1959; Sutton 1988; Baxter, Tridgell and Weaver 1998",
    ),
)
