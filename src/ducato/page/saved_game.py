"""A game as the page keeps it: one text with everything that is needed to go on.

The text has two lines: a checksum, and JSON. Games that come from a file are replayed step by step,
so that what was damaged is noticed; what the page itself has kept is opened from its last state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from contextlib import suppress
from typing import Annotated, Any

import msgspec

from ducato.bots.analysis import pack, unpack
from ducato.core import verbs
from ducato.core.chance import CommittedStream
from ducato.core.editing import check_lawful
from ducato.core.errors import DamagedRecord
from ducato.core.game import find_game, restore
from ducato.core.match import Match, Step
from ducato.core.snapshot import Snapshot
from ducato.table.seats import TableSeat, contributions
from ducato.table.setup.create import MOST_SEATS, reopen
from ducato.table.setup.levels import STAND_IN
from ducato.table.table import LiveTable

FORM, FORM_SET_UP = 1, 2
"""The versions of the form in which games are kept, dealt or with a position set up by hand."""


Actor = Annotated[int, msgspec.Meta(ge=verbs.CHANCE, le=MOST_SEATS - 1)]
Action = Annotated[int, msgspec.Meta(ge=-1, le=2**31 - 1)]


class SavedGame(msgspec.Struct, frozen=True):
    """A table as it is kept.

    Attributes:
        ducato_game: the version of the form.
        state: the layout and the bytes of the present state, the latter in hexadecimal digits;
            None before the deal.
        created: when the table was made, in milliseconds since 1970.
        updated: when it changed, in milliseconds since 1970.
        analysis: the packed analysis of a finished game; None if there is none.
        start: the position set up by hand with which it began, in hexadecimal digits, or None.
        branch_of: see `table.state.TableState`.
    """

    ducato_game: int
    id: str
    game: str
    edition: str
    options: dict[str, Any]
    values: dict[str, Any]
    rules_version: int
    seats: list[TableSeat]
    seed: str
    steps: list[tuple[Actor, Action]]
    begun: bool
    substitute: str
    rematch: str | None
    state: tuple[str, str] | None
    created: int
    updated: int
    analysis: str | None = None
    start: str | None = None
    branch_of: str | None = None


_decoder = msgspec.json.Decoder(SavedGame)


def write(table: LiveTable, created: int, now: int) -> str:
    """Return the text that keeps a table."""
    match = table.match
    snapshot = Snapshot.of(match) if match.begun else None
    analysis = table.state.analysis
    saved = SavedGame(
        ducato_game=FORM if match.start is None else FORM_SET_UP,
        id=table.id,
        game=match.game.name,
        edition=match.game.edition_name,
        options=dict(match.game.options),
        values=match.game.recorded_values(),
        rules_version=match.game.game.rules_version,
        seats=list(table.roster.seats),
        seed=match.stream.seed.hex(),
        steps=[(step.actor, step.action) for step in match.steps],
        begun=match.begun,
        substitute=table.roster.substitute,
        rematch=table.state.rematch,
        state=None if snapshot is None else (snapshot.layout, snapshot.state.hex()),
        created=created,
        updated=now,
        analysis=None if analysis is None else pack(analysis),
        start=None if match.start is None else match.start.hex(),
        branch_of=table.state.branch_of,
    )
    contents = msgspec.json.encode(saved).decode()
    return f"{_checksum(contents)}\n{contents}"


def read(text: str) -> SavedGame:
    """Return the game that a text keeps.

    Raises:
        DamagedRecord: the text was damaged or edited, or is none of ours.
    """
    checksum, _, contents = text.partition("\n")
    if checksum != _checksum(contents):
        raise DamagedRecord(1, "its checksum is wrong")
    try:
        saved = _decoder.decode(contents)
    except msgspec.DecodeError as error:
        raise DamagedRecord(2, str(error)) from error
    form = FORM if saved.start is None else FORM_SET_UP
    if saved.ducato_game != form:
        raise DamagedRecord(2, f"its form is {saved.ducato_game}, not {form}")
    return saved


def to_table(saved: SavedGame, *, trusted: bool) -> LiveTable:
    """Return a live table.

    Args:
        saved: the game.
        trusted: whether to take its last state as it is, without replaying the steps.

    Raises:
        ChangedEdition, DamagedRecord, UnknownName, BadValue, BrokenGame, OtherRules: see
            `table.setup.create.reopen`.
    """
    snapshot = None
    start = None if saved.start is None else _start(saved, trusted)
    try:
        seed = bytes.fromhex(saved.seed)
        # What is wrong with them is no fault of the game, as it would be found below.
        CommittedStream(seed or None, contributions(saved.seats))
        if trusted and saved.state is not None:
            layout, state = saved.state
            snapshot = Snapshot(len(saved.steps), layout, bytes.fromhex(state))
    except ValueError as error:
        raise DamagedRecord(2, str(error)) from error
    if saved.begun and not seed and snapshot is None:
        raise DamagedRecord(2, "without its seed it cannot be replayed")
    table = reopen(
        saved.id,
        saved.game,
        saved.edition,
        saved.options,
        saved.rules_version,
        saved.seats,
        seed,
        [Step(*step) for step in saved.steps],
        values=saved.values,
        begun=saved.begun,
        snapshot=snapshot,
        start=start,
        substitute=saved.substitute,
        rematch=saved.rematch,
    )
    table.state.branch_of = saved.branch_of
    if saved.analysis is not None and table.match.is_over():
        with suppress(ValueError, TypeError, KeyError):  # it has another form: it is made anew
            table.set_analysis(unpack(saved.analysis))
    return table


def _start(saved: SavedGame, trusted: bool) -> bytes:
    """Return the position with which a game began; it is lawful unless it is `trusted`.

    Raises:
        ChangedEdition, DamagedRecord, UnknownName, BadValue, OtherRules: see `to_table`.
    """
    game = restore(
        find_game(saved.game),
        len(saved.seats),
        saved.edition,
        saved.options,
        rules_version=saved.rules_version,
        values=saved.values,
    )
    try:
        state = game.State.of(bytes.fromhex(saved.start or ""))
        if not trusted:
            check_lawful(game, state, tried=True)
    except ValueError as error:
        raise DamagedRecord(2, str(error)) from error
    return state.tobytes()


def from_record(
    lines: list[str], table_id: str, person: str, own: Collection[int] | None = None
) -> LiveTable:
    """Return the table of a finished game, as its record has it.

    Args:
        lines: the record.
        table_id: the id of the table.
        person: the id of the reader.
        own: the seats of the reader, the others being bots'; None for all seats.

    Raises:
        DamagedRecord: a line is wrong, or the game is not over.
        BrokenGame, ChangedEdition, OtherRules: see `Match.from_lines`.
    """
    match = Match.from_lines(lines)
    if not match.is_over():
        raise DamagedRecord(len(lines), "the game is not over")
    drawn = match.stream.contributions
    seats = [
        TableSeat(seat, name, None, person, entropy=drawn.get(seat))
        if own is None or seat in own
        else TableSeat(seat, name, STAND_IN, entropy=drawn.get(seat))
        for seat, name in enumerate(match.names)
    ]
    return LiveTable(table_id, match, seats, substitute=STAND_IN)


def _checksum(contents: str) -> str:
    return "ducato " + hashlib.sha256(contents.encode()).hexdigest()
