"""Recorded games of every edition: any change of an answer shows as a diff."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import golden

from ducato.games.magnate import GAME

FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("edition", GAME.editions)
def test_playthrough(edition: str):
    golden.check(FOLDER / f"{edition}.txt", GAME.load(edition=edition), seed=1)


def test_a_changed_answer_is_found(monkeypatch, tmp_path):
    monkeypatch.delenv("UPDATE_GOLDEN", raising=False)
    path, loaded = tmp_path / "game.txt", GAME.load()
    lines = list(golden.playthrough(loaded, 2))
    path.write_text("\n".join(lines) + "\n", "utf-8")
    golden.check(path, loaded, 2)
    at = next(i for i, line in enumerate(lines) if " of 100" in line)
    path.write_text("\n".join([*lines[:at], lines[at][:-1], *lines[at + 1 :]]), "utf-8")
    with pytest.raises(AssertionError, match=rf"game\.txt:{at + 1}:"):
        golden.check(path, loaded, 2)
    path.write_text("\n".join([*lines, "more"]), "utf-8")
    with pytest.raises(AssertionError, match="None"):
        golden.check(path, loaded, 2)


def test_there_is_no_file_too_many():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAME.editions)
