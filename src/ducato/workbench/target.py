"""The game that a workbench shows: where its files are, without importing any of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import Game, LoadedGame, available_games, find_game, unavailable_games
from ducato.core.game.discovery import GROUP
from ducato.core.game.folder import playable_from
from ducato.workbench.kept_versions import source_files

Stamps = Mapping[Path, tuple[int, int]]
"""When each file of a folder was changed, and its size."""
EDITED = {".csv", ".toml"}
"""What the page shows, and lets its reader edit."""


@dataclass(frozen=True)
class Target:
    """The game that a workbench shows.

    Attributes:
        given: how it was named: a folder, or an installed game.
        folder: the folder with its files.
        players, edition, options: what `core.game.load` takes.
    """

    given: str
    folder: Path
    players: int | None = None
    edition: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, given: str, **chosen: Any) -> Target:
        """Return the game in a folder or of a name; nothing of it is imported here.

        Raises:
            BadValue: there is no such folder.
            UnknownName: there is no such game.
        """
        folder = Path(given)
        points = {point.name: point for point in entry_points(group=GROUP)}
        if given in points:
            spec = find_spec(points[given].module)
            where = list(spec.submodule_search_locations or ()) if spec is not None else []
            if where:
                return cls(given, Path(where[0]), **chosen)
        if folder.is_dir():
            return cls(str(folder.resolve()), folder.resolve(), **chosen)
        if len(folder.parts) > 1:
            expected = f"a folder that exists, as seen from {Path.cwd()}"
            raise BadValue("folder", given, expected)
        raise UnknownName("game", given, points)

    @property
    def is_installed(self) -> bool:
        """Whether it was named by its name, so that its files are not the reader's to edit here."""
        return self.given != str(self.folder)

    def load(self) -> LoadedGame:
        """Return the game, ready to play: its texts can be read, and its scenes imported.

        Raises:
            DucatoError: whatever is wrong with it, in a sentence.
        """
        game = find_game(self.given) if self.is_installed else playable_from(self.given)
        loaded = game.load(self.players, self.edition, **self.options)
        if game.name not in available_games():
            for found in unavailable_games():
                if found.name == game.name:
                    raise BadValue(game.name, found.reason, "without this fault")
        return loaded

    def stamps(self) -> Stamps:
        """Return when each of the game's files was changed."""
        found = {}
        for path in source_files(self.folder):
            try:
                facts = path.stat()
            except OSError:  # removed just now
                continue
            found[path] = facts.st_mtime_ns, facts.st_size
        return found

    def edited_files(self) -> Iterator[Path]:
        """Yield the files that the page shows, relative to the folder; no link leads out of it."""
        top = self.folder.resolve()
        for path in source_files(self.folder):
            inside = path.relative_to(self.folder)
            hidden = any(part.startswith(".") for part in inside.parts)
            if path.suffix in EDITED and not hidden and top in path.resolve().parents:
                yield inside


def changed_files(before: Stamps, after: Stamps) -> list[Path]:
    """Return the files that are new, changed or removed."""
    return sorted(p for p in {*before, *after} if before.get(p) != after.get(p))


def title_of(game: Game, language: str) -> str:
    """Return the title of a game in a language."""
    return game.text("title", language)
