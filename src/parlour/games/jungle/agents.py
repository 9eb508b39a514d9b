"""Jungle's own agents."""

from parlour.agent import Agents

AGENTS = Agents()
