"""The files of the browser client: one bundle for each page if it was built, else its modules.

A checkout works without npm: pages then load the modules of ``client/js`` one by one, and name them
all in advance, so that the browser need not follow the imports to find them. `make client`, and the
build of the wheel, put one script for each page and the style sheets, both without comments and
blanks, into ``bundles``, a folder of the same shape. It counts only while its digest is that of the
sources: whoever edits a module gets the modules again.

This module uses the standard library alone, because the build runs it before ducato is installed.
"""

from __future__ import annotations

import hashlib
import re
import time
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "client"
BUNDLES = Path(__file__).parents[1] / "bundles"
DIGEST = "sources.sha256"
"""The file in the folder of the bundles that says what they were made from."""
CHECK_EVERY = 1.0
"""Seconds between two looks at the dates of some 75 files, which take a third of a millisecond."""

IMPORT = re.compile(r'^(?:import|export) [^"\';]*? from "(\.[^"]+)";', re.MULTILINE)


def sources(folder: Path) -> list[Path]:
    """Return the scripts and style sheets of a client, in one order on every system."""
    return sorted([*folder.glob("js/**/*.js"), *folder.glob("css/**/*.css")])


def digest(folder: Path) -> str:
    """Return the SHA-256 of all scripts and style sheets, with their names."""
    total = hashlib.sha256()
    for path in sources(folder):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return total.hexdigest()


class ClientFiles:
    """The files that are sent to browsers.

    Args:
        folder: the sources; ours, if not given.
        bundles: where the bundles are, if there are any.
    """

    def __init__(self, folder: Path | None = None, bundles: Path | None = None) -> None:
        self.folder, self.bundles = folder or FOLDER, bundles or BUNDLES
        self._checked = float("-inf")
        self._dates: list[int] = []
        self._bundled = False
        self._modules: dict[str, list[str]] = {}

    def bundled(self) -> bool:
        """Whether there are bundles, made from the sources as they are now."""
        if time.monotonic() - self._checked > CHECK_EVERY:
            made_from = self.bundles / DIGEST
            paths = [*sources(self.folder), *([made_from] if made_from.is_file() else [])]
            dates = [path.stat().st_mtime_ns for path in paths]
            if dates != self._dates:
                built = made_from.read_text("ascii").strip() if made_from.is_file() else ""
                self._bundled = built == digest(self.folder)
                self._dates, self._modules = dates, {}
            self._checked = time.monotonic()
        return self._bundled

    def directories(self) -> list[Path]:
        """Return the folders to look for a file in, the preferred one first."""
        return [self.bundles, self.folder] if self.bundled() else [self.folder]

    def preloads(self, page: str) -> list[str]:
        """Return the addresses of all modules that a page imports; none if it has a bundle.

        Args:
            page: the name of its script in ``js/pages``.
        """
        if self.bundled():
            return []
        if page not in self._modules:
            self._modules[page] = [
                f"/static/{path.relative_to(self.folder).as_posix()}" for path in self._all(page)
            ]
        return self._modules[page]

    def _all(self, page: str) -> list[Path]:
        """Return what a script imports, and what that imports, itself left out."""
        first = (self.folder / "js" / "pages" / f"{page}.js").resolve()
        found = [first]
        for path in found:  # it grows meanwhile
            for name in IMPORT.findall(path.read_text("utf-8")):
                imported = (path.parent / name).resolve()
                if imported not in found:
                    found.append(imported)
        folder = self.folder.resolve()
        return [self.folder / path.relative_to(folder) for path in found[1:]]
