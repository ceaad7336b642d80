"""Secrecy, derived from the declarations of a state: `redact` and `resample`.

A card is hidden from a seat if its zone is hidden from that seat (`core.struct.Cards.sees`) and
the card has not been shown to it. A card shown to `EVERYBODY` (all bits set) is known to the
spectators, too. The number of cards in a zone is always public. So a seat knows the set of hidden
cards and their number in each zone, and nothing else. The worlds that it cannot tell apart are all
the ways to deal these cards into these zones, and all of them are equally likely. Seat -1 is the
spectator.

A game may declare further knowledge by assigning classes to cards (`core.struct.cards`). A hidden
card is then dealt only into a zone that lacks a card of its class. Classes are either public, or
listed in a separate row for each seat. Such a row is private knowledge, so `redact` blanks the rows
of other seats; in a resampled world these seats know less, until the rules give them new knowledge.

Or a game has its seats remember what came into the deck and was drawn since (`core.memory`). Then
the hidden cards are dealt so that the reader can have seen what it has seen.

Numbers may have owners, who alone see them until they are revealed (`hidden_numbers`).

No game implements its own hiding.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ducato.core.chance import below
from ducato.core.memory.dealing import deal_noted
from ducato.core.memory.journal import READ_BY_NOBODY, blank_journal
from ducato.core.struct import EVERYBODY, UNKNOWN, Cards, Struct
from ducato.core.verbs import Mark, chained, derived, rule
from ducato.core.visibility.hidden_numbers import blanking, drawing

SPECTATOR = -1
"""The seat number of spectators."""


@rule
def blank_hidden(zone: Any, shown: Any, sees: Any, seat: int) -> None:
    """Blank the zones of the cards hidden from `seat`, and the masks of seats that know them."""
    for card in range(len(zone)):
        where = zone[card]
        if where == UNKNOWN or sees[where] == EVERYBODY:
            continue
        seer = sees[where]
        if seat == SPECTATOR:
            known = shown[card] == EVERYBODY
        else:
            known = seer == seat or (int(shown[card]) >> seat) & 1 == 1
        if not known:
            zone[card] = UNKNOWN
            shown[card] = 0


@rule
def count_unknown(zone: Any) -> int:
    """Return the number of cards whose zone is unknown."""
    unknown = 0
    for card in range(len(zone)):
        if zone[card] == UNKNOWN:
            unknown += 1
    return unknown


@rule
def deal_into(zone: Any, where: int, missing: int, unknown: int, rng: Any) -> int:
    """Deal `missing` of the `unknown` cards into one zone; return the number still unknown.

    The cards are drawn at random. If there are too few, all of them are dealt.
    """
    while missing > 0 and unknown > 0:
        chosen = below(rng, unknown)
        for card in range(len(zone)):
            if zone[card] == UNKNOWN:
                if chosen == 0:
                    zone[card] = where
                    break
                chosen -= 1
        missing -= 1
        unknown -= 1
    return unknown


@rule
def deal_unknown(zone: Any, held: Any, sees: Any, rng: Any) -> None:
    """Deal the cards of unknown zone into the zones that lack cards, all ways equally likely."""
    unknown = count_unknown(zone)
    for where in range(len(held)):
        if sees[where] == EVERYBODY:
            continue
        missing = int(held[where])
        for card in range(len(zone)):
            if zone[card] == where:
                missing -= 1
        unknown = deal_into(zone, where, missing, unknown, rng)


@rule
def blank_rows(rows: Any, seat: int) -> None:
    """Blank every row except that of `seat`; the last row is the spectators'."""
    own = seat if seat >= 0 else len(rows) - 1
    for row in range(len(rows)):
        if row != own:
            for column in range(rows.shape[1]):
                rows[row, column] = 0


@rule
def class_of(rows: Any, column: int) -> int:
    """Return the class of a card or zone, from a public field or the only row not blanked."""
    if rows.ndim == 1:
        return int(rows[column])
    found = 0
    for row in range(len(rows)):
        found = max(found, int(rows[row, column]))
    return found


