"""Sequential halving: of the candidates that are tried out side by side, the worse half drops out."""

from __future__ import annotations

from parlour.kernel import helper

__all__ = ["FINALISTS", "drop_half"]

FINALISTS = 3
"""Candidates that stay to the end."""


@helper
def drop_half(alive, left, totals, safe):
    """Move the better half to the front, behind the first `safe`, which stay anyway; how many are left."""
    keep = max((left + 1) // 2, FINALISTS)
    for place in range(safe, keep):
        best = place
        for other in range(place + 1, left):
            if totals[alive[other]] > totals[alive[best]]:
                best = other
        alive[place], alive[best] = alive[best], alive[place]
    return keep
