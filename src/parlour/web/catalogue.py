"""What the lobby offers: games, agents, and the options that their forms are made from."""

from __future__ import annotations

import contextlib
from functools import cache
from pathlib import Path
from typing import Any, Literal

from parlour.agent import Agent, AgentKind, agent_kinds
from parlour.errors import ParlourError, unknown
from parlour.game import Game, game, game_names
from parlour.spec import Option, read_settings, split_spec
from parlour.web.messages import Choice

__all__ = ["STATIC", "adviser", "catalogue", "find_game", "make_agent"]

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
        if _free_text(option) and value != option.default:
            raise ParlourError(f"option {option.name}: it cannot be set on this page")
        if isinstance(value, (int, float)) and most is not None and value > most:
            raise ParlourError(f"option {option.name}={value}: expected at most {most:g} on this page")
    return kind.make(found, dict(values))


def _free_text(option: Option) -> bool:
    """Whether an agent's option takes any text: it may name a file, so a browser must not set it."""
    return option.type is str and not option.choices


# Who explains a position: a hint within about a second, a whole game in some tens of seconds.
_ADVISERS = {
    "hint": ("best:seconds=0.8", "mcts:seconds=0.8"),
    "replay": ("best:seconds=0.2", "mcts:seconds=0.2"),
}


def adviser(found: Game, purpose: Literal["hint", "replay"]) -> Choice:
    """The strongest agent that says what it thinks, as quick as its purpose asks; a game may name its own."""
    room = found.room("board") if found.has_room("board") else None
    for spec in (*getattr(room, "ADVISERS", {}).get(purpose, ()), *_ADVISERS[purpose]):
        name, options = split_spec(spec)
        choice = Choice(agent=name, options=dict(options))
        with contextlib.suppress(ParlourError):  # this variant is not for everyone
            if type(make_agent(found, choice)).explain is not Agent.explain:
                return choice
    return Choice(agent="mcts")


def _strongest(found: Game) -> Choice:
    """An agent that plays every variant well, with a second for a move where that can be set."""
    kinds = agent_kinds(found)
    kind = next(kinds[name] for name in ("best", "alphabeta", "mcts") if name in kinds)
    timed = any(option.name == "seconds" for option in kind.options_for(found))
    return Choice(agent=kind.name, options={"seconds": 1.0} if timed else {})


def _levels(found: Game) -> list[dict[str, Any]]:
    easy = Choice(agent="mcts", options={"playouts": 30})
    medium = Choice(agent="mcts", options={"playouts": 1000})
    levels = {"easy": easy, "medium": medium, "hard": _strongest(found)}
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
            "options": [_form(o, kind) for o in kind.options_for(found) if not _free_text(o)],
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
        "picture": (STATIC / "games" / found.name / "card.svg").is_file(),
        "levels": _levels(found),
        "agents": agents,
    }


@cache
def catalogue() -> list[dict[str, Any]]:
    """All games with their agents; those with a board of their own first."""
    cards = [_card(game(name)) for name in game_names()]
    return sorted(cards, key=lambda card: not card["board"])
