"""The command line: `parlour` and its commands."""

from __future__ import annotations

import json
import sys
import time
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer

from parlour import __version__
from parlour.errors import ParlourError

__all__ = ["app", "main"]

EPILOG = (
    "Start with: parlour serve, parlour games, parlour play reversi mcts, parlour match reversi mcts random"
)

app = typer.Typer(
    name="parlour",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EPILOG,
    help="Six tabletop games at full rules, fast agents, honest statistics.",
)
solvers = typer.Typer(help="Exact results: who wins, and by which move.", no_args_is_help=True)
trainers = typer.Typer(help="Train models from games or logs.", no_args_is_help=True)

GameSpec = Annotated[str, typer.Argument(help="a game such as reversi, isolation:size=5 or my_game.py")]
AgentSpecs = Annotated[list[str], typer.Argument(help="agents such as random, mcts:playouts=500 or bot.py")]
Seed = Annotated[int, typer.Option(help="everything that chance does follows from it")]
Json = Annotated[Path | None, typer.Option("--json", help="write the result for machines to this file")]


def _write_json(path: Path | None, content: Any) -> None:
    from parlour.files import write_text

    if path is not None:
        write_text(path, json.dumps(content, indent=1) + "\n")


@app.command()
def games() -> None:
    """List the games."""
    from parlour.game import game, game_names
    from parlour.terminal import print_table

    rows = []
    for name in game_names():
        found = game(name)
        rows.append((name, found.summary, " ".join(f"{o.name}={o.default}" for o in found.options)))
    print_table("", ("game", "what it is", "options"), rows, left=3)


@app.command()
def agents(game: GameSpec) -> None:
    """List the agents of a game with their options."""
    from parlour.agent import agent_kinds
    from parlour.game import game as find
    from parlour.terminal import console, print_table

    found = find(game)
    for kind in agent_kinds(found).values():
        console.print(f"[bold]{kind.name}[/]  {kind.summary}")
        if kind.source:
            console.print(f"    source: {kind.source}", markup=False, style="dim")
        rows = [(f"    {o.name}={o.default}", o.help, o.expects) for o in kind.options_for(found)]
        if rows:
            print_table("", ("", "", ""), rows, left=3)


@app.command()
def play(
    game: GameSpec,
    agents: Annotated[list[str] | None, typer.Argument(help="agents of the other seats, or of all")] = None,
    seat: Annotated[int, typer.Option(help="your seat, from 1")] = 1,
    seed: Annotated[int | None, typer.Option(help="by default a new one each time")] = None,
    pause: Annotated[float, typer.Option(help="seconds to wait after an agent's move")] = 0.0,
) -> None:
    """Play in the terminal; with an agent in every seat, watch.

    Example: parlour play reversi mcts:playouts=2000 --seat 2
    """
    from parlour.agent import agent
    from parlour.game import game as find
    from parlour.terminal import ask, console, watch

    found, specs = find(game), agents or []
    start = int(time.time()) if seed is None else seed
    if len(specs) == found.players:
        watch(found, [agent(found, spec) for spec in specs], start, pause)
        return
    if len(specs) > found.players:
        raise ParlourError(f"{found.spec} has {found.players} seats, but {len(specs)} agents were given")
    if not 1 <= seat <= found.players:
        raise ParlourError(f"--seat {seat}: expected 1 to {found.players}")
    others = [s for s in range(found.players) if s != seat - 1]
    if len(specs) < len(others) and len(specs) <= 1:
        specs = (specs or ["mcts"]) * len(others)
    seats: list[Any] = [None] * found.players
    for place, spec in zip(others, specs, strict=False):
        seats[place] = agent(found, spec)
    console.print(f"seed {start}", style="dim")
    ask(found, seats, start, pause=pause)


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="the address to listen on; others than yours can reach 0.0.0.0")
    ] = ("127.0.0.1"),
    port: Annotated[int, typer.Option(help="the port; 0 = any free one", min=0, max=65535)] = 8000,
    open: Annotated[bool, typer.Option("--open", help="open the page in your browser")] = False,
    store: Annotated[Path | None, typer.Option(help="the file that keeps all tables")] = None,
    results: Annotated[
        Path, typer.Option(help="stores of tournaments and courses of training runs to show")
    ] = Path("results"),
) -> None:
    """Serve the web page: play, watch, replay and understand games in a browser.

    Example: parlour serve --open
    """
    from parlour.web.serve import serve as run

    run(host, port, store, results, show=open)


