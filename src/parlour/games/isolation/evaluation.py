"""The four heuristics of the course report: one's own mobility and the opponent's, weighted."""

from __future__ import annotations

from parlour.games.isolation.rules import fields, mobility
from parlour.kernel import heuristic


@heuristic
def basic(state, seat):
    """One's own moves."""
    return 1.0 * mobility(fields(state), seat)


@heuristic
def difference(state, seat):
    """One's own moves minus the opponent's."""
    s = fields(state)
    return 1.0 * mobility(s, seat) - mobility(s, 1 - seat)


@heuristic
def offensive(state, seat):
    """One's own moves minus twice the opponent's."""
    s = fields(state)
    return mobility(s, seat) - 2.0 * mobility(s, 1 - seat)


@heuristic
def defensive(state, seat):
    """Twice one's own moves minus the opponent's."""
    s = fields(state)
    return 2.0 * mobility(s, seat) - mobility(s, 1 - seat)
