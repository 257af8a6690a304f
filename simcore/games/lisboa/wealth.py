"""Wigs, reis, influence, goods, cubes, the treasury and prices (L29 to L40)."""

from __future__ import annotations

from typing import Any

from simcore.games.lisboa.state import BY_OVERFLOW, COPIES, GOODS, HALF, MAX_CUBES, MAX_SETS, SHIP, TOP_INFLUENCE
from simcore.inner import inner


@inner
def award(s: Any, p: int, wigs: int, source: int) -> None:
    """L35: wigs, written down by where they come from; losses stop at 0."""
    wigs = max(wigs, -s.wigs[p])
    s.wigs[p] += wigs
    s.points[p, source] += wigs


@inner
def from_bank(s: Any, r: Any, n: int) -> int:
    """`coin_supply`: how many of n reis the bank can give."""
    return s.coins if r.coin_supply and s.coins < n else n


@inner
def gain_reis(s: Any, r: Any, p: int, n: int) -> None:
    """`coin_supply`: reis from the bank."""
    given = from_bank(s, r, n)
    s.coins -= given
    s.reis[p] += given


@inner
def gain_influence(s: Any, r: Any, p: int, k: int) -> None:
    """L31, `ip_overflow`: influence up to 10; reaching it brings a wig."""
    if k < 1:
        return
    wanted = s.influence[p] + k
    s.influence[p] = min(TOP_INFLUENCE, wanted)
    if wanted >= TOP_INFLUENCE:
        award(s, p, min(k, wanted - TOP_INFLUENCE + 1) if r.ip_overflow else 1, BY_OVERFLOW)


@inner
def purse(s: Any, r: Any, p: int) -> int:
    """L34: reis that a seat can pay, influence included."""
    return s.reis[p] + from_bank(s, r, r.marks_below[s.influence[p]])


@inner
def pay_reis(s: Any, r: Any, p: int, n: int) -> None:
    """L34: pay; while cash is short, influence is turned into reis mark by mark."""
    while s.reis[p] < n and from_bank(s, r, r.marks_below[s.influence[p]]) > 0:
        s.influence[p] -= 1
        while not r.mark[s.influence[p]]:
            s.influence[p] -= 1
        s.reis[p] += 1
        s.coins -= 1
    paid = min(n, s.reis[p])
    s.reis[p] -= paid
    s.coins += paid


@inner
def limit(s: Any, p: int) -> int:
    """L33: goods of a type that a warehouse holds."""
    return 2 + s.sets[p]


@inner
def can_gain(s: Any, p: int, g: int) -> bool:
    """L33: whether the supply has a good and the warehouse room for it."""
    return s.supply[g] > 0 and s.goods[p, g] < limit(s, p)


@inner
def gain_good(s: Any, p: int, g: int) -> None:
    """L33: a good, if there is one and room for it."""
    if can_gain(s, p, g):
        s.supply[g] -= 1
        s.goods[p, g] += 1


@inner
def gainable(s: Any, p: int) -> int:
    """Goods that a seat could gain now."""
    mask = 0
    for g in range(GOODS):
        mask |= can_gain(s, p, g) << g
    return mask


@inner
def goods_held(s: Any, p: int) -> int:
    """Goods of which a seat holds at least one."""
    mask = 0
    for g in range(GOODS):
        mask |= (s.goods[p, g] > 0) << g
    return mask


@inner
def lose_good(s: Any, p: int, g: int) -> None:
    """A good goes back to the supply."""
    s.goods[p, g] -= 1
    s.supply[g] += 1


@inner
def take_cube(s: Any, p: int, colour: int) -> None:
    """L36, L37: a cube; every new set brings a marker and raises both limits."""
    if s.cubes[p, colour] >= MAX_CUBES:
        s.boxed[colour] += 1
        return
    s.cubes[p, colour] += 1
    sets = min(min(s.cubes[p, 0], s.cubes[p, 1]), s.cubes[p, 2])
    if sets > s.sets[p] and sets <= MAX_SETS:
        s.sets[p] = sets
        s.markers[p] += 1


@inner
def move_treasury(s: Any, r: Any, n: int) -> None:
    """L39: the treasury marker stops at the ends of its track."""
    s.treasury = max(1, min(r.treasury_spaces, s.treasury + n))


@inner
def treasury_value(s: Any, r: Any) -> int:
    """TV: value in reis of the treasury marker's space."""
    return r.value[s.treasury]


@inner
def move_price(s: Any, r: Any, g: int, n: int) -> None:
    """L40: prices stay on their track."""
    s.price[g] = max(r.min_price[g], min(r.max_price[g], s.price[g] + n))


@inner
def ship_of(code: int) -> int:
    """The ship of a code in the upper half, or a negative number for a card."""
    return code - SHIP


@inner
def colour_of(ship: int) -> int:
    """A ship's colour."""
    return ship // COPIES


@inner
def portfolio_influence(s: Any, r: Any, p: int) -> int:
    """L29: the influence of all cards and ships in the upper half."""
    total = 0
    for i in range(HALF):
        code = s.upper[p, i]
        if code >= SHIP:
            total += r.ship_influence[colour_of(ship_of(code))]
        elif code >= 0:
            total += r.card_influence[code]
    return total
