"""The log of one step, for one reader.

The states before and after the step are already redacted for the reader; their difference shows
the effect of the step.
"""

from __future__ import annotations

from typing import Any

from ducato.core.contract import LogStyle
from ducato.core.i18n import Message, Seat, say
from ducato.core.presentation.states import phase_name

from ..parts import BOXES, LOOT_BOXES, SEATS, TILE_COUNT, Encounter, Pawn
from ..rules.encounters import sender_part
from ..rules.scoring import stock_gold
from ..rules.thief import shop_at
from ..rules.treasury import payable
from ..state import ACTIONS, Edition, Phase, State
from .results import headline
from .words import (
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
)

SILENT = {"log.done.stop"}
"""What the step before has shown."""
NOTES = {"log.deal", "log.hourglass"}


def describe_step(
    before: State, action: int | None, after: State, edition: Edition, actor: int, seat: int
) -> list[Message]:
    """Describe one step as sentences, in order."""
    if actor < 0:
        sentences = _chance(before, after, edition)
    elif action is None:
        sentences = [say("log.choose.hidden", seat=Seat(actor))]
    else:
        sentences = _act(before, action, after, edition, actor)
    return sentences + _aftermath(before, after, edition)


def log_style(key: str) -> LogStyle:
    """Leave out that a pawn stops; what the clock does is a note."""
    return "silent" if key in SILENT else "note" if key in NOTES else "line"


def joins(earlier: int, later: int) -> bool:
    """Describe a walk by its end."""
    return ACTIONS.kind(earlier).name == ACTIONS.kind(later).name == "step"


def _chance(before: State, after: State, edition: Edition) -> list[Message]:
    match Phase(before.phase):
        case Phase.FIRST_PLAYER:
            return [say("log.first", seat=Seat(after.first))]
        case Phase.REVEAL:
            return _reveal(before, after)
        case Phase.ENCOUNTER:
            return _encounter(before, after, edition)
        case Phase.FIGHT:
            return _round(before, after, edition)
        case Phase.ROB_ROLL:
            return _robbery(before, after)
    return _tax(before, after, edition)


def _reveal(before: State, after: State) -> list[Message]:
    """Describe the revealed card, with a note if it has no effect."""
    seat = before.active
    job = after.played[seat]
    key = "log.reveal" if after.job >= 0 else "log.reveal.idle"
    return [say(key, seat=Seat(seat), card=card_name(job))]


def _encounter(before: State, after: State, edition: Edition) -> list[Message]:
    hero, card = pawn_name(before.pawn), after.drawn
    match Encounter(edition.encounter_kind[card]):
        case Encounter.TREASURE:
            won = _won(before, edition, card)
            found = say("log.treasure", hero=hero, gold=gold(won))
            return [found, *_sender(before, after, edition, won)]
        case Encounter.DEATH:
            return [say("log.death", hero=hero), _reborn(before, after)]
    words = monster_statistics(edition, card)
    return [say("log.monster", hero=hero, monster=monster_name(card), **words)]


def _reborn(before: State, after: State) -> Message:
    return say("log.reborn", hero=pawn_name(before.pawn), gold=gold(after.purse[before.pawn]))


def _round(before: State, after: State, edition: Edition) -> list[Message]:
    """Describe a round of combat: the items lost, the damage to the monster, and any death."""
    pawn, monster = before.pawn, before.face_up[before.exit]
    names: dict[str, Any] = {"hero": pawn_name(pawn), "monster": monster_name(monster)}
    sentences = [
        say("log.hit", **names, tile=tile_name(before.gear[pawn, box]))
        for box in range(BOXES)
        if before.gear[pawn, box] >= 0 and after.gear[pawn, box] < 0
    ]
    if after.phase == Phase.FIGHT:
        words = hero_statistics(after, edition, pawn)
        words |= {
            "damage": int(after.damage),
            "strength": monster_statistics(edition, monster)["defence"],
        }
        return [*sentences, say("log.round", **names, **words)]
    if after.face_up[before.exit] == monster:
        return [*sentences, say("log.slain", **names), _reborn(before, after)]
    won = _won(before, edition, monster)
    victory = say("log.victory", **names, gold=gold(won))
    return [*sentences, victory, *_sender(before, after, edition, won)]


def _won(before: State, edition: Edition, encounter: int) -> int:
    """Return the gold that the hero has won, of which a part may be the sender's."""
    return payable(before, edition, edition.encounter_gold[encounter])


def _sender(before: State, after: State, edition: Edition, won: int) -> list[Message]:
    """Describe what the sender of a hero gains: a part of the gold won, and the fee."""
    sender = before.active
    part = sender_part(edition, won)
    fee = int(after.gold[sender] - before.gold[sender]) - part
    words = {"seat": Seat(sender), "hero": pawn_name(before.pawn)}
    sentences = [say("log.sender.share", seat=Seat(sender), gold=gold(part))] if part else []
    return [*sentences, say("log.sender.fee", **words, gold=gold(fee))] if fee else sentences


def _robbery(before: State, after: State) -> list[Message]:
    hero = before.target
    words: dict[str, Any] = {"die": int(after.die), "hero": pawn_name(hero)}
    for box in range(BOXES):
        if after.gear[hero, box] != before.gear[hero, box]:
            return [say("log.robbed", tile=tile_name(before.gear[hero, box]), **words)]
    return [say("log.robbed.nothing", **words)]


