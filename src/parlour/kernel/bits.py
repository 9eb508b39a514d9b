"""Counting, finding and visiting the bits of 64-bit masks, at the cost of a few instructions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numba
import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl, lower_builtin
from numba.extending import intrinsic, models, register_model

from parlour.kernel.compiling import PLAIN, helper

__all__ = ["bits", "leading", "nth_bit", "popcount", "trailing", "word_of"]

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

    def word_of(number: Any) -> Any:
        """The 64 bits of a float."""
        return np.float64(number).view(np.uint64)

    def bits(mask: Any) -> Iterator[int]:
        """The indices of the bits set in a 64-bit mask, the lowest first."""
        left = int(mask)
        while left:
            yield trailing(left)
            left &= left - 1

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

    @intrinsic
    def word_of(typing, number):
        """The 64 bits of a float."""

        def see(context, builder, signature, args):
            return builder.bitcast(args[0], ir.IntType(64))

        return types.uint64(types.float64), see

    class BitsType(types.SimpleIteratorType):
        """What compiled code sees of `bits`: a pointer to the bits that are still to come."""

        def __init__(self) -> None:
            super().__init__("Bits", types.int64)

    @register_model(BitsType)
    class _BitsModel(models.StructModel):
        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, [("left", types.EphemeralPointer(types.uint64))])

    @intrinsic
    def bits(typing, mask):
        """The indices of the bits set in a 64-bit mask, the lowest first, to be looped over."""
        kind = BitsType()

        def begin(context, builder, signature, args):
            iterator = context.make_helper(builder, kind)
            iterator.left = cgutils.alloca_once_value(builder, args[0])
            return iterator._getvalue()

        return kind(types.uint64), begin

    @lower_builtin("getiter", BitsType)
    def _iterate(context, builder, signature, args):
        return args[0]

    @lower_builtin("iternext", BitsType)
    @iternext_impl(RefType.UNTRACKED)
    def _next_bit(context, builder, signature, args, result):
        iterator = context.make_helper(builder, signature.args[0], args[0])
        left = builder.load(iterator.left)
        some = builder.icmp_unsigned("!=", left, left.type(0))
        result.set_valid(some)
        with builder.if_then(some):
            result.yield_(builder.cttz(left, ir.IntType(1)(0)))
            builder.store(builder.and_(left, builder.sub(left, left.type(1))), iterator.left)


def _target_has(feature: str) -> bool:
    """Whether the processor that Numba compiles for, which need not be this one, has a feature."""
    features = numba.config.CPU_FEATURES
    if features is None:
        return bool(llvm.get_host_cpu_features().get(feature, False))
    return f"+{feature}" in features.split(",")


if not PLAIN and _target_has("bmi2"):

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
