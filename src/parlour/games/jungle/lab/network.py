"""Teaching the network of `best`: rounds of games against itself, each fitted before the next is played.

The games of the first round are the heuristic's. A position's target mixes the search's opinion of it with
the result of its game. Silver et al. 2018 (AlphaZero) learn in such rounds; here alpha-beta plays the games.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from parlour.errors import ParlourError
from parlour.files import write_bytes
from parlour.game import game
from parlour.games.jungle.lab.fitting import fit, log_loss, new_network
from parlour.games.jungle.lab.selfplay import Positions, duel, play_games
from parlour.progress import Track, silent

__all__ = ["Lesson", "teach"]

CHUNK = 50  # games that one thread plays at a time
WINDOW = 3  # rounds whose positions are learned from
EPOCHS = 20.0
FORESIGHT = 0.75  # the share of the search's opinion in the target; the rest is the result
TRIAL = 200  # games against the network of the round before


@dataclass(frozen=True)
class Lesson:
    """What a run follows from: its chance, and how much work goes into it."""

    rules: str
    games: int
    nodes: int
    seed: int


@dataclass(frozen=True)
class Round:
    """The outcome of one round."""

    number: int
    positions: int
    loss: float  # of the network before it, on the new games
    share: float  # against the network of the round before
    network: np.ndarray


def teach(
    lesson: Lesson, rounds: int, checkpoint: Path, workers: int, track: Track = silent
) -> Iterator[Round]:
    """Play and fit so many rounds after the first one, going on from the checkpoint of an earlier run."""
    variant = game(f"jungle:rules={lesson.rules}")
    start, network, window = _load(checkpoint, lesson)
    for number in range(start, rounds + 1):
        new = _gather(lesson, number, network if number else None, workers, track)
        loss = log_loss(network, new.states, new.results)
        window = [*window, new][-WINDOW:]
        before, network = network, _fit(Positions.join(window), lesson.seed + number, track)
        share = duel(variant, network, before, TRIAL // 2, lesson.nodes, lesson.seed)
        _save(checkpoint, lesson, number + 1, network, window)
        yield Round(number, sum(len(part.states) for part in window), loss, share, network)


def _gather(lesson: Lesson, number: int, network: np.ndarray | None, workers: int, track: Track) -> Positions:
    """The positions of one round's games; the same for any number of workers."""
    variant = game(f"jungle:rules={lesson.rules}")
    seeds = np.random.SeedSequence((lesson.seed, number)).generate_state(-(-lesson.games // CHUNK), np.uint64)
    with ThreadPoolExecutor(workers) as pool:
        chunks = pool.map(lambda seed: play_games(variant, network, CHUNK, lesson.nodes, int(seed)), seeds)
        title = f"games by fifties ({lesson.rules}, round {number})"
        return Positions.join(list(track(chunks, title, len(seeds))))


def _fit(positions: Positions, seed: int, track: Track) -> np.ndarray:
    """A network that starts afresh, rounded as its file will have it."""
    targets = (1 - FORESIGHT) * positions.results + FORESIGHT * positions.looks
    network = fit(new_network(seed), positions.states, targets, EPOCHS, seed, track)
    return network.astype(np.float16).astype(np.float32)


def _save(path: Path, lesson: Lesson, done: int, network: np.ndarray, window: list[Positions]) -> None:
    """Write what the next round needs, in one step."""
    content, positions = io.BytesIO(), Positions.join(window)
    about = json.dumps({**asdict(lesson), "done": done, "sizes": [len(part.states) for part in window]})
    np.savez_compressed(content, about=np.array(about), network=network, **positions._asdict())  # type: ignore[arg-type]
    write_bytes(path, content.getvalue())


def _load(path: Path, lesson: Lesson) -> tuple[int, np.ndarray, list[Positions]]:
    """The rounds done, the network and its positions; a fresh start when there is no checkpoint."""
    if not path.exists():
        return 0, new_network(lesson.seed), []
    try:
        with np.load(path, allow_pickle=False) as file:
            about, network = json.loads(str(file["about"])), file["network"]
            ends = np.cumsum(about["sizes"])[:-1]
            columns = [np.split(file[name], ends) for name in Positions._fields]
    except (OSError, ValueError, KeyError) as error:
        raise ParlourError(f"cannot go on from {path}: {error}; delete it to start afresh") from None
    if {name: about.get(name) for name in asdict(lesson)} != asdict(lesson):
        raise ParlourError(f"{path} is from a run with other settings: name another --checkpoint")
    return int(about["done"]), network, [Positions(*parts) for parts in zip(*columns, strict=True)]