def _tax(before: State, after: State, edition: Edition) -> list[Message]:
    owner = before.owner[shop_at(before, edition, before.at[Pawn.COLLECTOR])]
    loss = before.gold[owner] - after.gold[owner]
    if loss == 0:
        return [say("log.tax.nothing", seat=Seat(owner), die=int(after.die))]
    return [say("log.tax", seat=Seat(owner), die=int(after.die), gold=gold(loss))]


def _act(before: State, action: int, after: State, edition: Edition, actor: int) -> list[Message]:
    who = Seat(actor)
    phase = phase_name(before)
    match ACTIONS.parts(action):
        case "choose", job:
            return [say("log.choose", seat=who, card=card_name(job))]
        case "enter", exit:
            return [say("log.enter", pawn=pawn_name(before.pawn), exit=exit_name(exit))]
        case "step", _:
            if after.at[before.pawn] < 0:
                return _goes_out(before, after)
            square = square_name(after.at[before.pawn])
            words = {"pawn": pawn_name(before.pawn), "square": square}
            return [say("log.step", **words), *_trade(before, after, edition)]
        case "rob" | "hero" as verb, hero:
            return [say(f"log.{verb}", seat=who, hero=pawn_name(hero))]
        case "shop", shop:
            return [say("log.shop", seat=who, shop=shop_name(shop))]
        case "take", _ if before.phase in (Phase.PURCHASE, Phase.LOOT):
            return _trade(before, after, edition)
        case "take", tile:
            return [say(f"log.take.{phase}", seat=who, tile=tile_name(tile))]
        case "give", tile:
            return [say("log.give", seat=who, tile=tile_name(tile))]
        case "buy" | "sell" as verb, tile:
            price = gold(abs(after.gold[actor] - before.gold[actor]))
            return [say(f"log.{verb}", seat=who, tile=tile_name(tile), gold=price)]
    return _done(before, after, edition, phase)


def _goes_out(before: State, after: State) -> list[Message]:
    """Report that a pawn has left the board, and which loot of the Thief is for sale again."""
    pawn = pawn_name(before.pawn)
    if before.pawn != Pawn.THIEF:
        return [say("log.leaves", pawn=pawn, exit=exit_name(after.exit))]
    loot = [tile_name(before.loot[box]) for box in range(LOOT_BOXES) if before.loot[box] >= 0]
    return [say("log.fence", pawn=pawn, tiles=loot) if loot else say("log.vanishes", pawn=pawn)]


def _trade(before: State, after: State, edition: Edition) -> list[Message]:
    """Describe the purchases and thefts of this step: the tiles that have left the shops."""
    then, now = before.stock.tolist(), after.stock.tolist()
    if then == now:
        return []
    lost = [
        (tile, seat)
        for tile in range(TILE_COUNT)
        for seat in range(SEATS)
        for _ in range(then[seat][tile] - now[seat][tile])
    ]
    if before.pawn == Pawn.THIEF:
        return [say("log.theft", tile=tile_name(tile), seat=Seat(seat)) for tile, seat in lost]
    lost.sort(key=lambda sold: edition.tile_cost[sold[0]])  # better ones replace others
    return [
        say(
            "log.purchase",
            hero=pawn_name(before.pawn),
            seat=Seat(seat),
            tile=tile_name(tile),
            gold=gold(edition.tile_cost[tile]),
        )
        for tile, seat in lost
    ]


def _done(before: State, after: State, edition: Edition, phase: str) -> list[Message]:
    who = Seat(before.chooser)
    if before.phase == Phase.MOVE and before.walked:
        if after.at[before.pawn] < 0:
            return _goes_out(before, after)
        square = square_name(before.at[before.pawn])
        stop = say("log.done.stop", pawn=pawn_name(before.pawn), square=square)
        return [stop, *_trade(before, after, edition)]
    if before.phase == Phase.MOVE:
        return [say("log.done.stay", seat=who, pawn=pawn_name(before.pawn))]
    more = (before.phase == Phase.PROMOTE and before.promoted) or (
        before.phase == Phase.INVENTORY and before.swaps
    )
    return [say(f"log.done.{phase}.more" if more else f"log.done.{phase}", seat=who)]


def _aftermath(before: State, after: State, edition: Edition) -> list[Message]:
    """Describe automatic consequences: newly dealt piles, the end, the next turn, the hourglass."""
    sentences = []
    drawn = 1 if before.phase == Phase.ENCOUNTER else 0
    if sum(after.unseen) > sum(before.unseen) - drawn:
        sentences.append(say("log.deal"))
    if after.phase == Phase.OVER != before.phase:
        return [*sentences, say("log.over"), *_stock(after, edition), headline(after, edition)]
    if after.turns > before.turns:
        sentences.append(say("log.turn", turn=int(after.turns), seat=Seat(after.first)))
    if after.hourglass > before.hourglass:
        left = int(edition.hourglass_end - after.hourglass)
        sentences.append(say("log.hourglass" if left else "log.hourglass.end", n=left))
        if wages := int(sum(after.purse) - sum(before.purse)):
            sentences.append(say("log.wages", gold=gold(wages)))
    return sentences


def _stock(state: State, edition: Edition) -> list[Message]:
    """Describe the gold for which unsold tiles count in the end, seat by seat."""
    worth = {seat: int(stock_gold(state, edition, seat)) for seat in range(edition.players)}
    return [say("log.stock", seat=Seat(s), gold=gold(n)) for s, n in worth.items() if n]
