"""Random numbers: xoshiro256++ (Blackman and Vigna 2019), seeded by splitmix64."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from parlour.kernel.compiling import compiled, helper
from parlour.kernel.signatures import RNG

__all__ = [
    "GOLDEN", "below", "draw", "mix", "new_rng", "pick", "random_bits", "seed_rng", "shuffle", "uniform",
]  # fmt: skip

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S17, _S19, _S23, _S27, _S30, _S31, _S32, _S41, _S45 = (
    np.uint64(n) for n in (17, 19, 23, 27, 30, 31, 32, 41, 45)
)


@helper
def mix(word):
    """Scramble 64 bits (the finisher of splitmix64)."""
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    return word ^ (word >> _S31)


@compiled(types.void(RNG, types.uint64, types.uint64))
def seed_rng(rng, seed, stream):
    """Start stream number `stream` of a seed: 0 is the game's chance, 1 + n the n-th seat's own."""
    word = mix(np.uint64(seed) ^ mix((np.uint64(stream) + np.uint64(1)) * GOLDEN))
    for i in range(4):
        word += GOLDEN
        rng[i] = mix(word)


def new_rng(seed: int, stream: int = 0) -> np.ndarray:
    """A generator: stream number `stream` of `seed`."""
    rng = np.zeros(4, np.uint64)
    seed_rng(rng, np.uint64(seed), np.uint64(stream))
    return rng


@helper
def random_bits(rng):
    """64 random bits."""
    total = rng[0] + rng[3]
    result = ((total << _S23) | (total >> _S41)) + rng[0]
    shifted = rng[1] << _S17
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= shifted
    rng[3] = (rng[3] << _S45) | (rng[3] >> _S19)
    return result


@compiled(types.uint64(RNG))
def draw(rng: np.ndarray) -> Any:
    """64 random bits, for callers in Python."""
    return random_bits(rng)


@helper
def pick(rng, n):
    """A number in 0..n-1, uniform up to n / 2**32."""
    return np.int64(((random_bits(rng) >> _S32) * np.uint64(n)) >> _S32)


@compiled(types.int64(RNG, types.int64))
def below(rng: np.ndarray, n: int) -> int:
    """A number in 0..n-1, for callers in Python."""
    return int(pick(rng, n))


@helper
def uniform(rng):
    """A float in [0, 1)."""
    return np.float64(random_bits(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@helper
def shuffle(items, n, rng):
    """Shuffle the first `n` items in place."""
    for i in range(n - 1, 0, -1):
        j = pick(rng, i + 1)
        items[i], items[j] = items[j], items[i]
