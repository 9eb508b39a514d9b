"""Reports: tables with intervals beside published figures, pictures, one HTML page."""

from parlour.report.figure import Figure, MissingMatplotlib, can_draw, comparison, curve, distribution
from parlour.report.page import Report
from parlour.report.power import findable, power
from parlour.report.table import Cell, Table
from parlour.report.verdict import Claim, Verdict

__all__ = [
    "Cell", "Claim", "Figure", "MissingMatplotlib", "Report", "Table", "Verdict", "can_draw", "comparison",
    "curve", "distribution", "findable", "power",
]  # fmt: skip
