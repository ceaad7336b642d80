"""The dice contest for a defended territory [manifest-destiny 8.4, 13.1] (W5)."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import YES, A, Edition, State
from ...state.choices import CityDefence, RockNRoll
from ...state.tables import DICE, NATIVES, Advance, Flag, Phase, Presence, Region, Stage, Territory
from ..cards.programs import next_step
from ..dice import FACES, all_faces, roll
from ..tokens import owns, put_token, remove_token

OFFER_DIE, ATTACK, DEFENCE, AGAIN, DEFENCE_AGAIN, RESULT = 1, 2, 3, 4, 5, 6  # State.contest
WON, LOST = 1, 2  # State.result
EXTRA_DIE, FIRST_USED = 1, 2  # State.left: used in this competition


@rule
def has_defended_city(state: State, edition: Edition, territory: int) -> bool:
    """Return whether a city helps to defend a territory.

    It must belong to an Established Presence, unless a ruling also counts a New one.

    [manifest-destiny 13.1] (A31).
    """
    if not state.city[territory] or state.owner[territory] >= NATIVES:
        return False
    return bool(
        state.presence[territory] == Presence.ESTABLISHED or edition.city_defence == CityDefence.ALL
    )


@rule
def attack_cost(state: State, edition: Edition, seat: int, territory: int) -> int:
    """Return the number of tokens to commit to an attack on a territory.

    [manifest-destiny 8.4, 13.1] (A41).
    """
    cost = edition.control[territory]
    if has_defended_city(state, edition, territory):
        cost += edition.city_attack_token
    if state.city[territory] and owns(state, seat, Advance.PRO_SPORTS):
        cost = max(1, cost - 1)
    owner = state.owner[territory]
    if owner < NATIVES and state.flags[owner] & Flag.MONROE:
        cost += 1
    return cost


@rule
def start_competition(state: State, edition: Edition, territory: int, cost: int) -> None:
    """Begin a competition: commit `cost` tokens of the active seat against a territory's holder."""
    seat = state.active
    state.bought[seat] -= cost
    state.committed = cost
    state.territory = territory
    state.defender = state.owner[territory]
    state.left = 0
    state.dice = 0
    state.defence = 0
    for die in range(DICE):
        state.die[die] = 0
        state.defence_die[die] = 0
    state.contest = OFFER_DIE
    state.phase = Phase.CONTEST


@rule
def attack_dice(state: State, edition: Edition) -> int:
    """Return the number of dice that the attacker rolls [manifest-destiny 13.1]."""
    seat = state.active
    territory = state.territory
    dice = edition.attack_dice
    if owns(state, seat, Advance.TELEPHONE):
        dice = edition.attack_dice_telephone
    if state.home[seat] == territory:
        dice += edition.home_die
    if state.flags[seat] & Flag.ALAMO:
        if territory == Territory.TEXAS or edition.region[territory] == Region.MEXICO:
            dice += 1
    if state.left & EXTRA_DIE:
        dice += 1
    return dice


@rule
def defence_dice(state: State, edition: Edition) -> int:
    """Return the number of dice that the defender rolls [manifest-destiny 13.1] (A32)."""
    defender = state.defender
    if defender == NATIVES:
        return edition.natives_dice
    dice = edition.defence_dice
    if has_defended_city(state, edition, state.territory):
        dice += edition.city_defence_die
    if state.home[defender] == state.territory:
        dice += edition.home_die
    return dice


@rule
def next_of_contest(state: State, edition: Edition) -> None:
    """Begin the next step of a competition: extra die, rolls, re-rolls, result (W5)."""
    seat = state.active
    state.chooser = seat
    stage = state.contest
    if stage == OFFER_DIE:
        state.contest = ATTACK
        if (
            state.stage == Stage.EXPANSION
            and state.flags[seat] & Flag.WAR
            and state.bought[seat] > 0
        ):
            state.phase = Phase.EXTRA_DIE
    elif stage == ATTACK:
        state.dice = attack_dice(state, edition)
        state.contest = DEFENCE
        state.phase = Phase.ATTACK_DICE
    elif stage == DEFENCE:
        state.defence = defence_dice(state, edition)
        state.contest = AGAIN
        state.phase = Phase.DEFENCE_DICE
    elif stage == AGAIN:
        if may_reroll_first(state) or may_reroll_all(state, seat):
            state.phase = Phase.REROLL
        else:
            state.contest = DEFENCE_AGAIN
    elif stage == DEFENCE_AGAIN:
        state.contest = RESULT
        if state.defender != NATIVES and state.flags[state.defender] & Flag.BANNER_REROLL:
            state.chooser = state.defender
            state.phase = Phase.REROLL_DEFENCE
    else:
        decide_contest(state, edition)


@rule
def may_reroll_first(state: State) -> bool:
    """Return whether the attacker may still re-roll the first die by Rock'n'Roll.

    It works once per competition or, by a ruling, once for each roll of all dice (A40).
    """
    return owns(state, state.active, Advance.ROCK_N_ROLL) and not state.left & FIRST_USED


