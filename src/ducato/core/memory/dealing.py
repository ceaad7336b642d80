"""Hidden cards dealt by following the journal of their moves.

For each hidden card of unknown name outside the deck there is a slot with a time, at which its card
was in the deck; a card that came into the deck later cannot be in it. If a card moves unseen, any
card of its old zone moves. A card seen to leave leaves the earliest slot that can hold it, so that
those that stay can hold most. If a card is then seen where it cannot be, all begins again.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.chance import below
from ducato.core.memory.journal import BACKS, CARD, SOURCE, TARGET
from ducato.core.struct import EVERYBODY, NOBODY, UNKNOWN
from ducato.core.verbs import rule

ATTEMPTS = 60
"""The number of times to follow the journal, before a world is dealt without it."""
LATEST = 120
"""The last time; what comes into the deck later comes then, too."""


class Work(IntEnum):
    """The rows of `dealing`, used only while a world is dealt.

    A time is the number of times that cards had come into the deck after a draw.
    """

    SPOT = 0  # where a card lies: see `arrival`
    SLOT = 1  # the zone of a slot times BACKS, plus the back of its card, 0 if unknown
    TIME = 2  # when a slot was filled from the deck


@rule
def deal_noted(state: Any, held: Any, backs: Any, sees: Any, rng: Any) -> bool:
    """Deal the unknown cards so that the reader cannot tell the world from the true one.

    Return whether this was done; else the cards are dealt by their numbers alone.

    Args:
        state: the redacted state.
        held: the number of cards in each zone, or a row of these for each back and one for unknown
            backs.
        backs: the back of each card from 0, if `held` has rows.
        sees: for each zone, who sees its cards.
        rng: the source of chance.
    """
    done = False
    if state.reader > 0 and state.noted > 0:
        work = state.dealing
        for _ in range(ATTEMPTS):
            number = first_slots(state, held, sees, work)
            if number >= 0:
                number = follow(state, backs, sees, work, number, rng)
            if number >= 0:
                number = agree(state, backs, sees, work, number)
            if number >= 0 and fill_slots(work, backs, number, rng):
                done = lay_out(state, held, sees, work)
                break
        for row in range(len(work)):
            for column in range(work.shape[1]):
                work[row, column] = 0
    return done


@rule
def arrival(spot: int) -> int:
    """Return when a card in the deck or in a slot came into the deck, or -1 if it is elsewhere.

    Its spot is then NOBODY less the time; elsewhere it is a hidden zone, or EVERYBODY.
    """
    return NOBODY - spot if spot <= NOBODY else -1


@rule
def first_slots(state: Any, held: Any, sees: Any, work: Any) -> int:
    """Go back to the first note: what the reader knew of the cards, and the slots of others.

    Return the number of slots, or -1 if the journal does not fit the state.
    """
    seat = state.reader - 2
    for card in range(len(state.zone)):
        where = state.zone[card]
        work[Work.SPOT, card] = NOBODY if where == UNKNOWN else spot_of(sees, where, seat)
    moved_in = 0
    for event in range(state.noted - 1, -1, -1):
        card, source = state.journal[event, CARD], state.journal[event, SOURCE] // BACKS
        moved_in += sees[state.journal[event, TARGET]] >= 0
        moved_in -= sees[source] >= 0
        if card != UNKNOWN:
            work[Work.SPOT, card] = spot_of(sees, source, seat)
    for where in range(len(sees)):
        if sees[where] >= 0:
            moved_in -= count_held(held, where)
    if moved_in == 0:
        return 0  # all hidden zones but the deck were empty
    count_moves(state, held, -1)
    number = 0
    for where in range(len(sees)):
        if number >= 0 and sees[where] >= 0 and sees[where] != seat:
            number = slots_of(held, work, number, where)
    count_moves(state, held, 1)
    return number


@rule
def count_moves(state: Any, held: Any, by: int) -> None:
    """Count all moves noted in `held`, or take them back (-1)."""
    for event in range(state.noted):
        source, target = state.journal[event, SOURCE] // BACKS, state.journal[event, TARGET]
        if held.ndim == 1:
            held[source] -= by
            held[target] += by
        else:
            row = state.journal[event, SOURCE] % BACKS - 1  # the last row if -1
            held[row, source] -= by
            held[row, target] += by


@rule
def slots_of(held: Any, work: Any, number: int, where: int) -> int:
    """Add the slots of a zone as it was before the first note; return the number of slots."""
    total, known = count_held(held, where), 0
    if held.ndim == 2:
        for row in range(len(held) - 1):
            known += max(0, held[row, where])
        for row in range(len(held) - 1 if known <= total else 0):
            for _ in range(held[row, where]):
                number = add_slot(work, number, where, row + 1, 0)
                total -= 1
    for _ in range(total):
        number = add_slot(work, number, where, 0, 0)
    return -1 if total < 0 else number


@rule
def spot_of(sees: Any, where: int, seat: int) -> int:
    """Return the spot of a card in a zone as far as a seat sees it (see `arrival`)."""
    if sees[where] == EVERYBODY:
        return EVERYBODY
    return int(where) if sees[where] == seat else NOBODY


@rule
def count_held(held: Any, where: int) -> int:
    """Return the number of cards in a zone."""
    count = 0
    if held.ndim == 1:
        count += held[where]
    else:
        for row in range(len(held)):
            count += held[row, where]
    return count


@rule
def follow(state: Any, backs: Any, sees: Any, work: Any, number: int, rng: Any) -> int:
    """Follow the journal; return the number of slots, or -1 if it leads to what was not seen."""
    time, drawn = 0, True
    for event in range(state.noted):
        card, target = state.journal[event, CARD], state.journal[event, TARGET]
        source = state.journal[event, SOURCE] // BACKS
        back = state.journal[event, SOURCE] % BACKS
        if sees[target] == NOBODY and drawn:
            time, drawn = min(time + 1, LATEST), False
        if card == UNKNOWN and sees[source] != NOBODY:
            number = move_any(state, backs, sees, work, number, event, time, rng)
        elif card == UNKNOWN:
            number = add_slot(work, number, target, back, time)
            drawn = True
        else:
            spot = work[Work.SPOT, card]
            if arrival(spot) < 0:
                if spot != (EVERYBODY if sees[source] == EVERYBODY else source):
                    return -1
            elif sees[source] != NOBODY:
                own = back if back > 0 else back_before(state, backs, card, event)
                number = leave_slot(work, number, source, own, arrival(spot))
            work[Work.SPOT, card] = target
            if sees[target] == NOBODY:
                work[Work.SPOT, card] = NOBODY - time
            elif sees[target] == EVERYBODY:
                work[Work.SPOT, card] = EVERYBODY
        if number < 0:
            return -1
    return number


@rule
def back_before(state: Any, backs: Any, card: int, event: int) -> int:
    """Return the back that a card had before an event, as noted, from 1; 0 if all are alike.

    A card can have another back each time it comes into the deck.
    """
    if state.held.ndim == 1:
        return 0
    for earlier in range(event - 1, -1, -1):
        back = state.journal[earlier, SOURCE] % BACKS
        if state.journal[earlier, CARD] == card and back > 0:
            return int(back)
    return int(backs[card]) + 1


@rule
def add_slot(work: Any, number: int, zone: int, back: int, time: int) -> int:
    """Add a slot; return the number of slots, or -1 if there are more than cards."""
    if number < 0 or number == work.shape[1]:
        return -1
    work[Work.SLOT, number] = zone * BACKS + back
    work[Work.TIME, number] = time
    return number + 1


@rule
def remove_slot(work: Any, number: int, slot: int) -> int:
    """Remove a slot; return the number of slots."""
    work[Work.SLOT, slot] = work[Work.SLOT, number - 1]
    work[Work.TIME, slot] = work[Work.TIME, number - 1]
    return number - 1


@rule
def fits(work: Any, slot: int, back: int, came: int) -> bool:
    """Return whether a slot can hold a card of a back that came into the deck at some time."""
    own = work[Work.SLOT, slot] % BACKS
    if own > 0 and own != back:
        return False
    return bool(0 <= came <= work[Work.TIME, slot])


@rule
def is_before(work: Any, slot: int, other: int) -> bool:
    """Return whether a slot has a known back, unlike another, or is the earlier one."""
    known = work[Work.SLOT, slot] % BACKS > 0
    if known != (work[Work.SLOT, other] % BACKS > 0):
        return bool(known)
    return bool(work[Work.TIME, slot] < work[Work.TIME, other])


@rule
def leave_slot(work: Any, number: int, zone: int, back: int, came: int) -> int:
    """Let a card leave the earliest slot of a zone that can hold it, of known back if possible.

    Return the number of slots, or -1 if there is none.
    """
    left = -1
    for slot in range(number):
        if work[Work.SLOT, slot] // BACKS == zone and fits(work, slot, back, came):
            if left < 0 or is_before(work, slot, left):
                left = slot
    return -1 if left < 0 else remove_slot(work, number, left)


@rule
def move_any(
    state: Any, backs: Any, sees: Any, work: Any, number: int, event: int, time: int, rng: Any
) -> int:
    """Move any card that can have moved unseen; return the number of slots, -1 if there is none."""
    source, target = state.journal[event, SOURCE] // BACKS, state.journal[event, TARGET]
    back = state.journal[event, SOURCE] % BACKS
    ways, moved = 0, -1
    for slot in range(number):
        if work[Work.SLOT, slot] // BACKS == source:
            if back == 0 or work[Work.SLOT, slot] % BACKS in (0, back):
                ways += 1
                if below(rng, ways) == 0:
                    moved = slot
    for card in range(len(state.zone)):
        if work[Work.SPOT, card] == source:
            if back == 0 or back_before(state, backs, card, event) in (0, back):
                ways += 1
                if below(rng, ways) == 0:
                    moved = number + card
    if moved < 0:
        return -1
    to_deck = sees[target] == NOBODY
    if moved >= number:
        work[Work.SPOT, moved - number] = NOBODY - time if to_deck else target
    elif to_deck:
        return remove_slot(work, number, moved)
    else:
        work[Work.SLOT, moved] += (target - source) * BACKS
    return number


@rule
def agree(state: Any, backs: Any, sees: Any, work: Any, number: int) -> int:
    """Compare the spots of the cards with those that the reader now knows.

    Return the number of slots without those of cards shown to the reader, or -1 if they differ.
    """
    for card in range(len(state.zone)):
        where, spot = state.zone[card], work[Work.SPOT, card]
        if where == UNKNOWN:
            if spot == EVERYBODY or (spot >= 0 and sees[spot] == state.reader - 2):
                return -1
        elif arrival(spot) >= 0 and sees[where] != EVERYBODY:
            if sees[where] != NOBODY:
                back = back_before(state, backs, card, 0)
                number = leave_slot(work, number, where, back, arrival(spot))
            work[Work.SPOT, card] = where
        elif spot != (EVERYBODY if sees[where] == EVERYBODY else where):
            return -1
        if number < 0:
            return -1
    return number


@rule
def fill_slots(work: Any, backs: Any, number: int, rng: Any) -> bool:
    """Deal an unknown card into each slot, at random; return whether there were cards for all.

    Those of known back come first, then the earliest: it then does not matter for the number of
    ways which cards were dealt before.
    """
    while number > 0:
        first = 0
        for slot in range(1, number):
            if is_before(work, slot, first):
                first = slot
        back, ways = work[Work.SLOT, first] % BACKS, 0
        latest = NOBODY - work[Work.TIME, first]
        for card in range(len(backs)):
            if latest <= work[Work.SPOT, card] <= NOBODY:
                if back == 0 or backs[card] == back - 1:
                    ways += 1
        if ways == 0:
            return False
        chosen = below(rng, ways)
        for card in range(len(backs)):
            if latest <= work[Work.SPOT, card] <= NOBODY:
                if back == 0 or backs[card] == back - 1:
                    if chosen == 0:
                        work[Work.SPOT, card] = work[Work.SLOT, first] // BACKS
                        break
                    chosen -= 1
        number = remove_slot(work, number, first)
    return True


@rule
def lay_out(state: Any, held: Any, sees: Any, work: Any) -> bool:
    """Lay the unknown cards where they were dealt; return False if the deck has another number."""
    deck = 0
    while sees[deck] != NOBODY:
        deck += 1
    left = count_held(held, deck)
    for card in range(len(state.zone)):
        if arrival(work[Work.SPOT, card]) >= 0 or work[Work.SPOT, card] == deck:
            left -= 1
    if left != 0:
        return False
    for card in range(len(state.zone)):
        if state.zone[card] == UNKNOWN:
            spot = work[Work.SPOT, card]
            state.zone[card] = deck if arrival(spot) >= 0 else spot
    return True
