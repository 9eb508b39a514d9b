"""Mistakes that a person can mend, told in one line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["IllegalMove", "ParlourError", "unknown"]


class ParlourError(Exception):
    """A mistake of the user's; its text is one line that names the fix."""


class IllegalMove(ParlourError):
    """An action that the rules do not allow in this position."""


def unknown(kind: str, name: str, known: Iterable[str]) -> ParlourError:
    """The error for a name nobody knows: it offers the nearest one and lists the others."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean '{near[0]}'? " if near else ""
    return ParlourError(f"unknown {kind} '{name}': {hint}known are {', '.join(names) or 'none'}")
