"""The transposition table of Reversi's searches: bounds and a move for each position.

An entry is two words, four entries a bucket of one cache line:

    word 0   the position's key, xor-ed with word 1
    word 1   age 8 | move 8 | trust 8 | depth 8 | upper bound 16 | lower bound 16

Bounds are whole numbers in -32768..32767, in units of the search; `trust` tells how sure a search with
probabilistic cuts was, and an entry answers only questions of its own trust or less. Threads share a table
without locks: an entry whose words two threads wrote at once fits no key (Hyatt and Mann 2002).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.kernel import helper

__all__ = [
    "NO_MOVE", "Entry", "depth_of", "find", "keep", "key_of", "lower_of", "move_of", "new_table", "trust_of",
    "upper_of",
]  # fmt: skip

BUCKET_WORDS = 8
NO_MOVE = 64
Whole = int | np.integer[Any]
_BIAS = 32768
_U8, _U16, _U32, _U40, _U48, _U56 = (np.uint64(n) for n in (8, 16, 32, 40, 48, 56))
_BYTE, _SHORT = np.uint64(0xFF), np.uint64(0xFFFF)
_MIX_OWN, _MIX_OPP = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)


def new_table(bits: int) -> np.ndarray:
    """An empty table of ``2**bits`` buckets that starts on a cache line."""
    words = np.zeros(BUCKET_WORDS * ((1 << bits) + 1), np.uint64)
    skip = (-words.ctypes.data // 8) % BUCKET_WORDS
    return words[skip : skip + BUCKET_WORDS * (1 << bits)]


@helper
def key_of(own, opp):
    """64 bits that stand for a position; never 0, which marks an empty entry."""
    word = opp * _MIX_OPP
    word = (own ^ (word >> _U32) ^ (word << _U32)) * _MIX_OWN
    return (word ^ (word >> _U32)) | np.uint64(1)


@helper
def bucket_of(key, buckets):
    """The first word of the bucket where a position may be kept; `buckets` is their number less one."""
    return np.int64((key >> _U8) & buckets) * BUCKET_WORDS


@helper
def find(table, buckets, key):
    """The data word of a position, or 0."""
    at = bucket_of(key, buckets)
    for i in range(4):
        data = table[at + 2 * i + 1]
        if table[at + 2 * i] ^ data == key:
            return data
    return np.uint64(0)


@helper
def lower_of(data):
    """The proven lower bound."""
    return np.int64(data & _SHORT) - _BIAS


@helper
def upper_of(data):
    """The proven upper bound."""
    return np.int64((data >> _U16) & _SHORT) - _BIAS


@helper
def depth_of(data):
    """How deep the search below the position was."""
    return np.int64((data >> _U32) & _BYTE)


@helper
def trust_of(data):
    """How sure the search was."""
    return np.int64((data >> _U40) & _BYTE)


@helper
def move_of(data):
    """The best move known, or `NO_MOVE`."""
    return np.int64((data >> _U48) & _BYTE)


class Entry(NamedTuple):
    """What a search knows of a position."""

    lower: Whole
    upper: Whole
    depth: Whole
    trust: Whole
    move: Whole
    age: Whole


@helper
def pack(lower, upper, entry):
    """The data word of an entry, with these bounds."""
    return (
        np.uint64(lower + _BIAS)
        | (np.uint64(upper + _BIAS) << _U16)
        | (np.uint64(entry.depth) << _U32)
        | (np.uint64(entry.trust) << _U40)
        | (np.uint64(entry.move) << _U48)
        | (np.uint64(entry.age) << _U56)
    )


@helper
def keep(table, buckets, key, entry):
    """Write an `Entry` over the same position's, or over the oldest and shallowest of its bucket.

    Where the old entry is of the same depth and trust, the narrower bounds of both stay.
    """
    lower, upper = entry.lower, entry.upper
    at = bucket_of(key, buckets)
    place, worth = at, np.int64(1 << 30)
    for i in range(4):
        slot = at + 2 * i
        data = table[slot + 1]
        other = table[slot] ^ data
        if other == key:
            place = slot
            if depth_of(data) == entry.depth and trust_of(data) == entry.trust:
                lower, upper = max(lower, lower_of(data)), min(upper, upper_of(data))
            break
        value = np.int64(0)
        if other != np.uint64(0):
            value = 1 + depth_of(data) + (256 if np.int64(data >> _U56) == entry.age else 0)
        if value < worth:
            place, worth = slot, value
    data = pack(lower, upper, entry)
    table[place] = key ^ data
    table[place + 1] = data
