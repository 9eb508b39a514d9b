"""Targets that are files: records, logs, plans, stores, models and checkpoints."""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import parlour
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan, read_plan
from parlour.arena.play import play
from parlour.arena.store import Store
from parlour.errors import ParlourError
from parlour.record import read_records
from parlour.stats.results import Results
from parlour.web.catalogue import Catalogue
from parlour.web.results import ResultsFolder
from parlour.web.uploads import check_record, read_upload

from .mutations import mutated
from .target import Target

__all__ = ["Logs", "Plans", "Records", "Stores"]

DATA = Path(__file__).resolve().parents[2] / "data"
SMALL = "isolation:size=3"


class Records(Target):
    """Files of records: read, replayed, compared and counted."""

    name = "records"
    games = (SMALL, "reversi", "dicewars", "tichu")

    def samples(self) -> Sequence[bytes]:
        samples = []
        for game in map(parlour.game, self.games):
            agents = [parlour.agent(game, "random") for _ in range(game.players)]
            records = [play(game, agents, seed) for seed in (1, 2**90)]
            samples += [(record.text(times=True) + "\n").encode() for record in records]
        return samples

    def read(self, content: bytes) -> None:
        for record in read_records(self.file(content, "games.jsonl")):
            game = record.open_game()
            results = Results(game, ["random"] * game.players, 0)
            results.add(tuple(range(game.players)), record, 0)
            assert json.dumps(results.summary(), allow_nan=False)
            assert str(record)
            check_record(record, game)


class Logs(Target):
    """Logs of Tichu games that another program has written."""

    name = "logs of Tichu"

    def samples(self) -> Sequence[bytes]:
        return [path.read_bytes() for path in sorted((DATA / "tichu").glob("*.tch"))]

    def read(self, content: bytes) -> None:
        for record in read_upload("game.tch", content):
            check_record(record, record.open_game())


PLAN = """
game = "isolation:size=3"
agents = ["random", "mcts:playouts=5", "exec:./bot,keep=yes"]
mode = "gauntlet"
games = 4
seed = 7
clock = "10+0.1"
move = 2.5
memory = "1G"
openings = "openings.txt"
store = "games.sqlite"
workers = 2
"""


class Plans(Target):
    """Files of tournaments."""

    name = "plans"

    def samples(self) -> Sequence[bytes]:
        (self.folder / "openings.txt").write_text("a1\n")
        short = b'game = "reversi"\nagents = ["random", "random"]\nfresh_deals = true\n'
        return [PLAN.encode(), PLAN.replace("openings =", "# ").encode(), short]

    def read(self, content: bytes) -> None:
        plan, _, _ = read_plan(self.file(content, "plan.toml"))
        assert Plan.model_validate_json(plan.model_dump_json()) == plan


class Stores(Target):
    """Stores of the arena: bytes of the file, or single cells of it."""

    name = "stores of the arena"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.game = parlour.game(SMALL)
        self.catalogue = Catalogue()

    def samples(self) -> Sequence[bytes]:
        path = self.folder / "sample.sqlite"
        plan = Plan.make(self.game, ["random", "random"], games=4, seed=4)
        carry_out(plan, game=self.game, store=path)
        content = path.read_bytes()
        path.unlink()
        return [content]

    def case(self, samples: Sequence[bytes], random: Random) -> bytes:
        """The file with a cell of a table damaged, or any of its bytes."""
        if random.random() < 0.3:
            return mutated(samples, random)
        path = self.file(samples[0], "sample.sqlite")
        with closing(sqlite3.connect(path)) as database:
            table, column = random.choice(self.cells)
            rows = [bytes(str(row[0]), "utf-8") for row in database.execute(f"SELECT {column} FROM {table}")]
            value = mutated(rows, random)
            shown: object = value if random.random() < 0.2 else value.decode("utf-8", "replace")
            database.execute(f"UPDATE OR IGNORE {table} SET {column} = ?", (shown,))
            database.commit()
        content = path.read_bytes()
        path.unlink()
        return content

    cells: tuple[tuple[str, str], ...] = (
        ("plan", "text"), ("games", "record"), ("games", "entrants"), ("games", "seed"), ("games", "block"),
    )  # fmt: skip

    def read(self, content: bytes) -> None:
        path = self.file(content, "case.sqlite")
        with ResultsFolderOf(path, self.catalogue) as results:
            for listing in results.tournaments():
                results.tournament(listing.name)
                results.games(listing.name, 0, 1)
        assert path.read_bytes() == content
        with closing(Store.open(path)) as store:
            for _, record in itertools.islice(store.games(), 10):
                check_record(record, self.game)
            assert store.plan is None or store.plan.agents


class ResultsFolderOf:
    """The results of the page over the folder of a file; what it refuses is no defect."""

    def __init__(self, path: Path, catalogue: Catalogue) -> None:
        self.results = ResultsFolder(path.parent, catalogue)

    def __enter__(self) -> ResultsFolder:
        return self.results

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        return kind is not None and issubclass(kind, ParlourError)
