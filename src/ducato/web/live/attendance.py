"""The persons for whom bots play: bots rest when none is there, and each has few such tables.

Bots of a table move while a person who has a seat there, or who opened it, looks at it or has
done so lately. Others who watch do not count, so nobody's table is played on by strangers. What
rests is not lost: it goes on when one of them comes back. This module must not know bots or rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ducato.core.i18n import Message, say
from ducato.table.roster import Roster
from ducato.web.live.connection import Connection
from ducato.web.support.workers.bot_queue import Payer

LATELY = 120.0
"""Seconds for which bots play on when the last person has left: who moved and closed the page finds
their answer when coming back, and whoever is to move then gets a letter."""
TABLES_OF_PERSON = 8
"""Tables at which bots play for one person at the same time; nobody watches more."""
TABLES_OF_ADDRESS = 60
"""The same for one address: a school, each of its people at a table or two."""
TABLES_IN_ALL = 400
"""The same for the whole server: with a thought of two seconds at each, a person waits minutes."""


class BotTables:
    """The tables at which bots play now, and for whom.

    A table counts from the first move of a bot until nobody is there any more.
    """

    def __init__(self) -> None:
        self._of: dict[str, Payer] = {}
        self._persons: Counter[str] = Counter()
        self._addresses: Counter[str | None] = Counter()

    def __len__(self) -> int:
        return len(self._of)

    def reason_against(self, payer: Payer) -> Message | None:
        """Return why bots cannot play at one more table for a person; None if they can."""
        if self._persons[payer.person] >= TABLES_OF_PERSON:
            return say("bots.of_person", n=TABLES_OF_PERSON)
        if payer.address is not None and self._addresses[payer.address] >= TABLES_OF_ADDRESS:
            return say("bots.of_address")
        return say("bots.of_all") if len(self._of) >= TABLES_IN_ALL else None

    def take(self, table_id: str, payer: Payer) -> Message | None:
        """Have bots play at a table for a person, or return the reason against it."""
        if self._of.get(table_id) == payer:
            return None
        self.give_back(table_id)
        reason_against = self.reason_against(payer)
        if reason_against is None:
            self._of[table_id] = payer
            self._persons[payer.person] += 1
            self._addresses[payer.address] += 1
        return reason_against

    def give_back(self, table_id: str) -> None:
        """Stop counting a table, because no bot plays there any more."""
        payer = self._of.pop(table_id, None)
        if payer is not None:
            self._persons -= Counter([payer.person])  # also forgets who has none left
            self._addresses -= Counter([payer.address])


class Attendance:
    """For whom the bots of one table play.

    Args:
        table_id: of the table.
        host: who opened it.
        tables: those of the whole server at which bots play.

    Attributes:
        reason_against: why bots rest although somebody is there; None if they do not.
    """

    def __init__(self, table_id: str, host: str | None, tables: BotTables) -> None:
        self._table_id, self._host, self._tables = table_id, host, tables
        self._last: Payer | None = None
        self._until = 0.0
        self.reason_against: Message | None = None

    def counts(self, roster: Roster, person: str | None) -> bool:
        """Return whether bots play here for this person."""
        return person is not None and (person == self._host or bool(roster.of(person)))

    def merge(self, old: str, new: str) -> None:
        """Replace a person by the one they were merged into."""
        if self._host == old:
            self._host = new
        if self._last is not None and self._last.person == old:
            self._last = Payer(self._last.address, new)

    def left(self, roster: Roster, connection: Connection, time: float) -> bool:
        """Note that a screen has left. Return whether bots play on for a while on its account."""
        if not self.counts(roster, connection.screen.person):
            return False
        self._last, self._until = connection.payer, time + LATELY
        return True

    def excuse(self, roster: Roster, time: float) -> None:
        """Let bots play for a while although nobody came, as when a player's time is over.

        Where no person plays there is nobody to be excused.
        """
        persons = [seat.person for seat in roster.seats if seat.person is not None]
        if persons:
            self._last, self._until = Payer(None, persons[0]), time + LATELY

    def payer(self, roster: Roster, connections: Iterable[Connection], time: float) -> Payer | None:
        """Return the person for whom bots are to move now; None if they rest."""
        there = [
            connection.payer
            for connection in connections
            if self.counts(roster, connection.screen.person)
        ]
        if not there and self._last is not None and time < self._until:
            there = [self._last]
        self.reason_against = None
        if not there:
            self.end()
            return None
        chosen = min(there, key=lambda payer: (payer.address or "", payer.person))
        self.reason_against = self._tables.take(self._table_id, chosen)
        return chosen if self.reason_against is None else None

    def end(self) -> None:
        """Stop counting this table among those where bots play."""
        self._tables.give_back(self._table_id)
