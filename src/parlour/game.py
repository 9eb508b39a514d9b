"""Games, their states, and what one seat may know of them."""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

import numpy as np

from parlour.errors import IllegalMove, ParlourError, unknown
from parlour.spec import Option, Value, format_spec, read_settings, split_spec

if TYPE_CHECKING:
    from parlour.kernel import Rules

__all__ = ["Game", "Move", "Notation", "State", "View", "game", "game_names"]


class Notation(Protocol):
    """What a game's ``notation`` room offers: its moves and positions as text."""

    def format(self, state: Position, action: int) -> str:
        """An action as text."""

    def parse(self, state: Position, text: str) -> int:
        """The action that a text stands for; `ParlourError` when there is none."""

    def draw(self, state: Position) -> str:
        """The position as a picture of characters (with rich markup)."""

    def seen(self, state: Position, action: int, viewer: int) -> str:
        """An action as another seat sees it; only games with hidden information have it."""


class Move(NamedTuple):
    """One move as a seat saw it."""

    seat: int
    text: str


@dataclass(frozen=True)
class Game:
    """One game in one variant: a declarative object; its rooms are imported when they are needed.

    `module` is a package with the rooms ``rules``, ``notation``, ``agents``, ``evaluation`` and
    ``studies``, or one module that holds them all.
    """

    name: str
    title: str
    summary: str
    module: str
    seats: int | str = 2  # a number, or the name of the option that gives it
    seat_names: tuple[str, ...] = ()
    teams: tuple[int, ...] = ()  # the team of each seat; empty = everyone for themselves
    options: tuple[Option, ...] = ()
    hidden: bool = False  # seats do not see everything
    chance: bool = False  # `apply` draws from the rng
    rewards_sum: float = 0.0
    heuristics: tuple[str, ...] = ()  # names in the ``evaluation`` room; the first is the default
    value_scale: float = 1.0  # the heuristic value at which a win looks about 73 % likely
    perft_keeps_finished: bool = False  # perft counts a finished game at any greater depth
    rules_version: int = 1  # changes when the same actions could lead elsewhere
    encode: Callable[[Mapping[str, Value]], Sequence[int]] | None = None
    settings: Mapping[str, Value] = field(default_factory=dict)
    path: str = ""  # the file it was loaded from, for games that are no package

    @property
    def spec(self) -> str:
        """The spec string of this variant."""
        return format_spec(self.path or self.name, self.options, self.settings)

    def variant(self, **settings: Any) -> Game:
        """The same game with other options."""
        values = read_settings(self.name, self.options, {**self.settings, **settings})
        other = dataclasses.replace(self, settings=values)
        _ = other.encoded  # an impossible combination is an error here, not in the middle of a match
        return other

    def setting(self, name: str) -> Value:
        """The value of an option in this variant."""
        declared = {option.name: option.default for option in self.options}
        return self.settings.get(name, declared[name])

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.seats if isinstance(self.seats, int) else cast(int, self.setting(self.seats))

    @cached_property
    def team_of(self) -> tuple[int, ...]:
        """The team of each seat."""
        return self.teams or tuple(range(self.players))

    def seat_name(self, seat: int) -> str:
        """What people call a seat."""
        return self.seat_names[seat] if seat < len(self.seat_names) else f"player {seat + 1}"

    @cached_property
    def encoded(self) -> np.ndarray:
        """The options as the integers that `setup` gets."""
        values = {option.name: self.setting(option.name) for option in self.options}
        if self.encode:
            return np.array(self.encode(values), np.int64)
        return np.array([_encode(option, values[option.name]) for option in self.options], np.int64)

    def room(self, name: str) -> ModuleType:
        """A room of the game: its submodule of that name, or the game's only module."""
        home = importlib.import_module(self.module)
        if hasattr(home, "__path__"):
            return importlib.import_module(f"{self.module}.{name}")
        return home

    def has_room(self, name: str) -> bool:
        """Whether the game has a submodule of that name."""
        home = importlib.import_module(self.module)
        return not hasattr(home, "__path__") or importlib.util.find_spec(f"{self.module}.{name}") is not None

    @cached_property
    def rules(self) -> Rules:
        """The compiled rules."""
        from parlour.kernel import Rules

        rules = Rules.of(self.room("rules"))
        return rules.but(value=self.heuristic(self.heuristics[0])) if self.heuristics else rules

    def heuristic(self, name: str) -> Any:
        """A compiled heuristic of the game by its name."""
        if name not in self.heuristics:
            raise unknown(f"heuristic of {self.name}", name, self.heuristics)
        return getattr(self.room("evaluation"), name)

    @cached_property
    def notation(self) -> Notation:
        """The game's moves and positions as text."""
        return cast(Notation, self.room("notation"))

    @cached_property
    def dtype(self) -> np.dtype:
        """The layout of a state."""
        return cast(np.dtype, self.room("rules").STATE)

    @cached_property
    def size(self) -> int:
        """The bytes of a state, in whole words."""
        return (self.dtype.itemsize + 7) // 8 * 8

    @cached_property
    def max_actions(self) -> int:
        """The most legal actions that a position can have."""
        return int(self.room("rules").MAX_ACTIONS)

    def new(self, seed: int = 0) -> State:
        """A new game; everything that chance does in it follows from the seed."""
        from parlour.kernel import new_rng

        state = State(self, np.zeros(self.size, np.uint8), new_rng(seed))
        self.rules.setup(state.buffer, self.encoded, state.rng)
        return state

    def position(self, text: str) -> State:
        """The state that a text describes, in games whose notation reads positions."""
        reader = getattr(self.notation, "position", None)
        if reader is None:
            raise ParlourError(f"{self.name} has no notation for positions")
        return cast(State, reader(self, text))


