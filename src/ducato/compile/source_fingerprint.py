"""Fingerprints of what belongs to a game's code, and of ducato's own sources.

What belongs to a game's code is its package, with every file in it whatever its suffix, and all
that its verbs reach, in whichever package: rules that two games share, and numbers from a file that
lies elsewhere (`code_fingerprint`).
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from ducato.compile.code_fingerprint import Reached, UntoldValue
from ducato.core import verbs
from ducato.core.game import Game

PACKAGE = Path(__file__).parents[1]
COMPILED_PARTS = ("core", "compile", "games", "bots", "runs/play", "learn/kernels", "research")
"""The folders of ducato whose code determines how games are played by the lab."""
OWN_SOURCES = [PACKAGE / part for part in COMPILED_PARTS]
GENERIC_SOURCES = [PACKAGE / part for part in COMPILED_PARTS if part != "games"]
RESULTS = frozenset({"balance.json", "exercises.json.gz", "ladder.json"})
"""The files of a game's package that the lab writes, and that no game is played by."""


def source_fingerprint(folders: Iterable[Path]) -> str:
    """Return a short hash of the names and contents of all files in `folders`."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(p for p in folder.rglob("*") if _counts(p, folder) and p.is_file()):
            name, contents = path.relative_to(folder).as_posix(), path.read_bytes()
            digest.update(f"{name}\0{len(contents)}\0".encode())
            digest.update(contents)
    return digest.hexdigest()[:16]


def package_fingerprint() -> str:
    """Return the fingerprint of ducato's own sources."""
    return source_fingerprint(OWN_SOURCES)


def game_fingerprint(game: Game) -> str:
    """Return the fingerprint of what belongs to a game's code."""
    reached = Reached()
    for verb in verbs.VERBS:
        # A value that no compiled code can use is a fault of the rules, told where they compile.
        with suppress(UntoldValue):
            reached.value(game.verb(verb.__name__))
    modules = {function.__module__ for function in reached.functions}
    outside = {name for name in modules if not _is_within(name, game.package, "ducato")}
    files = [
        Path(sys.modules[name].__file__ or "") for name in sorted(outside & sys.modules.keys())
    ]
    folders = map(Path, import_module(game.package).__path__)
    digest = hashlib.sha256(reached.digest.digest())
    digest.update(source_fingerprint(folders).encode())
    for file in filter(Path.is_file, files):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _is_within(module: str, *packages: str) -> bool:
    return any(module == one or module.startswith(f"{one}.") for one in packages)


def _counts(path: Path, folder: Path) -> bool:
    """Return whether a file can determine how a game goes."""
    parts = path.relative_to(folder).parts
    hidden = any(part == "__pycache__" or part.startswith(".") for part in parts)
    return not hidden and path.name not in RESULTS
