"""Bit operations on masks of places that Numba lacks.

A mask is an ``int64`` whose bit *i* stands for place *i*.
"""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir
from numba import njit, types
from numba.extending import intrinsic

I1, I64 = ir.IntType(1), ir.IntType(64)


@intrinsic
def popcount(typingctx: Any, mask: Any) -> Any:
    """Return the number of set bits."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value = context.cast(builder, args[0], signature.args[0], types.int64)
        return builder.call(builder.module.declare_intrinsic("llvm.ctpop", [I64]), [value])

    return types.int64(mask), codegen


@intrinsic
def lowest_bit(typingctx: Any, mask: Any) -> Any:
    """Return the index of the lowest set bit (undefined for 0)."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value = context.cast(builder, args[0], signature.args[0], types.int64)
        function_type = ir.FunctionType(I64, [I64, I1])
        function = builder.module.declare_intrinsic("llvm.cttz", [I64], function_type)
        return builder.call(function, [value, ir.Constant(I1, 1)])

    return types.int64(mask), codegen


@njit
def nth_bit(mask: int, n: int) -> int:
    """Return the index of the n-th set bit, counted from 0."""
    for _ in range(n):
        mask &= mask - 1
    return lowest_bit(mask)
