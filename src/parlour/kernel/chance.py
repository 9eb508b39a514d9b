"""Random numbers, and the seeds that they follow from: xoshiro256++ (Blackman and Vigna 2019).

A generator is four words. A small seed, below 2**64, fills them by splitmix64. A wide seed keeps a secret:
its generator has a key behind the four words, and `renew` fills them anew from the key before every move, so
that whoever sees what chance did in one move learns nothing about another.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numba import types

from parlour.kernel.compiling import compiled, helper
from parlour.kernel.keyed import keyed
from parlour.kernel.signatures import RNG
from parlour.seeds import WIDE, check_seed, digest_of

__all__ = [
    "GOLDEN", "SEAT_KEY", "agent_seed", "below", "draw", "mix", "new_rng", "pick", "random_bits", "renew",
    "seed_rng", "shuffle", "uniform",
]  # fmt: skip

_WORDS, _WITH_KEY = 4, 8  # of a generator; of one that has a key behind

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


@compiled(types.void(RNG, types.uint64, types.uint64), late=True)
def seed_rng(rng, seed, stream):
    """Start stream number `stream` of a seed: 0 is the game's chance, 1 + n the n-th seat's own."""
    word = mix(np.uint64(seed) ^ mix((np.uint64(stream) + np.uint64(1)) * GOLDEN))
    for i in range(4):
        word += GOLDEN
        rng[i] = mix(word)


def new_rng(seed: int, stream: int = 0) -> np.ndarray:
    """A generator: stream number `stream` of `seed`."""
    if check_seed(seed) < WIDE:
        rng = np.zeros(_WORDS, np.uint64)
        seed_rng(rng, np.uint64(seed), np.uint64(stream))
        return rng
    rng = np.zeros(_WITH_KEY, np.uint64)
    rng[_WORDS:] = _words(digest_of(f"chance {stream} of {seed}"))
    renew(rng)
    return rng


def renew(rng: np.ndarray) -> bool:
    """Fill a generator anew from its key, which is replaced by its hash; False when it has none."""
    if rng.size != _WITH_KEY:
        return False
    digest = hashlib.sha512(rng[_WORDS:].astype("<u8").tobytes()).digest()
    rng[:] = _words(digest)
    return True


def _words(digest: bytes) -> np.ndarray:
    return np.frombuffer(digest, "<u8").astype(np.uint64)


SEAT_KEY = np.uint64(1)
"""The second word of the key that the seats' own seeds follow from; the first is a small seed of the game."""


def agent_seed(seed: int, seat: int, rotation: int = 0, secret: str = "") -> int:
    """The seed of a seat's own chance; it tells nothing of the game's seed.

    Every rotation of the seats on one deal has others. With a secret, no guess at the seed can be tried out.
    """
    if check_seed(seed) >= WIDE or secret:
        first, second, *_ = _words(digest_of(f"agents of {seed}, {secret}"))
    else:
        first, second = np.uint64(seed), SEAT_KEY
    return int(keyed(first, second, np.uint64(rotation << 32 | seat)))


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
