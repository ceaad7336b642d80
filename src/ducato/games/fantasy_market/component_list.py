"""The list of the components of Fantasy Market: items, encounter cards, characters and cards."""

from __future__ import annotations

from ducato.core.i18n import Message, Name, say
from ducato.core.scene import Cell, Component, ComponentGroup

from .narration.words import card_name, pawn_name
from .parts import (
    CHARACTERS,
    ENCOUNTER_COUNT,
    ENCOUNTERS,
    HEROES,
    JOBS,
    PAWNS,
    TILE_COUNT,
    TILES,
    Encounter,
)
from .scene.cards import card_face
from .scene.faces import monster_face, pawn_face, treasure_face
from .scene.tiles import SLOT_NAMES, tile_face
from .state import Edition

STATISTICS = (say("column.attack"), say("column.defence"), say("column.movement"))
COPIES = say("column.copies")


def component_list(edition: Edition) -> list[ComponentGroup]:
    """Return all items, encounter cards, characters and action cards."""
    kinds = edition.encounter_kind.tolist()
    monsters = [e for e in range(ENCOUNTER_COUNT) if kinds[e] == Encounter.MONSTER]
    others = [e for e in range(ENCOUNTER_COUNT) if kinds[e] != Encounter.MONSTER]
    prices = (say("column.cost"), say("column.value"))
    return [
        ComponentGroup(
            "items",
            say("group.items"),
            (say("column.class"), say("column.box"), *prices, *STATISTICS, COPIES),
            tuple(_item(edition, tile) for tile in range(TILE_COUNT)),
        ),
        ComponentGroup(
            "monsters",
            say("group.monsters"),
            (say("column.type"), *STATISTICS, say("column.gold"), COPIES),
            tuple(_monster(edition, monster) for monster in monsters),
        ),
        ComponentGroup(
            "treasures",
            say("group.treasures"),
            (say("column.gold"), COPIES),
            tuple(_treasure(edition, encounter) for encounter in others),
        ),
        ComponentGroup(
            "characters",
            say("group.characters"),
            STATISTICS,
            tuple(_character(edition, pawn) for pawn in range(PAWNS)),
        ),
        ComponentGroup(
            "action-cards",
            say("group.cards"),
            (COPIES,),
            tuple(_card(edition, job) for job in range(len(JOBS))),
        ),
    ]


def _item(edition: Edition, tile: int) -> Component:
    face = tile_face(edition, tile)
    owner, box = edition.tile_class[tile], edition.tile_box[tile]
    slot = SLOT_NAMES[owner][box] if owner < HEROES else "special"
    numbers = ("cost", "value", "attack", "defence", "movement", "copies")
    cells = (int(edition[f"tile_{name}"][tile]) for name in numbers)
    words = (_class(owner, "class.any"), say("name", name=Name(slot)))
    return Component(f"tile:{TILES[tile]}", "tile", face, face.title, (*words, *cells))


def _monster(edition: Edition, monster: int) -> Component:
    face = monster_face(edition, monster)
    numbers = ("attack", "defence", "movement", "gold", "copies")
    cells = (int(edition[f"encounter_{name}"][monster]) for name in numbers)
    type_name = _class(edition.encounter_type[monster], "class.none")
    name = f"monster:{ENCOUNTERS[monster]}"
    return Component(name, "card", face, face.title, (type_name, *cells))


def _treasure(edition: Edition, encounter: int) -> Component:
    """Return the row of a treasure or of Death, which never lie on the table."""
    face = treasure_face(edition, encounter)
    gold, copies = (int(edition[f"encounter_{n}"][encounter]) for n in ("gold", "copies"))
    dies = edition.encounter_kind[encounter] == Encounter.DEATH
    cells: tuple[Cell, ...] = ("" if dies else gold, copies)
    return Component(f"encounter:{ENCOUNTERS[encounter]}", "card", face, face.title, cells)


def _character(edition: Edition, pawn: int) -> Component:
    """Return the row of a character; the Thief and the Collector do not fight."""
    movement = int(edition.movement[pawn])
    cells: tuple[Cell, ...] = ("", "", movement)
    if pawn < HEROES:
        cells = (int(edition.attack[pawn]), int(edition.defence[pawn]), movement)
    title = say("name", name=pawn_name(pawn))
    return Component(f"pawn:{CHARACTERS[pawn]}", "pawn", pawn_face(pawn), title, cells)


def _card(edition: Edition, job: int) -> Component:
    title = say("card", card=card_name(job))
    return Component(
        f"card:{JOBS[job]}", "card", card_face(job), title, (int(edition.copies[job]),)
    )


def _class(owner: int, otherwise: str) -> Message:
    return say("name", name=pawn_name(owner)) if owner < HEROES else say(otherwise)
