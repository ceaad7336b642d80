"""Bundles the browser client with esbuild: for the wheel, and for a checkout by `make client`.

Without node_modules nothing is bundled, and pages load the client's modules one by one. Bundles
that are there already go into the wheel either way; the server uses them only if they were made
from the sources beside them.
"""

from __future__ import annotations

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


def esbuild(root: Path = ROOT) -> str | None:
    """Return the program, if npm has installed it."""
    return shutil.which("esbuild", path=root / "node_modules" / ".bin")


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
    fresh = bundles.with_name(f"{bundles.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    where = (f"--outdir={fresh}", f"--outbase={client}")
    run = (program, *OPTIONS, *where)
    subprocess.run([*run, *SCRIPTS, first, *map(str, sorted(scripts))], check=True)
    subprocess.run([*run, *SCRIPTS, str(client / FIRST)], check=True)
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
        if esbuild(Path(self.root)):
            build(Path(self.root))
        else:
            self.app.display_info("The client is not bundled: npm has not installed esbuild")


if __name__ == "__main__":
    made = build()
    size = sum(path.stat().st_size for path in made.rglob("*.*"))
    sys.stderr.write(f"{made.relative_to(ROOT)}: {size // 1000} kB\n")
