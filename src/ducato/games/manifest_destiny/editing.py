"""What may be edited in a position of Manifest Destiny, and which positions the rules lead to."""

from __future__ import annotations

from collections.abc import Sequence

from ducato.core.editing.declaration import Editable, names_of, seat_name
from ducato.core.i18n import IllegalReason, Message, Seat, say

from .bot.state_features.turns import turn_begins
from .narration.words import advance_name, card_name
from .rules.investment.progressions import LEVEL_1_DONE, LEVEL_2_DONE, has_level
from .rules.tokens import award_most_cities, count_cities
from .state import Edition, State
from .state.tables import (
    ADVANCE_IDS,
    CARD_IDS,
    CARDS,
    NATIVES,
    PROGRESSIONS,
    TERRITORIES,
    TERRITORY_IDS,
    VACANT,
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


def is_free(state: State, edition: Edition, territory: int) -> bool:
    """Return whether a territory is in the game, and nobody's home."""
    homes = state.home.tolist()[: edition.players]
    return not edition.closed[territory] and territory not in homes


EDITABLE = (
    Editable(field="cash", title=say("edit.cash"), high=MOST_CASH),
    Editable(field="profit", title=say("edit.profit"), low=LEAST_PROFIT, high=MOST_PROFIT),
    Editable(
        field="advances",
        title=say("edit.advances"),
        entry=names_of(ADVANCE_IDS),
        bits=PROGRESSIONS,
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
)


def may_edit(state: State) -> bool:
    """Return whether a part of Card Play or Investment, or the choice of positions, begins."""
    return state.phase != Phase.EXPAND and turn_begins(state)


def settle(before: State, state: State, edition: Edition) -> IllegalReason | None:
    """Bring money, points, levels, control tokens and markers in line."""
    for seat in range(edition.players):
        state.bank -= state.cash[seat] - before.cash[seat]
        for number in range(PROGRESSIONS):
            gained = (state.advances[seat] >> number & 1) - (before.advances[seat] >> number & 1)
            state.vp[seat] += gained * edition.vp[number]
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
    if state.owner.tolist() != before.owner.tolist():
        count_cities(state, edition)
        award_most_cities(state, edition)
    return None


def unlawful(state: State, edition: Edition) -> IllegalReason | None:
    """Return why money, tokens, Progressions or the deck cannot be so."""
    for seat in range(edition.players):
        if state.profit[seat] < edition.profit_min:
            return IllegalReason(say("unlawful.profit", n=int(edition.profit_min)), "6.9")
        if state.supply[seat] < 0:
            said = say("unlawful.tokens", seat=Seat(seat), n=int(edition.control_tokens))
            return IllegalReason(said, "1.1")
        reason = _missing_progression(state, edition, seat)
        if reason is not None:
            return reason
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
