"""Illegal reasons: explanations of why an action is not legal now, each with its rules clause."""

from __future__ import annotations

from ducato.core.i18n import IllegalReason, Message, Seat
from ducato.core.presentation.reasons import no, no_decision

from ..rules.crew import cheapest_send, is_useful, send_cost
from ..state import ACTIONS, FIRST_CONSTRUCTION, SEATS, Edition, Phase, State, Zone
from .words import actions, coins, construction, crew_name, sites_of

CLAUSES = {
    Phase.LAY_BUILDINGS: "2.1",
    Phase.CHOOSE_FIRST: "2.5",
    Phase.DEAL_APPRENTICES: "2.2",
    Phase.LAY_WORKERS: "2.3",
    Phase.DRAW_BUILDING: "4.4",
    Phase.DRAW_WORKER: "4.5",
    Phase.DRAFT: "2.2",
    Phase.ACT: "4.1",
    Phase.CHOOSE_SITE: "4.6",
    Phase.OVER: "6.2",
}
"""The clause that governs each phase."""


def explain_illegal(state: State, edition: Edition, action: int) -> IllegalReason:
    """Return the reason why the action is illegal for the seat to move, with its clause."""
    if (reason := no_decision(state, edition, CLAUSES)) is not None:
        return reason
    if state.phase == Phase.DRAFT:
        return no("draft", "2.2")
    if state.phase == Phase.CHOOSE_SITE:
        return _instead_of_site(state, edition, action)
    match ACTIONS.parts(action):
        case "site", _:
            return no("early.site", "4.6")
        case ("keep",):
            return no("early.keep", "8.24")
        case ("buy",):
            return _buying(state, edition)
        case _ if state.actions == 0:
            return no("actions.none", "4.3", price=coins(edition.extra_action_price))
        case "open", site:
            return no("open.row", "4.4", building=construction(edition, site))
        case "take", spent if spent > state.actions:
            have = actions(state.actions)
            return no("take.actions", "4.7", cost=actions(spent), have=have)
        case "recruit", worker:
            return no("recruit.row", "4.5", crew=crew_name(edition, worker))
        case "send", crew:
            return _sending(state, edition, crew)
    return no("take.bank", "8.8")


def _instead_of_site(state: State, edition: Edition, action: int) -> IllegalReason:
    """Return the reason why an action is illegal while a crew member's site is to be chosen."""
    crew = crew_name(edition, state.sender)
    match ACTIONS.parts(action):
        case "site", site:
            return _site(state, edition, site)
        case ("keep",):
            return no("keep.again", "8.24", crew=crew)
    return no("first.site", "4.6", crew=crew)


def _site(state: State, edition: Edition, site: int) -> IllegalReason:
    """Return the reason why the chosen crew member cannot be sent to this site."""
    words = {"crew": crew_name(edition, state.sender), "building": construction(edition, site)}
    if state.zone[FIRST_CONSTRUCTION + site] != Zone.SITE + state.active:
        return no("site.none", "4.6", **words)
    cost = send_cost(state, edition, site)
    if cost > state.actions:
        have = actions(state.actions)
        return no("site.actions", "4.6", **words, cost=actions(cost), have=have)
    return no("site.useless", "8.11", **words)


def _buying(state: State, edition: Edition) -> IllegalReason:
    if 0 < edition.extra_actions_most <= state.bought:
        return no("buy.most", "8.3", most=actions(edition.extra_actions_most))
    have = coins(state.coins[state.active])
    return no("buy.price", "4.1", price=coins(edition.extra_action_price), have=have)


def _sending(state: State, edition: Edition, crew: int) -> IllegalReason:
    """Return the reason why a crew member cannot be sent anywhere [builders 4.6]."""
    seat = state.active
    words = {"crew": crew_name(edition, crew)}
    zone = int(state.zone[crew])
    if zone == Zone.WORK + seat:
        site = construction(edition, state.working[crew])
        return no("send.busy", "4.6", **words, building=site)
    if zone != Zone.CREW + seat:
        return _not_own(state, zone, words)
    if not sites_of(state, seat):
        return no("send.nowhere", "4.6", **words)
    cost = int(cheapest_send(state, edition))
    if cost > state.actions:
        left = actions(state.actions)
        return no("send.actions", "4.6", **words, cost=actions(cost), have=left)
    wage, purse = edition.wage[crew], state.coins[seat]
    if wage > purse:
        return no("send.wage", "4.6", **words, wage=coins(wage), have=coins(purse))
    if any(is_useful(state, edition, crew, site) for site in sites_of(state, seat)):
        return no("send.actions.useful", "8.11", **words)
    return no("send.useless", "8.11", **words)


def _not_own(state: State, zone: int, words: dict[str, Message]) -> IllegalReason:
    owner = (zone - Zone.CREW) % SEATS
    if Zone.CREW <= zone < Zone.SITE:
        return no("send.other", "4.6", **words, seat=Seat(owner))
    return no("send.crew", "4.6", **words)
