"""Bit operations on masks of places that Numba lacks.

A mask is an ``int64`` whose bit *i* stands for place *i*.
"""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir
from llvmlite.binding import get_host_cpu_features
from numba import config, njit, types
from numba.core import cgutils
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


@intrinsic
def _deposit(typingctx: Any, bits: Any, mask: Any) -> Any:
    """Put the low bits where the mask has its set bits, in one instruction of processors with BMI2."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pair = [context.cast(builder, a, t, types.int64) for a, t in zip(args, signature.args, strict=True)]
        function_type = ir.FunctionType(I64, [I64, I64])
        deposit = cgutils.get_or_insert_function(builder.module, function_type, "llvm.x86.bmi.pdep.64")
        return builder.call(deposit, pair)

    return types.int64(bits, mask), codegen


def _nth_bit_in_one_step(mask: int, n: int) -> int:
    """Return the index of the n-th set bit, counted from 0."""
    return lowest_bit(_deposit(1 << n, mask))


def _nth_bit_step_by_step(mask: int, n: int) -> int:
    """Return the index of the n-th set bit, counted from 0."""
    for _ in range(n):
        mask &= mask - 1
    return lowest_bit(mask)


def _has_bmi2() -> bool:
    """Whether code is compiled for a processor with BMI2."""
    return config.CPU_NAME is None and bool(get_host_cpu_features().get("bmi2"))


nth_bit = njit(_nth_bit_in_one_step if _has_bmi2() else _nth_bit_step_by_step)
