"""Positions that are changed by hand: what may be changed, and whether the result is lawful.

A game's optional module `editing` says it for the game (`declaration.Editing`); without one, the
hidden cards may change places. An edited position is accepted only if the rules go on from it.
"""

from ducato.core.editing.declaration import Editable, Unlawful
from ducato.core.editing.items import Item, ItemChoice, may_edit, position_items
from ducato.core.editing.lawfulness import check_lawful, edited

__all__ = [
    "Editable",
    "Item",
    "ItemChoice",
    "Unlawful",
    "check_lawful",
    "edited",
    "may_edit",
    "position_items",
]
