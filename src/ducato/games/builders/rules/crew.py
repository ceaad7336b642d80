"""Sending crew members to sites, and finishing the sites [builders 4.6, 5]."""

from __future__ import annotations

from ducato.core.cards import move_card
from ducato.core.verbs import rule

from ..state import (
    CONSTRUCTIONS,
    CREW,
    FIRST_CONSTRUCTION,
    MACHINES,
    MATERIAL_COUNT,
    Edition,
    Phase,
    SendCost,
    State,
    Zone,
)
from .money import earn, pay

NEVER = 1000  # more actions than a turn can have


@rule
def send_cost(state: State, edition: Edition, site: int) -> int:
    """Return the number of actions to send another crew member to a site [builders 4.6, 8.2]."""
    nth = state.sent[site] + 1
    if edition.send_cost == SendCost.ONE_MORE:
        return nth
    return nth * (nth + 1) // 2


@rule
def is_useful(state: State, edition: Edition, crew: int, site: int) -> bool:
    """Return whether the crew member makes something that the site still lacks."""
    for material in range(MATERIAL_COUNT):
        if edition.makes[crew, material] > 0 and state.need[site, material] > 0:
            return True
    return False


@rule
def takes(state: State, edition: Edition, crew: int, site: int) -> bool:
    """Return whether the active seat may send the crew member to this site [builders 4.6, 8.11].

    The site must be one of the seat's open sites, and the actions must suffice. Unless the edition
    has `send_useless`, the crew member must also make something that the site lacks. Whether the
    crew member is free, and whether the seat can pay the wage, is not checked.
    """
    if state.zone[FIRST_CONSTRUCTION + site] != Zone.SITE + state.active:
        return False
    if send_cost(state, edition, site) > state.actions:
        return False
    return edition.send_useless == 1 or is_useful(state, edition, crew, site)


@rule
def sites_for(state: State, edition: Edition, crew: int) -> int:
    """Return the number of sites that take the crew member; see `takes` for the conditions."""
    sites = 0
    for site in range(CONSTRUCTIONS):
        if takes(state, edition, crew, site):
            sites += 1
    return sites


@rule
def cheapest_send(state: State, edition: Edition) -> int:
    """Return the fewest actions that a send costs the active seat, `NEVER` if it has no site."""
    cheapest = NEVER
    if state.held[Zone.SITE + state.active] == 0:
        return cheapest
    for site in range(CONSTRUCTIONS):
        if state.zone[FIRST_CONSTRUCTION + site] == Zone.SITE + state.active:
            cheapest = min(cheapest, send_cost(state, edition, site))
            if cheapest == 1:
                return cheapest
    return cheapest


@rule
def choose_sender(state: State, edition: Edition, crew: int) -> None:
    """Choose a crew member; if only one site takes them, send them there at once."""
    state.sender = crew
    state.phase = Phase.CHOOSE_SITE
    if sites_for(state, edition, crew) == 1:
        for site in range(CONSTRUCTIONS):
            if takes(state, edition, crew, site):
                send(state, edition, site)
                return


@rule
def keep(state: State) -> None:
    """Put the chosen crew member back, and note that this was done [builders 8.24]."""
    state.sender = -1
    state.kept = 1
    state.phase = Phase.ACT


@rule
def send(state: State, edition: Edition, site: int) -> None:
    """Send the chosen crew member to a site, which may finish it [builders 4.6, 5.1].

    The active seat pays the actions and the wage, and the work is added to the site.
    """
    crew = state.sender
    seat = state.active
    state.sender = -1
    state.phase = Phase.ACT
    state.actions -= send_cost(state, edition, site)
    state.sent[site] += 1
    pay(state, seat, edition.wage[crew])
    move_card(state, crew, Zone.WORK + seat)
    state.working[crew] = site
    missing = 0
    for material in range(MATERIAL_COUNT):
        left = max(0, state.need[site, material] - edition.makes[crew, material])
        state.need[site, material] = left
        missing += left
    if missing == 0:
        finish(state, edition, site)


@rule
def finish(state: State, edition: Edition, site: int) -> None:
    """Award a finished site's coins and points, and free its crew [builders 5].

    A finished machine joins the free crew.
    """
    seat = state.active
    earn(state, edition, seat, edition.reward[site])
    state.points[seat] += edition.worth[site]
    for crew in range(CREW):
        if state.working[crew] == site:
            state.working[crew] = -1
            move_card(state, crew, Zone.CREW + seat)
    if site < MACHINES:
        state.machine_points[seat] += edition.worth[site]
        move_card(state, FIRST_CONSTRUCTION + site, Zone.CREW + seat)
    else:
        move_card(state, FIRST_CONSTRUCTION + site, Zone.BUILT + seat)
