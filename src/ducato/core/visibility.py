"""Secrecy, derived once from what a state declares: `redact` and `resample`.

A card is hidden from a seat if its place is (`core.record.Cards.sees`) and nobody has shown it to
that seat; `EVERYBODY`, all bits set, shows it to the spectators too. How many cards lie in a place
is always public. So a seat knows the set of hidden cards and the number of them in each place, and
nothing else: the worlds it cannot tell apart are all ways to deal the ones into the others, and
every one is equally likely. Seat -1 is the spectator.

A game may declare that seats know more, by putting cards and places into classes for each seat
(`core.record.Cards.classes`): then hidden cards are dealt only into places of their own class. A
seat's row of classes is its own knowledge, so `redact` blanks those of the others; in a world that
was dealt again the others know the less, until the rules tell them something new.

This module must not know any game; no game writes hiding code of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ducato.core.chance import below
from ducato.core.record import EVERYBODY, UNKNOWN, Cards, Record
from ducato.core.verbs import rule

SPECTATOR = -1
"""The seat of those who only watch."""


@rule
def blank_hidden(place: Any, shown: Any, sees: Any, seat: int) -> None:
    """Forget the places of the cards that are hidden from `seat`, and who knows them."""
    for card in range(len(place)):
        if place[card] == UNKNOWN:
            continue
        seer = sees[place[card]]
        if seer == EVERYBODY:
            continue
        if seat == SPECTATOR:
            known = shown[card] == EVERYBODY
        else:
            known = seer == seat or (int(shown[card]) >> seat) & 1 == 1
        if not known:
            place[card] = UNKNOWN
            shown[card] = 0


@rule
def deal_unknown(place: Any, held: Any, sees: Any, rng: Any) -> None:
    """Deal the cards of unknown place into the places that lack cards, uniformly."""
    unknown = 0
    for card in range(len(place)):
        if place[card] == UNKNOWN:
            unknown += 1
    for where in range(len(held)):
        if sees[where] == EVERYBODY:
            continue
        missing = int(held[where])
        for card in range(len(place)):
            if place[card] == where:
                missing -= 1
        while missing > 0 and unknown > 0:
            chosen = below(rng, unknown)
            for card in range(len(place)):
                if place[card] == UNKNOWN:
                    if chosen == 0:
                        place[card] = where
                        break
                    chosen -= 1
            missing -= 1
            unknown -= 1


@rule
def blank_rows(rows: Any, seat: int) -> None:
    """Forget every row but that of `seat`; the last one is the spectators'."""
    own = seat if seat >= 0 else len(rows) - 1
    for row in range(len(rows)):
        if row != own:
            for column in range(rows.shape[1]):
                rows[row, column] = 0


@rule
def class_of(rows: Any, column: int) -> int:
    """The class of a card or place, when every row but the reader's own is blank."""
    found = 0
    for row in range(len(rows)):
        found = max(found, int(rows[row, column]))
    return found


@rule
def deal_classes(
    place: Any, held: Any, card_class: Any, place_class: Any, sees: Any, rng: Any
) -> None:
    """Deal as `deal_unknown` does, each card into a place of its class."""
    for where in range(len(held)):
        if sees[where] == EVERYBODY:
            continue
        missing = int(held[where])
        if missing == 0:
            continue
        unknown = 0
        wanted = class_of(place_class, where)
        for card in range(len(place)):
            if place[card] == where:
                missing -= 1
            elif place[card] == UNKNOWN and class_of(card_class, card) == wanted:
                unknown += 1
        while missing > 0 and unknown > 0:
            chosen = below(rng, unknown)
            for card in range(len(place)):
                if place[card] == UNKNOWN and class_of(card_class, card) == wanted:
                    if chosen == 0:
                        place[card] = where
                        break
                    chosen -= 1
            missing -= 1
            unknown -= 1


def _card_fields(record: type[Record]) -> list[tuple[str, Cards]]:
    return [(name, f.cards) for name, f in record.fields.items() if f.cards is not None]


def hide(state: Any, seat: int) -> None:
    """Blank, in place, everything that is hidden from `seat`."""
    for name, declared in _card_fields(type(state)):
        blank_hidden(state[name], state[declared.shown], declared.sees, seat)
        for rows in declared.classes or ():
            blank_rows(state[rows], seat)


def deal_hidden(state: Any, rng: Any) -> None:
    """Deal, in place, what `hide` blanked: one of the possible worlds, uniformly."""
    for name, declared in _card_fields(type(state)):
        if declared.classes is None:
            deal_unknown(state[name], state[declared.held], declared.sees, rng)
        else:
            of_card, of_place = (state[rows] for rows in declared.classes)
            deal_classes(state[name], state[declared.held], of_card, of_place, declared.sees, rng)


def _chained(links: list[Callable[..., None]]) -> Callable[..., None]:
    """One function that calls all `links` with (state, argument), in a form that Numba compiles."""
    from numba.extending import register_jitable

    def nothing(state: Any, argument: Any) -> None:
        pass

    def joined(first: Callable[..., None], rest: Callable[..., None]) -> Callable[..., None]:
        first, rest = register_jitable(first), register_jitable(rest)

        def both(state: Any, argument: Any) -> None:
            first(state, argument)
            rest(state, argument)

        return both

    chain: Callable[..., None] = nothing
    for link in reversed(links):
        chain = joined(link, chain)
    return chain


def compiled_hide(record: type[Record]) -> Callable[..., None]:
    """`hide` for one class of states, with the names of its fields as constants for Numba."""

    def link(name: str, shown: str, sees: tuple[int, ...]) -> Callable[..., None]:
        return lambda state, seat: blank_hidden(state[name], state[shown], sees, seat)

    def forget(rows: str) -> Callable[..., None]:
        return lambda state, seat: blank_rows(state[rows], seat)

    links = []
    for name, declared in _card_fields(record):
        links.append(link(name, declared.shown, declared.sees))
        links.extend(forget(rows) for rows in declared.classes or ())
    return _chained(links)


def compiled_deal(record: type[Record]) -> Callable[..., None]:
    """`deal_hidden` for one class of states, with the names of its fields as constants."""

    def link(name: str, held: str, sees: tuple[int, ...]) -> Callable[..., None]:
        return lambda state, rng: deal_unknown(state[name], state[held], sees, rng)

    def link_classes(
        name: str, held: str, of_card: str, of_place: str, sees: tuple[int, ...]
    ) -> Callable[..., None]:
        return lambda state, rng: deal_classes(
            state[name], state[held], state[of_card], state[of_place], sees, rng
        )

    links = []
    for name, c in _card_fields(record):
        if c.classes is None:
            links.append(link(name, c.held, c.sees))
        else:
            links.append(link_classes(name, c.held, *c.classes, c.sees))
    return _chained(links)


DERIVED = {hide: compiled_hide, deal_hidden: compiled_deal}
"""Functions over states whose compiled form is made for each class, for `core.kernels`."""


def redact(state: Record, seat: int) -> Record:
    """A copy of `state` in which everything hidden from `seat` is blanked.

    All that a person, a bot or the wire gets is made from such a copy. Its bytes are the key of
    the information set: two worlds that `seat` cannot tell apart have equal ones.
    """
    copy = state.copy()
    hide(copy, seat)
    return copy


def resample(state: Record, seat: int, rng: Any) -> Record:
    """One of the worlds that `seat` cannot tell from `state`, drawn uniformly.

    `state` may be redacted already.
    """
    copy = redact(state, seat)
    deal_hidden(copy, rng)
    return copy