@rule
def deal_class(zone: Any, where: int, missing: int, of_card: Any, wanted: int, rng: Any) -> None:
    """Deal `missing` unknown cards of the class `wanted`, drawn at random, into one zone."""
    unknown = 0
    for card in range(len(zone)):
        if zone[card] == UNKNOWN and class_of(of_card, card) == wanted:
            unknown += 1
    while missing > 0 and unknown > 0:
        chosen = below(rng, unknown)
        for card in range(len(zone)):
            if zone[card] == UNKNOWN and class_of(of_card, card) == wanted:
                if chosen == 0:
                    zone[card] = where
                    break
                chosen -= 1
        missing -= 1
        unknown -= 1


@rule
def deal_own_classes(zone: Any, held: Any, of_card: Any, of_zone: Any, sees: Any, rng: Any) -> None:
    """Deal as `deal_unknown` does, but each card only into a zone of its class (see `class_of`)."""
    for where in range(len(held)):
        if sees[where] == EVERYBODY or held[where] == 0:
            continue
        missing = int(held[where])
        for card in range(len(zone)):
            if zone[card] == where:
                missing -= 1
        deal_class(zone, where, missing, of_card, class_of(of_zone, where), rng)


@rule
def deal_rest(zone: Any, held: Any, sees: Any, rng: Any) -> None:
    """Deal the remaining cards, of any class, into the zones that still lack cards."""
    unknown = count_unknown(zone)
    for where in range(len(sees)):
        if unknown == 0:
            return
        if sees[where] == EVERYBODY:
            continue
        missing = 0
        for row in range(len(held)):
            missing += int(held[row, where])
        for card in range(len(zone)):
            if zone[card] == where:
                missing -= 1
        unknown = deal_into(zone, where, missing, unknown, rng)


@rule
def deal_public_classes(zone: Any, held: Any, of_card: Any, sees: Any, rng: Any) -> None:
    """Deal as `deal_unknown` does, class by class, then the cards whose class nobody knows."""
    for wanted in range(len(held)):
        for where in range(len(sees)):
            if sees[where] == EVERYBODY or held[wanted, where] == 0:
                continue
            missing = int(held[wanted, where])
            for card in range(len(zone)):
                if zone[card] == where and of_card[card] == wanted:
                    missing -= 1
            deal_class(zone, where, missing, of_card, wanted, rng)
    deal_rest(zone, held, sees, rng)


def _card_fields(struct: type[Struct]) -> list[tuple[str, Cards]]:
    return [(name, f.cards) for name, f in struct.fields.items() if f.cards is not None]


class _Links(NamedTuple):
    """What interpreted code hides in a class of states.

    Attributes:
        cards: the names of the fields that hold cards, with their declarations.
        blank, draw: the functions that blank and draw the hidden numbers.
    """

    cards: list[tuple[str, Cards]]
    blank: list[Callable[..., None]]
    draw: list[Callable[..., None]]


_LINKS: dict[type[Struct], _Links] = {}


def _links(struct: type[Struct]) -> _Links:
    if struct not in _LINKS:
        draw = drawing(struct, lambda function: function)
        _LINKS[struct] = _Links(_card_fields(struct), blanking(struct), draw)
    return _LINKS[struct]


def _own_rows(declared: Cards) -> tuple[str, ...]:
    """Return the names of the fields that hold a row of classes for each seat, if any."""
    return declared.classes if len(declared.classes) > 1 else ()


def hide(state: Any, seat: int) -> None:
    """Blank in place everything that is hidden from `seat`, or from spectators if it is -1."""
    links = _links(type(state))
    for name, declared in links.cards:
        blank_hidden(state[name], state[declared.shown], declared.sees, seat)
        for rows in _own_rows(declared):
            blank_rows(state[rows], seat)
        if declared.remembered:
            blank_journal(state, declared.sees, seat)
    for blank in links.blank:
        blank(state, seat)


def deal_hidden(state: Any, rng: Any) -> None:
    """Deal and draw what `hide` has blanked, in place and uniformly over all possible worlds."""
    for name, declared in _card_fields(type(state)):
        zone, held, sees = state[name], state[declared.held], declared.sees
        if declared.remembered:
            backs = state[declared.classes[0]] if declared.classes else zone
            if deal_noted(state, held, backs, sees, rng):
                continue
        match [state[rows] for rows in declared.classes]:
            case []:
                deal_unknown(zone, held, sees, rng)
            case [of_card]:
                deal_public_classes(zone, held, of_card, sees, rng)
            case [of_card, of_zone]:
                deal_own_classes(zone, held, of_card, of_zone, sees, rng)
    for draw in _links(type(state)).draw:
        draw(state, rng)


