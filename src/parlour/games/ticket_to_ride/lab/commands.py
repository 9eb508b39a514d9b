"""Ticket to Ride's commands: ``parlour train ttr-net``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.options import Seed

HERE = Path(__file__).parents[1] / "models"


def train_net(
    games: Annotated[
        int, typer.Option(help="games of the algorithm for each number of players", min=1)
    ] = 250,
    best: Annotated[int, typer.Option(help="players whose decisions are learnt, the best ones", min=1)] = 30,
    epochs: Annotated[int, typer.Option(help="how often every decision is shown", min=1)] = 40,
    seed: Seed = 0,
    out: Annotated[Path, typer.Option(help="the folder for the models")] = HERE,
) -> None:
    """Train the networks of the agent `net` from games of the algorithm against itself.

    Example: parlour train ttr-net --out models
    """
    from parlour.games.ticket_to_ride.lab.training import save_all, train_all

    for path in save_all(train_all(games, best, seed, epochs=epochs), out):
        print(f"{path} {path.stat().st_size // 1024} KB")


TRAINERS = {"ttr-net": train_net}
