"""The faces of pawns, monsters, treasures and Death."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.core.scene import Face

from ..narration.words import monster_name, monster_statistics
from ..parts import ART, CHARACTERS, ENCOUNTERS, HEROES, Encounter
from ..state import Edition
from .tiles import CLASS_TONES

PAWN_TONES = [*CLASS_TONES[:HEROES], "ink", "red"]


def pawn_face(pawn: int) -> Face:
    """Return the face of a pawn."""
    name = CHARACTERS[pawn]
    return Face(glyphs=(name,), tone=PAWN_TONES[pawn], art=ART[name])


def monster_face(edition: Edition, monster: int) -> Face:
    """Return the face of a monster, with its type, its statistics and its gold in the corner."""
    words = monster_statistics(edition, monster)
    kind = edition.encounter_type[monster]
    return Face(
        say("tile", tile=monster_name(monster)),
        str(words["value"]),
        glyphs=(CHARACTERS[kind],) if kind < HEROES else (),
        tone="red",
        lines=(say("line.statistics", **words),),
        art=ART[ENCOUNTERS[monster]],
        unit="gold",
    )


def treasure_face(edition: Edition, encounter: int) -> Face:
    """Return the face of a treasure, whose name contains its gold, or of Death."""
    title, art = say("tile", tile=monster_name(encounter)), ART[ENCOUNTERS[encounter]]
    if edition.encounter_kind[encounter] == Encounter.DEATH:
        return Face(title, tone="violet", art=art)
    return Face(title, glyphs=("gold",), tone="yellow", art=art)
