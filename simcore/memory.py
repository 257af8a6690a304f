"""Plain memory of records: zero one, copy the front part of one onto another, compare two."""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def clear(typingctx: Any, record: Any, size: Any) -> Any:
    """Set the first bytes of a record to zero."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        count = context.cast(builder, args[1], signature.args[1], types.int64)
        cgutils.memset(builder, args[0], count, 0)
        return context.get_dummy_value()

    return types.none(record, size), codegen


@intrinsic
def copy_front(typingctx: Any, target: Any, source: Any, size: Any) -> Any:
    """Copy the first bytes of a record onto another that begins with the same fields."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte = ir.IntType(8).as_pointer()
        to, from_ = (builder.bitcast(pointer, byte) for pointer in args[:2])
        count = context.cast(builder, args[2], signature.args[2], types.int64)
        cgutils.raw_memcpy(builder, to, from_, count, 1)
        return context.get_dummy_value()

    return types.none(target, source, size), codegen


@intrinsic
def equal_front(typingctx: Any, left: Any, right: Any, size: Any) -> Any:
    """Tell whether the first bytes of two records are the same."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte = ir.IntType(8).as_pointer()
        pair = [builder.bitcast(pointer, byte) for pointer in args[:2]]
        count = context.cast(builder, args[2], signature.args[2], types.int64)
        function_type = ir.FunctionType(ir.IntType(32), [byte, byte, ir.IntType(64)])
        memcmp = cgutils.get_or_insert_function(builder.module, function_type, "memcmp")
        order = builder.call(memcmp, [*pair, count])
        return builder.icmp_signed("==", order, ir.Constant(ir.IntType(32), 0))

    return types.boolean(left, right, size), codegen
