"""Entering and leaving tournaments, and what their hosts do."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Annotated

from fastapi import APIRouter, Request, Response

from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.filling import filled
from ducato.server.kit.http.dependencies import (
    ACTS,
    CHANGE,
    NO_BOTS,
    NOT_BANNED,
    AppServices,
    CurrentPerson,
    body,
)
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.kit.http.sessions import is_bot
from ducato.server.services import Services
from ducato.server.subjects.people.routes.accounts import chosen_name
from ducato.server.subjects.people.storage import Person
from ducato.server.subjects.tables.routes import identify_or_create_guest, once_stored
from ducato.server.subjects.tournaments.model import OwnEntry
from ducato.server.subjects.tournaments.pairing.model import FEWEST
from ducato.server.subjects.tournaments.routes.schemas import (
    EndRoundRequest,
    EnterRequest,
    EntryRequest,
    OwnState,
    RemoveRequest,
)
from ducato.server.subjects.tournaments.storage import MOST_ENTERED, Tournaments
from ducato.table.names import distinct

router = APIRouter(prefix="/api/tournaments")

NO_ENTRY = {
    "accounts_only": (403, "tournament.accounts_only"),
    "no_bots": (403, "tournament.no_bots"),
    "closed": (409, "tournament.closed"),
    "full": (409, "tournament.full"),
    "left": (409, "tournament.left"),
    "many": (409, "tournament.many"),
}
"""The status and the key of each reason why the store does not add an entrant."""


@router.post(
    "/{tournament_id}/enter",
    dependencies=[CHANGE, NOT_BANNED],
    **documented(OwnState, EnterRequest, errors=[401, 403, 404, 409]),
)
async def enter_tournament(
    request: Request,
    services: AppServices,
    tournament_id: str,
    wanted: Annotated[EnterRequest, body(EnterRequest)],
) -> Response:
    """Enter a tournament. An unknown visitor becomes a guest; a bot keeps its own name."""
    tournament = await services.workers.run_blocking(
        Tournaments(services.database).find, tournament_id
    )
    known = await services.sessions.identify(request)
    # Nobody becomes a guest for an error.
    wanted_name = wanted.name or (known.name if known and known.has_name else "")
    name = "" if is_bot(request) else await chosen_name(services, wanted_name)
    if not tournament.entry_open:
        raise ApiError(409, say("tournament.closed"))
    if known is None and tournament.settings.accounts_only:
        raise ApiError(403, say("tournament.accounts_only"))
    person, token = await identify_or_create_guest(services, request, name)
    entered = Tournaments(services.database).enter(tournament_id, person.id, person.name, distinct)
    reason = await once_stored(entered)
    if reason is not None:
        status, key = NO_ENTRY[reason]
        raise ApiError(status, say(key, n=MOST_ENTERED))
    answer = json_response(await _own(services, tournament_id, person))
    return services.sessions.with_cookie(request, answer, token)


@router.post(
    "/{tournament_id}/leave",
    dependencies=[CHANGE],
    **documented(OwnState, errors=[401, 403, 404, 409], audience="players"),
)
async def leave_tournament(
    services: AppServices, tournament_id: str, person: CurrentPerson
) -> Response:
    """Leave a tournament. A bot plays on in the sender's games, and they are not paired again."""
    own = await _own_entry(services, tournament_id, person)
    if own.entrant is None:
        raise ApiError(409, say("tournament.not_entered"))
    await once_stored(Tournaments(services.database).leave(tournament_id, own.entrant))
    return json_response(await _own(services, tournament_id, person))


@router.post(
    "/{tournament_id}/remove",
    dependencies=[CHANGE, NO_BOTS],
    **documented(OwnState, RemoveRequest, errors=[403, 404, 409], audience="people"),
)
async def remove_entrant(
    services: AppServices,
    tournament_id: str,
    wanted: Annotated[RemoveRequest, body(RemoveRequest)],
    person: CurrentPerson,
) -> Response:
    """Remove an entrant, as if they left; for the host."""
    await _check_host(services, tournament_id, person)
    await once_stored(Tournaments(services.database).leave(tournament_id, wanted.entrant))
    return json_response(await _own(services, tournament_id, person))


