"""Who explains a position to a person: one choice for the page and the terminal."""

from __future__ import annotations

import contextlib
from typing import Literal

from parlour.agent import agent
from parlour.errors import ParlourError
from parlour.game import Game

__all__ = ["BANK", "Purpose", "adviser", "advisers"]

Purpose = Literal["hint", "replay"]
"""What somebody is advised for."""

BANK = 600.0
"""Seconds of a clock from which agents without a limit of their own take about a twentieth a move."""

# A hint within about a second, a whole game in some tens of seconds.
_ADVISERS: dict[Purpose, tuple[str, ...]] = {
    "hint": ("best:seconds=0.8", "mcts:seconds=0.8"),
    "replay": ("best:seconds=0.2", "mcts:seconds=0.2"),
}


def advisers(game: Game, purpose: Purpose) -> tuple[str, ...]:
    """Who advises in some variant of a game: those that it names, or the usual."""
    return tuple(game.board.ADVISERS.get(purpose, ())) or _ADVISERS[purpose]


def adviser(game: Game, purpose: Purpose) -> str:
    """The strongest agent that says what it thinks, as quick as its purpose asks; a game may name its own."""
    for spec in (*game.board.ADVISERS.get(purpose, ()), *_ADVISERS[purpose]):
        with contextlib.suppress(ParlourError):  # this variant is not for everyone
            candidate = agent(game, spec)
            candidate.close()
            if candidate.explains:
                return spec
    return "mcts"
