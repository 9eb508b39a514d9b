"""Grid searches: every point is scored once, in parallel, and kept so that a stopped search goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from parlour.errors import ParlourError
from parlour.progress import Track

__all__ = ["folds", "grid_search"]

Point = dict[str, float]


def folds(groups: np.ndarray, count: int, seed: int) -> np.ndarray:
    """A fold for each case, so that all cases of a group share one and folds have as many groups."""
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
    kept: Path | None = None,
    about: str = "",
    workers: int = 1,
    track: Track | None = None,
) -> list[float]:
    """The score of every point; with a file, finished points are kept there and never scored twice.

    `about` says what is searched; a file about anything else is refused.
    """
    from joblib import Parallel, delayed

    known = _read(kept, about) if kept else {}
    missing = [point for point in points if _key(point) not in known]
    run = Parallel(n_jobs=workers, return_as="generator_unordered")
    scored = run(delayed(_scored)(score, point) for point in missing) if missing else []
    for point, value in track(scored, "models", len(missing)) if track else scored:
        known[_key(point)] = value
        if kept:
            _append(kept, {"about": about, "point": point, "score": value})
    return [known[_key(point)] for point in points]


def _scored(score: Callable[[Point], float], point: Point) -> tuple[Point, float]:
    return point, score(point)


def _key(point: Point) -> str:
    return json.dumps(point, sort_keys=True)


def _read(path: Path, about: str) -> dict[str, float]:
    """The finished points of a file; a last line that was cut off does not count."""
    if not path.exists():
        return {}
    known: dict[str, float] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        if row["about"] != about:
            raise ParlourError(f"{path} holds another search ({row['about']}): delete it, or go on with that")
        known[_key(row["point"])] = row["score"]
    return known


def _append(path: Path, row: dict[str, Any]) -> None:
    try:
        with path.open("a", encoding="utf-8") as stream:
            stream.write("\n" + json.dumps(row))  # a line that was cut off before stays on its own
    except OSError as error:
        raise ParlourError(f"cannot write {path}: {error.strerror}") from None
