"""A mistake in a user's file as a person wants to see it: the file, the line, and a caret under the place."""

from __future__ import annotations

import linecache
import re
import sysconfig
import traceback
from dataclasses import dataclass
from pathlib import Path

from parlour.errors import CodeMistake, ParlourError

__all__ = ["Mistake", "TooLong", "mistake_of"]

_PARLOUR = Path(__file__).resolve().parents[1]
_FIXES = (
    (
        r"out of bounds for (u?int\d+)",
        "give the field a wider type, or a signed one",
    ),
    (r"is out of bounds for axis", "keep the index below the size of the field, or make the field larger"),
)


class TooLong(Exception):
    """A rule has not come to its end in time."""


@dataclass(frozen=True)
class Mistake:
    """What is wrong, and where: columns count from 0, and are equal where nobody knows them."""

    words: str
    file: str = ""
    line: int = 0
    start: int = 0
    end: int = 0

    def __str__(self) -> str:
        place = f"{Path(self.file).name}, line {self.line}: " if self.line else ""
        return "\n".join([place + self.words, *self._picture()])

    def _picture(self) -> list[str]:
        """The line with carets under the place."""
        text = linecache.getline(self.file, self.line).rstrip() if self.line else ""
        if not text:
            return []
        start, end = (self.start, self.end) if self.end > self.start else (_indent(text), len(text))
        return [f"    {text}", "    " + " " * start + "^" * max(min(end, len(text)) - start, 1)]


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def mistake_of(error: BaseException) -> Mistake:
    """What an error says about the user's file, whoever raised it."""
    if isinstance(error, CodeMistake) and error.line:
        frame = _frame_of_user(error.__cause__) if error.__cause__ else None
        return _in_frame(error.__cause__, frame, error.words) if frame and error.__cause__ else _placed(error)
    for cause in _causes(error):
        if isinstance(cause, CodeMistake) and cause.line:
            return _placed(cause)
        if isinstance(cause, SyntaxError) and cause.filename and cause.lineno:
            start = max((cause.offset or 1) - 1, 0)
            end = (cause.end_offset or 0) - 1 if cause.end_lineno == cause.lineno else 0
            return Mistake(f"{cause.msg}", cause.filename, cause.lineno, start, max(end, start + 1))
        frame = _frame_of_user(cause)
        if frame and not isinstance(cause, ParlourError):
            return _in_frame(cause, frame)
    return Mistake(_words(error))


def _placed(error: CodeMistake) -> Mistake:
    return Mistake(error.words, error.file, error.line)


def _causes(error: BaseException) -> list[BaseException]:
    """An error and what it came from, the origin first."""
    chain = [error]
    while chain[-1].__cause__ is not None:
        chain.append(chain[-1].__cause__)
    return chain[::-1]


def _frame_of_user(error: BaseException) -> traceback.FrameSummary | None:
    """The innermost frame that is neither Parlour's nor a library's; where the file is loaded none is."""
    library = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "purelib", "platlib"))
    frames = traceback.extract_tb(error.__traceback__)
    return next(
        (
            frame
            for frame in reversed(frames)
            if Path(frame.filename).is_file()
            and not Path(frame.filename).is_relative_to(_PARLOUR)
            and not frame.filename.startswith(library)
        ),
        None,
    )


def _in_frame(error: BaseException, frame: traceback.FrameSummary, said: str = "") -> Mistake:
    one_line = frame.end_lineno == frame.lineno
    start, end = (frame.colno or 0, frame.end_colno or 0) if one_line else (0, 0)
    indent = _indent(linecache.getline(frame.filename, frame.lineno or 0).rstrip())
    words = said or (f"in '{frame.name}': " if frame.name != "<module>" else "") + _words(error)
    return Mistake(words, frame.filename, frame.lineno or 0, max(start, indent) if end else 0, end)


def _words(error: BaseException) -> str:
    text = " ".join(str(error).split())
    if isinstance(error, (ParlourError, AssertionError, AttributeError, TooLong)) and text:
        return text
    fix = next((f": {fix}" for pattern, fix in _FIXES if re.search(pattern, text)), "")
    return f"{type(error).__name__}: {text}{fix}"
