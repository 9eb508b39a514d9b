"""What the tests share: types, and Python in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple


class Done(NamedTuple):
    """What a command left behind."""

    returncode: object
    stdout: str
    stderr: str


Run = Callable[..., Done]
"""The fixture that runs the command line."""


def run_python(code: str, **environment: str) -> str:
    """What a program prints that Python gets through standard input."""
    done = subprocess.run(
        [sys.executable, "-"],
        input=code,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, **environment},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr
