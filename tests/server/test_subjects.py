"""A subject is one room: without its folder and its lines in the application, the rest plays."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ducato

PLAY = """
import sys
from fastapi.testclient import TestClient
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
database = Database(f"sqlite:///{sys.argv[1]}/tables.sqlite3")
with TestClient(create_app(database, analysis_seconds=1)) as client:
    seats = [{"kind": "bot", "bot": "random"}, {"kind": "person", "name": "Anna"}]
    asked = client.post("/api/tables", json={"game": "magnate", "seats": seats})
    assert client.get(asked.json()["url"]).status_code == 200
    with client.websocket_connect(f"{asked.json()['url']}/socket") as socket:
        assert socket.receive_json()["type"] == "welcome"
    assert client.get("/api/me/data").status_code == 200
    wanted = {"name": "Anna"}
    assert client.post("/api/me/delete", json=wanted).json()["done"]
    print(client.get(sys.argv[2]).status_code)
"""
ROUTES = {
    "openings": "/api/me/openings",
    "challenges": "/api/me/challenges",
    "matchmaking": "/api/me/opponent-search",
    "suggested_levels": "/api/me/suggested-levels?game=magnate",
    "analyses": "/api/me/analyses",  # there is none
    "daily": "/api/daily/magnate",
}
"""A route of each subject that nobody but the application names."""
BUILT_ON = {"analyses": ["exercises.service"]}
"""What has no use without a subject, and leaves the application with it."""


def without(subject: str, source: str) -> str:
    """Return the source of the application without the lines that name a subject."""
    imported = re.compile(
        rf"^from ducato\.server\.subjects\.{re.escape(subject)}\b.* import (?:\w+ as )?(\w+)$", re.M
    )
    names = imported.findall(source)
    assert names
    named = re.compile(rf"subjects\.{re.escape(subject)}\b|^\s+({'|'.join(names)})\b")
    return "".join(line for line in source.splitlines(keepends=True) if not named.search(line))


@pytest.mark.parametrize("subject", ROUTES)
def test_only_the_application_and_what_is_built_on_it_import_a_subject(subject: str):
    server = Path(ducato.__file__).parent / "server"
    own = server / "subjects" / subject
    users = {server / "app.py", *own.rglob("*.py")}
    for one in BUILT_ON.get(subject, ()):
        users.add(server.joinpath("subjects", *one.split(".")).with_suffix(".py"))
    named = re.compile(rf"^ *from ducato\.server\.subjects\.{subject}\b", re.M)
    sources = {path for path in server.rglob("*.py") if named.search(path.read_text("utf-8"))}
    assert own.is_dir()
    assert sources <= users


@pytest.mark.slow
@pytest.mark.parametrize("subject", ROUTES)
def test_the_server_plays_without_a_subject_that_is_deleted(tmp_path: Path, subject: str):
    package = tmp_path / "src" / "ducato"
    shutil.copytree(
        Path(ducato.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.rmtree(package / "server" / "subjects" / subject)
    app = package / "server" / "app.py"
    for one in (subject, *BUILT_ON.get(subject, ())):
        app.write_text(without(one, app.read_text("utf-8")), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "NUMBA_DISABLE_JIT": "1"}
    said = subprocess.run(
        [sys.executable, "-c", PLAY, str(tmp_path), ROUTES[subject]],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    assert said.stdout == "404\n"
