"""The kinds of models that Reversi's agents know the game by."""

from __future__ import annotations

from parlour.model import ModelKind

__all__ = [
    "COUNTS", "FOLDED", "PATTERNS", "SIZE", "SQUARES", "SQUARE_KINDS", "STAGES", "STAGE_DISCS", "UNIT",
    "WEIGHTS",
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
STAGES, STAGE_DISCS = 15, 4  # the game in stages of so many discs
UNIT = 128  # a stored weight of so much is one disc
COUNTS = ("discs", "moves", "answers")  # on the board, of the side to move, and of the other side if it were
SIZE = sum(3 ** len(squares.split()) for squares in PATTERNS.values()) + 65 * len(COUNTS)
"""Weights of a stage."""
FOLDED = 114_072
"""Those of them that differ: mirror images weigh the same."""

WEIGHTS = ModelKind(
    "patterns",
    "parlour train reversi --method patterns",
    {"weights": ("int16", (STAGES, FOLDED)), "spreads": ("uint64", (64, 64))},
    {"patterns": PATTERNS, "counts": COUNTS, "stage discs": STAGE_DISCS, "unit": UNIT},
)

SQUARE_KINDS = (
    "corner", "c", "a", "b", "x", "inner a", "inner b", "ring corner", "ring edge", "middle", "mobility",
)  # fmt: skip
SQUARES = ModelKind(
    "squares",
    "parlour train reversi --method squares",
    {"parameters": ("float64", (len(SQUARE_KINDS),))},
    SQUARE_KINDS,
)
