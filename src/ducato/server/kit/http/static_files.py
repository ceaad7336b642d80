"""The browser client's scripts, style sheets and pictures, under ``/static``."""

from __future__ import annotations

import mimetypes
import os
from functools import lru_cache
from os import PathLike, stat_result

from fastapi import Request, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ducato.server.kit.http.cached_files import MOST_FILES, cached_response
from ducato.server.kit.http.client_files import ClientFiles

mimetypes.add_type("font/woff2", ".woff2")  # Not every system's table has it.


class ClientStaticFiles(StaticFiles):
    """The client's files, served from the bundles where these exist."""

    def __init__(self, files: ClientFiles) -> None:
        super().__init__(directory=files.folder)
        self._files = files

    def lookup_path(self, path: str) -> tuple[str, stat_result | None]:
        """Find a file, first among the bundles if there are any, then among the sources."""
        self.all_directories = list(self._files.directories())
        return super().lookup_path(path)

    def file_response(
        self,
        full_path: PathLike[str] | str,
        stat_result: stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return a response with a file, which browsers cache and revalidate."""
        name = os.fspath(full_path)
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        content = _content(name, stat_result.st_mtime_ns, stat_result.st_size)
        return cached_response(Request(scope), content, kind)


@lru_cache(MOST_FILES)
def _content(name: str, _changed: int, _size: int) -> bytes:
    with open(name, "rb") as file:
        return file.read()
