"""Mistakes that a person can mend, told in one line."""

from __future__ import annotations

import difflib
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError

__all__ = ["Broken", "CannotStart", "IllegalMove", "ParlourError", "broken_by", "first_mistake", "unknown"]


LONGEST = 1000
"""Characters of a line; of a longer one the middle is left out."""


class ParlourError(Exception):
    """A mistake of the user's; its text is one line that names the fix, whatever of the user's it repeats."""

    def __init__(self, text: str) -> None:
        super().__init__(_one_line(text))


def _one_line(text: str) -> str:
    """A text that a terminal shows in one line."""
    if not text.isprintable():
        text = "".join(
            letter if letter.isprintable() else " " if letter.isspace() else "?" for letter in text
        )
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"


class IllegalMove(ParlourError):
    """An action that the rules do not allow in this position."""


class CannotStart(ParlourError):
    """A bot whose program cannot be started: that is no lost game but a mistake, and stops the match."""


class Broken(ParlourError):
    """A seat broke the rules of play: `reason` is timeout, crash, illegal or memory."""

    def __init__(self, reason: str, detail: str, trace: str = "") -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason, self.detail = reason, detail
        self.trace = trace  # the whole traceback of a crash


def broken_by(error: BaseException) -> Broken:
    """What an agent's error is called: an illegal move, or a crash with the file and line it came from."""
    if isinstance(error, Broken):
        return error
    if isinstance(error, IllegalMove):
        return Broken("illegal", str(error))
    detail = f"{type(error).__name__}: {error} ({_place_of(error)})"
    return Broken("crash", detail, "".join(traceback.format_exception(error)))


def _place_of(error: BaseException) -> str:
    """The file and line of an error: the last one outside Parlour when there is one."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = str(Path(__file__).parent)
    frame = next((frame for frame in reversed(frames) if not frame.filename.startswith(ours)), None)
    frame = frame or (frames[-1] if frames else None)
    return f"{Path(frame.filename).name}:{frame.lineno}" if frame else "no line"


def unknown(kind: str, name: str, known: Iterable[str]) -> ParlourError:
    """The error for a name nobody knows: it offers the nearest one and lists the others."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean '{near[0]}'? " if near else ""
    return ParlourError(f"unknown {kind} '{name}': {hint}known are {', '.join(names) or 'none'}")


def first_mistake(error: ValidationError) -> str:
    """The first thing wrong with a file or message, in one line."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])
