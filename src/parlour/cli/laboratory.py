"""Commands of the laboratory: study, perft, bench, warm."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.options import ClusterAt, GameSpec, Json, Seed, Workers, cores, extra_options, write_json
from parlour.stopping import goes_on

__all__ = ["add_to"]


def study(
    context: typer.Context,
    name: Annotated[
        str | None, typer.Argument(help="which study, or all; without it they are listed")
    ] = None,
    games: Annotated[int | None, typer.Option(help="games a cell; by default as many as tell")] = None,
    seed: Seed = 0,
    workers: Workers = 0,
    cluster: ClusterAt = None,
    out: Annotated[Path, typer.Option(help="where the page, tables and figures go")] = Path("results"),
    json: Json = None,
) -> None:
    """Rerun a published experiment: our figures beside the published ones; its own options may follow.

    `all` runs every study that this folder has no report of yet, and writes a page that lists them; an option
    goes to the studies that have it.

    Examples: parlour study ttr-algorithm --rules official; parlour study all --logs tichu-logs
    """

    from parlour.report.study import find_study, studies
    from parlour.terminal import console, print_table, track

    if name is None:
        rows = [
            (s.name, s.summary, " ".join(f"--{o.name} {o.default}" for o in s.options))
            for s in studies().values()
        ]
        print_table("", ("study", "what it is", "options"), rows, left=3)
        return
    if name == "all":
        _study_all(games, seed, cores(workers), cluster, out, extra_options(context.args, "the studies"))
        return
    found, settings = find_study(name), extra_options(context.args, f"study '{name}'")
    report = found.start(games, seed, cores(workers), settings, track, out / name / "unfinished", cluster)
    report.print(console)
    pages = report.write(out / name)
    write_json(json, report.record())
    console.print(f"written to {pages[0]}", markup=False)


def _study_all(
    games: int | None, seed: int, workers: int, cluster: str | None, out: Path, settings: dict[str, str]
) -> None:
    """Run the studies that are not done yet, one after the other, and list them all."""
    from parlour.report.index import write_index
    from parlour.report.study import deal_out, is_done, studies
    from parlour.terminal import console, track

    every = studies()
    own = deal_out(every, settings)
    sources = {source.key: source for study in every.values() for source in study.cites}
    for number, study in enumerate(every.values(), 1):
        options, unfinished = own[study.name], out / study.name / "unfinished"
        if is_done(study, out / study.name, games, seed, options):
            continue
        console.print(f"{number} of {len(every)}: {study.name}", markup=False)
        report = study.start(games, seed, workers, options, track, unfinished, cluster)
        report.write(out / study.name)
        console.print(str(report.verdict) or "nothing published to compare with", markup=False)
        write_index(out, list(sources.values()))
    pages = write_index(out, list(sources.values()))
    console.print(f"written to {pages[0]}", markup=False)


def perft(
    context: typer.Context,
    game: GameSpec,
    depth: Annotated[int, typer.Argument(help="how many moves deep", min=1)],
    position: Annotated[str | None, typer.Option(help="a position in the game's notation")] = None,
    json: Json = None,
) -> None:
    """Count the lines of play of each length, a check of the rules; options of the game may follow.

    Example: parlour perft jungle 5 --rules judge
    """
    from parlour.game import game as find
    from parlour.search.perft import perft as count
    from parlour.terminal import console

    found = find(game)
    found = found.variant(**extra_options(context.args, found.name))
    state = found.position(position) if position else found.new()
    count(state, 1)  # compiled, or loaded, before the clock starts
    lines = []
    for ply in range(1, depth + 1):
        began = time.perf_counter()
        lines.append(count(state, ply))
        spent = time.perf_counter() - began
        if ply < depth:
            console.print(f"{ply:3} {lines[-1]}", highlight=False)
    console.print(f"{spent:.3f} s, {lines[-1] / spent / 1e6:.1f} million positions a second", highlight=False)
    console.print(str(lines[-1]), highlight=False)
    write_json(json, {"game": found.spec, "counts": lines, "seconds": spent, "per_second": lines[-1] / spent})


def bench(
    game: Annotated[str | None, typer.Argument(help="one game; by default all")] = None,
    seconds: Annotated[float, typer.Option(help="how long each measurement takes")] = 1.0,
    json: Json = None,
) -> None:
    """Measure the speed of the games and searches on one core."""
    from parlour.arena.speed import measure
    from parlour.game import game as find
    from parlour.game import game_names
    from parlour.terminal import print_table, track

    names = [game] if game else game_names()
    found = [measure(find(name), seconds) for name in track(names, "games")]
    rows = [(s.game, f"{s.games:,.0f}", f"{s.moves:,.0f}", f"{s.playouts:,.0f}") for s in found]
    print_table("", ("game", "random games/s", "moves/s", "MCTS playouts/s"), rows)
    write_json(json, [vars(s) for s in found])


def warm(
    game: Annotated[str | None, typer.Argument(help="one game; by default all")] = None,
    agent: Annotated[
        list[str] | None, typer.Option(help="only what this agent needs; may be given several times")
    ] = None,
    news: Annotated[bool, typer.Option(hidden=True)] = False,
) -> None:
    """Compile the rules and searches now, so that nothing waits for it later.

    Examples: parlour warm; parlour warm tichu --agent best
    """

    from parlour.game import game as find
    from parlour.game import game_names
    from parlour.terminal import track
    from parlour.warming import warm_all, warm_some, warm_up

    if news:
        _tell_news()
    if game is not None and (agent or news):
        warm_some(find(game), agent or [])
        return
    if game is not None:
        warm_up(find(game))
        return
    warm_up(find("isolation"))  # what all games share comes first
    others = [name for name in game_names() if name != "isolation"]
    for _ in track(warm_all(others, cores(0)), "games", len(others)):
        pass


def _tell_news() -> None:
    """Write what is being compiled to standard output, a line of JSON each, for the program that asked."""
    import json
    from dataclasses import asdict

    from parlour.kernel import listen

    listen(lambda news: print(json.dumps(asdict(news)), flush=True) if news else None)


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    more = {"allow_extra_args": True, "ignore_unknown_options": True}
    app.command(context_settings=more)(goes_on(study))
    app.command(context_settings=more)(perft)
    app.command()(bench)
    app.command()(warm)
