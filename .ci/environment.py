"""Install into .venv what a task of the Makefile needs, every package checked against its hash.

    python3 .ci/environment.py play | test | dev

Each kind contains the one before: `play` is what runs a table or a server, `test` adds what
`make test` imports, `dev` adds all other tools and extras. The locks of the three agree, so that a
kind is added to what is there. A failure is told in one sentence; a new `.venv` that could not be
finished is removed.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".venv"
LOCKS = {
    "play": "requirements.lock",
    "test": "requirements-test.lock",
    "dev": "requirements-dev.lock",
}
NEEDED = {"play": 600, "test": 1_200, "dev": 2_600}
"""Megabytes that the environment takes, with what pip unpacks on the way."""
CAUSES = (
    (("No space left", "Errno 28"), "the disk is full: make room and try again"),
    (
        ("name resolution", "NewConnectionError", "Connection refused", "timed out",
         "Network is unreachable", "No matching distribution", "ProxyError"),
        "the package index cannot be reached: connect to the network and try again",
    ),
    (("DO NOT MATCH THE HASHES",), "a package is not the one in the lock: do not install it"),
)  # fmt: skip
"""Words in the messages of pip, and what they mean."""


class Impossible(Exception):
    """Why nothing was installed, and what would help."""


def check_python() -> None:
    """Raise `Impossible` unless this Python can make the environment; make looks at its version."""
    if importlib.util.find_spec("ensurepip") is None:
        raise Impossible("this Python cannot make environments: install python3-venv")


def cause(output: str) -> str:
    """Return what the output of pip means, or its last line of an error."""
    for words, meaning in CAUSES:
        if any(word in output for word in words):
            return meaning
    lines = [line for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines or ["pip failed without a word"])[-1]


def run(*command: str | Path) -> None:
    """Run a step; raise `Impossible` with the cause if it fails."""
    done = subprocess.run(
        [str(word) for word in command], check=False, text=True, cwd=ROOT,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode:
        raise Impossible(cause(done.stdout))


def install(kind: str) -> None:
    """Install the packages of this kind, and ducato itself from where it lies."""
    new = not FOLDER.exists()
    free = shutil.disk_usage(ROOT).free // 2**20
    if new and free < NEEDED[kind]:
        raise Impossible(f"the disk is nearly full: {NEEDED[kind]} MB are needed, {free} are free")
    python = FOLDER / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = (python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install")
    try:
        if not python.exists():
            run(sys.executable, "-m", "venv", "--clear", FOLDER)
        run(*pip, "--require-hashes", "-r", LOCKS[kind])
        run(*pip, "--no-deps", "--no-build-isolation", "--editable", ".")
    except BaseException:
        if new:  # nothing half made
            shutil.rmtree(FOLDER, ignore_errors=True)
        raise
    for contained in LOCKS:
        (FOLDER / f".{contained}").touch()
        if contained == kind:
            break


def main() -> int:
    """Install, and say how long it took."""
    kind = sys.argv[1]
    start = time.monotonic()
    try:
        check_python()
        print(f"ducato: installing what `{kind}` needs into .venv ...", flush=True)
        install(kind)
    except Impossible as error:
        sys.stderr.write(f"ducato: {error}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    print(f"ducato: installed in {time.monotonic() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
