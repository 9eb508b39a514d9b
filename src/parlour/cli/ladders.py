"""Commands that rate agents: ladder, ratings."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.options import ClusterAt, Seed, Workers, engine_of
from parlour.errors import ParlourError
from parlour.stopping import goes_on

if TYPE_CHECKING:
    from parlour.arena.engines import Engine
    from parlour.arena.ladder import Effort

__all__ = ["add_to"]


def ladder(
    game: Annotated[str | None, typer.Argument(help="such as reversi; all that have levels")] = None,
    runs: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RUN]...", help="training runs, by the names of their models"),
    ] = None,
    games: Annotated[int, typer.Option(help="games of each pair")] = 200,
    most: Annotated[
        int, typer.Option(help="of levels: go on up to so many games while the two are not told apart")
    ] = 3200,
    against: Annotated[
        list[str] | None, typer.Option(help="of runs: the opponents, random by default")
    ] = None,
    follow: Annotated[
        bool, typer.Option("--follow", help="of runs: wait for further rounds, until it is stopped")
    ] = False,
    seed: Seed = 0,
    workers: Workers = 1,
    cluster: ClusterAt = None,
    store: Annotated[
        Path | None,
        typer.Option(help="what keeps every game: a folder, or the file of runs; the same command goes on"),
    ] = None,
    write: Annotated[
        bool,
        typer.Option("--write", help="of levels: keep the table with the game, for the page and the docs"),
    ] = False,
) -> None:
    """Rate what forms a ladder: the levels of games, each against the one below; the rounds of training runs.

    Examples: parlour ladder reversi --games 100, parlour ladder reversi reversi-values --against squares
    """
    from parlour.arena.ladder import Effort

    effort, engine = Effort(games, max(games, most) if runs else most, seed), engine_of(workers, cluster)
    if game and runs:
        _climb_runs(game, runs, against or ["random"], effort, store, engine, follow)
    else:
        _climb_levels(game, effort, store or Path("results/ladder"), engine, write)


def _climb_levels(name: str | None, effort: Effort, store: Path, engine: Engine, write: bool) -> None:
    from parlour.arena.ladder import climb
    from parlour.game import game as find
    from parlour.game import game_names
    from parlour.levels import keep, levels_of
    from parlour.scoreboard import print_ladder
    from parlour.terminal import track

    store.mkdir(parents=True, exist_ok=True)
    for found in map(find, [name] if name else [name for name in game_names() if levels_of(find(name))]):
        measured = climb(found, effort, engine=engine, folder=store, track=track)
        print_ladder(measured)
        if write:
            print(f"written to {keep(found, measured)}")


def _climb_runs(
    name: str,
    runs: list[str],
    rivals: list[str],
    effort: Effort,
    store: Path | None,
    engine: Engine,
    follow: bool,
) -> None:
    from parlour.game import game as find
    from parlour.learn.ladder import agents_of, climb_runs
    from parlour.scoreboard import print_tournament
    from parlour.terminal import track

    found, names = find(name), "-".join(Path(run).stem for run in runs)
    store = store or Path("results") / f"{names}-ladder.sqlite"
    while True:
        agents = [agents_of(found, run) for run in runs]
        results = climb_runs(
            found, runs, rivals, effort.games, effort.seed, store, engine=engine, track=track
        )
        print_tournament(results)
        if not follow:
            return
        while [agents_of(found, run) for run in runs] == agents:
            time.sleep(2)


def ratings(
    game: Annotated[str | None, typer.Argument(help="such as reversi; all by default")] = None,
    seconds: Annotated[
        str, typer.Option(help="what agents that take seconds get for a decision: each of these")
    ] = "0.01,0.1,1",
    games: Annotated[int, typer.Option(help="games of each agent, at least")] = 40,
    seed: Seed = 0,
    workers: Workers = 1,
    cluster: ClusterAt = None,
    out: Annotated[
        Path, typer.Option(help="where lists and games are kept: the same command goes on")
    ] = Path("results"),
    write: Annotated[
        bool, typer.Option("--write", help="keep the list with the game, for the page and the docs")
    ] = False,
) -> None:
    """Rate all agents of a game at some budgets of time, each against its neighbours on the list.

    Budgets and games may be added later. Example: parlour ratings reversi --seconds 0.01,0.1 --games 20
    """
    from parlour.arena.rating import Budgets, rate_agents
    from parlour.game import game as find
    from parlour.game import game_names
    from parlour.levels import variant_of
    from parlour.ratings import keep
    from parlour.scoreboard import print_ratings
    from parlour.terminal import track

    budgets, engine = Budgets(_times(seconds), games, seed), engine_of(workers, cluster)
    out.mkdir(parents=True, exist_ok=True)
    for name in [game] if game else game_names():
        found = find(name) if ":" in name else variant_of(find(name))
        store = out / f"{found.name}-ratings.sqlite"
        command = f"parlour ratings {found.name} --seconds {seconds} --games {games} --seed {seed}"
        rated = rate_agents(found, budgets, store, command=command, engine=engine, track=track)
        print_ratings(rated)
        if write:
            print(f"written to {keep(found, rated)}")


def _times(text: str) -> list[float]:
    try:
        return [float(each) for each in text.split(",")]
    except ValueError:
        raise ParlourError(f"--seconds {text}: expected times with commas, such as 0.01,0.1,1") from None


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command()(goes_on(ladder))
    app.command()(goes_on(ratings))
