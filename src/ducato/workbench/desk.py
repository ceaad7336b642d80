"""The page of a workbench: the table beside the game's files, the figures and the versions."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
import uvicorn
from fastapi import APIRouter, Depends, FastAPI, Request, Response
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse

from ducato.core.editions import data_files
from ducato.core.errors import DucatoError, UnreadableFile
from ducato.core.errors.machine import machine_fault
from ducato.core.game import Game
from ducato.core.i18n import LANGUAGE_NAMES
from ducato.core.safe_file import write_whole
from ducato.lab.metrics import metrics_of
from ducato.lab.report import phrasing
from ducato.lab.report.render import template
from ducato.server.app import create_app
from ducato.server.kit.database.engine import Database, default_url
from ducato.server.kit.errors import NoSuchPage
from ducato.server.kit.http.dependencies import CHANGE, AppServices, Language, body
from ducato.server.kit.http.locale import chosen_language
from ducato.server.kit.http.origins import cookie_name
from ducato.server.kit.http.responses import json_response
from ducato.server.kit.process.connections import (
    ConnectionTracker,
    most_connections,
    raise_descriptor_limit,
)
from ducato.server.listening import local_url
from ducato.server.serve import configured, proxies
from ducato.workbench import measuring
from ducato.workbench.kept_versions import KeptVersions
from ducato.workbench.measuring import KEY, REPLAYED, STATUS, estimate, read_json
from ducato.workbench.same_deal import latest_table
from ducato.workbench.shared_history import PACKAGE, history_page, moment_words, words
from ducato.workbench.target import Target, title_of

FOLDER = Path(__file__).parent
COOKIE = "ducato-dev"
"""The cookie that holds the key."""
SCRIPTS = {"desk.js": "text/javascript; charset=utf-8", "desk.css": "text/css; charset=utf-8"}
LARGEST = 4 << 20
"""The most bytes of a request that saves a file."""


@dataclass(frozen=True)
class Desk:
    """What the page of a workbench shows.

    Attributes:
        target: the game that was named.
        game: the game as it could be loaded; None if it could not.
        data: the folder with what the processes of the workbench tell each other.
        generation: the number of the state of the files that is shown.
        key: what only the reader of the terminal knows; other people of the machine do not.
    """

    target: Target
    game: Game | None
    data: Path
    generation: int
    key: str


async def _get_desk(connection: HTTPConnection) -> Desk:
    desk: Desk = connection.app.state.desk
    return desk


ThisDesk = Annotated[Desk, Depends(_get_desk)]


class NoKey(DucatoError):
    """An error raised if a browser has not opened the address that the terminal shows."""


def _has_key(request: Request, desk: Desk) -> bool:
    found = request.cookies.get(cookie_name(request, COOKIE), "")
    return secrets.compare_digest(found.encode(), desk.key.encode())


async def _check_key(request: Request, desk: ThisDesk) -> None:
    if not _has_key(request, desk):
        raise NoKey


router = APIRouter(include_in_schema=False, prefix="/workbench")
private = APIRouter(dependencies=[Depends(_check_key)])
"""The routes that only the author may use."""


class SavedFile(msgspec.Struct, frozen=True):
    """A file that the page saves: its new text, and the digest of what was edited."""

    text: str
    before: str


class NewVersion(msgspec.Struct, frozen=True):
    """A version to keep, with its author's note."""

    note: str


@contextmanager
def opened(folder: Path) -> Iterator[Database]:
    """Open the database of a workbench in this context."""
    with closing(Database(default_url(folder))) as database:
        yield database


def serve(
    target: Target,
    game: Game | None,
    folder: Path,
    generation: int,
    listening: Any,
    on_start: Callable[[], object],
) -> None:
    """Serve the page, with all that a table needs, until this process is ended."""
    with opened(folder) as database:
        url = local_url("127.0.0.1", 0, listening)
        key = (folder / KEY).read_text("utf-8")
        app = application(Desk(target, game, folder, generation, key), database, url)
        most = most_connections(raise_descriptor_limit())
        tracker = ConnectionTracker(proxies(), most, app.state.services.limits)
        server = uvicorn.Server(configured(app, tracker))
        on_start()
        server.run([listening])


