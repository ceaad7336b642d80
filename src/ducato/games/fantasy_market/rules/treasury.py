"""The reserve of gold [fantasy-market 11]."""

from __future__ import annotations

from ducato.core.verbs import rule

from ..parts import GoldShortage
from ..state import Edition, State

PER_CENT = 100


@rule
def payable(state: State, edition: Edition, gold: int) -> int:
    """Return how much of this gold the reserve can pay [11, 12.24]."""
    if edition.gold_shortage == GoldShortage.UNLIMITED:
        return int(gold)
    return min(int(gold), int(state.reserve))


@rule
def pay_out(state: State, edition: Edition, gold: int) -> int:
    """Pay gold from the reserve, as far as it can; return the amount paid [11, 12.24].

    Without a limit the reserve may become negative, so that all gold still adds up.
    """
    paid = payable(state, edition, gold)
    state.reserve -= paid
    return paid
