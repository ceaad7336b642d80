"""Positions laid out at random, in any arrangement that the rules allow."""

from __future__ import annotations

import random
from typing import Any

from ducato.core.struct import Struct
from ducato.games.manifest_destiny.rules.cards.deck import move_card
from ducato.games.manifest_destiny.state.tables import (
    CARDS,
    NATIVES,
    PROGRESSION_TABLE,
    PROGRESSIONS,
    TERRITORIES,
    VACANT,
    Flag,
    Phase,
    Presence,
    Stage,
    Zone,
)

from .manifest_table import Table
from .specification import by_slug

LEVEL_1 = [n for n, row in enumerate(PROGRESSION_TABLE) if row["level"] == "1"]
STEPS = [row["steps"].split("-") for row in by_slug("breakthroughs").values()]


def scattered(rng: random.Random, players: int, stage: Stage, **options: Any) -> Table:
    """Return a table in the part of a random player, or with the Adjustment ahead."""
    own = Stage.EXPANSION if stage == Stage.ADJUSTMENT else stage
    t = Table(players, rng.choice((1, 2, 3)), own, **{"priority_windows": "phase_ends"} | options)
    _shuffle_seats(t, rng)
    _scatter_advances(t, rng)
    _scatter_tokens(t, rng)
    _scatter_cards(t, rng)
    _scatter_effects(t, rng)
    _award_cities(t, rng)
    if stage == Stage.EXPANSION:
        t.survey()
    if stage == Stage.ADJUSTMENT:
        t.state.stage, t.state.phase, t.state.part = stage, Phase.ADJUST, players
        t.state.active = t.state.chooser = -1
    return t


def differences(expected: Struct, found: Struct) -> dict[str, tuple[Any, Any]]:
    """Return the values of the fields that are not equal in two states."""
    values = {
        name: (expected.row(name).tolist(), found.row(name).tolist()) for name in expected.fields
    }
    return {name: pair for name, pair in values.items() if pair[0] != pair[1]}


def _shuffle_seats(t: Table, rng: random.Random) -> None:
    state, players = t.state, t.game.players
    tracks = [rng.sample(range(players), players) for _ in range(3)]
    for rank in range(players):
        state.order[rank], state.choice[rank] = tracks[0][rank], tracks[1][rank]
        state.position[tracks[0][rank]] = rank
        state.mat[tracks[2][rank]] = rank + 1
    state.turn, state.part = rng.randrange(1, 9), rng.randrange(players)
    state.active = state.chooser = state.order[state.part]
    for seat in range(players):
        state.cash[seat] = rng.choice((0, rng.randrange(0, 60, 5), rng.randrange(0, 250, 5)))
        state.profit[seat] = max(t.edition.profit_min, rng.randrange(20, 60, 5))
        state.vp[seat] = rng.randrange(30)
    if rng.random() < 0.2:
        state.vp[rng.randrange(players)] = 30
    state.bank = -sum(state.cash)


def _scatter_advances(t: Table, rng: random.Random) -> None:
    state, players = t.state, t.game.players
    for seat in range(players):
        mask = 0
        for progression, row in enumerate(PROGRESSION_TABLE):
            level = int(row["level"])
            mask |= 1 << progression if rng.random() < (1.1 - 0.2 * level) else 0
        for category in range(0, PROGRESSIONS, 3):  # level 1, then 2, then 3
            if not mask >> category & 1:
                mask &= ~(0b110 << category)
            elif not mask >> category & 2 or not all(mask >> n & 1 for n in LEVEL_1):
                mask &= ~(0b100 << category)
        for level in (0, 1):
            if all(mask >> (n + level) & 1 for n in LEVEL_1):
                state.levels_done[seat] |= 1 << level
        state.advances[seat] = mask
        state.unity[seat] = rng.random() < 0.7
        for progression in range(PROGRESSIONS):
            state.licensed[seat, progression] = rng.choice((0, 0, 0, 5, 35, 55))
            less = state.licensed[seat, progression] + rng.choice((0, 0, 15, 90))
            state.discount[seat, progression] = less
    for breakthrough, needed in enumerate(STEPS):
        if rng.random() < 0.5:
            state.advances[rng.randrange(players)] |= 1 << (PROGRESSIONS + breakthrough)
            continue
        for seat in range(players):
            laid = [n for n in needed if rng.random() < 0.6]
            state.steps[seat, breakthrough] = sum(1 << int(n) for n in laid)
    if rng.random() < 0.6:
        one, other = rng.sample(range(players), 2)
        state.partner[one], state.partner[other] = other, one
    for seat in range(players):
        state.proposed[seat] = rng.randrange(32) & rng.randrange(32)
        state.researched[seat] = rng.randrange(8) & rng.randrange(8)