def _encode(option: Option, value: Value) -> int:
    if option.choices:
        return option.choices.index(cast(str, value))
    if isinstance(value, (bool, int)):
        return int(value)
    raise TypeError(f"option '{option.name}' needs an `encode` function of its game")


class Position:
    """A buffer seen with its game: what states and views have in common."""

    __slots__ = ("_actions", "buffer", "game")

    def __init__(self, game: Game, buffer: np.ndarray) -> None:
        self.game = game
        self.buffer = buffer
        self._actions: np.ndarray | None = None

    @property
    def data(self) -> Any:
        """The fields of the state, by name."""
        return self.buffer[: self.game.dtype.itemsize].view(self.game.dtype)[0]

    @property
    def mover(self) -> int:
        """The seat that decides now; -1 when the game is over."""
        return int(self.game.rules.mover(self.buffer))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.mover < 0

    @property
    def legal_moves(self) -> list[int]:
        """The legal actions."""
        if self._actions is None:
            self._actions = np.empty(self.game.max_actions, np.int64)
        n = self.game.rules.legal(self.buffer, self._actions)
        return cast(list[int], self._actions[:n].tolist())

    @property
    def scores(self) -> list[float]:
        """The game's own points of each seat."""
        return self._per_seat(self.game.rules.scores)

    @property
    def rewards(self) -> list[float]:
        """The utility of each seat, from -1 to 1."""
        return self._per_seat(self.game.rules.rewards)

    def _per_seat(self, rule: Any) -> list[float]:
        out = np.zeros(self.game.players)
        rule(self.buffer, out)
        return out.tolist()

    def format(self, action: int) -> str:
        """An action in the game's notation."""
        return self.game.notation.format(self, action)

    def parse(self, text: str) -> int:
        """The legal action that a text stands for; `IllegalMove` when it is none."""
        action = self.game.notation.parse(self, text)
        if action not in self.legal_moves:
            raise IllegalMove(f"'{text}' is not a legal move here: {self._some_moves()}")
        return action

    def _some_moves(self, most: int = 12) -> str:
        moves = self.legal_moves
        if not moves:
            return "the game is over"
        shown = ", ".join(self.format(action) for action in moves[:most])
        return f"legal are {shown}" + (f" and {len(moves) - most} more" if len(moves) > most else "")

    def __str__(self) -> str:
        from rich.text import Text

        return Text.from_markup(self.game.notation.draw(self)).plain


