"""Games: what one is, and how it is found by its name, file or folder."""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from parlour.contract import ROOMS, Board, Invariants, Notation, Picture, Playouts, RulesRoom, furnish
from parlour.errors import ParlourError, unknown
from parlour.files import is_there
from parlour.luggage import locate
from parlour.plugins import plugins
from parlour.spec import Option, Value, format_spec, read_settings, split_spec
from parlour.state import State

if TYPE_CHECKING:
    from parlour.description import Description
    from parlour.encoding import Encoding
    from parlour.kernel import Rules

__all__ = ["Game", "added_games", "game", "game_names", "load_module"]

Room = TypeVar("Room")

_PLUGINS = "parlour.games"
_added: dict[str, Game] = {}  # games of a notebook, a file or a folder, by their names


@dataclass(frozen=True)
class Game:
    """One game in one variant: a declarative object; its rooms are imported when they are needed.

    `module` is a package with the rooms of `parlour.contract.ROOMS`, or one module that holds them all.
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
    rules_version: int = 1  # raise it when the same actions could lead elsewhere, or become illegal
    encode: Callable[[Mapping[str, Value]], Sequence[int]] | None = None
    settings: Mapping[str, Value] = field(default_factory=dict)
    path: str = ""  # the file it was loaded from, for games that are no package

    def __post_init__(self) -> None:
        if self.module == "__main__" and not self.settings:
            _added[self.name] = self

    @property
    def spec(self) -> str:
        """The spec string of this variant."""
        return format_spec(self.path or self.name, self.options, self.settings)

    def variant(self, **settings: Any) -> Game:
        """The same game with other options."""
        values = read_settings(self.name, self.options, {**self.settings, **settings})
        other = dataclasses.replace(self, settings=values)
        _ = other._encoding  # an impossible combination is an error here, not in the middle of a match
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

    @property
    def encoded(self) -> np.ndarray:
        """The options as the integers that `setup` gets; an array of one's own."""
        return np.array(self._encoding, np.int64)

    @cached_property
    def _encoding(self) -> tuple[int, ...]:
        values = {option.name: self.setting(option.name) for option in self.options}
        if self.encode:
            return tuple(self.encode(values))
        return tuple(_encode(option, values[option.name]) for option in self.options)

    @cached_property
    def home(self) -> ModuleType:
        """The game's package, or the one module that holds all of it."""
        return importlib.import_module(self.module)

    @property
    def one_file(self) -> bool:
        """Whether one module holds all of the game."""
        return not hasattr(self.home, "__path__")

    @cached_property
    def art(self) -> Path | None:
        """The folder of what the page draws the game with: ``board`` in its package, ``NAME_board`` beside
        its file."""
        if not getattr(self.home, "__file__", None):
            return None  # defined in a notebook
        file = Path(cast(str, self.home.__file__))
        return file.with_name(f"{file.stem}_board") if self.one_file else file.with_name("board")

    def room(self, name: str) -> ModuleType:
        """A room of the game: its submodule of that name, or the game's only module."""
        return self.home if self.one_file else importlib.import_module(f"{self.module}.{name}")

    def has_room(self, name: str) -> bool:
        """Whether the game has a submodule of that name."""
        if self.one_file:
            return True
        parent, _, _ = name.rpartition(".")
        if parent and not self.has_room(parent):
            return False
        return importlib.util.find_spec(f"{self.module}.{name}") is not None

    def hooks(self, kind: type[Room]) -> Room:
        """The hooks of a room by its kind, `parlour.contract.Board` say; defaults where it has none."""
        name = next(name for name, room in ROOMS.items() if room is kind)
        return furnish(kind, self.room(name) if self.has_room(name) else None)

    @cached_property
    def notation(self) -> Notation:
        """The game's moves and positions as text."""
        return self.hooks(Notation)

    @cached_property
    def board(self) -> Board:
        """The game on the page."""
        return self.hooks(Board)

    @cached_property
    def picture(self) -> Picture:
        """The game in a notebook."""
        return self.hooks(Picture)

    @cached_property
    def invariants(self) -> Invariants:
        """What must hold in every state."""
        return self.hooks(Invariants)

    @cached_property
    def rules(self) -> Rules:
        """The rules; those that every game is played by are compiled by now, and all of a user's own."""
        from parlour.kernel import BASIC, Rules

        rules = Rules.of(self.room("rules"))
        if self.heuristics:
            rules = rules.but(value=self.heuristic(self.heuristics[0]))
        playout = self.hooks(Playouts).playout
        rules = rules.but(playout=playout) if playout else rules
        return self._tried(rules.ready()) if self.path else rules.ready(*BASIC)

    def _tried(self, rules: Rules) -> Rules:
        """The rules of a user's own game, tried before anybody plays it, and guarded from then on."""
        from parlour.kernel import Frame, guarded, rehearse

        _ = self.notation
        if not isinstance(self.max_actions, int) or self.max_actions < 1:
            raise ParlourError(f"MAX_ACTIONS is {self.max_actions!r}: it must be a whole number from 1")
        rehearse(rules, Frame(self.size, self.encoded, self.max_actions, self.players))
        return guarded(rules, self.players)

    @cached_property
    def encoding(self) -> Encoding:
        """Views and actions as numbers."""
        from parlour.encoding import Encoding

        return Encoding.of(self)

    @cached_property
    def description(self) -> Description:
        """The fields of its state and the notation of its moves, for bots and those who write them."""
        from parlour.description import Description

        return Description.of(self)

    def heuristic(self, name: str) -> Any:
        """A compiled heuristic of the game by its name."""
        from parlour.kernel import SIGNATURES, is_compiled

        if name not in self.heuristics:
            raise unknown(f"heuristic of {self.name}", name, self.heuristics)
        room = self.room("evaluation")
        if not hasattr(room, name):
            there = {known for known, value in vars(room).items() if is_compiled(value)} - {*SIGNATURES}
            raise unknown(f"heuristic in Game.heuristics of {self.name}", name, there)
        return getattr(room, name)

    @cached_property
    def dtype(self) -> np.dtype:
        """The layout of a state."""
        return cast(np.dtype, self.layout.STATE)

    @cached_property
    def size(self) -> int:
        """The bytes of a state, in whole words."""
        return (self.dtype.itemsize + 7) // 8 * 8

    @cached_property
    def max_actions(self) -> int:
        """The most legal actions that a position can have."""
        return self.layout.MAX_ACTIONS

    @cached_property
    def layout(self) -> RulesRoom:
        """What the rules say beside the rules themselves."""
        return self.hooks(RulesRoom)

    def new(self, seed: int = 0) -> State:
        """A new game; everything that chance does in it follows from the seed."""
        state = self.blank(seed)
        self.rules.setup(state.buffer, self.encoded, state.rng)
        return state

    def blank(self, seed: int = 0) -> State:
        """A state of zeros, for a position to be written into."""
        from parlour.kernel import new_rng

        return State(self, np.zeros(self.size, np.uint8), new_rng(seed))

    def position(self, text: str, seed: int = 0) -> State:
        """The state that a text describes; what chance does from there on follows from the seed."""
        from parlour.kernel import new_rng

        if self.notation.position is None:
            raise ParlourError(f"{self.name} has no notation for positions")
        state = self.notation.position(self, text)
        state.rng = new_rng(seed)
        wrong = list(self.invariants.broken(state))
        if not wrong and not state.over and not state.legal_moves:
            wrong.append("nobody can move")
        if wrong:
            raise ParlourError(f"no position of {self.title}: {wrong[0]}")
        return state

    def __repr__(self) -> str:
        return f"parlour.game({self.spec!r})"


