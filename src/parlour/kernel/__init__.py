"""The kernel contract: rules are plain functions that run at the speed of compiled code.

A game's state is a NumPy structured dtype that travels through compiled code as a flat ``uint8``
buffer, so every game has the same types and a search is compiled once for all of them. The name of
a rule picks its signature (`SIGNATURES`); `Rules` carries the functions of one game into compiled
code, where ``rules.legal(state, actions)`` is a call through a pointer of two or three nanoseconds.

With ``NUMBA_DISABLE_JIT=1`` all of this runs as plain Python, for debugging and coverage.
"""

from __future__ import annotations

from parlour.kernel.bits import bits, leading, nth_bit, popcount, trailing, word_of
from parlour.kernel.chance import (
    agent_seed,
    below,
    draw,
    mix,
    new_rng,
    pick,
    random_bits,
    renew,
    seed_rng,
    shuffle,
    uniform,
)
from parlour.kernel.compiling import (
    PLAIN,
    Function,
    compiled,
    helper,
    heuristic,
    is_compiled,
    policy,
    ready,
    rule,
)
from parlour.kernel.defaults import any_action, playout
from parlour.kernel.guard import guarded
from parlour.kernel.keeping import cache_root
from parlour.kernel.news import Compiling, expected, listen
from parlour.kernel.numbers import mark, tell
from parlour.kernel.records import borrowed, copy, pointer, prefetch, record, row, structs
from parlour.kernel.rehearsal import Frame, rehearse
from parlour.kernel.rules import (
    BASIC,
    POLICIES,
    RULES,
    Rules,
    policy_at,
    policy_table,
    start_game,
)
from parlour.kernel.signatures import (
    ANY,
    ENCODERS,
    FLOAT_ROWS,
    FLOATS,
    INT_ROWS,
    INTS,
    NUMBER_ROWS,
    NUMBERS,
    RNG,
    SIGNATURES,
    STATE,
    STATE_ROWS,
)
from parlour.kernel.sources import fingerprint, name_of

__all__ = [
    "ANY", "BASIC", "ENCODERS", "FLOATS", "FLOAT_ROWS", "INTS", "INT_ROWS", "NUMBERS", "NUMBER_ROWS", "PLAIN",
    "POLICIES", "RNG", "RULES", "SIGNATURES", "STATE", "STATE_ROWS", "Compiling", "Frame", "Function",
    "Rules", "agent_seed", "any_action", "below", "bits", "borrowed", "cache_root", "compiled", "copy",
    "draw", "expected", "fingerprint", "guarded", "helper", "heuristic", "is_compiled", "leading", "listen",
    "mark", "mix", "name_of", "new_rng", "nth_bit", "pick", "playout", "pointer", "policy", "policy_at",
    "policy_table", "popcount", "prefetch", "random_bits", "ready", "record", "rehearse", "renew", "row",
    "rule", "seed_rng", "shuffle", "start_game", "structs", "tell", "trailing", "uniform", "word_of",
]  # fmt: skip
