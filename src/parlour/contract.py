"""The contract of a game: every hook that it may have, room by room, with what happens without it.

A room is a module of the game's folder (``notation``, ``board``, ``lab.commands`` ...); a game that is one
file has all of its hooks in that file. Whoever needs a hook asks for its room, `Game.notation` say, and
finds every hook there: the game's own, or the default. The rules themselves are `parlour.kernel.SIGNATURES`.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from parlour.errors import ParlourError

if TYPE_CHECKING:
    from parlour.game import Game
    from parlour.record import Record
    from parlour.sketch import Sketch
    from parlour.state import Position, State

__all__ = [
    "ROOMS", "Board", "Commands", "Descriptions", "Encoders", "Ending", "Evaluation", "Feature", "Invariants",
    "Judging", "Logs", "Notation", "Own", "Picture", "Playouts", "Policies", "RulesRoom", "Studies",
    "Training", "furnish", "unknown_hooks",
]  # fmt: skip

Room = TypeVar("Room")
Feature = tuple[float, float]
"""A number of a seat's, and the others'."""
Ending = Mapping[str, str | int | Sequence[int]]
"""Why a game ended: the `key` of a sentence, the `seats` that it names, and what else it tells."""


def hook(meaning: str, default: Any = MISSING, *, takes: str = "") -> Any:
    """Declare a hook, with what a function takes; without a default a game must have it."""
    metadata = {"meaning": meaning, "takes": takes}
    if default == {}:
        return field(metadata=metadata, default_factory=dict)
    return field(metadata=metadata, **({} if default is MISSING else {"default": default}))


def _everything_open(position: Position, action: int, viewer: int) -> str:
    return position.format(action)


def _nothing_broken(state: State) -> Sequence[str]:
    return ()


def _as_text(position: Position) -> Mapping[str, Any]:
    return {"text": str(position)}


def _no_target(position: Position, action: int) -> Mapping[str, Any]:
    return {}


def _no_sequel(before: Position, after: Position) -> Mapping[str, Any]:
    return {}


def _only_action(position: Position) -> int | None:
    legal = position.legal_moves
    return int(legal[0]) if len(legal) == 1 else None


def _no_features(position: Position, seat: int) -> Mapping[str, Feature]:
    return {}


def _no_words(state: State) -> Ending | None:
    return None


@dataclass(frozen=True)
class RulesRoom:
    """What a game is: its state and its rules."""

    STATE: Any = hook("the layout of a state, a NumPy structured dtype")
    MAX_ACTIONS: int = hook("the most legal actions that a position can have")
    perft_legal: Any = hook(
        "the actions that perft counts, where published counts leave some out", None, takes="(state, actions)"
    )
    PERFT_FINISHED: bool = hook("whether perft counts a finished game at any greater depth", False)


@dataclass(frozen=True)
class Notation:
    """Moves and positions as text."""

    format: Callable[[Position, int], str] = hook("an action as text", takes="(position, action)")
    parse: Callable[[Position, str], int] = hook(
        "the action that a text stands for, or `ParlourError`", takes="(position, text)"
    )
    draw: Callable[[Position], str] = hook(
        "the position as a picture of characters, with rich markup", takes="(position)"
    )
    seen: Callable[[Position, int, int], str] = hook(
        "an action as another seat sees it; games with hidden information need it",
        _everything_open,
        takes="(position, action, viewer)",
    )
    text: Callable[[Position], str] | None = hook(
        "a position as one line that `position` reads back", None, takes="(position)"
    )
    position: Callable[[Game, str], State] | None = hook(
        "the state that a text describes", None, takes="(game, text)"
    )
    forfeit: Callable[[Position], int] | None = hook(
        "what is played for a seat that broke the rules of play; without it the game ends and is lost",
        None,
        takes="(position)",
    )
    wroclaw_format: Callable[[Position, int], str] | None = hook(
        "an action in the coordinates of the Wrocław course's protocol", None, takes="(position, action)"
    )
    wroclaw_parse: Callable[[Position, str], int] | None = hook(
        "the action that those stand for", None, takes="(position, text)"
    )


@dataclass(frozen=True)
class Descriptions:
    """What bots and those who write them are told: see [fields](fields.md)."""

    FIELDS: Any = hook(
        "of each field of the state a `Field`: what it means, and the form in which bots get it; or a "
        "function of the game to them. By default numbers, those of 64 bits as text",
        {},
    )
    MOVE_KINDS: Mapping[str, str] = hook("what a move means, by an example of each kind", {})


@dataclass(frozen=True)
class Invariants:
    """What must hold in every state; tests ask, and whoever reads a position."""

    broken: Callable[[State], Sequence[str]] = hook(
        "what is wrong with a state, in words", _nothing_broken, takes="(state)"
    )


@dataclass(frozen=True)
class Evaluation:
    """Heuristics, compiled: each name that `Game.heuristics` lists."""


@dataclass(frozen=True)
class Policies:
    """Policies, compiled: each name that ``AGENTS.policy`` declares (``-`` is written ``_``)."""


@dataclass(frozen=True)
class Playouts:
    """How a search plays the game out, where that rests on one of its agents: rules import none."""

    playout: Any = hook("the compiled rule, in place of that of `rules`", None, takes="(state, rng)")


@dataclass(frozen=True)
class Judging:
    """How a game with hidden cards or chance is judged, with everything open."""

    playout: Any = hook(
        "a compiled rule that plays on by a strong and quick policy; by default that of the searches",
        None,
        takes="(state, rng)",
    )
    rewards: Any = hook(
        "a compiled rule for where that stops, if it is before the end; by default that of `rules`",
        None,
        takes="(state, out)",
    )
    PLAYER: str = hook("a quick and sensible agent, in whose games the judge is tried", "mcts:playouts=100")


@dataclass(frozen=True)
class Encoders:
    """A view and an action as numbers, for learners and environments: see [encodings](encodings.md)."""

    OBSERVATION: Any = hook(
        "what a seat may know: `Block`s of numbers, or a function of the game to them", ()
    )
    observe: Any = hook("a compiled rule that writes those numbers", None, takes="(state, seat, out)")
    ACTIONS: Any = hook("what a move may be: `Block`s of codes, or a function of the game to them", ())
    code: Any = hook(
        "a compiled rule: the code of a legal action; by default the action", None, takes="(state, action)"
    )
    decode: Any = hook(
        "a compiled rule: the legal action of a code, or one that only differs where it cannot matter",
        None,
        takes="(state, code)",
    )
    FEATURES: Any = hook("what an action is like: `Block`s, or a function of the game to them", ())
    depict: Any = hook(
        "a compiled rule that writes those numbers; by default a 1 at the action, and the names of `ACTIONS`",
        None,
        takes="(state, action, out)",
    )
    depict_all: Any = hook(
        "a compiled rule that writes what the mover may know, and n actions, a row each, where they share "
        "work, and returns True",
        None,
        takes="(state, actions, n, seen, out)",
    )
    candidates: Any = hook(
        "a compiled rule that keeps one of those legal actions that mean the same, and returns how many",
        None,
        takes="(state, actions, n)",
    )
    target: Any = hook(
        "a compiled rule: what a finished game was worth to each seat, -1 to 1; by default its rewards",
        None,
        takes="(state, out)",
    )
    ENCODING_VERSION: int = hook("goes up whenever a number or a code changes its meaning", 1)


@dataclass(frozen=True)
class Own:
    """The game's own agents."""

    AGENTS: Any = hook("the registry `parlour.agent.Agents` that declares them", None)
    LEVELS: Sequence[str] = hook("the agents of levels 1 to 10, the weakest first", ())
    LEVELS_VARIANT: Mapping[str, Any] = hook(
        "the options of the variant that the levels are measured in, where they are not the default", {}
    )
    SLIP: str = hook("the policy that decides where an agent slips", "random")


