"""Reversi (Othello): 8 x 8, standard start, black moves first."""

from parlour.game import Game

__all__ = ["GAME"]

GAME = Game(
    name="reversi",
    title="Reversi",
    summary="Turn the other side's discs; most discs win. 2 players, perfect information.",
    module=__name__,
    seat_names=("black", "white"),
    heuristics=("positional",),
    value_scale=25.0,
)
