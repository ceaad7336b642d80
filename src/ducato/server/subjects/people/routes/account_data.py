"""The export and the deletion of a person's own data."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import (
    CHANGE,
    CHANGES_OF_ADDRESS,
    NO_BOTS,
    AppServices,
    CurrentPerson,
    body,
)
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.rate_limits import address_of
from ducato.server.kit.http.responses import json_response
from ducato.server.services import Services
from ducato.server.subjects.people.account_deletion import AccountDeletion
from ducato.server.subjects.people.export_model import PersonExport
from ducato.server.subjects.people.personal_data import PersonalData
from ducato.table.seats import one_line

router = APIRouter(prefix="/api/me")

FILE = "ducato-data.json"


class DeletionRequest(msgspec.Struct, frozen=True):
    """A request to delete the account; it repeats the person's name as a confirmation.

    An account without a name repeats its e-mail address.
    """

    name: Annotated[str, msgspec.Meta(max_length=200)]


class DeletionResult(msgspec.Struct, frozen=True):
    """The result of a deletion; `done` is false if the server still has data to remove."""

    done: bool


@router.get(
    "/data",
    dependencies=[NO_BOTS],
    **documented(PersonExport, errors=[401, 403], audience="people"),
)
async def export_data(request: Request, services: AppServices, person: CurrentPerson) -> Response:
    """Return all data stored about the person, as a JSON file."""
    services.limit(CHANGES_OF_ADDRESS, address_of(request))
    content = await services.workers.run_blocking(_export, services, person.id)
    answer = Response(content, 200, {"Cache-Control": "no-store"}, "application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{FILE}"'
    return answer


@router.post(
    "/delete",
    dependencies=[CHANGE, NO_BOTS],
    **documented(DeletionResult, DeletionRequest, errors=[403], audience="people"),
)
async def delete_account(
    request: Request,
    services: AppServices,
    wanted: Annotated[DeletionRequest, body(DeletionRequest)],
    person: CurrentPerson,
) -> Response:
    """Delete the person, their bots and all data stored about them."""
    confirmation = (person.email if not person.has_name else None) or person.name
    if one_line(wanted.name) != confirmation:  # copied, it may carry marks of direction
        raise ApiError(422, say("bad.other_name", name=confirmation), "name")
    deleted = await services.own(AccountDeletion).delete(person.id)
    answer = json_response(DeletionResult(deleted))
    services.sessions.delete_cookie(request, answer)
    return answer


def _export(services: Services, person: str) -> bytes:
    stored = PersonalData(services.database).of(person)
    return msgspec.json.format(msgspec.json.encode(stored), indent=2)
