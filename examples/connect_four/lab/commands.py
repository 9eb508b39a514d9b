"""``parlour --game examples/connect_four/ solve connect-four``: exact results of small positions."""

from __future__ import annotations

from typing import Annotated

import typer

import parlour
from parlour import ParlourError, State

MOST_FREE = 20  # squares; more take minutes
OUTCOMES = {1.0: "wins", 0.5: "draws", 0.0: "loses"}


def solve(
    position: Annotated[str | None, typer.Option(help="rows from the top, such as ..../..../.Y../RR.Y")] = None,
    columns: Annotated[int, typer.Option(help="columns of the board")] = 7,
    rows: Annotated[int, typer.Option(help="rows of the board")] = 6,
) -> None:
    """What every move of a position leads to under perfect play.

    Example: parlour --game examples/connect_four/ solve connect-four --columns 5 --rows 4
    """
    game = parlour.game("connect-four").variant(columns=columns, rows=rows)
    state = game.position(position) if position else game.new()
    for move, outcome in outcomes(state).items():
        print(f"{move} {outcome}")


def outcomes(state: State) -> dict[str, str]:
    """Whether the seat to move wins, draws or loses, by its moves, best first."""
    free = state.text.count(".")
    if state.over:
        raise ParlourError("the game is over")
    if free > MOST_FREE:
        raise ParlourError(f"{free} free squares are too many to solve: at most {MOST_FREE}")
    analysis = parlour.analyse(state, f"best:depth={free}")
    return {line.move: OUTCOMES[line.win] for line in analysis.candidates}
