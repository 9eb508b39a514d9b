"""What the tests share: types, and Python in a process of its own."""

from __future__ import annotations

import asyncio
import filecmp
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple


class Done(NamedTuple):
    """What a command left behind."""

    returncode: object
    stdout: str
    stderr: str


Run = Callable[..., Done]
"""The fixture that runs the command line."""


def finish(work: Coroutine[Any, Any, Any]) -> Any:
    """What a coroutine gives, in a thread of its own: the driver of a browser may have a loop in this one."""
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, work).result(60)


def lay(source: Path, target: Path) -> Path:
    """A copy that is as old as the file, or the one that is there: what was compiled of it stays valid."""
    if not (target.exists() and filecmp.cmp(source, target)):
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
    return target


def lay_text(target: Path, text: str) -> Path:
    """A file with a text, or the one that is there: what was compiled of it stays valid."""
    if not (target.exists() and target.read_text(encoding="utf-8") == text):
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return target


def start_parlour(*words: str, **environment: str) -> subprocess.Popen[str]:
    """A command in a process of its own, which heeds Ctrl-C even when the tests themselves do not."""
    return start_python("-m", "parlour", *words, **environment)


def start_python(*words: str, **environment: str) -> subprocess.Popen[str]:
    """Python in a process of its own, which heeds Ctrl-C even when the tests themselves do not."""
    return subprocess.Popen(
        [sys.executable, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


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
