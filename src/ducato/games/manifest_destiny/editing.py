"""What may be edited in a position of Manifest Destiny, and which positions the rules lead to."""

from __future__ import annotations

from collections.abc import Sequence

from ducato.core.editing.declaration import Editable, names_of, seat_name
from ducato.core.i18n import IllegalReason, Message, Seat, say

from .bot.state_features.turns import turn_begins
from .narration.words import advance_name, card_name
from .rules.breakthroughs.steps import COMMERCE, clear_steps, has_begun, is_claimed, markers_left
from .rules.investment.progressions import LEVEL_1_DONE, LEVEL_2_DONE, has_level
from .rules.tokens import award_most_cities, cities_on_map, count_cities, owns
from .rules.turn.ending import somebody_won
from .state import Edition, State
from .state.choices import CityTies
from .state.tables import (
    ADVANCE_IDS,
    ADVANCES,
    BREAKTHROUGH_IDS,
    BREAKTHROUGHS,
    CARD_IDS,
    CARDS,
    NATIVES,
    PROGRESSIONS,
    STEP_NUMBERS,
    TERRITORIES,
    TERRITORY_IDS,
    VACANT,
    Advance,
    Phase,
    Presence,
    Zone,
)

MOST_CASH, LEAST_PROFIT, MOST_PROFIT = 2_000, -20, 300


def owner_name(owner: int) -> Message:
    """Return who holds a territory: a player, Natives or nobody."""
    if owner == VACANT:
        return say("edit.vacant")
    return say("edit.natives") if owner == NATIVES else seat_name(owner)


def owners(edition: Edition, territory: int) -> Sequence[int]:
    """Return who may hold a territory."""
    return [VACANT, *range(edition.players), NATIVES]


def hands(edition: Edition, card: int) -> Sequence[int]:
    """Return the zones where a card can be put: the deck and the hands."""
    return [Zone.DECK, *(Zone.HAND + seat for seat in range(edition.players))]


def holders(edition: Edition, entry: int) -> Sequence[int]:
    """Return who may have the marker for the most cities: nobody, or a seat."""
    return range(VACANT, edition.players)


def holder_name(seat: int) -> Message:
    """Return who has the marker for the most cities."""
    return say("edit.nobody") if seat == VACANT else seat_name(seat)


def is_open(state: State, edition: Edition, index: tuple[int, ...]) -> bool:
    """Return whether a territory is in the game."""
    return not edition.closed[index[0]]


def is_free(state: State, edition: Edition, index: tuple[int, ...]) -> bool:
    """Return whether a territory is in the game, and nobody's home."""
    homes = state.home.tolist()[: edition.players]
    return is_open(state, edition, index) and index[0] not in homes


def is_needed(state: State, edition: Edition, index: tuple[int, ...]) -> bool:
    """Return whether a number is a step of a Breakthrough whose era has begun."""
    _, breakthrough, number = index
    begun = has_begun(state, edition, breakthrough)
    return bool(begun and edition.needed[breakthrough] >> number & 1)


EDITABLE = (
    Editable(field="cash", title=say("edit.cash"), high=MOST_CASH),
    Editable(field="profit", title=say("edit.profit"), low=LEAST_PROFIT, high=MOST_PROFIT),
    Editable(
        field="advances",
        title=say("edit.advances"),
        entry=names_of(ADVANCE_IDS),
        bits=ADVANCES,
    ),
    Editable(
        field="steps",
        title=say("edit.steps"),
        entry=lambda number: say("edit.number", n=number),
        row=names_of(BREAKTHROUGH_IDS),
        bits=STEP_NUMBERS + 1,
        there=is_needed,
    ),
    Editable(
        field="zone",
        title=say("edit.zone"),
        entry=names_of([f"card:{card}" for card in CARD_IDS]),
        values=hands,
    ),
    Editable(
        field="owner",
        title=say("edit.owner"),
        entry=names_of(TERRITORY_IDS),
        values=owners,
        value=owner_name,
        there=is_free,
    ),
    Editable(
        field="city", title=say("edit.city"), entry=names_of(TERRITORY_IDS), high=1, there=is_open
    ),
    Editable(field="most_cities", title=say("edit.most_cities"), values=holders, value=holder_name),
)


def may_edit(state: State) -> bool:
    """Return whether a part of Card Play or Investment, or the choice of positions, begins."""
    return state.phase != Phase.EXPAND and turn_begins(state)


def settle(before: State, state: State, edition: Edition) -> IllegalReason | None:
    """Bring money, points, levels, control tokens and markers in line."""
    for seat in range(edition.players):
        state.bank -= state.cash[seat] - before.cash[seat]
        for number in range(ADVANCES):
            gained = (state.advances[seat] >> number & 1) - (before.advances[seat] >> number & 1)
            state.vp[seat] += gained * edition.vp[number]
            if number >= PROGRESSIONS:  # a Deed costs a Pioneer, which stays on the chart
                state.chart[seat] += gained
                state.supply[seat] -= gained
                if gained > 0:
                    clear_steps(state, edition, number - PROGRESSIONS)
        if state.advances[seat] != before.advances[seat]:
            state.levels_done[seat] = sum(
                done
                for level, done in enumerate((LEVEL_1_DONE, LEVEL_2_DONE))
                if has_level(state, edition, seat, level)
            )
    for territory in range(TERRITORIES):
        old, new = before.owner[territory], state.owner[territory]
        if old == new:
            continue
        for owner, change in ((old, 1), (new, -1)):
            if owner == NATIVES:
                state.natives_left += change
            elif owner != VACANT:
                state.supply[owner] += change
        held = 0 <= new < NATIVES
        state.presence[territory] = Presence.ESTABLISHED if held else Presence.NONE
    _award_marker(before, state, edition)
    return None


