"""The good moves that `statistics` knows, as a model: a list of them for each number of players."""

from __future__ import annotations

import numpy as np

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.model import Arrays, ModelKind, load_model

__all__ = [
    "COLUMNS", "EXPERIENCE", "MOST_DIFFERENT", "PROPERTIES", "REACH", "SAME", "SOURCE_DICE", "TARGET_DICE",
    "TIMES", "WON", "Table", "closest", "good_move",
    "load_table",
]  # fmt: skip

# What is compared of two attacks, in this order.
PROPERTIES = (
    "source_dice",
    "target_dice",
    "source_biggest_neighbour",  # dice of the strongest enemy beside it
    "target_biggest_neighbour",
    "source_eights",  # enemies beside it with eight dice
    "target_eights",
    "source_ones",
    "target_ones",
    "source_region",  # the size of the region that it lies in, in doublings: 3 is eight areas
    "target_region",
)
# What is known of a kind of attack that turned out well; all but `times` are averages of those merged.
COLUMNS = (
    *PROPERTIES,
    "held",  # turns that the target was held
    "safe",  # turns that the source was held too
    "won",  # whether it was made on the way to a win
    "dice",  # the state of the game at the time: own dice and largest region
    "region",
    "times",  # attacks merged
)
SOURCE_DICE, TARGET_DICE = 0, 1
WON, TIMES = COLUMNS.index("won"), COLUMNS.index("times")
REACH = 1.0  # similar attacks differ by no more in any property
SAME = 0.99  # closer values of a property are the same (averages are not whole numbers)
MOST_DIFFERENT = 3

EXPERIENCE = ModelKind(
    "statistics",
    "parlour train dicewars --method statistics",
    {
        "games": ("int64", (1,)),
        "players": ("int64", (None,)),  # of each move
        "moves": ("float64", (None, len(COLUMNS))),
    },
    COLUMNS,
)


def good_move(
    properties: np.ndarray, held: float, safe: float, won: float, standing: np.ndarray
) -> np.ndarray:
    """One attack that turned out well as a row of COLUMNS; `standing` is the dice and the region then."""
    return np.array([*properties, held, safe, won, *standing, 1.0])


class Table:
    """Good moves by the number of players, a row a move."""

    def __init__(self) -> None:
        self.moves: dict[int, np.ndarray] = {}
        self.games = 0

    def known(self, players: int) -> np.ndarray:
        """The good moves for a number of players."""
        return self.moves.get(players, np.zeros((0, len(COLUMNS))))

    def merge(self, players: int, move: np.ndarray) -> None:
        """Average a good move with the closest similar one, or add it."""
        moves = self.known(players)
        place = closest(moves, move)
        if place is None:
            self.moves[players] = np.vstack([moves, move])
        else:
            times = moves[place, TIMES] + move[TIMES]
            moves[place] = (moves[place] + move) / 2
            moves[place, TIMES] = times

    @property
    def arrays(self) -> Arrays:
        """The table as the arrays of a model, its numbers to two places."""
        numbers = sorted(self.moves)
        players = [np.full(len(self.moves[number]), number, np.int64) for number in numbers]
        moves = [np.round(self.moves[number], 2) for number in numbers]
        return {
            "games": np.array([self.games], np.int64),
            "players": np.concatenate([np.zeros(0, np.int64), *players]),
            "moves": np.concatenate([self.known(0), *moves]),
        }

    @staticmethod
    def of(arrays: Arrays) -> Table:
        """The table that some arrays hold."""
        if len(arrays["players"]) != len(arrays["moves"]) or len(arrays["games"]) != 1:
            raise ParlourError(f"the model's arrays are of different lengths: {EXPERIENCE.remedy}")
        table = Table()
        table.games = int(arrays["games"][0])
        for players in np.unique(arrays["players"]):
            table.moves[int(players)] = arrays["moves"][arrays["players"] == players]
        return table


def load_table(game: Game, model: str | None) -> Table:
    """The table of a model, or Parlour's."""
    return Table.of(load_model(game, EXPERIENCE, model, "statistics").arrays)


def closest(moves: np.ndarray, attack: np.ndarray) -> int | None:
    """The place of the last of the moves that are most similar to another; None when none is similar."""
    if not len(moves):
        return None
    apart = np.abs(moves - attack)[:, : len(PROPERTIES)]
    different = (apart > SAME).sum(axis=1)
    same_dice = (apart[:, SOURCE_DICE] <= SAME) | (apart[:, TARGET_DICE] <= SAME)
    similar = (apart <= REACH).all(axis=1) & same_dice & (different <= MOST_DIFFERENT)
    if not similar.any():
        return None
    fewest = different[similar].min()
    return int(np.flatnonzero(similar & (different == fewest))[-1])
