"""The list of tournaments, and the state of one of them."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Response

from ducato.server.kit.filling import filled
from ducato.server.kit.http.dependencies import AppServices, Language, MaybePerson
from ducato.server.kit.http.locale import game_title
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.services import Services
from ducato.server.subjects.tournaments.model import (
    FINISHED,
    StoredBoard,
    StoredTournament,
    TournamentSummary,
)
from ducato.server.subjects.tournaments.pairing import last_round, standings, tie_breaks
from ducato.server.subjects.tournaments.pairing.scoring import points
from ducato.server.subjects.tournaments.pairing.standings import Standing
from ducato.server.subjects.tournaments.routes.entry import own_state
from ducato.server.subjects.tournaments.routes.schemas import (
    BoardLine,
    BoardSeat,
    EntrantLine,
    OwnState,
    RoundLine,
    TournamentEntry,
    TournamentState,
)
from ducato.server.subjects.tournaments.storage import Tournaments
from ducato.table.time_control import read_time_control
from ducato.table.views.texts import display_name

router = APIRouter(prefix="/api/tournaments")

FRESH = 2.0
"""Seconds for which a tournament is not read again if it has not changed: only whether games have
begun may be older."""
MOST_KEPT = 64
"""Number of tournaments that are kept with their standings, which take seconds in a large one."""


class _Kept:
    """A tournament that has been read, with its standings; see `read`."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.revision, self.read = 0, 0.0
        self.tournament: StoredTournament | None = None
        self.standings: list[Standing] = []


_kept: OrderedDict[str, _Kept] = OrderedDict()


@router.get("", **documented(list[TournamentEntry]))
async def list_tournaments(services: AppServices, language: Language) -> Response:
    """Return the latest tournaments, those that are not over first."""
    found = await services.workers.run_blocking(Tournaments(services.database).listed)
    return json_response([_entry(one, language) for one in found])


@router.get("/{tournament_id}/me", **documented(OwnState, errors=[401, 404]))
async def get_own_state(services: AppServices, tournament_id: str, person: MaybePerson) -> Response:
    """Return the sender's part in a tournament, with the table where they are to play now."""
    who = None if person is None else person.id
    own = await services.workers.run_blocking(
        Tournaments(services.database).own, tournament_id, who
    )
    return json_response(own_state(own))


@router.get("/{tournament_id}", **documented(TournamentState, errors=[404, 422]))
async def get_tournament(
    services: AppServices,
    tournament_id: str,
    language: Language,
    round: Annotated[int | None, Query(ge=1, le=1000)] = None,
) -> Response:
    """Return a tournament with its standings and the boards of a round, the present one or other.

    It is enough to ask again when the `revision` in the answer of `/me` has grown.
    """
    tournament, lines = await read(services, tournament_id)
    shown = tournament.round if round is None else round
    state = partial(tournament_state, tournament, lines, language, shown)
    return json_response(await services.workers.slow.run(state))


async def read(services: Services, tournament_id: str) -> tuple[StoredTournament, list[Standing]]:
    """Return a tournament and its standings, which are computed once for each of its revisions.

    Whoever asks at the same time waits for the same standings.

    Raises:
        UnknownTournament: there is none with this id.
    """
    tournaments, workers = Tournaments(services.database), services.workers
    own = await workers.run_blocking(tournaments.own, tournament_id, None)
    kept = _kept.setdefault(tournament_id, _Kept())
    _kept.move_to_end(tournament_id)
    if len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    async with kept.lock:
        found = kept.tournament
        known = found is not None and kept.revision >= own.revision
        if found is None or not known or time.monotonic() > kept.read + FRESH:
            found = await workers.run_blocking(tournaments.find, tournament_id)
            if kept.tournament is None or found.revision != kept.revision:
                kept.standings = await workers.slow.run(_standings, found)
            kept.tournament, kept.revision = found, found.revision
            kept.read = time.monotonic()
        return found, kept.standings


def _standings(tournament: StoredTournament) -> list[Standing]:
    boards = [one.board for one in tournament.boards]
    return standings(tournament.settings.format, tournament.entrants, boards)


def tournament_state(
    tournament: StoredTournament, lines: Iterable[Standing], language: str, round_number: int
) -> TournamentState:
    """Return a tournament as its page shows it, with the boards of one round.

    Args:
        tournament: the tournament.
        lines: its standings.
        language: the reader's language.
        round_number: the round whose boards are shown.
    """
    settings, entrants = tournament.settings, tournament.entrants
    by_number = {entrant.number: entrant for entrant in entrants}
    started = [one for one in entrants if one.first_round == 1]
    rounds = last_round(settings.plan, len(started))
    return filled(
        TournamentState,
        settings,
        id=tournament.id,
        title=game_title(settings.game, language),
        players=settings.sizes,
        rounds=tournament.round if tournament.status == FINISHED else rounds,
        time_control=read_time_control(settings.time_control),
        entry_open=tournament.entry_open,
        status=tournament.status,
        round=tournament.round,
        round_ends=tournament.round_ends,
        revision=tournament.revision,
        tie_breaks=list(tie_breaks(settings.format)),
        entrants=[
            filled(
                EntrantLine,
                one,
                number=one.entrant,
                name=display_name(by_number[one.entrant].name, language),
                left=by_number[one.entrant].left_round is not None,
                points=float(one.points),
                tie_breaks=[float(value) for value in one.tie_breaks],
            )
            for one in lines
        ],
        boards=round_line(tournament, round_number),
    )


def round_line(tournament: StoredTournament, round_number: int) -> RoundLine:
    """Return a round of a tournament; it has no boards if there is no such round."""
    here = (one for one in tournament.boards if one.board.round == round_number)
    return RoundLine(round_number, list(_board_lines(here, tournament.settings.format)))


def _board_lines(boards: Iterable[StoredBoard], tournament_format: str) -> Iterable[BoardLine]:
    for stored in boards:
        board = stored.board
        if not board.seats:
            continue
        won = points(board, tournament_format)
        status = "bye" if board.is_bye else "over" if board.is_over else None
        yield BoardLine(
            number=board.number,
            status=status or ("playing" if stored.begun else "waiting"),
            table=None if stored.table_id is None else f"/table/{stored.table_id}",
            seats=[
                BoardSeat(
                    entrant=entrant,
                    rank=None if board.ranks is None or board.is_bye else board.ranks[seat],
                    points=float(won[seat]) if board.is_over else None,
                    forfeit=seat in board.forfeits,
                )
                for seat, entrant in enumerate(board.seats)
            ],
        )


def _entry(one: TournamentSummary, language: str) -> TournamentEntry:
    return filled(
        TournamentEntry,
        one,
        url=f"/tournaments/{one.id}",
        title=game_title(one.game, language),
        time_control=read_time_control(one.time_control),
    )