Games = Annotated[int, typer.Option(help="how many games of each line-up")]
Workers = Annotated[int, typer.Option(help="processes; 0 = one a core", min=0)]
ClusterAt = Annotated[str | None, typer.Option(help="a Dask scheduler such as tcp://host:8786")]
StoreAt = Annotated[Path | None, typer.Option(help="keep every game here; the same command goes on")]
Openings = Annotated[Path | None, typer.Option(help="a file of openings, moves in notation, one a line")]
ClockOf = Annotated[str | None, typer.Option("--clock", help="seconds a game and a move, 10+0.1")]
MoveTime = Annotated[float | None, typer.Option("--move", help="the most seconds of a move")]
Memory = Annotated[str | None, typer.Option(help="memory of bots in other processes, 1G")]
Records = Annotated[Path | None, typer.Option(help="write every game to this file, one a line")]


def _engine(workers: int, cluster: str | None) -> Any:
    import os

    from parlour.arena.engines import Processes, Serial

    if cluster is not None:
        from parlour.arena.cluster import Cluster

        return Cluster(cluster)
    size = workers or os.cpu_count() or 1
    return Processes(size) if size > 1 else Serial()


@app.command()
def match(
    game: GameSpec,
    agents: AgentSpecs,
    games: Games = 100,
    seed: Seed = 0,
    workers: Workers = 1,
    cluster: ClusterAt = None,
    store: StoreAt = None,
    sprt: Annotated[
        str | None, typer.Option(help="stop when it is decided: two Elo differences, 0,10")
    ] = None,
    openings: Openings = None,
    clock: ClockOf = None,
    move: MoveTime = None,
    memory: Memory = None,
    records: Records = None,
    json: Json = None,
) -> None:
    """Pit agents against each other; every deal is replayed with the seats rotated.

    Example: parlour match reversi alphabeta:depth=4 mcts:playouts=500 --games 100
    """
    from parlour.arena.match import carry_out
    from parlour.arena.plan import Plan, read_openings
    from parlour.arena.sprt import Sprt
    from parlour.game import game as find
    from parlour.scoreboard import print_match
    from parlour.terminal import track

    found = find(game)
    given = read_openings(openings) if openings else []
    plan = Plan.make(
        found, agents, games=games, seed=seed, openings=given, clock=clock, move=move, memory=memory
    )
    try:
        test = Sprt.parse(sprt) if sprt else None
    except ValueError as error:
        raise ParlourError(f"--sprt {sprt}: {error}") from None
    kept = _Kept(records)
    results = carry_out(
        plan, game=found, engine=_engine(workers, cluster), store=store, sprt=test, on_game=kept, track=track
    )
    print_match(results)
    kept.write()
    _write_json(json, results.summary())


@app.command()
def tournament(
    game: Annotated[str, typer.Argument(help="a TOML file, or a game such as reversi")],
    agents: Annotated[list[str] | None, typer.Argument(help="the agents, when a game is given")] = None,
    mode: Annotated[
        str, typer.Option(help="round-robin, or gauntlet: the first against the others")
    ] = "round-robin",
    games: Games = 100,
    seed: Seed = 0,
    workers: Annotated[int | None, typer.Option(help="processes; 0 = one a core", min=0)] = None,
    cluster: ClusterAt = None,
    store: StoreAt = None,
    openings: Openings = None,
    clock: ClockOf = None,
    move: MoveTime = None,
    memory: Memory = None,
    records: Records = None,
    json: Json = None,
) -> None:
    """Let many agents play each other: standings with ratings, and the cross table.

    Example: parlour tournament reversi random mc:playouts=100 mcts:playouts=100 --games 20
    """
    from parlour.arena.match import carry_out
    from parlour.arena.plan import Plan, read_openings, read_plan
    from parlour.game import game as find
    from parlour.scoreboard import print_tournament
    from parlour.terminal import track

    if game.endswith(".toml"):
        plan, kept_at, size = read_plan(Path(game))
        store, workers = store or kept_at, size if workers is None else workers
    else:
        given = read_openings(openings) if openings else []
        plan = Plan.make(
            find(game), agents or [], mode=mode, games=games, seed=seed, openings=given, clock=clock,
            move=move, memory=memory,
        )  # fmt: skip
    kept = _Kept(records)
    results = carry_out(plan, engine=_engine(workers or 0, cluster), store=store, on_game=kept, track=track)
    print_tournament(results)
    kept.write()
    _write_json(json, results.summary())


