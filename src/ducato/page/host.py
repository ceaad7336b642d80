"""The host of the page's tables: it answers what the client otherwise asks of a server.

It runs in a worker of the page. Texts come in and go out as JSON, so that nothing of Python is left
in the hands of JavaScript. The worker keeps the games; the host gets their texts when it opens one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar
from uuid import uuid4

import msgspec

from ducato.core.chance import below, new_rng
from ducato.core.errors import (
    BrokenGame,
    ChangedEdition,
    DamagedRecord,
    DucatoError,
    OtherRules,
    UnknownName,
)
from ducato.core.game import LoadedGame
from ducato.core.game_record import record_lines
from ducato.core.i18n import LANGUAGES, Message, say
from ducato.core.position import Position
from ducato.core.struct import Struct
from ducato.page import saved_game
from ducato.page.local_table import PERSON, Answer, LocalTable, Setting
from ducato.page.seen_hint import SeenHint
from ducato.table.setup.create import BadTable, BranchRequest, TableRequest, branch, open_table
from ducato.table.setup.lessons import OPPONENT, LessonRequest, open_lesson
from ducato.table.setup.levels import LEVEL_STEPS
from ducato.table.setup.rematch import rematch_of
from ducato.table.setup.set_up import PositionForm, PositionRequest, played_out, position_form
from ducato.table.table import LiveTable
from ducato.table.views.texts import table_text

FOLLOWING = re.compile("/api/tables/([^/]+)/(rematch|branches|position)")
"""The paths of tables and positions that follow from a finished game."""
FORM = re.compile(r"ducato [0-9a-f]{64}\n")
"""How the text of a kept game begins; a record of the server begins with JSON."""


Found = TypeVar("Found", LiveTable, PositionForm)


class RequestRejected(DucatoError):
    """An error raised if a request cannot be carried out.

    Attributes:
        status: the status of the response, as in HTTP.
        message: the reason, from the catalogue `package`.
        field: the wrong field of the request, if there is one.
        choices: its valid values, if they can be listed.
    """

    def __init__(
        self,
        status: int,
        message: Message,
        field: str | None = None,
        choices: list[str] | None = None,
        package: str = "ducato.table",
    ) -> None:
        self.status, self.message, self.field = status, message, field
        self.choices, self.package = choices, package
        super().__init__(message.key)


class ImportRequest(msgspec.Struct, frozen=True):
    """A request to import a game: its text, and the ids of the games that are kept already."""

    text: str
    taken: list[str] = []


class StudyRequest(msgspec.Struct, frozen=True):
    """A finished game of a server to be analysed: the table, its record, the reader's seats.

    `kept` is the text of an earlier analysis, if there is one.
    """

    table: str
    record: str
    own: list[int]
    kept: str | None = None


class Response(msgspec.Struct, frozen=True):
    """The response to a request, with the table to keep if it made one."""

    status: int
    data: Any
    table: str | None = None
    answer: Answer | None = None


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened, with what bots must know of its game."""

    setting: Setting
    answer: Answer


