"""The presentation of a game as far as the game itself does not supply it (`core.contract`).

The defaults are derived from the declared zones, fields and actions, so that a game can be played
in the browser as soon as it has rules. They use the game's own texts where it has some, under the
keys listed in `DefaultNarration` and `DefaultScene`, and otherwise make words from the names in the
declarations and general sentences in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import cast

from ducato.core.actions import ActionTable
from ducato.core.contract import Presentation
from ducato.core.defaults.component_list import listed_cards
from ducato.core.defaults.narration import DefaultNarration
from ducato.core.defaults.scene import DefaultScene

__all__ = ["DefaultNarration", "DefaultScene", "complete", "listed_cards"]

FUNCTIONS = tuple(name for name in vars(Presentation) if not name.startswith("_"))
"""The names of the functions of a presentation."""


class _Presentation:
    """Functions of a game and, in their place where they are missing, the defaults."""


def complete(
    modules: Iterable[ModuleType], package: str, actions: ActionTable, seats: int
) -> Presentation:
    """Return a game's presentation, with defaults for the functions that no module defines.

    Args:
        modules: the game's modules `scene` and `narration`, if it has them.
        package: the package with the game's texts.
        actions: the game's actions.
        seats: the highest number of players.
    """
    sources = (
        *modules,
        DefaultScene(package, actions, seats),
        DefaultNarration(package, actions, seats),
    )
    found = _Presentation()
    for name in FUNCTIONS:
        setattr(found, name, next(getattr(s, name) for s in sources if hasattr(s, name)))
    return cast(Presentation, found)
