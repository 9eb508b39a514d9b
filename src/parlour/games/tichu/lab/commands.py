"""Tichu's own commands, ``parlour tichu ...``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.options import ClusterAt, Seed, Workers, engine_of
from parlour.games.tichu.lab.calls import SELF_PLAY
from parlour.stopping import goes_on

__all__ = ["app"]

app = typer.Typer(help="Tichu: logs of real games, hands and what they are worth.", no_args_is_help=True)

Logs = Annotated[Path, typer.Argument(help="A folder of BrettSpielWelt logs (.tch), or one log.")]
FromHands = Annotated[Path | None, typer.Option(help="A dataset of hands (.csv.gz).")]
FromLogs = Annotated[Path | None, typer.Option(help="A folder of BrettSpielWelt logs.")]
Matches = Annotated[int, typer.Option(help="Matches of self-play when no hands are given.", min=1)]


@app.callback()
def tichu() -> None:
    """Tichu: logs of real games, hands and what they are worth."""


@app.command()
def replay(folder: Logs) -> None:
    """Replay logged rounds as legal decisions of our rules, to the logged results."""
    from parlour.games.tichu.replay import replay as replay_logs

    summary = replay_logs(folder)
    for problem in summary.damaged:
        typer.echo(f"damaged, skipped: {problem}")
    for problem in summary.wrong:
        typer.echo(f"not as logged: {problem}")
    typer.echo(f"{summary.files} files, {len(summary.damaged)} damaged")
    typer.echo(f"{summary.agreed} of {summary.rounds} rounds")
    if summary.wrong or not summary.rounds:
        raise typer.Exit(1)


@app.command("import")
def import_(
    folder: Logs,
    min_elo: Annotated[
        float, typer.Option(help="Only games with a player who ends with at least this Elo ...", min=0)
    ] = 0.0,
    player: Annotated[list[str] | None, typer.Option(help="... or with this player; more than once.")] = None,
    out: Annotated[Path, typer.Option(help="The dataset, a name ending in .csv.gz.")] = Path("hands.csv.gz"),
) -> None:
    """Gather the hands of logged games in a dataset; damaged games are skipped and counted.

    Example: parlour tichu import logs --min-elo 1550 --out hands.csv.gz
    """
    from parlour.games.tichu.lab.calls.gathering import import_logs
    from parlour.games.tichu.lab.ratings import Fame

    report = import_logs(folder, out, typer.echo, Fame(min_elo, tuple(player or ())))
    counts = f"{report.rounds} rounds, {report.hands} hands"
    others = f", {report.others} of other players" if report.others else ""
    typer.echo(f"{report.files} games, {len(report.damaged)} damaged{others}; {counts}")
    grand, tichu = report.grand / report.hands, report.tichu / report.hands
    typer.echo(f"Grand Tichu called on {grand:.1%}, Tichu on {tichu:.1%}")
    typer.echo(f"written to {out}")


@app.command()
@goes_on
def selfplay(
    games: Annotated[int, typer.Option(help="Matches to 1,000 points, some 14 rounds each.", min=1)] = 200,
    agent: Annotated[str, typer.Option(help="Who plays in all seats.")] = SELF_PLAY,
    seed: Seed = 0,
    workers: Workers = 0,
    cluster: ClusterAt = None,
    out: Annotated[Path, typer.Option(help="The dataset, a name ending in .csv.gz.")] = Path("hands.csv.gz"),
) -> None:
    """Gather the hands of matches that an agent plays against itself; the same command goes on after a stop.

    Example: parlour tichu selfplay --games 1000 --out hands.csv.gz
    """
    from parlour.games.tichu.lab.calls.gathering import selfplay as play
    from parlour.terminal import track

    count = play(out, agent, games, seed, engine_of(workers, cluster), track)
    typer.echo(f"{count} hands of {count // 4} rounds written to {out}")


@app.command()
def odds(
    hand: Annotated[
        list[str],
        typer.Option(
            help="Cards that the hands hold: cards (dragon, Ar) and ranks (A, A A); more than once."
        ),
    ],
    stage: Annotated[str, typer.Option(help="eight, fourteen or exchanged cards.")] = "fourteen",
    hands: FromHands = None,
    logs: FromLogs = None,
    games: Matches = 100,
    seed: Seed = 0,
    workers: Workers = 0,
    cluster: ClusterAt = None,
) -> None:
    """How likely hands with certain cards go out first, and how sure that is (Reid 2015).

    Example: parlour tichu odds --hand dragon --hand "phoenix A A"
    """
    from parlour.games.tichu.lab.calls.gathering import find_hands
    from parlour.games.tichu.lab.calls.odds import Holding, posterior
    from parlour.terminal import print_table, track

    holdings = [Holding.parse(text) for text in hand]
    data, where = find_hands(hands, logs, games, seed, engine_of(workers, cluster), track)
    rows = []
    for holding in holdings:
        chance = posterior(data, holding, stage)
        low, high = chance.interval
        shares = (f"{chance.mean:.1%}", f"{low:.1%} – {high:.1%}", f"{chance.spread:.1%}")
        rows.append((holding.text, str(chance.hands), str(chance.first), *shares))
    columns = ("hands with", "hands", "out first", "chance", "95 % interval", "deviation")
    print_table(f"{stage}, {where}", columns, rows)


@app.command()
def elo(
    folder: Logs,
    most: Annotated[int, typer.Option(help="Players that are shown, the best.", min=1)] = 20,
) -> None:
    """Rate the players of logs by their running Elo: from 1500, K = 15, a team by its mean.

    Example: parlour tichu elo logs
    """
    from parlour.games.tichu.lab.ratings import rate_players
    from parlour.terminal import print_table

    ratings, games, skipped = rate_players(folder)
    rows = [(name, f"{rating:.1f}", str(count)) for name, rating, count in ratings[:most]]
    print_table(f"{games} games, {skipped} unfinished or damaged", ("player", "Elo", "games"), rows)
