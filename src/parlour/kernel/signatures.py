"""The types that compiled code takes, and the signature that the name of each rule picks."""

from __future__ import annotations

from numba import types

__all__ = [
    "ANY", "ARGUMENTS", "ENCODERS", "FLOATS", "FLOAT_ROWS", "INTS", "INT_ROWS", "NUMBERS", "NUMBER_ROWS",
    "RNG", "SIGNATURES", "STATE", "STATE_ROWS",
]  # fmt: skip

ANY = -1
"""What a policy answers when any legal action will do, drawn uniformly."""

STATE = types.Array(types.uint8, 1, "C")
INTS = types.Array(types.int64, 1, "C")
FLOATS = types.Array(types.float64, 1, "C")
NUMBERS = types.Array(types.float32, 1, "C")
RNG = types.Array(types.uint64, 1, "C")

# Two-dimensional arrays, whose rows (see `row`) are what the types above stand for.
STATE_ROWS = types.Array(types.uint8, 2, "C")
INT_ROWS = types.Array(types.int64, 2, "C")
FLOAT_ROWS = types.Array(types.float64, 2, "C")
NUMBER_ROWS = types.Array(types.float32, 2, "C")

SIGNATURES = {
    "setup": types.void(STATE, INTS, RNG),
    "mover": types.int64(STATE),
    "legal": types.int64(STATE, INTS),
    "apply": types.void(STATE, types.int64, RNG),
    "scores": types.void(STATE, FLOATS),
    "rewards": types.void(STATE, FLOATS),
    "hide": types.void(STATE, types.int64),
    "guess": types.void(STATE, types.int64, RNG),
    "redraw": types.void(STATE, RNG),
    "key": types.uint64(STATE),
    "value": types.float64(STATE, types.int64),
    "playout": types.void(STATE, RNG),
    "policy": types.int64(STATE, RNG),
    "observe": types.void(STATE, types.int64, NUMBERS),
    "code": types.int64(STATE, types.int64),
    "decode": types.int64(STATE, types.int64),
    "depict": types.void(STATE, types.int64, NUMBERS),
    "depict_all": types.boolean(STATE, INTS, types.int64, NUMBERS, NUMBER_ROWS),
    "candidates": types.int64(STATE, INTS, types.int64),
    "target": types.void(STATE, FLOATS),
}

ARGUMENTS = {
    "setup": "state, options, rng",
    "mover": "state",
    "legal": "state, actions",
    "apply": "state, action, rng",
    "scores": "state, out",
    "rewards": "state, out",
    "hide": "state, seat",
    "guess": "state, seat, rng",
    "redraw": "state, rng",
    "key": "state",
    "value": "state, seat",
    "playout": "state, rng",
    "policy": "state, rng",
    "observe": "state, seat, out",
    "code": "state, action",
    "decode": "state, code",
    "depict": "state, action, out",
    "depict_all": "state, actions, n, seen, out",
    "candidates": "state, actions, n",
    "target": "state, out",
}
"""What each rule takes, as a game writes it."""

ENCODERS = ("observe", "code", "decode", "depict", "depict_all", "candidates", "target")
"""The rules of a game's room `encoding`: a view and an action as numbers."""
