"""What Dicewars' studies cite and share."""

from parlour.report.source import Source
from parlour.report.study import Studies

__all__ = ["COURSE_REPORT", "REFERENCE", "STUDIES", "THESIS"]

STUDIES = Studies("dicewars")
THESIS = Source(
    "turecek", "misc", "dturecek", "A bachelor's thesis on Dicewars", school="github.com/dturecek/dicewars"
)
COURSE_REPORT = Source(
    "duchon", "techreport", "Radek Duchoň and Jan Juda and Ondřej Kinšt and Josef Oškera and Ivana Saranová",
    "AI pro hru Dicewars", "2020", "Brno University of Technology", "course report",
)  # fmt: skip

REFERENCE = ("random", "two", "difference", "ste", "stei", "wpm")
