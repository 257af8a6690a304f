"""Kinds of action, decision points and score categories by name, in the order of their numbers in state.py."""

from __future__ import annotations

from simcore.game import Named

KINDS = (
    Named("gold", "card for gold", "box a hand card, gain a gold (L23)"),
    Named("sell", "card to sell", "play a card to the portfolio and sell goods (L41)"),
    Named("trade", "card to trade", "play a card to the portfolio and trade goods for state actions (L45)"),
    Named("visit", "visit a noble", "box a noble card and visit its noble (L71)"),
    Named("event", "sponsor an event", "box a treasury card and sponsor its event (L79)"),
    Named("sell_good", "sell a good", "sell a good to a ship (L41)"),
    Named("trade_good", "trade a good", "pay a good for a state action (L46)"),
    Named("build_ship", "pay a ship", "build a ship (L53)"),
    Named("steps", "move the cardinal", "steps of the cardinal (L56)"),
    Named("store", "build a store", "plot, good and cube of a store (L60)"),
    Named("building", "open a building", "plan and site of a public building (L67)"),
    Named("decree", "take a decree", "take a decree face up (L70)"),
    Named("good", "choose a good", "gain or lose a good of one's choice (L95)"),
    Named("office", "place an official", "place an official in an office (L50)"),
    Named("room", "make room", "discard from the portfolio (L28)"),
    Named("tile", "take a clergy tile", "take a clergy tile (L56)"),
    Named("stack", "take a plan", "take the top plan of an architect (L52)"),
    Named("favor", "take a favor", "take a royal favor (L58)"),
    Named("state", "state action", "a state action of a visit or event (L72, L82)"),
    Named("follow", "follow a visit", "pay, and take one action of the noble (L76)"),
    Named("staff", "use an official", "an own official works on a building (L69)"),
    Named("cube", "take a cube", "a cube of the pile (L95)"),
    Named("price", "raise a price", "the good whose price rises (L95)"),
    Named("draw", "draw a card", "take the top card of a display deck (L24)"),
    Named("church", "discard a clergy tile", "discard an own clergy tile (L83)"),
    Named("discard", "discard a card", "discard a hand card between the periods (L87)"),
    Named("reward", "reward of a card", "resolve a discarded card's bottom effect (L87)"),
    Named("marker", "use a set marker", "a set marker for one decree more (L70)"),
    Named("stop", "stop or decline", "stop, no or none"),
)
POINTS = tuple(
    Named(name, name.replace("_", " "), "L99")
    for name in (
        "start_clergy", "main", "gain_good", "lose_good", "office", "make_room", "sell", "trade", "ship", "cardinal",
        "clergy", "plan_stack", "favor", "visit_state_action", "event_state_action", "store", "building", "staff",
        "decree", "second_decree", "follow", "pile_cube", "price_good", "draw", "church_discard", "period_discard",
        "period_reward", "produce",
    )
)  # fmt: skip
CATEGORIES = (
    Named("start", "start"),
    Named("stores_served", "stores served by buildings"),
    Named("ships_sailed", "ships put to sea"),
    Named("church", "church scoring"),
    Named("card_reward", "card effects"),
    Named("event", "events"),
    Named("power", "powers"),
    Named("plot_reward", "rewards of plots"),
    Named("site_reward", "rewards of sites"),
    Named("ip_overflow", "influence beyond 10"),
    Named("visit_payment", "paid for visits"),
    Named("sets_period1", "rubble sets, period 1"),
    Named("ships_hull", "hulls at the end"),
    Named("sets_final", "rubble sets at the end"),
    Named("streets", "streets"),
    Named("reis", "reis left"),
    Named("decrees", "decrees"),
    Named("plan_majority", "officials on plans"),
    Named("favors", "royal favors"),
)
