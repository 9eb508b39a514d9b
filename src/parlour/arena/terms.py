"""Limits as people write them: clocks and memory."""

from __future__ import annotations

import math
import re

from parlour.agent import Terms
from parlour.errors import ParlourError

__all__ = ["read_terms"]

_SECONDS = r"[0-9]{1,9}(?:\.[0-9]{1,9})?"
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def read_terms(clock: str | None = None, move: float | None = None, memory: str | None = None) -> Terms:
    """The limits of ``10+0.1`` (seconds a game and more a move), so many seconds a move, and ``1G``."""
    bank, increment = _clock(clock) if clock else (None, 0.0)
    if move is not None and not 0 < move < math.inf:
        raise ParlourError(f"move {move:g}: expected more than 0 seconds")
    return Terms(bank, increment, move, _bytes(memory) if memory else None)


def _clock(text: str) -> tuple[float, float]:
    parts = re.fullmatch(rf"({_SECONDS})(?:\+({_SECONDS}))?", text.strip())
    if not parts or float(parts[1]) == 0:
        raise ParlourError(f"clock '{text}': expected seconds for the game and seconds a move such as 10+0.1")
    return float(parts[1]), float(parts[2] or 0)


def _bytes(text: str) -> int:
    parts = re.fullmatch(r"([0-9]{1,15})([KMG]?)B?", text.strip().upper())
    if not parts or int(parts[1]) == 0:
        raise ParlourError(f"memory '{text}': expected a size such as 512M or 1G")
    return int(parts[1]) * _UNITS[parts[2]]
