"""The kernel contract: rules are plain functions that run at the speed of compiled code.

A game's state is a NumPy structured dtype that travels through compiled code as a flat ``uint8``
buffer, so every game has the same types and a search is compiled once for all of them. The name of
a rule picks its signature (`SIGNATURES`); `Rules` carries the functions of one game into compiled
code, where ``rules.legal(state, actions)`` is a call through a pointer of two or three nanoseconds.

With ``NUMBA_DISABLE_JIT=1`` all of this runs as plain Python, for debugging and coverage.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_getattr
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import NativeValue, intrinsic, models, register_model, unbox
from numba.np.arrayobj import make_array, populate_array

__all__ = [
    "ANY",
    "PLAIN",
    "SIGNATURES",
    "Function",
    "Rules",
    "cache_root",
    "compiled",
    "copy",
    "draw",
    "helper",
    "heuristic",
    "leading",
    "new_rng",
    "nth_bit",
    "pick",
    "pointer",
    "policy",
    "policy_at",
    "policy_table",
    "popcount",
    "random_bits",
    "record",
    "row",
    "rule",
    "seed_rng",
    "shuffle",
    "structs",
    "trailing",
    "uniform",
]

PLAIN: bool = bool(numba.config.DISABLE_JIT)
"""True when everything runs as plain Python (``NUMBA_DISABLE_JIT=1``)."""

ANY = -1
"""What a policy answers when any legal action will do, drawn uniformly."""

Function = TypeVar("Function", bound=Callable[..., Any])

if PLAIN:
    np.seterr(over="ignore")  # unsigned numbers wrap round, as they do when compiled

# --- signatures ---------------------------------------------------------------------------------

STATE = types.Array(types.uint8, 1, "C")
INTS = types.Array(types.int64, 1, "C")
FLOATS = types.Array(types.float64, 1, "C")
RNG = types.Array(types.uint64, 1, "C")

SIGNATURES = {
    "setup": types.void(STATE, INTS, RNG),
    "mover": types.int64(STATE),
    "legal": types.int64(STATE, INTS),
    "apply": types.void(STATE, types.int64, RNG),
    "scores": types.void(STATE, FLOATS),
    "rewards": types.void(STATE, FLOATS),
    "hide": types.void(STATE, types.int64),
    "guess": types.void(STATE, types.int64, RNG),
    "key": types.uint64(STATE),
    "value": types.float64(STATE, types.int64),
    "playout": types.void(STATE, RNG),
    "policy": types.int64(STATE, RNG),
}

# --- where compiled code is kept ----------------------------------------------------------------


def _sources(folder: Path) -> list[Path]:
    """What compiled code in `folder` rests on: its code and weights, the kernel's and the searches' code."""
    package = Path(__file__).parent
    home = next((at for at in (folder, *folder.parents) if (at / "rules.py").exists()), folder)
    own = [path for kind in ("*.py", "best/*.py", "*/*.npz", "*/*.json") for path in home.glob(kind)]
    own += folder.glob("*.py")
    return sorted({package / "kernel.py", *(package / "search").glob("*.py"), *own})


@cache
def cache_root() -> Path:
    """The user's cache directory, or a temporary one (with a warning) when that is read-only."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("PARLOUR_CACHE")
    root = Path(chosen) if chosen else user_cache_path("parlour")
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
    except OSError:
        fallback = Path(tempfile.gettempdir()) / f"parlour-{os.getuid() if hasattr(os, 'getuid') else 0}"
        print(f"parlour: cannot write to {root}; compiled rules go to {fallback}", file=sys.stderr)
        fallback.mkdir(parents=True, exist_ok=True)
        return fallback
    return root


