"""Numbers that follow from a key, and tell nothing of it: SipHash-2-4 (Aumasson and Bernstein 2012)."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.kernel.compiling import compiled, helper

__all__ = ["keyed"]

_V0, _V1, _V2, _V3 = (
    np.uint64(word)
    for word in (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)
)
_LENGTH = np.uint64(8 << 56)  # the last block of a message of eight bytes
_LAST = np.uint64(0xFF)
_64 = np.uint64(64)
_13, _16, _17, _21, _32 = (np.uint64(n) for n in (13, 16, 17, 21, 32))


@helper
def _turn(word, places):
    """The word turned to the left by so many places."""
    return (word << places) | (word >> (_64 - places))


@helper
def _rounds(v, count):
    """So many rounds of the cipher on its four words."""
    v0, v1, v2, v3 = v
    for _ in range(count):
        v0 += v1
        v2 += v3
        v1 = _turn(v1, _13) ^ v0
        v3 = _turn(v3, _16) ^ v2
        v0 = _turn(v0, _32)
        v2 += v1
        v0 += v3
        v1 = _turn(v1, _17) ^ v2
        v3 = _turn(v3, _21) ^ v0
        v2 = _turn(v2, _32)
    return v0, v1, v2, v3


@helper
def _absorb(v, block):
    """Two rounds with a block of the message."""
    v0, v1, v2, v3 = _rounds((v[0], v[1], v[2], v[3] ^ block), 2)
    return v0 ^ block, v1, v2, v3


@compiled(types.uint64(types.uint64, types.uint64, types.uint64), late=True)
def keyed(key_0, key_1, number):
    """64 bits that follow from a key of 128 bits and a number: who sees many knows neither key nor others."""
    v = _absorb((key_0 ^ _V0, key_1 ^ _V1, key_0 ^ _V2, key_1 ^ _V3), number)
    v0, v1, v2, v3 = _absorb(v, _LENGTH)
    v0, v1, v2, v3 = _rounds((v0, v1, v2 ^ _LAST, v3), 4)
    return v0 ^ v1 ^ v2 ^ v3
