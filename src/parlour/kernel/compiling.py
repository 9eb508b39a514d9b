"""Compiling functions, and keeping the result on disk for as long as its sources stay the same."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import typeinfer

from parlour.errors import ParlourError
from parlour.kernel.keeping import KeptCode, cache_folder
from parlour.kernel.signatures import SIGNATURES
from parlour.kernel.sources import fingerprint, name_of

__all__ = ["PLAIN", "Function", "compiled", "helper", "heuristic", "policy", "rule"]

PLAIN: bool = bool(numba.config.DISABLE_JIT)
"""True when everything runs as plain Python (``NUMBA_DISABLE_JIT=1``)."""

Function = TypeVar("Function", bound=Callable[..., Any])

if PLAIN:
    np.seterr(over="ignore")  # unsigned numbers wrap round, as they do when compiled


_announced = set[str]()


@cache
def _cache_folder(file: Path) -> Path:
    """The cache of a source file; its name carries a hash of all that it rests on, so it is never stale."""
    name = name_of(file)
    folder, new = cache_folder(f"{name}-{fingerprint(file)}")
    if new and name not in _announced:
        _announced.add(name)
        print(f"compiling {name} (once) ...", file=sys.stderr, flush=True)
    return folder


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


def compiled(signature: Any) -> Callable[[Function], Function]:
    """Compile a function for one signature, without the GIL, and keep the result on disk.

    What has no file (a notebook's cell, standard input) is compiled for this process only.
    """

    def decorate(function: Function) -> Function:
        if PLAIN:
            return function
        file = Path(function.__code__.co_filename)
        if not file.is_file():
            return _compile(function, signature, cache=False)
        with _kept_for(file):
            return _compile(function, signature, cache=True)

    return decorate


def _compile(function: Function, signature: Any, cache: bool) -> Function:
    dispatcher = numba.njit(nogil=True, error_model="numpy")(function)
    if cache:
        dispatcher._cache = KeptCode(function)
    try:
        with typeinfer.register_dispatcher(dispatcher):  # it may call itself
            dispatcher.compile(signature)
        dispatcher.disable_compile()
        return cast(Function, dispatcher)
    except numba.core.errors.NumbaError as error:
        raise ParlourError(_complaint(function, str(error))) from error


def _complaint(function: Function, words: str) -> str:
    """What cannot be compiled, where and why, in one line out of Numba's many."""
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    first = next((i for i, line in enumerate(lines) if not line.startswith("Failed in")), 0)
    reason = " ".join(lines[first : first + (2 if lines[first].endswith(":") else 1)])
    places = re.findall(r'File "(.+?)", line (\d+)', words)
    where = f" ({Path(places[0][0]).name}, line {places[0][1]})" if places else ""
    advice = "NUMBA_DISABLE_JIT=1 runs it as plain Python, --debug shows more"
    return f"'{function.__name__}' cannot be compiled{where}: {reason}; {advice}"


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
