"""The files of the browser client: one bundle for each page if bundles were built, else modules.

A checkout works without npm: pages then load the modules of ``client/js`` one by one, and list them
all in advance, so that the browser need not follow the imports to find them. `make client`, and the
build of the wheel, put one minified script for each page and the minified style sheets into
``bundles``, a folder with the same structure. The bundles are used only while their digest matches
the sources: after a module has been edited, the modules are served again.

This module uses the standard library only, because the build runs it before ducato is installed.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "client"
BUNDLES = FOLDER / "bundles"
DIGEST = "sources.sha256"
"""The file in ``bundles`` that holds the digest of the sources of the bundles."""
CHECK_EVERY = 1.0
"""Minimum number of seconds between two checks of the modification times of some 220 files; a check
takes a millisecond."""
VERSION_LENGTH = 16
"""Length of a version in hexadecimal digits."""

IMPORT = re.compile(r'^(?:import|export) [^"\';]*? from "(\.[^"]+)";', re.MULTILINE)


def sources(folder: Path) -> list[Path]:
    """Return the scripts and style sheets of a client, in the same order on every system."""
    return sorted([*folder.glob("js/**/*.js"), *folder.glob("css/**/*.css")])


def digest(folder: Path) -> str:
    """Return the hexadecimal SHA-256 of the names and contents of all scripts and style sheets.

    Line endings make no difference.
    """
    return _digest(sources(folder), folder)


def _digest(paths: Iterable[Path], folder: Path) -> str:
    total = hashlib.sha256()
    for path in paths:
        content = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return total.hexdigest()


def page_parts(folder: Path) -> list[Path]:
    """Return the texts of a client, and the templates of the server beside its folder."""
    templates = folder.parent.glob("server/templates/*.html")
    return sorted([*templates, *folder.glob("locale/*.toml")])


class ClientFiles:
    """The client files that are sent to browsers.

    Args:
        folder: the folder of the sources; None for `FOLDER`.
        bundles: the folder of the bundles, which need not exist; None for `BUNDLES`.
    """

    def __init__(self, folder: Path | None = None, bundles: Path | None = None) -> None:
        self.folder, self.bundles = folder or FOLDER, bundles or BUNDLES
        self._checked = float("-inf")
        self._dates: list[int] = []
        self._bundled, self._version = False, ""
        self._modules: dict[str, list[str]] = {}

    def is_bundled(self) -> bool:
        """Return whether there are bundles that match the sources.

        The answer may be up to `CHECK_EVERY` seconds old.
        """
        self._check()
        return self._bundled

    @property
    def version(self) -> str:
        """The version of all that pages are made of, which changes with any of it.

        Like `is_bundled`, it may be up to `CHECK_EVERY` seconds old.
        """
        self._check()
        return self._version

    def _check(self) -> None:
        if time.monotonic() - self._checked <= CHECK_EVERY:
            return
        made_from = self.bundles / DIGEST
        parts = page_parts(self.folder)
        paths = [*sources(self.folder), *parts, *([made_from] if made_from.is_file() else [])]
        dates = [path.stat().st_mtime_ns for path in paths]
        if dates != self._dates:
            built = made_from.read_text("ascii").strip() if made_from.is_file() else ""
            scripts = digest(self.folder)
            self._bundled = built == scripts
            together = scripts + _digest(parts, self.folder.parent)
            self._version = hashlib.sha256(together.encode()).hexdigest()[:VERSION_LENGTH]
            self._dates, self._modules = dates, {}
        self._checked = time.monotonic()

    def directories(self) -> list[Path]:
        """Return the folders in which to look for a file, the preferred one first."""
        return [self.bundles, self.folder] if self.is_bundled() else [self.folder]

    def preloads(self, page: str) -> list[str]:
        """Return the URL paths of all modules that a page imports, directly or through others.

        The list is empty if there are bundles.

        Args:
            page: the name of the page's script in ``js/pages``, without ``.js``.
        """
        if self.is_bundled():
            return []
        if page not in self._modules:
            self._modules[page] = [
                f"/static/{module.relative_to(self.folder).as_posix()}"
                for module in self._imports_of(page)
            ]
        return self._modules[page]

    def _imports_of(self, page: str) -> list[Path]:
        """Return all modules that a page's script imports, directly or through others."""
        first = (self.folder / "js" / "pages" / f"{page}.js").resolve()
        found = [first]
        for path in found:  # the loop appends to it
            for name in IMPORT.findall(path.read_text("utf-8")):
                imported = (path.parent / name).resolve()
                if imported not in found:
                    found.append(imported)
        folder = self.folder.resolve()
        return [self.folder / path.relative_to(folder) for path in found[1:]]
