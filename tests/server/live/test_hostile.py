"""The criteria by which an attack counts as harmful to other people (`benchmarks/hostile`)."""

import pytest
from benchmarks.hostile.__main__ import Row
from benchmarks.hostile.people import Phase, late

QUIET = Phase([0.01] * 200, [0.02] * 200, [0.01] * 60)


@pytest.mark.parametrize(
    ("phase", "harmful"),
    [
        (QUIET, False),
        (Phase([0.02] * 200, [1.0] * 200, [5.0] * 60, failed=3), False),
        (Phase([0.01] * 180 + [0.021] * 20, [0.02] * 200, [0.01] * 60), True),
        (Phase([0.01] * 200, [0.02] * 180 + [1.1] * 20, [0.01] * 60), True),
        (Phase([0.01] * 200, [0.02] * 200, [0.01] * 60, failed=4), True),
        (Phase([0.01] * 200, [], [0.01] * 60), True),
        (Phase([], [0.02] * 200, [0.01] * 60), True),
    ],
)
def test_an_attack_is_harmful_if_others_wait_too_long_or_in_vain(phase: Phase, harmful: bool):
    assert Row("attack", phase).is_harmful(QUIET) is harmful


def test_a_late_wait_is_in_milliseconds():
    assert late([0.001] * 95 + [0.5] * 5) == 500.0
    assert late([0.001] * 96 + [0.5] * 4) == 1.0
    assert late([]) == 0.0
