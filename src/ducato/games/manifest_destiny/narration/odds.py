"""The odds of a competition, as an attacker reads them before its dice are rolled.

[manifest-destiny 8.4, 13.1].
"""

from __future__ import annotations

from functools import cache

from ducato.core.i18n import Message, say

from ..rules.dice import FACES
from ..rules.expansion.competition import attack_dice, defence_dice, wins_ties
from ..state import Edition, State
from ..state.tables import DICE


def odds(state: State, edition: Edition, *, extra: int = 0) -> Message:
    """Return the dice and the attacker's chance in the competition for `State.territory`."""
    attack, defence = attack_dice(state, edition) + extra, defence_dice(state, edition)
    won = chance(attack, defence, wins_ties(state))
    return say("hint.odds", attack=attack, defence=defence, percent=percent(won))


def odds_of_attack(state: State, edition: Edition, territory: int) -> Message:
    """Return the odds of an attack on a territory that is still to be announced."""
    seen = state.copy()
    seen.territory, seen.defender, seen.left = territory, state.owner[territory], 0
    return odds(seen, edition)


def chance_again(state: State, edition: Edition, seat: int, dice: int) -> float:
    """Return the chance of a seat if it rolls so many of its dice again, the first ones."""
    own, other = state.die.tolist(), state.defence_die.tolist()
    if seat != state.active:
        own, other = other, own
    kept, beaten = max(own[dice:], default=0), max(other)
    ties = wins_ties(state) == (seat == state.active)
    if kept > beaten or (ties and kept == beaten):
        return 1.0
    lowest = beaten if ties else beaten + 1
    return 1 - ((lowest - 1) / FACES) ** dice if lowest <= FACES else 0.0


def chance_as_rolled(state: State, edition: Edition, seat: int) -> float:
    """Return 1 if a seat wins with the dice as they lie, else 0."""
    return chance_again(state, edition, seat, 0)


def dice_of(state: State, seat: int) -> int:
    """Return the number of dice that a seat has rolled."""
    return min(int(state.dice if seat == state.active else state.defence), DICE)


def percent(share: float) -> int:
    """Return a chance in whole per cent, which is 0 or 100 only if it is certain."""
    return round(100 * share) if share in (0, 1) else min(99, max(1, round(100 * share)))


@cache
def chance(attack: int, defence: int, ties: bool) -> float:
    """Return the chance that the highest of some dice beats the highest of others."""
    won = 0.0
    for face in range(1, FACES + 1):
        exactly = (face / FACES) ** attack - ((face - 1) / FACES) ** attack
        won += exactly * ((face if ties else face - 1) / FACES) ** defence
    return won
