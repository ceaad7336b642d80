"""Illegal reasons: explanations of why an action is not legal now, each with its rules clause."""

from __future__ import annotations

from ducato.core.i18n import IllegalReason, Message, Seat, say
from ducato.games.builders.narration.words import actions, coins, construction, crew_name, sites_of
from ducato.games.builders.rules.crew import cheapest_send, is_useful, send_cost
from ducato.games.builders.state import (
    ACTIONS,
    CONSTRUCTION_IDS,
    CREW_IDS,
    FIRST_CONSTRUCTION,
    SEATS,
    Edition,
    Phase,
    State,
    Zone,
)

CHANCE_CLAUSES = {
    Phase.LAY_BUILDINGS: "2.1",
    Phase.CHOOSE_FIRST: "2.5",
    Phase.DEAL_APPRENTICES: "2.2",
    Phase.LAY_WORKERS: "2.3",
    Phase.DRAW_BUILDING: "4.4",
    Phase.DRAW_WORKER: "4.5",
}


def explain_illegal(state: State, edition: Edition, action: int) -> IllegalReason:
    """Return the reason why the action is illegal for the seat to move, with its clause."""
    phase = Phase(state.phase)
    kind, *arguments = ACTIONS.name(action).split(":")
    if phase == Phase.OVER:
        return _no("over", "6.2")
    if phase in CHANCE_CLAUSES:
        return _no("chance", CHANCE_CLAUSES[phase])
    if phase == Phase.DRAFT:
        return _no("draft", "2.2")
    if phase == Phase.CHOOSE_SITE:
        return _site(state, edition, kind, arguments)
    if kind == "site":
        return _no("early.site", "4.6")
    if kind == "keep":
        return _no("early.keep", "8.24")
    if kind == "buy":
        return _buying(state, edition)
    if state.actions == 0:
        return _no("actions.none", "4.3", price=coins(edition.extra_action_price))
    return _action(state, edition, kind, arguments[0])


def _no(key: str, clause: str, /, **arguments: object) -> IllegalReason:
    return IllegalReason(say(f"no.{key}", **arguments), clause)


def _site(state: State, edition: Edition, kind: str, arguments: list[str]) -> IllegalReason:
    """Return the reason why an action is illegal while a crew member's site is to be chosen."""
    crew = crew_name(edition, state.sender)
    if kind == "keep":
        return _no("keep.again", "8.24", crew=crew)
    if kind != "site":
        return _no("first.site", "4.6", crew=crew)
    site = CONSTRUCTION_IDS.index(arguments[0])
    words = {"crew": crew, "building": construction(edition, site)}
    if state.zone[FIRST_CONSTRUCTION + site] != Zone.SITE + state.active:
        return _no("site.none", "4.6", **words)
    cost = send_cost(state, edition, site)
    if cost > state.actions:
        have = actions(state.actions)
        return _no("site.actions", "4.6", **words, cost=actions(cost), have=have)
    return _no("site.useless", "8.11", **words)


def _buying(state: State, edition: Edition) -> IllegalReason:
    if 0 < edition.extra_actions_most <= state.bought:
        return _no("buy.most", "8.3", most=actions(edition.extra_actions_most))
    have = coins(state.coins[state.active])
    return _no("buy.price", "4.1", price=coins(edition.extra_action_price), have=have)


def _action(state: State, edition: Edition, kind: str, argument: str) -> IllegalReason:
    """Return the reason why it is illegal to open, recruit, send or take coins [builders 4]."""
    if kind == "open":
        return _no(
            "open.row", "4.4", building=construction(edition, CONSTRUCTION_IDS.index(argument))
        )
    if kind == "take":
        if int(argument) > state.actions:
            spent, have = actions(int(argument)), actions(state.actions)
            return _no("take.actions", "4.7", cost=spent, have=have)
        return _no("take.bank", "8.8")
    crew = CREW_IDS.index(argument)
    if kind == "recruit":
        return _no("recruit.row", "4.5", crew=crew_name(edition, crew))
    return _sending(state, edition, crew)


def _sending(state: State, edition: Edition, crew: int) -> IllegalReason:
    """Return the reason why a crew member cannot be sent anywhere [builders 4.6]."""
    seat = state.active
    words = {"crew": crew_name(edition, crew)}
    zone = int(state.zone[crew])
    if zone == Zone.WORK + seat:
        site = construction(edition, state.working[crew])
        return _no("send.busy", "4.6", **words, building=site)
    if zone != Zone.CREW + seat:
        return _not_own(state, zone, words)
    if not sites_of(state, seat):
        return _no("send.nowhere", "4.6", **words)
    cost = int(cheapest_send(state, edition))
    if cost > state.actions:
        left = actions(state.actions)
        return _no("send.actions", "4.6", **words, cost=actions(cost), have=left)
    wage, purse = edition.wage[crew], state.coins[seat]
    if wage > purse:
        return _no("send.wage", "4.6", **words, wage=coins(wage), have=coins(purse))
    if any(is_useful(state, edition, crew, site) for site in sites_of(state, seat)):
        return _no("send.actions.useful", "8.11", **words)
    return _no("send.useless", "8.11", **words)


def _not_own(state: State, zone: int, words: dict[str, Message]) -> IllegalReason:
    owner = (zone - Zone.CREW) % SEATS
    if Zone.CREW <= zone < Zone.SITE:
        return _no("send.other", "4.6", **words, seat=Seat(owner))
    return _no("send.crew", "4.6", **words)
