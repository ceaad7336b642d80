"""The roster of a table: its players, their substitutes, and the open votes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ducato.core.i18n import say
from ducato.table.changes import Rejected
from ducato.table.seats import (
    FORMER,
    INVITED,
    OPEN,
    RESIGNED,
    TIMED_OUT,
    TableSeat,
    people,
    seats_of,
    tidy_name,
)
from ducato.table.votes import Votes


class Roster:
    """The seats of one table and the people at them.

    Attributes:
        seats: the seats in their order.
        substitute: the bot that plays for people who ran out of time or resigned.
        present: the seats whose players are connected.
        votes: the open proposals.
    """

    def __init__(self, seats: Sequence[TableSeat], substitute: str) -> None:
        self.seats, self.substitute = list(seats), substitute
        self.present: set[int] = set()
        self.votes = Votes()

    @property
    def complete(self) -> bool:
        """Whether no seat is open."""
        return all(seat.kind != "open" for seat in self.seats)

    @property
    def assembled(self) -> bool:
        """Whether no seat is open and everybody who was invited has arrived."""
        return self.complete and all(seat.substitute != INVITED for seat in self.seats)

    def bot_for(self, seat: int) -> str | None:
        """Return the name of the bot or substitute at a seat; None if there is none.

        The result is meaningful only once the game has begun.
        """
        here = self.seats[seat]
        return here.bot if here.substitute is None else self.substitute

    def join(self, person: str, name: str, seat: int | None) -> TableSeat:
        """Give a person an open seat: `seat`, or the first one if that is None.

        Return the changed seat.

        Raises:
            Rejected: no seat is open, or the requested one is not.
            BadValue: the name is empty, too long or not allowed.
        """
        chosen = open_seat(self.seats, seat)
        known = {self.seats[n].entropy for n in self.of(person)}
        return self._put(
            replace(
                self.seats[chosen],
                name=tidy_name(name),
                person=person,
                entropy=known.pop() if known else None,
            )
        )

    def leave(self, person: str) -> list[TableSeat]:
        """Open a person's seats and discard their contribution. Return the opened seats."""
        return [self._put(TableSeat(n, OPEN)) for n in seats_of(self.seats, person)]

    def invite(self, person: str, name: str) -> TableSeat:
        """Reserve the first open seat for a person who has not come yet. Return the changed seat.

        Raises:
            Rejected: no seat is open.
        """
        chosen = open_seat(self.seats, None)
        return self._put(replace(self.seats[chosen], name=name, person=person, substitute=INVITED))

    def arrive(self, person: str | None) -> list[TableSeat]:
        """Record that an invited person has arrived. Return the seats that waited for them.

        If none did, or `person` is None, the list is empty.
        """
        invited = [n for n in self.of(person) if self.seats[n].substitute == INVITED]
        return [self._put(replace(self.seats[n], substitute=None)) for n in invited]

    def contribute(self, person: str, entropy: str, *, begun: bool) -> list[TableSeat]:
        """Record a person's contribution to the randomness, and that the person has arrived.

        Return the changed seats; empty if the same contribution was already recorded.

        Raises:
            Rejected: they have no seat, have already contributed a different value, or the game
                has begun.
        """
        own = self.of(person)
        if not own:
            raise Rejected(say("rejected.watching"))
        known = self.seats[own[0]].entropy
        if entropy == known:
            return []
        if known is not None or begun:
            raise Rejected(say("rejected.entropy"))
        self.arrive(person)
        return [self._put(replace(self.seats[n], entropy=entropy)) for n in own]

    def silent(self) -> set[str]:
        """Return the ids of the people at the table who have not contributed to the randomness."""
        return {s.person for s in self.seats if s.person is not None and s.entropy is None}

    def substitute_for(self, seat: int, why: str) -> TableSeat:
        """Let the substitute play at a seat, and return the changed seat.

        Args:
            seat: the number of the seat.
            why: the reason, `TIMED_OUT` or `RESIGNED`.
        """
        return self._put(replace(self.seats[seat], substitute=why))

    def forget(self, person: str, *, playing: bool) -> list[TableSeat]:
        """Remove a deleted person's name and id, and drop all votes. Return the changed seats.

        If a game is in progress (`playing`), the substitute plays on at those seats.
        """
        own = [replace(self.seats[n], name=FORMER, person=None) for n in self.of(person)]
        self.votes.clear()  # a deleted person cannot answer
        return [self._put(replace(seat, substitute=RESIGNED) if playing else seat) for seat in own]

    def rename(self, person: str, name: str) -> list[TableSeat]:
        """Give a person another name. Return the changed seats."""
        return [self._put(replace(self.seats[n], name=name)) for n in self.of(person)]

    def merge(self, old: str, new: str, *, begun: bool) -> list[TableSeat]:
        """Transfer a guest's seats and votes to their account. Return the changed seats.

        If the account already has a seat here, all votes are dropped and, unless the game has
        begun, the guest's seats are opened instead.
        """
        own = self.of(old)
        if self.of(new):
            self.votes.clear()  # proposer and voter may be the same person now
            if not begun:
                return self.leave(old)
        self.votes.rename(old, new)
        return [self._put(replace(self.seats[n], person=new)) for n in own]

    def give_back(self, seat: int) -> TableSeat:
        """Let the player of a seat play again instead of the substitute. Return the seat."""
        return self._put(replace(self.seats[seat], substitute=None))

    def timed_out(self, seats: Sequence[int]) -> int | None:
        """Return the first of these seats that was lost on time, or None."""
        return next((n for n in seats if self.seats[n].substitute == TIMED_OUT), None)

    def playing(self) -> set[str]:
        """Return the ids of the people at the table for whom no substitute plays."""
        return {s.person for s in self.seats if s.person is not None and s.substitute is None}

    def present_persons(self) -> set[str]:
        """Return the ids of the people who are connected and for whom no substitute plays."""
        return self.playing() & {self.seats[n].person for n in self.present}

    def people(self) -> tuple[int, ...]:
        """Return the seats for people, including open ones but not those of deleted people."""
        return people(self.seats)

    def of(self, person: str | None) -> tuple[int, ...]:
        """Return a person's seats; empty if `person` is None."""
        return seats_of(self.seats, person)

    def plays_alone(self, person: str | None) -> bool:
        """Return whether this person has a seat and no seat is open or another person's.

        A bot may then advise them. The seats of deleted people do not count.
        """
        own = self.of(person)
        return bool(own) and own == self.people()

    def restore(self, seats: Sequence[TableSeat]) -> None:
        """Restore the seats after a change that could not be stored."""
        self.seats = list(seats)

    def _put(self, seat: TableSeat) -> TableSeat:
        self.seats[seat.seat] = seat
        return seat


def open_seat(seats: Iterable[TableSeat], wanted: int | None) -> int:
    """Return the number of an open seat: `wanted`, or the first open one if that is None.

    Raises:
        Rejected: no seat is open, or the wanted one is not.
    """
    free = [seat.seat for seat in seats if seat.kind == "open"]
    if not free:
        raise Rejected(say("rejected.full"))
    if wanted is not None and wanted not in free:
        raise Rejected(say("rejected.taken"))
    return free[0] if wanted is None else wanted
