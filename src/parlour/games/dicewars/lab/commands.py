"""Dicewars' commands: ``parlour train dicewars-statistics``, ``dicewars-wpm`` and ``dicewars-best``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.options import Seed
from parlour.errors import ParlourError, unknown

Rounds = Annotated[int, typer.Option(help="rounds of games played with what was fitted so far", min=0)]
Out = Annotated[Path | None, typer.Option(help="by default the file in the package")]


def train_statistics(
    games: Annotated[int, typer.Option(help="how many games", min=1)] = 1000,
    players: Annotated[int, typer.Option(help="how many play", min=2, max=8)] = 4,
    file: Annotated[Path, typer.Option(help="the table; an existing one is taken further")] = Path(
        "dicewars-statistics.json"
    ),
    field: Annotated[str, typer.Option(help="who it plays against")] = "ste,stei,wpm",
    alone: Annotated[
        bool,
        typer.Option("--alone", help="rely on thirty good moves at once, as the source did, not on stei"),
    ] = False,
    seed: Seed = 0,
) -> None:
    """Let `statistics` learn from games against a field of agents.

    Example: parlour train dicewars-statistics --games 5000 --file mine.json
    """
    from parlour.agent import policy_names
    from parlour.game import game
    from parlour.games.dicewars.lab.training import train_statistics as train
    from parlour.terminal import track

    names = [name.strip() for name in field.split(",") if name.strip()]
    policies = policy_names(game("dicewars"))
    for name in names:
        if name not in policies:
            raise unknown("agent for the field", name, policies)
    if not names:
        raise ParlourError(f"--field: expected agents such as {policies[0]},{policies[-1]}")
    *_, learner = track(train(file, games, seed, names, players, taught=not alone), "games", games)
    moves = len(learner.table.moves.get(players, []))
    print(f"{learner.table.games} games in all, {moves} good moves for {players} players, written to {file}")


def train_wpm(
    positions: Annotated[int, typer.Option(help="positions a fit", min=1000)] = 60_000,
    rounds: Rounds = 2,
    out: Out = None,
    seed: Seed = 1,
) -> None:
    """Fit the weights of `wpm` for 2 to 8 players from self-play.

    Example: parlour train dicewars-wpm --out wpm.json
    """
    from parlour.games.dicewars.lab.training import train_wpm as train
    from parlour.games.dicewars.weights import WPM_FILE

    train(out or WPM_FILE, positions, rounds, seed, print)
    print(f"written to {out or WPM_FILE}")


def train_best(
    positions: Annotated[int, typer.Option(help="positions a round", min=1000)] = 160_000,
    rounds: Rounds = 6,
    out: Out = None,
    seed: Seed = 5,
) -> None:
    """Fit the network of `best` from self-play.

    Example: parlour train dicewars-best --rounds 3 --out best.json
    """
    from parlour.games.dicewars.lab.training import train_best as train
    from parlour.games.dicewars.weights import NETWORK_FILE

    train(out or NETWORK_FILE, positions, rounds, seed, print)
    print(f"written to {out or NETWORK_FILE}")


TRAINERS = {
    "dicewars-statistics": train_statistics,
    "dicewars-wpm": train_wpm,
    "dicewars-best": train_best,
}
