"""The cards of The Builders as pieces: constructions and crew members, wherever they lie."""

from __future__ import annotations

from collections.abc import Iterable

from ducato.core.i18n import Message, say
from ducato.core.scene import Face, Piece
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
    FIRST_CONSTRUCTION,
    MACHINES,
    MATERIALS,
    WORKERS,
    Edition,
)

TONES = {"apprentice": "grey", "laborer": "orange", "craftsman": "green", "master": "violet"}
"""The tones of the workers by class; the class is also their title and glyph."""
MOST_GLYPHS = 4  # the most glyphs that fit on a card


def construction_face(
    edition: Edition,
    site: int,
    needs: Iterable[int],
    lines: Iterable[Message],
    turned: bool = False,
) -> Face:
    """Return the face of a building or machine; its glyphs show the work still needed."""
    marks = ("machine",) if site < MACHINES else ()
    return Face(
        say("building", building=construction_name(site)),
        str(edition.worth[site]),
        (*marks, *pips(needs)),
        "wood" if site < MACHINES else "paper",
        tuple(lines),
        turned=turned,
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
    made = pips(made_by(edition, crew))
    mark = worker_class(crew) if crew < WORKERS else "machine"
    # A card with all four materials has no room for the picture of the worker.
    glyphs = (mark, *made) if len(made) < MOST_GLYPHS else made
    title = say("card", card=crew_title(crew))
    face = Face(title, str(edition.wage[crew]), glyphs, TONES.get(mark, "wood"), tuple(lines))
    label = say(
        "label.crew",
        card=crew_title(crew),
        makes=materials(made_by(edition, crew)),
        wage=coins(edition.wage[crew]),
        where=where,
    )
    name = f"card:{CARD_IDS[crew]}"
    return Piece(name, "card", area, face, label, order, actions, potential=potential)


def pips(row: Iterable[int]) -> tuple[str, ...]:
    """Return the glyphs of the materials of which there are any, such as ``stone-3``."""
    return tuple(f"{MATERIALS[kind]}-{n}" for kind, n in enumerate(row) if n > 0)
