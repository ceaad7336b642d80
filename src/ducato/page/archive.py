"""The archive of Python modules that a page unpacks: ducato, its games and the libraries they need.

It holds what the host imports and the games' data, without what only servers, bots and authors use.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_cache_path

from ducato import __version__
from ducato.core.game import Game, discovery, measured_ratings
from ducato.core.i18n import LANGUAGES
from ducato.page.errors import NotExported

PACKAGE = Path(__file__).parents[1]
SCRIPTS = Path(__file__).parent / "js"
CACHE = user_cache_path("ducato", appauthor=False)
ROOMS = ("core", "table", "bots")
"""The rooms of ducato that the host imports, as a whole."""
OF_PAGE = ("__init__", "host", "local_table", "local_analysis", "remote_adviser", "remote_judge",
           "saved_game", "seen_hint")  # fmt: skip
"""The modules of `ducato.page` that run in the page."""
SUFFIXES = {".py", ".toml", ".csv"}
"""The kinds of files that go along; a game's drawings and weights lie elsewhere."""
RATINGS = Path(measured_ratings.FILE).name
"""What tables show of bots goes along, too."""
LEFT_OUT = {"__pycache__", "rulebook", "tests"}
ARRAYS = re.compile(rb"^(?:import|from) (?:numpy|numba|llvmlite)\b", re.MULTILINE)
"""How a module begins that no page can import, since it works on arrays."""
BABEL = ("__init__.py", "core.py", "lists.py", "localedata.py", "plural.py")
"""The files of Babel that make lists in the reader's language."""
LISTS = "list_patterns"
"""What of Babel's data they need."""
GLOBAL = ("language_aliases", "territory_aliases", "script_aliases", "variant_aliases",
          "likely_subtags", "parent_exceptions")  # fmt: skip
"""What Babel looks up about a language to find its data."""
PYTHON, PLATFORM = "314", "pyemscripten_2026_0_wasm32"
"""The Python of the page's Pyodide, and its platform as wheels name it."""
COMPILED = "msgspec"
"""The library that has a wheel of its own for the page."""
MOMENT = (2020, 1, 1, 0, 0, 0)
"""The time of all files in the archive, so that the same files give the same archive."""


def write_archive(games: Iterable[Game], target: Path) -> None:
    """Write the archive.

    Raises:
        NotExported: a library cannot be had.
    """
    games = list(games)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:

        def add(name: str, content: bytes) -> None:
            entry = zipfile.ZipInfo(name, MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)

        for name, path in sorted({**_ducato(), **_games(games)}.items()):
            add(name, path.read_bytes())
        for name, content in _babel():
            add(name, content)
        with zipfile.ZipFile(_wheel()) as wheel:
            for name in sorted(wheel.namelist()):
                if not name.endswith((".pyi", "/")):
                    add(name, wheel.read(name))
        points = "".join(f"{game.name} = {game.package}:GAME\n" for game in games)
        add(
            f"ducato-{__version__}.dist-info/entry_points.txt",
            f"[{discovery.GROUP}]\n{points}".encode(),
        )
        about = f"Metadata-Version: 2.1\nName: ducato\nVersion: {__version__}\n"
        add(f"ducato-{__version__}.dist-info/METADATA", about.encode())


def write_library(target: Path) -> None:
    """Write the machine code of `COMPILED`, which the page loads before Python begins.

    Raises:
        NotExported: it cannot be had.
    """
    with zipfile.ZipFile(_wheel()) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith(".so"))
        target.write_bytes(wheel.read(name))


