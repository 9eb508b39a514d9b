"""The pattern evaluation: small groups of squares, each with a weight for everything that can stand on it.

A position is worth the sum of the weights of its patterns, for the side to move, in discs. The weights
differ by stage of the game and are shared between the symmetric images of a pattern (Buro 1998; Lucas
2008 for learning such n-tuples by temporal differences).
"""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np

from parlour.errors import ParlourError
from parlour.files import write_bytes
from parlour.games.reversi import GAME
from parlour.kernel import helper, popcount

__all__ = [
    "DISCS_AT", "LANES", "LAYOUT", "OFFSETS", "SIZE", "STAGES", "UNIT", "USED", "load_weights", "parts",
    "read_patterns", "save_weights", "stage_start", "weights_path", "worth",
]  # fmt: skip

# One pattern of each kind, by its squares; the others are its images under the board's symmetries.
PATTERNS = {
    "edge+x": "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "corner3x3": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "corner2x5": "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "row2": "a2 b2 c2 d2 e2 f2 g2 h2",
    "row3": "a3 b3 c3 d3 e3 f3 g3 h3",
    "row4": "a4 b4 c4 d4 e4 f4 g4 h4",
    "diagonal8": "a1 b2 c3 d4 e5 f6 g7 h8",
    "diagonal7": "a2 b3 c4 d5 e6 f7 g8",
    "diagonal6": "a3 b4 c5 d6 e7 f8",
    "diagonal5": "a4 b5 c6 d7 e8",
    "diagonal4": "a5 b6 c7 d8",
}
DISCS = "discs"  # one more weight for each number of discs on the board
LANES = 48  # the patterns of a position, then unused lanes up to a whole number of vectors
STAGES, STAGE_DISCS = 15, 4
UNIT = 128  # a stored weight of so much is one disc


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
        self.names: list[str] = []
        mirrors, size = [], 0
        for name, text in PATTERNS.items():
            squares = tuple(_square(word) for word in text.split())
            images: dict[frozenset[int], tuple[int, ...]] = {}
            twin = np.arange(3 ** len(squares))
            for image in _images(squares):
                if images.setdefault(frozenset(image), image) == squares != image:
                    twin = _mirror(squares, image)
            for image in images.values():
                self.offsets[len(self.lanes)] = size
                self.lanes.append(image)
            self.names.append(f"{name} {text}")
            mirrors.append(size + twin)
            size += twin.size
        self.discs = size
        self.names.append(DISCS)
        mirrors.append(size + np.arange(65))
        self.size = size + 65
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


LAYOUT = _Layout()
USED = len(LAYOUT.lanes)
OFFSETS = LAYOUT.offsets
DISCS_AT, SIZE = LAYOUT.discs, LAYOUT.size
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
def stage_start(discs):
    """Where the weights of the stage with so many discs begin."""
    return min((discs - 4) // STAGE_DISCS, STAGES - 1) * SIZE


@helper
def worth(own, opp, weights, parts, lanes):
    """The sum of the weights of a position for the side with `own` discs, which is to move."""
    read_patterns(own, opp, parts, lanes)
    discs = popcount(own | opp)
    start = stage_start(discs)
    total = weights[start + DISCS_AT + discs]
    for i in range(USED):
        total += weights[start + OFFSETS[i] + np.int64(lanes[i])]
    return total


def weights_path() -> Path:
    """The weights in the package; ``parlour train reversi-patterns`` makes them."""
    return Path(__file__).parents[1] / "models" / "patterns.npz"


def _purpose() -> dict[str, object]:
    """What weights must be for, to be played with here."""
    return {
        "game": GAME.name,
        "rules": GAME.rules_version,
        "patterns": LAYOUT.names,
        "stages": STAGES,
        "stage_discs": STAGE_DISCS,
        "unit": UNIT,
    }


def save_weights(path: Path, weights: np.ndarray, spreads: np.ndarray, about: dict[str, object]) -> None:
    """Write weights as they are shipped, with everything that says what they are for."""
    content, facts = io.BytesIO(), json.dumps({**_purpose(), **about})
    np.savez_compressed(content, weights=weights, spreads=spreads, about=np.array(facts))
    write_bytes(path, content.getvalue())


def load_weights(path: Path | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Weights and the spreads for probabilistic cuts; `ParlourError` when they are for something else."""
    path = path or weights_path()
    try:
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            weights, spreads = file["weights"], file["spreads"]
    except (OSError, ValueError, KeyError) as error:
        raise ParlourError(f"cannot read pattern weights from {path}: {error}") from None
    for name, value in _purpose().items():
        if about.get(name) != value:
            raise ParlourError(
                f"{path} does not fit: its {name} is {about.get(name)!r}, this needs {value!r}"
            )
    return weights, spreads
