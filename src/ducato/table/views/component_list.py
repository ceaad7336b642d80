"""The lists of the games' components, with numbers of an edition and texts in a language.

A game declares its list in the optional module `component_list`; see `core.scene`.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import msgspec

from ducato.core.defaults import DefaultScene, listed_cards
from ducato.core.errors import FAULTS, BrokenGame, UnknownName
from ducato.core.game import Game, LoadedGame, note_fault
from ducato.core.i18n import Message, render
from ducato.core.scene import Component, ComponentGroup, written_face, written_text

MODULE = "component_list"
"""The name of the module, and of its function."""


class ListedComponent(msgspec.Struct, frozen=True, omit_defaults=True):
    """A component with its numbers.

    Attributes:
        id: also the anchor of the component in the page of the rules.
        kind, face: what a client draws, as for the pieces of a table; see ``docs/protocol.md``.
        cells: a number or text for each column of the group; an empty text for an empty cell.
        x, y: the middle of a region on its map; else null.
    """

    id: str
    kind: str
    name: str
    face: dict[str, Any]
    cells: list[int | str]
    x: int | None = None
    y: int | None = None


class ListedGroup(msgspec.Struct, frozen=True):
    """Components with the same columns, such as all buildings."""

    id: str
    title: str
    columns: list[str]
    components: list[ListedComponent]


class ComponentList(msgspec.Struct, frozen=True):
    """All components of a game in an edition; `groups` is empty if it has none."""

    edition: str
    groups: list[ListedGroup]


def component_list(game: Game, edition: str, language: str) -> ComponentList:
    """Return the components of a game with the numbers of an edition.

    The list is for the greatest number of players, with which all components are used. If the game
    declares none, it has the cards; it is empty if a declaration is faulty, which is reported.

    Raises:
        UnknownName: the game has no such edition.
    """
    if edition not in game.editions:
        raise UnknownName(f"edition of {game.name}", edition, game.editions)
    groups: list[ListedGroup] = []
    try:
        groups = list(_groups(game, edition, language))
    except FAULTS as error:
        note_fault(game, error)
    return ComponentList(edition, groups)


def groups_of(loaded: LoadedGame) -> list[ComponentGroup]:
    """Return the groups that a game declares, or else its cards."""
    game = loaded.game
    if (module := game.optional_module(MODULE)) is not None:
        declared: list[ComponentGroup] = module.component_list(loaded.edition)
        return declared
    drawn = DefaultScene(game.package, loaded.actions, max(game.players))
    return listed_cards(game.package, drawn, loaded.State, loaded.edition)


def _groups(game: Game, edition: str, language: str) -> tuple[ListedGroup, ...]:
    groups = groups_of(game.load(max(game.players), edition))
    _check(game, groups)
    text = partial(render, package=game.package, language=language)

    def cell(value: int | Message | str) -> int | str:
        return written_text(value, text) if isinstance(value, Message | str) else int(value)

    def component(one: Component) -> ListedComponent:
        return ListedComponent(
            anchor(one.id),
            one.kind,
            written_text(one.name, text),
            msgspec.to_builtins(written_face(one.face, text)),
            [cell(value) for value in one.cells],
            one.x,
            one.y,
        )

    return tuple(
        ListedGroup(
            anchor(group.id),
            written_text(group.title, text),
            [written_text(column, text) for column in group.columns],
            [component(one) for one in group.components],
        )
        for group in groups
    )


def anchor(name: str) -> str:
    """Return the id of a component or group as an anchor: ``card:mill`` is at ``#card-mill``."""
    return name.replace(":", "-")


def _check(game: Game, groups: list[ComponentGroup]) -> None:
    """Check that every row fills the columns of its group, and that no id is there twice.

    Raises:
        BrokenGame: one of these does not hold.
    """
    components = [component for group in groups for component in group.components]
    for ids in ([group.id for group in groups], [component.id for component in components]):
        twice = [name for name, number in Counter(map(anchor, ids)).items() if number > 1]
        if twice:
            raise BrokenGame(game.name, f"lists {twice[0]!r} twice")
    for group in groups:
        for component in group.components:
            if len(component.cells) != len(group.columns):
                raise BrokenGame(
                    game.name,
                    f"lists {component.id!r} with {len(component.cells)} cells for"
                    f" {len(group.columns)} columns",
                )