@cache
def _cache_folder(folder: Path) -> Path:
    """The cache of one source folder; its name is a hash of all sources, so it is never stale."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in _sources(folder):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    kept = cache_root() / f"{folder.name}-{digest.hexdigest()[:16]}"
    if not kept.exists():
        print(f"compiling {folder.name} (once) ...", file=sys.stderr, flush=True)
    return kept


_compiling = threading.RLock()  # where Numba keeps its cache is one setting for all threads


def compiled(signature: Any) -> Callable[[Function], Function]:
    """Compile a function for one signature, without the GIL, and keep the result on disk."""

    def decorate(function: Function) -> Function:
        if PLAIN:
            return function
        with _compiling:
            before = numba.config.CACHE_DIR
            numba.config.CACHE_DIR = str(_cache_folder(Path(function.__code__.co_filename).resolve().parent))
            try:
                return cast(
                    Function, numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function)
                )
            finally:
                numba.config.CACHE_DIR = before

    return decorate


def rule(function: Function) -> Function:
    """Compile a rule of a game with the signature that its name picks."""
    try:
        signature = SIGNATURES[function.__name__]
    except KeyError:
        raise TypeError(f"'{function.__name__}' is no rule: one of {', '.join(SIGNATURES)}") from None
    return compiled(signature)(function)


def policy(function: Function) -> Function:
    """Compile ``policy(state, rng) -> action``: a decision for the seat to move, or `ANY`."""
    return compiled(SIGNATURES["policy"])(function)


def heuristic(function: Function) -> Function:
    """Compile ``value(state, seat) -> float``: how good a position looks to a seat."""
    return compiled(SIGNATURES["value"])(function)


def helper(function: Function) -> Function:
    """Compile a function that only rules call; it becomes part of its callers."""
    return cast(Function, numba.njit(nogil=True, error_model="numpy")(function))


# --- a buffer seen as its record ----------------------------------------------------------------


class _PlainRecord:
    """The fields of a buffer in plain Python: whole numbers as `int` unless they are 64-bit masks."""

    __slots__ = ("_record",)

    def __init__(self, buffer: np.ndarray, dtype: np.dtype) -> None:
        object.__setattr__(self, "_record", buffer[: dtype.itemsize].view(dtype)[0])

    def __getattr__(self, name: str) -> Any:
        value = self._record[name]
        if isinstance(value, np.integer) and value.dtype != np.uint64:
            return int(value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        self._record[name] = value


def record(dtype: np.dtype) -> Callable[[np.ndarray], Any]:
    """The function that sees a state buffer as the record `dtype`: reads and writes, for free."""
    if PLAIN:
        return lambda buffer: _PlainRecord(buffer, dtype)
    layout = numba.from_dtype(dtype)

    @intrinsic
    def fields(typing, buffer):
        def view(context, builder, signature, args):
            array = make_array(signature.args[0])(context, builder, args[0])
            return builder.bitcast(array.data, context.get_value_type(layout))

        return layout(buffer), view

    return cast(Callable[[np.ndarray], Any], fields)


def structs(n: int, dtype: np.dtype) -> np.ndarray:
    """An array of `n` records, all zero, whose fields compiled and plain code read alike."""
    return np.zeros(n, np.dtype((np.record, dtype)) if PLAIN else dtype)


if PLAIN:

    def row(rows: np.ndarray, index: int) -> Any:
        """One row of a two-dimensional array."""
        return rows[index]

else:

    @intrinsic
    def row(typing, rows, index):
        """One row of a two-dimensional array, without the cost of counting references to it."""
        line = types.Array(rows.dtype, 1, "C")

        def slice_row(context, builder, signature, args):
            whole = make_array(signature.args[0])(context, builder, args[0])
            length = cgutils.unpack_tuple(builder, whole.shape)[1]
            part = make_array(line)(context, builder)
            populate_array(
                part,
                data=builder.gep(whole.data, [builder.mul(args[1], length)]),
                shape=cgutils.pack_array(builder, [length]),
                strides=cgutils.pack_array(builder, [whole.itemsize]),
                itemsize=whole.itemsize,
                meminfo=None,
            )
            return part._getvalue()

        return line(rows, types.int64), slice_row


if PLAIN:

    def pointer(array: np.ndarray) -> Any:
        """The items of an array by their index."""
        return array

else:

    @intrinsic
    def pointer(typing, array):
        """The items of an array by their index, passed on without the cost of counting references to it.

        The caller keeps the array alive; the type in a signature is ``types.CPointer(dtype)``.
        """

        def start(context, builder, signature, args):
            return make_array(signature.args[0])(context, builder, args[0]).data

        return types.CPointer(array.dtype)(array), start


# --- bits ---------------------------------------------------------------------------------------

if PLAIN:

    def popcount(bits: Any) -> int:
        """The number of bits set in a 64-bit mask."""
        return int(bits).bit_count()

    def trailing(bits: Any) -> int:
        """The index of the lowest bit set in a 64-bit mask (64 when none is)."""
        bits = int(bits)
        return (bits & -bits).bit_length() - 1 if bits else 64

    def leading(bits: Any) -> int:
        """How many bits of a 64-bit mask are clear above the highest one set."""
        return 64 - int(bits).bit_length()

else:

    @intrinsic
    def popcount(typing, bits):
        """The number of bits set in a 64-bit mask."""

        def count(context, builder, signature, args):
            return builder.ctpop(args[0])

        return types.int64(types.uint64), count

    @intrinsic
    def trailing(typing, bits):
        """The index of the lowest bit set in a 64-bit mask (64 when none is)."""

        def count(context, builder, signature, args):
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), count

    @intrinsic
    def _deposit(typing, bits, mask):
        """The lowest bits of `bits` laid into the places that `mask` has set (x86 BMI2)."""
        word = ir.IntType(64)

        def lay(context, builder, signature, args):
            kind = ir.FunctionType(word, [word, word])
            return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind), args)

        return types.uint64(types.uint64, types.uint64), lay

    @intrinsic
    def leading(typing, bits):
        """How many bits of a 64-bit mask are clear above the highest one set."""

        def count(context, builder, signature, args):
            return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), count


if not PLAIN and llvm.get_host_cpu_features().get("bmi2", False):

    @helper
    def nth_bit(mask, n):
        """The index of the n-th lowest bit set in a mask, n from 0."""
        return trailing(_deposit(np.uint64(1) << np.uint64(n), mask))

else:

    @helper
    def nth_bit(mask, n):
        """The index of the n-th lowest bit set in a mask, n from 0."""
        for _ in range(n):
            mask &= mask - np.uint64(1)
        return trailing(mask)


# --- random numbers: xoshiro256++ (Blackman and Vigna 2019), seeded by splitmix64 -----------------

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S17, _S19, _S23, _S27, _S30, _S31, _S32, _S41, _S45 = (
    np.uint64(n) for n in (17, 19, 23, 27, 30, 31, 32, 41, 45)
)


@helper
def mix(word):
    """Scramble 64 bits (the finisher of splitmix64)."""
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    return word ^ (word >> _S31)


@compiled(types.void(RNG, types.uint64, types.uint64))
def seed_rng(rng, seed, stream):
    """Start stream number `stream` of a seed: 0 is the game's chance, 1 + n the n-th seat's own."""
    word = mix(np.uint64(seed) ^ mix((np.uint64(stream) + np.uint64(1)) * _GOLDEN))
    for i in range(4):
        word += _GOLDEN
        rng[i] = mix(word)


def new_rng(seed: int, stream: int = 0) -> np.ndarray:
    """A generator: stream number `stream` of `seed`."""
    rng = np.zeros(4, np.uint64)
    seed_rng(rng, np.uint64(seed), np.uint64(stream))
    return rng


@helper
def random_bits(rng):
    """64 random bits."""
    total = rng[0] + rng[3]
    result = ((total << _S23) | (total >> _S41)) + rng[0]
    shifted = rng[1] << _S17
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= shifted
    rng[3] = (rng[3] << _S45) | (rng[3] >> _S19)
    return result


@compiled(types.uint64(RNG))
def draw(rng: np.ndarray) -> Any:
    """64 random bits, for callers in Python."""
    return random_bits(rng)


@helper
def pick(rng, n):
    """A number in 0..n-1, uniform up to n / 2**32."""
    return np.int64(((random_bits(rng) >> _S32) * np.uint64(n)) >> _S32)


@helper
def uniform(rng):
    """A float in [0, 1)."""
    return np.float64(random_bits(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@helper
def shuffle(items, n, rng):
    """Shuffle the first `n` items in place."""
    for i in range(n - 1, 0, -1):
        j = pick(rng, i + 1)
        items[i], items[j] = items[j], items[i]


if PLAIN:

    def copy(target: np.ndarray, source: np.ndarray) -> None:
        """Copy one state buffer over another."""
        target[:] = source

else:

    @intrinsic
    def _words(typing, buffer):
        """A state buffer, whose size is a whole number of words, as those words."""
        words = types.Array(types.uint64, 1, "C")

        def view(context, builder, signature, args):
            whole = make_array(signature.args[0])(context, builder, args[0])
            size = context.get_constant(types.intp, 8)
            part = make_array(words)(context, builder)
            populate_array(
                part,
                data=builder.bitcast(whole.data, ir.IntType(64).as_pointer()),
                shape=cgutils.pack_array(builder, [builder.udiv(whole.nitems, size)]),
                strides=cgutils.pack_array(builder, [size]),
                itemsize=size,
                meminfo=None,
            )
            return part._getvalue()

        return words(buffer), view

    @helper
    def copy(target, source):
        """Copy one state buffer over another."""
        to, words = _words(target), _words(source)
        for i in range(words.size):
            to[i] = words[i]


# --- the functions of a game, as one argument of compiled code -----------------------------------


@rule
def hide(state, seat):
    """Nothing is hidden in a game of perfect information."""


@rule
def guess(state, seat, rng):
    """Nothing needs guessing in a game of perfect information."""


@rule
def key(state):
    """A hash of every byte of the state."""
    total = np.uint64(state.size)
    for i in range(state.size):
        total = mix((total ^ np.uint64(state[i])) + _GOLDEN)
    return total


@rule
def value(state, seat):
    """No opinion."""
    return 0.0


@rule
def playout(state, rng):
    """Leave the whole playout to the policy."""


@policy
def any_action(state, rng):
    """Any legal action will do."""
    return ANY


_DEFAULTS = {
    "hide": hide,
    "guess": guess,
    "key": key,
    "value": value,
    "playout": playout,
    "policy": any_action,
}


class Rules:
    """The functions of one game, in the order of `SIGNATURES`; one argument for compiled code."""

    setup: Any
    mover: Any
    legal: Any
    apply: Any
    scores: Any
    rewards: Any
    hide: Any
    guess: Any
    key: Any
    value: Any
    playout: Any
    policy: Any

    def __init__(self, **functions: Any) -> None:
        missing = [name for name in SIGNATURES if name not in functions and name not in _DEFAULTS]
        if missing:
            raise TypeError(f"the game lacks these rules: {', '.join(missing)}")
        self._functions = {name: functions.get(name) or _DEFAULTS[name] for name in SIGNATURES}
        for name, function in self._functions.items():
            setattr(self, name, function)
        if not PLAIN:
            self._table = np.array([_address(f, name) for name, f in self._functions.items()], np.int64)
            self.address = self._table.ctypes.data
            self._numba_type_ = RULES

    def but(self, **functions: Any) -> Rules:
        """The same rules with some functions replaced."""
        return Rules(**{**self._functions, **functions})

    @staticmethod
    def of(module: Any) -> Rules:
        """The rules that a module defines by their names; the policy is the caller's choice."""
        names = [name for name in SIGNATURES if name != "policy" and hasattr(module, name)]
        return Rules(**{name: getattr(module, name) for name in names})


