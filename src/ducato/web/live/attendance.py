"""The people for whom bots play: without them bots rest, and each may have only a few such tables.

The bots of a table move while it is open on the screen of a person who has a seat there or who
opened the table, and for a short time afterwards. Other spectators do not count, so strangers
cannot keep a game going. A game whose bots rest is not lost: it continues when one of its people
returns. This module must not know bots or rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ducato.core.i18n import Message, say
from ducato.table.roster import Roster
from ducato.web.live.connection import Connection
from ducato.web.support.workers.bot_queue import Payer

GRACE_AFTER_LEAVING = 120.0
"""Seconds for which bots play on after the last person has left: a player who moves and closes the
page finds the bots' answer on returning, and the player then to move gets an e-mail."""
TABLES_OF_PERSON = 8
"""Maximum number of tables at which bots play for one person at a time; nobody watches more."""
TABLES_OF_ADDRESS = 60
"""The same maximum for one address: enough for a school where everyone is at a table or two."""
TABLES_IN_ALL = 400
"""The same maximum for the whole server: with two seconds of thought at each table, a person
already waits minutes."""


class BotTables:
    """The tables at which bots play now, each with the person for whom they play.

    A table counts from a bot's first move until nobody is there any more.
    """

    def __init__(self) -> None:
        self._of: dict[str, Payer] = {}
        self._persons: Counter[str] = Counter()
        self._addresses: Counter[str | None] = Counter()

    def __len__(self) -> int:
        return len(self._of)

    def reason_against(self, payer: Payer) -> Message | None:
        """Return the reason against bots at one more table for a person; None if there is none."""
        if self._persons[payer.person] >= TABLES_OF_PERSON:
            return say("bots.of_person", n=TABLES_OF_PERSON)
        if payer.address is not None and self._addresses[payer.address] >= TABLES_OF_ADDRESS:
            return say("bots.of_address")
        return say("bots.of_all") if len(self._of) >= TABLES_IN_ALL else None

    def add(self, table_id: str, payer: Payer) -> Message | None:
        """Count a table at which bots play for a person.

        Returns:
            None if bots may play there, else the reason against it.
        """
        if self._of.get(table_id) == payer:
            return None
        self.remove(table_id)
        reason_against = self.reason_against(payer)
        if reason_against is None:
            self._of[table_id] = payer
            self._persons[payer.person] += 1
            self._addresses[payer.address] += 1
        return reason_against

    def remove(self, table_id: str) -> None:
        """Stop counting a table, because no bot plays there any more."""
        payer = self._of.pop(table_id, None)
        if payer is not None:
            self._persons -= Counter([payer.person])  # also drops counts of zero
            self._addresses -= Counter([payer.address])


class Attendance:
    """The people for whom the bots of one table play.

    Args:
        table_id: the table's id.
        host: the person who opened the table; None if there is none.
        tables: all tables of the server at which bots play.

    Attributes:
        reason_against: the reason why bots rest although one of their people is present; None if
            there is no such reason.
    """

    def __init__(self, table_id: str, host: str | None, tables: BotTables) -> None:
        self._table_id, self._host, self._tables = table_id, host, tables
        self._last: Payer | None = None
        self._until = 0.0
        self.reason_against: Message | None = None

    def is_player_or_host(self, roster: Roster, person: str | None) -> bool:
        """Return whether bots play here for this person: a player or the host."""
        return person is not None and (person == self._host or bool(roster.of(person)))

    def merge(self, old: str, new: str) -> None:
        """Replace a person by the one they were merged into."""
        if self._host == old:
            self._host = new
        if self._last is not None and self._last.person == old:
            self._last = Payer(self._last.address, new)

    def note_disconnect(self, roster: Roster, connection: Connection, time: float) -> bool:
        """Note that a screen has left.

        Returns:
            Whether bots play on for a while because of it.
        """
        if not self.is_player_or_host(roster, connection.screen.person):
            return False
        self._last, self._until = connection.payer, time + GRACE_AFTER_LEAVING
        return True

    def allow_unattended(self, roster: Roster, time: float) -> None:
        """Let bots play for a while without anyone present, as when a player's time has run out.

        This has no effect at a table where no person has a seat.
        """
        persons = [seat.person for seat in roster.seats if seat.person is not None]
        if persons:
            self._last, self._until = Payer(None, persons[0]), time + GRACE_AFTER_LEAVING

    def payer(self, roster: Roster, connections: Iterable[Connection], time: float) -> Payer | None:
        """Return the person for whom bots move now; None if bots rest."""
        there = [
            connection.payer
            for connection in connections
            if self.is_player_or_host(roster, connection.screen.person)
        ]
        if not there and self._last is not None and time < self._until:
            there = [self._last]
        self.reason_against = None
        if not there:
            self.end()
            return None
        chosen = min(there, key=lambda payer: (payer.address or "", payer.person))
        self.reason_against = self._tables.add(self._table_id, chosen)
        return chosen if self.reason_against is None else None

    def end(self) -> None:
        """Stop counting this table among those where bots play."""
        self._tables.remove(self._table_id)
