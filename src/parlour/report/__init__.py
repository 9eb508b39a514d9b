"""Reports: tables with intervals beside published figures, pictures, one HTML page."""

from parlour.report.figure import Figure, MissingMatplotlib, can_draw, comparison, curve, distribution
from parlour.report.page import Report
from parlour.report.table import Cell, Table, Tally

__all__ = [
    "Cell", "Figure", "MissingMatplotlib", "Report", "Table", "Tally", "can_draw", "comparison", "curve",
    "distribution",
]  # fmt: skip