def _award_marker(before: State, state: State, edition: Edition) -> None:
    """Give the marker for the most cities to whom it is due, or to whom it was given by hand."""
    wanted, state.most_cities = state.most_cities, before.most_cities
    moved = [state[name].tolist() != before[name].tolist() for name in ("owner", "city")]
    if any(moved):
        award_most_cities(state, edition)
    if wanted != before.most_cities:
        for seat, change in ((state.most_cities, -1), (wanted, 1)):
            if seat != VACANT:
                state.vp[seat] += change * edition.most_cities_vp
        state.most_cities = wanted


def unlawful(state: State, edition: Edition) -> IllegalReason | None:
    """Return why money, tokens, Progressions or the deck cannot be so."""
    for seat in range(edition.players):
        if state.profit[seat] < edition.profit_min:
            return IllegalReason(say("unlawful.profit", n=int(edition.profit_min)), "6.9")
        if state.supply[seat] < 0:
            said = say("unlawful.tokens", seat=Seat(seat), n=int(edition.control_tokens))
            return IllegalReason(said, "1.1")
        reason = _missing_progression(state, edition, seat)
        reason = reason or _wrong_steps(state, edition, seat)
        if reason is not None:
            return reason
    reason = _wrong_claim(state, edition) or _wrong_cities(state, edition)
    if reason is not None:
        return reason
    if state.phase == Phase.POSITION and somebody_won(state, edition):
        winner = max(range(edition.players), key=lambda seat: state.vp[seat])
        said = say("unlawful.won", seat=Seat(winner), n=int(edition.vp_to_end))
        return IllegalReason(said, "10.1")
    if state.natives_left < 0:
        return IllegalReason(say("unlawful.natives", n=int(edition.native_markers)), "1.2")
    zones = state.zone.tolist()
    if Zone.DECK not in zones and not state.exhausted:
        return IllegalReason(say("unlawful.deck"), "6.2")
    for card in range(CARDS):
        if zones[card] == Zone.DECK and state.batch[card] != state.deck_era - 1:
            return IllegalReason(say("unlawful.era", card=card_name(card)), "6.2")
    return None


def _missing_progression(state: State, edition: Edition, seat: int) -> IllegalReason | None:
    """Return a reason if a seat owns a Progression whose level was not open [7.4]."""
    owned = [bool(state.advances[seat] >> number & 1) for number in range(PROGRESSIONS)]
    for number in range(PROGRESSIONS):
        level = edition.level[number]
        for other in range(PROGRESSIONS):
            same = edition.category[other] == edition.category[number]
            lower = edition.level[other] == level - 1 and same
            first = level > 2 and edition.level[other] == 1
            if owned[number] and not owned[other] and (lower or first):
                names = {"advance": advance_name(number), "needed": advance_name(other)}
                return IllegalReason(say("unlawful.level", seat=Seat(seat), **names), "7.4")
    return None


def _wrong_steps(state: State, edition: Edition, seat: int) -> IllegalReason | None:
    """Return why a seat's step markers cannot lie so [7.5, 7.6]."""
    for breakthrough in range(BREAKTHROUGHS):
        if state.steps[seat, breakthrough] and is_claimed(state, edition, breakthrough):
            name = advance_name(PROGRESSIONS + breakthrough)
            return IllegalReason(say("unlawful.steps_claimed", advance=name), "7.6")
    if markers_left(state, edition, seat) < 0:
        said = say("unlawful.steps", seat=Seat(seat), n=int(edition.step_markers))
        return IllegalReason(said, "7.5")
    return None


def _wrong_claim(state: State, edition: Edition) -> IllegalReason | None:
    """Return why a Breakthrough cannot belong to whom it does [7.5 to 7.7]."""
    for breakthrough in range(BREAKTHROUGHS):
        number = PROGRESSIONS + breakthrough
        seats = [seat for seat in range(edition.players) if owns(state, seat, number)]
        name = advance_name(number)
        if seats and not has_begun(state, edition, breakthrough):
            return IllegalReason(say("unlawful.begun", advance=name), "7.5")
        partners = len(seats) == 2 and all(owns(state, seat, Advance.UNITY) for seat in seats)
        if len(seats) > 1 and not partners:
            return IllegalReason(say("unlawful.claimed", advance=name), "7.7")
        computers = any(owns(state, seat, Advance.COMPUTERS) for seat in seats)
        if breakthrough == COMMERCE and seats and not computers:
            names = {"advance": name, "needed": advance_name(Advance.COMPUTERS)}
            return IllegalReason(say("unlawful.commerce", seat=Seat(seats[0]), **names), "7.6")
    return None


def _wrong_cities(state: State, edition: Edition) -> IllegalReason | None:
    """Return why there cannot be so many cities, or the marker for the most of them lie so."""
    if cities_on_map(state) > edition.cities_total:
        return IllegalReason(say("unlawful.cities", n=int(edition.cities_total)), "7.2")
    if state.recount:
        return None  # the marker is still to be moved
    counted = state.copy()
    count_cities(counted, edition)
    cities = counted.cities.tolist()[: edition.players]
    most = max(cities)
    first = [seat for seat in range(edition.players) if cities[seat] == most > 0]
    alone = len(first) == 1
    allowed = first if alone else [VACANT, *(first if edition.city_ties == CityTies.KEEP else [])]
    if state.most_cities not in allowed:
        return IllegalReason(say("unlawful.most_cities"), "7.8")
    return None