class Host:
    """The tables of a page, of which at most some are in memory."""

    def __init__(self) -> None:
        self._tables: dict[str, LocalTable] = {}
        self._hint: SeenHint | None = None

    # -- requests, as to the server

    def request(self, path: str, body: str, language: str, now: int) -> str:
        """Answer a POST to the path of an API; return a `Response` as JSON."""
        try:
            made = self._made(path, body, _known(language))
        except RequestRejected as no:
            data = {
                "error": table_text(no.message, _known(language), no.package),
                "field": no.field,
                "choices": no.choices or None,
            }
            return _encode(Response(no.status, data))
        if isinstance(made, PositionForm):
            return _encode(Response(200, made))
        answer = self._add(made, language, now)
        data = {"id": made.id, "url": f"/table/{made.id}"}
        return _encode(Response(201, data, made.id, answer))

    def _made(self, path: str, body: str, language: str) -> LiveTable | PositionForm:
        try:
            if path == "/api/tables":
                return open_table(msgspec.json.decode(body, type=TableRequest), PERSON)
            if path == "/api/positions":
                wanted = msgspec.json.decode(body, type=TableRequest)
                return _found(played_out(open_table(wanted, None), _any_choice))
            if path == "/api/lessons":
                lesson = msgspec.json.decode(body, type=LessonRequest)
                match, seats = open_lesson(lesson, PERSON)
                return LiveTable("", match, seats, substitute=OPPONENT)
            if path.partition("?")[0] == "/api/import":
                return self._imported(msgspec.json.decode(body, type=ImportRequest))
            if found := FOLLOWING.fullmatch(path.partition("?")[0]):
                return _following(self._finished(found[1]), path, body, language)
        except BadTable as bad:
            raise RequestRejected(422, bad.message, bad.field, bad.choices) from bad
        except msgspec.DecodeError as error:
            raise RequestRejected(422, say("malformed", detail=str(error))) from error
        except UnknownName as error:
            raise RequestRejected(422, say("bad.game", name=str(error.name)), "game") from error
        except (BrokenGame, DucatoError) as error:
            if isinstance(error, RequestRejected):
                raise
            raise RequestRejected(422, say("rejected.fault")) from error
        raise RequestRejected(404, say("page.missing"), package="ducato.page")

    def _finished(self, table_id: str) -> LiveTable:
        """Return an open table whose game is over.

        Raises:
            RequestRejected: there is none.
        """
        played = self._tables.get(table_id)
        if played is None:
            raise RequestRejected(404, say("page.missing"), package="ducato.page")
        if played.table.status != "over":
            raise RequestRejected(409, say("rejected.not_over"))
        return played.table

    def _imported(self, wanted: ImportRequest) -> LiveTable:
        """Return the table of a file: a game of a page, or the record of a finished game.

        Its id is "" if it needs a new one.
        """
        try:
            if not FORM.match(wanted.text):
                return saved_game.from_record(record_lines(wanted.text), "", PERSON)
            saved = saved_game.read(wanted.text)
            table = saved_game.to_table(saved, trusted=False)
            table.state.id = "" if table.id in wanted.taken else table.id
            return table
        except DucatoError as error:
            raise RequestRejected(422, _why(error), "file", package="ducato.page") from error

    def _add(self, table: LiveTable, language: str, now: int) -> Answer:
        table.state.id = table.id or uuid4().hex[:12]
        table.arrive(PERSON, now)
        local = LocalTable(table, _known(language), now)
        self._tables[table.id] = local
        return local.begin(now)

    # -- a table

    def open(
        self, table_id: str, text: str, language: str, now: int, deleted: str | None = None
    ) -> str:
        """Open a kept table unless it is open, and welcome its screen; return an `Opened` as JSON.

        If it cannot be opened, return an object with the reason in `error` instead. `deleted` is
        the table of the game from which it goes on, if that is not kept any more.
        """
        if table_id not in self._tables:
            try:
                saved = saved_game.read(text)
                table = saved_game.to_table(saved, trusted=True)
            except DucatoError as error:
                return _encode({"error": table_text(_why(error), _known(language), "ducato.page")})
            self._tables[table_id] = LocalTable(table, _known(language), saved.created)
        local = self._tables[table_id]
        local.screen.language = _known(language)
        if deleted is not None:
            local.table.state.forget_table(deleted)
        return _encode(Opened(local.setting, local.welcome(now)))

    def glimpse(self, table_id: str, now: int) -> str:
        """Return what a screen gets that is opened now, as JSON; null if a bot is to move."""
        return _encode(self._tables[table_id].glimpse(now))

    def receive(self, table_id: str, message: str, now: int) -> str:
        """Handle a message of a table's screen; return an `Answer` as JSON."""
        return _encode(self._tables[table_id].receive(message, now))

    def play(self, table_id: str, revision: int, seat: int, action: int | None, now: int) -> str:
        """Make a bot's move; return an `Answer` as JSON."""
        return _encode(self._tables[table_id].play(revision, seat, action, now))

    def advise(self, table_id: str, number: int, advice: str) -> str:
        """Give a hint from what the search has found, as JSON; return an `Answer` as JSON."""
        return _encode(self._tables[table_id].advise(number, advice))

    def judged(self, table_id: str, number: int, answer: str, now: int) -> str:
        """Go on with an analysis from what kernels have found, as JSON; return an `Answer`."""
        return _encode(self._tables[table_id].judged(number, answer, now))

    # -- a table at a server

    def study(self, sent: str, language: str, now: int) -> str:
        """Open a finished game of a server, to be analysed here; return an `Opened` as JSON.

        Raises:
            DucatoError: see `saved_game.from_record`.
            msgspec.DecodeError: `sent` is no `StudyRequest`.
        """
        asked = msgspec.json.decode(sent, type=StudyRequest)
        if asked.table not in self._tables:
            self._tables[asked.table] = LocalTable(_studied(asked), language, now)
        local = self._tables[asked.table]
        local.screen.language = _known(language)
        return _encode(Opened(local.setting, Answer([])))

    def begin_hint(self, sent: str, language: str) -> str:
        """Begin a hint about a position that a server sent; return its `HintTask` as JSON.

        Raises:
            DucatoError, KeyError, TypeError, ValueError: no hint is possible; see `SeenHint`.
        """
        before = 0 if self._hint is None else self._hint.task.question.number
        self._hint = SeenHint(msgspec.json.decode(sent), _known(language), before)
        return _encode(self._hint.task)

    def end_hint(self, number: int, advice: str) -> str:
        """Return the message with the hint, as JSON, from what the search has found.

        If that is no answer to the latest question, return null.

        Raises:
            msgspec.DecodeError: nothing was found.
        """
        begun = self._hint
        late = begun is None or begun.task.question.number != number
        return _encode(None if begun is None or late else begun.message(advice))

    # -- records

    def record(self, table_id: str) -> str:
        """Return the record of an open table; its seed is in it only if the game is over."""
        return "\n".join(self._tables[table_id].table.match.to_lines()) + "\n"


