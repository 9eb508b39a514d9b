"""What workers send back: plain values, arrays and Parlour's own records, and nothing that runs.

Code of others plays in worker processes and could write whatever it likes into their pipes. So what comes
from there is read without ever calling anything but what makes these values.
"""

from __future__ import annotations

import dataclasses
import io
import pickle
from typing import IO, Any

from parlour.errors import ParlourError

__all__ = ["NO_ANSWER", "open_parcel", "read_parcel"]

NO_ANSWER = "a worker sends what is no answer: an agent writes into its pipe"

_RECORD = ("parlour.record", "read_record")
_ARRAYS = {
    (module, name)
    for core in ("numpy._core", "numpy.core")
    for module, name in (
        (f"{core}.multiarray", "_reconstruct"),
        (f"{core}.multiarray", "scalar"),
        (f"{core}.numeric", "_frombuffer"),
    )
} | {("numpy", "ndarray"), ("numpy", "dtype")}


class _Reader(pickle.Unpickler):
    """Knows only classes that hold values."""

    def find_class(self, module: str, name: str) -> Any:
        """A class of Parlour's that only holds values, what reads a record, or what arrays are made of."""
        known = (module, name) in _ARRAYS or (module, name) == _RECORD
        if known or module.startswith("parlour."):
            kind = super().find_class(module, name)
            if known or _holds_values(kind):
                return kind
        raise pickle.UnpicklingError(f"{module}.{name} is no value")


def _holds_values(kind: Any) -> bool:
    return isinstance(kind, type) and (dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"))


def read_parcel(source: IO[bytes]) -> Any:
    """The next value of a stream; some exception or other when it is none."""
    return _Reader(source).load()


def open_parcel(content: bytes) -> Any:
    """The value of some bytes; `ParlourError` when they are none."""
    try:
        return read_parcel(io.BytesIO(content))
    except Exception:  # whatever can be wrong with bytes that are none of ours
        raise ParlourError(NO_ANSWER) from None