def _address(function: Any, name: str) -> int:
    """Where the machine code of a compiled rule starts."""
    try:
        result = function.get_compile_result(SIGNATURES[name])
    except AttributeError:
        raise TypeError(f"'{name}' is not compiled: decorate it with @rule, @policy or @heuristic") from None
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


class RulesType(types.Type):
    """What compiled code sees of `Rules`: a pointer to the addresses of its functions."""

    def __init__(self) -> None:
        super().__init__(name="Rules")


RULES = RulesType()
register_model(RulesType)(models.OpaqueModel)


@unbox(RulesType)
def _unbox_rules(typ, obj, c):
    address = c.pyapi.object_getattr_string(obj, "address")
    pointer = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    return NativeValue(pointer)


@infer_getattr
class _RulesAttributes(AttributeTemplate):
    key = RulesType

    def generic_resolve(self, typ, attribute):
        if attribute in SIGNATURES:
            return types.FunctionType(SIGNATURES[attribute])
        return None


def _first_class(context: Any, builder: Any, kind: Any, address: Any) -> Any:
    """A first-class function of Numba's whose code starts at `address`."""
    function = cgutils.create_struct_proxy(kind)(context, builder)
    pointer = context.get_value_type(types.voidptr)
    function.c_addr = ir.Constant(pointer, None)
    function.py_addr = ir.Constant(pointer, None)
    function.jit_addr = builder.inttoptr(address, pointer)
    return function._getvalue()


