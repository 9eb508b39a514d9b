"""Counting and finding the bits of 64-bit masks, in one instruction each."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from parlour.kernel.compiling import PLAIN, helper

__all__ = ["leading", "nth_bit", "popcount", "trailing"]

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
