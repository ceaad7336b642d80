"""Tournaments as files: JSON, CSV, and the report files of chess federations."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import AppServices, Language
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.subjects.tournaments.model import StoredTournament
from ducato.server.subjects.tournaments.pairing import SWISS
from ducato.server.subjects.tournaments.pairing.exports import to_csv, to_trf
from ducato.server.subjects.tournaments.pairing.standings import Standing
from ducato.server.subjects.tournaments.routes.reading import read, round_line, tournament_state
from ducato.server.subjects.tournaments.routes.schemas import TournamentExport
from ducato.table.views.texts import display_name

router = APIRouter(prefix="/api/tournaments")


@router.get("/{tournament_id}/export", **documented(TournamentExport, errors=[404, 409, 422]))
async def export_tournament(
    services: AppServices,
    tournament_id: str,
    language: Language,
    format: Annotated[Literal["json", "csv", "trf"], Query()] = "json",
) -> Response:
    """Return a whole tournament as a file: JSON, CSV, or TRF16 for a Swiss tournament."""
    tournament, lines = await read(services, tournament_id)
    if format == "trf" and tournament.settings.format != SWISS:
        raise ApiError(409, say("tournament.no_trf"))
    if format == "json":
        answer = json_response(await services.workers.slow.run(_whole, tournament, lines, language))
    else:
        text = await services.workers.slow.run(_text, tournament, lines, language, format)
        media = "text/csv" if format == "csv" else "text/plain"
        answer = Response(
            text.encode(), 200, {"Cache-Control": "no-store"}, f"{media}; charset=utf-8"
        )
    name = f"tournament-{tournament.id}.{format}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _whole(tournament: StoredTournament, lines: list[Standing], language: str) -> TournamentExport:
    return TournamentExport(
        tournament_state(tournament, lines, language, tournament.round),
        [round_line(tournament, number) for number in range(1, tournament.round + 1)],
    )


def _text(
    tournament: StoredTournament, lines: list[Standing], language: str, file_format: str
) -> str:
    settings, boards = tournament.settings, [one.board for one in tournament.boards]
    entrants = [replace(one, name=display_name(one.name, language)) for one in tournament.entrants]
    if file_format == "csv":
        return to_csv(settings.format, entrants, boards, lines)
    return to_trf(settings.name, entrants, boards, lines)
