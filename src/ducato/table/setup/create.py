"""Creation of tables from a request, from a moment of a game, or from storage.

The error for an invalid request names the wrong field of the form and, if they can be listed, the
valid values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, Any

import msgspec

from ducato.core.chance import CommittedStream
from ducato.core.editing import Unlawful
from ducato.core.editions.parameter import Parameter
from ducato.core.errors import BadValue, ConflictingOptions, DucatoError, UnknownName, WrongPlayers
from ducato.core.game import LoadedGame, available_games, blaming, find_game, restore
from ducato.core.i18n import Message, say
from ducato.core.match import Match, Step
from ducato.core.snapshot import Snapshot
from ducato.table.names import distinct, own_name
from ducato.table.seats import (
    FORMER,
    INVITED,
    LONGEST_NAME,
    OPEN,
    RESIGNED,
    NotAName,
    TableSeat,
    bot,
    contributions,
)
from ducato.table.setup.levels import STAND_IN, TooMuch, gentlest, kept_bot, known_bot
from ducato.table.setup.replay import replayed
from ducato.table.setup.set_up import PositionEdit, PositionEdits, match_from
from ducato.table.table import LiveTable
from ducato.table.time_control import Clock, TimeControl, Untimed

MOST_SEATS = 16
MOST_OPTIONS = 100


class PersonSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="person"):
    """A seat for the person who creates the table; several such seats may share a screen."""

    name: Annotated[str, msgspec.Meta(max_length=200)]


class OpenSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="open"):
    """A seat for anyone who joins."""


class BotSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="bot"):
    """A seat for a bot: a level of the game, or the name of a bot."""

    bot: Annotated[str, msgspec.Meta(max_length=200)]


class TableRequest(msgspec.Struct, frozen=True):
    """The body of ``POST /api/tables``."""

    game: str
    seats: Annotated[
        list[PersonSeat | OpenSeat | BotSeat], msgspec.Meta(min_length=1, max_length=MOST_SEATS)
    ]
    edition: str | None = None
    options: Annotated[dict[str, bool | int | str], msgspec.Meta(max_length=MOST_OPTIONS)] = {}
    time_control: TimeControl = Untimed()
    public: bool = False
    substitute: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class BranchRequest(msgspec.Struct, frozen=True):
    """The body of ``POST /api/tables/{id}/branches``.

    Attributes:
        seq: the number of steps of the finished game that are kept.
        seat: the seat that the person plays.
        bot: the level of the bots at the other seats.
        edits: what is changed there by hand, as items with their new values; the latest moment at
            which that is possible counts (`core.editing`).
    """

    seq: int
    seat: int
    bot: Annotated[str, msgspec.Meta(max_length=200)]
    edits: PositionEdits = []


class BadTable(DucatoError, ValueError):
    """An error raised if a table cannot be created as requested.

    Attributes:
        field: the wrong field of the form: "game", "edition", "options.<name>", "players",
            "seats.<number>" or "substitute".
        message: the error, as a message from the table's catalogue.
        choices: the valid values; empty if they cannot be listed.
    """

    def __init__(self, field: str, message: Message, error: DucatoError) -> None:
        self.field, self.message = field, message
        self.choices: list[str] = error.choices if isinstance(error, UnknownName) else []
        super().__init__(str(error))


def open_table(request: TableRequest, person: str | None) -> LiveTable:
    """Return a new table without an id, with nothing dealt yet.

    Args:
        request: the game, its options, the seats and the time control.
        person: the id of the person who gets the `PersonSeat`s; None if the request is only
            checked.

    Raises:
        BadTable: the request is invalid.
        BrokenGame: the game has no weights for its greedy player, which the request needs.
    """
    game = _chosen_game(request)
    seats = list(_seated(request.seats, game, person))
    with blaming(game.game):
        match = Match(game, CommittedStream(), [seat.name for seat in seats])
    with _field("substitute", "bad.bot", name=request.substitute):
        substitute = known_bot(request.substitute or gentlest(game.game), game)
    return LiveTable("", match, seats, Clock.new(request.time_control, len(seats)), substitute)


def open_tournament_table(
    request: TableRequest, players: Sequence[tuple[str | None, str]]
) -> LiveTable:
    """Return a new table, without an id, of a tournament.

    All players are invited: nothing is dealt before they have arrived.

    Args:
        request: the game, its options and the time control; its seats only count.
        players: for each seat the id of a person and their name. If the id is None, because the
            person was deleted, the substitute plays there.

    Raises:
        BadTable: the request is invalid.
        BrokenGame: the game has no weights for its greedy player, which the substitute needs.
    """
    table = open_table(request, None)
    taken: list[str] = []
    seats = []
    for number, (person, name) in enumerate(players):
        taken.append(distinct(name, taken))
        if person is None:
            seats.append(TableSeat(number, FORMER, substitute=RESIGNED))
        else:
            seats.append(TableSeat(number, taken[-1], person=person, substitute=INVITED))
    match = Match(table.match.game, CommittedStream(), [seat.name for seat in seats])
    clock, substitute = table.clock, table.roster.substitute
    return LiveTable("", match, seats, clock, substitute, assigned=True)


def branch(
    played: LiveTable,
    person: str | None,
    seq: int,
    seat: int,
    level: str,
    edits: Sequence[PositionEdit] = (),
) -> LiveTable:
    """Return a new table, without an id, that goes on from a moment of a finished game.

    A person plays one seat, a bot of the level the others, under the names of the game. Chance
    falls as it did: the seed and what the players contributed are those of the game. From an edited
    position, chance is new.

    Args:
        played: the table of the finished game.
        person: the id of the person; None if the request is only checked.
        seq: how many steps of the game are kept, up to the last choice.
        seat: the person's seat.
        level: the level of the bots.
        edits: what is changed at that moment; see `table.setup.set_up`.

    Raises:
        BadTable: there is no such moment, seat or bot, the seed of the game is withheld, or the
            edited position is not lawful.
        BrokenGame: the game has no weights for its greedy player, which the bot needs.
    """
    match, old = played.match, played.roster.seats
    last = max((n for n, step in enumerate(match.steps) if step.actor >= 0), default=0)
    for name, value, most in (("seq", seq, last), ("seat", seat, len(old) - 1)):
        with _field(name, "bad.number", name=name, low=0, high=most):
            if not 0 <= value <= most:
                raise BadValue(name, value, f"0 to {most}")
    with _field("seq", "bad.withheld"):
        if played.state.withheld:
            raise BadValue("seq", seq, "a moment of a game whose seed is public")
    with _field("bot", "bad.bot", name=level):
        chosen = known_bot(level, match.game)
    seats = [
        replace(one, person=person, bot=None, substitute=None)
        if one.seat == seat
        else replace(one, person=None, bot=chosen, substitute=None)
        for one in old
    ]
    if edits:
        seats = [replace(one, entropy=None) for one in seats]
        with _field("edits", "bad.unlawful"):
            set_up = match_from(match, seq, edits, [one.name for one in seats])
        return LiveTable("", set_up, seats, Clock.new(Untimed(), len(seats)), chosen)
    while match.steps[seq].actor < 0:  # chance goes on by itself
        seq += 1
    stream = CommittedStream(match.stream.seed, contributions(seats))
    names = [one.name for one in seats]
    state = match.state_at(seq)
    there = Snapshot(seq, type(state).layout(), state.tobytes())
    going_on = replayed(match.game, stream, names, match.steps[:seq], there, match.start)
    return LiveTable("", going_on, seats, Clock.new(Untimed(), len(seats)), chosen)


def reopen(
    table_id: str,
    game: str,
    edition: str,
    options: Mapping[str, Any],
    rules_version: int,
    seats: Sequence[TableSeat],
    seed: bytes,
    steps: Sequence[Step],
    *,
    values: Mapping[str, Any] | None = None,
    begun: bool = True,
    snapshot: Snapshot | None = None,
    start: bytes | None = None,
    requests: Mapping[int, str] | None = None,
    clock: Clock | None = None,
    substitute: str = STAND_IN,
    rematch: str | None = None,
    assigned: bool = False,
) -> LiveTable:
    """Return a live table made from a stored one; if the game has not `begun`, nothing is dealt.

    Without a seed, the snapshot must be that of the whole game: chance cannot be drawn again.

    The game goes on under the version of the rules and with the values that it began with; if
    `values` is None, with the present ones of the edition.

    Raises:
        ChangedEdition: the values are no longer possible.
        DamagedRecord: the steps do not fit the rules or the seed.
        UnknownName: the game, the edition or an option does not exist, or the game cannot be played
            by this number of players.
        BadValue: an option has an invalid value.
        BrokenGame: the game's own code or data are faulty.
        OtherRules: the version of the rules is not available.
    """
    played = find_game(game)
    loaded = restore(
        played, len(seats), edition, options, rules_version=rules_version, values=values
    )
    served = [
        seat if seat.bot is None else replace(seat, bot=kept_bot(seat.bot, loaded.game))
        for seat in seats
    ]
    names = [seat.name for seat in seats]
    with blaming(played):
        if begun:
            given = contributions(seats)
            stream = CommittedStream(seed, given) if seed else CommittedStream.sealed()
            match = replayed(loaded, stream, names, steps, snapshot, start)
        else:
            match = Match(loaded, CommittedStream(seed), names)
        substitute = kept_bot(substitute, loaded.game)
        table = LiveTable(table_id, match, served, clock, substitute, rematch, assigned=assigned)
    table.remember(requests or {})
    return table


def _chosen_game(request: TableRequest) -> LoadedGame:
    with _field("game", "bad.game", name=request.game):
        games = available_games()
        if request.game not in games:
            raise UnknownName("game", request.game, games)
    game = games[request.game]
    with _field("players", "bad.players", n=len(request.seats)):
        if len(request.seats) not in game.players:
            raise WrongPlayers(game.name, len(request.seats), game.players)
    with _field("edition", "bad.edition", name=str(request.edition)):
        if request.edition is not None and request.edition not in game.editions:
            raise UnknownName("edition", request.edition, game.editions)
    for name, value in request.options.items():
        with _field(f"options.{name}", "bad.option", name=name):
            if name not in game.adjustable:
                raise UnknownName("option", name, game.parameters)
        _check_value(game.adjustable[name], value)
    try:
        with blaming(game):
            return game.load(len(request.seats), request.edition, **request.options)
    except ConflictingOptions as error:
        given = [name for name in error.options if name in request.options]
        field = f"options.{given[0]}" if given else "players"
        raise BadTable(field, say("bad.combination", options=error.given), error) from error


def _check_value(parameter: Parameter, value: bool | int | str) -> None:
    name = parameter.name
    if parameter.range is not None:
        low, high = parameter.range
        with _field(f"options.{name}", "bad.number", name=name, low=low, high=high):
            parameter.check(value)
        return
    with _field(f"options.{name}", "bad.value", name=name, value=str(value)):
        if parameter.choices and value not in parameter.choices:
            raise UnknownName(name, value, parameter.choices)
        parameter.check(value)


def _seated(
    seats: Sequence[PersonSeat | OpenSeat | BotSeat], game: LoadedGame, person: str | None
) -> Iterator[TableSeat]:
    taken = [seat.name for seat in seats if isinstance(seat, PersonSeat)]
    for number, seat in enumerate(seats):
        match seat:
            case PersonSeat():
                with _field(f"seats.{number}", "bad.name", n=LONGEST_NAME):
                    yield TableSeat(number, own_name(seat.name), person=person)
            case OpenSeat():
                yield TableSeat(number, OPEN)
            case BotSeat():
                with _field(f"seats.{number}", "bad.bot", name=seat.bot):
                    made = bot(number, known_bot(seat.bot, game), taken)
                taken.append(made.name)
                yield made


@contextmanager
def _field(name: str, key: str, /, **arguments: Any) -> Iterator[None]:
    """Convert an error about a name or a value into a `BadTable` about the field `name`.

    Its message has this key and these arguments unless the error has a message of its own.
    """
    try:
        yield
    except (NotAName, TooMuch) as error:
        raise BadTable(name, error.message, error) from error
    except (UnknownName, BadValue, Unlawful) as error:
        raise BadTable(name, say(key, **arguments), error) from error
