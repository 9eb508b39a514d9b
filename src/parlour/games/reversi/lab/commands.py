"""Reversi's commands: ``solve reversi``, ``train reversi-patterns`` and ``train reversi-weights``."""

from __future__ import annotations

import math
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from parlour.cli.options import Json, Seed, write_json
from parlour.errors import ParlourError
from parlour.files import read_text, write_text
from parlour.stopping import goes_on


def solve(
    position: Annotated[
        str | None, typer.Argument(help="64 characters of X, O, - and the side to move")
    ] = None,
    file: Annotated[Path | None, typer.Option(help="many positions, one a line")] = None,
    seconds: Annotated[float | None, typer.Option(help="for each position at most so long")] = None,
    nodes: Annotated[int | None, typer.Option(help="for each position at most so many nodes", min=1)] = None,
    json: Json = None,
) -> None:
    """The exact result for the side to move and a best move.

    Empty squares count for the winner. When time or nodes run out, it prints the best bounds so far.

    Example: parlour solve reversi "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    """
    if (position is None) == (file is None):
        raise ParlourError('expected a position such as "64 characters X", or --file with one a line')
    results = [_solve_one(text, seconds, nodes) for text in ([position] if position else _lines(file))]
    write_json(json, results if file else results[0])


def _lines(file: Path | None) -> list[str]:
    assert file is not None
    lines = [line.strip() for line in read_text(file).splitlines() if line.strip()]
    if not lines:
        raise ParlourError(f"{file} holds no position")
    return lines


def _solve_one(text: str, seconds: float | None, nodes: int | None) -> dict[str, Any]:
    from parlour.game import game
    from parlour.games.reversi.best.solving import solve as solve_state
    from parlour.search.playing import FOREVER

    state = game("reversi").position(text)
    solution = solve_state(state, math.inf if seconds is None else seconds, nodes or FOREVER)
    best = "none" if solution.best is None else state.format(solution.best)
    print(f"{solution.nodes} positions in {solution.seconds:.3f} s")
    if solution.exact:
        print(f"score {solution.score:+d} best {best}")
    else:
        print(f"not solved: score from {solution.lower:+d} to {solution.upper:+d} best {best}")
    return {
        "position": text,
        "score": solution.score if solution.exact else None,
        "lower": solution.lower,
        "upper": solution.upper,
        "best": best,
        "exact": solution.exact,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }


def train_patterns(
    games: Annotated[int, typer.Option(help="games of self-play in all", min=1)] = 1_000_000,
    seed: Seed = 0,
    checkpoint: Annotated[Path, typer.Option(help="goes on from this file, and keeps it up to date")] = Path(
        "reversi-patterns.checkpoint.npz"
    ),
    out: Annotated[Path, typer.Option(help="the weights to play with")] = Path("reversi-patterns.npz"),
    ship: Annotated[bool, typer.Option(help="write the weights into the package")] = False,
    curve: Annotated[Path, typer.Option(help="how it goes, which the web page draws")] = Path(
        "results/reversi-patterns.curve.jsonl"
    ),
    json: Json = None,
) -> None:
    """Train the pattern evaluation by self-play; stop it at any time and go on later.

    Example: parlour train reversi-patterns --games 200000
    """
    from parlour.games.reversi.best.patterns import weights_path
    from parlour.games.reversi.lab.training import BATCH, Trainer, finish, train
    from parlour.learn.curves import Curve
    from parlour.terminal import track

    trainer = Trainer.load(checkpoint) if checkpoint.exists() else Trainer(seed)
    left, before = max(games - trainer.games, 0), len(trainer.curve)
    settings = {"seed": trainer.seed, **trainer.settings}
    points = Curve(curve, "reversi-patterns", "reversi", settings, trainer.games)
    for error in track(train(trainer, games, checkpoint), f"batches of {BATCH} games", -(-left // BATCH)):
        scores = {f"score against {point.rival}": point.score for point in trainer.curve[before:]}
        points.add(trainer.games, {"error in discs": error, **scores})
        before = len(trainer.curve)
    for point in trainer.curve:
        print(f"{point.games:>10} games: {100 * point.score.value:5.1f} % against {point.rival}")
    target = weights_path() if ship else out
    finish(trainer, target, track)
    print(f"weights of {trainer.games} games written to {target}")
    write_json(json, trainer.summary())


def train_weights(
    games: Annotated[int, typer.Option(help="games to tune them with", min=1000)] = 400_000,
    seed: Seed = 0,
    out: Annotated[Path, typer.Option(help="the parameters as a Python file")] = Path("reversi-weights.py"),
    ship: Annotated[bool, typer.Option(help="write the parameters into the package")] = False,
    json: Json = None,
) -> None:
    """Tune the simple evaluation by match results.

    Example: parlour train reversi-weights --games 100000
    """
    from parlour.games.reversi.lab import tuning
    from parlour.terminal import track

    result = tuning.tune(games, seed, track=track)
    for name, before, after in zip(tuning.NAMES, tuning.START, result.parameters, strict=True):
        print(f"{name:12} {before:7.2f} -> {after:7.2f}")
    for number, share in result.curve:
        print(f"{number:>8} games: {share * 100:.1f} % against the start")
    target = Path(__file__).parents[1] / "weights.py" if ship else out
    write_text(target, tuning.as_module(result))
    print(f"parameters written to {target}")
    write_json(json, asdict(result))


SOLVE_SETTINGS = {"ignore_unknown_options": True}  # a position may begin with -
TRAINERS = {"reversi-patterns": goes_on(train_patterns), "reversi-weights": train_weights}
