"""Commands that check what users write: check-game, check-agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.options import GameSpec

if TYPE_CHECKING:
    from parlour.testing.checking import Stage

__all__ = ["add_to"]

Seconds = Annotated[float, typer.Option(help="how long each stage may take", min=1)]


def check_game(
    game: Annotated[str, typer.Argument(help="your game: a file or a folder, with options if you like")],
    plain: Annotated[bool, typer.Option("--plain", help="only as plain Python, which is quick")] = False,
    seconds: Seconds = 300,
) -> None:
    """Check a game of your own: as plain Python, with every index checked, and compiled.

    The first mistake is shown with its line and how to mend it.
    Example: parlour check-game my_game.py
    """
    from parlour.testing.checking import STAGES

    _check(STAGES[:1] if plain else STAGES, [game], seconds)
    print(f"{game} keeps the contract: rules, notation, board, records{'' if plain else ' and searches'}")


def check_agent(
    game: GameSpec,
    agent: Annotated[str, typer.Argument(help="your agent: a file, with options if you like")],
    seconds: Seconds = 300,
) -> None:
    """Check that an agent plays legally, repeatably and only by what it may know.

    Example: parlour check-agent reversi my_agent.py
    """
    from parlour.testing.checking import Stage

    _check([Stage("agent", "from every seat", {})], [game, agent], seconds)
    print(f"{agent} plays {game} legally and repeatably, and only by what it may know")


def _check(stages: Sequence[Stage], words: Sequence[str], seconds: float) -> None:
    """Run stages one after the other; the first mistake is told and ends the command."""
    from parlour.testing.checking import run_stage

    for stage in stages:
        verdict = run_stage(stage, words, seconds)
        if verdict.mistake:
            print(verdict.mistake)
            raise typer.Exit(1)
        print(f"{stage.title}: {verdict.games} games, all in order", flush=True)


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command("check-game")(check_game)
    app.command("check-agent")(check_agent)
