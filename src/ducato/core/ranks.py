"""Rules for ranks, which are written by the verb `ranking`, and what they are worth."""

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


@rule
def shares_of_win(ranks: Any, out: Any) -> None:
    """Write every seat's share of the win into `out`: the seats of rank 1 share it equally."""
    winners = 0
    for seat in range(len(out)):
        if ranks[seat] == 1:
            winners += 1
    for seat in range(len(out)):
        out[seat] = 1.0 / winners if ranks[seat] == 1 else 0.0
