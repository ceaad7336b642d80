"""The state of a live table: the match, the roster, the clock, and values derived from them.

`transitions` and `commands` change it. Each change can be rolled back, because storing it may fail.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from ducato.bots.analysis.model import Analysis
from ducato.core.chance import CommittedStream
from ducato.core.game import LoadedGame, auto_response
from ducato.core.match import Match
from ducato.core.struct import Struct
from ducato.table.changes import Change, RollbackState
from ducato.table.queries.hints import Adviser, Advising
from ducato.table.roster import Roster
from ducato.table.seats import TableSeat
from ducato.table.setup.lessons import Lesson
from ducato.table.setup.replay import replayed
from ducato.table.time_control import Clock, TurnState, Untimed, time_control_row
from ducato.table.views.builder import Views

IMPORTED = "record"
"""The value of `TableState.branch_of` at the table of a game that was played elsewhere."""
SET_UP = "position"
"""The value of `TableState.branch_of` at the table of a game for setting up positions."""
EXERCISE = "exercise"
"""The value of `TableState.branch_of` at the table of an exercise."""
DAILY = "daily:"
"""How `TableState.branch_of` begins at a table of the game of the day; the day follows, in UTC."""


def branched_from(branch_of: str | None) -> str | None:
    """Return the table of the game from which a table goes on, by its `branch_of`, or None."""
    if not branch_of or branch_of in (IMPORTED, SET_UP, EXERCISE) or branch_of.startswith(DAILY):
        return None
    return branch_of


class TableState:
    """The state of one live table.

    Args:
        table_id: the table's id.
        match: the match.
        seats: the table's seats.
        clock: the game's clock; None for an untimed game.
        substitute: the bot that plays for people who ran out of time or resigned.
        rematch: the id of the rematch's table, or None.
        assigned: whether a tournament gave the seats to their players, so that nobody else can take
            them.

    Attributes:
        id: the table's id.
        match: the match.
        roster: the seats and the people at them.
        clock: the game's clock.
        auto_responses: for each seat without a bot, the names of the responses that are on. They
            last while the table is in memory; a browser keeps them for longer.
        undo_count: the number of undos so far.
        rematch: the id of the rematch's table, or None.
        assigned: see above.
        branch_of: the id of the finished game's table from which this game goes on another way,
            "" if that was deleted, `IMPORTED` for a game from a record, `SET_UP` where nobody
            played, `EXERCISE` for an exercise, `DAILY` and a day for a game of the day, None for
            other games.
        withheld: whether the seed stays secret after the end, because others play the same deal.
        lesson: the lesson played in this match, or None.
        views: the views of the match.
        adviser: makes the adviser for hints.
        analysis: the analysis of the match, once it is over and somebody has asked for it.
    """

    def __init__(
        self,
        table_id: str,
        match: Match,
        seats: Sequence[TableSeat],
        clock: Clock | None = None,
        substitute: str = "greedy",
        rematch: str | None = None,
        *,
        assigned: bool = False,
    ) -> None:
        self.id, self.match, self.rematch = table_id, match, rematch
        self.assigned = assigned
        self.branch_of: str | None = None
        self.withheld = False
        self.roster = Roster(seats, substitute)
        self.clock = clock or Clock.new(Untimed(), len(seats))
        self.auto_responses = dict.fromkeys(
            self.roster.people(), auto_response.defaults(match.game.game)
        )
        self.undo_count = 0
        self.adviser: Callable[[LoadedGame], Advising] = Adviser
        self.analysis: Analysis | None = None
        self._follow_match()

    def forget_table(self, table_id: str) -> bool:
        """Note that another table no longer exists. Return whether this one has named it."""
        named = table_id in (self.rematch, self.branch_of)
        self.rematch = None if self.rematch == table_id else self.rematch
        self.branch_of = "" if self.branch_of == table_id else self.branch_of
        return named

    # -- questions

    def gives_hints(self, person: str | None) -> bool:
        """Return whether a person may ask for hints: alone with bots, and not in a contest."""
        contest = (self.branch_of or "").startswith((EXERCISE, DAILY))
        return not contest and self.roster.plays_alone(person)

    @property
    def status(self) -> str:
        """The status: "waiting" before the game begins, "playing" or "over"."""
        if self.match.is_over():
            return "over"
        return "playing" if self.match.begun and self.roster.complete else "waiting"

    @property
    def awaits_entropy(self) -> bool:
        """Whether everyone has arrived but the game has not begun.

        Only contributions to the randomness can be missing then.
        """
        return self.roster.assembled and not self.match.begun

    @property
    def seats_to_move(self) -> tuple[int, ...]:
        """The seats that are to choose now: several if they do at the same time; () if none is.

        Whatever waits for a player waits for each of these: clocks, bots, lists, reminders.
        """
        return tuple(self.match.seats_to_move()) if self.status == "playing" else ()

    @property
    def bot_to_move(self) -> int | None:
        """The first seat to move at which a bot or the substitute plays; None if there is none."""
        bots = (seat for seat in self.seats_to_move if self.roster.bot_for(seat) is not None)
        return next(bots, None)

    @property
    def turn_state(self) -> TurnState:
        """The seats to move, the time control and the clock, as stored with each change."""
        row, clock = time_control_row(self.clock.time_control), self.clock
        return TurnState(self.seats_to_move, row, clock.to_row(), clock.due)

    def name_of(self, seat: int) -> str:
        """Return the name of a seat's player."""
        return self.roster.seats[seat].name

    def choosers(self) -> list[int]:
        """Return the seats where a person chooses and no substitute; empty before the game."""
        if self.status == "waiting":
            return []
        return [s.seat for s in self.roster.seats if self.roster.bot_for(s.seat) is None]

    def bot_request(self, seat: int) -> tuple[Struct, int]:
        """Return the input for a bot: the state as this seat sees it, and a seed for its search.

        The seed is secret until the game is over, so that no one can predict the bot's actions.
        """
        secret = self.match.stream.seed + f"bot:{seat}:{self.match.seq}".encode()
        seed = int.from_bytes(hashlib.sha256(secret).digest()[:8], "big")
        return self.match.seen_by(seat), seed

    # -- changes

    def withhold_seed(self) -> None:
        """Keep the seed secret, also after the end."""
        self.withheld = True
        self._follow_match()

    def follow_roster(self) -> None:
        """Update the match and the views after the roster has changed."""
        names = [seat.name for seat in self.roster.seats]
        if names != self.match.names:
            self.match.names = names
            self.views.forget(0)  # the log holds names
        self.match.human_seats = set(self.roster.people())
        self.views.let_choose(self.choosers())

    def run_clock(self, now: int, *, undone: bool = False) -> None:
        """Let the clocks of the people who are to move run, and stop all others.

        If the game is over, drop all votes. `undone` says whether steps were taken back.
        """
        people = [seat for seat in self.seats_to_move if self.roster.bot_for(seat) is None]
        self.clock.run_for(people, now, self.match.seq, undone=undone)
        if self.match.is_over():
            self.roster.votes.clear()

    def before_change(self) -> RollbackState:
        """Return a copy of the data that `rollback` restores; call this before any change."""
        return RollbackState(
            list(self.roster.seats),
            self.clock.copy(),
            self.undo_count,
            dict(self.auto_responses),
            self.roster.votes.copy(),
        )

    def rollback(self, change: Change) -> None:
        """Restore the table as it was before a change that could not be stored."""
        if change.begins:
            stream = CommittedStream(self.match.stream.seed)
            self.match = Match(self.match.game, stream, self.match.names)
        elif change.added or change.removed:
            steps = [*self.match.steps[: change.kept], *change.removed]
            self.match = replayed(
                self.match.game, self.match.stream, self.match.names, steps, start=self.match.start
            )
        before = change.rollback
        self.roster.restore(before.seats)
        self.roster.votes.restore(before.votes)
        self.clock, self.undo_count = before.clock, before.undo_count
        self.auto_responses = before.auto_responses
        self.match.names = [seat.name for seat in self.roster.seats]
        self._follow_match()

    def _follow_match(self) -> None:
        """Rebuild everything that depends on the match, which is new or was replaced."""
        self.match.human_seats = set(self.roster.people())
        self.lesson = Lesson.of(self.match)
        self.views = Views(self.match, self.lesson, withheld=self.withheld)
        self.views.let_choose(self.choosers())