@dataclass(frozen=True)
class Board:
    """The game on the page; its art lies in the folder ``board`` (board.js, card.svg, words.json)."""

    describe: Callable[[Position], Mapping[str, Any]] = hook(
        "the fields that the board draws", _as_text, takes="(position)"
    )
    sketch: Callable[[Position], Sketch] | None = hook(
        "a `Grid` or `Cards` of `parlour.sketch`, which the page draws where there is no board.js",
        None,
        takes="(position)",
    )
    targets: Callable[[Position, int], Mapping[str, Any]] = hook(
        "the squares, cards or buttons that stand for an action", _no_target, takes="(position, action)"
    )
    sequel: Callable[[Position, Position], Mapping[str, Any]] = hook(
        "what an action came to, such as the dice thrown: joins its targets once it is played",
        _no_sequel,
        takes="(before, after)",
    )
    features: Callable[[Position, int], Mapping[str, Feature]] = hook(
        "numbers that tell positions apart, the most telling first: the reasons of a hint",
        _no_features,
        takes="(position, seat)",
    )
    ending: Callable[[State], Ending | None] = hook(
        "why a finished game ended: the `key` of its sentence `NAME.ending.KEY` and what stands in it",
        _no_words,
        takes="(state)",
    )
    lapse: Callable[[Position], int | None] = hook(
        "the action that is played by itself when nobody acts for a moment: by default the only one",
        _only_action,
        takes="(position)",
    )
    ADVISERS: Mapping[str, Sequence[str]] = hook("who gives a `hint` and judges a `replay`, best first", {})
    PROVEN_ONLY: bool = hook("whether only a proven result is a chance to win; else it is not solved", False)
    POINTS: bool = hook("whether the scores of its advisers are the game's own points, such as discs", False)


