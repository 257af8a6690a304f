"""Decrees in a designer's words: the closed vocabulary of L97 and L98."""

from __future__ import annotations

from simcore.games.lisboa.cells import Condition, read_condition
from simcore.games.lisboa.state import AT_LEAST, COLOUR_NAMES, GOOD_NAMES, KEYS, MAJORITY, NOBLE_NAMES, ROW_NAMES

Words = tuple[str, str, str]  # for one, for several, and for several in a crowded chart
NOBLES = {"maia": "Maia", "marquis": "the Marquis", "king": "the King"}
UNITS: dict[str, Words] = {
    "stores": ("store", "stores", "stores"),
    **{f"stores.{g}": (f"{g} store", f"{g} stores", f"{g} stores") for g in GOOD_NAMES},
    **{f"stores.row{x}": (f"store in row {x}", f"stores in row {x}", f"row {x} stores") for x in ROW_NAMES},
    "store_types": ("good of own stores", "goods of own stores", "goods of stores"),
    "store_sets": ("set of four different stores", "sets of four different stores", "store sets"),
    "served_stores": ("served store", "served stores", "served stores"),
    "buildings": ("building", "buildings", "buildings"),
    **{
        f"buildings.{side}": (f"building in the {side}", f"buildings in the {side}", f"{side} buildings")
        for side in ("west", "north", "east")
    },
    "plans": ("completed plan", "completed plans", "plans"),
    **{f"plans.{c}": (f"completed {c} plan", f"completed {c} plans", f"{c} plans") for c in ("blue", "green")},
    "plans_open": ("open plan", "open plans", "open plans"),
    "plan_officials": ("official on completed plans", "officials on completed plans", "plan officials"),
    "ships": ("ship", "ships", "ships"),
    "hull": ("hull point", "hull points", "hull points"),
    "cargo": ("good in own holds", "goods in own holds", "goods in holds"),
    "portfolio_influence": ("influence in the portfolio", "influence in the portfolio", "portfolio infl."),
    "influence": ("influence", "influence", "influence"),
    "clergy": ("clergy tile", "clergy tiles", "clergy tiles"),
    "favors": ("royal favor", "royal favors", "favors"),
    "officials": ("official in offices", "officials in offices", "officials"),
    **{
        f"officials.{n}": (f"official with {NOBLES[n]}", f"officials with {NOBLES[n]}", f"{n} officials")
        for n in NOBLE_NAMES
    },
    "offices_present": ("office with an official", "offices with an official", "offices"),
    "sets": ("rubble set", "rubble sets", "rubble sets"),
    **{f"cubes.{c}": (f"{c} cube", f"{c} cubes", f"{c} cubes") for c in COLOUR_NAMES},
    "markers": ("set marker left", "set markers left", "set markers"),
    "goods": ("good in the warehouse", "goods in the warehouse", "goods"),
    **{f"goods.{g}": (f"{g} in the warehouse", f"{g} in the warehouse", f"{g} goods") for g in GOOD_NAMES},
    "good_sets": ("set of all four goods", "sets of all four goods", "sets of goods"),
    "reis": ("reis", "reis", "reis"),
    "decrees": ("decree", "decrees", "decrees"),
    "treasury_cards": ("treasury card", "treasury cards", "treasury cards"),
    "noble_cards": ("noble card", "noble cards", "noble cards"),
}


def _wigs(n: int) -> str:
    return f"{n} wig{'' if n == 1 else 's'}"


def decree_words(number: object, text: str) -> tuple[str, str]:
    """Return what a decree says, and the same in fewer words.

    >>> decree_words(12, "per:stores.rowD:2:max6")
    ('12: 2 wigs per store in row D, at most 6', '12 row D stores ×2 ≤6')
    >>> decree_words(31, "per:plan_officials/2:1:max6")
    ('31: 1 wig for every 2 officials on completed plans, at most 6', '31 plan officials/2 ×1 ≤6')
    >>> decree_words(38, "atleast:ships:2:4")
    ('38: 4 wigs for at least 2 ships', '38 ships ≥2: 4')
    >>> decree_words(37, "majority:hull:5/2")
    ('37: 5 wigs for most hull points, 2 for second most', '37 most hull points 5/2')
    """
    said, short = condition_words(read_condition(text, f"decree {number}"))
    return f"{number}: {said}", f"{number} {short}"


def condition_words(c: Condition) -> tuple[str, str]:
    """Return what a decree's condition says, and the same in fewer words."""
    one, many, few = UNITS[KEYS[c.key]]
    if c.form == MAJORITY:
        second = f", {c.wigs} for second most" if c.wigs else ""
        return f"{_wigs(c.by)} for most {many}{second}", f"most {few} {c.by}/{c.wigs}"
    if c.form == AT_LEAST:
        return f"{_wigs(c.wigs)} for at least {c.by} {many}", f"{few} ≥{c.by}: {c.wigs}"
    each = f"per {one}" if c.by == 1 else f"for every {c.by} {many}"
    over = "" if c.by == 1 else f"/{c.by}"
    return f"{_wigs(c.wigs)} {each}, at most {c.most}", f"{few}{over} ×{c.wigs} ≤{c.most}"