def _studied(asked: StudyRequest) -> LiveTable:
    """Return the table of a finished game of a server; see `Host.study`."""
    if asked.kept is not None:
        with suppress(DucatoError):  # it is of another version: the game is analysed anew
            return saved_game.to_table(saved_game.read(asked.kept), trusted=True)
    return saved_game.from_record(record_lines(asked.record), asked.table, PERSON, asked.own)


def _following(played: LiveTable, path: str, body: str, language: str) -> LiveTable | PositionForm:
    """Return what a request to the path of a finished game asks for."""
    what, _, query = path.rpartition("/")[2].partition("?")
    if what == "rematch":
        return rematch_of(played, LEVEL_STEPS.get(query.removeprefix("bots=").partition("&")[0], 0))
    if what == "position":
        wanted = msgspec.json.decode(body, type=PositionRequest)
        return _found(position_form(played.match, wanted, language))
    point = msgspec.json.decode(body, type=BranchRequest)
    made = branch(played, PERSON, point.seq, point.seat, point.bot, point.edits)
    made.state.branch_of = played.id
    return made


def _found(found: Found | None) -> Found:
    """Return what was found of a position.

    Raises:
        RequestRejected: nothing was.
    """
    if found is None:
        raise RequestRejected(422, say("bad.no_position"))
    return found


def _any_choice(game: LoadedGame, state: Struct, seat: int, seed: int) -> int:
    """Return one of the legal actions of a seat."""
    legal = Position(game, state).legal_actions()
    return int(legal[below(new_rng(seed, seat), len(legal))])


def _known(language: str) -> str:
    return language if language in LANGUAGES else "en"


def _why(error: DucatoError) -> Message:
    """Return why a game cannot be opened, and what to do about it."""
    match error:
        case OtherRules() | ChangedEdition():
            return say("page.other_rules")
        case UnknownName():
            return say("page.other_game", name=str(error.name))
        case DamagedRecord():
            return say("page.damaged")
        case _:
            return say("page.broken")


_encode: Callable[[Any], str] = lambda value: msgspec.json.encode(value).decode()  # noqa: E731
