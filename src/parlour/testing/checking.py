"""The check of a user's game or agent, stage by stage: no mistake of its ends the process that asks."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from parlour.stopping import whole
from parlour.testing.mistakes import Mistake

__all__ = ["STAGES", "Stage", "Verdict", "run_stage"]


class Stage(NamedTuple):
    """One way to run a file."""

    kind: str
    title: str
    environment: Mapping[str, str]


STAGES = (
    Stage("plain", "plain Python", {"NUMBA_DISABLE_JIT": "1"}),
    Stage("bounds", "compiled, every index checked", {"NUMBA_BOUNDSCHECK": "1"}),
    Stage("compiled", "compiled", {}),
)
"""The stages of a game, the one that tells most about a mistake first."""


class Verdict(NamedTuple):
    """How a stage ended."""

    games: int = 0
    mistake: Mistake | None = None


def run_stage(stage: Stage, words: Sequence[str], seconds: float) -> Verdict:
    """Run a stage in a process of its own, which may take so many seconds."""
    with whole():
        process = subprocess.Popen(
            [sys.executable, "-m", "parlour.testing.stage", stage.kind, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=_environment(stage),
            start_new_session=True,
        )
    try:
        told, complaints = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        return Verdict(mistake=Mistake(_too_late(stage, seconds)))
    finally:
        process.kill()
        process.wait()
    return _verdict(stage, process.returncode, told, complaints)


def _environment(stage: Stage) -> dict[str, str]:
    """Ours with the stage's; code with other checks is kept apart from what is played with."""
    from parlour.kernel import cache_root

    folder = {"PARLOUR_CACHE": str(cache_root() / "checked")} if stage.kind == "bounds" else {}
    return {**os.environ, **stage.environment, **folder}


def _verdict(stage: Stage, code: int, told: str, complaints: str) -> Verdict:
    try:
        answer = json.loads(told)
    except ValueError:
        return Verdict(mistake=Mistake(_died(stage, code, complaints)))
    mistake = answer.get("mistake")
    return Verdict(answer.get("games", 0), Mistake(**mistake) if mistake else None)


def _died(stage: Stage, code: int, complaints: str) -> str:
    if code >= 0:
        last = complaints.strip().splitlines()[-1:] or ["without a word"]
        return f"the file ended the program itself ({stage.title}, exit code {code}): {last[0]}"
    return (
        f"the program was killed by {signal.Signals(-code).name} ({stage.title}): a rule or an agent has "
        "overwritten memory or asked for too much of it"
    )


def _too_late(stage: Stage, seconds: float) -> str:
    return (
        f"no end after {seconds:.0f} seconds ({stage.title}): is there a loop, or a game, that does not end? "
        "--seconds gives it longer"
    )
