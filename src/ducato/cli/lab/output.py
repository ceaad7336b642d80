"""Numbers as the commands of the lab print them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ducato.lab.metrics import Metric
    from ducato.lab.statistics import Estimate


def shown(value: float, unit: str) -> str:
    """Return a number with its unit, such as "12.3 %"."""
    if unit == "share":
        return f"{100 * value:.1f} %"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def cell(estimate: Estimate, metric: Metric) -> str:
    """Return an estimate and half the width of its interval, such as "12.3 % ±0.4"."""
    half = (estimate.high - estimate.low) / 2
    width = f"{100 * half:.1f}" if metric.unit == "share" else f"{half:.2g}"
    return f"{shown(estimate.value, metric.unit)} ±{width}"


def change(value: float, unit: str) -> str:
    """Return a difference of numbers with its sign; one of shares is in percentage points."""
    if unit == "share":
        return f"{100 * value:+.1f}"
    return ("+" if value > 0 else "") + shown(value, unit)


def points(estimate: Estimate) -> tuple[str, str]:
    """Return a difference of shares and its interval, in percentage points."""
    low, high = (f"{100 * x:+.1f}" for x in (estimate.low, estimate.high))
    return f"{100 * estimate.value:+.1f}", f"{low} to {high}"
