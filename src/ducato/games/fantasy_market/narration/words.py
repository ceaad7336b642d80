"""The parts of all messages of Fantasy Market: names, amounts of gold, tiles, statistics."""

from __future__ import annotations

from ducato.core.i18n import Message, say
from ducato.core.presentation.phrases import counted, names_of

from ..atlas import SQUARES
from ..parts import CHARACTERS, COLOURS, ENCOUNTERS, EXITS, JOBS, TILES
from ..rules.encounters import hero_attack, hero_defence
from ..rules.reach import movement
from ..state import Edition, State

pawn_name, card_name, tile_name = names_of(CHARACTERS), names_of(JOBS), names_of(TILES)
shop_name, exit_name = names_of(COLOURS, prefix="shop-"), names_of(EXITS, prefix="exit-")
monster_name = names_of(ENCOUNTERS)
"""The name of a monster, or of another encounter card."""
gold = counted("gold")


def square_name(square: int) -> str:
    """Return the coordinates of a square, such as "e5"."""
    return SQUARES[square]


def effects(edition: Edition, tile: int) -> list[Message]:
    """Return the phrases for the bonuses that a tile gives its bearer."""
    numbers = {
        "attack": edition.tile_attack[tile],
        "defence": edition.tile_defence[tile],
        "movement": edition.tile_movement[tile],
    }
    return [say(f"effect.{name}", points=int(n)) for name, n in numbers.items() if n]


def tile_words(edition: Edition, tile: int) -> Message:
    """Return a tile's cost, value and effects, as one sentence."""
    return say(
        "hint.tile",
        cost=int(edition.tile_cost[tile]),
        value=int(edition.tile_value[tile]),
        effects=effects(edition, tile) or say("effect.none"),
    )


def hero_statistics(state: State, edition: Edition, hero: int) -> dict[str, int]:
    """Return a hero's attack, defence and movement, equipment included."""
    return {
        "attack": int(hero_attack(state, edition, hero)),
        "defence": int(hero_defence(state, edition, hero)),
        "movement": int(movement(state, edition, hero)),
    }


def monster_statistics(edition: Edition, encounter: int) -> dict[str, int]:
    """Return a monster's attack, defence, movement and, as "value", its gold."""
    return {
        "attack": int(edition.encounter_attack[encounter]),
        "defence": int(edition.encounter_defence[encounter]),
        "movement": int(edition.encounter_movement[encounter]),
        "value": int(edition.encounter_gold[encounter]),
    }
