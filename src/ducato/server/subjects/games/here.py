"""An exported page under the server's own address, for who wants to play on their own device.

The page is a folder that `ducato export` has made. A browser loads nothing of it before it is
wanted, and from then on it costs the server no processor time but that of sending files.
"""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.core.errors import BadValue
from ducato.server.kit.errors import NoSuchPage
from ducato.server.kit.http.cached_files import cached_response

router = APIRouter(include_in_schema=False)

MARK = "ducato-page.json"
"""The file by which a folder is known for an exported page."""
CATALOG = "api/games.en.json"
"""The file that lists the games of a page."""
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'self'; object-src 'none'"
)
"""The Content-Security-Policy of its pages: nothing comes from elsewhere."""
MOST_FILES = 100
"""The maximum number of files kept in memory; a page with four games has fewer."""


class _ListedGame(msgspec.Struct, frozen=True):
    name: str


class ExportedPage:
    """The files of an exported page.

    Attributes:
        games: the names of its games.

    Args:
        folder: the folder.

    Raises:
        BadValue: `ducato export` has not made it.
    """

    def __init__(self, folder: Path) -> None:
        try:
            if not (folder / MARK).is_file():
                raise FileNotFoundError
            listed = msgspec.json.decode((folder / CATALOG).read_bytes(), type=list[_ListedGame])
        except (OSError, msgspec.DecodeError) as error:
            expected = "a folder made with `ducato export --out FOLDER`"
            raise BadValue("--page", str(folder), expected) from error
        self.games = [game.name for game in listed]
        # Only what was there at the start is ever sent, whatever a path looks like.
        self._files = {
            path.relative_to(folder).as_posix(): path
            for path in folder.rglob("*")
            if path.is_file() and not path.is_symlink()
        }

    def find(self, name: str) -> Path | None:
        """Return the file of a name; None if there is none."""
        return self._files.get(name)


def page_in(folder: str | None) -> ExportedPage | None:
    """Return the page in a folder; None if no folder is named.

    Raises:
        BadValue: `ducato export` has not made it.
    """
    return ExportedPage(Path(folder)) if folder else None


# A plain function, so that large files are read and compressed in a thread.
@router.get("/here/{name:path}")
def file_of_page(request: Request, name: str) -> Response:
    """Return a file of the page."""
    page: ExportedPage | None = request.app.state.exported_page
    path = page.find(name) if page is not None else None
    if path is None:
        raise NoSuchPage
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix == ".mjs":  # not in the table of every Python
        kind = "text/javascript"
    response = cached_response(request, _content(path, path.stat().st_mtime_ns), kind)
    # These two have an effect in a header only.
    policy = f"{POLICY}; frame-ancestors 'self'; worker-src 'self'"
    response.headers["Content-Security-Policy"] = policy
    return response


@lru_cache(MOST_FILES)
def _content(path: Path, _changed: int) -> bytes:
    return path.read_bytes()
