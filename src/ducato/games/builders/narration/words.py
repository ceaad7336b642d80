"""The parts of all messages of The Builders, and the lists and amounts that they name.

The parts are phrases for cards, materials, coins, points and actions; the lists and amounts, such
as the sites of a seat or the work that a site lacks, are read from a state or an edition.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from ducato.core.i18n import Message, Name, say
from ducato.core.presentation import states
from ducato.core.presentation.phrases import counted

from ..state import (
    CONSTRUCTION_TABLE,
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
KEPT_EDITIONS = 64
"""The number of editions whose tables are cached, each of a few kB."""
KEPT_PHRASES = 200
"""The number of cached phrases for the crew: enough for three editions with different outputs."""

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
    return crew_with(crew, made_by(edition, crew))


@lru_cache(KEPT_PHRASES)
def crew_with(crew: int, makes: tuple[int, ...]) -> Message:
    """Return the phrase for a crew member with this output."""
    return say("crew", name=crew_title(crew), makes=materials(makes))


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
    return [card - FIRST_CONSTRUCTION for card in states.cards_in(state, Zone.SITE + seat)]


def crew_at(state: State, site: int) -> list[int]:
    """Return the crew members who work on a site."""
    return [crew for crew, where in enumerate(state.working.tolist()) if where == site]


def made_by(edition: Edition, crew: int) -> tuple[int, ...]:
    """Return a crew member's output, by material."""
    return _table(edition.tobytes(), "makes")[crew]


def needed(edition: Edition, site: int) -> tuple[int, ...]:
    """Return a construction's printed need, by material."""
    return _table(edition.tobytes(), "materials")[site]


@lru_cache(2 * KEPT_EDITIONS)
def _table(edition: bytes, field: str) -> tuple[tuple[int, ...], ...]:
    """Return a field with rows by material; `edition` is the struct `Edition` as bytes."""
    return tuple(map(tuple, Edition.of(edition)[field].tolist()))


def missing(state: State, site: int) -> list[int]:
    """Return the work that an open site still lacks, by material."""
    row: list[int] = state.need.tolist()[site]
    return row


def added(state: State, edition: Edition, crew: int, site: int) -> list[int]:
    """Return the work, by material, that a crew member would add: at most what the site lacks."""
    return [min(pair) for pair in zip(made_by(edition, crew), missing(state, site), strict=True)]


def missing_after(state: State, edition: Edition, crew: int, site: int) -> list[int]:
    """Return the work, by material, that a site would still lack with the crew member there."""
    more = added(state, edition, crew, site)
    return [need - n for need, n in zip(missing(state, site), more, strict=True)]
