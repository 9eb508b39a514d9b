"""Compiling functions, and keeping the result on disk for as long as its sources stay the same."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import typeinfer
from numba.core.bytecode import FunctionIdentity

from parlour.errors import CodeMistake
from parlour.kernel.complaints import check_arguments, complaint, nearest, place_of
from parlour.kernel.keeping import KeptCode, cache_folder
from parlour.kernel.news import compiling
from parlour.kernel.parts import Helper, Signed
from parlour.kernel.signatures import SIGNATURES
from parlour.kernel.sources import fingerprint, name_of

__all__ = ["PLAIN", "Function", "compiled", "helper", "heuristic", "is_compiled", "policy", "ready", "rule"]

PLAIN: bool = bool(numba.config.DISABLE_JIT)
"""True when everything runs as plain Python (``NUMBA_DISABLE_JIT=1``)."""

Function = TypeVar("Function", bound=Callable[..., Any])

if PLAIN:
    np.seterr(over="ignore")  # unsigned numbers wrap round, as they do when compiled


# Numba tells functions of one name apart by a number, which begins at 1 in every process. Where code that was
# kept meets new code, two functions could have one number, and one would take the other's place.
FunctionIdentity._unique_ids = count(secrets.randbits(40))

_signed = set[CodeType]()  # what was compiled for one signature
_PARLOUR = Path(__file__).resolve().parents[1]


@cache
def _cache_folder(file: Path) -> Path:
    """The cache of a source file; its name carries a hash of all that it rests on, so it is never stale."""
    return cache_folder(f"{name_of(file)}-{fingerprint(file)}")


_compiling = threading.RLock()  # where Numba keeps its cache is one setting for all threads


@contextmanager
def _kept_for(file: Path) -> Iterator[None]:
    """Let Numba keep what is compiled meanwhile in the cache of a source file."""
    with _compiling:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(_cache_folder(file.resolve()))
        try:
            yield
        finally:
            numba.config.CACHE_DIR = before


def compiled(signature: Any, *, keep: bool = True, late: bool = False) -> Callable[[Function], Function]:
    """Compile a function for one signature, without the GIL, and by default keep the result on disk.

    What is `late` is compiled when something needs it first: `ready`, a call, or compiled code that calls it.
    What has no file (a notebook's cell, standard input) is compiled for this process only.
    """

    def decorate(function: Function) -> Function:
        if not isinstance(signature, str):
            check_arguments(function, len(signature.args))
        _signed.add(function.__code__)
        if PLAIN:
            return function
        dispatcher = Signed(function, targetoptions=_options(function))
        dispatcher.prepare = lambda: _compile(dispatcher, signature, keep)
        return cast(Function, dispatcher if late else ready(dispatcher))

    return decorate


def ready(function: Function) -> Function:
    """The same function, compiled by now if it was to be compiled late."""
    if isinstance(function, Signed):
        try:
            function.prepare()
        except (numba.core.errors.NumbaError, KeyError) as error:
            raise complaint(function.py_func, error) from error
    return function


def _compile(dispatcher: Signed, signature: Any, keep: bool) -> None:
    """Compile a function, or load it, unless that was done."""
    file = Path(dispatcher.py_func.__code__.co_filename)
    with _kept_for(file) if keep and file.is_file() else _compiling:
        if dispatcher.overloads or dispatcher.is_compiling:
            return
        if keep and file.is_file():
            function = dispatcher.py_func
            name = name_of(file.resolve())
            dispatcher._cache = KeptCode(function, lambda: compiling(name, function.__name__))
        with typeinfer.register_dispatcher(dispatcher):  # it may call itself
            dispatcher.compile(signature)
        dispatcher.disable_compile()


def _options(function: Function) -> dict[str, Any]:
    """How Numba compiles a function.

    What is not Parlour's own checks its indices, so that no mistake overwrites memory.
    """
    ours = Path(function.__code__.co_filename).is_relative_to(_PARLOUR)
    return {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": not ours}


def is_compiled(function: Any) -> bool:
    """Whether a function was compiled as a rule, policy or heuristic, or would be but for plain Python."""
    return getattr(getattr(function, "py_func", function), "__code__", None) in _signed


def rule(function: Function) -> Function:
    """Compile a rule of a game with the signature that its name picks, when its `Rules` are made."""
    name = function.__name__
    if name not in SIGNATURES:
        raise CodeMistake(f"'{name}' is no rule: {nearest(name, SIGNATURES)}", *place_of(function))
    return compiled(SIGNATURES[name], late=True)(function)


def policy(function: Function) -> Function:
    """Compile ``policy(state, rng) -> action``: a decision for the seat to move, or `ANY`."""
    return compiled(SIGNATURES["policy"], late=True)(function)


def heuristic(function: Function) -> Function:
    """Compile ``value(state, seat) -> float``: how good a position looks to a seat."""
    return compiled(SIGNATURES["value"], late=True)(function)


def helper(function: Function) -> Function:
    """Compile a function that only rules call; it becomes part of its callers."""
    if PLAIN:
        return function
    return cast(Function, Helper(function, targetoptions=_options(function)))
