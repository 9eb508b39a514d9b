"""Self-play as a folder of files: decisions by the hundred games, written as they are complete.

A file holds some games whole, in the order of the plan, so that its bytes are the same whoever played them.
Files that are there are not played again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from parlour.arena.engines import Engine
from parlour.arena.plan import Plan
from parlour.arena.player import Player
from parlour.arena.schedule import Slot
from parlour.encoding import has_encoding
from parlour.errors import ParlourError
from parlour.files import make_folder, read_text, write_bytes, write_text
from parlour.game import Game
from parlour.learn.decisions import CHOICES, COLUMNS, ENCODED, NotedGames, join_games
from parlour.model import Arrays, pack
from parlour.progress import Track, silent
from parlour.stopping import whole

__all__ = ["ABOUT", "Dataset", "Progress"]

ABOUT = "selfplay.json"
"""The file that says what the others hold."""


@dataclass(frozen=True)
class Progress:
    """What was written in a run."""

    games: int = 0
    decisions: int = 0
    forfeits: int = 0  # games that were left out


@dataclass(frozen=True)
class Dataset:
    """A folder of self-play: which games, and how they are written."""

    folder: Path
    game: Game
    agents: tuple[str, ...]  # as they are named, each once
    plan: Plan
    opening: int = 0  # random moves before the agents begin
    shard: int = 100  # games of a file
    format: str = "npz"

    @staticmethod
    def make(folder: Path, game: Game, agents: Sequence[str], games: int, seed: int, **how: Any) -> Dataset:
        """One agent plays against itself, several as in a match; every game has a deal of its own."""
        line_up = list(agents) * (len(set(game.team_of)) if len(agents) == 1 else 1)
        plan = Plan.make(game, line_up, games=games, seed=seed, fresh_deals=True)
        return Dataset(folder, game, tuple(dict.fromkeys(plan.agents)), plan, **how)

    def __post_init__(self) -> None:
        if self.format not in _WRITERS:
            raise ParlourError(f"--format {self.format}: expected one of {', '.join(_WRITERS)}")
        if self.format == "parquet":
            _pyarrow()

    @property
    def about(self) -> dict[str, Any]:
        """What the files hold, for a reader, and for the next run to compare."""
        left_out = () if has_encoding(self.game) else ENCODED
        return {
            "game": self.plan.game,
            "rules": self.plan.rules,
            "encoding": None if left_out else self.game.encoding.version,
            "agents": list(self.agents),
            "seed": self.plan.seed,
            "opening": self.opening,
            "shard": self.shard,
            "format": self.format,
            "columns": {name: column for name, column in COLUMNS.items() if name not in left_out},
        }

    def write(self, engine: Engine, track: Track = silent) -> Progress:
        """Play what is missing, and write each file when its games are over."""
        self._begin()
        missing = [part for part in self._parts() if not self._has(part)]
        done, progress = dict[int, Arrays | None](), Progress()
        shards = {part[0].number: part for part in missing}
        slots = [slot for part in missing for slot in part]
        specs = list(dict.fromkeys(self.plan.agents))
        job = NotedGames(Player(self.game, self.plan.terms, specs), self.agents, self.opening)
        for slot, notes in track(engine.work(job, slots), "games", len(slots)):
            done[slot.number] = notes
            first = slot.number // self.shard * self.shard
            if all(other.number in done for other in shards[first]):
                progress = self._write(shards[first], done, progress)
        return progress

    def _begin(self) -> None:
        """Start the folder, or go on with what it holds."""
        path, about = make_folder(self.folder) / ABOUT, json.loads(json.dumps(self.about))
        before = json.loads(read_text(path)) if path.exists() else about
        for name in about:
            if before.get(name) != about[name]:
                raise ParlourError(
                    f"{self.folder} holds other games: {name} was {before.get(name)}, is {about[name]}; "
                    "give another --out"
                )
        write_text(path, json.dumps(about, indent=1) + "\n")

    def _parts(self) -> Iterator[list[Slot]]:
        slots = self.plan.slots(self.game)
        for first in range(0, len(slots), self.shard):
            yield slots[first : first + self.shard]

    def _path(self, part: Sequence[Slot]) -> Path:
        return self.folder / f"games-{part[0].number:08}-{part[-1].number:08}.{self.format}"

    def _has(self, part: Sequence[Slot]) -> bool:
        """Whether a file holds these games, or more."""
        files = self.folder.glob(f"games-{part[0].number:08}-*.{self.format}")
        return any(path.name >= self._path(part).name for path in files)

    def _write(self, part: Sequence[Slot], done: dict[int, Arrays | None], progress: Progress) -> Progress:
        """Write the file of some games that are over, in place of one with fewer of them."""
        games = [done.pop(slot.number) for slot in part]
        played = [game for game in games if game is not None]
        arrays, path = join_games(played), self._path(part)
        with whole():
            write_bytes(path, _WRITERS[self.format](arrays, self.about))
            for other in self.folder.glob(f"games-{part[0].number:08}-*.{self.format}"):
                if other != path:
                    other.unlink()
        return replace(
            progress,
            games=progress.games + len(games),
            decisions=progress.decisions + len(arrays["offsets"]) - 1,
            forfeits=progress.forfeits + len(games) - len(played),
        )


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ParlourError("Parquet files need pyarrow: pip install 'parlour[parquet]'") from None
    return pyarrow


def _parquet(arrays: Arrays, about: dict[str, Any]) -> bytes:
    """A row for each decision; what it has many numbers of is a list, and the view is bytes."""
    pyarrow = _pyarrow()
    columns = {}
    for name, array in arrays.items():
        if name in CHOICES:
            columns[name] = pyarrow.ListArray.from_arrays(arrays["offsets"].astype("int32"), array)
        elif name == "view":
            columns[name] = pyarrow.array([row.tobytes() for row in array], pyarrow.binary())
        elif array.ndim == 2:
            columns[name] = pyarrow.FixedSizeListArray.from_arrays(array.ravel(), array.shape[1])
        elif name != "offsets":
            columns[name] = pyarrow.array(array)
    table = pyarrow.table(columns).replace_schema_metadata({"parlour": json.dumps(about)})
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(table, sink)
    return bytes(sink.getvalue().to_pybytes())


_WRITERS: dict[str, Callable[[Arrays, dict[str, Any]], bytes]] = {"npz": pack, "parquet": _parquet}
