"""Commands of the judge of whole games: analyse games, and put the judge on trial."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.options import GameSpec, Json, Seed, write_json
from parlour.errors import ParlourError

if TYPE_CHECKING:
    from parlour.game import Game
    from parlour.judging.mistakes import Conduct, Mistake
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


def analyse(
    games: Annotated[Path, typer.Argument(help="a file of records or logs, or a store of games")],
    most: Annotated[int, typer.Option(help="how many moves are shown", min=1)] = 10,
    first: Annotated[int, typer.Option(help="only so many of the games; 0 for all", min=0)] = 0,
    adviser: Annotated[str | None, typer.Option(help="who advises, such as best:seconds=1")] = None,
    seed: Seed = 0,
    json: Json = None,
) -> None:
    """Show the moves of recorded games that gave most away, what was better, and how each agent fared.

    Example: parlour analyse games.jsonl --most 5
    """
    from parlour.arena.export import read_games
    from parlour.judging.mistakes import analyse_games, conduct_of, find_mistakes
    from parlour.terminal import track

    records = [record for _, record in read_games(games)][: first or None]
    analysed = list(track(analyse_games(records, adviser, seed), "games analysed", len(records)))
    mistakes = sorted((one for game in analysed for one in find_mistakes(game)), key=lambda one: -one.loss)
    conduct = conduct_of(analysed)
    write_json(json, {"mistakes": list(map(vars, mistakes)), "agents": list(map(vars, conduct))})
    _print_mistakes(mistakes[:most])
    _print_conduct(conduct)
    if mistakes:
        _print_way(games, mistakes[0])


def _print_mistakes(mistakes: Sequence[Mistake]) -> None:
    """The moves that gave most away."""
    from parlour.terminal import print_table

    rows = [
        (
            str(one.game), str(one.ply + 1), one.agent, one.move, one.quality,
            f"{one.loss:.1%}" + (f" ± {one.doubt:.1%}" if one.doubt else ""), " ".join(one.line[:6]),
        )
        for one in mistakes
    ]  # fmt: skip
    columns = ("game", "move", "agent", "played", "", "chance lost", "better, and what follows")
    print_table("the moves that gave most away", columns, rows, left=7)


def _print_way(games: Path, worst: Mistake) -> None:
    """How to look at such a move on the page."""
    from parlour.terminal import console

    place = f"--number {worst.game} --move {worst.ply + 1}"
    way = f"the first of them on the page: parlour replay {shlex.quote(str(games))} {place} --open"
    console.print(way, markup=False, soft_wrap=True)


def _print_conduct(conduct: Sequence[Conduct]) -> None:
    """How each agent decided."""
    from parlour.judging.mistakes import MARKED
    from parlour.terminal import print_table

    rows = [
        (one.agent, str(one.decisions), f"{one.mean_loss:.2%}", *(str(one.marks[mark]) for mark in MARKED))
        for one in conduct
    ]
    marks = tuple({"inaccuracy": "inaccuracies"}.get(mark, f"{mark}s") for mark in MARKED)
    print_table("", ("agent", "decisions", "lost a decision", *marks), rows)


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
    """Add these commands to the command line."""
    app.command()(judge)
    app.command()(analyse)
