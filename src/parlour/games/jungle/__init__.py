"""Jungle (Dou Shou Qi): eight animals a side on 7 x 9 squares; who reaches the other den wins."""

from parlour.game import Game
from parlour.spec import Option

__all__ = ["GAME", "RULE_SETS"]

RULE_SETS = ("sheet", "judge")

GAME = Game(
    name="jungle",
    title="Jungle",
    summary="Bring an animal into the enemy's den, past stronger ones. 2 players, perfect information.",
    module=__name__,
    seat_names=("lower case", "upper case"),
    options=(
        Option(
            "rules",
            "sheet",
            "as the course sheet has them (30 quiet moves, then the better pieces win), "
            "or as its referee program has them (50, then a draw)",
            choices=RULE_SETS,
        ),
    ),
    heuristics=("settled", "static"),
    value_scale=100.0,
)
