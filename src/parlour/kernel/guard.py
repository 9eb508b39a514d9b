"""Rules of users' own games between guards: what they answer never leads compiled code out of its arrays.

Their indices are checked as they run (see `compiling`); here their answers are.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from parlour.errors import CodeMistake
from parlour.kernel.compiling import compiled
from parlour.kernel.rules import Rules
from parlour.kernel.signatures import SIGNATURES

__all__ = ["guarded"]


def guarded(rules: Rules, seats: int) -> Rules:
    """The same rules, but that count actions that do not fit or name a seat that is not there: an error."""
    return rules.but(legal=_within_the_list(rules.legal), mover=_among_the_seats(rules.mover, seats))


@cache
def _within_the_list(legal: Any) -> Any:
    @compiled(SIGNATURES["legal"], keep=False)
    def legal_within(state, actions):
        n = legal(state, actions)
        if n < 0 or n > actions.size:
            raise CodeMistake("'legal' returns more actions than MAX_ACTIONS, or fewer than none")
        return n

    return legal_within


@cache
def _among_the_seats(mover: Any, seats: int) -> Any:
    @compiled(SIGNATURES["mover"], keep=False)
    def mover_among(state):
        seat = mover(state)
        if seat >= seats:
            raise CodeMistake("'mover' names a seat that is not there: the first is 0, and -1 means the end")
        return seat

    return mover_among
