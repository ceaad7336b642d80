"""What a greedy player expects beyond the exits, and of tiles near the end [fantasy-market 8, 9].

Only options give the sender of a hero anything; without them nothing is worked out.
"""

from __future__ import annotations

from ducato.core.verbs import rule

from ..parts import BOXES, ENCOUNTER_COUNT, EXIT_COUNT, CombatTie, Encounter
from ..rules.encounters import sender_part
from ..rules.treasury import PER_CENT
from ..state import Edition, State


@rule
def beats(state: State, edition: Edition, hero: int, monster: int) -> bool:
    """Return whether the hero would beat the monster [8.3]."""
    known = int(edition.type_modifier) if edition.encounter_type[monster] == hero else 0
    threat = int(edition.encounter_attack[monster]) - known
    left = int(edition.encounter_defence[monster])
    worn = BOXES  # what lies in this box and those after it is lost
    while True:
        blow = int(edition.attack[hero]) + known
        defence = int(edition.defence[hero])
        ahead = int(edition.movement[hero]) - int(edition.encounter_movement[monster])
        last = -1
        for box in range(worn):
            item = state.gear[hero, box]
            if item >= 0:
                blow += int(edition.tile_attack[item])
                defence += int(edition.tile_defence[item])
                ahead += int(edition.tile_movement[item])
                last = box
        hero_first = ahead > 0 or (ahead == 0 and edition.combat_tie != CombatTie.MONSTER_FIRST)
        if hero_first and blow > left:
            return True
        if threat > defence:
            if last < 0:
                return False
            worn = last
            if not hero_first:
                blow -= int(edition.tile_attack[state.gear[hero, last]])
        left -= blow
        if left < 0:
            return True


@rule
def reward(state: State, edition: Edition, hero: int, encounter: int) -> int:
    """Return what the sender would get if the hero met this encounter [8.7]."""
    kind = edition.encounter_kind[encounter]
    if kind == Encounter.DEATH:
        return 0
    if kind == Encounter.MONSTER and not beats(state, edition, hero, encounter):
        return 0
    return sender_part(edition, int(edition.encounter_gold[encounter])) + int(edition.sender_fee)


@rule
def expected_reward(state: State, edition: Edition, hero: int, exit: int) -> float:
    """Return what the sender of a hero through this exit may expect, in gold [8.7]."""
    if edition.sender_share == 0 and edition.sender_fee == 0:
        return 0.0
    if state.face_up[exit] >= 0:
        return float(reward(state, edition, hero, state.face_up[exit]))
    cards = 0
    gold = 0
    for encounter in range(ENCOUNTER_COUNT):
        copies = int(state.unseen[encounter])
        if copies > 0:
            cards += copies
            gold += copies * reward(state, edition, hero, encounter)
    return gold / max(1, cards)


@rule
def best_reward(state: State, edition: Edition, hero: int) -> float:
    """Return what the sender of a hero may expect at the best exit, in gold [8.7]."""
    best = 0.0
    if edition.sender_share == 0 and edition.sender_fee == 0:
        return best
    drawn = False
    for exit in range(EXIT_COUNT):
        if state.face_up[exit] >= 0 or not drawn:  # all piles are alike
            best = max(best, expected_reward(state, edition, hero, exit))
            drawn = drawn or state.face_up[exit] < 0
    return best


@rule
def late_profit(edition: Edition) -> float:
    """Return the part of a tile's value that a sale near the end gains [5.4, 9.2].

    It is what the market pays, less what the tile would count at the end.
    """
    return (int(edition.market_sell_price) - int(edition.final_tile_price)) / PER_CENT


@rule
def late_loss(edition: Edition) -> float:
    """Return the part of a tile's value that a purchase near the end loses [5.4, 9.2]."""
    return (PER_CENT - int(edition.final_tile_price)) / PER_CENT
