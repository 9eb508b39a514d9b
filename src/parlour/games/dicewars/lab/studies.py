"""Dicewars' studies."""

from parlour.games.dicewars.lab import learner, reference
from parlour.games.dicewars.lab.sources import STUDIES

__all__ = ["STUDIES", "learner", "reference"]