def deal_playout(state: Any, rng: Any) -> None:
    """Deal as `deal_hidden` does, for a world that is played out without ever being hidden again.

    In it no moves are noted (`core.memory`), which saves time.
    """
    deal_hidden(state, rng)
    if any(declared.remembered for _, declared in _card_fields(type(state))):
        state.reader = READ_BY_NOBODY


def _as_array(sees: tuple[int, ...]) -> Any:
    """Return numbers as Numba looks up a variable index in them much faster than in a tuple."""
    import numpy as np

    return np.array(sees)


def compiled_hide(struct: type[Struct], mark: Mark) -> Callable[..., None]:
    """Return `hide` for one class of states, with the field names as constants for Numba."""

    def link(name: str, shown: str, sees: Any) -> Callable[..., None]:
        return lambda state, seat: blank_hidden(state[name], state[shown], sees, seat)

    def forget(rows: str) -> Callable[..., None]:
        return lambda state, seat: blank_rows(state[rows], seat)

    def forget_moves(sees: Any) -> Callable[..., None]:
        return lambda state, seat: blank_journal(state, sees, seat)

    links = []
    for name, declared in _card_fields(struct):
        links.append(link(name, declared.shown, _as_array(declared.sees)))
        links.extend(forget(rows) for rows in _own_rows(declared))
        if declared.remembered:
            links.append(forget_moves(_as_array(declared.sees)))
    return chained([*links, *blanking(struct)], mark)


def compiled_deal(struct: type[Struct], mark: Mark) -> Callable[..., None]:
    """Return `deal_hidden` for one class of states, with the field names as constants for Numba."""

    def link(name: str, declared: Cards) -> Callable[..., None]:
        held, sees = declared.held, _as_array(declared.sees)
        match declared.classes:
            case ():
                return lambda state, rng: deal_unknown(state[name], state[held], sees, rng)
            case (of_card,):
                return lambda state, rng: deal_public_classes(
                    state[name], state[held], state[of_card], sees, rng
                )
            case (of_card, of_zone):
                return lambda state, rng: deal_own_classes(
                    state[name], state[held], state[of_card], state[of_zone], sees, rng
                )
        raise TypeError(f"{name}: classes are public (one field) or each seat's own (two)")

    def remembering(name: str, declared: Cards) -> Callable[..., None]:
        otherwise, held, sees = mark(link(name, declared)), declared.held, _as_array(declared.sees)

        backs = declared.classes[0] if declared.classes else name

        def deal(state: Any, rng: Any) -> None:
            if not deal_noted(state, state[held], state[backs], sees, rng):
                otherwise(state, rng)

        return deal

    links = [
        (remembering if declared.remembered else link)(name, declared)
        for name, declared in _card_fields(struct)
    ]
    return chained([*links, *drawing(struct, mark)], mark)


def compiled_deal_playout(struct: type[Struct], mark: Mark) -> Callable[..., None]:
    """Return `deal_playout` for one class of states."""

    def stop_notes(state: Any, rng: Any) -> None:
        state.reader = READ_BY_NOBODY

    remembered = any(declared.remembered for _, declared in _card_fields(struct))
    return chained([compiled_deal(struct, mark), *([stop_notes] if remembered else [])], mark)


derived(hide, compiled_hide)
derived(deal_hidden, compiled_deal)
derived(deal_playout, compiled_deal_playout)


def redact(state: Struct, seat: int) -> Struct:
    """Return a copy of `state` in which everything hidden from `seat` is blanked.

    Everything sent to a player, a spectator or a bot is made from such a copy. Its bytes identify
    the information set: they are equal for worlds that `seat` cannot tell apart.
    """
    copy = state.copy()
    hide(copy, seat)
    return copy


def resample(state: Struct, seat: int, rng: Any) -> Struct:
    """Return one of the worlds that `seat` cannot tell from `state`, drawn uniformly.

    The state may already be redacted.
    """
    copy = redact(state, seat)
    deal_hidden(copy, rng)
    return copy
