"""The command that puts the judge of whole games on trial."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.options import GameSpec, Json, Seed, write_json
from parlour.errors import ParlourError

if TYPE_CHECKING:
    from parlour.game import Game
    from parlour.judging.trial import Trial
    from parlour.record import Record

__all__ = ["add_to"]


def judge(
    game: GameSpec,
    player: Annotated[str | None, typer.Argument(help="who plays; a quick agent by default")] = None,
    games: Annotated[int, typer.Option(help="how many games are played and judged", min=1)] = 20,
    records: Annotated[Path | None, typer.Option(help="judge the games of this file instead")] = None,
    seed: Seed = 0,
    json: Json = None,
) -> None:
    """Judge every position of some games twice: how far apart, and what was choice and what was luck.

    Example: parlour judge tichu --games 20
    """
    from parlour.game import game as find
    from parlour.judging.trial import try_judge
    from parlour.terminal import track

    played = find(game)
    if not (played.hidden or played.chance):
        raise ParlourError(f"{played.name} has no luck to judge: parlour judge is for games with some")
    trial = try_judge(_games(played, player, games, records, seed), seed, track)
    print(_told(trial))
    write_json(json, trial.as_dict())


def _games(played: Game, player: str | None, games: int, records: Path | None, seed: int) -> list[Record]:
    """The games to be judged: those of a file, or new ones."""
    from parlour.record import read_records

    if records is None:
        return [_play(played, player, seed + number) for number in range(games)]
    chosen = [record for record in read_records(records) if record.open_game().name == played.name]
    if not chosen:
        raise ParlourError(f"{records} holds no game of {played.name}")
    return chosen[:games]


def _play(played: Game, player: str | None, seed: int) -> Record:
    from parlour.agent import agent
    from parlour.arena.play import play
    from parlour.contract import Judging

    spec = player or played.hooks(Judging).PLAYER
    return play(played, [agent(played, spec) for _ in range(played.players)], seed=seed)


def _told(trial: Trial) -> str:
    return (
        f"{trial.games} games, {trial.plies} positions, {trial.seconds:.1f} s to judge a game once\n"
        f"judged twice, less than 3 points apart: {trial.close:.1%} of the positions "
        f"(95 % within {100 * trial.percentile:.1f} points, at most {100 * trial.largest:.1f})\n"
        f"changes beyond doubt told as choice or luck: {trial.told:.1%} of {trial.changes} "
        f"({trial.choices} choice, {trial.lucks} luck; {trial.sure:.1%} beyond doubt by that part alone)"
    )


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command()(judge)
