"""Training runs: the weights of `wpm`, the network of `best` and the table of `statistics`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from parlour.agent import Agent, Clock, PolicyAgent, policy_of
from parlour.game import Game, game
from parlour.games.dicewars import FEWEST, MOST
from parlour.games.dicewars.lab.fitting import fit_network, fit_wpm, log_loss, new_network
from parlour.games.dicewars.lab.gathering import FIELD, NETWORK, WPM, Network, Positions, Tell, gather, trial
from parlour.games.dicewars.statistics import Statistics
from parlour.games.dicewars.weights import FEATURE_NAMES, WPM_NAMES, save

__all__ = ["train_best", "train_statistics", "train_wpm"]

STEI = FIELD.index("stei")
STRONGEST = ("ste", "stei", "wpm")  # the source trained against these most of all


def train_wpm(path: Path, positions: int, rounds: int, seed: int, tell: Tell) -> dict[str, np.ndarray]:
    """Fit the logistic model for each number of players: first to games of stei, then to its own."""
    none = new_network(seed)
    fitted = {}
    for players in range(FEWEST, MOST + 1):
        its, weights = game(f"dicewars:players={players}"), np.zeros(2 * players)
        for number in range(rounds + 1):
            who = [WPM] if number else [STEI]
            weights = fit_wpm(gather(its, who, positions, seed + 100 * players + number, none, weights))
        fitted[str(players)] = weights
        tell(f"{players} players: {' '.join(f'{w:.3f}' for w in weights)}")
    save(path, WPM_NAMES, fitted)
    return fitted


def train_best(path: Path, positions: int, rounds: int, seed: int, tell: Tell) -> Network:
    """Fit the network to games of the reference field, then to games in which it plays half of the seats."""
    net, no_wpm = new_network(seed), np.zeros(2 * MOST)
    field = [FIELD.index(name) for name in ("ste", "stei", "wpm")]
    kept: list[Positions] = []
    for number in range(rounds + 1):
        who = [*field, *[NETWORK] * len(field)] if number else list(range(len(FIELD)))
        for players in range(FEWEST, MOST + 1):
            its = game(f"dicewars:players={players}")
            share = positions // (2 if players in (2, 4) else 8)
            kept.append(gather(its, who, share, seed + 1000 * number + players, net, no_wpm))
        kept = kept[-3 * (MOST - FEWEST + 1) :]
        seen = Positions.joined(kept)
        net = fit_network(net, seen, 6, seed + number)
        save(path, FEATURE_NAMES, {"hidden": net[0], "bias": net[1], "output": net[2]})
        wins = [trial(game(f"dicewars:players={p}"), field, 600, 10**9, net, no_wpm) for p in (2, 4)]
        tell(
            f"round {number}: {len(seen.winners)} positions, log loss {log_loss(net, seen):.3f}, one attack "
            f"ahead wins {wins[0]:.1%} of 2 and {wins[1]:.1%} of 4 players"
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
    """Let the learner play against the field, on with the table in `path`; the learner after each game."""
    its = game(f"dicewars:players={players}")
    learner = Statistics(its, str(path), read_only=False, taught=taught)
    others = {name: PolicyAgent(policy_of(its, name)) for name in field}
    random, names = np.random.default_rng((seed, learner.table.games)), list(others)
    for number in range(games):
        seat = (learner.table.games + players - 1) % players
        drawn = random.choice(names, players)
        line: list[Agent] = [others[name] for name in drawn]
        line[seat] = learner
        _play_training_game(its, line, learner, int(random.integers(2**62)))
        if number % SAVE_EVERY == SAVE_EVERY - 1 or number == games - 1:
            learner.save()
        yield learner


def _play_training_game(its: Game, line: list[Agent], learner: Statistics, seed: int) -> None:
    """One game; the learner is told how it ended."""
    state, clock = its.new(seed), Clock()
    for place, player in enumerate(line):
        player.begin(its, place, seed)
    while not state.over:
        state.advance(line[state.mover].choose(state.view(), clock))
    learner.end(state.scores, state.rewards)
