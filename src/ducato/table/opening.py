"""Opening a table: from what a person asked for, or again from what was stored.

What is wrong with a request is said together with the field of the form that is wrong and with
what would have been right. This module must not know HTTP or the database.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

import msgspec

from ducato.bots import make
from ducato.core.chance import CommittedStream
from ducato.core.errors import BadValue, DucatoError, UnknownName
from ducato.core.game import LoadedGame, all_games, load
from ducato.core.match import Match, Step
from ducato.table.live import LiveTable
from ducato.table.replay import replayed
from ducato.table.seats import Seat, bot, person

MOST_SEATS = 16
MOST_OPTIONS = 100


class PersonSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="person"):
    """A seat for a person."""

    name: Annotated[str, msgspec.Meta(max_length=200)]


class BotSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="bot"):
    """A seat for a bot."""

    bot: Annotated[str, msgspec.Meta(max_length=200)]


class TableRequest(msgspec.Struct, frozen=True):
    """What a person asks for: ``POST /api/tables`` of the protocol."""

    game: str
    seats: Annotated[list[PersonSeat | BotSeat], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
    edition: str | None = None
    options: Annotated[dict[str, bool | int | str], msgspec.Meta(max_length=MOST_OPTIONS)] = {}


class BadTable(DucatoError, ValueError):
    """A table that cannot be opened.

    Attributes:
        field: of the form: "game", "edition", "options.<name>", "players" or "seats.<number>".
        error: what is wrong.
        choices: what would have been right, empty if it is not a matter of choosing.
    """

    def __init__(self, field: str, error: DucatoError) -> None:
        self.field, self.error = field, error
        self.choices: list[str] = error.choices if isinstance(error, UnknownName) else []
        super().__init__(str(error))


def open_table(request: TableRequest) -> tuple[Match, list[Seat]]:
    """A new match, dealt, and who plays it.

    Raises:
        BadTable: something of the request is not possible.
    """
    game = _chosen_game(request)
    seats = list(_seated(request.seats, game))
    match = Match(game, CommittedStream(), [seat.name for seat in seats])
    match.run_chance()
    return match, seats


def reopen(
    table_id: str,
    game: str,
    edition: str,
    options: Mapping[str, Any],
    rules_version: int,
    seats: Sequence[Mapping[str, Any]],
    seed: bytes,
    steps: Sequence[Step],
) -> LiveTable:
    """A table as it was left.

    Raises:
        DamagedRecord: the steps do not fit the rules or the seed.
        UnknownName, BadValue: the game is not here, or only in other rules.
    """
    loaded = load(game, len(seats), edition, **options)
    if loaded.game.rules_version != rules_version:
        raise BadValue("rules version", rules_version, str(loaded.game.rules_version))
    seated = [Seat.from_dict(dict(seat)) for seat in seats]
    match = replayed(loaded, CommittedStream(seed), [seat.name for seat in seated], steps)
    return LiveTable(table_id, match, seated)


def _chosen_game(request: TableRequest) -> LoadedGame:
    with _field("game"):
        if request.game not in all_games():
            raise UnknownName("game", request.game, all_games())
    game = all_games()[request.game]
    with _field("players"):
        if len(request.seats) not in game.players:
            raise UnknownName("number of players", len(request.seats), game.players)
    with _field("edition"):
        if request.edition is not None and request.edition not in game.editions:
            raise UnknownName("edition", request.edition, game.editions)
    for name, value in request.options.items():
        with _field(f"options.{name}"):
            if name not in game.parameters:
                raise UnknownName("option", name, game.parameters)
            parameter = game.parameters[name]
            if parameter.choices and value not in parameter.choices:
                raise UnknownName(name, value, parameter.choices)
            parameter.check(value)
    return game.load(len(request.seats), request.edition, **request.options)


def _seated(seats: Sequence[PersonSeat | BotSeat], game: LoadedGame) -> Iterator[Seat]:
    taken = [seat.name for seat in seats if isinstance(seat, PersonSeat)]
    for number, seat in enumerate(seats):
        with _field(f"seats.{number}"):
            if isinstance(seat, PersonSeat):
                yield person(number, seat.name)
            else:
                make(seat.bot, game)  # raises, if there is none of this name
                made = bot(number, seat.bot, taken)
                taken.append(made.name)
                yield made


@contextmanager
def _field(name: str) -> Iterator[None]:
    """Say which field of the form an error is about."""
    try:
        yield
    except (UnknownName, BadValue) as error:
        raise BadTable(name, error) from error
