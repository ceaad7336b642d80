"""The level to suggest to a person for a game."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial

import msgspec
from fastapi import APIRouter, Response

from ducato.core.errors import OtherRules, UnknownName
from ducato.core.game import find_game
from ducato.server.kit.errors import NoSuchPage
from ducato.server.kit.http.dependencies import AppServices, MaybePerson
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.subjects.suggested_levels.storage import BotGames
from ducato.server.subjects.suggested_levels.suggestion import suggestions
from ducato.table.setup.lessons import lesson_of

router = APIRouter(prefix="/api")


class SuggestedLevel(msgspec.Struct, frozen=True):
    """The level suggested to a person for games with a number of players, and why.

    Attributes:
        bot: the `name` of one of the game's `bots`.
        games: the number of the person's finished games by which it was chosen.
        won: how many of them the person won.
        against: the name of the only bot in these games; null if there was none or several.
    """

    players: int
    bot: str
    games: int
    won: int
    against: str | None


@router.get("/me/suggested-levels", **documented(list[SuggestedLevel], errors=[401, 404, 422]))
async def suggest_levels(services: AppServices, person: MaybePerson, game: str) -> Response:
    """Return the level to suggest for each number of players, by the person's own results.

    To an unknown visitor, it is the weakest level.
    """
    try:
        chosen = find_game(game)
    except (UnknownName, OtherRules):
        raise NoSuchPage from None
    played = []
    if person is not None:
        lesson = lesson_of(chosen)
        played = await services.workers.run_blocking(
            partial(
                BotGames(services.database).of,
                person.id,
                chosen.name,
                chosen.rules_version,
                lesson=None if lesson is None else lesson.seed,
            )
        )
    found = await services.workers.run(suggestions, chosen, played)
    return json_response([SuggestedLevel(**asdict(one)) for one in found])
