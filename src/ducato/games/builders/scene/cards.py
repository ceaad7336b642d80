"""The cards of The Builders as pieces: constructions and crew members, wherever they lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ducato.core.i18n import Message, say
from ducato.core.presentation.art import read_art
from ducato.core.scene import Chip, Face, Need, Piece
from ducato.games.builders.narration.words import (
    coins,
    construction_name,
    crew_title,
    made_by,
    materials,
    needed,
    points,
    worker_class,
)
from ducato.games.builders.state import (
    CARD_IDS,
    CONSTRUCTION_IDS,
    FIRST_CONSTRUCTION,
    MACHINES,
    MATERIALS,
    WORKERS,
    Edition,
)

TONES = {"apprentice": "grey", "laborer": "orange", "craftsman": "green", "master": "violet"}
"""The tones of the workers by class; the class is also their title and glyph."""
ART = read_art("ducato.games.builders")


def construction_face(edition: Edition, site: int, lines: Iterable[Message] = ()) -> Face:
    """Return the face of a building or machine in the row, with what it needs, makes and earns."""
    makes = made_by(edition, FIRST_CONSTRUCTION + site) if site < MACHINES else ()
    return _construction(edition, site, lines, needs=work(edition, site), chips=given(makes))


def site_face(
    edition: Edition,
    site: int,
    missing: Sequence[int],
    coming: Sequence[int],
    lines: Iterable[Message],
    *,
    turned: bool,
) -> Face:
    """Return the face of an open site, which shows the work that is done.

    Args:
        edition: the edition.
        site: the building or machine.
        missing: the work of each kind that is still missing.
        coming: the work of each kind that the crew member to be sent would add.
        lines: the notes on it.
        turned: whether it lies sideways, as with the crew below it.
    """
    needs = work(edition, site, missing, coming)
    return _construction(edition, site, lines, needs=needs, turned=turned)


def built_face(edition: Edition, site: int, lines: Iterable[Message]) -> Face:
    """Return the face of a finished building."""
    return _construction(edition, site, lines, finished=True)


def _construction(
    edition: Edition,
    site: int,
    lines: Iterable[Message],
    *,
    needs: tuple[Need, ...] = (),
    chips: tuple[Chip, ...] = (),
    turned: bool = False,
    finished: bool = False,
) -> Face:
    reward = int(edition.reward[site])
    return Face(
        say("building", building=construction_name(site)),
        str(edition.worth[site]),
        tone="wood" if site < MACHINES else "paper",
        lines=tuple(lines),
        turned=turned,
        art=ART[CONSTRUCTION_IDS[site]],
        unit="ribbon",
        reward=str(reward) if reward and not finished else "",
        needs=needs,
        chips=chips,
    )


def construction_label(edition: Edition, site: int, where: Message) -> Message:
    """Return the label of a building or machine; `where` ends it and says where the card lies."""
    words = {
        "building": construction_name(site),
        "points": points(edition.worth[site]),
        "coins": coins(edition.reward[site]),
        "need": materials(needed(edition, site)),
        "where": where,
    }
    if site < MACHINES:
        makes = materials(made_by(edition, FIRST_CONSTRUCTION + site))
        return say("label.machine", **words, makes=makes)
    return say("label.building", **words)


def crew_piece(
    edition: Edition,
    crew: int,
    area: str,
    where: Message,
    lines: Iterable[Message],
    order: int,
    actions: tuple[int, ...] = (),
    *,
    potential: tuple[int, ...] = (),
) -> Piece:
    """Return the piece for a worker or finished machine; its corner shows the wage in coins."""
    face = Face(
        say("card", card=crew_title(crew)),
        str(edition.wage[crew]),
        tone=TONES[worker_class(crew)] if crew < WORKERS else "wood",
        lines=tuple(lines),
        art=ART[CARD_IDS[crew]],
        unit="coin",
        chips=given(made_by(edition, crew)),
    )
    label = say(
        "label.crew",
        card=crew_title(crew),
        makes=materials(made_by(edition, crew)),
        wage=coins(edition.wage[crew]),
        where=where,
    )
    name = f"card:{CARD_IDS[crew]}"
    return Piece(name, "card", area, face, label, order, actions, potential=potential)


def work(
    edition: Edition, site: int, missing: Sequence[int] = (), coming: Sequence[int] = ()
) -> tuple[Need, ...]:
    """Return what a site needs of each material; all of it is missing unless `missing` says so."""
    needs = []
    for kind, n in enumerate(needed(edition, site)):
        left = missing[kind] if missing else n
        if n:
            more = min(left, coming[kind]) if coming else 0
            needs.append(Need(MATERIALS[kind], int(n), int(n - left), int(more)))
    return tuple(needs)


def given(row: Iterable[int]) -> tuple[Chip, ...]:
    """Return a chip for each material of which there is any."""
    return tuple(Chip(MATERIALS[kind], str(n)) for kind, n in enumerate(row) if n > 0)