class _Kept:
    """The texts of all games, for a file."""

    def __init__(self, path: Path | None) -> None:
        self.path, self.texts = path, dict[int, str]()

    def __call__(self, slot: Any, record: Any) -> None:
        if self.path is not None:
            self.texts[slot.number] = record.text()

    def write(self) -> None:
        from parlour.files import write_text

        if self.path is not None:
            write_text(self.path, "".join(self.texts[number] + "\n" for number in sorted(self.texts)))


@app.command()
def export(
    store: Annotated[Path, typer.Argument(help="a store of games")],
    target: Annotated[Path, typer.Argument(help="a file ending in .jsonl, .csv or .parquet")],
) -> None:
    """Write the games of a store for other programs: one row a game and seat, or whole records.

    Example: parlour export games.sqlite games.csv
    """
    from contextlib import closing

    from parlour.arena.export import export as write
    from parlour.arena.store import Store

    with closing(Store.open(store)) as kept:
        print(f"{write(kept, target)} rows written to {target}")


@app.command()
def bot(
    game: GameSpec,
    agent: Annotated[str, typer.Argument(help="the agent that plays, such as best")],
    protocol: Annotated[str, typer.Option(help="how it talks: json, or course")] = "json",
) -> None:
    """Run one of our agents as a bot for others, on standard input and output.

    Example: parlour bot jungle best --protocol course
    """
    from parlour.arena.bot import main_bot

    main_bot(game, agent, protocol)


@app.command("check-bot")
def check_bot(
    game: GameSpec,
    command: Annotated[str, typer.Argument(help="the bot's command line")],
) -> None:
    """Check that a bot keeps the protocol; the first thing that it does wrong is explained.

    Example: parlour check-bot reversi "python my_bot.py"
    """
    from parlour.arena.bot import check_bot as check
    from parlour.game import game as find

    check(find(game), command, print)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="a file of game records, one a line")],
    number: Annotated[int, typer.Option(help="which game of the file, from 1")] = 1,
    moves: Annotated[bool, typer.Option(help="only list the moves")] = False,
) -> None:
    """Show a recorded game move by move."""
    from parlour.record import read_records
    from parlour.terminal import console, print_result

    records = read_records(file)
    if not 1 <= number <= len(records):
        raise ParlourError(f"--number {number}: {file} holds {len(records)} games")
    record = records[number - 1]
    state = None
    for state in record.replay():
        if not moves:
            console.print(state.game.notation.draw(state))
        if len(state.moves) < len(record.moves):
            seat = state.mover
            who = f"{state.game.seat_name(seat)} ({record.seats[seat]})"
            console.print(f"{len(state.moves) + 1}. {who}: {record.moves[len(state.moves)]}", markup=False)
    assert state is not None
    print_result(state, record)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def study(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(help="which study; without it they are listed")] = None,
    games: Annotated[int | None, typer.Option(help="games a cell; by default as many as tell")] = None,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(help="processes; 0 = one a core", min=0)] = 0,
    out: Annotated[Path, typer.Option(help="where the page, tables and figures go")] = Path("results"),
    json: Json = None,
) -> None:
    """Rerun a published experiment: our figures beside the published ones; its own options may follow.

    Example: parlour study ttr-algorithm --rules official
    """
    import os

    from parlour.report.study import find_study, studies
    from parlour.terminal import console, print_table, track

    if name is None:
        rows = [
            (s.name, s.summary, " ".join(f"--{o.name} {o.default}" for o in s.options))
            for s in studies().values()
        ]
        print_table("", ("study", "what it is", "options"), rows, left=3)
        return
    found, settings = find_study(name), _extra_options(context.args, f"study '{name}'")
    report = found.start(games, seed, workers or os.cpu_count() or 1, settings, track)
    report.print(console)
    pages = report.write(out / name)
    _write_json(json, report.record())
    console.print(f"written to {pages[0]}", markup=False)


