"""The handles by which a reader refers to other people, and whom they stand for."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.server.kit.database.engine import now
from ducato.server.kit.errors import ApiError
from ducato.server.services import Services
from ducato.server.subjects.friends.handles import of_handle
from ducato.server.subjects.friends.storage import Friends
from ducato.server.subjects.groups.storage import Groups
from ducato.server.subjects.moderation.bans import Bans


async def known_person(services: Services, reader: str, handle: str) -> str:
    """Return the id of a person whom a reader knows by a handle.

    A reader knows their friends, the people who ask to be friends, opponents, and the other members
    of their groups.

    Raises:
        ApiError: 404, if the handle stands for nobody whom the reader knows.
    """

    def find() -> str | None:
        database = services.database
        friends = [one.person for one in Friends(database).of(reader, now())]
        found = of_handle(reader, handle, friends)
        if found is None:
            opponents = [one.person for one in Friends(database).opponents(reader)]
            found = of_handle(reader, handle, opponents)
        return found or of_handle(reader, handle, Groups(database).fellows(reader))

    found = await services.workers.run_blocking(find)
    if found is None:
        raise ApiError(404, say("bad.person"), "person")
    return found


async def known_friend(services: Services, reader: str, handle: str) -> tuple[str, str]:
    """Return the id and the name of a friend who may be invited.

    Raises:
        ApiError: 404, if the handle stands for no friend of the reader, or the friend is banned.
    """

    def find() -> tuple[str, str] | None:
        friends, bans = Friends(services.database), Bans(services.database)
        for one in friends.of(reader, now()):
            if one.relation == "friends" and of_handle(reader, handle, [one.person]):
                return None if bans.active(one.person) else (one.person, one.name)
        return None

    found = await services.workers.run_blocking(find)
    if found is None:
        raise ApiError(404, say("bad.friend"), "person")
    return found
