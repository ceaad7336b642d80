"""The cache folder, which keeps compiled kernels from one process to the next.

Each file holds the code of one kernel for one combination of argument types, and is named after a
fingerprint of all that was compiled (`fingerprint`), so it can be old but never stale. Several
processes, checkouts and versions share the folder. A file is written whole or not at all, and
begins with its checksum: one that is damaged counts as missing.

The cache only saves time. Where it cannot be written or read, kernels are compiled anew by each
process, which says so once.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import platformdirs
from filelock import BaseFileLock, FileLock, Timeout

from ducato.compile.announcements import PATIENCE, announce, is_silent, write_line
from ducato.core.errors import DucatoError
from ducato.core.errors.machine import system_reason
from ducato.core.safe_file import UNFINISHED, write_whole

SUFFIX = ".nbc"
CHECKSUM_BYTES = hashlib.sha256().digest_size
LIMIT = 1 << 30
"""The most bytes to keep: some thirty variants of all kernels of the largest game (25 MB each)
and of as many of a smaller one, which is what a day of editing and two checkouts leave."""
IN_USE = 3600.0
"""The seconds after its last use for which a file is kept whatever the limit."""
FORGOTTEN = 30 * 86400.0
"""The seconds after which the folder of an earlier version of ducato is removed."""

used_files: set[Path] = set()
"""The files from which this process has taken kernels, or which it has added."""
_failures: set[str] = set()
_only_kept = threading.local()


class NotKept(DucatoError):
    """An error raised instead of compiling what the cache lacks; see `only_kept`."""


@contextmanager
def only_kept() -> Iterator[None]:
    """Have this thread raise `NotKept` in this context rather than compile anything."""
    _only_kept.on = True
    try:
        yield
    finally:
        _only_kept.on = False


def may_compile() -> bool:
    """Return whether this thread may compile what the cache lacks."""
    return not getattr(_only_kept, "on", False)


def cache_root() -> Path:
    """Return the folder of all kernels; it need not exist.

    Raises:
        RuntimeError: this user has no folder of their own, and ``DUCATO_CACHE`` names none.
    """
    cache = os.environ.get("DUCATO_CACHE") or platformdirs.user_cache_dir("ducato")
    return Path(cache) / "kernels"


def read(path: Path) -> bytes | None:
    """Return the contents of a file of the cache, or None if there is none or it is damaged."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    checksum, contents = whole[:CHECKSUM_BYTES], whole[CHECKSUM_BYTES:]
    if _checksum(path, contents) != checksum:
        remove(path)
        return None
    used_files.add(path)
    with suppress(OSError):
        os.utime(path)
    return contents


def write(path: Path, contents: bytes) -> None:
    """Write a file of the cache if possible, and remove the oldest that are too many."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _checksum(path, contents) + contents)
    except OSError as error:
        go_without(error)
        return
    used_files.add(path)
    tidy(path.parents[1])


def _checksum(path: Path, contents: bytes) -> bytes:
    """Return the checksum of a file, which is no other's: a kernel under another name is damage."""
    return hashlib.sha256(path.name.encode() + b"\0" + contents).digest()


def remove(path: Path) -> None:
    """Remove a file of the cache if possible."""
    with suppress(OSError):
        path.unlink()


def go_without(error: Exception) -> None:
    """Say, once and not for every worker, that and why compiled kernels cannot be kept."""
    said_before = bool(_failures)
    _failures.add(system_reason(error) or str(error))
    if said_before or is_silent() or multiprocessing.parent_process() is not None:
        return
    where = getattr(error, "filename", None)
    named = "".join([*_failures, f": {where}" if where else ""])
    write_line(
        f"compiled rules cannot be kept ({named}), so each command compiles them anew: set "
        "DUCATO_CACHE to a folder that can be written"
    )


def is_kept() -> bool:
    """Return whether this process could write all that it had to."""
    return not _failures


def lock(path: Path) -> BaseFileLock | None:
    """Keep other processes from compiling what a file is to hold, until the lock is released.

    If another process does so for longer than `PATIENCE`, the wait is announced. There is no lock
    where none can be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        found = FileLock(path.with_suffix(".lock"), thread_local=False)
        try:
            found.acquire(timeout=PATIENCE)
        except Timeout:
            announce(f"waiting for another process to compile {path.name.partition('-')[0]}")
            found.acquire()
    except (OSError, NotImplementedError) as error:
        go_without(error)
        return None
    return found


def tidy(root: Path, limit: int = LIMIT) -> None:
    """Remove the files that were not used for longest until the others are within the limit.

    A process needs no file once it has loaded it. One that is about to load it finds it, since a
    file stays for `IN_USE` after its last use, or compiles anew.
    """
    now, found = time.time(), []
    for path in root.glob("*/*"):
        with suppress(OSError):
            facts = path.stat()
            if path.suffix == SUFFIX:
                found.append((facts.st_mtime, facts.st_size, path))
            elif now - facts.st_mtime > 24 * IN_USE:
                _remove_leftover(path)
    total = sum(size for _, size, _ in found)
    for last_used, size, path in sorted(found):
        if total <= limit or now - last_used < IN_USE:
            break
        remove(path)
        total -= size
    earlier = root.with_name("compiled")
    with suppress(OSError):
        if now - earlier.stat().st_mtime > FORGOTTEN:
            shutil.rmtree(earlier, ignore_errors=True)


def _remove_leftover(path: Path) -> None:
    """Remove a lock that nobody holds, or a file that a process did not finish."""
    if path.suffix == ".lock":
        held = FileLock(path)
        with suppress(Timeout, OSError), held.acquire(timeout=0):
            remove(path)
    elif path.suffix == UNFINISHED:
        remove(path)