def _extra_options(words: list[str], owner: str) -> dict[str, str]:
    """Options that follow a command's own, such as ``--rules judge``."""
    settings: dict[str, str] = {}
    left = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    while left:
        name = left.pop(0)
        if not name.startswith("--") or not left:
            raise ParlourError(f"'{name}': expected an option of {owner} such as --name value")
        settings[name[2:]] = left.pop(0)
    return settings


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
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
    found = found.variant(**_extra_options(context.args, found.name))
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
    _write_json(
        json, {"game": found.spec, "counts": lines, "seconds": spent, "per_second": lines[-1] / spent}
    )


@app.command()
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
    _write_json(json, [vars(s) for s in found])


@app.command()
def warm(game: Annotated[str | None, typer.Argument(help="one game; by default all")] = None) -> None:
    """Compile the rules and searches now, so that nothing waits for it later."""
    import os

    from parlour.arena.warm import warm_all, warm_up
    from parlour.game import game as find
    from parlour.game import game_names
    from parlour.terminal import track

    if game is not None:
        warm_up(find(game))
        return
    warm_up(find("isolation"))  # what all games share comes first
    others = [name for name in game_names() if name != "isolation"]
    for _ in track(warm_all(others, os.cpu_count() or 1), "games", len(others)):
        pass


@cache
def _hook_games() -> None:
    """Add what the games bring: ``solve NAME``, ``train NAME`` and commands of their own."""
    import importlib
    import importlib.util

    from parlour.game import game_names

    for name in game_names():
        module = f"parlour.games.{name.replace('-', '_')}"
        if importlib.util.find_spec(module) and importlib.util.find_spec(f"{module}.lab"):
            module = f"{module}.lab"
        if importlib.util.find_spec(module) and importlib.util.find_spec(f"{module}.commands"):
            commands = importlib.import_module(f"{module}.commands")
            if hasattr(commands, "solve"):
                settings = getattr(commands, "SOLVE_SETTINGS", None)
                solvers.command(name, context_settings=settings)(commands.solve)
            for trainer, train in getattr(commands, "TRAINERS", {}).items():
                trainers.command(trainer)(train)
            if hasattr(commands, "app"):
                app.add_typer(commands.app, name=name)
    if solvers.registered_commands:
        app.add_typer(solvers, name="solve")
    if trainers.registered_commands:
        app.add_typer(trainers, name="train")


def _version(asked: bool) -> None:
    if asked:
        print(f"parlour {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    debug: Annotated[bool, typer.Option("--debug", help="show a traceback of a mistake")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="show the version")
    ] = False,
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run a command; a mistake is told in one line, with exit code 2."""
    given = sys.argv[1:] if arguments is None else arguments
    _hook_games()
    try:
        code = app(given, standalone_mode=False)
    except KeyboardInterrupt:
        _leave("stopped", 130)
    except Exception as error:
        if "--debug" in given:
            raise
        told = error.format_message() if hasattr(error, "format_message") else _told(error)
        if told is None:
            raise
        _leave(told, 2)
    if code == 130:
        _leave("stopped", 130)
    sys.exit(code if isinstance(code, int) else 0)


def _told(error: Exception) -> str | None:
    """What to tell of a mistake; None when it is ours."""
    if isinstance(error, ParlourError):
        return str(error)
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return None


def _leave(text: str, code: int) -> None:
    print(f"parlour: {' '.join(text.split())}", file=sys.stderr)
    sys.exit(code)
