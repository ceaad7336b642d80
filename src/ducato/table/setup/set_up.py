"""Positions set up by hand: an edited moment of a finished game, and the form to edit it with.

Where there is no such game, quick choices play one: its first moment is that of a new game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

import msgspec

from ducato.core.chance import CommittedStream
from ducato.core.editing import Item, Unlawful, check_lawful, edited, may_edit, position_items
from ducato.core.editing.lawfulness import MOST_EDITS
from ducato.core.game import LoadedGame
from ducato.core.match import Match
from ducato.core.struct import Struct
from ducato.table.screens import ViewReader
from ducato.table.seats import TableSeat
from ducato.table.state import SET_UP
from ducato.table.table import LiveTable
from ducato.table.views.builder import Views
from ducato.table.views.texts import GameTexts

MOST_STEPS = 3_000
"""The maximum number of steps of a game that is played out, a multiple of what games take."""

Choose = Callable[[LoadedGame, Struct, int, int], int]
"""Returns a choice from what a seat sees: see `bots.stand_ins.stand_in`."""


class PositionEdit(msgspec.Struct, frozen=True):
    """An edit of a position: the id of an item, and its new value."""

    id: Annotated[str, msgspec.Meta(max_length=100)]
    value: Annotated[int, msgspec.Meta(le=2**31)]


PositionEdits = Annotated[list[PositionEdit], msgspec.Meta(max_length=MOST_EDITS)]


class PositionRequest(msgspec.Struct, frozen=True):
    """A moment of a finished game with edits, and the seat that looks at the result."""

    seq: Annotated[int, msgspec.Meta(ge=0, le=2**31)]
    seat: Annotated[int, msgspec.Meta(ge=-1, le=100)]
    edits: PositionEdits = []


class FormChoice(msgspec.Struct, frozen=True):
    """A value to choose, with its name, and the seat to which such a place belongs."""

    value: int
    label: str
    seat: int | None


class FormItem(msgspec.Struct, frozen=True):
    """A number or the place of a card, as `core.editing.Item`; `title` is its heading.

    Of the place of a card, `card` is true.
    """

    id: str
    title: str
    label: str
    seat: int | None
    value: int
    low: int
    high: int
    card: bool
    choices: list[FormChoice]


class UnlawfulReason(msgspec.Struct, frozen=True):
    """Why a position is not lawful, and the clause of the rules; "" for none."""

    text: str
    clause: str


class PositionForm(msgspec.Struct, frozen=True):
    """What can be edited at a moment of a finished game, after some edits.

    Attributes:
        seq: the moment: the latest one, up to that asked for, at which a position can be edited, or
            the first after it.
        first: the first such moment of the game.
        of: the number of its steps.
        items: what can be edited, with the values after the edits.
        reason: why the edited position is not lawful; None if it is.
        view: the edited position as a seat sees it; None if it is not lawful.
    """

    seq: int
    first: int
    of: int
    items: list[FormItem]
    reason: UnlawfulReason | None
    view: msgspec.Raw | None


def editable_moment(match: Match, seq: int) -> int | None:
    """Return the latest moment up to `seq` that can be edited, else the next one, or None."""
    moments = [*range(min(seq, match.seq), -1, -1), *range(seq + 1, match.seq + 1)]
    return next((one for one in moments if may_edit(match.game, match.state_at(one))), None)


def played_out(table: LiveTable, choose: Choose) -> LiveTable | None:
    """Return a new table's game as `choose` plays it to its end, at a table where nobody sits.

    Return None if it is not over after `MOST_STEPS`.
    """
    match = table.match
    match.run_chance()
    while not match.is_over():
        if match.seq > MOST_STEPS:
            return None
        seat = match.position.current_player()
        match.act(choose(match.game, match.seen_by(seat), seat, match.seq))
        match.run_chance()
    seats = [TableSeat(seat, name) for seat, name in enumerate(match.names)]
    made = LiveTable("", match, seats)
    made.state.branch_of = SET_UP
    return made


def match_from(
    match: Match, seq: int, edits: Sequence[PositionEdit], names: Sequence[str]
) -> Match:
    """Return a new match, with new chance, that begins with an edited moment of another one.

    Raises:
        Unlawful: the edited position is not lawful.
    """
    moment = editable_moment(match, seq)
    state = edited(match.game, match.state_at(seq if moment is None else moment), _pairs(edits))
    check_lawful(match.game, state, tried=True)
    begun = Match(match.game, CommittedStream(), names, state.tobytes())
    begun.run_chance()
    return begun


def position_form(match: Match, wanted: PositionRequest, language: str) -> PositionForm | None:
    """Return the form; None if the match has no such moment or seat, or no moment can be edited."""
    if wanted.seat >= match.game.players or wanted.seq > match.seq:
        return None
    if (moment := editable_moment(match, wanted.seq)) is None:
        return None
    game, texts, reader = match.game, GameTexts(match), ViewReader(wanted.seat, language)
    before = match.state_at(moment)
    reason, view, state = None, None, before
    try:
        state = edited(game, before, _pairs(wanted.edits))
    except Unlawful as error:
        said = texts.text(error.reason.message, language)
        reason = UnlawfulReason(said, error.reason.clause)
    else:
        shown = Match(game, match.stream, match.names, state.tobytes())
        view = Views(shown).view(0, reader)
    refused = {} if reason is None else dict(_pairs(wanted.edits))
    items = [
        _form_item(game, item, refused.get(item.id, item.value), texts, language)
        for item in position_items(game, state)
    ]
    first = editable_moment(match, 0)
    assert first is not None
    return PositionForm(moment, first, match.seq, items, reason, view)


def _pairs(edits: Sequence[PositionEdit]) -> list[tuple[str, int]]:
    return [(edit.id, edit.value) for edit in edits]


def _form_item(
    game: LoadedGame, item: Item, value: int, texts: GameTexts, language: str
) -> FormItem:
    low, high = item.limits
    return FormItem(
        item.id,
        texts.text(item.editable.title, language),
        texts.text(item.label, language),
        item.seat,
        value,
        low,
        high,
        game.State.fields[item.editable.field].cards is not None,
        [FormChoice(c.value, texts.text(c.label, language), c.seat) for c in item.choices],
    )