def _encode(option: Option, value: Value) -> int:
    if option.choices:
        return option.choices.index(cast(str, value))
    if isinstance(value, (bool, int)):
        return int(value)
    raise TypeError(f"option '{option.name}' needs an `encode` function of its game")


@cache
def _packaged() -> list[str]:
    """The games in Parlour itself: every folder of ``parlour.games``."""
    folder = Path(__file__).parent / "games"
    return [module.name for module in pkgutil.iter_modules([str(folder)]) if module.ispkg]


def game_names() -> list[str]:
    """The names of all games that are installed."""
    return sorted({name.replace("_", "-") for name in _packaged()} | set(plugins(_PLUGINS)) | set(_added))


@contextmanager
def added_games(specs: Iterable[str]) -> Iterator[None]:
    """Within this, games of files or folders are known by their names."""
    games = [game(spec) for spec in specs]
    for added in games:
        if added.name in game_names() and added.home is not game(added.name).home:
            raise ParlourError(f"{added.spec}: there is a '{added.name}' already: give yours another name")
    before = dict(_added)
    _added.update({added.name: added for added in games})
    try:
        yield
    finally:
        _added.clear()
        _added.update(before)


def game(spec: str) -> Game:
    """The game that a spec names: ``isolation:size=5``, a file ``my_game.py`` or a folder ``my_game/``."""
    name, settings = split_spec(spec)
    outside = name.endswith(".py") or "/" in name
    return (_load_path(Path(name)) if outside else _load_name(name)).variant(**settings)


def _load_name(name: str) -> Game:
    folder = name.replace("-", "_")
    if folder in _packaged():
        return cast(Game, importlib.import_module(f"parlour.games.{folder}").GAME)
    if name in _added:
        return _added[name]
    point = plugins(_PLUGINS).get(name)
    if point is None:
        for path in (f"{name}/", f"{name}.py"):
            if is_there(Path(path)):
                raise ParlourError(f"unknown game '{name}': for yours here write {path}")
        raise unknown("game", name, game_names())
    return cast(Game, point.load())


def _load_path(path: Path) -> Game:
    module = load_module(path)
    loaded = getattr(module, "GAME", None)
    if not isinstance(loaded, Game):
        raise ParlourError(f"{path} defines no game: it needs GAME = parlour.Game(...)")
    return dataclasses.replace(loaded, path=f"{path}/" if locate(path).is_dir() else str(path))


def load_module(path: Path) -> ModuleType:
    """A Python file, or a folder that is a package, as a module; loaded once."""
    path = locate(path)
    file = path / "__init__.py" if is_there(path) and path.is_dir() else path
    if not is_there(file) or not file.is_file():
        what = "__init__.py in the folder" if file != path else "file" if path.suffix else "folder"
        raise ParlourError(f"there is no {what} {path}")
    name = f"parlour_file_{path.stem}_{hashlib.sha256(bytes(path.resolve())).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name]
    within = [str(path.resolve())] if path.is_dir() else None
    spec = importlib.util.spec_from_file_location(name, file.resolve(), submodule_search_locations=within)
    if spec is None or spec.loader is None:
        raise ParlourError(f"{path} is no Python file: a game or an agent is a file that ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        if isinstance(error, ParlourError):
            raise
        raise ParlourError(f"cannot load {path}: {type(error).__name__}: {error}") from error
    return module
