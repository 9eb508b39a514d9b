"""Dicewars: areas, dice and luck; whoever owns every area wins."""

from parlour.game import Game
from parlour.spec import Option

__all__ = ["FEWEST", "GAME", "MOST"]

FEWEST, MOST = 2, 8

GAME = Game(
    name="dicewars",
    title="Dicewars",
    summary="Attack neighbours with dice; whoever owns every area wins. 2-8 players, open, with chance.",
    module=__name__,
    seats="players",
    options=(
        Option("players", 4, "how many play", low=FEWEST, high=MOST),
        Option("rules", "2019", "the year of the course whose rules are played", choices=("2019", "2020")),
    ),
    chance=True,
    heuristics=("chance", "wpm", "regions"),
)
