"""What the network of the thesis gets to know of a turn (its Table 4.1, and what section 4.5 adds)."""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride.cards import MARKET
from parlour.games.ticket_to_ride.labno.decisions import MATCHING, POSSIBLE, TARGET, UNFINISHED
from parlour.games.ticket_to_ride.railways import ticket_balance
from parlour.kernel import helper

__all__ = ["describe"]


@helper
def _spread(counts, n, out, at):
    """The least, most, mean and median of the first `n` counts."""
    for i in range(1, n):
        for j in range(i, 0, -1):
            if counts[j] < counts[j - 1]:
                counts[j], counts[j - 1] = counts[j - 1], counts[j]
    total = 0.0
    for i in range(n):
        total += counts[i]
    out[at], out[at + 1], out[at + 2] = counts[0], counts[n - 1], total / n
    out[at + 3] = 0.5 * (counts[(n - 1) // 2] + counts[n // 2])


@helper
def describe(s, seat, plan, out):
    """Write the features of a turn, in the order of `LATER`."""
    market, discards, others = 0, 0, np.empty(4)
    for i in range(MARKET):
        market += s.market[i] >= 0
    for colour in range(9):
        discards += s.discards[colour]
    balance, done = ticket_balance(s, seat)
    out[0] = 1 + s.turns // s.players
    out[1], out[2], out[3], out[4] = s.cards[seat], market, s.deck_size, discards
    out[5], out[6], out[7] = s.held[seat], s.tickets_left, s.cars[seat]
    out[8], out[9] = s.points[seat] + balance, s.deck_size + market
    out[10], out[11], out[12] = plan[POSSIBLE], plan[MATCHING], plan[TARGET]
    out[13], out[14] = plan[TARGET] - plan[MATCHING], s.players
    for row in range(2):
        n = 0
        for other in range(s.players):
            if other != seat:
                others[n] = s.cars[other] if row == 0 else s.held[other]
                n += 1
        _spread(others, n, out, 15 + 4 * row)
    out[23], out[24], out[25] = plan[UNFINISHED], done, s.points[seat]
    most, kinds = 0, 0
    for colour in range(9):
        most = max(most, s.hands[seat, colour])
        kinds += s.hands[seat, colour] > 0
    out[26], out[27] = most, kinds
