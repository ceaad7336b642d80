"""Gold, tiles and encounter cards of Fantasy Market, counted apart from the rules.

`conserved` is in the compiled subset, so that a long run checks it after every step.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule
from ducato.games.fantasy_market.parts import (
    BOXES,
    ENCOUNTER_COUNT,
    EXIT_COUNT,
    HEROES,
    LOOT_BOXES,
    SEATS,
    TILE_COUNT,
)


@rule
def gold_adds_up(state: Any, edition: Any) -> bool:
    """Return whether all gold is there and nobody owes any [fantasy-market 11.1]."""
    total = int(state.reserve)
    if state.reserve < 0 and edition.gold_shortage == 0:
        return False
    for seat in range(SEATS):
        if state.gold[seat] < 0:
            return False
        total += int(state.gold[seat])
    for hero in range(HEROES):
        if state.purse[hero] < 0:
            return False
        total += int(state.purse[hero])
    return total == edition.gold_tiles


@rule
def tiles_add_up(state: Any, edition: Any) -> bool:
    """Return whether every tile lies in exactly one place [fantasy-market 1.4]."""
    for tile in range(TILE_COUNT):
        total = int(state.market[tile])
        if total < 0:
            return False
        for seat in range(SEATS):
            if state.stock[seat, tile] < 0:
                return False
            total += int(state.stock[seat, tile])
        for hero in range(HEROES):
            for box in range(BOXES):
                if state.gear[hero, box] == tile:
                    if edition.tile_box[tile] != box:
                        return False
                    total += 1
        for box in range(LOOT_BOXES):
            if state.loot[box] == tile:
                total += 1
        if total != edition.tile_copies[tile]:
            return False
    return True


@rule
def encounters_add_up(state: Any, edition: Any) -> bool:
    """Return whether each encounter card is in a pile, face up or gone [fantasy-market 8.6]."""
    unseen = 0
    piles = 0
    for encounter in range(ENCOUNTER_COUNT):
        total = int(state.unseen[encounter]) + int(state.discarded[encounter])
        unseen += int(state.unseen[encounter])
        for exit in range(EXIT_COUNT):
            if state.face_up[exit] == encounter:
                total += 1
        if total != edition.encounter_copies[encounter]:
            return False
    for exit in range(EXIT_COUNT):
        piles += int(state.pile[exit])
    return unseen == piles


@rule
def conserved(before: Any, after: Any, edition: Any, player: int, action: int) -> bool:
    """Return whether nothing was lost, gained, or driven below zero by this step."""
    return (
        gold_adds_up(after, edition)
        and tiles_add_up(after, edition)
        and encounters_add_up(after, edition)
    )
