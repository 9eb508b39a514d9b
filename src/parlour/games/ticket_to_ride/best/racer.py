"""A player that plays its plan and the nearest alternatives out before it decides."""

from __future__ import annotations

import numpy as np

from parlour.agent import Agent, Candidate, Clock, Explanation, PolicyAgent, policy_of
from parlour.game import Game
from parlour.games.ticket_to_ride.best.race import race
from parlour.games.ticket_to_ride.journeys import plan
from parlour.games.ticket_to_ride.state import CLAIM, KEEPING, unpack_claim
from parlour.games.ticket_to_ride.state import TICKETS as DRAW_TICKETS
from parlour.games.ticket_to_ride.usa import ROUTE_LENGTH, TRACK_ROUTE
from parlour.search.playing import FOREVER, seconds_for, stop_after
from parlour.state import View

__all__ = ["Racer"]

MOST_CLAIMS = 5  # routes that are considered
DOUBT = 60  # games that the plan counts for: until then its choice is nearly as good as the best


def _route(action: int) -> int:
    """The route that an action claims, or -1."""
    return int(TRACK_ROUTE[unpack_claim(action)[0]]) if action >= CLAIM else -1


def _cheapest_claims(view: View) -> dict[int, int]:
    """For each route that can be claimed, the payment with the fewest locomotives from the largest pile."""
    hand = [int(n) for n in view.data["hands"][view.seat]]
    claims: dict[int, tuple[int, int, int]] = {}
    for action in view.legal_moves:
        if action >= CLAIM:
            _, colour, locomotives = unpack_claim(action)
            route = _route(action)
            claims[route] = min(claims.get(route, (99, 0, 0)), (locomotives, -hand[colour], action))
    return {route: action for route, (_, _, action) in claims.items()}


def _alternatives(view: View, own: int) -> list[int]:
    """What else a sensible player would think of: cards, tickets, routes of its tickets and long ones."""
    legal = [action for action in view.legal_moves if action != own]
    if view.data["phase"] == KEEPING:
        return legal
    claims, wanted = _cheapest_claims(view), plan(view, view.seat)
    claims.pop(_route(own), None)
    routes = sorted(claims, key=lambda route: (route not in wanted, -int(ROUTE_LENGTH[route]), route))
    draws = [action for action in legal if action <= DRAW_TICKETS]
    return [claims[route] for route in routes[:MOST_CLAIMS]] + draws


def _believed(totals: np.ndarray, visits: np.ndarray) -> np.ndarray:
    """Means of the games, drawn towards the common mean; the first, the plan's own, towards the best."""
    means = totals / np.maximum(visits, 1)
    prior = np.full(means.size, means.mean())
    prior[0] = means.max()
    believed: np.ndarray = (totals + DOUBT * prior) / (visits + DOUBT)
    return believed


class Racer(Agent):
    """A race of the plan's choice and its alternatives as a player."""

    explains = True

    def __init__(self, game: Game, playouts: int, seconds: float | None) -> None:
        self.playouts, self.seconds = playouts, seconds
        self.planner = PolicyAgent(policy_of(game, "planner"))

    def choose(self, view: View, clock: Clock) -> int:
        """The candidate that wins the race; the plan's own unless another is clearly better."""
        self.planner.rng = self.rng
        own = self.planner.choose(view, clock)
        actions = np.array([own, *_alternatives(view, own)], np.int64)
        wins, totals = np.zeros(actions.size), np.zeros(actions.size)
        visits = np.zeros(actions.size, np.int64)
        limit = self.playouts if self.seconds is None else FOREVER
        if actions.size > 1:
            with stop_after(seconds_for(clock, self.seconds)) as stop:
                self.work += race(
                    view.buffer, view.seat, actions, wins, totals, visits, self.rng, limit, stop
                )
        return self._decide(actions, wins, totals, visits)

    def _decide(self, actions: np.ndarray, wins: np.ndarray, totals: np.ndarray, visits: np.ndarray) -> int:
        """Order the candidates: those that stayed longest in the race first, then by their success."""
        chances, worths = _believed(wins, visits), _believed(totals, visits)
        order = sorted(range(actions.size), key=lambda i: (-visits[i], -worths[i]))
        candidates = tuple(
            Candidate(int(actions[i]), float(chances[i]), int(visits[i]), (int(actions[i]),)) for i in order
        )
        self.explanation = Explanation(candidates, int(visits.sum()), 1, int(visits.max()), "playouts")
        return candidates[0].action
