"""Grid searches: every point is scored once, in parallel; a search that was stopped goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from parlour.errors import ParlourError
from parlour.progress import Track, silent

__all__ = ["folds", "grid_search"]

Point = dict[str, float]


def folds(groups: np.ndarray, count: int, seed: int) -> np.ndarray:
    """A fold for each case: the cases of a group share one, and all folds have about as many groups."""
    names, which = np.unique(groups, return_inverse=True)
    if names.size < count:
        raise ParlourError(f"{count} folds need at least {count} games, not {names.size}")
    numbers = np.empty(names.size, np.int64)
    numbers[np.random.default_rng(seed).permutation(names.size)] = np.arange(names.size) % count
    return np.asarray(numbers[which])


def grid_search(
    points: Sequence[Point],
    score: Callable[[Point], float],
    *,
    file: Path | None = None,
    about: str = "",
    workers: int = 1,
    track: Track = silent,
) -> list[float]:
    """The score of every point; with a file, points are written there once scored, and never scored twice.

    `about` says what is searched; a file about anything else is refused.
    """
    from joblib import Parallel, delayed

    scores = _read(file, about) if file else {}
    missing = [point for point in points if _key(point) not in scores]
    run = Parallel(n_jobs=workers, return_as="generator_unordered")
    results = run(delayed(_score)(score, point) for point in missing) if missing else []
    for point, value in track(results, "models", len(missing)):
        scores[_key(point)] = value
        if file:
            _append(file, {"about": about, "point": point, "score": value})
    return [scores[_key(point)] for point in points]


def _score(score: Callable[[Point], float], point: Point) -> tuple[Point, float]:
    return point, score(point)


def _key(point: Point) -> str:
    return json.dumps(point, sort_keys=True)


def _read(path: Path, about: str) -> dict[str, float]:
    """The scores of a file; a last line that was cut off does not count."""
    if not path.exists():
        return {}
    scores: dict[str, float] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        if row["about"] != about:
            raise ParlourError(f"{path} holds another search ({row['about']}): delete it, or go on with that")
        scores[_key(row["point"])] = row["score"]
    return scores


def _append(path: Path, row: dict[str, Any]) -> None:
    try:
        with path.open("a", encoding="utf-8") as stream:
            stream.write("\n" + json.dumps(row))  # a line that was cut off before stays on its own
    except OSError as error:
        raise ParlourError(f"cannot write {path}: {error.strerror}") from None
