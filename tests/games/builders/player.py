"""A simple player for tests, in whole numbers only: it chooses the same wherever it is run.

It sends whom a site can use, keeps two sites open, hires when nobody fits, and else takes coins;
now and then it opens one more site, so that it does not wait for ever for a worker.
"""

from __future__ import annotations

from typing import Any

from ducato.core.chance import below
from ducato.games.builders.bot.action_features import made_pips, used_pips
from ducato.games.builders.narration.action_labels import possible_sites
from ducato.games.builders.state import ACTIONS, CONSTRUCTION_IDS, CREW_IDS, Phase, Zone

SITES = 2  # that it keeps open


def _use(record: Any, edition: Any, crew: int, site: int) -> int:
    """Return how well a crew member fits a site: what it uses, less what is wasted."""
    used = used_pips(record, edition, crew, site)
    return 3 * used - made_pips(edition, crew)


def choose(position: Any, rng: Any) -> int:
    """Return a legal action."""
    record, edition = position.state, position.game.edition
    offers: dict[str, list[int]] = {}
    for action in position.legal_actions():
        offers.setdefault(ACTIONS.kind(action).name, []).append(action)

    def any_of(kind: str) -> int:
        return offers[kind][below(rng, len(offers[kind]))]

    if record.phase == Phase.DRAFT:
        return any_of("recruit")
    if record.phase == Phase.CHOOSE_SITE:
        return max(
            offers["site"],
            key=lambda a: _use(
                record, edition, record.sender, CONSTRUCTION_IDS.index(ACTIONS.arguments(a)[0])
            ),
        )
    uses = {}
    for action in offers.get("send", []):
        crew = CREW_IDS.index(ACTIONS.arguments(action)[0])
        sites = possible_sites(record, edition, crew)
        uses[action] = max(_use(record, edition, crew, site) for site in sites)
    if uses and max(uses.values()) > 0:
        return max(uses, key=lambda a: (uses[a], -a))
    few = record.held[Zone.SITE + record.active] < SITES
    if "open" in offers and (few or below(rng, 6) == 0):
        return any_of("open")
    if "buy" in offers and below(rng, 8) == 0:
        return offers["buy"][0]
    if "recruit" in offers and below(rng, 2):
        return any_of("recruit")
    return offers["take"][-1] if "take" in offers else offers["end"][0]
