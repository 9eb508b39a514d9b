"""What a game is played under: clocks and memory."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from parlour.agent import Clock
from parlour.errors import ParlourError

__all__ = ["Terms", "parse_clock", "parse_memory"]

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@dataclass(frozen=True)
class Terms:
    """Limits of each seat: seconds for the game, more for each decision, at most for one, and memory."""

    bank: float | None = None
    increment: float = 0.0
    move: float | None = None
    memory: int | None = None  # for bots in other processes

    def clock(self) -> Clock:
        """A fresh clock for one seat."""
        return Clock(
            math.inf if self.bank is None else self.bank,
            self.increment,
            math.inf if self.move is None else self.move,
        )


def parse_clock(text: str) -> tuple[float, float]:
    """The bank and the increment of ``10+0.1`` (seconds)."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", text.strip())
    if not found or float(found[1]) == 0:
        raise ParlourError(f"clock '{text}': expected seconds for the game and seconds a move such as 10+0.1")
    return float(found[1]), float(found[2] or 0)


def parse_memory(text: str) -> int:
    """The bytes of ``1G`` or ``512M``."""
    found = re.fullmatch(r"(\d+)([KMG]?)B?", text.strip().upper())
    if not found or int(found[1]) == 0:
        raise ParlourError(f"memory '{text}': expected a size such as 512M or 1G")
    return int(found[1]) * _UNITS[found[2]]
