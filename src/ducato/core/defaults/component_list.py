"""The components of a game that lists none: its cards, with the numbers that stand on them."""

from __future__ import annotations

from ducato.core.defaults import fields
from ducato.core.defaults.scene import DefaultScene
from ducato.core.i18n import say
from ducato.core.scene import Component, ComponentGroup
from ducato.core.struct import Struct


def listed_cards(
    package: str, drawn: DefaultScene, state: type[Struct], edition: Struct
) -> list[ComponentGroup]:
    """Return a group for each field of cards, with a column for each number of the edition.

    Args:
        package: the package with the game's texts.
        drawn: draws the faces.
        state: where the cards are declared.
        edition: the numbers on them.
    """
    groups = []
    for name, declared in state.fields.items():
        if declared.cards is None:
            continue
        axis = declared.axes[0]
        columns = fields.on_cards(edition, axis)
        listed = tuple(
            Component(
                f"{name}:{card}",
                "card",
                drawn.card_face(axis, number, edition),
                fields.named(card),
                tuple(int(edition[column][number]) for column in columns),
            )
            for number, card in enumerate(axis)
        )
        titles = tuple(fields.title(package, f"field.{column}") for column in columns)
        groups.append(ComponentGroup(name, say("default.cards"), titles, listed))
    return groups
