"""Decorators for functions that only compiled code calls.

Without a way in from Python a function compiles a third faster, and most functions of a game need none: rules are many
small functions behind a few entries. Python must not call them: it would crash.
"""

from __future__ import annotations

from typing import Any

from numba import njit

_NO_WAY_IN: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
inner = njit(**_NO_WAY_IN)
inlined = njit(forceinline=True, **_NO_WAY_IN)
