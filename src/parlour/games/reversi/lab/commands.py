"""Reversi's command: ``parlour solve reversi``."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

import typer

from parlour.cli.options import Json, write_json
from parlour.errors import ParlourError
from parlour.files import read_text


def solve(
    position: Annotated[
        str | None, typer.Argument(help="64 characters of X, O, - and the side to move")
    ] = None,
    file: Annotated[Path | None, typer.Option(help="many positions, one a line")] = None,
    seconds: Annotated[float | None, typer.Option(help="for each position at most so long")] = None,
    nodes: Annotated[int | None, typer.Option(help="for each position at most so many nodes", min=1)] = None,
    threads: Annotated[int, typer.Option(help="threads that search, for those who have cores", min=1)] = 1,
    json: Json = None,
) -> None:
    """The exact result for the side to move and a best move.

    Empty squares count for the winner. When time or nodes run out, it prints the best bounds so far.

    Example: parlour solve reversi "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    """
    if (position is None) == (file is None):
        raise ParlourError('expected a position such as "64 characters X", or --file with one a line')
    results = [
        _solve_one(text, seconds, nodes, threads) for text in ([position] if position else _lines(file))
    ]
    write_json(json, results if file else results[0])


def _lines(file: Path | None) -> list[str]:
    assert file is not None
    lines = [line.strip() for line in read_text(file).splitlines() if line.strip()]
    if not lines:
        raise ParlourError(f"{file} holds no position")
    return lines


def _solve_one(text: str, seconds: float | None, nodes: int | None, threads: int) -> dict[str, Any]:
    from parlour.game import game
    from parlour.games.reversi.best.solving import solve as solve_state
    from parlour.search.playing import FOREVER

    state = game("reversi").position(text)
    solution = solve_state(state, math.inf if seconds is None else seconds, nodes or FOREVER, threads=threads)
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


SOLVE_SETTINGS = {"ignore_unknown_options": True}  # a position may begin with -
