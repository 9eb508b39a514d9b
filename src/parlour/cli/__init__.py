"""The command line: `parlour` and its commands."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from functools import cache
from typing import Annotated

import typer

from parlour import __version__
from parlour.cli import (
    checking,
    describing,
    grading,
    judging,
    laboratory,
    ladders,
    matches,
    playing,
    training,
)
from parlour.errors import ParlourError, mistake_in_rules

__all__ = ["main"]

EPILOG = (
    "Start with: parlour serve, parlour games, parlour play reversi mcts, parlour match reversi mcts random"
)


@cache
def _application(games: tuple[str, ...]) -> typer.Typer:
    """All commands: Parlour's own, and those that these games bring."""
    app = typer.Typer(
        name="parlour",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog=EPILOG,
        help="Six tabletop games at full rules, fast agents, honest statistics.",
    )
    app.callback()(_options)
    for room in (playing, describing, matches, checking, grading, ladders, judging, laboratory, training):
        room.add_to(app)
    _add_commands_of(games, app)
    return app


def _add_commands_of(games: Sequence[str], app: typer.Typer) -> None:
    """Add what games bring: ``solve NAME`` and commands of their own."""
    from parlour.contract import Commands
    from parlour.game import game

    solvers = typer.Typer(help="Exact results: who wins, and by which move.", no_args_is_help=True)
    for name in games:
        commands = game(name).hooks(Commands)
        if commands.solve is not None:
            solvers.command(name, context_settings=dict(commands.SOLVE_SETTINGS or {}))(commands.solve)
        if commands.app is not None:
            app.add_typer(commands.app, name=name)
    app.add_typer(solvers, name="solve")


def _print_version(asked: bool) -> None:
    if asked:
        print(f"parlour {__version__}")
        raise typer.Exit


def _options(
    debug: Annotated[bool, typer.Option("--debug", help="show a traceback of a mistake")] = False,
    game: Annotated[
        list[str] | None,
        typer.Option(help="a game of your own, a file or folder, with its studies and commands"),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="show the version")
    ] = False,
) -> None:
    pass


def _own_games(words: Sequence[str]) -> list[str]:
    """What ``--game FILE`` before the command names."""
    games: list[str] = []
    left = list(words)
    while left and left[0].startswith("--"):
        word, equals, value = left.pop(0).partition("=")
        if word == "--game" and (equals or left):
            games.append(value if equals else left.pop(0))
    return games


def main(arguments: list[str] | None = None) -> None:
    """Run a command; a mistake is reported in one line, with exit code 2."""
    from parlour.game import added_games, game_names

    words = sys.argv[1:] if arguments is None else arguments
    _print_whatever_the_terminal_takes()
    try:
        with added_games(_own_games(words)):
            code = _application(tuple(game_names()))(words, standalone_mode=False)
    except KeyboardInterrupt:
        _leave("stopped", 130)
    except BrokenPipeError:  # whoever read what we print has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(128 + 13)
    except Exception as error:
        line = None if "--debug" in words else _line_for(error)
        if line is None:
            raise
        _leave(line, 2)
    if code == 130:
        _leave("stopped", 130)
    sys.exit(code if isinstance(code, int) else 0)


def _print_whatever_the_terminal_takes() -> None:
    """Signs that a terminal or file cannot take are printed as question marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _line_for(error: Exception) -> str | None:
    """A mistake of the user's in one line; None when it is ours."""
    if hasattr(error, "format_message"):  # typer's own
        return str(error.format_message())
    mistake = mistake_in_rules(error) or error
    if isinstance(mistake, ParlourError):
        return str(mistake)
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return None


def _leave(text: str, code: int) -> None:
    print(f"parlour: {' '.join(text.split())}", file=sys.stderr)
    sys.exit(code)