def application(desk: Desk, database: Database, url: str | None = None) -> FastAPI:
    """Return the server's application with the page of a workbench."""
    address = "" if url is None else url.partition("://")[2]
    # No other name: another site could point its own here, and its page would edit the files.
    app = create_app(database=database, hosts=(), local_url=url, address=address, routers=[router])
    app.state.desk = desk

    @app.exception_handler(NoKey)
    async def no_key(request: Request, error: NoKey) -> Response:
        return json_response({"error": words("key", chosen_language(request))}, 403)

    return app


@router.get("")
def page(request: Request, desk: ThisDesk, language: Language, key: str = "") -> Response:
    """Show the page of the workbench; with the key in its address, keep that in a cookie first."""
    if secrets.compare_digest(key.encode(), desk.key.encode()):
        answer = RedirectResponse("/workbench", 303)
        name = cookie_name(request, COOKIE)
        answer.set_cookie(name, key, path="/workbench", httponly=True, samesite="strict")
        return answer
    if not _has_key(request, desk):
        return Response(words("key", language), 403, media_type="text/plain; charset=utf-8")
    title = desk.target.folder.name if desk.game is None else title_of(desk.game, language)
    text = template(PACKAGE, "desk.html").render(
        language=language,
        languages=LANGUAGE_NAMES,
        title=title,
        t=lambda key: words(key, language),
    )
    return Response(text, media_type="text/html; charset=utf-8")


@router.get("/desk.js")
@router.get("/desk.css")
def script(request: Request) -> Response:
    """Return the script or the style sheet of the page."""
    name = request.url.path.rpartition("/")[2]
    return Response((FOLDER / name).read_bytes(), media_type=SCRIPTS[name])


@private.get("/state")
def state(desk: ThisDesk, services: AppServices, language: Language) -> Response:
    """Return what the page shows besides the table and the files."""
    status = read_json(desk.data / STATUS)
    game = desk.game
    table = None if game is None else latest_table(services.database, game.name)
    replayed = [one for one in read_json(desk.data / REPLAYED) or [] if one["table"] == table]
    return json_response(
        {
            "generation": desk.generation,
            "wrong": status.get("wrong"),
            "replayed": [_replayed(one, language) for one in replayed],
            "table": table,
            "request": None if game is None else _new_table(desk.target, game, language),
            "figures": None if game is None else _figures(game, desk, language),
            "files": [str(path) for path in desk.target.edited_files()],
            "editable": not desk.target.is_installed,
            "versions": _versions(desk, language),
        }
    )


def _replayed(one: Mapping[str, Any], language: str) -> str:
    """Return the sentence that says how far the moves of a table could be made again."""
    if not one["problem"]:
        return words("replayed.all", language, n=one["moves"])
    because = words(f"replayed.{one['problem']}", language, action=one["action"])
    said = words("replayed.some", language, kept=one["kept"], n=one["moves"], because=because)
    return f"{said} {one['details']}".strip()


def _new_table(target: Target, game: Game, language: str) -> dict[str, Any]:
    """Return the request for a table: a person against the quickest bots."""
    players = target.players or next((n for n in game.players if n > 1), game.players[0])
    quick = [bot for bot in game.levels.values() if not bot.startswith("ismcts")]
    bot = {"kind": "bot", "bot": (quick or list(game.levels.values()))[-1]}
    person = {"kind": "person", "name": words("designer", language)}
    return {
        "game": game.name,
        "edition": target.edition or game.editions[0],
        "options": dict(target.options),
        "seats": [person] + [bot] * (players - 1),
    }


def _figures(game: Game, desk: Desk, language: str) -> dict[str, Any]:
    """Return the figures in words, with what has changed since the last edit."""
    found = read_json(desk.data / measuring.FIGURES)
    if not found:
        return {"about": words("figures.none", language), "rows": [], "faults": []}
    if "wrong" in found:
        return {"about": found["wrong"], "rows": [], "faults": []}
    fresh = found["generation"] == desk.generation
    origin = found["origin"] if fresh else "old"
    about = words(f"figures.{origin}", language, n=found["games"], players=found["players"])
    level = phrasing.level_name(found["level"])[language]
    return {
        "about": f"{about} ({level})",
        "rows": list(figure_rows(game, found["rows"], language)),
        "faults": [fault[language] for fault in found["faults"]],
    }


