"""Conventions of the client's scripts and style sheets that the linter does not check."""

from __future__ import annotations

import re

import pytest

from ducato.web.support.client_files import FOLDER, sources

WIDEST = 100
"""Columns, as in .editorconfig; the data of drawings cannot be broken."""
MOST_MODULES = 15
MOST_LINES = 400


@pytest.mark.parametrize("path", sources(FOLDER), ids=lambda path: path.name)
def test_lines_are_short(path):
    lines = [line for line in path.read_text("utf-8").splitlines() if len(line) > WIDEST]
    assert [line for line in lines if not line.lstrip().startswith("d:")] == []


@pytest.mark.parametrize("path", sources(FOLDER), ids=lambda path: path.name)
def test_a_module_is_short(path):
    assert len(path.read_text("utf-8").splitlines()) <= MOST_LINES


def test_no_folder_has_many_modules():
    folders = {path.parent for path in sources(FOLDER) if path.suffix == ".js"}
    assert len(folders) > 5
    for folder in folders:
        assert len(list(folder.iterdir())) <= MOST_MODULES, folder


def test_only_its_owner_changes_the_state_of_a_table():
    """The type of `state` says so, too; this finds what a cast would hide."""
    owner = FOLDER / "js" / "state" / "table_state.js"
    write = re.compile(r"\b(?:state|current)\.\w+\s*(?:[-+*/%&|^]|\?\?|\|\||&&)?=(?![=>])|"
                       r"Object\.assign\(state|delete state\b|\bstate\.\w+(?:\+\+|--)")  # fmt: skip
    assert write.search(owner.read_text("utf-8"))
    for path in sources(FOLDER):
        if path.suffix == ".js" and path != owner:
            found = write.search(path.read_text("utf-8"))
            assert found is None, f"{path.name}: {found and found[0]}"


def test_modules_import_in_one_direction():
    """A folder imports from itself and those before it; what a dialog shows is started by play."""
    order = ["state", "net", "ui", "board", "play", "pages"]
    level = {name: place for place, name in enumerate(order)} | {"dialogs": order.index("play")}
    found = re.compile(r'^(?:import|export) [^;]*? from "\.\./(\w+)/', re.MULTILINE)
    for path in sources(FOLDER):
        if path.suffix == ".js":
            for other in found.findall(path.read_text("utf-8")):
                assert level[other] <= level[path.parent.name], f"{path.name} imports {other}"
