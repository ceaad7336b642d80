"""The people whose presence keeps a table's bots playing, and the limits on such tables.

The bots of a table play while it is open on the screen of a person who has a seat there or who
opened the table, and for a short time afterwards. Without them the bots are paused. Other
spectators do not count, so strangers cannot keep a game going. A game whose bots are paused is not
lost: it continues when one of these people returns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from ducato.core.i18n import Message, say
from ducato.server.kit.http.rate_limits import Limits, keys_of, limit_number
from ducato.server.kit.process.logging import pseudonym
from ducato.server.kit.workers.bot_queue import Payer
from ducato.server.live.connection import Connection
from ducato.table.roster import Roster

BOT_TABLES_OF_PERSON = limit_number("bot-tables-of-person", 8)
"""The limit on tables at which one person's presence keeps bots playing; nobody watches more at a
time."""
BOT_TABLES_OF_ADDRESS = limit_number("bot-tables-of-address", 120)
"""The limit on tables at which people at one network address keep bots playing, enough for a school
where everyone is at a few tables. It does not apply to this machine."""
BOT_TABLES_IN_ALL = limit_number("bot-tables-in-all", 400)
"""The limit on tables of the whole server at which bots play: if bots think for two seconds at each
table, a person already waits minutes for their moves."""

GRACE_AFTER_LEAVING = 120.0
"""Seconds for which bots play on after the last of the players and the host has left, or after a
time-out: a player who moves and closes the page finds the bots' answer on returning, and the player
whose turn it is then gets an e-mail."""

BotPayers = dict[str, list[str]]
"""The pseudonyms of the person and of the addresses for which bots play, by the id of the table."""


class BotTables:
    """The tables at which bots play now, each with the person whose presence allows it.

    A table counts from a bot's first turn until the bots are paused or the table closes. The limits
    are those of the whole server: what other processes count, they say every second.

    Args:
        limits: the limits of the server.

    Attributes:
        elsewhere: returns what `counted` returned in the other processes a moment ago.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._of: dict[str, Payer] = {}
        self.elsewhere: Callable[[], Iterable[BotPayers]] = tuple

    def counted(self) -> BotPayers:
        """Return for each table under which pseudonyms it counts, for the other processes."""
        return {
            table_id: [pseudonym(key) for one in payer for key in keys_of(one)]
            for table_id, payer in self._of.items()
        }

    def __len__(self) -> int:
        return len(self._of)

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._of

    def reason_against(self, payer: Payer, table_id: str = "") -> Message | None:
        """Return the reason why bots may not play at one more table for this person.

        Return None if they may.

        Args:
            payer: the person.
            table_id: the table, which may still count in the process that had it before.
        """
        limits = self._limits
        others = {table: keys for tables in self.elsewhere() for table, keys in tables.items()}
        for table in (table_id, *self._of):
            others.pop(table, None)
        there = Counter(key for keys in others.values() for key in keys)
        if not limits.has_room(BOT_TABLES_OF_PERSON, payer.person, there):
            return say("bots.of_person", n=limits.number(BOT_TABLES_OF_PERSON))
        if not limits.has_room(BOT_TABLES_OF_ADDRESS, payer.address, there):
            return say("bots.of_address")
        in_all = len(self._of) + len(others)
        return say("bots.of_all") if in_all >= limits.number(BOT_TABLES_IN_ALL) else None

    def add(self, table_id: str, payer: Payer) -> Message | None:
        """Count a table for the person whose presence keeps its bots playing.

        If a limit has been reached, the table no longer counts.

        Returns:
            None if bots may play there, otherwise the reason why they may not.
        """
        if self._of.get(table_id) == payer:
            return None
        self.remove(table_id)
        reason_against = self.reason_against(payer, table_id)
        if reason_against is None:
            self._of[table_id] = payer
            self._limits.hold(BOT_TABLES_OF_PERSON, payer.person)
            self._limits.hold(BOT_TABLES_OF_ADDRESS, payer.address)
        return reason_against

    @contextmanager
    def opening(self, payer: Payer) -> Iterator[Message | None]:
        """Count a new table while it is being stored, so that no two of them take the last place.

        Yields:
            None if bots may play there, otherwise the reason why they may not.
        """
        key = f"opening {id(payer)}"  # which is alive until the place is given back
        try:
            yield self.add(key, payer)
        finally:
            self.remove(key)

    def remove(self, table_id: str) -> None:
        """Stop counting a table, if it counts, because no bot plays there any more."""
        payer = self._of.pop(table_id, None)
        if payer is not None:
            self._limits.release(BOT_TABLES_OF_PERSON, payer.person)
            self._limits.release(BOT_TABLES_OF_ADDRESS, payer.address)


