"""Tichu's own commands, ``parlour tichu ...``, and its trainers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from parlour.cli.options import Seed, Workers, cores, engine_of
from parlour.stopping import goes_on

__all__ = ["TRAINERS", "app"]

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
    out: Annotated[Path, typer.Option(help="The dataset, a name ending in .csv.gz.")] = Path("hands.csv.gz"),
) -> None:
    """Gather all hands of logged games in a dataset; damaged games are skipped and counted.

    Example: parlour tichu import logs --out hands.csv.gz
    """
    from parlour.games.tichu.lab.calls.gathering import import_logs

    report = import_logs(folder, out, typer.echo)
    counts = f"{report.rounds} rounds, {report.hands} hands"
    typer.echo(f"{report.files} games, {len(report.damaged)} damaged; {counts}")
    grand, tichu = report.grand / report.hands, report.tichu / report.hands
    typer.echo(f"Grand Tichu called on {grand:.1%}, Tichu on {tichu:.1%}")
    typer.echo(f"written to {out}")


@app.command()
@goes_on
def selfplay(
    games: Annotated[int, typer.Option(help="Matches to 1,000 points, some 14 rounds each.", min=1)] = 200,
    agent: Annotated[str, typer.Option(help="Who plays in all seats.")] = "plan",
    seed: Seed = 0,
    workers: Workers = 0,
    out: Annotated[Path, typer.Option(help="The dataset, a name ending in .csv.gz.")] = Path("hands.csv.gz"),
) -> None:
    """Gather the hands of matches that an agent plays against itself; the same command goes on after a stop.

    Example: parlour tichu selfplay --games 1000 --agent plan --out hands.csv.gz
    """
    from parlour.games.tichu.lab.calls.gathering import selfplay as play
    from parlour.terminal import track

    count = play(out, agent, games, seed, engine_of(workers), track)
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
) -> None:
    """How likely hands with certain cards go out first, and how sure that is (Reid 2015).

    Example: parlour tichu odds --hand dragon --hand "phoenix A A"
    """
    from parlour.games.tichu.lab.calls.gathering import find_hands
    from parlour.games.tichu.lab.calls.odds import Holding, posterior
    from parlour.terminal import print_table, track

    holdings = [Holding.parse(text) for text in hand]
    data, where = find_hands(hands, logs, games, seed, engine_of(workers), track)
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


def train_determinizer(
    games: Annotated[
        int, typer.Option(help="Rounds of self-play to learn from, half of them Mini-Tichu.")
    ] = 20_000,
    seed: Seed = 0,
    out: Annotated[
        Path | None, typer.Option(help="Where the counters go; by default into the package.")
    ] = None,
) -> None:
    """Learn the counters of Tichu's learned determinizer from self-play."""
    import numpy as np

    from parlour.games.tichu.determinizer import FILE
    from parlour.games.tichu.lab.determinizer import learn_counters

    counters = learn_counters(games, seed)
    np.savez_compressed(out or FILE, counters=counters.astype(np.int32))
    typer.echo(f"{int(counters.sum()):,} observations of {games:,} rounds in {out or FILE}")


ModelName = Annotated[
    str, typer.Option(help="lr, svr, nb, adaboost, rf, perceptron, averaged, or gb (boosting, ours).")
]
Label = Annotated[str, typer.Option(help="called (imitation) or first-out (success).")]
FeatureSet = Annotated[
    str,
    typer.Option(
        help="thesis, raw, compressed, minimal, minimal-tichu, full, full+compressed, strength, presence, "
        "counts, chosen, rich or table."
    ),
]
Rounds = Annotated[str, typer.Option(help="all, or called: only rounds with a Grand Tichu call.")]
Threshold = Annotated[
    float | None,
    typer.Option(
        help="Call from this confidence on; by default the best F1, or .5 for first-out.", min=0, max=1
    ),
]
Grid = Annotated[str, typer.Option(help="coarse, or full: all models of the source.")]
Out = Annotated[Path, typer.Option(help="The model's file; a stopped search stays beside it.")]


def train_grand(
    model: ModelName = "lr",
    label: Label = "called",
    features: FeatureSet = "thesis",
    protocol: Annotated[
        str, typer.Option(help="clean, or thesis: as published, chosen on the test hands.")
    ] = "clean",
    rounds: Rounds = "all",
    grid: Grid = "coarse",
    threshold: Threshold = None,
    hands: FromHands = None,
    logs: FromLogs = None,
    games: Matches = 200,
    seed: Seed = 0,
    workers: Workers = 0,
    out: Out = Path("tichu-grand.json"),
) -> None:
    """Train a model of Grand Tichu calls on the first eight cards, and judge it on games it never saw.

    Example: parlour train tichu-grand --logs logs --model svr --grid full
    """
    from parlour.games.tichu.lab.calls.training import Task

    task = Task("grand", "eight", label, features, protocol, seed, rounds)
    _train(model, task, grid, threshold, hands, logs, games, workers, out)


def train_small(
    model: ModelName = "gb",
    label: Label = "first-out",
    features: FeatureSet = "table",
    stage: Annotated[str, typer.Option(help="fourteen cards as dealt, or exchanged.")] = "exchanged",
    rounds: Rounds = "all",
    grid: Grid = "coarse",
    threshold: Threshold = None,
    hands: FromHands = None,
    logs: FromLogs = None,
    games: Matches = 200,
    seed: Seed = 0,
    workers: Workers = 0,
    out: Out = Path("tichu-small.json"),
) -> None:
    """Train a model of Tichu calls on fourteen cards, and judge it on games it never saw.

    Example: parlour train tichu-small --logs logs --model averaged --features counts --label called
    """
    from parlour.games.tichu.lab.calls.training import Task

    task = Task("tichu", stage, label, features, "clean", seed, rounds)
    _train(model, task, grid, threshold, hands, logs, games, workers, out)


def _train(
    model: str,
    task: Any,
    grid: str,
    threshold: float | None,
    hands: Path | None,
    logs: Path | None,
    games: int,
    workers: int,
    out: Path,
) -> None:
    from parlour.games.tichu.lab.calls.gathering import find_hands
    from parlour.games.tichu.lab.calls.training import check_training, train
    from parlour.terminal import print_table, track

    check_training(model, grid)
    data, where = find_hands(hands, logs, games, task.seed, engine_of(workers), track)
    progress = out.with_name(out.name + ".grid")
    result = train(
        model, data, task,
        grid=grid, threshold=threshold, progress=progress, workers=cores(workers), track=track,
    )  # fmt: skip
    result.model.save(out)
    progress.unlink(missing_ok=True)
    rows = [("area under the curve", f"{result.auc():.3f}")]
    rows += [(name, f"{result.measured(name):.3f}") for name in ("accuracy", "precision", "recall", "f1")]
    settings = ", ".join(f"{name} {value:g}" for name, value in result.point.items())
    title = f"{where}: {result.hands} hands to train, {result.labels.size} to test"
    print_table(title, ("measure", "on the test games, 95 % interval"), rows)
    typer.echo(f"{model} {settings}".strip() + f", threshold {result.model.threshold:.4f}, written to {out}")


TRAINERS = {
    "tichu-determinizer": train_determinizer,
    "tichu-grand": goes_on(train_grand),
    "tichu-small": goes_on(train_small),
}
