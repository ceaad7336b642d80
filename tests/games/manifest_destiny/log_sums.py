"""Sums of Manifest Destiny, computed independently for `log_truth`: prices and the Adjustment."""

from __future__ import annotations

from typing import Any

from ducato.core.i18n import Message, say
from ducato.games.manifest_destiny.state.tables import Advance


def money(amount: int) -> Message:
    return say("dollars", amount=amount)


def tokens(n: int) -> Message:
    return say("tokens", n=n)


def has(state: Any, seat: int, advance: Advance) -> bool:
    return bool((state.advances[seat] >> advance) & 1)


def price_of(before: Any, edition: Any, seat: int, what: int, kind: str) -> int:
    """Return the tokens that a purchase costs: the n-th of its kind this turn costs n."""
    if kind == "mechanize" or before.buying > 2:  # a city's place is chosen in a step of its own
        return 1
    if what == 0 and has(before, seat, Advance.ELECTRICITY):
        return int(edition.electricity)  # free, or one token
    return 1 + sum(int(before.boxed[other, what]) for other in range(edition.players))


def adjusted(before: Any, after: Any, edition: Any) -> dict[str, list[int]]:
    """Return what each seat gets by source; what it pays for Motion Pictures is negative."""
    seats = range(edition.players)
    profit = [int(after.profit[seat]) for seat in seats]
    safety = [0 for _ in seats]
    urban = [0 for _ in seats]
    pictures = [0 for _ in seats]
    for seat in seats:
        if has(before, seat, Advance.SAFETY_NET):
            above = sum(other > profit[seat] for other in profit)
            level = profit.count(profit[seat]) - 1
            rank = above + (level if edition.safety_net_ties == 0 else 0)
            safety[seat] = int(edition.safety[rank])
        if has(before, seat, Advance.URBAN_RENAISSANCE) and not before.cold_war:
            cities = sum(
                bool(city) and owner == seat
                for city, owner in zip(before.city, before.owner, strict=True)
            )
            urban[seat] = cities * int(edition.urban_renaissance)
    cash = [int(before.cash[s]) + profit[s] + safety[s] + urban[s] for s in seats]
    for turn in seats:
        owner = int(before.order[turn])
        if not has(before, owner, Advance.MOTION_PICTURES):
            continue
        for payer in seats:
            if payer != owner and not has(before, payer, Advance.TELEVISION):
                paid = min(cash[payer] + pictures[payer], int(edition.motion_pictures_income))
                pictures[payer] -= paid
                pictures[owner] += paid
    return {"profit": profit, "safety": safety, "urban": urban, "pictures": pictures}
