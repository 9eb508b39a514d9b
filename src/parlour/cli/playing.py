"""Commands to play with: games, agents, play, replay, serve."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli.options import GameSpec
from parlour.errors import ParlourError

if TYPE_CHECKING:
    from parlour.record import Record

__all__ = ["add_to"]

Port = Annotated[
    int | None,
    typer.Option(
        help="the port; 0 = any free one  [default: 8000, or the next free one]",
        min=0,
        max=65535,
        show_default=False,
    ),
]


def games() -> None:
    """List the games."""
    from parlour.game import game, game_names
    from parlour.terminal import print_table

    rows = []
    for name in game_names():
        found = game(name)
        rows.append((name, found.summary, " ".join(f"{o.name}={o.default}" for o in found.options)))
    print_table("", ("game", "what it is", "options"), rows, left=3)


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


def play(
    game: GameSpec,
    agents: Annotated[list[str] | None, typer.Argument(help="agents of the other seats, or of all")] = None,
    seat: Annotated[int, typer.Option(help="your seat, from 1")] = 1,
    seed: Annotated[
        int | None,
        typer.Option(help="by default one that nobody can guess; told when the game is over", min=0),
    ] = None,
    pause: Annotated[float, typer.Option(help="seconds to wait after an agent's move")] = 0.0,
) -> None:
    """Play in the terminal; with an agent in every seat, watch.

    Example: parlour play reversi mcts:playouts=2000 --seat 2
    """
    from parlour.agent import agent
    from parlour.game import game as find
    from parlour.seeds import new_seed
    from parlour.terminal import ask, console, watch

    found, specs = find(game), agents or []
    start = new_seed() if seed is None else seed
    if len(specs) == found.players:
        watch(found, [agent(found, spec) for spec in specs], start, pause)
        console.print(f"seed {start}", style="dim")
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
    ask(found, seats, start, pause=pause)
    console.print(f"seed {start}", style="dim")


def replay(
    file: Annotated[Path, typer.Argument(help="a file of records or logs, or a store of games")],
    number: Annotated[int, typer.Option(help="which game of the file, from 1")] = 1,
    move: Annotated[int, typer.Option(help="the move to begin at, from 1", min=1)] = 1,
    moves: Annotated[bool, typer.Option(help="only list the moves")] = False,
    open: Annotated[bool, typer.Option("--open", help="on the page, analysed, in your browser")] = False,
    port: Port = None,
) -> None:
    """Show a recorded game move by move, here or on the page.

    Examples: parlour replay games.jsonl; parlour replay games.jsonl --number 12 --move 35 --open
    """
    from parlour.arena.export import read_games

    records = [record for _, record in read_games(file)]
    if not 1 <= number <= len(records):
        raise ParlourError(f"--number {number}: {file} holds {len(records)} games")
    record = records[number - 1]
    if move > max(1, len(record.moves)):
        raise ParlourError(f"--move {move}: the game has {len(record.moves)} moves")
    if open:
        from parlour.web.serve import serve_replay

        serve_replay(record, move, port)
    else:
        _print_replay(record, move, draw=not moves)


def _print_replay(record: Record, first: int, *, draw: bool) -> None:
    """A game move by move, from one of them on."""
    from parlour.terminal import console, print_result

    state = None
    for state in record.replay():
        number = len(state.moves) + 1
        if number < first:
            continue
        if draw:
            console.print(state.game.notation.draw(state))
        if number <= len(record.moves):
            seat = state.mover
            who = f"{state.game.seat_name(seat)} ({record.seats[seat]})"
            console.print(f"{number}. {who}: {record.moves[number - 1]}", markup=False)
    assert state is not None
    print_result(state, record)


def serve(
    files: Annotated[
        list[str] | None,
        typer.Argument(help="your games (files or folders) and agents (bot.py, bot.py:Name:option=value)"),
    ] = None,
    host: Annotated[
        str, typer.Option(help="the address to listen on; others than yours can reach 0.0.0.0")
    ] = ("127.0.0.1"),
    port: Port = None,
    open: Annotated[bool, typer.Option("--open", help="open the page in your browser")] = False,
    store: Annotated[Path | None, typer.Option(help="the file that keeps all tables")] = None,
    results: Annotated[
        Path, typer.Option(help="stores of tournaments and curves of training runs to show")
    ] = Path("results"),
    key: Annotated[
        bool, typer.Option(help="with a host that others can reach: let in only who has the printed link")
    ] = True,
    move: Annotated[float, typer.Option(help="the most seconds of a move of your agents", min=0.01)] = 30.0,
    memory: Annotated[str, typer.Option(help="the most memory of each of your agents")] = "1G",
) -> None:
    """Serve the web page: play, watch, replay and understand games in a browser.

    Examples: parlour serve --open; parlour serve my_game.py my_bot.py
    """
    from parlour.arena.terms import read_terms
    from parlour.web.serve import serve as run

    limits = read_terms(move=move, memory=memory)
    run(files or [], host, port, store, results, show=open, locked=key, limits=limits)


def tidy(
    days: Annotated[int, typer.Option(help="delete what nobody has used for so many days", min=0)] = 30,
    store: Annotated[Path | None, typer.Option(help="the file that keeps all tables")] = None,
) -> None:
    """Delete old tables of the web page, for ever; stop the server first.

    Example: parlour tidy --days 365
    """
    from parlour.terminal import console
    from parlour.web.serve import default_store
    from parlour.web.store import TableStore

    path = store or default_store()
    if not path.is_file():
        raise ParlourError(f"there is no store {path}")
    with closing(TableStore(path)) as tables:
        deleted = tables.delete(time.time() - days * 24 * 3600)
        console.print(f"{deleted} tables deleted, {tables.size + tables.archive_size} kept in {path}")


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command()(games)
    app.command()(agents)
    app.command()(play)
    app.command()(replay)
    app.command()(serve)
    app.command()(tidy)
