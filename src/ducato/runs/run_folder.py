"""The folder of a run: what is written there besides its pieces, and who may write."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from filelock import FileLock, Timeout

from ducato.core.errors import BadValue, DucatoError
from ducato.core.errors.machine import system_reason
from ducato.core.game.folder import playable_from
from ducato.core.safe_file import UNFINISHED
from ducato.runs.play.chunk import Chunk

RUN = "run.json"
PIECES = "pieces"
TABLES = "tables.json"
"""The file that lists what was played, so that single games can be played again."""
STUDY = "study.db"
"""The file that holds the study of `tune`."""
LOCK = ".lock"
"""The file that is locked while a process writes in the folder; the system unlocks it."""


class OtherRun(DucatoError, RuntimeError):
    """An error raised if a folder holds another run than the one to continue, or any run at all."""


class RunInUse(DucatoError, RuntimeError):
    """An error raised if another process is writing in the folder of a run."""


class CannotWrite(DucatoError, OSError):
    """An error raised if the results of a run cannot be written."""


_locks: WeakValueDictionary[Path, FileLock] = WeakValueDictionary()


def locked(folder: Path) -> FileLock:
    """Keep other processes from writing in a folder for as long as what is returned exists.

    Raises:
        InUse: another process does so.
        OSError: the folder cannot be written.
    """
    path = folder.resolve() / LOCK
    lock = _locks.get(path)
    if lock is None:
        lock = FileLock(path, thread_local=False)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise RunInUse(
                f"another process is writing in {folder}: wait until it has ended, or choose "
                "another folder with --out"
            ) from None
        _locks[path] = lock
    return lock


def holds_other_files(folder: Path) -> bool:
    """Return whether a folder without a run holds files that are not of the lab."""
    return folder.exists() and any(
        file.name != LOCK and file.suffix != UNFINISHED for file in folder.iterdir()
    )


def holds_results(folder: Path) -> bool:
    """Return whether a folder holds results of a run, which another run can build upon."""
    try:
        pieces = folder.glob(f"{PIECES}/[0-9a-f]*")
        return (folder / RUN).is_file() and ((folder / STUDY).exists() or any(pieces))
    except OSError:
        return False


def described(plan: Mapping[str, Any]) -> dict[str, Any]:
    """Return a plan as it is read again from JSON: its tuples have become lists.

    Raises:
        BadValue: it names no game, or is no JSON.
    """
    if not isinstance(plan.get("game"), str):
        raise BadValue("plan", dict(plan), 'a description of the run, with the name of its "game"')
    try:
        found: dict[str, Any] = json.loads(json.dumps(dict(plan)))
    except (TypeError, ValueError, RecursionError):
        raise BadValue("plan", dict(plan), "plain data, as JSON has it") from None
    return found


def plan_of(path: Path) -> dict[str, Any]:
    """Return the plan of the run in a folder.

    Raises:
        OtherRun: the folder holds no run.
    """
    plan: dict[str, Any] = _description(path)["plan"]
    return plan


def _description(path: Path) -> dict[str, Any]:
    """Return what the file of a run says, with its plan.

    Raises:
        OtherRun: the folder holds no run.
    """
    try:
        found = json.loads((path / RUN).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("plan"), dict):
        raise OtherRun(f"{path} holds no run of the lab: there is no sound {RUN}")
    return found


def tables_of(path: Path) -> tuple[list[Chunk], bool]:
    """Return what was played in a folder, and whether the code is still the one that played it.

    Raises:
        OtherRun: the folder holds no run, or one in which nothing was played yet, or a search.
    """
    described_run = _description(path)
    plan = described_run["plan"]
    tables, sources = noted(path)
    _register_again(described_run.get("folder"))
    if not tables and plan.get("command") == "tune":
        raise OtherRun(f"{path} holds a search, which keeps no games: none can be watched")
    if not tables:
        raise OtherRun(f"{path} holds no games yet; continue the run with --resume")
    return tables, sources == sources_of(tables[0].game)


def _register_again(folder: Any) -> None:
    """Offer the game of a run that lay in a folder, if it still lies there."""
    if isinstance(folder, str) and Path(folder).is_dir():
        playable_from(folder)


def noted(path: Path) -> tuple[list[Chunk], str]:
    """Return the tables noted in a folder, and the fingerprint of the code; both may be empty.

    A damaged file counts as missing: it is written anew with the next pieces.
    """
    try:
        found = json.loads((path / TABLES).read_text("utf-8"))
        return [_piece(table) for table in found["tables"]], str(found["sources"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return [], ""


def _piece(table: dict[str, Any]) -> Chunk:
    """Return a piece that was written as JSON.

    Raises:
        KeyError, TypeError, ValueError: it is damaged.
    """
    piece = Chunk(
        **table
        | {name: tuple(map(tuple, table[name])) for name in ("options", "bans", "plans")}
        | {"seats": tuple(table["seats"])}
    )
    texts, numbers = ("game", "edition"), ("players", "first", "games", "seed")
    sound = (
        {field.name for field in fields(Chunk)} == set(table)
        and all(type(getattr(piece, name)) is str for name in texts)
        and all(type(getattr(piece, name)) is int for name in numbers)
        and all(type(seat) is str for seat in piece.seats)
        and all(type(name) is str for name, _ in piece.options)
        and all(
            (type(seat), type(what)) == (int, str) for seat, what in (*piece.bans, *piece.plans)
        )
        and piece.games >= 0
    )
    if not sound:
        raise ValueError(table)
    hash(piece)  # an option's value may be a list, which no piece has
    return piece


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raise an error of the operating system in this context as `CannotWrite`.

    It says what to do. Some libraries raise errors of their own for it.
    """
    try:
        yield
    except DucatoError:
        raise
    except Exception as error:
        reason = system_reason(error)
        if reason is None:
            raise
        advice = "choose another folder with --out"
        if holds_results(path):
            advice = "finished pieces are kept, and --resume continues the run"
        raise CannotWrite(f"{path} cannot be written ({reason}); {advice}") from error


def sources_of(game: str) -> str:
    """Return the fingerprint of all code that determines the results of a piece.

    Raises:
        UnknownName: there is no such game.
    """
    from ducato.compile.source_fingerprint import (
        GENERIC_SOURCES,
        game_fingerprint,
        source_fingerprint,
    )
    from ducato.core.game import find_game

    found = find_game(game)
    own = game_fingerprint(found)
    return hashlib.sha256(f"{source_fingerprint(GENERIC_SOURCES)}{own}".encode()).hexdigest()[:16]
