"""Short forms of long commands have a budget of processor time."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any

import pytest
from tests.conftest import pytest_runtest_call


@pytest.mark.parametrize(("budget", "kept"), [(5, True), (4, False), (None, True)])
def test_a_short_form_keeps_its_budget(
    monkeypatch: pytest.MonkeyPatch, budget: int | None, kept: bool
):
    """The times are those of the process and of what it has started, as user and as system."""
    times = iter([(1.0, 0.0, 0.0, 0.0, 9.0), (2.0, 1.0, 2.0, 1.0, 99.0)])
    mark = None if budget is None else SimpleNamespace(args=(budget,))
    item: Any = SimpleNamespace(get_closest_marker=lambda name: mark)
    with monkeypatch.context() as patched:
        patched.setattr(os, "times", lambda: next(times))
        running = pytest_runtest_call(item)
        next(running)
        with pytest.raises(StopIteration if kept else pytest.fail.Exception) as raised:
            running.send("done")
    said = "it took 5 s of processor time; its budget is 4 s"
    assert str(raised.value) == ("done" if kept else said)
