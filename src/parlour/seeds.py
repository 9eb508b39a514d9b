"""Seeds: small ones, which anybody can search, and wide ones, which nobody can guess."""

from __future__ import annotations

import hashlib
import secrets

from parlour.errors import ParlourError

__all__ = ["WIDE", "WIDEST", "check_seed", "digest_of", "new_seed"]

WIDE = 1 << 64
"""Where wide seeds begin. Who holds a hand of cards finds a smaller one by trying them all."""
WIDEST = 1 << 256
"""All seeds are smaller."""


def new_seed() -> int:
    """A wide seed of 128 random bits."""
    return WIDE + secrets.randbits(128)


def check_seed(seed: int) -> int:
    """The seed, when it is one."""
    if not 0 <= seed < WIDEST:
        raise ParlourError(f"seed {str(seed)[:20]}: expected a whole number from 0 to 2**256 - 1")
    return seed


def digest_of(purpose: str) -> bytes:
    """32 bytes that follow from a purpose, its seed in it, and tell nothing of it (SHA-256)."""
    return hashlib.sha256(purpose.encode()).digest()
