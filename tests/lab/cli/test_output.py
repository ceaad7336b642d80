"""Numbers as the commands of the lab print them."""

from __future__ import annotations

import pytest

from ducato.cli.lab.output import cell, difference
from ducato.lab.metrics import Metric
from ducato.runs.statistics import Estimate, share

TIES = Metric("ties", lambda _: Estimate(0, 0, 0), "share")
MINUTES = Metric("minutes", lambda _: Estimate(0, 0, 0), "minutes")


@pytest.mark.parametrize(
    ("estimate", "metric", "expected"),
    [
        (Estimate(0.5, 0.48, 0.52), TIES, "50.0 % ±2.0"),
        (Estimate(10, 9.5, 10.5), MINUTES, "10 ±0.5"),
        (Estimate(3, 3, 3), MINUTES, "3 ±0"),
        (share(0, 100), TIES, "0.0 % (0.0 to 3.7)"),
        (share(100, 100), TIES, "100.0 % (96.3 to 100.0)"),
        (Estimate(0.01, 0, 0.06), TIES, "1.0 % (0.0 to 6.0)"),
        (Estimate(1, 1, 2.5), MINUTES, "1 (1 to 2.5)"),
    ],
)
def test_a_one_sided_interval_is_given_by_its_ends(
    estimate: Estimate, metric: Metric, expected: str
):
    assert cell(estimate, metric) == expected


def test_a_difference_has_signs_and_shares_are_in_points():
    assert difference(Estimate(0.05, -0.01, 0.11)) == ("+5.0", "-1.0 to +11.0")
    assert difference(Estimate(-2, -3.5, -0.5), "minutes") == ("-2", "-3.5 to -0.5")
