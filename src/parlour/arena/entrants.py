"""Who enters a match: agents by their specs, and agents that are objects of this process."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from parlour.agent import Agent, Player, agent, from_file, kind_of
from parlour.bots.isolated import check_file
from parlour.errors import ParlourError
from parlour.game import Game

__all__ = ["Entrant", "Field", "Makers", "enter", "maker_of"]

Entrant = str | Agent | Player
"""An agent as a spec, as an object, as a class of `Agent`, or as a function ``choose(view)``."""

Makers = Mapping[str, Callable[[], Agent]]
"""How agents that have no spec are made, by their names."""


def maker_of(game: Game, entrant: Entrant) -> Callable[[], Agent]:
    """What makes an agent of its own for each seat that an entrant sits at."""
    if isinstance(entrant, str):
        return lambda: agent(game, entrant)
    if isinstance(entrant, Agent):
        return lambda: _twin(entrant)
    if not callable(entrant):
        raise ParlourError(f"{entrant!r} is no agent: expected a spec, an Agent, a class or a function")
    kind = kind_of(entrant)
    return lambda: kind.make(game, {})


def _twin(player: Agent) -> Agent:
    try:
        return copy.deepcopy(player)
    except Exception as error:
        name = type(player).__name__
        raise ParlourError(f"{name} cannot be copied ({error}): enter the class {name} instead") from None


class Field(NamedTuple):
    """All who entered: their names, the makers of those without a spec, and who decides by time."""

    names: list[str]
    makers: Makers
    timed: list[str]


def enter(game: Game, entrants: Sequence[Entrant], *, trust: bool = False) -> Field:
    """Who plays; each is made once, as a test, but for those of files, which are not let in here."""
    names, timed = list[str](), list[str]()
    makers: dict[str, Callable[[], Agent]] = {}
    for entrant in entrants:
        if isinstance(entrant, str) and from_file(entrant) and not trust:
            names.append(check_file(entrant))
            continue
        make = maker_of(game, entrant)
        player = make()
        name = player.spec or type(player).__name__
        player.close()
        if not isinstance(entrant, str):
            name = _free_name(name, makers)
            makers[name] = make
        names.append(name)
        if player.timed:
            timed.append(name)
    return Field(names, makers, timed)


def _free_name(name: str, makers: Makers) -> str:
    """The name, numbered when another entrant of this process has it."""
    number, free = 2, name
    while free in makers:
        free, number = f"{name}-{number}", number + 1
    return free
