"""Tichu and Mini-Tichu: four players in two teams get rid of their cards, trick by trick."""

from parlour.game import Game
from parlour.spec import Option

__all__ = ["GAME"]

GAME = Game(
    name="tichu",
    title="Tichu",
    summary="Shed your cards before the others, with your partner. 4 players in two teams, hidden cards.",
    module=__name__,
    seats=4,
    seat_names=("south", "west", "north", "east"),
    teams=(0, 1, 0, 1),
    options=(
        Option("rules", "full", "Tichu, or Mini-Tichu without specials and calls", choices=("full", "mini")),
        Option("length", "round", "one round, or a match to 1,000 points", choices=("round", "match")),
        Option("calls", True, "whether Tichu and Grand Tichu may be called (never in Mini-Tichu)"),
    ),
    hidden=True,
    chance=True,
    heuristics=("lead",),
    value_scale=100.0,
    rules_version=2,  # a bomb may be played although a wish could be fulfilled
)
