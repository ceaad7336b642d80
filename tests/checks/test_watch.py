"""Rules that hang end with the name of the check, and the line where they hang."""

from __future__ import annotations

import pytest
from tests.checks.sabotage import Sabotage, in_play, spoilt

from ducato.checks import ALL, CheckPlan, run
from ducato.checks.faults import Broken
from ducato.checks.runner import watched
from ducato.core.game.folder import game_from

HANGS = Sabotage("hangs", in_play("while state.played >= 0:\n        state.best = -1"), "", "")


def test_rules_that_hang_are_a_finding(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr("ducato.checks.runner.PATIENCE", 0.2)
    with spoilt(tmp_path, HANGS) as package:
        results = run(game_from(package), ALL, CheckPlan(quick=True))
        found = next(f for result in results for f in result.findings)
    assert found.check in found.problem
    assert "hangs: a rule has not come to an end" in found.problem
    assert (found.file or "").startswith("rules.py:")


def test_a_check_that_comes_on_is_left_alone():
    with watched("legal_lists", "ducato", 0.05):
        assert sum(range(100)) == 4950
    with watched("legal_lists", "ducato", 0.05), pytest.raises(Broken, match="hangs"):
        sum(1 for _ in iter(int, 1))