def prepare(engine: Path, pyodide: Path) -> bool:
    """Prepare the start of the page's Python in the folder `engine`, if Node is there for it.

    All modules are compiled, the library only once, and the memory of a Python that has begun is
    written.

    Raises:
        NotExported: Node cannot run the page's Python.
    """
    memory = engine / "memory.bin"
    node = shutil.which("node")
    if node is None:
        memory.touch()
        return False
    library = engine / "python_stdlib.zip"
    script = SCRIPTS / "compile_archives.js"
    compiled = CACHE / "page-library" / f"{file_hash(library)}-{file_hash(script)}.zip"
    wanted = [engine / "python.zip"] if compiled.is_file() else [engine / "python.zip", library]
    _run(node, script, pyodide.resolve(), *wanted)
    if compiled.is_file():
        shutil.copyfile(compiled, library)
    else:
        compiled.parent.mkdir(parents=True, exist_ok=True)
        fresh = compiled.with_suffix(f".{os.getpid()}")
        shutil.copyfile(library, fresh)
        fresh.replace(compiled)  # at once, since two exports may run at a time
    _run(node, SCRIPTS / "make_memory.js", engine)
    return True


def _run(node: str, script: Path, *given: Path) -> None:
    """Run a script of ours.

    Raises:
        NotExported: it fails.
    """
    command = [node, *map(str, (script, *given))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotExported(f"Node cannot run Pyodide: {done.stderr[-300:].strip()}")


def _ducato() -> dict[str, Path]:
    """Return the files of ducato by their names in the archive."""
    found = [PACKAGE / "__init__.py", PACKAGE / "games" / "__init__.py"]
    for room in ROOMS:
        found += _files(PACKAGE / room)
    found += [PACKAGE / "page" / f"{name}.py" for name in OF_PAGE]
    found += sorted((PACKAGE / "page" / "locale").glob("*.toml"))
    found = [path for path in found if not ARRAYS.search(path.read_bytes())]
    return {f"ducato/{path.relative_to(PACKAGE).as_posix()}": path for path in found}


def _games(games: Iterable[Game]) -> dict[str, Path]:
    """Return the files of games, with the packages around them, by their names in the archive."""
    found: dict[str, Path] = {}
    for game in games:
        spec = find_spec(game.package)
        assert spec is not None
        assert spec.origin is not None
        folder = Path(spec.origin).parent
        top = folder.parents[game.package.count(".")]
        for path in _files(folder):
            found[path.relative_to(top).as_posix()] = path
        for above in folder.parents[: game.package.count(".")]:
            found[(above / "__init__.py").relative_to(top).as_posix()] = above / "__init__.py"
    return found


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        wanted = path.suffix in SUFFIXES or path.name == RATINGS
        if wanted and not LEFT_OUT & set(path.relative_to(folder).parts):
            yield path


def _babel() -> Iterator[tuple[str, bytes]]:
    """Yield the files of Babel that lists need, with the data of our languages only."""
    folder = Path(str(distribution("babel").locate_file("babel")))
    for name in BABEL:
        yield f"babel/{name}", (folder / name).read_bytes()
    known = pickle.loads((folder / "global.dat").read_bytes())  # noqa: S301  # Babel's own
    ours = {
        name: {key: value for key, value in known[name].items() if key in LANGUAGES}
        for name in GLOBAL
    }
    yield "babel/global.dat", pickle.dumps(ours, protocol=4)
    for language in ("root", *LANGUAGES):
        name = f"locale-data/{language}.dat"
        known = pickle.loads((folder / name).read_bytes())  # noqa: S301  # Babel's own
        yield f"babel/{name}", pickle.dumps({LISTS: known[LISTS]}, protocol=4)


def _wheel() -> Path:
    """Return the page's wheel of `COMPILED`, which is downloaded once.

    Raises:
        NotExported: it cannot be downloaded.
    """
    folder = CACHE / "page-wheels"
    pattern = f"{COMPILED}-*-cp{PYTHON}-*-{PLATFORM}.whl"
    if not any(folder.glob(pattern)):
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--only-binary", ":all:", "--platform", PLATFORM]
        command += ["--python-version", PYTHON, "--implementation", "cp", "--dest", str(folder)]
        done = subprocess.run([*command, COMPILED], capture_output=True, check=False)
        if done.returncode != 0 or not any(folder.glob(pattern)):
            raise NotExported(
                f"pip cannot download the wheel of {COMPILED} for {PLATFORM}: "
                f"go online once, or put it into {folder}"
            )
    return max(folder.glob(pattern))


def file_hash(path: Path) -> str:
    """Return what identifies the contents of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
