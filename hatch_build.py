"""Bundles the browser client with esbuild: for the wheel, and for a checkout by `make play`.

Where node_modules is missing, npm installs esbuild alone into ``build/esbuild``, as the lock says.
Without npm nothing is bundled, and pages load the client's modules one by one, all at once. Bundles
that are there already go into the wheel either way; the server uses them only if they were made
from the sources beside them.
"""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
TEMPLATES = "src/ducato/server/templates"
CLIENT_FILES = "src/ducato/server/kit/http/client_files.py"
OPTIONS = ("--minify", "--charset=utf8", "--legal-comments=none", "--log-level=warning")
ALONE = ("base.css", "opinion.css", "replay.css")
"""Style sheets that are fetched by themselves: for pages of errors, and when they are wanted."""
SCRIPTS = ("--bundle", "--format=esm", "--target=es2022")
FIRST = "js/net/connection.js"
"""The script that opens a table's connection while the table's large one is still on its way."""
LATER = "js/analysis/analysis_room.js"
"""The script of the analysis room, which a table fetches when somebody looks back at a game."""

OWN = Path("build", "esbuild")
"""The folder for esbuild in a checkout without node_modules."""
PATIENCE = 120
"""Seconds for its installation."""


def esbuild(root: Path = ROOT) -> str | None:
    """Return the program, if npm has installed it."""
    folders = (root / "node_modules" / ".bin", root / OWN / "node_modules" / ".bin")
    found = (shutil.which("esbuild", path=folder) for folder in folders)
    return next((program for program in found if program), None)


def install_esbuild(root: Path = ROOT) -> bool:
    """Let npm install esbuild and nothing else, checked against the lock. Return whether it did."""
    npm = shutil.which("npm")
    if npm is None:
        return False
    lock = json.loads((root / "package-lock.json").read_text("utf-8"))
    parts = ("node_modules/esbuild", "node_modules/@esbuild/")
    packages = {name: one for name, one in lock["packages"].items() if name.startswith(parts)}
    wanted = {"private": True, "dependencies": {"esbuild": packages[parts[0]]["version"]}}
    own = root / OWN
    own.mkdir(parents=True, exist_ok=True)
    (own / "package.json").write_text(json.dumps(wanted), "utf-8")
    alone = {"lockfileVersion": lock["lockfileVersion"], "packages": {"": wanted, **packages}}
    (own / "package-lock.json").write_text(json.dumps(alone), "utf-8")
    command = (npm, "ci", "--no-audit", "--no-fund", "--fetch-retries=0", "--silent")
    try:
        subprocess.run(command, cwd=own, check=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.SubprocessError):
        return False
    return esbuild(root) is not None


def prepare(root: Path = ROOT) -> str:
    """Bundle the client unless that is done or impossible. Return why it is not bundled, or ""."""
    files: dict[str, Any] = runpy.run_path(str(root / CLIENT_FILES))
    made_from = files["BUNDLES"] / files["DIGEST"]
    if made_from.is_file() and made_from.read_text("ascii").strip() == files["digest"](
        files["FOLDER"]
    ):
        return ""
    if not esbuild(root) and not install_esbuild(root):
        return "npm, which would install esbuild, is missing or failed"
    try:
        build(root)
    except (OSError, subprocess.CalledProcessError) as error:
        return str(error)
    return ""


def build(root: Path = ROOT) -> Path:
    """Bundle the script and the styles of every page; return the folder.

    Raises:
        FileNotFoundError: esbuild is not installed.
        subprocess.CalledProcessError: a script or a style sheet is wrong.
    """
    program = esbuild(root)
    if program is None:
        raise FileNotFoundError("node_modules/.bin/esbuild: run `npm ci` first, or `make client`")
    files: dict[str, Any] = runpy.run_path(str(root / CLIENT_FILES))
    client, bundles = files["FOLDER"], files["BUNDLES"]
    pages = {path.stem for path in (root / TEMPLATES).glob("*.html")}
    scripts = [path for path in client.glob("js/pages/*.js") if path.stem in pages]
    first = f"--external:../{FIRST.removeprefix('js/')}"  # imported as it is: there is only one
    later = f"--external:../{LATER.removeprefix('js/')}"
    fresh = bundles.with_name(f"{bundles.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    where = (f"--outdir={fresh}", f"--outbase={client}")
    run = (program, *OPTIONS, *where)
    subprocess.run([*run, *SCRIPTS, first, later, *map(str, sorted(scripts))], check=True)
    subprocess.run([*run, *SCRIPTS, str(client / FIRST)], check=True)
    subprocess.run([*run, *SCRIPTS, first, str(client / LATER)], check=True)
    styles = [*client.glob("css/pages/*.css"), *(client / "css" / name for name in ALONE)]
    subprocess.run(
        [*run, "--bundle", "--external:/static/*", *map(str, sorted(styles))], check=True
    )
    (fresh / files["DIGEST"]).write_text(files["digest"](client) + "\n", "ascii")
    shutil.rmtree(bundles, ignore_errors=True)
    os.replace(fresh, bundles)
    return Path(bundles)


class ClientBuildHook(BuildHookInterface[Any]):
    """Makes the bundles before a wheel is put together."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Bundle the client, unless this is an editable install, which needs nothing built."""
        if version == "editable":
            return
        if why := prepare(Path(self.root)):
            self.app.display_warning(f"The client is not bundled: {why}. It works all the same.")


if __name__ == "__main__" and "--if-possible" in sys.argv:
    if failed := prepare():
        sys.stderr.write(f"ducato: pages load slower, for the client is not bundled: {failed}\n")
elif __name__ == "__main__":
    made = build()
    size = sum(path.stat().st_size for path in made.rglob("*.*"))
    sys.stderr.write(f"{made.relative_to(ROOT)}: {size // 1000} kB\n")
