"""What may be edited in a position of The Builders, and which positions the rules lead to."""

from __future__ import annotations

from collections.abc import Sequence

from ducato.core.editing.declaration import Editable, every_seat, seat_name
from ducato.core.i18n import IllegalReason, Seat, say
from ducato.core.scene import Text

from .narration.words import construction_name, crew_title
from .state import (
    COINS,
    CONSTRUCTIONS,
    CREW,
    FIRST_CONSTRUCTION,
    MACHINES,
    MATERIAL_COUNT,
    WORKERS,
    Edition,
    State,
    Zone,
)


def card_label(card: int) -> Text:
    """Return the title of a card; workers with the same title have a number."""
    if card >= WORKERS:
        return say("edit.card", name=construction_name(card - FIRST_CONSTRUCTION))
    return say("edit.worker", name=crew_title(card), n=card + 1)


def zones_for(edition: Edition, card: int) -> Sequence[int]:
    """Return the zones where a card can be put."""
    seats = range(edition.players)
    if card < WORKERS:
        common = (Zone.WORKER_DECK, Zone.NEXT_WORKER, Zone.WORKER_ROW)
        own: tuple[Zone, ...] = (Zone.CREW,)
    else:
        common = (Zone.BUILDING_DECK, Zone.NEXT_BUILDING, Zone.BUILDING_ROW)
        own = (Zone.SITE, Zone.CREW if card < WORKERS + MACHINES else Zone.BUILT)
    shown = [zone for zone in common if edition.show_next_card or "NEXT" not in zone.name]
    return [*shown, *(zone + seat for zone in own for seat in seats)]


EDITABLE = (
    Editable(field="active", title=say("edit.active"), values=every_seat, value=seat_name),
    Editable(field="coins", title=say("edit.coins"), high=COINS),
    Editable(field="zone", title=say("edit.zone"), entry=card_label, values=zones_for),
)


def put_card(state: State, edition: Edition, card: int, zone: int) -> IllegalReason | None:
    """Put a card somewhere: in a row at the first free place, as a site with nothing done."""
    source, site = state.zone[card], card - FIRST_CONSTRUCTION
    if Zone.SITE <= source < Zone.BUILT:
        if any(state.working[crew] == site for crew in range(CREW)):
            return IllegalReason(say("unlawful.at_work", name=construction_name(site)), "5.1")
    if site >= 0:
        open_now = Zone.SITE <= zone < Zone.BUILT
        for material in range(MATERIAL_COUNT):
            state.need[site, material] = edition.materials[site, material] if open_now else 0
        state.sent[site] = 0
    state.spot[card] = 0
    if zone in (Zone.BUILDING_ROW, Zone.WORKER_ROW):
        taken = {state.spot[n] for n, where in enumerate(state.zone.tolist()) if where == zone}
        state.spot[card] = next(spot for spot in range(len(taken) + 1) if spot not in taken)
    state.zone[card] = zone
    return None


def settle(before: State, state: State, edition: Edition) -> IllegalReason | None:
    """Bring the bank, the points and the number of turns in line."""
    players = edition.players
    for seat in range(players):
        state.bank -= state.coins[seat] - before.coins[seat]
        machines = points = 0
        for site in range(CONSTRUCTIONS):
            zone, worth = state.zone[FIRST_CONSTRUCTION + site], edition.worth[site]
            points += worth if zone == Zone.BUILT + seat else 0
            machines += worth if zone in (Zone.CREW + seat, Zone.WORK + seat) else 0
        state.points[seat], state.machine_points[seat] = points + machines, machines
    order = (state.active - state.first) % players
    state.turns = (before.turns - 1) // players * players + order + 1
    if edition.bank_limit and state.bank < 0:
        return IllegalReason(say("unlawful.coins", n=COINS), "1.3")
    return None


def unlawful(state: State, edition: Edition) -> IllegalReason | None:
    """Return why the rows or the points cannot be so when a turn begins [builders 2, 6.1]."""
    for deck, following, row in (
        (Zone.BUILDING_DECK, Zone.NEXT_BUILDING, Zone.BUILDING_ROW),
        (Zone.WORKER_DECK, Zone.NEXT_WORKER, Zone.WORKER_ROW),
    ):
        shown, most = state.held[following], int(edition.show_next_card)
        spare = state.held[deck] + shown
        if state.held[row] > edition.row_size or (state.held[row] < edition.row_size and spare):
            kind = "buildings" if row == Zone.BUILDING_ROW else "workers"
            return IllegalReason(say(f"unlawful.row.{kind}", n=int(edition.row_size)), "2.1")
        if shown > most or (shown < most and state.held[deck]):
            return IllegalReason(say("unlawful.next", n=most), "2.6")
    for seat in range(edition.players):
        if state.trigger < 0 and state.points[seat] >= edition.end_points:
            said = say("unlawful.points", seat=Seat(seat), n=int(edition.end_points))
            return IllegalReason(said, "6.1")
    return None