def figure_rows(game: Game, rows: list[dict[str, Any]], language: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table of figures, in words."""
    metrics = metrics_of(game)
    for row in rows:
        metric = metrics.get(row["metric"])
        if metric is None:  # of rules that have changed since
            continue
        value, unit = estimate(row["value"]), metric.unit
        shown = {
            "title": str(phrasing.metric_title(game, metric.name, metric.sort)[language]),
            "value": str(phrasing.number(value.value, unit)[language]),
            "interval": str(phrasing.interval(value, unit)[language]),
            "change": "",
            "sure": False,
        }
        if row.get("change"):
            change = estimate(row["change"])
            of = "points" if unit == "share" else unit
            shown["change"] = str(phrasing.change(change, of)[language])
            shown["sure"] = change.low > 0 or change.high < 0
        yield shown


def _versions(desk: Desk, language: str) -> list[dict[str, Any]]:
    try:
        known = KeptVersions.of(desk.target.folder).versions()
    except UnreadableFile as error:
        return [{"number": 0, "note": str(error), "moment": ""}]
    return [
        {
            "number": one.number,
            "note": one.note,
            "moment": moment_words(one.moment, language, "short"),
        }
        for one in reversed(known)
    ]


def _path_of(desk: Desk, name: str) -> Path:
    """Return the path of a file that the page shows, behind all links.

    Raises:
        NoSuchPage: it shows no such file.
    """
    if name not in map(str, desk.target.edited_files()):
        raise NoSuchPage
    return (desk.target.folder / name).resolve()


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


@private.get("/files/{name:path}")
def read_file(desk: ThisDesk, name: str) -> Response:
    """Return the text of a file, and its digest."""
    raw = _path_of(desk, name).read_bytes()
    try:
        return json_response({"text": data_files.decode(raw, name), "digest": _digest(raw)})
    except UnreadableFile as error:
        return json_response({"error": str(error)}, 422)


@private.put("/files/{name:path}", dependencies=[CHANGE])
async def save_file(
    desk: ThisDesk,
    name: str,
    language: Language,
    saved: Annotated[SavedFile, body(SavedFile, LARGEST)],
) -> Response:
    """Save a file, unless it was changed elsewhere since the page read it."""
    path = _path_of(desk, name)
    if desk.target.is_installed:
        return json_response({"error": words("file.installed", language)}, 403)
    raw = path.read_bytes()
    if _digest(raw) != saved.before:
        return json_response({"error": words("file.changed", language, file=name)}, 409)
    text = saved.text.replace("\r\n", "\n")
    if b"\r\n" in raw:
        text = text.replace("\n", "\r\n")
    encoding = "utf-16" if raw.startswith(data_files.UTF16) else "utf-8"
    encoding = "utf-8-sig" if raw.startswith(b"\xef\xbb\xbf") else encoding
    new = text.encode(encoding)
    # Whole or not at all: an editor that has it open sees the new one.
    try:
        write_whole(path, new)
    except OSError as error:
        return json_response({"error": machine_fault(error) or str(error)}, 422)
    return json_response({"digest": _digest(new)})


@private.post("/versions", dependencies=[CHANGE])
async def keep_version(desk: ThisDesk, wanted: Annotated[NewVersion, body(NewVersion)]) -> Response:
    """Keep the present files as a version, with a note and the figures."""
    found = read_json(desk.data / measuring.FIGURES)
    measured: dict[str, Any] = {"figures": {}, "conditions": {}, "findings": []}
    if found.get("generation") == desk.generation and found.get("rows"):
        measured["figures"] = {row["metric"]: row["value"] for row in found["rows"]}
        names = ("games", "players", "edition")
        measured["conditions"] = {name: found[name] for name in names}
        measured["findings"] = found["faults"]
    try:
        kept = KeptVersions.of(desk.target.folder).keep(wanted.note, measured)
    except (DucatoError, OSError) as error:
        return json_response({"error": machine_fault(error) or str(error)}, 422)
    return json_response({"number": kept.number}, 201)


@private.get("/history.html")
def history(desk: ThisDesk) -> Response:
    """Return all versions with their figures as one file, to be shared."""
    if desk.game is None:
        raise NoSuchPage
    text = history_page(desk.game, KeptVersions.of(desk.target.folder).versions())
    name = f"{desk.game.name}-history.html"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/html; charset=utf-8", headers=headers)


router.include_router(private)
