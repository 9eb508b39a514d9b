"""The pattern evaluation: small groups of squares, each with a weight for everything that can stand on it.

A position is worth the sum of the weights of its patterns, and of the weights that numbers of discs and moves
have, for the side to move, in discs. The weights differ by stage of the game and are shared between the
symmetric images of a pattern (Buro 1998). Where a pattern is symmetric in itself, what stands on it and its
mirror image are worth the same: files and fits hold such twins once, folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np

from parlour.games.reversi import GAME
from parlour.games.reversi.kinds import FOLDED, PATTERNS, SIZE, STAGE_DISCS, STAGES, WEIGHTS
from parlour.games.reversi.lanes import moves_by_lanes
from parlour.kernel import helper, popcount
from parlour.model import load_model

__all__ = [
    "ANSWERS_AT", "DISCS_AT", "FOLD", "LANES", "LAYOUT", "MOVES_AT", "OFFSETS", "USED", "load_weights",
    "parts", "read_after", "read_patterns", "stage_start", "total", "unfold", "worth",
]  # fmt: skip

LANES = 48  # the patterns of a position, then unused lanes up to a whole number of vectors


def _square(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def _images(squares: Sequence[int]) -> list[tuple[int, ...]]:
    """The squares under the eight symmetries of the board, the identity first."""
    images = []
    for turn, flip_x, flip_y in product((False, True), repeat=3):
        image = []
        for square in squares:
            x, y = square % 8, square // 8
            x, y = (7 - x if flip_x else x), (7 - y if flip_y else y)
            image.append(8 * x + y if turn else 8 * y + x)
        images.append(tuple(image))
    return images


def _mirror(squares: tuple[int, ...], image: tuple[int, ...]) -> np.ndarray:
    """For each index of a pattern, the index of the same discs seen in the mirror."""
    places = [squares.index(square) for square in image]
    digits = np.arange(3 ** len(squares))[:, None] // 3 ** np.arange(len(squares)) % 3
    return np.asarray((digits[:, places] * 3 ** np.arange(len(squares))).sum(1))


class _Layout:
    """Where each pattern's squares and weights are."""

    def __init__(self) -> None:
        self.lanes: list[tuple[int, ...]] = []  # the squares of each lane
        self.offsets = np.zeros(LANES, np.int64)  # where the weights of each lane begin
        mirrors, size = [], 0
        for text in PATTERNS.values():
            squares = tuple(_square(word) for word in text.split())
            images: dict[frozenset[int], tuple[int, ...]] = {}
            twin = np.arange(3 ** len(squares))
            for image in _images(squares):
                if images.setdefault(frozenset(image), image) == squares != image:
                    twin = _mirror(squares, image)
            for image in images.values():
                self.offsets[len(self.lanes)] = size
                self.lanes.append(image)
            mirrors.append(size + twin)
            size += twin.size
        self.counts = size  # from here on 65 weights for each of the counts
        mirrors.append(np.arange(size, SIZE))
        self.mirror = np.concatenate(mirrors)  # the weight that must always equal this one

    def parts(self) -> np.ndarray:
        """What a row of the board adds to the index of each lane: by row and side, its byte, lane.

        Own discs count 1 and the other side's 2, times 3 to the power of the square's place.
        """
        bytes_ = np.arange(256)
        table = np.zeros((8, 2, 256, LANES), np.uint16)
        for lane, squares in enumerate(self.lanes):
            for place, square in enumerate(squares):
                set_ = bytes_ >> square % 8 & 1
                for side in range(2):
                    table[square // 8, side, :, lane] += (set_ * (side + 1) * 3**place).astype(np.uint16)
        return table.reshape(-1)

    def places(self) -> np.ndarray:
        """What a new disc of the other side on each square adds to the index of each lane."""
        table = np.zeros((64, LANES), np.uint16)
        for lane, squares in enumerate(self.lanes):
            for place, square in enumerate(squares):
                table[square, lane] = 2 * 3**place
        return table


LAYOUT = _Layout()
PLACES = LAYOUT.places()
USED = len(LAYOUT.lanes)
FOLD = np.unique(np.minimum(LAYOUT.mirror, np.arange(SIZE)), return_inverse=True)[1]
"""Which of the weights that differ each weight is."""
OFFSETS = LAYOUT.offsets
DISCS_AT, MOVES_AT, ANSWERS_AT = (LAYOUT.counts + 65 * i for i in range(3))
_B = tuple(np.uint64(8 * row) for row in range(8))
_BYTE = np.uint64(0xFF)


@cache
def parts() -> np.ndarray:
    """The table behind `read_patterns`."""
    return LAYOUT.parts()


@helper
def _part(side, row, which):
    """Where the lanes of one row of one side begin in the table."""
    return ((2 * row + which) * 256 + np.int64((side >> _B[row]) & _BYTE)) * LANES


@helper
def read_patterns(own, opp, parts, lanes):
    """Write the index of every pattern of a position into `lanes`: sixteen additions of vectors."""
    a0, b0, a1, b1 = _part(own, 0, 0), _part(opp, 0, 1), _part(own, 1, 0), _part(opp, 1, 1)
    a2, b2, a3, b3 = _part(own, 2, 0), _part(opp, 2, 1), _part(own, 3, 0), _part(opp, 3, 1)
    a4, b4, a5, b5 = _part(own, 4, 0), _part(opp, 4, 1), _part(own, 5, 0), _part(opp, 5, 1)
    a6, b6, a7, b7 = _part(own, 6, 0), _part(opp, 6, 1), _part(own, 7, 0), _part(opp, 7, 1)
    for i in range(LANES):
        upper = parts[a0 + i] + parts[b0 + i] + parts[a1 + i] + parts[b1 + i]
        upper += parts[a2 + i] + parts[b2 + i] + parts[a3 + i] + parts[b3 + i]
        lower = parts[a4 + i] + parts[b4 + i] + parts[a5 + i] + parts[b5 + i]
        lower += parts[a6 + i] + parts[b6 + i] + parts[a7 + i] + parts[b7 + i]
        lanes[i] = np.uint16(upper + lower)


@helper
def read_after(square, flips, before, parts, lanes):
    """Write the index of every pattern after a move into `lanes`, for the side that answers.

    `before` are the indices before the move, for the same side; what is turned is added once more.
    """
    f0, f1, f2, f3 = _part(flips, 0, 0), _part(flips, 1, 0), _part(flips, 2, 0), _part(flips, 3, 0)
    f4, f5, f6, f7 = _part(flips, 4, 0), _part(flips, 5, 0), _part(flips, 6, 0), _part(flips, 7, 0)
    for i in range(LANES):
        upper = parts[f0 + i] + parts[f1 + i] + parts[f2 + i] + parts[f3 + i]
        lower = parts[f4 + i] + parts[f5 + i] + parts[f6 + i] + parts[f7 + i]
        lanes[i] = np.uint16(before[i] + PLACES[square, i] + upper + lower)


@helper
def stage_start(discs):
    """Where the weights of the stage with so many discs begin."""
    return min((discs - 4) // STAGE_DISCS, STAGES - 1) * SIZE


@helper
def worth(own, opp, weights, parts, lanes):
    """The sum of the weights of a position for the side with `own` discs, which is to move."""
    read_patterns(own, opp, parts, lanes)
    return total(own, opp, weights, lanes)


@helper
def total(own, opp, weights, lanes):
    """The same, once the indices of the patterns are in `lanes`."""
    discs = popcount(own | opp)
    start = stage_start(discs)
    value = weights[start + DISCS_AT + discs]
    value += weights[start + MOVES_AT + popcount(moves_by_lanes(own, opp))]
    value += weights[start + ANSWERS_AT + popcount(moves_by_lanes(opp, own))]
    for i in range(USED):
        value += weights[start + OFFSETS[i] + np.int64(lanes[i])]
    return value


def load_weights(model: str | None = None) -> tuple[np.ndarray, np.ndarray]:
    """The weights and the spreads for probabilistic cuts: those of a model, or Parlour's."""
    arrays = load_model(GAME, WEIGHTS, model, "patterns").arrays
    return unfold(arrays["weights"]), arrays["spreads"]


def unfold(weights: np.ndarray) -> np.ndarray:
    """The weights of all stages, twins too."""
    return np.ascontiguousarray(weights.reshape(STAGES, FOLDED)[:, FOLD]).reshape(-1)