@dataclass(frozen=True)
class Picture:
    """The game in a notebook."""

    svg: Callable[[Position], str] | None = hook("a position as an SVG", None, takes="(position)")


@dataclass(frozen=True)
class Logs:
    """Games that other programs have written down."""

    READERS: Mapping[str, Callable[[Path], list[Record]]] = hook(
        "what reads files of other programs as records, by their ending (`.tch`)", {}
    )


@dataclass(frozen=True)
class Studies:
    """Published experiments."""

    STUDIES: Any = hook("the registry `parlour.report.study.Studies` that declares them", None)


@dataclass(frozen=True)
class Training:
    """Ways to learn the game, beside the one that every game has."""

    METHODS: Sequence[Any] = hook("each a `parlour.learn.training.Method`", ())


@dataclass(frozen=True)
class Commands:
    """What the game adds to the command line."""

    solve: Callable[..., None] | None = hook("the command ``parlour solve GAME``", None)
    SOLVE_SETTINGS: Mapping[str, Any] | None = hook("how typer reads the options of `solve`", None)
    app: Any = hook("a typer app of further commands, ``parlour GAME ...``", None)


ROOMS: dict[str, type[Any]] = {
    "rules": RulesRoom,
    "notation": Notation,
    "description": Descriptions,
    "invariants": Invariants,
    "evaluation": Evaluation,
    "policies": Policies,
    "playouts": Playouts,
    "judging": Judging,
    "encoding": Encoders,
    "agents": Own,
    "board": Board,
    "picture": Picture,
    "logs": Logs,
    "lab.studies": Studies,
    "lab.training": Training,
    "lab.commands": Commands,
}
"""Every room that Parlour looks for, with its hooks."""

_CHECKED = ("notation", "invariants", "board", "picture")  # rooms of plain functions


def _needed(hook: Field[Any]) -> bool:
    return hook.default is MISSING and hook.default_factory is MISSING


def furnish(kind: type[Room], module: ModuleType | None) -> Room:
    """The hooks of a room: those that its module has, the others by default."""
    hooks = fields(kind)  # type: ignore[arg-type]
    given = {hook.name: getattr(module, hook.name) for hook in hooks if hasattr(module, hook.name)}
    missing = [hook.name for hook in hooks if _needed(hook) and hook.name not in given]
    if missing:
        raise ParlourError(f"{_called(kind, module)} lacks {', '.join(missing)}: see docs/contract.md")
    return kind(**given)


def _called(kind: type[Any], module: ModuleType | None) -> str:
    """What its author calls a room: by its file."""
    if module is None:
        return f"a room for {kind.__name__.lower()}"
    return Path(module.__file__).name if module.__file__ else module.__name__


def unknown_hooks(game: Game) -> list[str]:
    """Public functions of a game's rooms that are no hook, so that nothing would ever call them.

    A game that is one file may hold anything else: there only what is nearly the name of a hook counts.
    """
    return [
        f"{room}.{name} is no hook{_nearest(name, hooks)}: name it _{name}, or list it in __all__"
        for room, module, hooks in _plain_rooms(game)
        for name, function in vars(module).items()
        if inspect.isfunction(function)
        and function.__module__ == module.__name__
        and not name.startswith("_")
        and name not in {*hooks, *getattr(module, "__all__", ())}
        and (not game.one_file or _nearest(name, hooks))
    ]


def _plain_rooms(game: Game) -> list[tuple[str, ModuleType, set[str]]]:
    """The rooms of plain functions, each with the names that mean something in it."""
    if game.one_file:
        from parlour.kernel import SIGNATURES

        hooks = {hook.name for room in ROOMS.values() for hook in fields(room)}
        return [(game.name, game.home, hooks | set(SIGNATURES))]
    return [
        (room, game.room(room), {hook.name for hook in fields(ROOMS[room])})
        for room in _CHECKED
        if game.has_room(room)
    ]


def _nearest(name: str, hooks: set[str]) -> str:
    near = difflib.get_close_matches(name, sorted(hooks), n=1, cutoff=0.8)
    return f" (did you mean {near[0]}?)" if near else ""
