"""What a game does that lacks a rule, where there is something sensible to do."""

from __future__ import annotations

import numpy as np

from parlour.kernel.chance import GOLDEN, mix
from parlour.kernel.compiling import policy, rule
from parlour.kernel.signatures import ANY

__all__ = ["DEFAULTS", "any_action", "playout"]


@rule
def hide(state, seat):
    """Nothing is hidden in a game of perfect information."""


@rule
def guess(state, seat, rng):
    """Nothing needs guessing in a game of perfect information."""


@rule
def redraw(state, rng):
    """Nothing lies in the state that no seat knows: chance is drawn when it is needed."""


@rule
def key(state):
    """A hash of every byte of the state."""
    total = np.uint64(state.size)
    for i in range(state.size):
        total = mix((total ^ np.uint64(state[i])) + GOLDEN)
    return total


@rule
def value(state, seat):
    """No opinion."""
    return 0.0


@rule
def playout(state, rng):
    """Leave the whole playout to the policy."""


@policy
def any_action(state, rng):
    """Any legal action will do."""
    return ANY


@rule
def observe(state, seat, out):
    """A game without an encoding shows nothing."""


@rule
def code(state, action):
    """Actions are numbered from 0 already."""
    return action


@rule
def decode(state, code):
    """A number is the action itself."""
    return code


@rule
def depict(state, action, out):
    """One number for each action."""
    out[action] = 1.0


@rule
def depict_all(state, actions, n, seen, out):
    """What is seen, and every action, is written by itself."""
    return False


@rule
def candidates(state, actions, n):
    """No two actions mean the same."""
    return n


DEFAULTS = {
    "hide": hide,
    "guess": guess,
    "redraw": redraw,
    "key": key,
    "value": value,
    "playout": playout,
    "policy": any_action,
    "observe": observe,
    "code": code,
    "decode": decode,
    "depict": depict,
    "depict_all": depict_all,
    "candidates": candidates,
}
"""The rules that a game may do without; what it was worth (`target`) is by default its rewards."""
