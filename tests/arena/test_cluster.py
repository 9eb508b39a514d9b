"""The cluster engine on a real Dask scheduler with two real workers on this machine."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import parlour
from parlour.arena.cluster import Cluster
from parlour.arena.engines import Serial
from parlour.arena.schedule import Slot
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.learn.dataset import Dataset
from parlour.learn.training import Lesson, Run, find_method, train
from parlour.learn.values import VALUES, ValueLearner
from parlour.model import write_model
from parlour.progress import Item, silent
from parlour.record import Record
from support import Run as Command
from support import lay, lay_text

REVERSI = parlour.game("reversi")
AGENTS = ["mcts:playouts=60", "alphabeta:depth=2"]


Processes = list[subprocess.Popen[str]]


@pytest.fixture(scope="module", autouse=True)
def libraries() -> None:
    """What is needed is loaded by the process that runs these tests, and by no other."""
    pytest.importorskip("distributed")


class Dask:
    """A scheduler and two workers, whose processes run in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log, self.workers = folder, folder / "scheduler.log", Processes()
        self.scheduler = self.start(
            "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"
        )
        until = time.monotonic() + 60
        found = None
        while not found and time.monotonic() < until:
            time.sleep(0.2)
            found = re.search(r"tcp://127\.0\.0\.1:\d+", self.log.read_text())
        assert found, self.log.read_text()
        self.address = found[0]

    def start(self, *words: str) -> subprocess.Popen[str]:
        with self.log.open("a") as out:
            return subprocess.Popen(
                [sys.executable, "-m", *words],
                stdout=out,
                stderr=out,
                text=True,
                cwd=self.folder,
                start_new_session=True,
            )

    def with_two_workers(self) -> tuple[str, Processes]:
        """Its address, and the processes: the scheduler's, and those of two workers."""
        words = ("--nthreads", "1", "--no-dashboard", "--no-nanny")
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        while len(self.workers) < 2:
            self.workers.append(self.start("distributed.cli.dask_worker", self.address, *words))
        return self.address, [self.scheduler, *self.workers]

    def stop(self) -> None:
        for process in (self.scheduler, *self.workers):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    dask = Dask(tmp_path_factory.mktemp("dask"))
    yield dask
    dask.stop()


@pytest.fixture
def cluster(dask: Dask) -> tuple[str, Processes]:
    """The address of the scheduler, and its process and those of its workers, who replace what was killed."""
    return dask.with_two_workers()


def test_a_cluster_plays_the_same_games_though_a_worker_is_killed(
    cluster: tuple[str, Processes],
) -> None:
    address, (_, *workers) = cluster
    alone = parlour.match(REVERSI, AGENTS, 60, 2, engine=Serial())
    found: dict[int, str] = {}

    def kill_one(slot: Slot, record: Record) -> None:
        assert slot.number not in found
        found[slot.number] = record.text()
        if len(found) == 10:
            workers[0].kill()

    results = parlour.match(REVERSI, AGENTS, 60, 2, engine=Cluster(address), on_game=kill_one)
    assert workers[0].wait(10) != 0
    assert sorted(found) == list(range(60))
    for ours, theirs in zip(results.lines, alone.lines, strict=True):
        assert (ours.wins, ours.draws, ours.losses) == (theirs.wins, theirs.draws, theirs.losses)
    texts: dict[int, str] = {}
    parlour.match(REVERSI, AGENTS, 6, 2, on_game=lambda s, r: texts.update({s.number: r.text()}))
    assert [found[number] for number in range(6)] == [texts[number] for number in range(6)]


def test_no_scheduler_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.arena.cluster.PATIENCE", 1)
    with pytest.raises(ParlourError, match="cannot reach a Dask scheduler at tcp://127.0.0.1:9"):
        parlour.match(REVERSI, ["random", "random"], 2, engine=Cluster("tcp://127.0.0.1:9"))


