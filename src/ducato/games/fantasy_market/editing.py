"""What may be edited in a position of Fantasy Market, and which positions the rules lead to."""

from __future__ import annotations

from collections.abc import Sequence

from ducato.core.defaults.fields import named
from ducato.core.editing.declaration import Editable, every_seat, names_of, seat_name
from ducato.core.i18n import IllegalReason, Message, Seat, say

from .atlas import SQUARE_COUNT
from .narration.words import exit_name, monster_name, pawn_name, square_name, tile_name
from .parts import (
    BOXES,
    CARD_JOB,
    CARDS,
    CHARACTERS,
    ENCOUNTER_COUNT,
    ENCOUNTERS,
    EXIT_COUNT,
    EXITS,
    HEROES,
    JOBS,
    LOOT_BOXES,
    NONE,
    OUTSIDE,
    PAWNS,
    SEATS,
    TILE_COUNT,
    TILES,
    Encounter,
    Pawn,
    Terrain,
    Zone,
)
from .rules.reach import is_occupied
from .rules.turns import PASSED_ON, TAKEN_BEFORE
from .state import Edition, Phase, State

MOST_GOLD = 300
MOST_TILES = 9
MOST_ENCOUNTERS = 60
LONGEST_HOURGLASS = 60

exit_label = names_of([f"exit-{exit}" for exit in EXITS])


def tile_or_none(tile: int) -> Message:
    """Return what lies in a box: a tile, or nothing."""
    return say("edit.empty") if tile == NONE else named(TILES[tile])


def square_or_outside(square: int) -> Message:
    """Return where a pawn stands: on a square, or outside."""
    if square == OUTSIDE:
        return say("edit.outside")
    return say("edit.square", square=square_name(square))


def tiles_for(edition: Edition, box: int) -> Sequence[int]:
    """Return the tiles that fit a box of a hero, and none."""
    return [NONE, *(tile for tile in range(TILE_COUNT) if edition.tile_box[tile] == box)]


def squares(edition: Edition, pawn: int) -> Sequence[int]:
    """Return where a pawn may stand when a turn begins, outside only a hero or the Thief."""
    free = (Terrain.PLAIN, Terrain.CENTRE)
    found = [square for square in range(SQUARE_COUNT) if edition.terrain[square] in free]
    return [OUTSIDE, *found] if pawn < HEROES else found


def loot_for(edition: Edition, box: int) -> Sequence[int]:
    """Return what can lie in a box of the Thief."""
    return [NONE, *(tile for tile in range(TILE_COUNT) if edition.tile_copies[tile])]


def monsters(edition: Edition, exit: int) -> Sequence[int]:
    """Return the encounters that can lie face up at an exit."""
    kinds, copies = edition.encounter_kind, edition.encounter_copies
    there = range(ENCOUNTER_COUNT)
    return [NONE, *(one for one in there if kinds[one] == Encounter.MONSTER and copies[one])]


def monster_or_nobody(encounter: int) -> Message:
    """Return who lies face up at an exit."""
    return say("edit.nobody") if encounter == NONE else named(ENCOUNTERS[encounter])


def card_label(card: int) -> Message:
    """Return the name of an action card, with a number if there are several."""
    job = CARD_JOB[card]
    name = named(JOBS[job])
    number = CARD_JOB[: card + 1].count(job)
    return say("edit.copy", card=name, n=number) if CARD_JOB.count(job) > 1 else name


def zones_for(edition: Edition, card: int) -> Sequence[int]:
    """Return where an action card lies while cards are chosen: in the deck or before a player."""
    return [Zone.DECK, *range(Zone.CHOSEN, Zone.CHOSEN + edition.players)]


