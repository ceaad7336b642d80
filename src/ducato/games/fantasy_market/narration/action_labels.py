"""The texts for legal actions: labels, and hints about consequences."""

from __future__ import annotations

from typing import Any

from ducato.core.i18n import Message, Seat, say
from ducato.core.presentation.states import phase_name

from ..parts import SHOPS, STEALABLE, Job, Pawn, Terrain
from ..rules.encounters import exchange_blows, sender_part
from ..rules.promotion import promoted_steps
from ..rules.purchase import favourite
from ..rules.reach import movement
from ..rules.thief import best_tile, free_box, greatest_value, shop_at
from ..rules.trading import could_trade, sale_price
from ..rules.treasury import payable
from ..rules.walking import TAX_SIDES, starts_new_visit
from ..state import ACTIONS, Edition, Phase, State
from .words import (
    card_name,
    exit_name,
    gold,
    monster_name,
    pawn_name,
    shop_name,
    square_name,
    tile_name,
    tile_words,
)

DIE = 6
EXIT_TERRAIN = range(Terrain.EXIT, Terrain.CENTRE)
"""The kinds of square that lead out of the town."""


def next_square(state: State, edition: Edition, direction: int) -> int:
    """Return the square to which a step in this direction would take the moving pawn."""
    return edition.near[state.at[state.pawn], direction]


def describe_action(state: State, edition: Edition, action: int) -> Message:
    """Return the label of a legal action, such as "Buy the Sword for 1 gold"."""
    phase = phase_name(state)
    match ACTIONS.parts(action):
        case "choose", job:
            return say("do.choose", card=card_name(job))
        case "enter", exit:
            return say("do.enter", exit=exit_name(exit), pawn=pawn_name(state.pawn))
        case "step", direction:
            square = square_name(next_square(state, edition, direction))
            return say("do.step", pawn=pawn_name(state.pawn), square=square)
        case "rob" | "hero" as verb, hero:
            return say(f"do.{verb}", hero=pawn_name(hero))
        case "shop", shop:
            return say("do.shop", shop=shop_name(shop))
        case "take", tile:
            buyer = {"hero": pawn_name(state.pawn)} if state.phase == Phase.PURCHASE else {}
            return say(f"do.take.{phase}", tile=tile_name(tile), **buyer)
        case "give", tile:
            return say("do.give", tile=tile_name(tile))
        case "buy", tile:
            return say("do.buy", tile=tile_name(tile), gold=gold(edition.tile_value[tile]))
        case "sell", tile:
            return say("do.sell", tile=tile_name(tile), gold=gold(sale_price(edition, tile)))
    return _done(state, phase)


def _done(state: State, phase: str) -> Message:
    if state.phase == Phase.MOVE:
        if state.walked == 0:
            return say("do.done.stay", pawn=pawn_name(state.pawn))
        return say("do.done.stop", square=square_name(state.at[state.pawn]))
    if state.phase == Phase.PROMOTE:
        return say("do.done.promote.more" if state.promoted else "do.done.promote")
    if state.phase == Phase.INVENTORY:
        return say("do.done.inventory.more" if state.swaps else "do.done.inventory")
    return say(f"do.done.{phase}")


def action_hint(state: State, edition: Edition, action: int) -> Message | None:
    """Return a hint about the effect of a legal action, or None if there is nothing to add."""
    match ACTIONS.parts(action):
        case "choose", job if job < Job.MARKET:
            if job >= Pawn.THIEF:
                return say(f"hint.choose.{Pawn(job).name.lower()}", pawn=pawn_name(job))
            return _of_hero(state, edition, job)
        case "choose", Job.MARKET if not could_trade(state, edition, state.chooser):
            return say("hint.choose.market.idle")
        case "choose", job:
            return say(f"hint.choose.{Job(job).name.lower()}")
        case "step", direction:
            return passing(state, edition, next_square(state, edition, direction))
        case "take" | "give" | "buy" | "sell", tile:
            return tile_words(edition, tile)
        case "shop", shop:
            return _distances(edition, shop)
        case "rob", hero:
            return _robbery(state, hero)
        case "hero", hero:
            return say("hint.steps", n=int(promoted_steps(state, edition, hero)))
        case ("done",) if state.phase == Phase.MOVE:
            hint = ending(state, edition, state.at[state.pawn]) if state.walked else None
            return hint or say("hint.nothing")
    return None


def _of_hero(state: State, edition: Edition, hero: int) -> Message:
    """Return what a hero's card does, what it has to spend, and how far it is from the own shop."""
    words: dict[str, Any] = {"pawn": pawn_name(hero), "gold": gold(state.purse[hero])}
    here, seat = int(state.at[hero]), state.chooser
    shop = next((shop for shop in range(SHOPS) if state.owner[shop] == seat), -1)
    if here < 0 or shop < 0:
        return say("hint.choose.hero.outside", **words)
    away, steps = int(edition.way[shop, here]), int(movement(state, edition, hero))
    return say("hint.choose.hero", n=away, steps=steps, **words)


