"""What the scripts and style sheets of the client keep to, besides the linter's rules."""

from __future__ import annotations

import pytest

from ducato.web.support.client_files import FOLDER, sources

WIDEST = 100
"""Columns, as .editorconfig says; data of drawings cannot be broken."""
MOST_MODULES = 15


@pytest.mark.parametrize("path", sources(FOLDER), ids=lambda path: path.name)
def test_lines_are_short(path):
    lines = [line for line in path.read_text("utf-8").splitlines() if len(line) > WIDEST]
    assert [line for line in lines if not line.lstrip().startswith("d:")] == []


def test_no_folder_has_many_modules():
    folders = {path.parent for path in sources(FOLDER) if path.suffix == ".js"}
    assert len(folders) > 5
    for folder in folders:
        assert len(list(folder.iterdir())) <= MOST_MODULES, folder
