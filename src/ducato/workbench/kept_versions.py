"""The history of a game under development: versions with a note, their files and their figures."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import platformdirs

import ducato
from ducato.core.errors import UnreadableFile
from ducato.core.safe_file import write_whole

FILE = "versions.json"
OWN = ".ducato"
"""The folder, beside a game's package, that keeps its history."""
NEVER = {"__pycache__", OWN, ".git", ".venv", "node_modules"}
"""The folders that belong to no version."""
LARGEST = 20 << 20
"""The most bytes of a file that is kept with a version."""


@dataclass(frozen=True)
class KeptVersion:
    """A version of a game.

    Attributes:
        number: its number, from 1.
        note: what its author wrote.
        moment: when it was kept, in seconds since 1970.
        figures: what the lab measured: for each metric its value and the ends of its interval.
        conditions: how that was measured, such as the number of games.
        findings: what is wrong, each in the languages of the table.
    """

    number: int
    note: str
    moment: float
    figures: Mapping[str, Any] = field(default_factory=dict)
    conditions: Mapping[str, Any] = field(default_factory=dict)
    findings: list[Mapping[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class KeptVersions:
    """The versions of the game in a folder.

    Attributes:
        source: the folder of the game.
        folder: the folder of its history; it need not exist.
    """

    source: Path
    folder: Path

    @classmethod
    def of(cls, source: Path) -> KeptVersions:
        """Return the history of the game in a folder.

        It lies beside the package, so that no copy of the package contains it; that of an installed
        game, whose folder is nobody's to write, lies with the user's data.
        """
        source = source.resolve()
        if "site-packages" in source.parts or Path(ducato.__file__).parent in source.parents:
            return cls(source, Path(platformdirs.user_data_dir("ducato")) / "history" / source.name)
        if (source / "__init__.py").is_file():
            return cls(source, source.parent / OWN / source.name)
        return cls(source, source / OWN / "history")

    def versions(self) -> list[KeptVersion]:
        """Return all versions, the first one first.

        Raises:
            UnreadableFile: the file that lists them is damaged.
        """
        path = self.folder / FILE
        try:
            return [KeptVersion(**row) for row in json.loads(path.read_text("utf-8"))]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, TypeError) as error:
            raise UnreadableFile(str(path), str(error)) from error

    def archive(self, number: int) -> Path:
        """Return the file that holds the files of a version."""
        return self.folder / f"version-{number}.zip"

    def keep(self, note: str, measured: Mapping[str, Any]) -> KeptVersion:
        """Keep the present files as a version, with a note and what was measured; return it.

        Raises:
            UnreadableFile: the file that lists the versions is damaged.
            OSError: the folder cannot be written.
        """
        known = self.versions()
        number = 1 + max((version.number for version in known), default=0)
        made = KeptVersion(number, note.strip()[:500], time.time(), **measured)
        self.folder.mkdir(parents=True, exist_ok=True)

        def pack(file: Any) -> None:
            with ZipFile(file, "w", ZIP_DEFLATED) as archive:
                for path in source_files(self.source):
                    if path.stat().st_size <= LARGEST:
                        archive.write(path, path.relative_to(self.source))

        write_whole(self.archive(number), pack)
        text = json.dumps([asdict(version) for version in (*known, made)], indent=1) + "\n"
        write_whole(self.folder / FILE, text)
        return made


def source_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a game's folder, in the order of their paths."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).parts
        if path.is_file() and not NEVER & set(inside[:-1]) and path.suffix != ".pyc":
            yield path
