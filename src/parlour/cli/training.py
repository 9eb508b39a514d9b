"""Commands of learning: train, selfplay, models."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.options import (
    AgentSpecs,
    ClusterAt,
    GameSpec,
    Json,
    Seed,
    Workers,
    cores,
    engine_of,
    extra_options,
    write_json,
)
from parlour.stopping import command_line, goes_on

if TYPE_CHECKING:
    from parlour.game import Game
    from parlour.learn.training import Round, Run

__all__ = ["add_to"]


def train(
    context: typer.Context,
    game: GameSpec,
    method: Annotated[str, typer.Option(help="how; --methods lists all ways")] = "values",
    methods: Annotated[bool, typer.Option("--methods", help="list the ways to learn this game")] = False,
    rounds: Annotated[int | None, typer.Option(help="rounds in all", min=1)] = None,
    minutes: Annotated[float | None, typer.Option(help="stop after the round that ends then", min=0)] = None,
    against: Annotated[list[str] | None, typer.Option(help="agents that it is tried against")] = None,
    trial: Annotated[int, typer.Option(help="games of a trial; 0 for none", min=0)] = 100,
    seed: Seed = 0,
    workers: Workers = 0,
    cluster: ClusterAt = None,
    out: Annotated[Path | None, typer.Option(help="the model; by default in the folder models")] = None,
    results: Annotated[Path, typer.Option(help="where the curve goes, for the page")] = Path("results"),
    ship: Annotated[
        bool, typer.Option("--ship", help="put the model into the game's own folder too")
    ] = False,
    json: Json = None,
) -> None:
    """Learn a game, round after round; the same command goes on after a stop. A method's options may follow.

    Example: parlour train reversi --minutes 10 --against squares
    """
    from parlour.game import game as find
    from parlour.learn.training import Run, find_method
    from parlour.learn.training import train as learn
    from parlour.terminal import track

    found = find(game)
    if methods:
        _print_methods(found)
        return
    way = find_method(found, method)
    settings = extra_options(context.args, f"method '{method}'")
    run = Run.make(
        way, found, settings,
        out=out, rounds=rounds, minutes=minutes, rivals=tuple(against or ["random"]), trial=trial, seed=seed,
        workers=cores(workers), cluster=cluster, track=track, command=command_line(),
    )  # fmt: skip
    run = run.with_curve(results)
    done = [_tell(round_) for round_ in learn(run)]
    if not done:
        print(f"all {run.rounds} rounds are done: --rounds {2 * run.rounds} goes on")
    _write_page(run, results)
    print(f"written to {run.ship() if ship else run.out}: play it as {way.spec(run.out)}")
    write_json(json, [{"round": r.number, "games": r.games, **_numbers(r)} for r in done])


def _tell(done: Round) -> Round:
    measures = ", ".join(f"{name} {value:.3f}" for name, value in done.measures.items())
    print(f"round {done.number}: {done.games} games, {measures}", flush=True)
    return done


def _numbers(done: Round) -> dict[str, object]:
    return {name: value if isinstance(value, float) else vars(value) for name, value in done.measures.items()}


def _write_page(run: Run, results: Path) -> None:
    """The curve as a page with figures, like that of a study."""
    from parlour.report.training import training_report

    if run.curve and run.curve.exists():
        training_report(run.curve).write(results / run.out.stem)


def _print_methods(game: Game) -> None:
    from parlour.learn.training import methods_of
    from parlour.terminal import print_table

    rows = [
        (m.name, m.summary, m.player, " ".join(f"--{o.name} {o.default}" for o in m.options))
        for m in methods_of(game).values()
    ]
    print_table("", ("method", "what it learns", "played by", "options"), rows, left=4)


def selfplay(
    game: GameSpec,
    agents: AgentSpecs,
    out: Annotated[Path, typer.Option(help="the folder of the files")],
    games: Annotated[int, typer.Option(help="how many games in all", min=1)] = 1000,
    opening: Annotated[int, typer.Option(help="random moves before the agents begin", min=0)] = 0,
    shard: Annotated[int, typer.Option(help="games of a file", min=1)] = 100,
    format: Annotated[str, typer.Option(help="npz, or parquet")] = "npz",
    seed: Seed = 0,
    workers: Workers = 0,
    cluster: ClusterAt = None,
    json: Json = None,
) -> None:
    """Write every decision of games to files, for learners; the same command goes on after a stop.

    One agent plays against itself, several as in a match. More --games take a finished run further.
    Example: parlour selfplay reversi mcts:playouts=200 --games 10000 --out selfplay
    """
    from parlour.game import game as find
    from parlour.learn.dataset import Dataset
    from parlour.terminal import track

    how = {"opening": opening, "shard": shard, "format": format}
    progress = Dataset.make(out, find(game), agents, games, seed, **how).write(
        engine_of(workers, cluster), track
    )
    forfeits = f", {progress.forfeits} of them left out for a forfeit" if progress.forfeits else ""
    print(f"{progress.decisions} decisions of {progress.games} games written to {out}{forfeits}")
    write_json(json, vars(progress))


def models(
    game: Annotated[str | None, typer.Argument(help="one game; by default all")] = None, json: Json = None
) -> None:
    """List the models that come with the games and those in the folder models, and how each was made."""
    from parlour.game import game as find
    from parlour.game import game_names
    from parlour.model import models_of, shipped_folder
    from parlour.terminal import print_table

    rows, content = [], []
    for found in (find(name) for name in ([game] if game else game_names())):
        for path, header in models_of(found):
            own = "Parlour's" if path.parent == shipped_folder(found) else str(path)
            variant = ",".join(f"{name}={value}" for name, value in header.variant.items())
            made = str(header.made.get("command") or header.made.get("origin", ""))
            rows.append((found.name, path.stem, header.kind, variant, own, made))
            content.append({"path": str(path), **header.model_dump()})
    print_table("", ("game", "name", "kind", "made for", "where", "made by"), rows, left=6)
    write_json(json, content)


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(goes_on(train))
    app.command()(goes_on(selfplay))
    app.command()(models)