def _make_getter(index: int, name: str) -> None:
    kind = types.FunctionType(SIGNATURES[name])

    @lower_getattr(RulesType, name)
    def get(context, builder, typ, table):
        addresses = builder.bitcast(table, ir.IntType(64).as_pointer())
        place = builder.gep(addresses, [ir.Constant(ir.IntType(64), index)])
        return _first_class(context, builder, kind, builder.load(place))


for _index, _name in enumerate(SIGNATURES):
    _make_getter(_index, _name)

# --- a policy for each seat -----------------------------------------------------------------------

POLICIES = INTS


def policy_table(policies: Iterable[Any]) -> Any:
    """The policies of all seats as one argument of compiled code; see `policy_at`."""
    if PLAIN:
        return list(policies)
    return np.array([_address(p, "policy") for p in policies], np.int64)


if PLAIN:

    def policy_at(table: Any, seat: int) -> Any:
        """The policy of a seat, inside compiled code."""
        return table[seat]

else:

    @intrinsic
    def _policy_from(typing, address):
        kind = types.FunctionType(SIGNATURES["policy"])

        def build(context, builder, signature, args):
            return _first_class(context, builder, kind, args[0])

        return kind(types.int64), build

    @helper
    def policy_at(table, seat):
        """The policy of a seat, inside compiled code."""
        return _policy_from(table[seat])
