"""What commands share: options that mean the same everywhere, and how a result is written for machines."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.errors import ParlourError
from parlour.seeds import WIDE
from parlour.stopping import command_line

if TYPE_CHECKING:
    from parlour.arena.engines import Engine

__all__ = [
    "AgentSpecs", "ClockOf", "ClusterAt", "FreshDeals", "GameSpec", "Games", "Json", "MatchSeed", "Memory",
    "MoveTime", "Openings", "Records", "Seed", "StoreAt", "Trust", "Workers", "cores", "engine_of",
    "extra_options", "origin",    "write_json",
]  # fmt: skip

GameSpec = Annotated[
    str, typer.Argument(help="a game such as reversi, isolation:size=5, my_game.py or my_game/")
]
AgentSpecs = Annotated[list[str], typer.Argument(help="agents such as random, mcts:playouts=500 or bot.py")]
Seed = Annotated[int, typer.Option(help="everything that chance does follows from it", min=0, max=WIDE - 1)]
MatchSeed = Annotated[
    int | None,
    typer.Option(
        help="everything that chance does follows from it; 0 by default, but drawn and told at the end where "
        "bots of others (exec:) play: one who knows or guesses it knows all cards and dice",
        min=0,
        show_default=False,
    ),
]
FreshDeals = Annotated[
    bool, typer.Option("--fresh-deals", help="a deal of its own for every game, not one for each rotation")
]
Json = Annotated[
    Path | None,
    typer.Option("--json", help="write the result for machines to this file; - is standard output"),
]
Games = Annotated[int, typer.Option(help="how many games of each line-up")]
Workers = Annotated[int, typer.Option(help="processes; 0 = one a core", min=0)]
Trust = Annotated[
    bool, typer.Option("--trust", help="let agents of files play in our own processes, with no limits")
]
ClusterAt = Annotated[str | None, typer.Option(help="a Dask scheduler such as tcp://host:8786")]
StoreAt = Annotated[Path | None, typer.Option(help="keep every game here; the same command goes on")]
Openings = Annotated[Path | None, typer.Option(help="a file of openings, moves in notation, one a line")]
ClockOf = Annotated[str | None, typer.Option("--clock", help="seconds a game and a move, 10+0.1")]
MoveTime = Annotated[float | None, typer.Option("--move", help="the most seconds of a move")]
Memory = Annotated[str | None, typer.Option(help="memory of bots in other processes, 1G")]
Records = Annotated[Path | None, typer.Option(help="write every game to this file, one a line")]


def write_json(path: Path | None, content: Any) -> None:
    """Write a result for machines, if that was asked for."""
    from parlour.files import write_text

    if path is None:
        return
    text = json.dumps(content, indent=1) + "\n"
    if str(path) == "-":
        sys.stdout.write(text)
    else:
        write_text(path, text)


def origin() -> dict[str, Any]:
    """What a result came from: the command, and the versions of what computed it."""
    import platform

    import numba
    import numpy

    from parlour import __version__

    versions = {"parlour": __version__, "python": platform.python_version()}
    versions |= {"numba": numba.__version__, "numpy": numpy.__version__, "machine": platform.machine()}
    return {"command": command_line(), "versions": versions}


def engine_of(workers: int, cluster: str | None = None) -> Engine:
    """Where games are played: in this process, in several (0 = one a core), or on a cluster."""
    from parlour.arena.engines import engine_at

    return engine_at(cores(workers), cluster)


def cores(workers: int) -> int:
    """How many processes or threads to use: as many as were asked for, and for 0 one a core."""
    return workers or os.cpu_count() or 1


def extra_options(words: list[str], owner: str) -> dict[str, str]:
    """Options that follow a command's own, such as ``--rules judge``."""
    settings: dict[str, str] = {}
    left = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    while left:
        name = left.pop(0)
        if not name.startswith("--") or not left:
            raise ParlourError(f"'{name}': expected an option of {owner} such as --name value")
        settings[name[2:]] = left.pop(0)
    return settings
