"""How fast the arena is here: with its store, with more workers, and on a cluster of this machine.

python benchmarks/arena.py --json arena.json
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import parlour
from parlour.arena.cluster import Cluster
from parlour.arena.engines import Engine, Processes, Serial
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.arena.schedule import Slot
from parlour.record import Record
from parlour.stopping import children_of


def resident() -> float:
    """Megabytes of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def games_a_second(plan: Plan, engine: Engine, folder: Path, name: str) -> float:
    results = carry_out(plan, engine=engine, store=folder / f"{name}.sqlite")
    return len(results.games) / results.seconds


def cpu_seconds(processes: Iterable[int]) -> float:
    """The CPU time of this process, of others, and of those that the others have started."""
    ticks, left = 0, list(processes)
    while left:
        number = left.pop()
        left += children_of(number)
        ticks += sum(map(int, Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


def cost(plan: Plan, engine: Engine, processes: Callable[[], list[int]]) -> tuple[float, float]:
    """The CPU time and the seconds of most games of a plan, after a start of a hundred."""
    times: list[tuple[float, float]] = []

    def watch(slot: Slot, record: Record) -> None:
        times.append((cpu_seconds(processes()), time.perf_counter()) if len(times) in ends else (0, 0))

    ends = (100, plan.games - 10)
    carry_out(plan, engine=engine, on_game=watch)
    return times[ends[1]][0] - times[ends[0]][0], times[ends[1]][1] - times[ends[0]][1]


def overhead_of_cluster(plan: Plan, folder: Path) -> float:
    """How much more CPU time games cost on a cluster of two workers than in two processes.

    Dask's processes cost a little for as long as they run. What they take when idle is counted for as long as
    the games would take on two free cores, however busy this machine is.
    """
    local, _ = cost(plan, Processes(2), lambda: children_of(os.getpid()))
    with local_cluster(folder, 2) as (address, processes):
        cluster, seconds = cost(plan, Cluster(address), lambda: processes)
        before = cpu_seconds(processes)
        time.sleep(5)
        idle = (cpu_seconds(processes) - before) / 5
    print(f"idle, Dask takes {idle:.1%} of a core")
    return (cluster - idle * seconds) / local - 1 + idle / 2


@contextmanager
def local_cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[int]]]:
    """A Dask scheduler with some workers on this machine; its address, and the numbers of the processes."""
    log = folder / "cluster.log"
    started = []

    def start(*words: str) -> None:
        with log.open("a") as out:
            command = [sys.executable, "-m", *words]
            started.append(
                subprocess.Popen(command, stdout=out, stderr=out, cwd=folder, start_new_session=True)
            )

    try:
        start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        found = None
        while not found:
            time.sleep(0.2)
            found = re.search(r"tcp://127\.0\.0\.1:\d+", log.read_text())
        for _ in range(workers):
            start("distributed.cli.dask_worker", found[0], "--nthreads", "1", "--no-dashboard", "--no-nanny")
        while log.read_text().count("Starting established connection to") < workers:
            time.sleep(0.2)
        yield found[0], [process.pid for process in started]
    finally:
        for process in started:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    reversi, tiny = parlour.game("reversi"), parlour.game("isolation:size=3")
    random_games = Plan.make(reversi, ["random", "random"], games=2000)
    searched = Plan.make(reversi, ["alphabeta:depth=3", "random"], games=1000)
    parlour.match(reversi, ["alphabeta:depth=3", "random"], 2)
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found["random_games_per_second"] = games_a_second(random_games, Serial(), folder, "random")
        print(f"random v random with the store: {found['random_games_per_second']:.0f} games a second")
        one = games_a_second(searched, Processes(1), folder, "one")
        two = games_a_second(searched, Processes(2), folder, "two")
        found["one_worker"], found["two_workers"], found["speedup"] = one, two, two / one
        print(f"alphabeta:depth=3 v random: {one:.0f} games a second by one worker, {two:.0f} by two")
        print(f"two workers are {two / one:.2f} times as fast as one")
        longer = searched.model_copy(update={"games": 3000})
        found["cluster_overhead"] = overhead_of_cluster(longer, folder)
        print(f"a cluster of two workers takes {found['cluster_overhead']:+.1%} CPU time for the same games")
        before = resident()
        many = Plan.make(tiny, ["random", "random"], games=100_000)
        found["tiny_games_per_second"] = games_a_second(many, Serial(), folder, "many")
        found["memory_growth_mb"] = resident() - before
        print(
            f"100,000 games of {tiny.spec}: {found['tiny_games_per_second']:.0f} a second, "
            f"memory {found['memory_growth_mb']:+.0f} MB"
        )
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