EDITABLE = (
    Editable(
        field="first",
        title=say("edit.first"),
        values=every_seat,
        value=seat_name,
        there=lambda state, edition, index: state.acted == 0,
    ),
    Editable(
        field="zone",
        title=say("edit.zone"),
        entry=card_label,
        values=zones_for,
        there=lambda state, edition, index: state.acted > 0,
    ),
    Editable(field="hourglass", title=say("edit.hourglass"), high=LONGEST_HOURGLASS),
    Editable(field="gold", title=say("edit.gold"), high=MOST_GOLD),
    Editable(
        field="stock",
        title=say("edit.stock"),
        entry=names_of(TILES),
        high=MOST_TILES,
    ),
    Editable(
        field="purse",
        title=say("edit.purse"),
        entry=names_of(CHARACTERS),
        high=MOST_GOLD,
    ),
    Editable(
        field="gear",
        title=say("edit.gear"),
        row=names_of(CHARACTERS),
        entry=lambda box: say("edit.box", n=box + 1),
        values=tiles_for,
        value=tile_or_none,
    ),
    Editable(
        field="at",
        title=say("edit.at"),
        entry=names_of(CHARACTERS),
        values=squares,
        value=square_or_outside,
    ),
    Editable(
        field="loot",
        title=say("edit.loot"),
        entry=lambda box: say("edit.box", n=box + 1),
        values=loot_for,
        value=tile_or_none,
        there=lambda state, edition, index: index[0] < edition.loot_boxes,
    ),
    Editable(
        field="face_up",
        title=say("edit.face_up"),
        entry=exit_label,
        values=monsters,
        value=monster_or_nobody,
    ),
    Editable(
        field="pile",
        title=say("edit.pile"),
        entry=exit_label,
        high=MOST_ENCOUNTERS,
    ),
    Editable(
        field="discarded",
        title=say("edit.discarded"),
        entry=names_of(ENCOUNTERS),
        high=MOST_TILES,
        there=lambda state, edition, index: edition.encounter_copies[index[0]] > 0,
    ),
)


def may_edit(state: State) -> bool:
    """Return whether a card is chosen from a deck that all have chosen from this turn."""
    return state.phase == Phase.CHOOSE_CARD and state.turned <= 1


def settle(before: State, state: State, edition: Edition) -> IllegalReason | None:
    """Bring in line what follows: the reserve, the market, the encounters, the choices of cards."""
    if state.acted == 0:
        state.active = state.chooser = state.first
    elif state.zone.tolist() != before.zone.tolist():
        reason = _settle_choices(state, edition)
        if reason is not None:
            return reason
    loot = [tile for tile in state.loot.tolist() if tile != NONE]
    for box in range(LOOT_BOXES):
        state.loot[box] = loot[box] if box < len(loot) else NONE
    return _settle_market(before, state, edition) or _settle_encounters(before, state, edition)


def _settle_choices(state: State, edition: Edition) -> IllegalReason | None:
    """Let the seats have chosen from one deck in their order, and know of it what they saw."""
    order = [(state.first + turn) % edition.players for turn in range(state.acted)]
    jobs = []
    zones = state.zone.tolist()
    for seat in range(edition.players):
        number = zones.count(Zone.CHOSEN + seat)
        if number != (seat in order):
            key = "unlawful.chosen" if seat in order else "unlawful.not_chosen"
            return IllegalReason(say(key, seat=Seat(seat)), "4.1")
    for seat in order:
        card = zones.index(Zone.CHOSEN + seat)
        jobs.append(CARD_JOB[card])
        state.zone[card] = Zone.DECK
    for row in range(SEATS + 1):
        for card in range(CARDS):
            state.card_class[row, card] = PASSED_ON
        for seat in range(SEATS):
            state.zone_class[row, Zone.CHOSEN + seat] = PASSED_ON
    taken: list[tuple[int, int]] = []
    for seat, job in zip(order, jobs, strict=True):  # the first card of the job, as in the rules
        for card, other in taken:
            state.card_class[seat, card] = TAKEN_BEFORE
            state.zone_class[seat, other] = TAKEN_BEFORE
        card = next(c for c in range(CARDS) if CARD_JOB[c] == job and state.zone[c] == Zone.DECK)
        state.zone[card] = Zone.CHOSEN + seat
        taken.append((card, Zone.CHOSEN + seat))
    for card in range(CARDS):
        if state.zone[card] == Zone.DECK:
            state.shown[card] = 1 << state.chooser
        elif state.zone[card] >= Zone.CHOSEN:
            state.shown[card] = 0
    return None


