"""The cards of the seats as pieces: open sites with their crews, finished buildings, free crew.

Each is made from the few numbers that it shows, and cached: most stay the same from move to move,
and all readers and tables share them. They must not be changed.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import Piece

from ..narration.words import materials
from ..state import WORKERS, A
from . import areas
from .cards import KEPT, NOTHING, ConstructionCard, CrewCard, work


@lru_cache(KEPT)
def site(
    card: ConstructionCard,
    seat: int,
    own: bool,
    missing: tuple[int, ...],
    crew: tuple[CrewCard, ...],
    sender: CrewCard | None,
) -> Piece:
    """Return an open site, which shows the work that is done; others' sites lie sideways.

    Args:
        card: the building or machine.
        seat: the owner.
        own: whether the owner is the reader.
        missing: the work that is still missing, by material.
        crew: those who work on it.
        sender: the crew member whom the reader may now send to it, or None. It then also shows the
            work that they would add.
    """
    action = (A.SITE + card.site,)
    coming, lines = NOTHING, list[Message]()
    if sender is not None:
        coming = tuple(map(min, sender.makes, missing))
        key = "line.then.finished" if coming == missing else "line.then"
        lines = [say(key, added=materials(coming))]
    needs = work(card.needs, missing, coming)
    face = replace(card.face, needs=needs, chips=(), lines=tuple(lines), turned=not own)
    words = {
        "building": card.words["building"],
        "seat": Seat(seat),
        "points": card.words["points"],
        "coins": card.words["coins"],
        "missing": materials(missing),
        "crew": [member.name for member in crew] or say("nobody"),
    }
    return Piece(
        card.id,
        "card",
        areas.of_site(card.site),
        face,
        say("label.site", **words),
        actions=action if sender is not None else (),
        potential=action if own else (),
    )


@lru_cache(KEPT)
def at_work(card: CrewCard, seat: int, own: bool, on: ConstructionCard, order: int) -> Piece:
    """Return a crew member who works on a site."""
    where = say("where.work", seat=Seat(seat), building=on.name)
    potential = (A.SEND + card.crew,) if own else ()
    return card.piece(areas.of_site(on.site), card.face, where, order, potential=potential)


@lru_cache(KEPT)
def built(card: ConstructionCard, seat: int) -> Piece:
    """Return a finished building."""
    face = replace(card.face, lines=(say("line.built"),), reward="", needs=())
    return card.piece(f"built:{seat}", face, say("where.built", seat=Seat(seat)), card.site)


@lru_cache(KEPT)
def free(card: CrewCard, seat: int, own: bool, actions: tuple[int, ...]) -> Piece:
    """Return a free crew member, whom the owner may send."""
    face, where = card.face, say("where.crew", seat=Seat(seat))
    if card.crew >= WORKERS:
        face = replace(face, lines=(say("line.machine"),))
    potential = (A.SEND + card.crew,) if own else ()
    return card.piece(f"crew:{seat}", face, where, card.crew, actions, potential=potential)


@lru_cache(KEPT)
def chosen(card: CrewCard, seat: int, own: bool, actions: tuple[int, ...]) -> Piece:
    """Return the crew member to be sent, whom the owner may put back."""
    face = replace(card.face, lines=(say("line.sender"),))
    where = say("where.sender", seat=Seat(seat))
    potential = (A.KEEP,) if own else ()
    return card.piece(f"crew:{seat}", face, where, card.crew, actions, potential=potential)
