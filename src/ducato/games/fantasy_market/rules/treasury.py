"""The reserve of gold [fantasy-market 11]."""

from __future__ import annotations

from ducato.core.verbs import rule
from ducato.games.fantasy_market.parts import GoldShortage
from ducato.games.fantasy_market.state import Edition, State


@rule
def pay_out(state: State, edition: Edition, gold: int) -> int:
    """Pay gold from the reserve, as far as it can; return the amount paid [11, 12.24].

    Without a limit the reserve may become negative, so that all gold still adds up.
    """
    paid = int(gold)
    if edition.gold_shortage != GoldShortage.UNLIMITED:
        paid = min(paid, int(state.reserve))
    state.reserve -= paid
    return paid
