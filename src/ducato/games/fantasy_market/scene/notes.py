"""A seat's knowledge of this turn's choice: the cards already gone, and those it passed on.

It is read from the seat's own row of classes (`rules.turns`), which nobody else sees
[fantasy-market 10.2]. Who took a hidden card is never said.
"""

from __future__ import annotations

from functools import cache, lru_cache

from ducato.core.i18n import say
from ducato.core.scene import Area, Face, Piece

from ..narration.words import card_name
from ..parts import CARD_JOB, CARDS, JOBS, Zone
from ..rules.turns import OLD_DECK, PASSED_ON, TAKEN_BEFORE
from ..state import Phase
from .kept import KEPT
from .reader import Reader


def known_cards(reader: Reader) -> dict[str, tuple[int, ...]]:
    """Return the cards of each kind of note; there are none while what was left lies open."""
    if not _has_chosen(reader) or Zone.DECK in reader.state.zone.tolist():
        return {}
    notes = {"passed": passed_on(reader), "gone": gone_before(reader)}
    return {kind: tuple(cards) for kind, cards in notes.items() if cards}


@cache
def note_area(kind: str, seat: int) -> Area:
    """Return the row for the reader's notes of a kind."""
    return Area(kind, "row", say(f"area.{kind}"), f"seat:{seat}", seat, "mine")


@lru_cache(KEPT)
def note_pieces(kind: str, cards: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return a counter for the notes of a kind and a marker for each of their cards."""
    names = [card_name(CARD_JOB[card]) for card in cards]
    face = Face(say(f"line.{kind}"), str(len(cards)))
    label = say(f"label.{kind}.all", cards=names)
    counter = Piece(f"{kind}:all", "counter", kind, face, label)
    return counter, *(_marker(kind, card, order) for order, card in enumerate(cards, start=1))


def _marker(kind: str, card: int, order: int) -> Piece:
    job = CARD_JOB[card]
    words = {"card": card_name(job)}
    face = Face(say("card", **words), glyphs=(JOBS[job],), tone="ink")
    return Piece(f"{kind}:{order}", "marker", kind, face, say(f"label.{kind}", **words), order)


def _position(reader: Reader) -> int:
    """Return the number of seats that choose before the reader's."""
    return int((reader.seat - reader.state.first) % reader.edition.players)


def _has_chosen(reader: Reader) -> bool:
    """Return whether the reader is a seat that has chosen a card in this turn."""
    state = reader.state
    if reader.seat < 0 or state.turns == 0 or state.phase == Phase.OVER:
        return False
    return state.phase != Phase.CHOOSE_CARD or _position(reader) < state.acted


def _in_the_draft(reader: Reader) -> list[int]:
    """Return the cards among which the seats choose this turn, without the reader's own choice."""
    state, seat = reader.state, reader.seat
    cards = [
        card
        for card in range(CARDS)
        if state.zone[card] not in (Zone.BOX, Zone.DISCARD, Zone.CHOSEN + seat)
    ]
    for card in cards:  # a seat takes the first of equal cards
        mine = state.zone[card] == Zone.REVEALED and CARD_JOB[card] == state.played[seat]
        if mine and state.card_class[seat, card] == PASSED_ON:
            cards.remove(card)
            break
    return cards


def _chose_from_old_deck(reader: Reader) -> bool:
    """Return whether the deck ran out after the reader's choice."""
    return bool(reader.state.turned) and _position(reader) < reader.state.turned - 1


def passed_on(reader: Reader) -> list[int]:
    """Return the cards that the reader passed on in this turn, wherever they are now."""
    if not _has_chosen(reader):
        return []
    own = reader.state.card_class
    wanted = OLD_DECK if _chose_from_old_deck(reader) else PASSED_ON
    return [card for card in _in_the_draft(reader) if own[reader.seat, card] == wanted]


def gone_before(reader: Reader) -> list[int]:
    """Return the cards that the reader knows to have been taken before their own choice."""
    if not _has_chosen(reader):
        return []
    own = reader.state.card_class
    wanted = [TAKEN_BEFORE] if _chose_from_old_deck(reader) else [TAKEN_BEFORE, OLD_DECK]
    return [card for card in _in_the_draft(reader) if own[reader.seat, card] in wanted]
