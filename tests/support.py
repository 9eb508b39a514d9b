"""Types that the tests share."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Done(NamedTuple):
    """What a command left behind."""

    returncode: object
    stdout: str
    stderr: str


Run = Callable[..., Done]
"""The fixture that runs the command line."""