class Attendance:
    """The people whose presence keeps the bots of one table playing: its players and its host.

    Times are those of the event loop, in seconds.

    Args:
        table_id: the table's id.
        host: the person who opened the table; None if there is none.
        tables: all tables of the server at which bots play.

    Attributes:
        reason_against: the reason, found by the last call to `payer`, why bots are paused although
            a player or the host is present; None if there is no such reason.
    """

    def __init__(self, table_id: str, host: str | None, tables: BotTables) -> None:
        self._table_id, self._host, self._tables = table_id, host, tables
        self._last: Payer | None = None
        self._until = 0.0
        self.reason_against: Message | None = None

    def is_player_or_host(self, roster: Roster, person: str | None) -> bool:
        """Return whether a person has a seat here or is the host; False for None."""
        return person is not None and (person == self._host or bool(roster.of(person)))

    def merge(self, old: str, new: str) -> None:
        """Replace a person with the one they were merged into."""
        if self._host == old:
            self._host = new
        if self._last is not None and self._last.person == old:
            self._last = Payer(self._last.address, new)

    def note_disconnect(self, roster: Roster, connection: Connection, time: float) -> bool:
        """Note that a screen has disconnected.

        Returns:
            Whether the person is a player or the host, so that bots play on for a while.
        """
        if not self.is_player_or_host(roster, connection.screen.person):
            return False
        self._last, self._until = connection.payer, time + GRACE_AFTER_LEAVING
        return True

    def allow_unattended(self, roster: Roster, time: float) -> None:
        """Let bots play for `GRACE_AFTER_LEAVING` seconds even if nobody is present.

        This is meant for time-outs. It has no effect at a table where no person has a seat.
        """
        persons = [seat.person for seat in roster.seats if seat.person is not None]
        if persons:
            self._last, self._until = Payer(None, persons[0]), time + GRACE_AFTER_LEAVING

    def payer(self, roster: Roster, connections: Iterable[Connection], time: float) -> Payer | None:
        """Return the person whose budget bots use now; None if bots are paused.

        This also updates the count of the tables at which bots play, and `reason_against`.
        """
        present = [
            connection.payer
            for connection in connections
            if self.is_player_or_host(roster, connection.screen.person)
        ]
        if not present and self._last is not None and time < self._until:
            present = [self._last]
        self.reason_against = None
        if not present:
            self.end()
            return None
        chosen = min(present, key=lambda payer: (payer.address or "", payer.person))
        self.reason_against = self._tables.add(self._table_id, chosen)
        return chosen if self.reason_against is None else None

    def refresh(self, roster: Roster, connections: Iterable[Connection], time: float) -> None:
        """Update the count of the tables at which bots play, even while no bot is to move here.

        If this table is counted, it is now counted for somebody present or just gone; without such
        a person, it is removed. If it is not counted, this has no effect: `payer` starts counting
        it at a bot's first turn.
        """
        if self._table_id in self._tables:
            self.payer(roster, connections, time)

    def end(self) -> None:
        """Stop counting this table among those at which bots play."""
        self._tables.remove(self._table_id)
