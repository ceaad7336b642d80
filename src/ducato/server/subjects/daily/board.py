"""What a reader sees of today and yesterday at a game."""

from __future__ import annotations

from typing import Literal

from ducato.bots.analysis.exercise_file import exercises_of
from ducato.core.game import Game
from ducato.server.services import Services
from ducato.server.subjects.daily.daily_chance import DailyChance, position_of
from ducato.server.subjects.daily.model import DailyResult, players_of, ranked
from ducato.server.subjects.daily.schemas import (
    DailyBoard,
    DailyFigure,
    DailyGame,
    DailyPosition,
    DailyRank,
    DailyState,
)
from ducato.server.subjects.daily.storage import (
    GAME,
    POSITION,
    DailyAttempts,
    DailyCounts,
    OwnAttempt,
)
from ducato.server.subjects.exercises.exercise_tables import level_of
from ducato.server.subjects.people.storage import Person
from ducato.server.subjects.tables.days import days_after, end_of, today, week_to
from ducato.table.setup.levels import level_title

MOST_RANKS = 100
"""The reader's own result is shown beyond that, too."""


async def exercise_of_day(services: Services, game: Game, day: str) -> str | None:
    """Return the name of the exercise that is the position of a day; None if there is none."""
    shipped = await services.workers.slow.run(exercises_of, game)
    chance = services.own(DailyChance)
    streams = [await chance.stream(one, game.name) for one in week_to(day)]
    name = position_of(streams, shipped)
    return None if name is None else f"{game.name}:{name}"


async def board_for(
    services: Services, game: Game, reader: Person | None, language: str
) -> DailyBoard:
    """Return what a reader sees of a game's day, and of the day before."""
    day = today()
    tomorrow = await services.own(DailyChance).stream(days_after(day, 1), game.name)
    return DailyBoard(
        ends=end_of(day),
        players=players_of(game),
        level=level_title(level_of(game), game, language),
        account=reader is not None and reader.email is not None,
        tomorrow=tomorrow.commitment,
        today=await _state(services, game, day, reader, language),
        yesterday=await _state(services, game, days_after(day, -1), reader, language),
    )


async def _state(
    services: Services, game: Game, day: str, reader: Person | None, language: str
) -> DailyState:
    attempts, run = DailyAttempts(services.database), services.workers.run_blocking
    stream = await services.own(DailyChance).stream(day, game.name)
    counts = await run(attempts.counts, day, game.name)
    own, apart = dict[str, OwnAttempt](), set[str]()
    if reader is not None:
        own = await run(attempts.own, day, game.name, reader.id)
        apart = await run(attempts.blocked_with, reader.id)
    over, played = day < today(), own.get(GAME)
    results = None
    if over or (played is not None and played.finished is not None):
        found = await run(attempts.results, day, game.name)
        results = _ranks(game, found, None if reader is None else reader.id, apart, language)
    has_position = await exercise_of_day(services, game, day) is not None
    return DailyState(
        day=day,
        commitment=stream.commitment,
        seed=stream.seed.hex() if over else None,
        position=_position(own.get(POSITION), counts) if has_position else None,
        game=DailyGame(
            status="open" if played is None else _game_status(played, day),
            url=None if played is None else _path(played.table_id),
            begun=counts.begun,
            finished=counts.finished,
            results=results,
        ),
    )


def _position(own: OwnAttempt | None, counts: DailyCounts) -> DailyPosition:
    answered, solved = counts.answered, counts.solved
    if own is None:
        return DailyPosition("open", None, answered, solved)
    path = _path(own.table_id)
    if own.solved is None:
        return DailyPosition("begun", path, answered, solved)
    return DailyPosition("solved" if own.solved else "missed", path, answered, solved)


def _game_status(own: OwnAttempt, day: str) -> Literal["begun", "finished", "resigned", "late"]:
    if own.finished is None:
        return "begun"
    if own.rank == 0:
        return "resigned"
    return "finished" if own.finished < end_of(day) else "late"


def _ranks(
    game: Game, found: list[DailyResult], reader: str | None, apart: set[str], language: str
) -> list[DailyRank]:
    return [
        DailyRank(
            rank=rank,
            name=one.name,
            url=None if one.public_id is None else f"/people/{one.public_id}",
            own=one.person == reader,
            at_table=one.at_table,
            figures=[
                DailyFigure(game.text(f"series.{name}", language), number)
                for name, number in one.figures
            ],
            # A block keeps two people from each other's tables.
            replay=_path(one.table_id) if rank == 1 and one.person not in apart else None,
        )
        for number, (rank, one) in enumerate(ranked(found))
        if number < MOST_RANKS or one.person == reader
    ]


def _path(table_id: str | None) -> str | None:
    return None if table_id is None else f"/table/{table_id}"
