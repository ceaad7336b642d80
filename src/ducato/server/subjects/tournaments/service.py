"""Tournaments: their rounds, the tables of these, and people who do not come or who leave.

All that is known of a tournament is in the database, and each step is stored conditionally, so it
does not matter which process takes it, or whether one dies in between.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from ducato.core.errors import DucatoError
from ducato.core.i18n import say
from ducato.server.kit.background import BackgroundService
from ducato.server.kit.database.engine import now
from ducato.server.kit.process.logging import pseudonym
from ducato.server.kit.workers.pools import LATER
from ducato.server.services import Services
from ducato.server.subjects.tables.creation import TableDraft, new_table
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tournaments.model import (
    ENTRY,
    PendingBoard,
    StoredTournament,
    UnknownTournament,
)
from ducato.server.subjects.tournaments.pairing import Board, next_round
from ducato.server.subjects.tournaments.pairing.model import FEWEST
from ducato.server.subjects.tournaments.storage import Tournaments
from ducato.table.changes import Change, Rejected
from ducato.table.setup.create import OpenSeat, TableRequest, open_tournament_table
from ducato.table.time_control import MINUTE, read_time_control

log = logging.getLogger(__name__)

WAIT_FOR_PLAYERS, WAIT_FOR_PLAYERS_SLOW = 2 * MINUTE, 60 * MINUTE
"""Milliseconds after which a game begins without those who have not opened their table: in real
time and by correspondence. Their clocks run then."""
KEEP_PLAYING = MINUTE
"""Milliseconds between two calls that keep the substitute playing at a table that all have left."""


class TournamentRounds(BackgroundService):
    """A service that lets the tournaments of a server go on."""

    name = "tournaments"
    interval = 1.0

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services, self._tournaments = services, Tournaments(services.database)
        self._failed: set[tuple[str, int]] = set()  # rounds whose tables cannot be made
        self._kept: dict[str, int] = {}  # when bots were last kept playing, by table

    async def run_once(self) -> None:
        """Do everything that is due.

        Raises:
            StoreError: tournaments could not be read or written.
        """
        run = self._services.workers.run_blocking
        pending = await run(self._tournaments.pending)
        over = [board for board in pending if board.over]
        if over:
            await asyncio.wrap_future(self._tournaments.note_results(over))
        await self._open_tables([board for board in pending if board.opened is None])
        for board in pending:
            if board.table_id is not None and not board.over:
                await self._look_after(board, board.table_id)
        tables = {board.table_id for board in pending}
        self._kept = {table: at for table, at in self._kept.items() if table in tables}
        for tournament in await run(self._tournaments.due, now()):
            with suppress(UnknownTournament):
                await self._advance(await run(self._tournaments.find, tournament))

    async def _advance(self, tournament: StoredTournament) -> None:
        """Start a tournament, decide what is left of its round, or begin the next one."""
        tournaments = self._tournaments
        if tournament.status == ENTRY:
            if len(tournament.entrants) >= FEWEST:
                await asyncio.wrap_future(tournaments.start(tournament.id))
            return
        boards = [one.board for one in tournament.boards]
        if not all(board.is_over for board in boards):
            await asyncio.wrap_future(tournaments.settle_round(tournament))
            return
        following = tournament.round + 1
        plan = tournament.settings.plan
        found = await self._services.workers.slow.run(
            partial(next_round, plan, tournament.entrants, boards, following)
        )
        if found:
            await asyncio.wrap_future(tournaments.begin_round(tournament, following, found))
        else:
            await asyncio.wrap_future(tournaments.finish(tournament))

    async def _open_tables(self, boards: Iterable[PendingBoard]) -> None:
        """Open the tables of new boards, one transaction each, so that no move waits long."""
        tournament: StoredTournament | None = None
        for board in boards:
            if (board.tournament, board.round) in self._failed:
                continue
            if tournament is None or tournament.id != board.tournament:
                tournament = await self._services.workers.run_blocking(
                    self._tournaments.find, board.tournament
                )
            try:
                table = await self._services.workers.run(
                    _table_of, tournament, board, urgency=LATER
                )
            except DucatoError:  # the game or an option no longer exists, or the game is broken
                log.exception("a round of tournament %s has no tables", pseudonym(tournament.id))
                self._failed.add((board.tournament, board.round))
                continue
            await asyncio.wrap_future(self._tournaments.open_board(board, table))

    async def _look_after(self, board: PendingBoard, table_id: str) -> None:
        """Do what is due at a table: begin without the absent, or play on for who has left."""
        moment = now()
        wait = WAIT_FOR_PLAYERS_SLOW if board.slow else WAIT_FOR_PLAYERS
        late = not board.begun and moment >= (board.opened or moment) + wait
        keep = board.for_bot and moment >= self._kept.get(table_id, 0) + KEEP_PLAYING
        if not (late or keep or board.leaving):
            return
        try:
            async with self._services.registry.acquire(table_id) as actor:
                time = self._services.registry.time
                if keep:
                    self._kept[table_id] = moment
                    actor.allow_unattended()
                for person in board.leaving:
                    with suppress(Rejected):
                        await actor.apply_change(
                            partial(_made, actor.table.withdraw, person, time.now())
                        )
                seats = actor.table.roster.seats if late else []
                for person in {seat.person for seat in seats if seat.person is not None}:
                    with suppress(Rejected):
                        await actor.apply_change(
                            partial(_made, actor.table.arrive, person, time.now())
                        )
        except DucatoError:  # one table must not stop the tournaments
            log.exception("table %s of a tournament does not go on", pseudonym(table_id))


def _table_of(tournament: StoredTournament, board: PendingBoard) -> TableDraft:
    """Return the table of a board.

    Raises:
        BadTable, BrokenGame: see `open_tournament_table`.
    """
    settings = tournament.settings
    seats = _board(tournament, board).seats
    request = TableRequest(
        game=settings.game,
        seats=[OpenSeat() for _ in seats],
        edition=settings.edition,
        options=settings.options,
        time_control=read_time_control(settings.time_control),
    )
    names = {entrant.number: entrant.name for entrant in tournament.entrants}
    players = [(tournament.persons.get(number), names[number]) for number in seats]
    table = open_tournament_table(request, players)
    # Without a host, it counts for nobody's limits.
    chosen = TableSettings(None, True, table.roster.substitute, tournament.id)
    rows = [seat.to_row() for seat in table.roster.seats]
    return new_table(table.match, rows, chosen, table.begin(0))


def _made(change: Callable[[str, int], Change | None], person: str, moment: int) -> Change:
    """Return the change that a table makes for a person.

    Raises:
        Rejected: there is nothing to change any more.
    """
    made = change(person, moment)
    if made is None:
        raise Rejected(say("rejected.begun"))
    return made


def _board(tournament: StoredTournament, board: PendingBoard) -> Board:
    return next(
        one.board
        for one in tournament.boards
        if (one.board.round, one.board.number) == (board.round, board.number)
    )
