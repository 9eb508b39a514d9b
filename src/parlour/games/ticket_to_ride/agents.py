"""Ticket to Ride's own agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.agent import Agent, AgentKind, Agents, Clock, PolicyAgent, policy_of
from parlour.errors import IllegalMove
from parlour.game import Game
from parlour.games.ticket_to_ride.net.kinds import NET
from parlour.search import VALUES
from parlour.spec import Option
from parlour.state import View

if TYPE_CHECKING:
    from parlour.games.ticket_to_ride.net.model import Network

AGENTS = Agents()
LEVELS = (
    "labno:slips=0.6",
    "labno:slips=0.4",
    "labno:slips=0.25",
    "labno:slips=0.15",
    "labno:slips=0.05",
    "labno-six",
    "planner:slips=0.07",
    "planner:slips=0.04",
    "planner:slips=0.018",
    "planner",
)

THESIS = "P. Łabno, Implementacja Sztucznej Inteligencji dla gry Wsiąść do Pociągu (Jagiellonian University)"


def _labno(game: Game, draw: str) -> Agent:
    return PolicyAgent(policy_of(game, "labno-blind" if draw == "blind" else "labno"))


AGENTS.kinds["labno"] = AgentKind(
    "labno",
    "The thesis's algorithm: the cheapest ways of its tickets, claimed shortest route first.",
    _labno,
    f"{THESIS}, chapter 3",
    (
        Option(
            "draw",
            "wanted",
            "wanted: as written; blind: as its program ran, from the deck and with its thresholds",
            choices=("wanted", "blind"),
        ),
    ),
    policy="labno",
)
AGENTS.policy("labno-blind", "The same as labno:draw=blind.", source=f"{THESIS}, its public program")
AGENTS.policy("labno-six", "labno, but routes count as long from length 6.", source=f"{THESIS}, chapter 3")


class NetAgent(Agent):
    """A trained model that makes the general decision."""

    def __init__(self, network: Network, mask: bool) -> None:
        self.network, self.mask = network, mask

    def choose(self, view: View, clock: Clock) -> int:
        """What the model decides; `IllegalMove` when the rules forbid it."""
        from parlour.games.ticket_to_ride.net.decisions import FORBIDDEN, net_action

        action = int(net_action(view.buffer, self.rng, self.mask, self.network))
        if action == FORBIDDEN:
            raise IllegalMove("the network chose a decision that the rules forbid here")
        return action


@AGENTS.add(
    "net",
    source=f"{THESIS}, chapters 4 to 6",
    options=(
        Option(
            "variant",
            "mixed",
            "one model for each number of players, one for all, the better of both, or the thesis's mixture",
            choices=("specific", "universal", "mixed", "thesis"),
        ),
        Option(
            "legal",
            "mask",
            "mask: the best allowed decision; count: a forbidden one forfeits the game",
            choices=("mask", "count"),
        ),
        NET.option,
    ),
)
def net(game: Game, variant: str, legal: str, model: str | None) -> Agent:
    """The thesis's network for the general decision; the rest is as in labno:draw=blind."""
    from parlour.games.ticket_to_ride.net.model import THESIS_UNIVERSAL, better_for, network

    mixed = {"universal": range(6), "mixed": better_for(), "thesis": THESIS_UNIVERSAL}.get(variant, ())
    universal = game.players in mixed
    default = "universal" if universal else f"players{game.players}"
    return NetAgent(network(game, model, default), legal == "mask")


AGENTS.policy("planner", "One network for all tickets, cards for what it lacks, a timed end.")


@AGENTS.add(
    "best",
    source="Maron and Moore 1994 (races); Zha et al. 2021 (what it learned); the rest is our own",
    options=(
        Option("playouts", 100_000, "most playouts for a decision; 0: as the network has it", low=0),
        Option("seconds", 0.9, "most seconds for a decision", low=0.001),
        VALUES,
    ),
)
def best(game: Game, playouts: int, seconds: float, model: str | None) -> Agent:
    """Races what its network values most on likely guesses at hidden cards and tickets, followed up by it."""
    from parlour.games.ticket_to_ride.best.agent import Best

    return Best(game, playouts, seconds, model)
