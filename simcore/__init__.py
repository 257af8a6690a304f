"""Games and the engine that plays them."""

from simcore import cache

cache.activate()
