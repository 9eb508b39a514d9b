"""The studies of several games."""

from parlour.lab import budgets, seats, tables, trainings
from parlour.lab.registry import STUDIES

__all__ = ["STUDIES", "budgets", "seats", "tables", "trainings"]
