"""The features that are given once: time, leads, heroes, the market and what waits outside."""

from __future__ import annotations

from math import sqrt
from typing import Any

from ducato.core.exponential import exponential
from ducato.core.verbs import rule

from ...parts import (
    BOXES,
    CARDS,
    ENCOUNTER_COUNT,
    EXIT_COUNT,
    HEROES,
    LOOT_BOXES,
    OUTSIDE,
    TILE_COUNT,
    Encounter,
    Zone,
)
from ...rules.purchase import strength
from ...rules.reach import movement
from ...rules.scoring import final_gold
from ...state import Edition, State
from .names import (
    BEYOND,
    GOLD,
    LATE_TURNS,
    LEAD,
    LEAST_TURNS,
    MOST,
    PRICE,
    SPREAD,
    STEPS,
    STRENGTH,
    TABLE,
    TILES,
    TURNS,
    VALUE,
    VIEWS,
    SeatFeature,
    TableFeature,
    View,
)


@rule
def turns_left(state: State, edition: Edition) -> float:
    """Return about how many turns are left: those of this deck and of each later step."""
    cards = CARDS - int(state.held[Zone.BOX])
    a_step = cards // int(edition.players)  # turns; the deck is rebuilt within the last of them
    steps = max(0, int(edition.hourglass_end) - int(state.hourglass) - 1)
    return int(state.held[Zone.DECK]) / edition.players + steps * a_step


@rule
def describe_time(state: State, edition: Edition, seat: int, out: Any) -> None:
    """Write the features of time and of the action cards."""
    for card in range(CARDS):
        if state.zone[card] == Zone.DECK:
            out[TABLE + TableFeature.CARDS__WARRIOR + edition.card_job[card]] += 1
    deck = int(state.held[Zone.DECK])
    turns = turns_left(state, edition)
    order = (seat - state.first + edition.players) % edition.players
    out[TABLE + TableFeature.TEMPO__DECK] = deck / TILES
    out[TABLE + TableFeature.TEMPO__CHOICE] = max(0, deck - order) / TILES
    out[TABLE + TableFeature.TEMPO__TURNS] = min(MOST, turns / TURNS)
    out[TABLE + TableFeature.TEMPO__LATE] = 1 / (1 + turns / LATE_TURNS)
    out[TABLE + TableFeature.TEMPO__END] = 1 / (1 + turns)
    steps = int(edition.hourglass_end) - int(state.hourglass)
    out[TABLE + TableFeature.TEMPO__LAST] = steps <= (deck < edition.players)
    out[TABLE + TableFeature.TEMPO__STEPS] = min(MOST, max(0, steps) / STEPS)


@rule
def describe_lead(state: State, edition: Edition, seat: int, strongest: int, out: Any) -> None:
    """Write by how much the seat leads, also for the time that is left."""
    time = SPREAD * sqrt(LEAST_TURNS + turns_left(state, edition))
    counted = final_gold(state, edition, seat)
    total = 0
    chance = 1.0
    for after in range(1, edition.players):
        other = final_gold(state, edition, (seat + after) % edition.players)
        total += other
        chance /= 1 + exponential(min(30.0, (other - counted) / time))
    lead = counted - final_gold(state, edition, strongest)
    mean = counted - total / (edition.players - 1)
    out[TABLE + TableFeature.GOLD__LEAD] = bounded(lead / LEAD)
    out[TABLE + TableFeature.GOLD__LEAD_MEAN] = bounded(mean / LEAD)
    out[TABLE + TableFeature.GOLD__LEAD_BY_TIME] = bounded(lead / time / 2)
    out[TABLE + TableFeature.GOLD__CHANCE] = chance
    out[TABLE + TableFeature.GOLD__RESERVE] = min(MOST, max(0, int(state.reserve)) / 100)
    cards = VIEWS * SeatFeature.SALES__CARD
    more = out[cards + View.OWN] - out[cards + View.STRONGEST]
    out[TABLE + TableFeature.GOLD__FINISH] = bounded((lead + PRICE * more) / time / 2)
    goods = VIEWS * SeatFeature.GOODS__VALUE
    more = out[goods + View.OWN] - out[goods + View.STRONGEST]
    out[TABLE + TableFeature.GOODS__LEAD_BY_TIME] = bounded(VALUE * more / time / 2)
    sales = VIEWS * SeatFeature.SALES__NEAR
    more = out[sales + View.OWN] - out[sales + View.STRONGEST]
    out[TABLE + TableFeature.SALES__LEAD_BY_TIME] = bounded(PRICE * more / time / 2)


@rule
def bounded(value: float) -> float:
    return max(-MOST, min(MOST, value))


@rule
def describe_heroes(state: State, edition: Edition, out: Any) -> None:
    for hero in range(HEROES):
        gear = 0
        for box in range(BOXES):
            gear += strength(edition, state.gear[hero, box])
        purse = int(state.purse[hero]) / GOLD * 2
        out[TABLE + TableFeature.HEROES__PURSE_WARRIOR + hero] = min(MOST, purse)
        out[TABLE + TableFeature.HEROES__GEAR_WARRIOR + hero] = min(MOST, gear / STRENGTH)
        here = state.at[hero]
        if here == OUTSIDE:
            out[TABLE + TableFeature.HEROES__OUTSIDE_WARRIOR + hero] = 1
            continue
        steps = movement(state, edition, hero)
        way = max(1, int(edition.way_out[here]))
        near = 1.0 if way <= steps else BEYOND * steps / way
        out[TABLE + TableFeature.HEROES__EXIT_WARRIOR + hero] = near


@rule
def describe_market(state: State, edition: Edition, out: Any) -> None:
    free = 0
    for tile in range(TILE_COUNT):
        copies = int(state.market[tile])
        if copies == 0:
            continue
        if edition.tile_value[tile] <= edition.inventory_free_value:
            free += copies
        cost = int(edition.tile_cost[tile])
        only = int(edition.tile_class[tile])
        first, last = (0, HEROES) if only == HEROES else (only, only + 1)
        for hero in range(first, last):
            if cost <= state.purse[hero]:
                worn = state.gear[hero, edition.tile_box[tile]]
                if worn < 0 or edition.tile_cost[worn] < cost:
                    place = TABLE + TableFeature.MARKET__WARRIOR + hero
                    out[place] = max(out[place], min(MOST, cost / PRICE))
    out[TABLE + TableFeature.MARKET__FREE] = min(MOST, free / (4 * TILES))


@rule
def describe_encounters(state: State, edition: Edition, out: Any) -> None:
    unseen = 0
    treasure = 0
    deaths = 0
    for encounter in range(ENCOUNTER_COUNT):
        copies = int(state.unseen[encounter])
        unseen += copies
        if edition.encounter_kind[encounter] == Encounter.TREASURE:
            treasure += copies * int(edition.encounter_gold[encounter])
        elif edition.encounter_kind[encounter] == Encounter.DEATH:
            deaths += copies
    face_up = 0
    for exit in range(EXIT_COUNT):
        face_up += state.face_up[exit] >= 0
    full = 0
    for box in range(LOOT_BOXES):
        full += state.loot[box] >= 0
    out[TABLE + TableFeature.MONSTERS__FACE_UP] = face_up / EXIT_COUNT
    out[TABLE + TableFeature.MONSTERS__TREASURE] = min(MOST, treasure / max(1, unseen) / 4)
    out[TABLE + TableFeature.MONSTERS__DEATH] = deaths / max(1, unseen)
    out[TABLE + TableFeature.MONSTERS__LOOT] = full / LOOT_BOXES
