"""New tables for the players of a finished game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from ducato.core.chance import CommittedStream
from ducato.core.errors import BadValue, ConflictingOptions, UnknownName
from ducato.core.game import LoadedGame, load
from ducato.core.match import Match
from ducato.table.seats import INVITED, OPEN, TableSeat
from ducato.table.setup.levels import beside
from ducato.table.table import LiveTable
from ducato.table.time_control import Clock


def rematch_of(played: LiveTable, steps: int = 0, without: Collection[str] = ()) -> LiveTable:
    """Return a new table, without an id, for the players of a finished one.

    Bots of a level are those of the level so many `steps` above it.

    Each player moves on by one seat. People are invited: nothing is dealt before all of them have
    arrived. The seats of deleted people, of those who played elsewhere, and of those in `without`,
    are open. The new game is played by the newest rules, or by those of the old one if its options
    are no longer possible.
    """
    old = played.roster.seats
    moved = [replace(old[number - 1], seat=number) for number in range(len(old))]
    seats = [
        TableSeat(s.seat, OPEN)
        if s.person in without or (s.person is None and s.bot is None)
        else replace(
            s,
            bot=s.bot and beside(s.bot, played.match.game.game, steps),
            substitute=None if s.person is None else INVITED,
            entropy=None,
        )
        for s in moved
    ]
    match = Match(_newest(played.match.game), CommittedStream(), [seat.name for seat in seats])
    clock = Clock.new(played.clock.time_control, len(seats))
    return LiveTable("", match, seats, clock, played.roster.substitute)


def _newest(game: LoadedGame) -> LoadedGame:
    """Return the same game with the newest rules and values, or itself if it has no such form."""
    options: dict[str, Any] = dict(game.options)
    try:
        return load(game.name, game.players, game.edition_name, **options)
    except (UnknownName, BadValue, ConflictingOptions):
        return game
