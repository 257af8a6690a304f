"""Whole-row arithmetic: 32 places at once, in vector registers.

A *row* is an ``int8`` or ``float32`` array of 32 elements inside a record, one element a place. ``row(x)``
loads it as a value that ``+ - *`` understand, together with other rows and with numbers; ``put`` stores a
value into a row. A formula over places then reads as on paper and costs a few instructions::

    put(s.cost, larger(row(s.row_stands), row(s.column_stands)) + 1)

Bytes and integers give bytes (they wrap silently: keep values within int8); anything with a float gives
floats. A lane's arithmetic is plain IEEE single precision, so results do not depend on the width of the
machine's vectors.
"""

from __future__ import annotations

import operator
from typing import Any

import llvmlite.ir as ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

LANES = 32
I8, I32, F32 = ir.IntType(8), ir.IntType(32), ir.FloatType()


class LanesType(types.Type):
    """Numba's type of 32 bytes or 32 floats held as one value."""

    def __init__(self, element: Any, name: str) -> None:
        self.element = element
        super().__init__(name=name)


Bytes = LanesType(I8, "Bytes")
Floats = LanesType(F32, "Floats")


@register_model(LanesType)
class LanesModel(models.PrimitiveModel):
    """A value of lanes is an LLVM vector."""

    def __init__(self, manager: Any, lanes_type: LanesType) -> None:
        super().__init__(manager, lanes_type, ir.VectorType(lanes_type.element, LANES))


def _pointer(context: Any, builder: Any, array_type: Any, array: Any) -> Any:
    """The address of a row, as a vector."""
    element = F32 if array_type.dtype == types.float32 else I8
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(data, ir.VectorType(element, LANES).as_pointer())


def _spread(builder: Any, scalar: Any) -> Any:
    """A scalar in all lanes."""
    empty = ir.Constant(ir.VectorType(scalar.type, LANES), ir.Undefined)
    one = builder.insert_element(empty, scalar, ir.Constant(I32, 0))
    return builder.shuffle_vector(one, empty, ir.Constant(ir.VectorType(I32, LANES), [0] * LANES))


def _as(context: Any, builder: Any, given: Any, value: Any, wanted: LanesType) -> Any:
    """A scalar or lanes as lanes of the wanted kind."""
    if given is wanted:
        return value
    if given is Bytes:
        return builder.sitofp(value, ir.VectorType(F32, LANES))
    if wanted is Floats:
        return _spread(builder, context.cast(builder, value, given, types.float32))
    return _spread(builder, builder.trunc(context.cast(builder, value, given, types.int64), I8))


def _result(left: Any, right: Any) -> LanesType | None:
    """The kind of lanes that an operation on two operands gives."""
    if not isinstance(left, LanesType) and not isinstance(right, LanesType):
        return None
    return Bytes if all(x is Bytes or isinstance(x, types.Integer) for x in (left, right)) else Floats


def _register(function: Any, on_bytes: str, on_floats: str) -> None:
    """Teach Numba one operator on lanes."""

    @infer_global(function)
    class Template(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            result = _result(*args) if len(args) == 2 else None
            return None if result is None else signature(result, *args)

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pair = [_as(context, builder, t, v, sig.return_type) for t, v in zip(sig.args, args, strict=True)]
        return getattr(builder, on_bytes if sig.return_type is Bytes else on_floats)(*pair)

    for operands in ((LanesType, LanesType), (LanesType, types.Number), (types.Number, LanesType)):
        lower_builtin(function, *operands)(lower)


_register(operator.add, "add", "fadd")
_register(operator.sub, "sub", "fsub")
_register(operator.mul, "mul", "fmul")


@intrinsic
def row(typingctx: Any, array: Any) -> Any:
    """Load a row of 32 elements as a value."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = builder.load(_pointer(context, builder, sig.args[0], args[0]))
        value.align = 1
        return value

    return (Floats if array.dtype == types.float32 else Bytes)(array), codegen


@intrinsic
def put(typingctx: Any, array: Any, value: Any) -> Any:
    """Store a value, or one number everywhere, into a row."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        wanted = Floats if sig.args[0].dtype == types.float32 else Bytes
        lanes = _as(context, builder, sig.args[1], args[1], wanted)
        store = builder.store(lanes, _pointer(context, builder, sig.args[0], args[0]))
        store.align = 1
        return context.get_dummy_value()

    return types.none(array, value), codegen


@intrinsic
def put_where(typingctx: Any, array: Any, value: Any, mask: Any) -> Any:
    """Store floats where the mask has a bit, minus infinity elsewhere."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        lanes = _as(context, builder, sig.args[1], args[1], Floats)
        bits = builder.trunc(context.cast(builder, args[2], sig.args[2], types.int64), I32)
        chosen = builder.bitcast(bits, ir.VectorType(ir.IntType(1), LANES))
        nothing = _spread(builder, ir.Constant(F32, float("-inf")))
        pointer = _pointer(context, builder, sig.args[0], args[0])
        store = builder.store(builder.select(chosen, lanes, nothing), pointer)
        store.align = 1
        return context.get_dummy_value()

    return types.none(array, value, mask), codegen


@intrinsic
def larger(typingctx: Any, left: Any, right: Any) -> Any:
    """Return the larger of two values, lane by lane (no NaN)."""
    result = Floats if Floats in (left, right) else Bytes

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        a, b = (_as(context, builder, t, v, result) for t, v in zip(sig.args, args, strict=True))
        more = builder.icmp_signed(">", a, b) if result is Bytes else builder.fcmp_ordered(">", a, b)
        return builder.select(more, a, b)

    return result(left, right), codegen


@intrinsic
def highest(typingctx: Any, value: Any) -> Any:
    """Return the largest lane of floats (no NaN)."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        lanes, width = args[0], LANES
        while width > 1:
            width //= 2
            halves = [
                builder.shuffle_vector(lanes, lanes, ir.Constant(ir.VectorType(I32, width), list(range(k, k + width))))
                for k in (0, width)
            ]
            lanes = builder.select(builder.fcmp_ordered(">", *halves), *halves)
        return builder.extract_element(lanes, ir.Constant(I32, 0))

    return types.float32(value), codegen


def _mask(builder: Any, comparison: Any) -> Any:
    """Thirty-two comparisons as the bits of an int64."""
    return builder.zext(builder.bitcast(comparison, I32), ir.IntType(64))


@intrinsic
def at_most(typingctx: Any, value: Any, limit: Any) -> Any:
    """Return the mask of the lanes that are at most a number (cut to int8 for bytes)."""

    def on_bytes(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        number = context.cast(builder, args[1], sig.args[1], types.int64)
        most = ir.Constant(ir.IntType(64), 127)
        cut = builder.select(builder.icmp_signed("<", number, most), number, most)
        bound = _spread(builder, builder.trunc(cut, I8))
        return _mask(builder, builder.icmp_signed("<=", args[0], bound))

    def on_floats(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        bound = _as(context, builder, sig.args[1], args[1], Floats)
        return _mask(builder, builder.fcmp_ordered("<=", args[0], bound))

    return types.int64(value, limit), on_bytes if value is Bytes else on_floats


@intrinsic
def equal_to(typingctx: Any, value: Any, number: Any) -> Any:
    """Return the mask of the lanes of floats that equal a number."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        wanted = _as(context, builder, sig.args[1], args[1], Floats)
        return _mask(builder, builder.fcmp_ordered("==", args[0], wanted))

    return types.int64(value, number), codegen
