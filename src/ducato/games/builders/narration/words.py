"""The parts of all messages of The Builders, and the lists and amounts that they name.

The parts are phrases for cards, materials, coins, points and actions; the lists and amounts, such
as the sites of a seat or the work that a site lacks, are read from a state or an edition.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ducato.core.i18n import Message, Name, say
from ducato.core.presentation import states
from ducato.core.presentation.phrases import counted
from ducato.games.builders.state import (
    CONSTRUCTION_TABLE,
    CONSTRUCTIONS,
    FIRST_CONSTRUCTION,
    MACHINES,
    MATERIALS,
    WORKER_TABLE,
    WORKERS,
    Edition,
    State,
    Zone,
)

Amounts = Message | list[Message]

coins, points, actions = counted("coins"), counted("points"), counted("actions")


@cache
def construction_name(site: int) -> Name:
    """Return the name of a building or machine."""
    return Name(CONSTRUCTION_TABLE[site]["name"])


def construction(edition: Edition, site: int) -> Name | Message:
    """Return a construction's name, with a machine's output, since two machines share each name."""
    if site < MACHINES:
        return crew_name(edition, FIRST_CONSTRUCTION + site)
    return construction_name(site)


def worker_class(worker: int) -> str:
    """Return the class of a worker, such as ``"master"``."""
    return WORKER_TABLE[worker]["name"]


@cache
def crew_title(crew: int) -> Name:
    """Return the title of a crew member's card: a class of workers, or a machine's name."""
    if crew < WORKERS:
        return Name(worker_class(crew))
    return construction_name(crew - FIRST_CONSTRUCTION)


def crew_name(edition: Edition, crew: int) -> Message:
    """Return the phrase for a crew member: title and output."""
    return say("crew", name=crew_title(crew), makes=materials(made_by(edition, crew)))


def materials(row: Iterable[int]) -> Amounts:
    """Return the phrases for amounts by material, such as "2 stone", "1 tile"; or "nothing"."""
    return [material(kind, n) for kind, n in enumerate(row) if n > 0] or say("nothing")


@cache
def material(kind: int, n: int) -> Message:
    """Return the phrase for an amount of one material."""
    return say(f"material.{MATERIALS[kind]}", n=n)


def cards_in(state: State, zone: int) -> list[int]:
    """Return the cards in a zone, sorted by position if it is a row, else by number."""
    found = states.cards_in(state, zone)
    if zone in (Zone.BUILDING_ROW, Zone.WORKER_ROW):
        found.sort(key=state.spot.__getitem__)
    return found


def sites_of(state: State, seat: int) -> list[int]:
    """Return the open sites of a seat."""
    return [
        site
        for site in range(CONSTRUCTIONS)
        if state.zone[FIRST_CONSTRUCTION + site] == Zone.SITE + seat
    ]


def crew_at(state: State, site: int) -> list[int]:
    """Return the crew members who work on a site."""
    return [crew for crew, where in enumerate(state.working) if where == site]


def made_by(edition: Edition, crew: int) -> list[int]:
    """Return a crew member's output, by material."""
    row: list[int] = edition.row("makes")[crew].tolist()
    return row


def needed(edition: Edition, site: int) -> list[int]:
    """Return a construction's printed need, by material."""
    row: list[int] = edition.row("materials")[site].tolist()
    return row


def missing(state: State, site: int) -> list[int]:
    """Return the work that an open site still lacks, by material."""
    row: list[int] = state.row("need")[site].tolist()
    return row


def added(state: State, edition: Edition, crew: int, site: int) -> list[int]:
    """Return the work, by material, that a crew member would add: at most what the site lacks."""
    return [min(pair) for pair in zip(made_by(edition, crew), missing(state, site), strict=True)]


def missing_after(state: State, edition: Edition, crew: int, site: int) -> list[int]:
    """Return the work, by material, that a site would still lack with the crew member there."""
    more = added(state, edition, crew, site)
    return [need - n for need, n in zip(missing(state, site), more, strict=True)]
