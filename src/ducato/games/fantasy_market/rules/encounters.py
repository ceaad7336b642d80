"""Outside the gates: treasures, deaths, monsters, combat [fantasy-market 8]."""

from __future__ import annotations

from ducato.core.verbs import rule

from ..parts import BOXES, ENCOUNTER_COUNT, NONE, OUTSIDE, CombatTie, Encounter
from ..state import Edition, Phase, State
from .promotion import finish_character
from .reach import movement
from .treasury import pay_out
from .turns import deal_piles


@rule
def leave_town(state: State, edition: Edition, exit: int) -> None:
    """Take the hero outside, to the exit's face-up monster or a new card [6.6, 8.1]."""
    state.at[state.pawn] = OUTSIDE
    state.exit = exit
    state.drawn = NONE
    state.rounds = 0
    state.phase = Phase.FIGHT if state.face_up[exit] >= 0 else Phase.ENCOUNTER


@rule
def unseen_cards(state: State) -> int:
    """Return the number of face-down encounter cards in all piles."""
    total = 0
    for encounter in range(ENCOUNTER_COUNT):
        total += int(state.unseen[encounter])
    return total


@rule
def draw_encounter(state: State, edition: Edition, outcome: int) -> None:
    """Reveal the top card of the exit's pile, which may be any unseen card [8.1, 8.2].

    A treasure is paid and a death carried out at once; a monster is fought in the steps to come.
    """
    encounter = 0
    while outcome >= state.unseen[encounter]:
        outcome -= state.unseen[encounter]
        encounter += 1
    state.unseen[encounter] -= 1
    state.pile[state.exit] -= 1
    state.drawn = encounter
    if edition.encounter_kind[encounter] == Encounter.MONSTER:
        state.face_up[state.exit] = encounter
        state.phase = Phase.FIGHT
        return
    state.discarded[encounter] += 1
    if edition.encounter_kind[encounter] == Encounter.TREASURE:
        win_gold(state, edition, encounter)
    else:
        die(state, edition, state.pawn)
    return_home(state, edition)


@rule
def sender_part(edition: Edition, won: int) -> int:
    """Return how much of the gold that a hero has won is the sender's, rounded down [8.7]."""
    return won // int(edition.sender_share) if edition.sender_share > 0 else 0


@rule
def win_gold(state: State, edition: Edition, encounter: int) -> None:
    """Pay a card's gold to the hero, except for the sender's part, and the fee [8.2, 8.3, 8.7]."""
    won = pay_out(state, edition, edition.encounter_gold[encounter])
    part = sender_part(edition, won)
    state.purse[state.pawn] += won - part
    state.gold[state.active] += part + pay_out(state, edition, edition.sender_fee)


@rule
def hero_attack(state: State, edition: Edition, hero: int) -> int:
    total = int(edition.attack[hero])
    for box in range(BOXES):
        if state.gear[hero, box] >= 0:
            total += int(edition.tile_attack[state.gear[hero, box]])
    return total


@rule
def hero_defence(state: State, edition: Edition, hero: int) -> int:
    total = int(edition.defence[hero])
    for box in range(BOXES):
        if state.gear[hero, box] >= 0:
            total += int(edition.tile_defence[state.gear[hero, box]])
    return total


@rule
def monster_acts(state: State, edition: Edition, hero: int, monster: int) -> bool:
    """Let the monster attack; return whether the hero dies [8.3].

    A hit costs the hero the last item, or their life if there is none.
    """
    attack = int(edition.encounter_attack[monster])
    if edition.encounter_type[monster] == hero:
        attack -= edition.type_modifier
    if attack <= hero_defence(state, edition, hero):
        return False
    for back in range(BOXES):
        box = BOXES - 1 - back
        if state.gear[hero, box] >= 0:
            state.market[state.gear[hero, box]] += 1
            state.gear[hero, box] = NONE
            return False
    return True


@rule
def hero_acts(state: State, edition: Edition, hero: int, monster: int) -> bool:
    """Add the hero's attack to the damage; return whether the monster dies [8.3]."""
    blow = hero_attack(state, edition, hero)
    if edition.encounter_type[monster] == hero:
        blow += edition.type_modifier
    state.damage += blow
    return state.damage > edition.encounter_defence[monster]


@rule
def exchange_blows(state: State, edition: Edition, hero: int, monster: int) -> int:
    """Let both sides of a fight act, the quicker one first [8.3, 12.20].

    Return 1 if the monster dies, -1 if the hero dies, else 0.
    """
    ahead = movement(state, edition, hero) - edition.encounter_movement[monster]
    hero_first = ahead > 0 or (ahead == 0 and edition.combat_tie != CombatTie.MONSTER_FIRST)
    if hero_first:
        if hero_acts(state, edition, hero, monster):
            return 1
        return -1 if monster_acts(state, edition, hero, monster) else 0
    if monster_acts(state, edition, hero, monster):
        return -1
    return 1 if hero_acts(state, edition, hero, monster) else 0


@rule
def fight_round(state: State, edition: Edition) -> None:
    """Fight one round [8.3].

    If the monster dies, the hero gets its gold; if either side dies, the encounter ends.
    """
    hero = state.pawn
    monster = state.face_up[state.exit]
    state.rounds += 1
    outcome = exchange_blows(state, edition, hero, monster)
    if outcome > 0:
        state.face_up[state.exit] = NONE
        state.discarded[monster] += 1
        win_gold(state, edition, monster)
        return_home(state, edition)
    elif outcome < 0:
        die(state, edition, hero)
        return_home(state, edition)


@rule
def die(state: State, edition: Edition, hero: int) -> None:
    """Replace a dead hero with one of the same class, in the centre and with new gold [8.4]."""
    for box in range(BOXES):
        if state.gear[hero, box] >= 0:
            state.market[state.gear[hero, box]] += 1
            state.gear[hero, box] = NONE
    state.reserve += state.purse[hero]
    state.purse[hero] = pay_out(state, edition, edition.hero_start_gold)
    state.at[hero] = edition.centre


@rule
def return_home(state: State, edition: Edition) -> None:
    """End the encounter; if no card or monster is left at the exit, deal the piles again [8.6]."""
    if state.pile[state.exit] == 0 and state.face_up[state.exit] < 0:
        for encounter in range(ENCOUNTER_COUNT):
            state.unseen[encounter] += state.discarded[encounter]
            state.discarded[encounter] = 0
        deal_piles(state)
    state.damage = 0
    finish_character(state, edition)
