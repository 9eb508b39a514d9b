"""Limits as people write them: clocks and memory."""

from __future__ import annotations

import re

from parlour.errors import ParlourError

__all__ = ["parse_clock", "parse_memory"]

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


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
