"""State buffers: seen as records, as rows of an array, and copied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from parlour.kernel.compiling import PLAIN, helper
from parlour.kernel.complaints import no_such_field

__all__ = ["borrowed", "copy", "pointer", "prefetch", "record", "row", "structs"]


class _PlainRecord:
    """The fields of a buffer in plain Python: whole numbers as `int` unless they are 64-bit masks."""

    __slots__ = ("_record",)

    def __init__(self, buffer: np.ndarray, dtype: np.dtype) -> None:
        object.__setattr__(self, "_record", buffer[: dtype.itemsize].view(dtype)[0])

    def __getattr__(self, name: str) -> Any:
        self._check(name)
        value = self._record[name]
        if isinstance(value, np.integer) and value.dtype != np.uint64:
            return int(value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        self._check(name)
        self._record[name] = value

    def _check(self, name: str) -> None:
        if name not in self._record.dtype.fields:
            raise AttributeError(no_such_field(name, self._record.dtype))


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

    def borrowed(array: np.ndarray) -> np.ndarray:
        """The same array."""
        return array

    def prefetch(array: np.ndarray, index: int) -> None:
        """Nothing."""

else:

    @intrinsic
    def pointer(typing, array):
        """The items of an array by their index, passed on without the cost of counting references to it.

        The caller keeps the array alive; the type in a signature is ``types.CPointer(dtype)``.
        """

        def start(context, builder, signature, args):
            return make_array(signature.args[0])(context, builder, args[0]).data

        return types.CPointer(array.dtype)(array), start

    @intrinsic
    def borrowed(typing, array):
        """The same array without the cost of counting references to it; the caller keeps it alive."""

        def see(context, builder, signature, args):
            whole = make_array(signature.args[0])(context, builder, args[0])
            whole.meminfo = cgutils.get_null_value(whole.meminfo.type)
            return whole._getvalue()

        return array(array), see

    @intrinsic
    def prefetch(typing, array, index):
        """Have an item of an array on its way from memory, which will be read soon."""

        def fetch(context, builder, signature, args):
            byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            data = make_array(signature.args[0])(context, builder, args[0]).data
            at = builder.bitcast(builder.gep(data, [args[1]]), byte)
            call = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
            builder.call(call, [at, number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.none(array, types.int64), fetch


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
