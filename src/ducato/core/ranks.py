"""Rules for ranks, which are written by the verb `ranking`."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule


@rule
def rank_by(points: Any, out: Any) -> None:
    """Write every seat's rank into `out`: the most points are rank 1, and ties share a rank."""
    for seat in range(len(out)):
        out[seat] = 1
        for other in range(len(out)):
            if points[other] > points[seat]:
                out[seat] += 1
