"""Tichu's own commands: ``parlour tichu replay DIR``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["app"]

app = typer.Typer(help="Tichu: logs of real games.", no_args_is_help=True)


@app.callback()
def tichu() -> None:
    """Tichu: logs of real games."""


@app.command()
def replay(
    folder: Annotated[Path, typer.Argument(help="A folder of BrettSpielWelt logs (.tch), or one log.")],
) -> None:
    """Replay logged rounds as legal decisions of our rules, to the logged results."""
    from parlour.games.tichu.replay import replay as replay_logs

    done = replay_logs(folder)
    for problem in done.damaged:
        typer.echo(f"damaged, skipped: {problem}")
    for problem in done.wrong:
        typer.echo(f"not as logged: {problem}")
    typer.echo(f"{done.files} files, {len(done.damaged)} damaged")
    typer.echo(f"{done.agreed} of {done.rounds} rounds")
    if done.wrong or not done.rounds:
        raise typer.Exit(1)
