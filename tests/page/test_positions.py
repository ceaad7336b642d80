"""A position in a page is that of a server: the short form of ``benchmarks.page.positions``.

It may take a minute of processor time, most of it for replaying the games.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.page.node import NO_WASM, NodeHost, can_run
from benchmarks.page.positions import compare_positions, variants
from tests.support.exported import PYODIDE

from ducato.core.game import all_games
from ducato.page.archive import write_archive, write_library
from ducato.page.build import ENGINE, LOCK

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not can_run(), reason=NO_WASM),
    pytest.mark.skipif(not PYODIDE.is_dir(), reason="npm has not installed pyodide"),
]
POSITIONS = 15


def test_positions_look_the_same_byte_for_byte(tmp_path: Path):
    for name in (*ENGINE, LOCK):
        (tmp_path / name).symlink_to(PYODIDE / name)
    games = all_games()
    write_archive(games.values(), tmp_path / "python.zip")
    write_library(tmp_path / "msgspec.wasm")
    with NodeHost(tmp_path) as host:
        for game in games.values():
            shown = compare_positions(host, list(variants(game))[-1], POSITIONS, 1)
            assert shown == {"equal": POSITIONS, "of": POSITIONS}, game.name
