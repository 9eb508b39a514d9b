"""What the lobby offers: games, agents, and the options that their forms are made from."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from parlour.agent import Agent, AgentKind, Terms, agent_kinds, from_file
from parlour.errors import ParlourError, unknown
from parlour.game import Game, game_names
from parlour.game import game as load
from parlour.levels import NAMES, USUAL, Rung, ladder_of, levels_of
from parlour.model import model_names
from parlour.ratings import kept_list
from parlour.spec import Option, Value, format_spec, read_settings, split_spec
from parlour.web.boards import Words, has_file, words_of
from parlour.web.messages import Choice
from parlour.web.yours import LIMITS, OwnAgent, own_agents, sort_files

__all__ = ["STATIC", "TERMS", "Catalogue", "checked_spec", "is_large", "make_agent"]

STATIC = Path(__file__).parent / "static"

# What one decision may cost on a server that others use too: where an option sets it, its most.
_MOST: dict[str, float] = {"playouts": 200_000, "seconds": 30.0, "nodes": 2_000_000, "moves": 2_000_000}
_CAPS = {**_MOST, "threads": os.cpu_count() or 1}
_DEEPEST = {"minimax": 6, "alphabeta": 20}  # minimax cannot be stopped

_USUAL = "default"  # the model that an agent plays by unless it is told

# The games that most people know stand first in the lobby, those from outside last.
_KNOWN = ("reversi", "ticket-to-ride", "tichu", "dicewars", "jungle", "isolation")


TERMS = Terms(memory=80_000_000)
"""What a search may hold at a table: a tree of 2,000,000 positions."""


class Catalogue:
    """The games and agents of one server: what is installed, and the files that it was started with."""

    def __init__(self, files: Iterable[str] = (), limits: Terms = LIMITS) -> None:
        self.games = {game.name: game for game in _installed()}
        self.limits = limits  # of agents of files
        games, agents = sort_files(files)
        added = [self._add(load(file)) for file in games]
        for game in added:
            _ = game.rules  # a mistake in them is told now, not at the first table
        self.own = own_agents(agents, self.games, limits.memory)

    def _add(self, game: Game) -> Game:
        if not game.path:
            raise ParlourError(f"{game.name} is offered already: name only games in files or folders")
        if game.name in self.games:
            raise ParlourError(f"{game.path}: there is a '{game.name}' already, give it another name")
        self.games[game.name] = game
        return game

    def find(self, name: str, options: Mapping[str, Any]) -> Game:
        """A game by its name; never another file, since a browser must not choose what is run."""
        if name not in self.games:
            raise unknown("game", name, self.games)
        return self.games[name].variant(**options)

    def open(self, spec: str) -> Game:
        """The game that a table, a record or a tournament names by its spec."""
        name, settings = self.name_of(spec), split_spec(spec)[1]
        if name not in self.games:
            remedy = f": start with parlour serve {name}" if name.endswith((".py", "/")) else ""
            raise ParlourError(f"'{name}' is no game of this catalogue{remedy}")
        return self.find(name, settings)

    def name_of(self, spec: str) -> str:
        """The name of the game that a spec stands for; of a file that is not served, its path."""
        name = split_spec(spec)[0]
        own = (game.name for game in self.games.values() if game.path and _same(name, game.path))
        return next(own, name)

    def agent_spec(self, game: Game, choice: Choice) -> str:
        """The spec of an agent that was chosen on the page; nobody of a file is started for that."""
        own = self._own_agent(game, choice)
        return own.spec if own else make_agent(game, choice).spec

    def seat_agent(self, game: Game, choice: Choice) -> Agent:
        """An agent that was chosen on the page, ready to sit down; one of a file has a process of its own."""
        if own := self._own_agent(game, choice):
            return own.sit(game, self.limits)
        player = make_agent(game, choice)
        player.terms = TERMS
        return player

    def _own_agent(self, game: Game, choice: Choice) -> OwnAgent | None:
        """The agent of a file that was chosen, if it is one; only files that were named at the start."""
        if not from_file(choice.agent):
            return None
        own = self.own.get(choice.agent)
        if own is None or game.name not in own.games:
            raise ParlourError(
                f"unknown agent '{choice.agent}' of {game.name}: start with parlour serve {choice.agent}"
            )
        return own

    @cached_property
    def cards(self) -> list[dict[str, Any]]:
        """All games with their agents; those that most people know first."""
        games = map(self.games.__getitem__, self._names)
        return [{**_card(game), "own": self._own_cards(game)} for game in games]

    @property
    def _names(self) -> list[str]:
        return sorted(self.games, key=[*_KNOWN, *self.games].index)

    def _own_cards(self, game: Game) -> list[dict[str, str]]:
        """The agents of files that play a game."""
        playing = [own for own in self.own.values() if game.name in own.games]
        return [{"name": own.name, "summary": own.summary} for own in playing]

    @property
    def ratings(self) -> list[dict[str, Any]]:
        """The rating lists of the games that were measured."""
        lists = ((name, kept_list(self.games[name])) for name in self._names)
        return [{"name": name, **asdict(ratings)} for name, ratings in lists if ratings]

    @cached_property
    def words(self) -> Words:
        """What the page says of all games."""
        return {key: text for game in self.games.values() for key, text in words_of(game).items()}


def _installed() -> Iterator[Game]:
    """The games that are installed; one that cannot be loaded is told and left out."""
    for name in game_names():
        try:
            yield load(name)
        except Exception as error:  # whatever the code of others raises
            text = f"parlour: the game '{name}' is left out: {type(error).__name__}: {error}"
            print(text, file=sys.stderr, flush=True)


def _same(one: str, other: str) -> bool:
    """Whether two paths lead to the same file."""
    with contextlib.suppress(OSError, ValueError):
        return Path(one).resolve() == Path(other).resolve()
    return False


def make_agent(game: Game, choice: Choice) -> Agent:
    """An agent of the catalogue; never a program or a file."""
    kind, settings = _checked(game, choice)
    return kind.make(game, settings)


def checked_spec(game: Game, choice: Choice) -> str:
    """The spec of an agent of the catalogue, which is not made for it."""
    kind, settings = _checked(game, choice)
    options = kind.options_for(game)
    return format_spec(kind.name, options, read_settings(f"agent '{kind.name}'", options, settings))


def _checked(game: Game, choice: Choice) -> tuple[AgentKind, dict[str, Value]]:
    """What was chosen, and its settings, when it may be chosen on this page."""
    kinds = agent_kinds(game)
    if choice.agent not in kinds:
        raise unknown(f"agent of {game.name}", choice.agent, kinds)
    kind = kinds[choice.agent]
    options = _options(game, kind)
    values = read_settings(f"agent '{kind.name}'", options, choice.options)
    for option in options:
        value, most = values[option.name], _high(kind, option)
        if _free_text(option) and value != option.default:
            raise ParlourError(f"option {option.name}: it cannot be set on this page")
        if isinstance(value, (int, float)) and most is not None and value > most:
            raise ParlourError(f"option {option.name}={value}: expected at most {most:g} on this page")
    named = {option.name for option in options if option.models}
    usual = {name for name in named if values[name] == _USUAL}
    return kind, {name: value for name, value in values.items() if name not in usual}


def _offered(game: Game, option: Option) -> Option:
    """An option as the page offers it: of models only those that are known by their names, never files."""
    if not option.models:
        return option
    return replace(option, default=_USUAL, kind=None, choices=(_USUAL, *model_names(game, *option.models)))


def is_large(choice: Choice) -> bool:
    """Whether an agent was asked for a good part of the effort that one decision may cost."""
    limits = ((value, _MOST[name]) for name, value in choice.options.items() if name in _MOST)
    with contextlib.suppress(ValueError, TypeError):  # a form may leave out what it asks for
        return any(20 * float(value) >= most for value, most in limits if value is not None)
    return False


def _free_text(option: Option) -> bool:
    """Whether an agent's option takes any text: it may name a file, so a browser must not set it."""
    return option.type is str and not option.choices