@router.post(
    "/{tournament_id}/entry",
    dependencies=[CHANGE, NO_BOTS, ACTS],
    **documented(OwnState, EntryRequest, errors=[403, 404, 409], audience="people"),
)
async def open_entry(
    services: AppServices,
    tournament_id: str,
    wanted: Annotated[EntryRequest, body(EntryRequest)],
    person: CurrentPerson,
) -> Response:
    """Open or close entry; for the host."""
    tournaments = Tournaments(services.database)
    return await _as_host(
        services, tournament_id, person, lambda: tournaments.open_entry(tournament_id, wanted.open)
    )


@router.post(
    "/{tournament_id}/start",
    dependencies=[CHANGE, NO_BOTS, ACTS],
    **documented(OwnState, errors=[403, 404, 409], audience="people"),
)
async def start_tournament(
    services: AppServices, tournament_id: str, person: CurrentPerson
) -> Response:
    """Start a tournament; for the host."""
    tournaments = Tournaments(services.database)
    tournament = await services.workers.run_blocking(tournaments.find, tournament_id)
    if tournament.host == person.id and len(tournament.entrants) < FEWEST:
        raise ApiError(409, say("tournament.few", n=FEWEST))
    return await _as_host(services, tournament_id, person, lambda: tournaments.start(tournament_id))


@router.post(
    "/{tournament_id}/end-round",
    dependencies=[CHANGE, NO_BOTS],
    **documented(OwnState, EndRoundRequest, errors=[403, 404, 409], audience="people"),
)
async def end_round(
    services: AppServices,
    tournament_id: str,
    wanted: Annotated[EndRoundRequest, body(EndRoundRequest)],
    person: CurrentPerson,
) -> Response:
    """End the present round now: games that are not over are decided; for the host."""
    tournaments = Tournaments(services.database)
    return await _as_host(
        services, tournament_id, person, lambda: tournaments.end_round(tournament_id, wanted.round)
    )


@router.post(
    "/{tournament_id}/cancel",
    dependencies=[CHANGE, NO_BOTS, ACTS],
    **documented(OwnState, errors=[403, 404, 409], audience="people"),
)
async def cancel_tournament(
    services: AppServices, tournament_id: str, person: CurrentPerson
) -> Response:
    """Cancel a tournament; for the host. Games that have begun can be played on."""
    tournaments = Tournaments(services.database)
    return await _as_host(
        services, tournament_id, person, lambda: tournaments.cancel(tournament_id)
    )


async def _as_host(
    services: Services, tournament_id: str, person: Person, change: Callable[[], Future[bool]]
) -> Response:
    """Make a change that only the host may make.

    Raises:
        ApiError: 403 for others, 409 if the tournament does not allow the change any more.
    """
    await _check_host(services, tournament_id, person)
    if not await once_stored(change()):
        raise ApiError(409, say("tournament.too_late"))
    return json_response(await _own(services, tournament_id, person))


async def _check_host(services: Services, tournament_id: str, person: Person) -> None:
    own = await _own_entry(services, tournament_id, person)
    if not own.is_host:
        raise ApiError(403, say("tournament.for_host"))


async def _own_entry(services: Services, tournament_id: str, person: Person | None) -> OwnEntry:
    return await services.workers.run_blocking(
        Tournaments(services.database).own, tournament_id, None if person is None else person.id
    )


async def _own(services: Services, tournament_id: str, person: Person | None) -> OwnState:
    return own_state(await _own_entry(services, tournament_id, person))


def own_state(own: OwnEntry) -> OwnState:
    """Return what is sent to a person about their part in a tournament."""
    plays = own.table_id is not None and not own.board_over and not own.left
    table = f"/table/{own.table_id}" if plays else None
    return filled(OwnState, own, host=own.is_host, table=table)
