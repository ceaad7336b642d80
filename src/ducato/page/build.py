"""The export of a page: a folder of static files with games that need no server."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from ducato.core.game import Game
from ducato.page.archive import file_hash, prepare, write_archive, write_library
from ducato.page.errors import NotExported
from ducato.page.single_file import check_target, write_single_file
from ducato.page.site import write_site
from ducato.page.trimming import trim
from ducato.server.kit.http.client_files import FOLDER
from ducato.server.subjects.games.here import MARK

ROOT = Path(__file__).parents[3]
"""The folder of a checkout."""
LOADED = re.compile(r"\bimport\((\w)\)")
"""How Pyodide loads a module of its own."""
ENGINE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of Pyodide that a page loads."""
PYTHON = ("python.zip", "memory.bin", "msgspec.wasm")
"""Our files of its Python."""
LOCK = "pyodide-lock.json"
PAGES = ("table", "rules", "verify")
"""The pages of the client that a page without a server has."""
FIRST = "js/net/connection.js"
WORKERS = ("worker.js", "bots.js")
OWN = ("main.js", "home.js", *WORKERS)
ESBUILD = ("--minify", "--charset=utf8", "--legal-comments=none", "--log-level=warning")

Report = Callable[[str], object]


def export(games: Sequence[Game], out: Path, pyodide: Path | None, report: Report) -> int:
    """Write a page with these games into a folder; return the size of all of it in bytes.

    Args:
        games: the games.
        out: the folder: new, empty, or that of an earlier export, which is replaced.
        pyodide: the folder of the npm package; None for the one in ``node_modules``.
        report: hears what is being done, in a line each.

    Raises:
        NotExported: the folder is not ours, or a tool is missing.
        NoLinker, NotPortable: the kernels of a game cannot be built.
    """
    _check_folder(out)
    engine = _pyodide(pyodide)
    fresh = out.with_name(f"{out.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        _write(games, fresh, engine, report)
        shutil.rmtree(out, ignore_errors=True)
        fresh.rename(out)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return sum(path.stat().st_size for path in out.rglob("*") if path.is_file())


def export_file(games: Sequence[Game], out: Path, pyodide: Path | None, report: Report) -> int:
    """Write a page with these games into a single file; return its size in bytes.

    Args:
        games: the games.
        out: the file: new, or an earlier export, which is replaced.
        pyodide: the folder of the npm package; None for the one in ``node_modules``.
        report: hears what is being done, in a line each.

    Raises:
        NotExported: the file is not ours, or would be too large, or a tool is missing.
        NoLinker, NotPortable: the kernels of a game cannot be built.
    """
    check_target(out)
    engine = _pyodide(pyodide)
    with TemporaryDirectory() as folder:
        site = Path(folder, "site")
        _write(games, site, engine, report, single=True)
        module = site / "engine" / ENGINE[0]
        module.write_text(LOADED.sub(r"import(ducatoFiles.at(\1))", module.read_text("utf-8")))
        report("file")
        script = Path(folder, "single_file.js")
        source = Path(__file__).parent / "js" / "single_file.js"
        subprocess.run([_esbuild(), *ESBUILD, f"--outfile={script}", str(source)], check=True)
        title = games[0].text("title", "en") if len(games) == 1 else "ducato"
        out.parent.mkdir(parents=True, exist_ok=True)
        write_single_file(site, script, title, out)
    return out.stat().st_size


def _check_folder(out: Path) -> None:
    """Check that nothing of somebody else's would be replaced.

    Raises:
        NotExported: it would.
    """
    if out.exists() and not out.is_dir():
        raise NotExported(f"{out} is no folder: name another one with --out")
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        raise NotExported(
            f"{out} is not empty and holds no export of ours: name a new folder with --out"
        )


def _pyodide(given: Path | None) -> Path:
    folder = given or next(
        (found for found in (Path("node_modules/pyodide"), ROOT / "node_modules" / "pyodide")
         if found.is_dir()), None,
    )  # fmt: skip
    if folder is None or not all((folder / name).is_file() for name in (*ENGINE, LOCK)):
        raise NotExported(
            "Pyodide is missing: run `npm install pyodide@314` here, "
            "or name the folder of the package with --pyodide"
        )
    return folder


def _write(
    games: Sequence[Game], out: Path, pyodide: Path, report: Report, *, single: bool = False
) -> None:
    from ducato.bots.portable import build_kernels

    engine = out / "engine"
    engine.mkdir(parents=True)
    for game in games:
        report(f"{game.name}: bots")
        build_kernels(game, engine)
    report("scripts")
    _scripts(out, single)
    report("python")
    for name in ENGINE:
        shutil.copyfile(pyodide / name, engine / name)
    lock = json.loads((pyodide / LOCK).read_text("utf-8"))
    (engine / LOCK).write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    write_archive(games, engine / "python.zip")
    write_library(engine / "msgspec.wasm")
    trim(engine, engine / "msgspec.wasm")
    if not prepare(engine, pyodide):
        report("python: not begun, since there is no Node; the page starts five seconds later")
    loaded = sum((engine / name).stat().st_size for name in (*ENGINE[2:], *PYTHON))
    report("pages")
    version = _version(out)
    write_site(games, out, version, loaded)
    _service_worker(out)


def _version(out: Path) -> str:
    """Return what identifies all that was written so far."""
    hashes = (f"{path.relative_to(out)} {file_hash(path)}" for path in sorted(out.rglob("*.*")))
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()[:16]


def _esbuild() -> str:
    """Return the program.

    Raises:
        NotExported: it is missing.
    """
    program = shutil.which("esbuild", path=ROOT / "node_modules" / ".bin") or shutil.which(
        "esbuild"
    )
    if program is None:
        raise NotExported("esbuild is missing: run `npm install --global esbuild`")
    return program


def _scripts(out: Path, single: bool) -> None:
    """Bundle the scripts and style sheets; for a `single` file, each script with all it imports.

    Raises:
        NotExported: esbuild is missing.
    """
    program = _esbuild()
    static = out / "static"
    run = (program, *ESBUILD, "--bundle", f"--outdir={static}", f"--outbase={FOLDER}")
    module = ("--format=esm", "--target=es2022")
    first = [] if single else [f"--external:../{FIRST.removeprefix('js/')}"]
    pages = [str(FOLDER / "js" / "pages" / f"{name}.js") for name in PAGES]
    styles = [FOLDER / "css" / "pages" / f"{name}.css" for name in (*PAGES, "lobby", "plain")]
    styles += [FOLDER / "css" / f"{name}.css" for name in ("base", "opinion", "replay")]
    own = Path(__file__).parent / "js"
    for command in (
        [*run, *module, *first, *pages],
        [*run, *module, str(FOLDER / FIRST)],
        [*run, "--external:/static/*", *map(str, styles)],
        [program, *ESBUILD, "--bundle", *module, f"--outdir={static / 'js' / 'page'}",
         *(str(own / name) for name in OWN)],
        *([[program, *ESBUILD, "--bundle", "--format=iife", "--target=es2022", "--allow-overwrite",
            f"--outdir={static / 'js' / 'page'}", *(str(own / name) for name in WORKERS)]]
          if single else []),
        [program, *ESBUILD, f"--outdir={static / 'css'}", str(own.parent / "css" / "page.css")],
    ):  # fmt: skip
        subprocess.run(command, check=True)
    for path in static.rglob("*.css"):
        up = "../" * (len(path.relative_to(static).parts) - 1)
        path.write_text(path.read_text("utf-8").replace("/static/", up), "utf-8")


def _service_worker(out: Path) -> None:
    """Write the service worker with the list of all files, and the mark of an export."""
    files = {
        path.relative_to(out).as_posix(): file_hash(path)
        for path in sorted(out.rglob("*"))
        if path.is_file()
    }
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    source = (Path(__file__).parent / "js" / "service_worker.js").read_text("utf-8")
    head = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(files)};\n"
    (out / "service-worker.js").write_text(head + source, "utf-8")
    (out / MARK).write_text(json.dumps({"version": version}) + "\n", "utf-8")
