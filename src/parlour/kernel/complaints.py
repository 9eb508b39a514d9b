"""What is wrong with a function that cannot be compiled: in one line, with its place and the fix."""

from __future__ import annotations

import ast
import difflib
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from parlour.errors import CodeMistake
from parlour.kernel.signatures import ARGUMENTS

__all__ = ["check_arguments", "complaint", "nearest", "no_such_field", "place_of"]

_LONGEST = 200  # characters of what Numba says
_ADVICE = "NUMBA_DISABLE_JIT=1 runs it as plain Python, --debug shows more"
_FIXES = (
    (
        r"No conversion from none to",
        "it can end without an answer: every way through '{name}' needs a `return`",
    ),
    (
        r"list\(undefined\)|empty list",
        "a Python list cannot be compiled here: use an array, such as np.empty(n, np.int64)",
    ),
    (
        r"Untyped global name '(\w+)'.*<class 'function'>",
        "'{0}' is plain Python, which rules cannot call: decorate it with @helper",
    ),
    (
        r"(?:Untyped global name|NameError: name) '(\w+)'",
        "'{0}' is not defined, or nothing that can be compiled",
    ),
    (r"Cannot unify (.+?) and (.+?) for '(\w+)", "'{2}' is now {0}, now {1}: a name has one type throughout"),
    (
        r"Can't unify return type",
        "it returns now one type, now another: convert with np.int64(...) or float(...)",
    ),
    (
        r"setitem\((array\(.+?\)), .+?, (.+?)\)\s*$",
        "a value of type {1} cannot be written into {0}: write a number",
    ),
)


def place_of(function: Any) -> tuple[str, int]:
    """The file of a function and the line of its ``def``."""
    code = getattr(function, "py_func", function).__code__
    lines = _source(function).splitlines()
    header = next((n for n, line in enumerate(lines) if line.lstrip().startswith("def ")), 0)
    return code.co_filename, code.co_firstlineno + header


def nearest(name: str, known: Iterable[str]) -> str:
    """The nearest of the known names, and all of them."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1)
    return (f"did you mean '{near[0]}'? " if near else "") + f"there are {', '.join(names)}"


def no_such_field(name: str, dtype: np.dtype) -> str:
    """What to say of a field that a state does not have."""
    return f"the state has no field '{name}': {nearest(name, dtype.names or ())}"


def check_arguments(function: Callable[..., Any], count: int) -> None:
    """Raise `CodeMistake` unless a function takes as many arguments as its signature says."""
    name, has = function.__name__, function.__code__.co_argcount
    if has == count:
        return
    right = f"write def {name}({ARGUMENTS[name]})" if name in ARGUMENTS else "see docs/contract.md"
    raise CodeMistake(f"'{name}' takes {count} arguments, this one {has}: {right}", *place_of(function))


def complaint(function: Callable[..., Any], error: Exception) -> CodeMistake:
    """What cannot be compiled, where and why, out of Numba's many lines."""
    file, line = place_of(function)
    if isinstance(error, KeyError):
        return _no_field(function, str(error.args[0]), file, line)
    words = str(error)
    places = re.findall(r'File "(.+?)", line (\d+)', words)
    here = next((int(number) for path, number in places if Path(path).name == Path(file).name), line)
    reason = _reason(words)
    fix = next((fix for fix in (_fix(*pair, reason, function.__name__) for pair in _FIXES) if fix), None)
    text = fix or f"{reason[:_LONGEST]}; {_ADVICE}"
    return CodeMistake(f"'{function.__name__}' cannot be compiled: {text}", file, here)


def _reason(words: str) -> str:
    """Why, in one line: what follows Numba's own heading."""
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    first = next((i for i, line in enumerate(lines) if not line.startswith("Failed in")), 0)
    return " ".join(lines[first : first + (2 if lines[first].endswith(":") else 1)])


def _fix(pattern: str, advice: str, reason: str, name: str) -> str:
    match = re.search(pattern, reason)
    return advice.format(*match.groups(), name=name) if match else ""


def _no_field(function: Callable[..., Any], name: str, file: str, line: int) -> CodeMistake:
    """A field that the state does not have; Numba tells no line, so the source is asked."""
    dtype = function.__globals__.get("STATE")
    words = no_such_field(name, dtype) if isinstance(dtype, np.dtype) else f"there is no '{name}'"
    return CodeMistake(words, file, _line_of_attribute(function, name) or line)


def _line_of_attribute(function: Callable[..., Any], name: str) -> int:
    """The line on which a function asks for an attribute; 0 when none does."""
    first = function.__code__.co_firstlineno
    nodes = ast.walk(ast.parse(textwrap.dedent(_source(function)) or "0"))
    lines = [node.lineno for node in nodes if isinstance(node, ast.Attribute) and node.attr == name]
    return first + min(lines) - 1 if lines else 0


def _source(function: Any) -> str:
    try:
        return inspect.getsource(getattr(function, "py_func", function))
    except (OSError, TypeError):
        return ""  # of a notebook or standard input
