"""Dicewars' own agents."""

from parlour.agent import Agents

AGENTS = Agents()

_THESIS = "Tureček, bachelor's thesis on Dicewars, Brno University of Technology, 2018"

AGENTS.policy("random", "A random legal attack until none is left.", source="dt.rand of the course framework")
AGENTS.policy("two", "At most two random attacks a turn.", source="xlogin00 of the course framework")
AGENTS.policy("difference", "The attack with the largest dice difference.", source=f"{_THESIS} (SDC)")
AGENTS.policy("ste", "The attack most likely to win and hold its target.", source=f"{_THESIS} (STE)")
AGENTS.policy("stei", "As ste, with attacks out of the largest region first.", source=f"{_THESIS} (STEi)")
AGENTS.policy("wpm", "The attack that most improves a modelled chance to win.", source=f"{_THESIS} (WPM)")
