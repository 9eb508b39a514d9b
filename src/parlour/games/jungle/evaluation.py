"""How a position of Jungle looks."""

from __future__ import annotations

from parlour.kernel import heuristic


@heuristic
def static(state, seat):
    """No opinion yet."""
    return 0.0


@heuristic
def settled(state, seat):
    """No opinion yet."""
    return 0.0
