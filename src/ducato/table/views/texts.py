"""Sentences in the reader's language: the table's own, and those of a game.

`GameTexts.safely` keeps an error in a game's texts from stopping the table: the fault is written to
the server's log, once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Raw, json

from ducato.core.errors import FAULTS
from ducato.core.game import Game, note_fault
from ducato.core.i18n import Message, render, say
from ducato.core.match import Match
from ducato.core.scene import Text, written
from ducato.core.struct import Struct
from ducato.table.seats import FORMER, OPEN

Made = TypeVar("Made")

KEPT_PARTS = 3_000
"""The number of encoded parts of scenes kept, some 400 bytes each, which all tables share."""
CATALOGUE = "ducato.table"
"""The package with the table's own texts."""
NOBODY = {FORMER: "seat.former", OPEN: "seat.open"}
"""The keys of the texts shown instead of the special names for deleted and missing players."""


def table_text(message: Message, language: str, package: str = CATALOGUE) -> str:
    """Return a text in a language, from the table's own catalogue or that of another package.

    Arguments that are special names (see `NOBODY`) are replaced with their texts.
    """
    if any(nobody in message.arguments.values() for nobody in NOBODY):
        arguments = {
            key: display_name(value, language) if isinstance(value, str) else value
            for key, value in message.items
        }
        message = say(message.key, **arguments)
    return render(message, package, language)


def display_name(name: str, language: str) -> str:
    """Return a player's name, or the reader's text for an open seat or a deleted person."""
    return table_text(say(NOBODY[name]), language) if name in NOBODY else name


def _encode(part: Any, game: Game, language: str, names: tuple[str, ...]) -> Raw:
    """Return a part of a scene as JSON."""

    def text(message: Message) -> str:
        try:
            return render(message, game.package, language, names)
        except FAULTS as error:
            note_fault(game, error)
            return message.key

    return Raw(json.encode(written(part, text)))


# Readers of one language have most parts in common, and so have most tables.
_encoded = lru_cache(KEPT_PARTS)(_encode)


class GameTexts:
    """The texts of the game that is played in a match.

    Args:
        match: the match, for the names of its players.
    """

    def __init__(self, match: Match) -> None:
        self._match, self._game = match, match.game
        self._presentation = match.game.presentation

    def text(self, text: Text, language: str) -> str:
        """Return a text of the game in a language; a string is returned as it is.

        An error in the game's text is raised; see `safely`.

        Raises:
            TypeError: the game gave neither a message nor a string.
        """
        if isinstance(text, Message):
            return render(text, self._game.game.package, language, self._names(language))
        if not isinstance(text, str):
            raise TypeError(f"{text!r} is neither a Message nor a str")
        return text

    def safe_text(self, message: Message, language: str) -> str:
        """Return a text of the game in a language; if it cannot be rendered, its key."""
        return self.safely(lambda: self.text(message, language), message.key)

    def encoder(self, language: str) -> Callable[[Any], Raw]:
        """Return a function that writes a part of a scene as JSON, with its texts in a language."""
        game, names = self._game.game, self._names(language)

        def encode(part: Any) -> Raw:
            try:
                return _encoded(part, game, language, names)
            except TypeError:  # the game put a list into it
                return _encode(part, game, language, names)

        return encode

    def _names(self, language: str) -> tuple[str, ...]:
        names = self._match.names
        if NOBODY.keys().isdisjoint(names):
            return tuple(names)
        return tuple([display_name(name, language) for name in names])

    def game_text(self, key: str, language: str) -> str:
        """Return a text from the game's catalogue by its key, such as "title".

        If the text cannot be rendered, the key is returned.
        """
        return self.safely(lambda: self._game.game.text(key, language), key)

    def action_label(self, state: Struct, action: int, language: str) -> str:
        """Return the description of an action for the seat that the state is redacted for.

        If the game's description fails, the action's name is returned.
        """
        return self.safely(
            lambda: self.text(
                self._presentation.describe_action(state, self._game.edition, action), language
            ),
            self._game.actions.name(action),
        )

    def action_hint(self, state: Struct, action: int, language: str) -> str | None:
        """Return the game's addition to an action's label; None if it has none or fails."""

        def hint() -> str | None:
            found = self._presentation.action_hint(state, self._game.edition, action)
            return None if found is None else self.text(found, language)

        return self.safely(hint, None)

    def safely(self, make: Callable[[], Made], otherwise: Made) -> Made:
        """Return the result of `make`; if it fails, report the fault and return `otherwise`."""
        try:
            return make()
        except FAULTS as error:
            note_fault(self._game.game, error)
            return otherwise