def _settle_encounters(before: State, state: State, edition: Edition) -> IllegalReason | None:
    """Put back into the piles what is neither face up nor over, where no number was given."""
    changed = False
    for name in ("face_up", "pile", "discarded"):
        changed |= state[name].tolist() != before[name].tolist()
    if not changed:
        return None
    shown = state.face_up.tolist()
    for one in range(ENCOUNTER_COUNT):
        copies = int(edition.encounter_copies[one])
        left = copies - state.discarded[one] - shown.count(one)
        if left < 0:
            said = say("unlawful.encounters", card=monster_name(one), n=copies)
            return IllegalReason(said, "8.1")
        state.unseen[one] = left
    kept = [exit for exit in range(EXIT_COUNT) if state.pile[exit] == before.pile[exit]]
    total = sum(state.unseen.tolist())
    while (lacking := total - sum(state.pile.tolist())) and kept:
        if lacking > 0:
            state.pile[min(kept, key=lambda exit: state.pile[exit])] += 1
        else:
            fullest = max(kept, key=lambda exit: state.pile[exit])
            if state.pile[fullest] == 0:
                break
            state.pile[fullest] -= 1
    if lacking:
        return IllegalReason(say("unlawful.piles", n=total), "8.6")
    for exit in range(EXIT_COUNT):
        if state.pile[exit] == 0 and shown[exit] == NONE:
            return IllegalReason(say("unlawful.exit", exit=exit_name(exit)), "8.6")
    return None


def _settle_market(before: State, state: State, edition: Edition) -> IllegalReason | None:
    """Take gold from the reserve and tiles from the market."""
    spent = sum(state.gold.tolist()) + sum(state.purse.tolist())
    held = sum(before.gold.tolist()) + sum(before.purse.tolist())
    state.reserve = before.reserve + held - spent
    if state.reserve < 0:
        return IllegalReason(say("unlawful.gold", n=int(edition.gold_tiles)), "11.1")
    gear, loot, stock = state.gear.tolist(), state.loot.tolist(), state.stock.tolist()
    for tile in range(TILE_COUNT):
        away = sum(row[tile] for row in stock) + sum(row.count(tile) for row in gear)
        left = int(edition.tile_copies[tile]) - away - loot.count(tile)
        if left < 0:
            said = say("unlawful.tiles", tile=tile_name(tile), n=int(edition.tile_copies[tile]))
            return IllegalReason(said, "1.4")
        state.market[tile] = left
    return None


def unlawful(state: State, edition: Edition) -> IllegalReason | None:
    """Return why heroes, pawns or the hourglass cannot be so when a turn begins."""
    if state.hourglass >= edition.hourglass_end:
        return IllegalReason(say("unlawful.hourglass", n=int(edition.hourglass_end)), "9.1")
    for hero in range(HEROES):
        for box in range(BOXES):
            tile = state.gear[hero, box]
            if tile != NONE and edition.tile_class[tile] not in (hero, HEROES):
                said = say("unlawful.gear", hero=pawn_name(hero), tile=tile_name(tile))
                return IllegalReason(said, "7.1")
    if state.at[Pawn.THIEF] == OUTSIDE and any(tile != NONE for tile in state.loot.tolist()):
        return IllegalReason(say("unlawful.loot"), "6")
    for pawn in range(PAWNS):
        square = state.at[pawn]
        if square != OUTSIDE and is_occupied(state, edition, square, pawn):
            said = say("unlawful.square", pawn=pawn_name(pawn), square=square_name(square))
            return IllegalReason(said, "6.5")
    return None
