"""The tiers of the suite: every test belongs to one, by its marks.

`pytest --tier plain` runs one tier; without the option all tests run. The tiers `plain` and
`interpreted` run without the compiler, so that no rule is compiled there, not even in a process
that a test starts.

| tier | tests | what they need |
| --- | --- | --- |
| plain | without `compiled`, `browser` and `slow` | Python |
| compiled | `compiled` | the compiler |
| interpreted | those of `compiled` that are about rules, once more | Python |
| browser | `browser` | Chromium |
| slow | `slow` | minutes; some need PostgreSQL, Chromium or an environment of their own |
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.chromium import NO_CHROMIUM, find_chromium
from tests.support.postgres import NO_POSTGRES, find_postgres

TESTS = Path(__file__).parents[1]
RULES = tuple(TESTS / name for name in ("core", "compile", "games"))
"""Where tests of compiled rules run interpreted as well; an overflow is then an error."""
WITHOUT_COMPILER = ("plain", "interpreted")


def _has(item: pytest.Item, mark: str) -> bool:
    return item.get_closest_marker(mark) is not None


def _is_compiled(item: pytest.Item) -> bool:
    return _has(item, "compiled") and not _has(item, "browser") and not _has(item, "slow")


TIERS: dict[str, Callable[[pytest.Item], bool]] = {
    "plain": lambda item: not any(_has(item, mark) for mark in ("compiled", "browser", "slow")),
    "compiled": _is_compiled,
    "interpreted": lambda item: _is_compiled(item) and any(map(item.path.is_relative_to, RULES)),
    "browser": lambda item: _has(item, "browser") and not _has(item, "slow"),
    "slow": lambda item: _has(item, "slow"),
}
"""Which tests each tier runs."""


def add_options(parser: pytest.Parser) -> None:
    """Add the option `--tier`."""
    group = parser.getgroup("ducato")
    group.addoption("--tier", choices=list(TIERS), help="run the tests of one tier only")


def prepare(config: pytest.Config) -> None:
    """Switch off the compiler where the tier runs without; refuse a tier that cannot run.

    This happens before Numba is imported and before other processes begin, which inherit it.
    """
    tier = config.getoption("--tier")
    if tier in WITHOUT_COMPILER:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    if tier == "browser" and find_chromium() is None:
        raise pytest.UsageError(NO_CHROMIUM)
    if tier == "slow" and "CI" in os.environ:
        for found, missing in ((find_chromium(), NO_CHROMIUM), (find_postgres(), NO_POSTGRES)):
            if found is None:
                raise pytest.UsageError(missing)


def mark(item: pytest.Item) -> None:
    """Add the marks that follow from the fixtures and parameters of a test."""
    fixtures = getattr(item, "fixturenames", ())
    call = getattr(item, "callspec", None)
    values = [value for value in call.params.values() if isinstance(value, str)] if call else []
    if "chromium" in fixtures:
        item.add_marker("browser")
    if "postgres" in (*fixtures, *values):
        item.add_marker("slow")


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests of the tier that was asked for."""
    tier = config.getoption("--tier")
    if tier is None:
        return
    chosen = [item for item in items if TIERS[tier](item)]
    config.hook.pytest_deselected(items=[item for item in items if not TIERS[tier](item)])
    items[:] = chosen
