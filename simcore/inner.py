"""Decorators for functions that only compiled code calls.

Rules are many small functions behind a few entries. An entry is optimized together with all that it calls, so nothing
is gained by optimizing those functions, and making them ready to run, by themselves; nor by a version of each for every
size and value of its arguments. Leaving that out makes compiling three times faster. Python must not call these
functions: they cannot run alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import config, njit, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import AnnotateTypes


class _Ignored:
    """Takes the place of what makes code ready to run."""

    def set_env(self, *_: Any) -> None:
        """Do nothing."""


class InnerLibrary(JITCodeLibrary):
    """Code to be linked into other code, never run by itself."""

    @property
    def codegen(self) -> Any:
        """What would tell running code its environment."""
        return _Ignored()

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is no machine code."""
        return 0


@register_pass(mutates_CFG=False, analysis_only=False)
class TakeInnerLibrary(LoweringPass):
    """Make the library that the code goes into."""

    _name = "take_inner_library"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Do so before the code is lowered."""
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return True


class InnerCompiler(CompilerBase):
    """Numba's compiler, but for the library."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(TakeInnerLibrary, AnnotateTypes)
        passes.finalize()
        return [passes]


def _plain(given: Any) -> Any:
    """Return the type that an argument is passed as: whole numbers as int64, whatever their size or value."""
    given = types.unliteral(given)
    return types.int64 if isinstance(given, types.Integer) and given.signed else given


_INNER: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": InnerCompiler}


def _decorator(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that compiles a function once, instead of once for every size and value of its arguments."""

    def decorate(function: Callable[..., Any]) -> Any:
        dispatcher = njit(**_INNER, **options)(function)
        if not config.DISABLE_JIT:
            template = dispatcher.get_call_template
            dispatcher.get_call_template = lambda args, kws: template(tuple(map(_plain, args)), kws)
        return dispatcher

    return decorate


inner = _decorator()
inlined = _decorator(forceinline=True)
