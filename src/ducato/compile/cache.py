"""The cache folder, which keeps compiled kernels from one process to the next.

Numba detects a change in a kernel's own file, but not in a rule that the kernel calls. So each
folder is named after a fingerprint of all sources that can become part of a kernel, including the
data files from which rules take constants.

Numba also does not expect several processes to write the same kernel's files: two that compile it
for different structs may give their code the same name, and whoever loads it gets the code of the
other. So each combination of structs has a folder of its own, in which only one process at a time
compiles a kernel; the others wait, and then load what it has compiled.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from ducato.compile.announcements import PATIENCE, announce
from ducato.core import verbs
from ducato.core.struct import Struct

COMPILED_PARTS = ("core", "compile", "games", "bots", "lab/play", "learn/kernels", "research")
"""The folders of ducato whose code can become part of a kernel."""
PACKAGE = Path(__file__).parents[1]
OWN_SOURCES = [PACKAGE / part for part in COMPILED_PARTS]
SOURCES = (".py", ".toml", ".csv")
"""The suffixes of the files that determine compiled code."""
OLD_CACHES_KEPT = 3
"""The number of other folders to keep, for other checkouts and versions on this machine."""


def source_fingerprint(folders: list[Path]) -> str:
    """Return a short hash of the names and contents of all `SOURCES` in `folders`."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(p for p in folder.rglob("*") if p.suffix in SOURCES):
            digest.update(f"{path.relative_to(folder)}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def package_fingerprint() -> str:
    """Return the fingerprint of ducato's own sources."""
    return source_fingerprint(OWN_SOURCES)


used_folders: set[Path] = set()
"""The folders from which this process has taken kernels, or to which it has added some."""


def cache_root() -> Path:
    """Return the folder in which every fingerprint has a folder of its own."""
    cache = os.environ.get("DUCATO_CACHE") or platformdirs.user_cache_dir("ducato")
    return Path(cache) / "compiled"


def _versions() -> str:
    """Return the versions of Python and Numba, which cannot read each other's kernels."""
    import numba

    return f"{sys.version_info.major}.{sys.version_info.minor}-{numba.__version__}"


def cache_folder(structs: Iterable[type[Struct]] = ()) -> Path:
    """Create and return the folder for kernels over these structs; remove the oldest other folders.

    `OLD_CACHES_KEPT` other folders are kept.

    If a struct is the State of a game from another package, the folder's name also depends on that
    game's sources.
    """
    modules = [verbs.BOUND[struct] for struct in structs if struct in verbs.BOUND]
    rules = {Path(module.__file__ or "").parent for module in modules}
    outside = sorted(folder for folder in rules if not folder.is_relative_to(PACKAGE))
    root, version = cache_root(), _versions()
    folder = root / f"{version}-{source_fingerprint([*OWN_SOURCES, *outside])}"
    own = folder / "-".join(f"{s.__module__}.{s.__name__}" for s in structs)
    own.mkdir(parents=True, exist_ok=True)
    used_folders.add(own)
    folder.touch()
    others = sorted((p for p in root.iterdir() if p != folder), key=lambda p: p.stat().st_mtime)
    for stale in others[:-OLD_CACHES_KEPT]:
        shutil.rmtree(stale, ignore_errors=True)
    return own


@contextmanager
def locked(folder: Path, kernel: str) -> Iterator[None]:
    """Keep other processes from compiling or loading a kernel of this folder in this context.

    If another process does so for longer than `PATIENCE`, the wait is announced.
    """
    lock = FileLock(folder / f"{kernel}.lock")
    try:
        lock.acquire(timeout=PATIENCE)
    except Timeout:
        announce(f"waiting for another process to compile {kernel}")
        lock.acquire()
    try:
        yield
    finally:
        lock.release()
