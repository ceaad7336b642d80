"""The memory with which a page begins: it is there, and it holds no chance of a game."""

from __future__ import annotations

import json
import re
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
from babel.lists import format_list
from tests.support.exported import NEEDS

from ducato.core.i18n import LANGUAGES
from ducato.page import archive, build

SCRIPT = Path(__file__).parent / "begin_python.js"
SCRIPTS = Path(build.__file__).parent / "js"


def _begun(engine: Path) -> dict[str, Any]:
    command = ["node", str(SCRIPT), str(SCRIPTS), str(engine)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_without_node_there_is_no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert not archive.prepare(tmp_path, tmp_path)
    assert (tmp_path / "memory.bin").read_bytes() == b""


def test_only_modules_that_need_no_arrays_go_along():
    names = archive._ducato()
    assert "ducato/table/setup/levels.py" in names
    assert "ducato/bots/options.py" in names
    assert not {"ducato/bots/search/bot.py", "ducato/core/batch.py"} & names.keys()
    arrays = re.compile(r"^(import|from) numpy", re.MULTILINE)
    assert not [name for name, path in names.items() if arrays.search(path.read_text("utf-8"))]


class TestMemory:
    pytestmark = [*NEEDS, pytest.mark.slow]

    def test_pages_that_begin_with_the_same_memory_draw_different_games(self, site: Path):
        one, other = _begun(site / "engine"), _begun(site / "engine")
        assert one["ready"]
        assert one["seed"] != other["seed"]
        assert one["random"] != other["random"]
        lists = [format_list(list("abc"), locale=language) for language in LANGUAGES]
        assert one["lists"] == lists

    def test_what_is_in_the_memory_is_not_in_the_archives(self, site: Path):
        engine = site / "engine"
        assert zipfile.ZipFile(engine / "python.zip").testzip() is None
        names = zipfile.ZipFile(engine / "python.zip").namelist()
        assert "ducato/games/magnate/data/editions.toml" in names
        assert not any(name.startswith("ducato/page/host.") for name in names)
        library = zipfile.ZipFile(engine / "python_stdlib.zip").namelist()
        assert "calendar.pyc" in library
        assert not {"mimetypes.pyc", "wave.pyc", "multiprocessing/context.pyc"} & set(library)
        assert not {"typing.pyc", "pdb.pyc", "pdb.py", "os.pyc"} & set(library)
        assert not any("_pyio" in name or "/big5" in name for name in library)