def _strongest(game: Game) -> Choice:
    """An agent that plays every variant well, with a second for a move where that can be set."""
    kinds = agent_kinds(game)
    kind = next(kinds[name] for name in ("best", "alphabeta", "mcts") if name in kinds)
    timed = any(option.name == "seconds" for option in kind.options_for(game))
    return Choice(agent=kind.name, options={"seconds": 1.0} if timed else {})


def _levels(game: Game) -> list[dict[str, Any]]:
    """The levels of a game, the weakest first: those that it declares, else three that any game has."""
    if levels_of(game):
        return _measured_levels(game)
    easy = Choice(agent="mcts", options={"playouts": 30})
    medium = Choice(agent="mcts", options={"playouts": 1000})
    names = {"Easy": easy, "Medium": medium, "Hard": _strongest(game)}
    return [{"level": n, "name": name, **names[name].model_dump()} for n, name in enumerate(names, 1)]


def _measured_levels(game: Game) -> list[dict[str, Any]]:
    """The declared levels with their names, and what was measured of them."""
    ladder = ladder_of(game)
    facts = [_facts(rung) for rung in ladder.rungs] if ladder else [{}] * len(NAMES)
    return [
        {"level": n, "name": name, **Choice(agent="level", options={"n": n}).model_dump(), **facts[n - 1]}
        for n, name in enumerate(NAMES, 1)
    ]


def _facts(rung: Rung) -> dict[str, Any]:
    """The rating of a level, and how it fared against the one below it."""
    facts = {"rating": rung.rating[0]}
    return {**facts, "share": rung.share[0], "games": rung.games} if rung.share else facts


def _high(kind: AgentKind | None, option: Option) -> float | None:
    most = _DEEPEST.get(kind.name) if kind and option.name == "depth" else _CAPS.get(option.name)
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


def _options(game: Game, kind: AgentKind) -> list[Option]:
    return [_offered(game, option) for option in kind.options_for(game)]


def _card(game: Game) -> dict[str, Any]:
    agents = [
        {
            "name": kind.name,
            "summary": kind.summary,
            "source": kind.source,
            "options": [_form(o, kind) for o in _options(game, kind) if not _free_text(o)],
        }
        for kind in agent_kinds(game).values()
        if kind.is_ready(game)
    ]
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "players": game.players,
        "players_option": game.seats if isinstance(game.seats, str) else None,
        "seat_names": [game.seat_name(seat) for seat in range(max(game.players, 8))],
        "teams": list(game.teams),
        "options": [_form(option) for option in game.options],
        "hidden": game.hidden,
        "chance": game.chance,
        "board": has_file(game, "board.js"),
        "style": has_file(game, "board.css"),
        "picture": has_file(game, "card.svg"),
        "levels": _levels(game),
        "usual": USUAL if levels_of(game) else 2,
        "agents": agents,
    }
