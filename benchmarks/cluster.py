"""What a Dask cluster of this machine costs, against two processes: ``python benchmarks/cluster.py``.

The same match, self-play and training run by two local workers, then by a scheduler and two workers with a
thread each: seconds from the command to its end, and processor time of all that took part.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from arena import cpu_seconds, local_cluster

SEARCH = "mcts:playouts=400"
JOBS = {
    "match": ["match", "reversi", SEARCH, "mcts:playouts=200", "--games", "{games}"],
    "selfplay": ["selfplay", "reversi", SEARCH, "--games", "{games}", "--out", "selfplay"],
    "train": ["train", "reversi", "--method", "search", "--rounds", "{rounds}", "--trial", "100"],
}
"""The commands; about a minute each on two free cores."""


def command(job: str, scale: float, engine: list[str]) -> list[str]:
    sizes = {"games": round(3000 * scale), "rounds": max(1, round(7 * scale))}
    return [sys.executable, "-m", "parlour", *(word.format(**sizes) for word in JOBS[job]), *engine]


def cost(words: list[str], others: list[int]) -> tuple[float, float]:
    """The seconds and the processor time of a command, with those of other processes meanwhile."""

    def spent() -> float:
        usage = getrusage(RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime + cpu_seconds(others)

    with tempfile.TemporaryDirectory() as folder:
        began, before = time.perf_counter(), spent()
        subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return time.perf_counter() - began, spent() - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--scale", type=float, default=1.0, help="how large the jobs are; 1 is a minute each")
    parser.add_argument("--jobs", nargs="*", default=list(JOBS), choices=JOBS)
    chosen = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as name, local_cluster(Path(name), 2) as (address, processes):
        for job in chosen.jobs:
            for engine in (["--workers", "2"], ["--cluster", address]):  # the first time all is compiled
                cost(command(job, 0.02, engine), processes)
            local = cost(command(job, chosen.scale, ["--workers", "2"]), [])
            cluster = cost(command(job, chosen.scale, ["--cluster", address]), processes)
            found[job] = {
                "local_seconds": local[0],
                "cluster_seconds": cluster[0],
                "overhead_seconds": cluster[0] / local[0] - 1,
                "overhead_cpu": cluster[1] / local[1] - 1,
            }
            print(
                f"{job}: {local[0]:.1f} s by two processes, {cluster[0]:.1f} s on the cluster "
                f"({cluster[0] / local[0] - 1:+.1%}; processor time {cluster[1] / local[1] - 1:+.1%})",
                flush=True,
            )
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
