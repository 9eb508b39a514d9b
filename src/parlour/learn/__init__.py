"""Learning that games share: measures of a model's confidence, folds and grid searches that resume."""

from parlour.learn.grid import folds, grid_search
from parlour.learn.measures import THRESHOLDS, Sweep, auc, bootstrap, calibration, roc, sweep
from parlour.learn.threads import one_thread

__all__ = [
    "THRESHOLDS",
    "Sweep",
    "auc",
    "bootstrap",
    "calibration",
    "folds",
    "grid_search",
    "one_thread",
    "roc",
    "sweep",
]
