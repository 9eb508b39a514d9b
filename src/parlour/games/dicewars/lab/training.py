"""Training runs: the weights of `wpm`, the network of `best` and the table of `statistics`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from parlour.agent import Agent, Clock, PolicyAgent, policy_of
from parlour.game import Game, game
from parlour.games.dicewars import FEWEST, MOST
from parlour.games.dicewars.lab.fitting import fit_network, fit_wpm, log_loss, new_network
from parlour.games.dicewars.lab.gathering import FIELD, NETWORK, WPM, Positions, Tell, gather, trial
from parlour.games.dicewars.statistics import Statistics
from parlour.games.dicewars.weights import FEATURE_NAMES, WPM_NAMES, Network, save
from parlour.kernel import agent_seed

__all__ = ["train_best", "train_statistics", "train_wpm"]

STEI = FIELD.index("stei")
STRONGEST = ("ste", "stei", "wpm")  # the source trained against these most of all


def train_wpm(path: Path, positions: int, rounds: int, seed: int, tell: Tell) -> dict[str, np.ndarray]:
    """Fit the logistic model for each number of players: first to games of stei, then to its own."""
    no_network = new_network(seed)
    models = {}
    for players in range(FEWEST, MOST + 1):
        variant, weights = game(f"dicewars:players={players}"), np.zeros(2 * players)
        for number in range(rounds + 1):
            seats, start = [WPM] if number else [STEI], seed + 100 * players + number
            weights = fit_wpm(gather(variant, seats, positions, start, no_network, weights))
        models[str(players)] = weights
        tell(f"{players} players: {' '.join(f'{w:.3f}' for w in weights)}")
    save(path, WPM_NAMES, models)
    return models


def train_best(path: Path, positions: int, rounds: int, seed: int, tell: Tell) -> Network:
    """Fit the network to games of the reference field, then to games in which it plays half of the seats."""
    net, no_wpm = new_network(seed), np.zeros(2 * MOST)
    field = [FIELD.index(name) for name in STRONGEST]
    window: list[Positions] = []  # of the last three rounds
    for number in range(rounds + 1):
        seats = [*field, *[NETWORK] * len(field)] if number else list(range(len(FIELD)))
        for players in range(FEWEST, MOST + 1):
            variant = game(f"dicewars:players={players}")
            share = positions // (2 if players in (2, 4) else 8)
            window.append(gather(variant, seats, share, seed + 1000 * number + players, net, no_wpm))
        window = window[-3 * (MOST - FEWEST + 1) :]
        samples = Positions.join(window)
        net = fit_network(net, samples, 6, seed + number)
        save(path, FEATURE_NAMES, net._asdict())
        wins = [trial(game(f"dicewars:players={p}"), field, 600, 10**9, net, no_wpm) for p in (2, 4)]
        tell(
            f"round {number}: {len(samples.winners)} positions, log loss {log_loss(net, samples):.3f}, "
            f"one attack ahead wins {wins[0]:.1%} of 2 and {wins[1]:.1%} of 4 players"
        )
    return net


SAVE_EVERY = 20  # games between two writes of the table


def train_statistics(
    path: Path,
    games: int,
    seed: int,
    field: Sequence[str] = STRONGEST,
    players: int = 4,
    *,
    taught: bool = True,
) -> Iterator[Statistics]:
    """Let the learner, with the table in `path`, play against the field; the learner after each game."""
    variant = game(f"dicewars:players={players}")
    learner = Statistics(variant, str(path), read_only=False, taught=taught)
    others = {name: PolicyAgent(policy_of(variant, name)) for name in field}
    random, names = np.random.default_rng((seed, learner.table.games)), list(others)
    for number in range(games):
        seat = (learner.table.games + players - 1) % players
        line: list[Agent] = [others[name] for name in random.choice(names, players)]
        line[seat] = learner
        _play_training_game(variant, line, learner, int(random.integers(2**62)))
        if number % SAVE_EVERY == SAVE_EVERY - 1 or number == games - 1:
            learner.save()
        yield learner


def _play_training_game(game: Game, line: list[Agent], learner: Statistics, seed: int) -> None:
    """Play one game and tell the learner how it ended."""
    state, clock = game.new(seed), Clock()
    for place, player in enumerate(line):
        player.begin(game, place, agent_seed(seed, place))
    while not state.over:
        state.advance(line[state.mover].choose(state.view(), clock))
    learner.end(state.scores, state.rewards)
