"""Training the thesis's networks from games of the algorithm against itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from parlour.game import game
from parlour.games.ticket_to_ride.lab.selfplay import Samples, play_games
from parlour.games.ticket_to_ride.net.model import Model, train
from parlour.learn.threads import one_thread

__all__ = ["gather", "join", "save_all", "train_all"]

PLAYERS = (2, 3, 4, 5)
GAMES, BEST = 250, 30  # games of the algorithm for each number of players; players whose decisions count
TRIAL = 500  # games that decide whether the universal or the specific model plays better


def variant(players: int, rules: str) -> str:
    """The spec of the game for so many players."""
    return f"ticket-to-ride:players={players},rules={rules}"


def deals(seed: int, games: int) -> np.ndarray:
    """The seeds of so many games, all from one."""
    return np.random.SeedSequence(seed).generate_state(games, np.uint64)


def gather(games: int = GAMES, best: int = BEST, seed: int = 0, rules: str = "thesis") -> dict[int, Samples]:
    """The decisions of the best players of the algorithm, for each number of players."""
    sets = {}
    for players in PLAYERS:
        seeds = deals(seed + players, games)
        results = play_games(game(variant(players, rules)), seeds, notes=120 * players * games)
        sets[players] = results.samples.of_best(results.scores, best)
    return sets


def join(sets: Mapping[int, Samples]) -> Samples:
    """All samples together."""
    return Samples(*map(np.concatenate, zip(*sets.values(), strict=True)))


def train_all(games: int = GAMES, best: int = BEST, seed: int = 0, epochs: int = 40) -> dict[str, Model]:
    """The universal model and one for each number of players."""
    sets = gather(games, best, seed)
    models, better = {}, []
    with one_thread():
        for name, samples in {"universal": join(sets), **{f"players{n}": s for n, s in sets.items()}}.items():
            models[name] = train(samples.inputs, samples.labels, seed, epochs=epochs)
    for players in sets:
        seeds = deals(seed + 100 + players, TRIAL)
        means = [
            play_games(game(variant(players, "thesis")), seeds, model=models[name]).scores.mean()
            for name in ("universal", f"players{players}")
        ]
        if means[0] >= means[1]:
            better.append(players)
    models["universal"] = replace(models["universal"], better_for=tuple(better))
    return models


def save_all(models: Mapping[str, Model], folder: Path) -> list[Path]:
    """Write the models to a folder, one file each."""
    paths = [folder / f"{name}.npz" for name in models]
    for path, model in zip(paths, models.values(), strict=True):
        model.save(path)
    return paths
