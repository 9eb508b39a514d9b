"""Ticket to Ride's own agents."""

from parlour.agent import Agents

AGENTS = Agents()