def _scatter_tokens(t: Table, rng: random.Random) -> None:
    state, players = t.state, t.game.players
    free = [n for n in range(TERRITORIES) if not t.edition.closed[n]]
    for territory in range(TERRITORIES):
        state.owner[territory], state.presence[territory] = VACANT, Presence.NONE
    ends = rng.sample((free[0], free[-1]), rng.randrange(3))
    rng.shuffle(free)
    for territory in ends:  # the ends of the map are often in use
        free.remove(territory)
        free.append(territory)
    for seat in range(players):
        left = 25
        for _ in range(rng.randrange(len(free) // players)):
            territory = free.pop()
            state.owner[territory] = seat
            state.presence[territory] = rng.choice((Presence.NEW, Presence.ESTABLISHED))
            state.city[territory] = rng.random() < 0.25
            left -= 1
        state.priority[seat] = rng.random() < 0.3
        left -= state.priority[seat]
        for name, most in (("bought", 6), ("pioneers", 4), ("chart", 2), ("loss", 3)):
            row = getattr(state, name)
            row[seat] = rng.choice((0, rng.randrange(min(most, left) + 1)))
            left -= row[seat]
        for box in range(3):
            state.boxed[seat, box] = rng.randrange(min(1, left) + 1)
            left -= state.boxed[seat, box]
        if rng.random() < 0.3:
            state.chart[seat] += left
            left = 0
        state.supply[seat] = left
    for _ in range(rng.randrange(6)):
        territory = free.pop()
        state.owner[territory] = NATIVES
        state.natives_left -= 1
        state.city[territory] = rng.random() < 0.3
    for territory in free[:3]:
        state.city[territory] = rng.random() < 0.5


def _scatter_cards(t: Table, rng: random.Random) -> None:
    state, players = t.state, t.game.players
    deck = [card for card in range(CARDS) if state.zone[card] == Zone.DECK]
    rng.shuffle(deck)
    for seat in range(players):
        for _ in range(min(len(deck), rng.choice((0, rng.randrange(6))))):
            move_card(state, deck.pop(), Zone.HAND + seat)
        if deck and rng.random() < 0.5:
            move_card(state, deck.pop(), Zone.TABLE + seat)
    if rng.random() < 0.2:
        left = rng.randrange(2)
        while len(deck) > left:
            move_card(state, deck.pop(), Zone.GONE)
        state.exhausted = state.era == 3 and not left
    numbers = rng.sample(range(1, 65), players)
    for seat in range(players):
        state.highest[seat] = rng.choice((0, numbers[seat]))
    state.transition = state.era > 1 and rng.random() < 0.5
    state.era_began = state.transition and rng.random() < 0.5
    state.surplus = rng.randrange(1 << 12)


def _scatter_effects(t: Table, rng: random.Random) -> None:
    state, players = t.state, t.game.players
    for seat in range(players):
        state.flags[seat] = rng.randrange(128) + rng.choice((0, 0, 0, Flag.DISOBEDIENCE))
        state.limit[seat] = rng.randrange(4)
        state.acquired[seat] = rng.random() < 0.3
        state.discarded[seat] = rng.random() < 0.3
        state.destiny_right[seat] = rng.random() < 0.3
        state.patriot[seat] = rng.random() < 0.3
        state.immune[seat] = rng.randrange(4)
        state.purchases[seat] = rng.randrange(8) & rng.randrange(8)
    announcers = [seat for seat in range(players) if state.priority[seat]]
    for seat in rng.sample(announcers, rng.randrange(len(announcers) + 1)):
        state.queue[state.announced] = seat
        state.announced += 1
    state.cold_war = rng.random() < 0.3
    state.destiny_played = rng.random() < 0.5
    state.exchanged = rng.randrange(1 << players)
    state.result = rng.randrange(3)
    state.mechanized = rng.random() < 0.2
    state.redeployed = rng.random() < 0.2
    state.joint_asked = rng.randrange(1 << 10) & rng.randrange(1 << 10)


def _award_cities(t: Table, rng: random.Random) -> None:
    """Give the marker for most cities to a player who may hold it."""
    state, players = t.state, t.game.players
    counts = [0] * players
    for territory in range(TERRITORIES):
        if state.city[territory] and 0 <= state.owner[territory] < NATIVES:
            counts[state.owner[territory]] += 1
    leaders = [seat for seat in range(players) if counts[seat] == max(counts) > 0]
    state.most_cities = rng.choice(leaders) if leaders else -1
