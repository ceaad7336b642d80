"""Money, control tokens, markers and cards of Manifest Destiny, counted apart from the rules.

`conserved` is in the compiled subset, so that a long run checks it after every step.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule
from ducato.games.manifest_destiny.state.tables import (
    BATCHES,
    CARDS,
    NATIVES,
    SEATS,
    TERRITORIES,
    UNSURE,
    VACANT,
    ZONES,
    Presence,
)

ZONE_COUNT = len(ZONES)


@rule
def money_adds_up(state: Any, edition: Any) -> bool:
    """Return whether all money is the bank's and nobody owes any [manifest-destiny 1.3, 1.4]."""
    total = int(state.bank)
    for seat in range(SEATS):
        if state.cash[seat] < 0:
            return False
        total += int(state.cash[seat])
    return total == 0


@rule
def tokens_of(state: Any, seat: int) -> int:
    """Return all control tokens of a player, wherever they lie [manifest-destiny 1.1]."""
    total = int(state.supply[seat]) + int(state.bought[seat]) + int(state.pioneers[seat])
    total += int(state.chart[seat]) + int(state.loss[seat]) + int(state.priority[seat])
    for box in range(3):
        total += int(state.boxed[seat, box])
    for territory in range(TERRITORIES):
        if state.owner[territory] == seat:
            total += 1
    if seat == state.active:
        total += int(state.committed)
    return total


@rule
def tokens_add_up(state: Any, edition: Any) -> bool:
    for seat in range(edition.players):
        if state.supply[seat] < 0 or state.bought[seat] < 0 or state.pioneers[seat] < 0:
            return False
        if tokens_of(state, seat) != edition.control_tokens:
            return False
    return True


@rule
def markers_add_up(state: Any, edition: Any) -> bool:
    """Natives, product markers, and who stands where [manifest-destiny 1.2]."""
    natives = int(state.natives_left)
    tourism = int(state.tourism_left)
    technology = int(state.technology_left)
    for territory in range(TERRITORIES):
        owner = int(state.owner[territory])
        held = 0 <= owner < NATIVES
        if held != (state.presence[territory] != Presence.NONE):
            return False
        if edition.closed[territory] and owner != VACANT:
            return False
        if owner == NATIVES:
            natives += 1
        tourism += int(state.tourism[territory])
        technology += int(state.technology[territory])
    return (
        natives == edition.native_markers
        and tourism == edition.tourism_markers
        and technology == edition.technology_markers
    )


@rule
def classes_add_up(state: Any) -> bool:
    """As many cards of each era's deck lie in a zone as are counted there, or not told apart."""
    for zone in range(ZONE_COUNT):
        unsure = 0
        for batch in range(BATCHES):
            found = 0
            for card in range(CARDS):
                if state.zone[card] == zone and state.batch[card] == batch:
                    found += 1
            if found < state.held[batch, zone]:
                return False
            unsure += found - int(state.held[batch, zone])
        if unsure != state.held[UNSURE, zone]:
            return False
    return True


@rule
def conserved(before: Any, after: Any, edition: Any, player: int, action: int) -> bool:
    """Return whether nothing was lost, gained, or driven below zero by this step."""
    return (
        money_adds_up(after, edition)
        and tokens_add_up(after, edition)
        and markers_add_up(after, edition)
        and classes_add_up(after)
    )
