"""Ticket to Ride (USA), A. R. Moon 2004: claim routes with sets of cards, join the cities of your tickets."""

from parlour.game import Game
from parlour.spec import Option

__all__ = ["GAME"]

GAME = Game(
    name="ticket-to-ride",
    title="Ticket to Ride",
    summary="Claim railway routes with sets of cards and join the cities of your tickets. 2-5 players.",
    module=__name__,
    seats="players",
    seat_names=("blue", "red", "green", "yellow", "black"),
    options=(
        Option("players", 2, "how many play", low=2, high=5),
        Option("rules", "official", "official, or as the thesis played", choices=("official", "thesis")),
        Option("deck", "110", "train cards: 110, or 92 as the thesis's text says", choices=("110", "92")),
    ),
    hidden=True,
    chance=True,
    heuristics=("lead",),
    value_scale=20.0,
)
