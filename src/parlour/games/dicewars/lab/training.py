"""Ways to learn Dicewars: the weights of `wpm`, the network of `best` and the good moves of `statistics`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from parlour.agent import Agent, Clock, PolicyAgent, policy_names, policy_of
from parlour.errors import ParlourError, unknown
from parlour.game import Game
from parlour.games.dicewars import FEWEST, MOST
from parlour.games.dicewars.experience import EXPERIENCE, Table
from parlour.games.dicewars.lab.fitting import fit_network, fit_wpm, new_network
from parlour.games.dicewars.lab.gathering import FIELD, NETWORK, WPM, Positions, gather
from parlour.games.dicewars.statistics import Habits, Statistics
from parlour.games.dicewars.weights import NETWORK as NETWORK_KIND
from parlour.games.dicewars.weights import WPM as WPM_KIND
from parlour.games.dicewars.weights import Network
from parlour.kernel import agent_seed
from parlour.learn.training import Learner, Lesson, Measures, Method, slide_window, with_window
from parlour.model import Arrays
from parlour.spec import Option

__all__ = ["METHODS", "StatisticsLearner", "train_games"]

STEI = FIELD.index("stei")
STRONGEST = ("ste", "stei", "wpm")  # the source trained against these most of all
WINDOW = 4  # rounds that the network learns from
OWN_SEATS = 9  # as likely as three for the strongest of the field
TRACE = 0.8  # how much of a surprise the network learns from


class WpmLearner(Learner):
    """Fits the logistic model for each number of players: first to games of stei, then to its own."""

    kind = WPM_KIND

    def begin(self) -> Arrays:
        """No weights yet."""
        return {"weights": np.zeros((MOST + 1, 2 * MOST))}

    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        """Play and fit, for 2 to 8 players."""
        weights, no_network, games = state["weights"].copy(), new_network(self.lesson.seed), 0
        for players in range(FEWEST, MOST + 1):
            seats, seed = [WPM] if number else [STEI], self.lesson.seed + 100 * players + number
            variant, own = self.game.variant(players=players), weights[players, : 2 * players]
            positions, count = gather(variant, seats, self.settings["positions"], seed, no_network, own)
            weights[players, : 2 * players] = fit_wpm(positions)
            games += count
        return {"weights": weights}, {"games": games}

    def model(self, state: Arrays) -> Arrays:
        """The weights."""
        return state


class NetworkLearner(Learner):
    """Fits the network to games of the reference field, then to games in which it plays most of the seats."""

    kind = NETWORK_KIND

    def begin(self) -> Arrays:
        """A network with small random weights."""
        return new_network(self.lesson.seed)._asdict()

    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        """Play with 2 to 8 players, most often with 2 and 4, and fit to the last rounds."""
        net = Network(**self.model(state))
        parts = self.lesson.gather(gather_part, (net, number), self._portions(number), "parts of games")
        new = Positions.join([positions for positions, _ in parts])
        window = slide_window(state, new._asdict(), WINDOW)
        positions = Positions.join([Positions(**part) for part in window])
        net, loss = fit_network(net, positions, self.settings["epochs"], self.lesson.seed + number)
        return with_window(net._asdict(), window), {
            "games": sum(games for _, games in parts),
            "log loss": loss,
        }

    def _portions(self, number: int) -> list[tuple[int, int, int]]:
        """Players, positions and a seed for each part of a round: a quarter has 2 players, a quarter 4."""
        shares = [
            players for players in range(FEWEST, MOST + 1) for _ in range(5 if players in (2, 4) else 2)
        ]
        count, seeds = self.settings["positions"] // len(shares), self.lesson.seeds(number, len(shares))
        return [(players, count, int(seed)) for players, seed in zip(shares, seeds, strict=True)]

    def model(self, state: Arrays) -> Arrays:
        """The network."""
        return {name: state[name] for name in Network._fields}


def gather_part(
    game: Game, net: Network, number: int, portion: tuple[int, int, int]
) -> tuple[Positions, int]:
    """Positions for a part of a round of the network's learner, and how many games it took."""
    players, count, seed = portion
    field = [FIELD.index(name) for name in STRONGEST]
    seats = [*field, *[NETWORK] * OWN_SEATS] if number else list(range(len(FIELD)))
    trace = TRACE if number > 1 else 1.0
    return gather(game.variant(players=players), seats, count, seed, net, np.zeros(2 * MOST), trace)


