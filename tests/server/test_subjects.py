"""A subject is one room: without its folder and its lines in the application, the rest plays."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ducato

PLAY = """
import sys
from fastapi.testclient import TestClient
from ducato.core.match import Match
from ducato.server import create_app
with TestClient(create_app(Database(f"sqlite:///{sys.argv[1]}/tables.sqlite3"))) as client:
    seats = [{"kind": "bot", "bot": "random"}, {"kind": "person", "name": "Anna"}]
    asked = client.post("/api/tables", json={"game": "magnate", "seats": seats})
    assert client.get(asked.json()["url"]).status_code == 200
    with client.websocket_connect(f"{asked.json()['url']}/socket") as socket:
        assert socket.receive_json()["type"] == "welcome"
    print(client.get("/api/me/openings").status_code)
"""


@pytest.mark.slow
def test_the_server_plays_without_a_subject_that_is_deleted(tmp_path: Path):
    """Openings: nobody but the application names them."""
    package = tmp_path / "src" / "ducato"
    shutil.copytree(
        Path(ducato.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.rmtree(package / "server" / "subjects" / "openings")
    app = package / "server" / "app.py"
    lines = app.read_text("utf-8").splitlines(keepends=True)
    left = [line for line in lines if "openings" not in line]
    assert len(lines) - len(left) == 2  # its import and its router
    app.write_text("".join(left), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "NUMBA_DISABLE_JIT": "1"}
    said = subprocess.run(
        [sys.executable, "-c", PLAY, str(tmp_path)],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    assert said.stdout == "404\n"
