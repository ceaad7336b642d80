"""The parts of a game as they are printed: which there are, and their drawings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from ducato.core.game import Game, LoadedGame
from ducato.core.i18n import Message, render
from ducato.core.presentation.print_parts import PrintPart, parts_of
from ducato.core.scene import Face, Scene, written_face, written_text
from ducato.printing.book import Printed
from ducato.printing.drawings import Sketch, draw, symbols
from ducato.printing.flat import Flattener
from ducato.table.views.component_list import MODULE

SPECTATOR = -1
MOST_CHANCE_STEPS = 10_000


class Deck(NamedTuple):
    """Parts of one sort and one size with one back.

    Attributes:
        name, sort: as of its parts.
        parts: each once: its id, its title, how many copies there are, and its face.
        back: the other side of all of them.
    """

    name: str
    sort: str
    parts: list[tuple[str, str, int, Printed]]
    back: Printed | None


def declared_parts(loaded: LoadedGame) -> list[PrintPart]:
    """Return the parts that a game declares, or else one of each component that it lists."""
    game = loaded.game
    if (module := game.optional_module("print_parts")) is not None:
        found: list[PrintPart] = module.print_parts(loaded.edition)
        return found
    if (module := game.optional_module(MODULE)) is not None:
        return parts_of(module.component_list(loaded.edition))
    return []


class Studio:
    """Draws what a game consists of, in one language.

    Attributes:
        loaded: the game, for its greatest number of players.
        language: the language of the texts.
    """

    def __init__(self, game: Game, edition: str | None, language: str) -> None:
        self.loaded = game.load(max(game.players), edition)
        self.game, self.language = game, language
        self._text = partial(render, package=game.package, language=language)
        self._flattener = Flattener(symbols(game))

    def text(self, words: Message | str) -> str:
        """Return a text of the game."""
        return written_text(words, self._text)

    def decks(self, sorts: tuple[str, ...]) -> list[Deck]:
        """Return the game's parts of these sorts."""
        parts = [part for part in declared_parts(self.loaded) if part.sort in sorts]
        sketches = [Sketch(part.kind, self._face(part.face)) for part in parts]
        backs = {part.deck: part.back for part in parts if part.back is not None}
        sketches += [Sketch(self._back_kind(parts, deck), self._face(back))
                     for deck, back in backs.items()]  # fmt: skip
        printed = self._printed(sketches, [*(part.id for part in parts), *map(_behind, backs)])
        sides = dict(zip(backs, printed[len(parts) :], strict=True))
        drawn = list(zip(parts, printed, strict=False))
        decks = []
        for sort in sorts:
            of_sort = [pair for pair in drawn if pair[0].sort == sort]
            keys = {(part.deck, one.box): None for part, one in of_sort}
            for deck, box in keys:
                rows = [
                    (part.id, self.text(part.face.title), part.copies, one)
                    for part, one in of_sort
                    if (part.deck, one.box) == (deck, box)
                ]
                decks.append(Deck(deck, sort, rows, sides.get(deck)))
        return decks

    @staticmethod
    def _back_kind(parts: list[PrintPart], deck: str) -> str:
        return next(part.kind for part in parts if part.deck == deck)

    def _face(self, face: Face) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(written_face(face, self._text))
        return plain

    def _printed(self, sketches: list[Sketch], names: list[str]) -> list[Printed]:
        drawn = zip(names, draw(self.game, sketches), strict=True)
        return [Printed(name, *self._flattener.flat(tree)) for name, tree in drawn]


def _behind(deck: str) -> str:
    return f"back of {deck}"


__all__ = ["Deck", "Iterator", "Scene", "Studio", "groupby"]
