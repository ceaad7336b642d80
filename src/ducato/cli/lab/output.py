"""Numbers as the commands of the lab print them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ducato.lab.metrics import Metric
    from ducato.runs.statistics import Estimate


def shown(value: float, unit: str) -> str:
    """Return a number with its unit, such as "12.3 %"."""
    if unit == "share":
        return f"{100 * value:.1f} %"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def cell(estimate: Estimate, metric: Metric) -> str:
    """Return an estimate and its interval, such as "12.3 % ±0.4".

    An interval that lies on one side of the estimate is given by its ends: "0.0 % (0.0 to 0.4)".
    """
    from ducato.runs.statistics import lopsided

    number, low, high = shown(estimate.value, metric.unit), estimate.low, estimate.high
    scale, form = (100, ".1f") if metric.unit == "share" else (1, ".2g")
    if lopsided(estimate):
        ends = " to ".join(shown(x, metric.unit).removesuffix(" %") for x in (low, high))
        return f"{number} ({ends})"
    return f"{number} ±{scale * (high - low) / 2:{form}}"


def difference(estimate: Estimate, unit: str = "share") -> tuple[str, str]:
    """Return a difference and its interval with their signs; of shares, in percentage points."""
    value, low, high = (_signed(x, unit) for x in estimate)
    return value, f"{low} to {high}"


def _signed(value: float, unit: str) -> str:
    if unit == "share":
        return f"{100 * value:+.1f}"
    return ("+" if value > 0 else "") + shown(value, unit)
