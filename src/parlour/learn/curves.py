"""How a training run goes, written to a file as it goes: what the run is, then one line a step.

The first line holds the run's name, game and settings; each further one the games and seconds so far and the
values that were measured, a number or a number with its interval. The web page draws these files.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from parlour.errors import ParlourError
from parlour.files import make_folder, write_text
from parlour.stats.estimate import Estimate

__all__ = ["ENDING", "Curve", "Step", "TrainingRun", "read_run"]

ENDING = ".curve.jsonl"

Number = Annotated[float, Field(allow_inf_nan=False)]
Value = Number | tuple[Number, Number, Number]
"""A value, perhaps with the ends of its 95 % interval."""


class Step(BaseModel):
    """What was measured after so many games."""

    games: int
    seconds: Number
    values: dict[str, Value]


class TrainingRun(BaseModel):
    """A training run so far."""

    run: str
    game: str
    settings: dict[str, Any] = {}
    steps: list[Step] = []


class Curve:
    """Writes the file of one run; a run that is taken up again goes on from the games it had saved."""

    def __init__(self, path: Path, run: str, game: str, settings: Mapping[str, Any], games: int = 0) -> None:
        self.path = path
        make_folder(path.parent)
        before = read_run(path) if games and path.exists() else None
        steps = [step for step in before.steps if step.games <= games] if before else []
        about = TrainingRun(run=run, game=game, settings=dict(settings)).model_dump(exclude={"steps"})
        lines = [json.dumps(about), *(step.model_dump_json() for step in steps)]
        write_text(path, "\n".join(lines) + "\n")
        self._began = time.monotonic() - (steps[-1].seconds if steps else 0.0)

    def add(self, games: int, values: Mapping[str, float | Estimate]) -> None:
        """Add what was measured after so many games."""
        numbers: dict[str, Value] = {
            name: (value.value, value.low, value.high) if isinstance(value, Estimate) else value
            for name, value in values.items()
        }
        step = Step(games=games, seconds=round(time.monotonic() - self._began, 2), values=numbers)
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(step.model_dump_json() + "\n")


def read_run(path: Path) -> TrainingRun:
    """The run of a file; a last line that was cut off does not count."""
    try:
        first, *rest = path.read_text(encoding="utf-8").split("\n")
        run = TrainingRun.model_validate_json(first)
    except (OSError, UnicodeDecodeError, ValidationError):
        raise ParlourError(f"{path} is not the curve of a training run") from None
    run.steps = list(_steps(rest))
    return run


def _steps(lines: list[str]) -> Iterator[Step]:
    for line in lines:
        try:
            yield Step.model_validate_json(line)
        except ValidationError:
            return