class State(Position):
    """A game in progress, with everything that is hidden; agents never get one, only a `View`."""

    __slots__ = ("rng", "seen")

    def __init__(
        self, game: Game, buffer: np.ndarray, rng: np.ndarray, seen: list[list[Move]] | None = None
    ) -> None:
        super().__init__(game, buffer)
        self.rng = rng
        self.seen = seen or [[] for _ in range(game.players + 1 if game.hidden else 1)]

    def play(self, action: int) -> None:
        """Play a legal action; `IllegalMove` when it is none."""
        if action not in self.legal_moves:
            raise IllegalMove(f"action {action} is not legal here: {self._some_moves()}")
        self.advance(action)

    def advance(self, action: int) -> None:
        """Play an action that is known to be legal."""
        seat = self.mover
        if self.game.hidden:
            for viewer, moves in enumerate(self.seen[:-1]):
                moves.append(Move(seat, self.game.notation.seen(self, action, viewer)))
        self.seen[-1].append(Move(seat, self.format(action)))
        self.game.rules.apply(self.buffer, action, self.rng)

    @property
    def moves(self) -> list[Move]:
        """All moves so far, as they were."""
        return list(self.seen[-1])

    def view(self, seat: int | None = None) -> View:
        """What a seat (by default the one to move) may know."""
        return View(self, self.mover if seat is None else seat)

    def copy(self) -> State:
        """An independent state: what is played on one does not touch the other."""
        return State(self.game, self.buffer.copy(), self.rng.copy(), [list(moves) for moves in self.seen])


class View(Position):
    """What one seat may know of a game: its own things, what is public, and the public history."""

    __slots__ = ("_length", "_moves", "seat")

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state.game, state.buffer.copy())
        self.seat = seat
        if state.game.hidden:
            state.game.rules.hide(self.buffer, seat)
        self._moves = state.seen[seat if state.game.hidden else 0]
        self._length = len(self._moves)

    @property
    def history(self) -> list[Move]:
        """All moves so far, as this seat saw them."""
        return self._moves[: self._length]

    def sample(self, rng: np.ndarray) -> State:
        """A full state that this seat cannot tell from the true one, drawn uniformly."""
        from parlour.kernel import draw, new_rng

        state = State(self.game, self.buffer.copy(), new_rng(int(draw(rng))))
        self.game.rules.guess(state.buffer, self.seat, rng)
        return state


# --- the registry ---------------------------------------------------------------------------------


def _packaged() -> list[str]:
    """The games in Parlour itself: every folder of ``parlour.games``."""
    import parlour.games

    return [module.name for module in pkgutil.iter_modules(parlour.games.__path__) if module.ispkg]


def _entry_points() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group="parlour.games")}


def game_names() -> list[str]:
    """The names of all games that are installed."""
    return sorted({name.replace("_", "-") for name in _packaged()} | set(_entry_points()))


def game(spec: str) -> Game:
    """The game that a spec names: ``reversi``, ``isolation:size=5`` or ``my_game.py``."""
    name, settings = split_spec(spec)
    found = _load_file(Path(name)) if name.endswith(".py") else _load_name(name)
    return found.variant(**settings)


def _load_name(name: str) -> Game:
    folder = name.replace("-", "_")
    if folder in _packaged():
        return cast(Game, importlib.import_module(f"parlour.games.{folder}").GAME)
    point = _entry_points().get(name)
    if point is None:
        raise unknown("game", name, game_names())
    return cast(Game, point.load())


def _load_file(path: Path) -> Game:
    module = load_module(path)
    found = getattr(module, "GAME", None)
    if not isinstance(found, Game):
        raise ParlourError(f"{path} defines no game: it needs GAME = parlour.Game(...)")
    return dataclasses.replace(found, path=str(path))


def load_module(path: Path) -> ModuleType:
    """A Python file as a module, loaded once."""
    if not path.is_file():
        raise ParlourError(f"there is no file {path}")
    name = f"parlour_file_{path.stem}_{hashlib.sha256(bytes(path.resolve())).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise ParlourError(f"cannot load {path}: {type(error).__name__}: {error}") from error
    return module
