"""Writing the numbers of an encoding: sets as a 1 for each member, counts in steps."""

from __future__ import annotations

from parlour.kernel.bits import bits
from parlour.kernel.compiling import helper

__all__ = ["mark", "tell"]


@helper
def mark(out, start, mask):
    """A 1 for each bit of a 64-bit mask, bit 0 at `start`."""
    for place in bits(mask):
        out[start + place] = 1.0


@helper
def tell(out, start, count, most):
    """A count in steps from 1 to `most`: a 1 for each step that it reaches."""
    for step in range(min(count, most)):
        out[start + step] = 1.0