class StatisticsLearner(Learner):
    """Lets `statistics` play against a field of agents and note which attacks turn out well."""

    kind = EXPERIENCE

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson)
        self.field = [name.strip() for name in self.settings["field"].split("+") if name.strip()]
        policies = policy_names(self.game)
        for name in self.field:
            if name not in policies:
                raise unknown("agent for the field", name, policies)
        if not self.field:
            raise ParlourError(f"--field: expected agents such as {policies[0]}+{policies[-1]}")

    def begin(self) -> Arrays:
        """No good moves yet."""
        return Table().arrays

    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        """Play some games, with every number of players if that is wished."""
        table, games = Table.of(state), int(self.settings["games"])
        as_written = bool(self.settings["as_written"])
        numbers = range(FEWEST, MOST + 1) if self.settings["all"] else [self.game.players]
        for players in numbers:
            variant = self.game.variant(players=players)
            for _ in train_games(variant, table, self.field, games, self.lesson.seed, as_written):
                pass
        return table.arrays, {"games": games * len(numbers), "good moves": float(len(table.arrays["moves"]))}

    def model(self, state: Arrays) -> Arrays:
        """The good moves."""
        return state


def train_games(
    variant: Game, table: Table, field: list[str], games: int, seed: int, as_written: bool = False
) -> Iterator[Table]:
    """Add what the learner finds in games against the field to a table; the table after each game."""
    learner = Statistics(variant, table, read_only=False, habits=Habits(as_written=as_written))
    others = {name: PolicyAgent(policy_of(variant, name)) for name in field}
    random, players = np.random.default_rng((seed, variant.players, table.games)), variant.players
    for _ in range(games):
        seat = (table.games + players - 1) % players
        line: list[Agent] = [others[name] for name in random.choice(field, players)]
        line[seat] = learner
        _play_training_game(variant, line, learner, int(random.integers(2**62)))
        yield table


def _play_training_game(game: Game, line: list[Agent], learner: Statistics, seed: int) -> None:
    """Play one game and tell the learner how it ended."""
    state, clock = game.new(seed), Clock()
    for place, player in enumerate(line):
        player.begin(game, place, agent_seed(seed, place))
    while not state.over:
        state.advance(line[state.mover].choose(state.view(), clock))
    learner.end(state.scores, state.rewards)


METHODS = (
    Method(
        "network",
        "The network of `best`, from games of the reference agents and its own.",
        NetworkLearner,
        "best:depth=1",
        (
            Option("positions", 100_000, "positions noted in a round", low=4000),
            Option("epochs", 2.0, "passes over what was noted in the last rounds", low=0.01),
        ),
        rounds=16,
    ),
    Method(
        "wpm",
        "The weights of `wpm` for 2 to 8 players, from games of stei and its own.",
        WpmLearner,
        "wpm",
        (Option("positions", 60_000, "positions of each fit", low=1000),),
        rounds=3,
        source="a bachelor's thesis on Dicewars, github.com/dturecek/dicewars",
    ),
    Method(
        "statistics",
        "Good moves for `statistics`, from games against a field of agents.",
        StatisticsLearner,
        "statistics",
        (
            Option("games", 100, "games of a round", low=1),
            Option("field", "+".join(STRONGEST), "whom it plays against"),
            Option("all", False, "play with 2 to 8 players in turn"),
            Option("as_written", False, "learn and decide exactly as the report says, not as stei"),
        ),
        rounds=10,
        source="Duchoň, Juda, Kinšt, Oškera, Saranová: AI pro hru Dicewars, course report, Brno 2020",
    ),
)
