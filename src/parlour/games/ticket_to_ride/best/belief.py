"""Which tickets the others may hold: rather those that their railways join, or nearly join."""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.encoding.plans import measure_tickets
from parlour.games.ticket_to_ride.railways import N_TICKETS
from parlour.games.ticket_to_ride.state import fields
from parlour.kernel import bits, helper, uniform

__all__ = ["suppose_tickets", "weigh_tickets"]

FAITH = 4.0  # how much likelier, as a logarithm, a ticket is held that is complete than one not begun
MOST = 1.5  # the most that a ticket may still take, as a share of its cars on an empty map


def _distances() -> np.ndarray:
    """The cars that each ticket takes on an empty map."""
    far = np.full((len(usa.CITIES), len(usa.CITIES)), 1000)
    for (first, second), length in zip(usa.ROUTE_ENDS, usa.ROUTE_LENGTH, strict=True):
        far[first, second] = far[second, first] = length
    for city in range(len(far)):
        far = np.minimum(far, far[:, city : city + 1] + far[city])
    return np.array(far[usa.TICKET_ENDS[:, 0], usa.TICKET_ENDS[:, 1]])


CARS = _distances()
ALL_TICKETS = (1 << N_TICKETS) - 1


@helper
def weigh_tickets(s, seat, likely):
    """Write how likely each of the others holds each ticket, by its railway."""
    cars = np.empty(N_TICKETS, np.int64)
    for other in range(s.players):
        if other != seat:
            measure_tickets(s, other, ALL_TICKETS, cars)
            for ticket in range(N_TICKETS):
                likely[other, ticket] = np.exp(-FAITH * min(cars[ticket] / CARS[ticket], MOST))


@helper
def unseen_tickets(s):
    """The tickets whose place a view does not tell, as bits."""
    seen = np.int64(0)
    for seat in range(s.players):
        seen |= np.int64(s.tickets[seat])
        for i in range(s.offered[seat]):
            if s.offers[seat, i] >= 0:
                seen |= 1 << np.int64(s.offers[seat, i])
    for i in range(s.tickets_left):
        if s.ticket_deck[i] >= 0:
            seen |= 1 << np.int64(s.ticket_deck[i])
    return np.uint64(ALL_TICKETS & ~seen)


@helper
def draw_ticket(unseen, likely, rng):
    """One of the tickets, by how likely each is."""
    whole = 0.0
    for ticket in bits(unseen):
        whole += likely[ticket]
    luck, last = uniform(rng) * whole, 0
    for ticket in bits(unseen):
        luck -= likely[ticket]
        last = ticket
        if luck < 0.0:
            break
    return np.int64(last)


@helper
def suppose_tickets(world, likely, rng):
    """Give the others tickets that they may hold, where a view shows none."""
    s = fields(world)
    unseen = unseen_tickets(s)
    for other in range(s.players):
        if s.tickets[other] == 0:
            for _ in range(s.held[other]):
                ticket = draw_ticket(unseen, likely[other], rng)
                s.tickets[other] |= 1 << ticket
                unseen &= ~(np.uint64(1) << np.uint64(ticket))
