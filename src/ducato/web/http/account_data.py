"""One's data: all of them in a file, or none of them here any more.

Who goes leaves every table first, in the way that everybody there is told of: open seats are stood
up from, a game of two is given up, in others the substitute plays on. A table where nobody
else sits goes with them: nobody waits for bots that play on. What was begun is
finished, also after a crash (`store.people.personal_data`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from typing import Annotated

import msgspec
from fastapi import Request, Response

from ducato.core.errors import DucatoError
from ducato.core.i18n import say
from ducato.store import PersonExport, StoreError
from ducato.table.changes import Rejected
from ducato.web.http.profiles import somebody
from ducato.web.live.actor import TableStopped
from ducato.web.services import Services
from ducato.web.support.logging import pseudonym
from ducato.web.support.openapi import DescribedApi
from ducato.web.support.rate_limits import CHANGES_OF_ADDRESS, address_of
from ducato.web.support.responses import ApiError, json_response, read_body
from ducato.web.support.sessions import is_bot

log = logging.getLogger(__name__)

AGAIN_EVERY = 60.0
"""Seconds until what could not be finished is tried again."""
ROUNDS = 3
"""Looks for tables to be left; a second one finds what began during the first."""
FILE = "ducato-data.json"


class DeletionRequest(msgspec.Struct, frozen=True):
    """Who really wants to go writes the name under which one is known here."""

    name: Annotated[str, msgspec.Meta(max_length=200)]


class DeletionResult(msgspec.Struct, frozen=True):
    """Nobody is known any more; `done` is false while something is left for the server to do."""

    done: bool


class AccountDeletion:
    """Deletes people.

    Args:
        services: where they are known.
    """

    def __init__(self, services: Services) -> None:
        self._registry, self._workers, self._data = (
            services.registry,
            services.workers,
            services.store.personal_data,
        )
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Finish what was begun before, and from now on what fails at first."""
        self._task = asyncio.create_task(self._keep(), name="farewells")

    async def close(self) -> None:
        """Stop; what is not finished is gone on with when the server is started again."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def delete(self, person: str) -> bool:
        """Delete a person with all bots; whether nothing is left to be done.

        Raises:
            StoreError: it could not be begun; nothing has changed.
        """
        leaving = await asyncio.wrap_future(self._data.begin_leaving(person))
        # Whatever fails now, a table that stops among it, is tried again later.
        finishing = self._finish(person, leaving.persons, leaving.tables)
        (done,) = await asyncio.gather(finishing, return_exceptions=True)
        if isinstance(done, BaseException):
            log.error("somebody's data could not be deleted yet", exc_info=done)
            return False
        return done

    async def _keep(self) -> None:
        while True:
            try:
                for person in await self._workers.read(self._data.leaving):
                    await self.delete(person)
            except Exception:
                log.exception("it could not be looked up whose data are to be deleted")
            await asyncio.sleep(AGAIN_EVERY)

    async def _finish(self, person: str, persons: list[str], tables: list[str]) -> bool:
        self._dismiss(persons)
        lost: set[str] = set()
        for _ in range(ROUNDS):
            for table_id in tables:
                try:
                    await self._leave(table_id, persons)
                except (StoreError, TableStopped):
                    raise
                except DucatoError:
                    log.exception("table %s cannot be opened to be left", pseudonym(table_id))
                    lost.add(table_id)
            left = await asyncio.wrap_future(self._data.finish_leaving(person, lost))
            if not left.tables:
                await self._registry.part_with(left.persons, left.deleted)
                self._dismiss(left.persons)
                return True
            persons, tables = left.persons, left.tables
        return False

    def _dismiss(self, persons: Collection[str]) -> None:
        for person in persons:
            self._registry.dismiss(person)

    async def _leave(self, table_id: str, persons: Collection[str]) -> None:
        """Have these leave a table, each as far as they are there."""
        async with self._registry.visit(table_id) as actor:
            for person in persons:
                for how in (actor.table.concede, actor.table.remove_person):
                    with suppress(Rejected):
                        await actor.ask(partial(how, person, self._registry.time.now()))


def add_farewell(app: DescribedApi, services: Services, farewells: AccountDeletion) -> None:
    """Add ``/api/me/data`` and ``/api/me/delete``."""

    @app.get(
        "/api/me/data", **app.described(PersonExport, refusals=[401, 403, 429, 503], who="people")
    )
    async def data(request: Request) -> Response:
        """All that is kept about who asks, as a file."""
        if is_bot(request):
            raise ApiError(403, say("bad.for_people"))
        person = await somebody(services, request)
        services.limit(CHANGES_OF_ADDRESS, address_of(request))
        content = await services.workers.read(_file, services, person.id)
        answer = Response(content, 200, {"Cache-Control": "no-store"}, "application/json")
        answer.headers["Content-Disposition"] = f'attachment; filename="{FILE}"'
        return answer

    @app.post(
        "/api/me/delete",
        **app.described(
            DeletionResult, DeletionRequest, refusals=[403, 408, 413, 422, 429, 503], who="people"
        ),
    )
    async def delete(request: Request) -> Response:
        """Delete who asks, with all that is kept about them."""
        await services.guard_people(request)
        name = (await read_body(request, DeletionRequest)).name
        person = await somebody(services, request)
        if " ".join(name.split()) != person.name:
            raise ApiError(422, say("bad.other_name", name=person.name), "name")
        answer = json_response(DeletionResult(await farewells.delete(person.id)))
        services.sessions.take_cookie(request, answer)
        return answer


def _file(services: Services, person: str) -> bytes:
    kept = services.store.personal_data.of(person)
    return msgspec.json.format(msgspec.json.encode(kept), indent=2)
