"""Connect Four: a complete game in one folder, with agents, a board on the page, a study and a command.

parlour play examples/connect_four/ best
parlour match examples/connect_four/ best:depth=4 mcts:playouts=500 --games 100
parlour serve examples/connect_four/
parlour --game examples/connect_four/ study connect-four-first-move
parlour --game examples/connect_four/ solve connect-four --columns 5 --rows 4
"""

from parlour import Game, Option

GAME = Game(
    name="connect-four",
    title="Connect Four",
    summary="Drop discs into columns; four in a row win. 2 players, perfect information.",
    module=__name__,
    seat_names=("red", "yellow"),
    options=(
        Option("columns", 7, "columns of the board", low=4, high=8),
        Option("rows", 6, "rows of the board", low=4, high=7),
    ),
    heuristics=("threats", "centre"),
    value_scale=3.0,
)
