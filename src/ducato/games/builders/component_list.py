"""The list of the 84 cards of The Builders: buildings, machines and workers."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.core.scene import Component, ComponentGroup, listed

from .narration.words import made_by, materials, needed
from .scene import market
from .scene.cards import printed
from .state import CONSTRUCTIONS, FIRST_CONSTRUCTION, MACHINES, MATERIALS, WORKERS, A, Edition

MATERIAL_COLUMNS = tuple(say(f"column.{material}") for material in MATERIALS)


def component_list(edition: Edition) -> list[ComponentGroup]:
    """Return all cards, each as it lies in the row."""
    cards = printed(edition.tobytes())

    def construction(site: int) -> Component:
        card = market.in_row(cards.constructions[site], "buildings", 0, A.OPEN + site, False)
        points, needs = int(edition.worth[site]), needed(edition, site)
        if site < MACHINES:
            makes = say("amounts", amounts=materials(made_by(edition, FIRST_CONSTRUCTION + site)))
            return listed(card, points, *needs, makes)
        return listed(card, points, int(edition.reward[site]), *needs)

    def worker(crew: int) -> Component:
        card = market.in_row(cards.crew[crew], "workers", 0, A.RECRUIT + crew, False)
        return listed(card, int(edition.wage[crew]), *made_by(edition, crew))

    return [
        ComponentGroup(
            "buildings",
            say("area.buildings"),
            (say("column.points"), say("column.coins"), *MATERIAL_COLUMNS),
            tuple(construction(site) for site in range(MACHINES, CONSTRUCTIONS)),
        ),
        ComponentGroup(
            "machines",
            say("area.machines"),
            (say("column.points"), *MATERIAL_COLUMNS, say("column.makes")),
            tuple(construction(site) for site in range(MACHINES)),
        ),
        ComponentGroup(
            "workers",
            say("area.workers"),
            (say("column.wage"), *MATERIAL_COLUMNS),
            tuple(worker(crew) for crew in range(WORKERS)),
        ),
    ]
