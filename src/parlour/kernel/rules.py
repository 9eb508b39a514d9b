"""The functions of a game, and the policies of its seats, as arguments of compiled code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_getattr
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import NativeValue, intrinsic, models, register_model, unbox

from parlour.errors import CodeMistake, ParlourError
from parlour.kernel.chance import SEAT_KEY, seed_rng
from parlour.kernel.compiling import PLAIN, helper, ready
from parlour.kernel.complaints import place_of
from parlour.kernel.defaults import DEFAULTS
from parlour.kernel.keyed import keyed
from parlour.kernel.records import row
from parlour.kernel.signatures import ENCODERS, INTS, SIGNATURES

__all__ = ["BASIC", "POLICIES", "RULES", "Rules", "policy_at", "policy_table", "start_game"]


BASIC = ("legal", "apply", "mover", "setup", "redraw", "hide", "scores", "rewards")
"""The rules that every game is played by; only searches and judges need the others too."""


class Rules:
    """The functions of one game, in the order of `SIGNATURES`; one argument for compiled code.

    They are compiled when something needs them: a call, `ready`, or compiled code that is given all of them.
    Everybody at a table has the same rules: nothing can be assigned to them. `but` makes others.
    """

    setup: Any
    mover: Any
    legal: Any
    apply: Any
    scores: Any
    rewards: Any
    hide: Any
    guess: Any
    redraw: Any
    key: Any
    value: Any
    playout: Any
    policy: Any
    observe: Any
    code: Any
    decode: Any
    depict: Any
    depict_all: Any
    candidates: Any
    target: Any

    def __init__(self, **functions: Any) -> None:
        functions.setdefault("target", functions.get("rewards"))
        missing = [name for name in SIGNATURES if name not in functions and name not in DEFAULTS]
        if missing:
            raise ParlourError(f"the game lacks these rules: {', '.join(missing)}: see docs/contract.md")
        self._functions: Mapping[str, Any]
        functions = {name: functions.get(name) or DEFAULTS[name] for name in SIGNATURES}
        vars(self).update(functions, _functions=MappingProxyType(functions))
        if not PLAIN:
            for name, function in functions.items():
                _check_compiled(function, name)
            vars(self).update(_numba_type_=RULES)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"rules cannot be changed: make others with but({name}=...)")

    @cached_property
    def _table(self) -> np.ndarray:
        """The addresses of all functions, which are compiled for it."""
        table = np.array([_address(f, name) for name, f in self._functions.items()], np.int64)
        table.flags.writeable = False
        return table

    @cached_property
    def address(self) -> int:
        """Where compiled code finds the addresses of the functions."""
        return int(self._table.ctypes.data)

    def ready(self, *names: str) -> Rules:
        """The same rules, these of them (by default all) compiled by now, so that no clock runs meanwhile."""
        if not PLAIN:
            for name in names:
                _address(getattr(self, name), name)
            _ = names or self.address
        return self

    def but(self, **functions: Any) -> Rules:
        """The same rules with some functions replaced."""
        return Rules(**{**self._functions, **functions})

    @staticmethod
    def of(module: Any) -> Rules:
        """The rules that a module defines by their names; policy and encoding are the caller's choice."""
        apart = {"policy", *ENCODERS}
        names = [name for name in SIGNATURES if name not in apart and hasattr(module, name)]
        return Rules(**{name: getattr(module, name) for name in names})


def _check_compiled(function: Any, name: str) -> None:
    """Refuse a plain function."""
    if not hasattr(function, "get_compile_result"):
        words = f"'{name}' is not compiled: decorate it with @rule, @policy or @heuristic"
        raise CodeMistake(words, *(place_of(function) if callable(function) else ()))


@cache
def _address(function: Any, name: str) -> int:
    """Where the machine code of a compiled rule starts."""
    result = ready(function).get_compile_result(SIGNATURES[name])
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
    missing = cgutils.is_null(c.builder, address)  # a rule of somebody's own cannot be compiled
    pointer = cgutils.alloca_once_value(c.builder, c.context.get_constant_null(types.voidptr))
    with c.builder.if_then(c.builder.not_(missing)):
        c.builder.store(c.pyapi.long_as_voidptr(address), pointer)
        c.pyapi.decref(address)
    return NativeValue(c.builder.load(pointer), is_error=missing)


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


@helper
def start_game(rules, state, options, seed, streams):
    """Lay out the game of a small seed; row 0 of `streams` is the game's chance, row 1 + n a seat's own."""
    seed_rng(row(streams, 0), seed, np.uint64(0))
    for stream in range(1, streams.shape[0]):
        own = keyed(seed, SEAT_KEY, np.uint64(stream - 1))  # as `agent_seed` has it
        seed_rng(row(streams, stream), own, np.uint64(stream))
    state[:] = 0
    rules.setup(state, options, row(streams, 0))


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
