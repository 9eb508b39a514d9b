"""The parameters of the simple evaluation; ``parlour train reversi-weights`` writes this file."""

PARAMETERS = (30.0, -6.0, 3.0, 2.0, -12.0, -1.5, -1.0, 0.5, 0.0, 0.0, 3.0)