@rule
def may_reroll_all(state: State, seat: int) -> bool:
    """Return whether a seat may still re-roll all its dice by Star Spangled Banner, once a turn."""
    return bool(state.flags[seat] & Flag.BANNER_REROLL)


@rule
def apply_extra_die(state: State, edition: Edition, action: int) -> None:
    """Commit one more token for an extra die, by War of 1812, or decline."""
    if action == YES:
        state.bought[state.active] -= 1
        state.committed += 1
        state.left |= EXTRA_DIE
    state.phase = Phase.CONTEST


@rule
def outcomes_attack_dice(state: State, edition: Edition) -> int:
    """Return the number of possible rolls of all the attacker's dice."""
    return all_faces(state.dice)


@rule
def apply_attack_dice(state: State, edition: Edition, outcome: int) -> None:
    """Roll all the attacker's dice, for the first time or again."""
    roll(state.die, state.dice, outcome)
    state.phase = Phase.CONTEST


@rule
def outcomes_defence_dice(state: State, edition: Edition) -> int:
    """Return the number of possible rolls of all the defender's dice."""
    return all_faces(state.defence)


@rule
def apply_defence_dice(state: State, edition: Edition, outcome: int) -> None:
    """Roll all the defender's dice, for the first time or again."""
    roll(state.defence_die, state.defence, outcome)
    state.phase = Phase.CONTEST


@rule
def legal_reroll(state: State, edition: Edition, out: Any) -> int:
    """List the attacker's re-rolls: of the first die, of all dice, and none (W5)."""
    n = 0
    if may_reroll_first(state):
        out[n] = A.NUMBER
        n += 1
    if may_reroll_all(state, state.chooser):
        out[n] = YES
        n += 1
    out[n] = A.DONE
    return n + 1


@rule
def apply_reroll(state: State, edition: Edition, action: int) -> None:
    """Re-roll the attacker's first die or all its dice, or keep them; see `legal_reroll`."""
    if action == A.DONE:
        state.contest = DEFENCE_AGAIN
        state.phase = Phase.CONTEST
    elif action == A.NUMBER:
        state.left |= FIRST_USED
        state.phase = Phase.FIRST_DIE_AGAIN
    else:
        state.flags[state.active] -= Flag.BANNER_REROLL
        if edition.rock_n_roll == RockNRoll.EACH_ROLL:
            state.left &= ~FIRST_USED
        state.phase = Phase.ATTACK_AGAIN


@rule
def outcomes_first_die_again(state: State, edition: Edition) -> int:
    """Return the number of faces of the attacker's first die."""
    return FACES


@rule
def apply_first_die_again(state: State, edition: Edition, outcome: int) -> None:
    """Roll the attacker's first die again, by Rock'n'Roll."""
    state.die[0] = outcome + 1
    state.phase = Phase.CONTEST


@rule
def apply_reroll_defence(state: State, edition: Edition, action: int) -> None:
    """Re-roll all the defender's dice by Star Spangled Banner, or keep them (W5)."""
    if action == YES:
        state.flags[state.chooser] -= Flag.BANNER_REROLL
        state.phase = Phase.DEFENCE_AGAIN
    else:
        state.phase = Phase.CONTEST


@rule
def wins_ties(state: State) -> bool:
    """Return whether the attacker wins ties, which otherwise go to the defender.

    The attacker needs Television or, in Expansion, the effect of Star Spangled Banner.

    [manifest-destiny 8.4].
    """
    return owns(state, state.active, Advance.TELEVISION) or bool(
        state.stage == Stage.EXPANSION and state.flags[state.active] & Flag.BANNER
    )


@rule
def attacker_wins(state: State) -> bool:
    """Return whether the attacker's highest die beats the defender's, or wins a tie.

    [manifest-destiny 8.4].
    """
    attack = 0
    defence = 0
    for die in range(DICE):
        attack = max(attack, state.die[die])
        defence = max(defence, state.defence_die[die])
    if attack == defence:
        return wins_ties(state)
    return attack > defence


@rule
def decide_contest(state: State, edition: Edition) -> None:
    """Settle a competition: a winning attacker takes the territory with a New Presence.

    All committed tokens go to supply, from which that presence comes [manifest-destiny 8.4].
    """
    seat = state.active
    territory = state.territory
    spent = state.committed
    state.committed = 0
    state.supply[seat] += spent
    state.result = LOST
    if attacker_wins(state):
        state.result = WON
        remove_token(state, edition, territory, False)
        state.supply[seat] -= 1
        put_token(state, edition, seat, territory, Presence.NEW)
    state.contest = 0
    if state.stage == Stage.EXPANSION:
        state.left = -1
        state.territory = -1
        state.phase = Phase.SURVEY
    else:
        next_step(state)
