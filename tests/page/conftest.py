"""A page with one game, made once, and a browser that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.exported import browsing, exported, serving


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exported(["magnate"], tmp_path_factory.mktemp("export"))


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    with serving(site) as address:
        yield address


@pytest.fixture
def page(chromium: Any, served: str) -> Iterator[Any]:
    with browsing(chromium, locale="it-IT") as context:
        shown = context.new_page()
        shown.goto(served)
        shown.wait_for_selector(".play-now")
        yield shown
