"""What the lobby offers: games, agents, and the options that their forms are made from."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from parlour.agent import Agent, AgentKind, agent_kinds
from parlour.errors import ParlourError, unknown
from parlour.game import Game, game, game_names
from parlour.spec import Option, read_settings
from parlour.web.messages import Choice

__all__ = ["STATIC", "advisor", "catalogue", "find_game", "make_agent"]

STATIC = Path(__file__).parent / "static"

# What one decision may cost on a server that others use too: where an option sets it, its most.
_MOST: dict[str, float] = {"playouts": 200_000, "seconds": 30.0, "nodes": 20_000_000, "moves": 2_000_000}
_DEEPEST = {"minimax": 6, "alphabeta": 20}  # minimax cannot be stopped


def find_game(name: str, options: dict[str, Any]) -> Game:
    """A game that is installed; never a file, since a browser must not choose what is run."""
    if name not in game_names():
        raise unknown("game", name, game_names())
    return game(name).variant(**options)


def make_agent(found: Game, choice: Choice) -> Agent:
    """An agent of the catalogue; never a program or a file."""
    kinds = agent_kinds(found)
    if choice.agent not in kinds:
        raise unknown(f"agent of {found.name}", choice.agent, kinds)
    kind = kinds[choice.agent]
    options = kind.options_for(found)
    values = read_settings(f"agent '{kind.name}'", options, choice.options)
    for option in options:
        value, most = values[option.name], _high(kind, option)
        if isinstance(value, (int, float)) and most is not None and value > most:
            raise ParlourError(f"option {option.name}={value}: expected at most {most:g} on this page")
    return kind.make(found, dict(values))


def advisor(found: Game, seconds: float) -> Choice:
    """The strongest agent at hand that can say what it thinks."""
    kinds = agent_kinds(found)
    for name in ("best", "solver", "mcts"):
        if name in kinds:
            timed = any(option.name == "seconds" for option in kinds[name].options_for(found))
            return Choice(agent=name, options={"seconds": seconds} if timed else {})
    return Choice(agent="random")


def _levels(found: Game) -> list[dict[str, Any]]:
    easy = Choice(agent="mcts", options={"playouts": 30})
    medium = Choice(agent="mcts", options={"playouts": 1000})
    levels = {"easy": easy, "medium": medium, "hard": advisor(found, 1.0)}
    return [{"level": level, **choice.model_dump()} for level, choice in levels.items()]


def _high(kind: AgentKind | None, option: Option) -> float | None:
    most = _DEEPEST.get(kind.name) if kind and option.name == "depth" else _MOST.get(option.name)
    known = [end for end in (most, option.high) if end is not None]
    return min(known, default=None)


def _form(option: Option, kind: AgentKind | None = None) -> dict[str, Any]:
    return {
        "name": option.name,
        "type": "choice" if option.choices else option.type.__name__,
        "default": option.default,
        "help": option.help,
        "low": option.low,
        "high": _high(kind, option) if kind else option.high,
        "choices": list(option.choices),
    }


def _card(found: Game) -> dict[str, Any]:
    agents = [
        {
            "name": kind.name,
            "summary": kind.summary,
            "source": kind.source,
            "options": [_form(option, kind) for option in kind.options_for(found)],
        }
        for kind in agent_kinds(found).values()
    ]
    return {
        "name": found.name,
        "title": found.title,
        "summary": found.summary,
        "players": found.players,
        "players_option": found.seats if isinstance(found.seats, str) else None,
        "seat_names": [found.seat_name(seat) for seat in range(max(found.players, 8))],
        "teams": list(found.teams),
        "options": [_form(option) for option in found.options],
        "hidden": found.hidden,
        "chance": found.chance,
        "board": (STATIC / "games" / found.name / "board.js").is_file(),
        "levels": _levels(found),
        "agents": agents,
    }


@cache
def catalogue() -> list[dict[str, Any]]:
    """All games with their agents; those with a board of their own first."""
    cards = [_card(game(name)) for name in game_names()]
    return sorted(cards, key=lambda card: not card["board"])
