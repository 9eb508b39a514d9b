"""Moves and flips in four directions at a time, for the searches that do little else.

The same as `moves_of` and `flips_of` of the rules, written as vectors of four 64-bit lanes: about three
times as fast where the processor has AVX2, and right everywhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from parlour.games.reversi.rules import INNER, ONE, RAYS, ZERO, flips_of, moves_of
from parlour.kernel import PLAIN, compiled, helper

__all__ = ["after_move", "flips", "flips_by_lanes", "moves", "moves_by_lanes", "next_mover"]

_WORD, _INDEX, _FLAG = ir.IntType(64), ir.IntType(32), ir.IntType(1)
_LANES = ir.VectorType(_WORD, 4)
_ALL = 2**64 - 1


def _lanes(*words: int) -> ir.Constant:
    return ir.Constant(_LANES, [int(word) for word in words])


def _same(word: int) -> ir.Constant:
    return _lanes(word, word, word, word)


def _spread(builder: ir.IRBuilder, word: Any) -> Any:
    """One word in all four lanes."""
    nothing = ir.Constant(_LANES, ir.Undefined)
    first = builder.insert_element(nothing, word, ir.Constant(_INDEX, 0))
    return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(_INDEX, 4), [0] * 4))


def _join(builder: ir.IRBuilder, lanes: Any) -> Any:
    """The four lanes or-ed together."""
    low, high = (
        builder.shuffle_vector(lanes, lanes, ir.Constant(ir.VectorType(_INDEX, 2), half))
        for half in ([0, 1], [2, 3])
    )
    pair = builder.or_(low, high)
    return builder.or_(*(builder.extract_element(pair, ir.Constant(_INDEX, i)) for i in (0, 1)))


def _rays(builder: ir.IRBuilder, square: Any) -> tuple[Any, Any]:
    """The four rays to higher squares and the four to lower ones."""
    module, kind, name = builder.module, ir.ArrayType(_LANES, 2 * 64), "reversi_rays"
    if name not in module.globals:
        table = ir.GlobalVariable(module, kind, name)
        table.linkage, table.global_constant, table.align = "internal", True, 32
        table.initializer = ir.Constant(kind, [_lanes(*four) for four in RAYS.reshape(2 * 64, 4)])
    up = builder.shl(square, ir.Constant(_WORD, 1))
    down = builder.or_(up, ir.Constant(_WORD, 1))
    return tuple(
        builder.load(builder.gep(module.globals[name], [ir.Constant(_WORD, 0), at])) for at in (up, down)
    )


if PLAIN:
    moves_by_lanes, flips_by_lanes = moves_of, flips_of
else:

    @intrinsic
    def moves_by_lanes(typing, own, opp):
        """The squares where the side with `own` discs may play."""

        def lay(context, builder, signature, args):
            shift, both, either = builder.shl, builder.and_, builder.or_
            back = builder.lshr
            one, two = _lanes(1, 8, 7, 9), _lanes(2, 16, 14, 18)
            inner = int(INNER)
            start = _spread(builder, args[0])
            run = both(_spread(builder, args[1]), _lanes(inner, _ALL, inner, inner))
            up, down = both(run, shift(start, one)), both(run, back(start, one))
            up, down = either(up, both(run, shift(up, one))), either(down, both(run, back(down, one)))
            run_up = both(run, shift(run, one))
            run_down = back(run_up, one)
            for _ in range(2):
                up = either(up, both(run_up, shift(up, two)))
                down = either(down, both(run_down, back(down, two)))
            reach = _join(builder, either(shift(up, one), back(down, one)))
            return both(reach, builder.not_(either(*args)))

        return types.uint64(types.uint64, types.uint64), lay

    @intrinsic
    def flips_by_lanes(typing, own, opp, square):
        """The enemy discs that a disc on `square` turns; see `flips_of` for the way it is found."""

        def lay(context, builder, signature, args):
            both, minus = builder.and_, builder.sub
            up, down = _rays(builder, args[2])
            own = _spread(builder, args[0])
            free = _spread(builder, builder.not_(args[1]))
            stop = both(up, free)
            end = both(both(stop, minus(_same(0), stop)), own)
            none = builder.icmp_unsigned("==", end, _same(0))
            above = both(up, builder.select(none, _same(0), minus(end, _same(1))))
            leading = builder.module.declare_intrinsic(
                "llvm.ctlz.v4i64", (), ir.FunctionType(_LANES, [_LANES, _FLAG])
            )
            stop = builder.or_(both(down, free), _same(1))
            last = builder.lshr(_same(1 << 63), builder.call(leading, [stop, ir.Constant(_FLAG, 1)]))
            end = both(both(last, own), down)
            below = both(down, minus(_same(0), builder.add(end, end)))
            return _join(builder, builder.or_(above, below))

        return types.uint64(types.uint64, types.uint64, types.int64), lay


@helper
def after_move(own, opp, square):
    """The position after a disc on `square`: the discs of who answers, and of who moved."""
    flips = flips_by_lanes(own, opp, square)
    return opp ^ flips, own | flips | (ONE << np.uint64(square))


@helper
def next_mover(own, opp):
    """Who moves when the side with `own` discs is in turn: its discs, the other's, and its moves.

    Last comes whether the side in turn had to pass; without moves the game is over.
    """
    moves = moves_by_lanes(own, opp)
    if moves != ZERO:
        return own, opp, moves, False
    return opp, own, moves_by_lanes(opp, own), True


@compiled(types.uint64(types.uint64, types.uint64))
def moves(own, opp):
    """The squares where the side with `own` discs may play, for callers in Python."""
    return moves_by_lanes(np.uint64(own), np.uint64(opp))


@compiled(types.uint64(types.uint64, types.uint64, types.int64))
def flips(own, opp, square):
    """The enemy discs that a disc on `square` turns, for callers in Python."""
    return flips_by_lanes(np.uint64(own), np.uint64(opp), square)