def _distances(edition: Edition, shop: int) -> Message:
    """Return how far a shop is from the exits and from the centre."""
    way, terrain = edition.way.tolist()[shop], edition.terrain.tolist()
    exits = sorted(n for n, kind in zip(way, terrain, strict=True) if kind in EXIT_TERRAIN)
    return say("hint.shop", exits=list(map(str, exits)), n=way[terrain.index(Terrain.CENTRE)])


def _robbery(state: State, hero: int) -> Message:
    """Return the items that the Thief may take from a hero, and how likely it is to take one."""
    items = [tile for tile in state.gear.tolist()[hero][:STEALABLE] if tile >= 0]
    tiles = [tile_name(tile) for tile in items]
    return say("hint.rob", n=len(items), of=STEALABLE, tiles=tiles)


def passing(state: State, edition: Edition, square: int) -> Message | None:
    """Return a hint about a step to a square: a theft there, or the effect of ending the move.

    Return None if the step brings neither.
    """
    shop = shop_at(state, edition, square)
    if state.pawn == Pawn.THIEF and shop >= 0 and not (state.looted >> shop) & 1:
        owner = state.owner[shop]
        tempting = owner >= 0 and greatest_value(state, edition, owner) >= 0
        if tempting and free_box(state, edition) >= 0:
            tile = best_tile(state, edition, owner)
            if tile < 0:
                return say("hint.theft.choice", seat=Seat(owner))
            return say("hint.theft", seat=Seat(owner), tile=tile_name(tile))
    if state.walked + 1 == state.budget:
        return ending(state, edition, square)
    return None


def ending(state: State, edition: Edition, square: int) -> Message | None:
    """Return a hint about the effect of ending the move on a square, or None if there is none."""
    pawn, terrain = state.pawn, edition.terrain[square]
    shop = shop_at(state, edition, square)
    if shop >= 0 and state.owner[shop] >= 0 and starts_new_visit(state, edition, shop):
        owner = state.owner[shop]
        if pawn == Pawn.COLLECTOR:
            most = min((DIE + 1) // TAX_SIDES, int(state.gold[owner]) - 1)
            if most <= 0:
                return say("hint.tax.nothing", seat=Seat(owner))
            return say("hint.tax", seat=Seat(owner), most=gold(most))
        if pawn < Pawn.THIEF:
            return _purchase(state, edition, owner)
    if Terrain.EXIT <= terrain < Terrain.CENTRE:
        if pawn == Pawn.THIEF:
            return say("hint.fence")
        if pawn < Pawn.THIEF:
            return _encounter(state, edition, terrain - Terrain.EXIT)
    return None


def _purchase(state: State, edition: Edition, owner: int) -> Message:
    """Return a hint about the hero's purchase in the owner's shop."""
    tile = favourite(state, edition, owner, state.pawn)
    words: dict[str, Any] = {"hero": pawn_name(state.pawn), "seat": Seat(owner)}
    own = ".own" if owner == state.chooser else ""
    if tile >= 0:
        price = gold(edition.tile_cost[tile])
        return say(f"hint.buys{own}", **words, tile=tile_name(tile), gold=price)
    return say(f"hint.buys.nothing{own}" if tile == -1 else f"hint.buys.choice{own}", **words)


def _encounter(state: State, edition: Edition, exit: int) -> Message:
    monster = state.face_up[exit]
    hero, fee = pawn_name(state.pawn), payable(state, edition, edition.sender_fee)
    if monster >= 0:
        return _fight(state, edition, monster)
    unknown = say("hint.encounter", hero=hero, n=int(state.pile[exit]))
    return say("hint.sender.if", what=unknown, fee=gold(fee)) if fee else unknown


def _fight(state: State, edition: Edition, monster: int) -> Message:
    """Return the outcome of a fight with a monster, in which there is no chance."""
    there, hero = state.copy(), state.pawn
    there.damage = outcome = 0
    while not outcome:
        outcome = exchange_blows(there, edition, hero, monster)
    words: dict[str, Any] = {"hero": pawn_name(hero), "monster": monster_name(monster)}
    if outcome < 0:
        return say("hint.monster.dies", **words)
    before, after = state.gear.tolist()[hero], there.gear.tolist()[hero]
    lost = [tile for tile, left in zip(before, after, strict=True) if left < tile]
    won = payable(state, edition, edition.encounter_gold[monster])
    part = sender_part(edition, won)
    words["gold"] = gold(won - part)
    if lost:
        fight = say("hint.monster.loses", **words, tiles=[tile_name(tile) for tile in lost])
    else:
        fight = say("hint.monster.wins", **words)
    paid = part + payable(state, edition, edition.sender_fee)
    return say("hint.sender", what=fight, fee=gold(paid)) if paid else fight
