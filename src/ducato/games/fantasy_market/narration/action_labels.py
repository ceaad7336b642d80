"""The texts for legal actions: labels, hints about consequences, and the prompt."""

from __future__ import annotations

from typing import Any

from ducato.core.i18n import Message, Seat, say
from ducato.games.fantasy_market.atlas import DIRECTIONS
from ducato.games.fantasy_market.narration.words import (
    card_name,
    exit_name,
    gold,
    hero_statistics,
    monster_name,
    monster_statistics,
    pawn_name,
    shop_name,
    square_name,
    tile_name,
    tile_words,
)
from ducato.games.fantasy_market.parts import (
    CHARACTERS,
    COLOURS,
    EXITS,
    JOBS,
    TILES,
    Pawn,
    Terrain,
)
from ducato.games.fantasy_market.rules.promotion import promoted_steps
from ducato.games.fantasy_market.rules.purchase import favourite
from ducato.games.fantasy_market.rules.thief import greatest_value, shop_at
from ducato.games.fantasy_market.rules.trading import legal_inventory
from ducato.games.fantasy_market.rules.walking import starts_new_visit
from ducato.games.fantasy_market.state import ACTIONS, Edition, Phase, State


def next_square(state: State, edition: Edition, direction: str) -> int:
    """Return the square to which a step in this direction would take the moving pawn."""
    return int(edition.near[state.at[state.pawn], DIRECTIONS.index(direction)])


def describe_action(state: State, edition: Edition, action: int) -> Message:
    """Return the label of a legal action, such as "Buy the Sword for 1 gold"."""
    phase = Phase(state.phase).name.lower()
    match ACTIONS.name(action).split(":"):
        case ["choose", card]:
            return say("do.choose", card=card_name(JOBS.index(card)))
        case ["enter", exit]:
            return say("do.enter", exit=exit_name(EXITS.index(exit)), pawn=pawn_name(state.pawn))
        case ["step", direction]:
            square = square_name(next_square(state, edition, direction))
            return say("do.step", pawn=pawn_name(state.pawn), square=square)
        case ["rob" | "hero" as verb, hero]:
            return say(f"do.{verb}", hero=pawn_name(CHARACTERS.index(hero)))
        case ["shop", colour]:
            return say("do.shop", shop=shop_name(COLOURS.index(colour)))
        case ["take", name]:
            tile = tile_name(TILES.index(name))
            buyer = {"hero": pawn_name(state.pawn)} if state.phase == Phase.PURCHASE else {}
            return say(f"do.take.{phase}", tile=tile, **buyer)
        case ["give", name]:
            return say("do.give", tile=tile_name(TILES.index(name)))
        case ["buy" | "sell" as verb, name]:
            number = TILES.index(name)
            price = gold(edition.tile_value[number])
            return say(f"do.{verb}", tile=tile_name(number), gold=price)
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
    match ACTIONS.name(action).split(":"):
        case ["step", direction]:
            return passing(state, edition, next_square(state, edition, direction))
        case ["take" | "give" | "buy" | "sell", name]:
            return tile_words(edition, TILES.index(name))
        case ["hero", hero]:
            steps = int(promoted_steps(state, edition, CHARACTERS.index(hero)))
            return say("hint.steps", n=steps)
        case ["done"] if state.phase == Phase.MOVE and state.walked:
            return ending(state, edition, state.at[state.pawn])
    return None


def passing(state: State, edition: Edition, square: int) -> Message | None:
    """Return a hint about a step to a square: a theft there, or the effect of ending the move.

    Return None if the step brings neither.
    """
    shop = shop_at(state, edition, square)
    if state.pawn == Pawn.THIEF and shop >= 0 and not (state.looted >> shop) & 1:
        owner = state.owner[shop]
        if owner >= 0 and greatest_value(state, edition, owner) >= 0:
            return say("hint.theft", seat=Seat(owner))
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
            return say("hint.tax", seat=Seat(owner))
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
    if tile >= 0:
        price = gold(edition.tile_cost[tile])
        return say("hint.buys", **words, tile=tile_name(tile), gold=price)
    return say("hint.buys.nothing" if tile == -1 else "hint.buys.choice", **words)


def _encounter(state: State, edition: Edition, exit: int) -> Message:
    monster = state.face_up[exit]
    hero = pawn_name(state.pawn)
    if monster < 0:
        return say("hint.encounter", hero=hero, n=int(state.pile[exit]))
    words = monster_statistics(edition, monster)
    return say("hint.monster", hero=hero, monster=monster_name(monster), **words)


def prompt(state: State, edition: Edition, seat: int) -> Message:
    """Return the prompt: the next decision or chance step, or that the game is over.

    It is worded for the reader `seat`, -1 for a spectator.
    """
    phase = Phase(state.phase)
    name = phase.name.lower()
    if phase in (Phase.OVER, Phase.FIRST_PLAYER):
        return say(f"prompt.{name}")
    if phase <= Phase.TAX_ROLL:
        return say(f"prompt.{name}", seat=Seat(state.active), **_object(state, edition))
    reader = "you" if seat == state.chooser else "other"
    if phase == Phase.MOVE and state.at[state.pawn] < 0:
        name = "move.outside"
    if phase == Phase.INVENTORY and reader == "you":
        name += _inventory(state, edition)
    return say(f"prompt.{name}.{reader}", seat=Seat(state.chooser), **_object(state, edition))


def _inventory(state: State, edition: Edition) -> str:
    """Return the end of the prompt's key: the possible uses of the Inventory card, "" for all."""
    if state.swaps:
        return ".more"
    out = ACTIONS.buffer()
    kinds = {ACTIONS.kind(int(a)).name for a in out[: legal_inventory(state, edition, out)]}
    if kinds == {"take", "give"}:
        return ""
    return ".free" if "take" in kinds else ".exchange"


def _object(state: State, edition: Edition) -> dict[str, Any]:
    """Return the names and numbers that the prompt may mention."""
    words: dict[str, Any] = {}
    if state.pawn >= 0:
        words["pawn"] = pawn_name(state.pawn)
        words["n"] = int(state.budget - state.walked)
    if state.phase == Phase.FIGHT:
        monster = state.face_up[state.exit]
        words |= {"monster": monster_name(monster), **hero_statistics(state, edition, state.pawn)}
    if state.phase in (Phase.FIGHT, Phase.ENCOUNTER):
        words["exit"] = exit_name(state.exit)
    if state.phase == Phase.ROB_ROLL:
        words["hero"] = pawn_name(state.target)
    if state.phase == Phase.START_TILE:
        words["value"] = int(edition.start_tile_max_value)
    if state.phase == Phase.SWAP:
        words["value"] = int(state.worth)
    return words
