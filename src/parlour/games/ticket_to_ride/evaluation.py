"""How good a position looks to a seat."""

from __future__ import annotations

from parlour.games.ticket_to_ride.railways import ticket_balance
from parlour.games.ticket_to_ride.state import fields
from parlour.kernel import heuristic


@heuristic
def lead(state, seat):
    """The lead in points, were the game to end now, over the best of the others."""
    s = fields(state)
    own, best = 0, -1000
    for player in range(s.players):
        balance, _ = ticket_balance(s, player)
        total = s.points[player] + balance
        if player == seat:
            own = total
        else:
            best = max(best, total)
    return 1.0 * (own - best)
