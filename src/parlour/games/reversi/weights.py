"""The parameters of the simple evaluation; ``parlour train reversi-weights`` writes this file."""

__all__ = ["PARAMETERS"]

PARAMETERS = (30.0, -2.85, 0.84, 2.22, -9.76, -1.47, -1.33, 0.13, -0.36, -1.08, 1.65)