@pytest.mark.parametrize(
    "command",
    [
        "tournament reversi random squares --games 2",
        "ladder isolation --games 2 --most 2 --store OUT",
        "selfplay reversi random --games 2 --out OUT",
        "study isolation-minimax --games 2 --out OUT",
        "train reversi --rounds 1 --decisions 8192 --out OUT/m.npz --results OUT",
        "train jungle --method network --rounds 1 --games 50 --out OUT/m.npz --results OUT",
        "train tichu --method grand --games 1 --out OUT/m.npz --results OUT",
        "tichu selfplay --games 1 --out OUT/hands.csv.gz",
    ],
)
def test_every_command_of_many_games_asks_the_cluster(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parlour: Command
) -> None:
    monkeypatch.setattr("parlour.arena.cluster.PATIENCE", 0.2)
    (tmp_path / "out").mkdir()
    words = command.replace("OUT", str(tmp_path / "out")).split()
    done = parlour(*words, "--cluster", "tcp://127.0.0.1:9")
    assert done.returncode == 2
    assert "parlour: cannot reach a Dask scheduler at tcp://127.0.0.1:9" in done.stderr


def write_own_files(folder: Path, examples: Path) -> Game:
    """A game, an agent and a model of a user's in a folder; the game, by its relative name."""
    for source in (examples / "connect_four").glob("*.py"):
        lay(source, folder / "games" / "four" / source.name)
    lay_text(folder / "bot.py", "def choose(view, place=0):\n    return view.legal_moves[place]\n")
    game = parlour.game("games/four/")
    learner = ValueLearner(Lesson(game, settings={o.name: o.default for o in VALUES.options}))
    write_model(folder / "models" / "mine.npz", learner.kind, game, learner.begin(), {})
    return game


def test_selfplay_has_the_same_bytes_though_files_travel_and_a_worker_is_killed(
    cluster: tuple[str, Processes],
    tmp_path: Path,
    kept: Path,
    examples: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address, (_, *workers) = cluster
    home = kept / "travelling"
    home.mkdir(exist_ok=True)
    monkeypatch.chdir(home)
    game = write_own_files(home, examples)
    agents = ["bot.py:choose:place=-1", f"learned:model={home / 'models' / 'mine.npz'}"]
    agents += ["mcts:playouts=100", "learned:model=mine"]
    folders = {name: tmp_path / name for name in ("alone", "cluster")}
    killed: list[int] = []

    def kill_one(items: Iterable[Item], what: str, total: int | None = None) -> Iterator[Item]:
        for number, item in enumerate(items):
            if number == 5 and not killed:
                workers[0].kill()
                killed.append(workers[0].wait(10))
            yield item

    for pair in (agents[:2], agents[2:]):
        for name, engine in (("alone", Serial()), ("cluster", Cluster(address))):
            folder = folders[name] / str(len(pair[0]))
            dataset = Dataset.make(folder, game, pair, 24, 3, shard=5, opening=2)
            dataset.write(engine, kill_one if name == "cluster" else silent)
    assert killed
    files = sorted(path.relative_to(folders["alone"]) for path in folders["alone"].rglob("*.npz"))
    assert len(files) == 10
    for file in files:
        assert (folders["alone"] / file).read_bytes() == (folders["cluster"] / file).read_bytes(), file


def test_a_network_learns_the_same_on_a_cluster(cluster: tuple[str, Processes], tmp_path: Path) -> None:
    pytest.importorskip("jax")
    models = []
    for name, where in (("cores", {"workers": 2}), ("cluster", {"cluster": cluster[0]})):
        run = Run.make(
            find_method(REVERSI, "values"), REVERSI, {"decisions": 16384, "epochs": 0.1},
            out=tmp_path / name / "model.npz", rounds=2, trial=4, **where,
        )  # fmt: skip
        assert len(list(train(run))) == 2
        models.append(run.out.read_bytes())
    assert models[0] == models[1]


def test_a_mistake_on_a_worker_is_told_in_one_line(
    cluster: tuple[str, Processes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.arena.cluster.__version__", "0.0")
    with pytest.raises(ParlourError, match=r"a worker of the cluster has Parlour .*, not 0.0: install"):
        parlour.match(REVERSI, ["random", "random"], 2, engine=Cluster(cluster[0]))


def test_a_scheduler_that_dies_is_told_in_one_line(cluster: tuple[str, Processes]) -> None:
    """The last test of the file: it ends the cluster of all."""
    address, (scheduler, *_) = cluster
    found: list[int] = []

    def kill_it(slot: Slot, record: Record) -> None:
        found.append(slot.number)
        if len(found) == 4:
            scheduler.kill()

    with pytest.raises(ParlourError, match=f"lost the Dask scheduler at {address}: start it again"):
        parlour.match(REVERSI, AGENTS, 5000, 2, engine=Cluster(address), on_game=kill_it)
    assert len(found) >= 4
