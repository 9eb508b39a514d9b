"""Files that the server was started with: games, and agents, which play in processes of their own."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from parlour.agent import Agent, Terms, file_of, from_file
from parlour.bots.isolated import check_file, games_of, seated_agent
from parlour.errors import Broken, CodeMistake, ParlourError, unknown
from parlour.files import read_text
from parlour.game import Game

__all__ = ["LIMITS", "OwnAgent", "own_agents", "sort_files"]

LIMITS = Terms(move=30.0, memory=1 << 30)
"""The most that an agent of a file may take, unless told otherwise."""

_LONGEST = 60
"""Letters of an agent's name on the page."""


@dataclass(frozen=True)
class OwnAgent:
    """An agent of a file: its name on the page, its spec, what it says of itself, and the games it plays."""

    name: str
    spec: str
    summary: str
    games: frozenset[str]

    def sit(self, game: Game, limits: Terms) -> Agent:
        """The agent for a seat, as its file is now; `Broken` when that cannot be loaded any more."""
        try:
            player = seated_agent(game, self.spec, limits.memory)
        except Broken:
            raise
        except ParlourError as mistake:
            raise Broken("crash", str(mistake)) from None
        player.terms = limits
        return player


def sort_files(specs: Iterable[str]) -> tuple[list[str], list[str]]:
    """The specs of games, and those of agents: a file that makes no `GAME` holds agents."""
    games, agents = list[str](), list[str]()
    for spec in specs:
        (agents if from_file(spec) and not _makes_game(_read(spec)) else games).append(spec)
    return games, agents


def own_agents(
    specs: Sequence[str], games: Mapping[str, Game], memory: int | None = None
) -> dict[str, OwnAgent]:
    """The agents of these specs by their names on the page; each is tried in a process of its own."""
    agents: dict[str, OwnAgent] = {}
    for spec in specs:
        agent = _own_agent(spec, games, memory)
        if agent.name in agents:
            raise ParlourError(f"{spec}: there is a '{agent.name}' already: give the file another name")
        agents[agent.name] = agent
    return agents


def _own_agent(spec: str, games: Mapping[str, Game], memory: int | None) -> OwnAgent:
    code, file = _read(spec), file_of(spec)
    rest = spec.removeprefix(str(file)).lstrip(":")
    first = rest.partition(":")[0]
    player = first if first and "=" not in first else "choose"
    if not rest and not _mentions(code, player):
        raise ParlourError(
            f"{file} defines no game and no agent: it needs GAME = parlour.Game(...) or def choose(view)"
        )
    plays = frozenset(game.name for game in games_of(spec, _games_for(spec, code, games), memory))
    return OwnAgent((file.name + spec[len(str(file)) :])[:_LONGEST], spec, _summary(code, player), plays)


def _games_for(spec: str, code: ast.Module, games: Mapping[str, Game]) -> list[Game]:
    """The game that an agent's file names by ``GAME = "reversi"``, or all."""
    name = _named_game(code)
    if name is None:
        return list(games.values())
    if name not in games:
        raise ParlourError(f"{spec}: {unknown('game', name, games)}")
    return [games[name]]


def _read(spec: str) -> ast.Module:
    """The code of a file, which is not run."""
    path = file_of(check_file(spec))
    try:
        return ast.parse(read_text(path))
    except SyntaxError as error:
        raise CodeMistake(error.msg, str(path), error.lineno or 0) from None
    except ValueError as error:
        raise ParlourError(f"cannot read {path}: {error}") from None


def _game_of(code: ast.Module) -> ast.expr | None:
    """What `GAME` is set to."""
    for line in code.body:
        names = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
        if any(isinstance(name, ast.Name) and name.id == "GAME" for name in names):
            return line.value if isinstance(line, (ast.Assign, ast.AnnAssign)) else None
    return None


def _named_game(code: ast.Module) -> str | None:
    value = _game_of(code)
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def _makes_game(code: ast.Module) -> bool:
    return _game_of(code) is not None and _named_game(code) is None


def _mentions(code: ast.Module, name: str) -> bool:
    """Whether a file could define a name: it has the word, or imports all of another."""
    text = ast.dump(code)
    return f"'{name}'" in text or "alias(name='*')" in text


def _summary(code: ast.Module, player: str) -> str:
    """The first line of what a function or class says of itself."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    docs = [ast.get_docstring(node) for node in code.body if isinstance(node, kinds) and node.name == player]
    return (docs[-1] or "").partition("\n")[0] if docs else ""
