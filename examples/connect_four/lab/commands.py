"""``parlour --game examples/connect_four/ solve connect-four``: exact results of small positions."""

from __future__ import annotations

from typing import Annotated

import typer

import parlour
from parlour import ParlourError, State

MOST_FREE = 20  # squares; more take minutes
OUTCOMES = {1: "wins", 0: "draws", -1: "loses"}


def solve(
    position: Annotated[
        str | None, typer.Option(help="rows from the top, such as ..../..../.Y../RR.Y")
    ] = None,
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
    if free > MOST_FREE:
        raise ParlourError(f"{free} free squares are too many: --columns 5 --rows 4 has {MOST_FREE}")
    results = {state.format(action): result(state, action) for action in state.legal_moves}
    return {move: OUTCOMES[results[move]] for move in sorted(results, key=lambda move: -results[move])}


def result(state: State, action: int) -> int:
    """What a move leads to for whoever makes it: 1 a win, 0 a draw, -1 a loss."""
    after = state.copy()
    after.play(action)
    if after.over:
        return int(after.rewards[state.mover])
    moves = after.legal_moves
    if len(moves) == 1:
        return -result(after, moves[0])
    value = parlour.analyse(after, f"best:depth={after.text.count('.')}").value
    return round(1 - 2 * value)
