"""The texts for legal actions: labels, and hints about costs and gains."""

from __future__ import annotations

from ducato.core.i18n import Message, say

from ..rules.crew import send_cost, takes
from ..rules.money import payable
from ..state import ACTIONS, FIRST_CONSTRUCTION, MACHINES, Edition, Phase, State
from .words import (
    actions,
    added,
    coins,
    construction,
    crew_name,
    made_by,
    materials,
    missing_after,
    needed,
    points,
    sites_of,
)


def describe_action(state: State, edition: Edition, action: int) -> Message:
    """Return the label of a legal action, such as "Send the Master (3 stone) to the Chapel"."""
    match ACTIONS.parts(action):
        case "open", site:
            return say("do.open", building=construction(edition, site))
        case "recruit", worker:
            return say("do.recruit", crew=crew_name(edition, worker))
        case "send", crew:
            sites = possible_sites(state, edition, crew)
            if len(sites) == 1:
                return _to_site("do.send.to", edition, crew, sites[0])
            return say("do.send", crew=crew_name(edition, crew))
        case "site", site:
            return _to_site("do.send.to", edition, state.sender, site)
        case "take", spent:
            return say("do.take", coins=coins(payable(state, edition, edition.take[spent])))
        case ("buy",):
            return say("do.buy")
        case ("keep",):
            return say("do.keep", crew=crew_name(edition, state.sender))
    return say("do.end")


def possible_sites(state: State, edition: Edition, crew: int) -> list[int]:
    """Return the sites to which the active seat may send the crew member, wages aside."""
    sites = sites_of(state, state.active)
    return [site for site in sites if takes(state, edition, crew, site)]


def _to_site(key: str, edition: Edition, crew: int, site: int) -> Message:
    return say(key, crew=crew_name(edition, crew), building=construction(edition, site))


def action_hint(state: State, edition: Edition, action: int) -> Message | None:
    """Return a hint about a legal action's cost and gain, or None if it has neither."""
    match ACTIONS.parts(action):
        case "open", site:
            return _opening(edition, site)
        case "recruit", worker:
            wage = coins(edition.wage[worker])
            if state.phase == Phase.DRAFT:
                return say("hint.draft", coins=wage)
            return say("hint.recruit", actions=actions(1), coins=wage)
        case "send", crew:
            sites = possible_sites(state, edition, crew)
            if len(sites) == 1:
                return _sending(state, edition, crew, sites[0])
            fewest = min(send_cost(state, edition, site) for site in sites)
            wage = _price(state, edition.wage[crew])
            return say("hint.send", actions=actions(fewest), coins=wage)
        case "site", site:
            return _sending(state, edition, state.sender, site)
        case "take", spent:
            return say("hint.cost", cost=actions(spent))
        case ("buy",):
            return say("hint.cost", cost=coins(edition.extra_action_price))
        case ("keep",):
            return None
    return say("hint.lost", actions=actions(state.actions)) if state.actions else None


def _price(state: State, price: int) -> Message:
    """Return the phrase for a price, of the coins from which the active seat pays it."""
    return (
        say("coins.of", price=int(price), n=int(state.coins[state.active])) if price else coins(0)
    )


def _opening(edition: Edition, site: int) -> Message:
    words = {
        "actions": actions(1),
        "need": materials(needed(edition, site)),
        "points": points(edition.worth[site]),
    }
    if site < MACHINES:
        makes = materials(made_by(edition, FIRST_CONSTRUCTION + site))
        return say("hint.open.machine", **words, makes=makes)
    return say("hint.open", **words, coins=coins(edition.reward[site]))


def _sending(state: State, edition: Edition, crew: int, site: int) -> Message:
    """Return a hint about sending a crew member: cost, work added, and work left or reward."""
    missing = missing_after(state, edition, crew, site)
    words = {
        "actions": actions(send_cost(state, edition, site)),
        "coins": _price(state, edition.wage[crew]),
        "added": materials(added(state, edition, crew, site)),
        "missing": materials(missing),
    }
    if any(missing):
        return say("hint.site", **words)
    wage = int(edition.wage[crew])  # the wage is in the bank when the reward is paid
    paid = min(int(edition.reward[site]), payable(state, edition, edition.reward[site]) + wage)
    reward = {"points": points(edition.worth[site]), "reward": coins(paid)}
    finishes = say("hint.site.finishes", **words, **reward)
    now = int(state.points[state.active])
    triggers = now < edition.end_points <= now + edition.worth[site]
    if triggers and state.trigger < 0:
        return say("hint.site.last", finishes=finishes, points=points(now + edition.worth[site]))
    return finishes
