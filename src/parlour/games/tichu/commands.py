"""Tichu's own commands: ``parlour tichu replay DIR``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

__all__ = ["TRAINERS", "app"]

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


def train_determinizer(
    games: Annotated[
        int, typer.Option(help="Rounds of self-play to learn from, half of them Mini-Tichu.")
    ] = 20_000,
    seed: Annotated[int, typer.Option(help="Everything that chance does follows from it.")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="Where the counters go; by default into the package.")
    ] = None,
) -> None:
    """Learn the counters of Tichu's learned determinizer from self-play."""
    import numpy as np

    from parlour.arena.schedule import game_seeds
    from parlour.game import game
    from parlour.games.tichu.determinizer import COUNTERS, FILE, learn

    counters: Any = np.zeros_like(COUNTERS)
    seeds = np.array(game_seeds(seed, games), np.uint64)
    for spec, part in (("tichu:rules=mini", seeds[::2]), ("tichu", seeds[1::2])):
        learn(game(spec).encoded, np.ascontiguousarray(part), counters)
    np.savez_compressed(out or FILE, counters=counters.astype(np.int32))
    typer.echo(f"{int(counters.sum()):,} observations of {games:,} rounds in {out or FILE}")


TRAINERS = {"tichu-determinizer": train_determinizer}
