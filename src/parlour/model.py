"""Models: what was learned, in one kind of file that says what it is for; one reader and one writer.

A model is an ``.npz`` of plain arrays and a header in JSON: its kind, the game with the options and the rules
version that it was made for, what its numbers stand for (the encoding), and how it was made. Whoever plays
with one declares a `ModelKind`; a file that does not fit is refused with the command that makes a right one.
"""

from __future__ import annotations

import io
import json
import platform
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, cast

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from parlour import __version__
from parlour.errors import ParlourError, unknown
from parlour.files import is_there, make_folder, write_bytes
from parlour.game import Game
from parlour.luggage import locate
from parlour.spec import Option

__all__ = [
    "ENDING", "FOLDER", "Arrays", "Header", "Model", "ModelKind", "check_arrays", "find_model", "load_model",
    "model_names", "models_of", "pack", "read_header", "read_model", "shipped_folder", "unpack",
    "write_model",
]  # fmt: skip

Arrays = dict[str, np.ndarray]
Layout = tuple[str, tuple[int | None, ...]]
"""The dtype of an array and its shape; None is any length."""

ENDING = ".npz"
FOLDER = Path("models")
"""Where models are found in the working folder, and where trainers write them."""

_HEADER = "header"  # the member that holds it
_DAMAGED = (
    OSError, ValueError, LookupError, EOFError, MemoryError, NotImplementedError, RecursionError, SyntaxError,
    TypeError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
_LIBRARIES = ("numpy", "scipy", "numba", "jax", "optax", "scikit-learn")


class Header(BaseModel):
    """What a model says of itself."""

    model_config = ConfigDict(extra="forbid")
    kind: str
    game: str
    variant: dict[str, Any] = {}  # the options of the game that it was made for
    rules: int
    encoding: Any = None  # what its numbers stand for
    facts: dict[str, Any] = {}  # what else its player reads
    made: dict[str, Any] = {}  # the command, the seed, the versions, the strength that was measured


@dataclass(frozen=True)
class Model:
    """A model in memory."""

    header: Header
    arrays: Arrays

    @property
    def facts(self) -> dict[str, Any]:
        """What its player reads beside the arrays."""
        return self.header.facts


@dataclass(frozen=True)
class ModelKind:
    """A kind of model: what is in it, and the command that makes one."""

    name: str
    command: str
    arrays: Mapping[str, Layout]
    encoding: Any = None

    @property
    def remedy(self) -> str:
        """What to do about a file that does not fit."""
        return f"{self.command} makes one"

    @property
    def option(self) -> Option:
        """The option of an agent that names a model of this kind."""
        return Option("model", None, "the name or file of what it knows", kind=str, models=(self.name,))


def pack(arrays: Mapping[str, np.ndarray], header: Mapping[str, Any], *, small: bool = True) -> bytes:
    """Arrays and a header as the bytes of one file, small or quickly written; the same ones every time."""
    content, save = io.BytesIO(), np.savez_compressed if small else np.savez
    text = np.frombuffer(json.dumps(header, sort_keys=True).encode(), np.uint8)
    save(content, **{_HEADER: text, **arrays})  # type: ignore[arg-type]
    return content.getvalue()


def unpack(path: Path, what: str, remedy: str) -> tuple[dict[str, Any], Arrays]:
    """The header and the arrays of a file that `pack` has made; never anything that runs."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            arrays = {name: np.asarray(file[name], order="C") for name in file.files}
        header = json.loads(arrays.pop(_HEADER).tobytes())
        if not isinstance(header, dict):
            raise ValueError("its header is none")
    except FileNotFoundError:
        raise ParlourError(f"there is no file {path}: {remedy}") from None
    except _DAMAGED as error:
        raise ParlourError(f"{path} is damaged or no {what} ({_reason(error)}): {remedy}") from None
    return header, arrays


def _reason(error: BaseException) -> str:
    return " ".join(str(error).split())[:80] or type(error).__name__


def write_model(
    path: Path,
    kind: ModelKind,
    game: Game,
    arrays: Mapping[str, np.ndarray],
    made: Mapping[str, Any],
    *,
    options: tuple[str, ...] = (),
    facts: Mapping[str, Any] | None = None,
) -> Path:
    """Write a model for a game, for any value of all but the named options; checked as a reader would."""
    header = Header(
        kind=kind.name,
        game=game.name,
        variant={name: game.setting(name) for name in options},
        rules=game.rules_version,
        encoding=_plain(kind.encoding),
        facts=dict(facts or {}),
        made={"versions": _versions(), **made},
    )
    check_arrays(path, kind, arrays)
    make_folder(path.parent)
    return write_bytes(path, pack(arrays, header.model_dump()))


def _plain(value: Any) -> Any:
    """A value as JSON reads it back."""
    return json.loads(json.dumps(value))


def _versions() -> dict[str, str]:
    """What a model was made with."""
    versions = {"parlour": __version__, "python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return versions


def read_header(path: Path) -> Header:
    """What a file says that it is; `ParlourError` when it is no model."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return Header.model_validate_json(file[_HEADER].tobytes())
    except (*_DAMAGED, ValidationError) as error:
        raise ParlourError(f"{path} is no model: {_reason(error)}") from None


def read_model(path: Path, kind: ModelKind, game: Game) -> Model:
    """The model of a file, refused when it is damaged or was made for anything else."""
    content, arrays = unpack(path, "model", kind.remedy)
    try:
        header = Header.model_validate(content)
    except ValidationError as error:
        raise ParlourError(f"{path} is no model ({_reason(error)}): {kind.remedy}") from None
    _check_purpose(path, header, kind, game)
    check_arrays(path, kind, arrays)
    return Model(header, arrays)


def _check_purpose(path: Path, header: Header, kind: ModelKind, game: Game) -> None:
    """A model must be of the kind, for the game, its variant and rules, and mean the same numbers."""
    facts: list[tuple[str, Any, Any]] = [("kind", header.kind, kind.name), ("game", header.game, game.name)]
    facts += [("rules version", header.rules, game.rules_version)]
    if header.game == game.name:
        declared = {option.name for option in game.options}
        values = {name: game.setting(name) if name in declared else None for name in header.variant}
        facts += [(name, value, values[name]) for name, value in header.variant.items()]
    for name, has, needs in facts:
        if has != needs:
            raise ParlourError(f"{path} does not fit: its {name} is {has}, not {needs}: {kind.remedy}")
    if header.encoding != _plain(kind.encoding):
        raise ParlourError(f"{path} does not fit: it was made for another encoding: {kind.remedy}")


def check_arrays(path: Path, kind: ModelKind, arrays: Mapping[str, np.ndarray]) -> None:
    """Compiled code reads these arrays unchecked, so every one must be what it expects."""
    if set(arrays) != set(kind.arrays):
        raise ParlourError(f"{path} does not fit: it has other arrays: {kind.remedy}")
    for name, (dtype, shape) in kind.arrays.items():
        array = arrays[name]
        same = len(array.shape) == len(shape)
        same = same and all(n in (None, m) for n, m in zip(shape, array.shape, strict=True))
        if not same or array.dtype != np.dtype(dtype):
            raise ParlourError(
                f"{path} does not fit: its '{name}' is {array.dtype}{list(array.shape)}, "
                f"not {dtype}{list(shape)}: {kind.remedy}"
            )
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise ParlourError(f"{path} is damaged: '{name}' holds numbers that are none: {kind.remedy}")


def shipped_folder(game: Game) -> Path:
    """Where the models that come with a game lie."""
    file = getattr(game.home, "__file__", None)
    return Path(cast(str, file)).with_name("models") if file and not game.one_file else FOLDER


def models_of(game: Game, *kinds: str) -> Iterator[tuple[Path, Header]]:
    """The models of a game that come with it, and those in the working folder; of some kinds or of any."""
    for folder in dict.fromkeys((shipped_folder(game), FOLDER)):
        for path in sorted(folder.glob(f"*{ENDING}")):
            try:
                header = read_header(path)
            except ParlourError:
                continue
            if header.game == game.name and (not kinds or header.kind in kinds):
                yield path, header


def model_names(game: Game, *kinds: str) -> list[str]:
    """The names of a game's models of some kinds: those that an option may name instead of a file."""
    return list(dict.fromkeys(path.stem for path, _ in models_of(game, *kinds)))


def find_model(game: Game, name: str, *kinds: str) -> Path:
    """The file that an option means: a path, or the name of a model of the game, perhaps of a run's round."""
    if name.endswith(ENDING) or "/" in name:
        round_ = locate(FOLDER / f"{name}{ENDING}")
        return round_ if not name.endswith(ENDING) and is_there(round_) else locate(Path(name))
    for path, _ in models_of(game, *kinds):
        if path.stem == name:
            return locate(path)
    raise unknown(f"model of {game.name}", name, model_names(game, *kinds))


def load_model(game: Game, kind: ModelKind, name: str | None, default: str) -> Model:
    """The model that an agent's option names; without one, the one that comes with the game."""
    if name:
        return read_model(find_model(game, name, kind.name), kind, game)
    return read_model(locate(shipped_folder(game) / f"{default}{ENDING}"), kind, game)
