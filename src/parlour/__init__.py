"""Parlour: six tabletop games at full rules, fast agents and honest statistics.

import parlour
game = parlour.game("reversi")
agents = [parlour.agent(game, "mcts:playouts=500"), parlour.agent(game, "random")]
print(parlour.play(game, agents, seed=7).scores)
"""

# ruff: noqa: E402 - first of all, Ctrl-C while the program `parlour` loads ends it without a traceback, and
# a program of ours looks for garbage less often: nearly all that is loaded lasts
from __future__ import annotations

import gc
import signal
import sys

_MODULE = sys.orig_argv[2] if sys.orig_argv[1:2] == ["-m"] else ""
_PROGRAM = sys.argv[0].endswith("parlour") or _MODULE == "parlour"
if _PROGRAM and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
if _PROGRAM or _MODULE.startswith("parlour."):
    gc.set_threshold(100_000, 50, 100)

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

from parlour.agent import Agent, Clock, agent
from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.spec import Option
from parlour.state import Move, State, View

if TYPE_CHECKING:
    from parlour.analysis import Analysis, analyse
    from parlour.arena.match import match, tournament
    from parlour.arena.play import play
    from parlour.judging.judgement import Judgement, judge
    from parlour.record import Record
    from parlour.stats.results import Results

__all__ = [
    "Agent", "Analysis", "Clock", "Game", "Judgement", "Move", "Option", "ParlourError", "Record",
    "Results", "State", "View", "agent", "analyse", "game", "judge", "match", "play", "tournament",
]  # fmt: skip

_LATER = {
    "Analysis": "parlour.analysis",
    "Judgement": "parlour.judging.judgement",
    "Record": "parlour.record",
    "Results": "parlour.stats.results",
    "analyse": "parlour.analysis",
    "judge": "parlour.judging.judgement",
    "match": "parlour.arena.match",
    "play": "parlour.arena.play",
    "tournament": "parlour.arena.match",
}


def __getattr__(name: str) -> Any:
    """Heavier rooms are entered when something of theirs is asked for, so that listing is quick."""
    if name not in _LATER:
        raise AttributeError(f"module 'parlour' has no attribute '{name}'")
    return getattr(import_module(_LATER[name]), name)
