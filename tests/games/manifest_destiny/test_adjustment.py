"""The Adjustment: Profit, income and the return of tokens, compared with a model.

Positions are drawn at random; all fields of the state are compared.
"""

from __future__ import annotations

import random

import pytest

from ducato.games.manifest_destiny.state.tables import Phase, Presence, Stage, Zone

from .scattered import scattered
from .specification import specified
from .turn_model import TurnModel

SAFETY = {
    int(row["players"]): [int(row[f"rank{n + 1}"]) for n in range(int(row["players"]))]
    for row in specified("safety_net", "players").values()
}
RULINGS = (
    {},
    {"safety_net_ties": "worst", "cities_counted": "established", "city_ties": "nobody"},
    {"loss_box_profit": 15, "new_presence_profit": 10, "new_presence_profit_computers": 25},
    {"urban_renaissance": 25, "motion_pictures_income": 20, "most_cities_vp": 5},
)
POSITIONS = 50


class Adjustment(TurnModel):
    """The Adjustment as the rulebook tells it [manifest-destiny 9.1]."""

    def adjust(self):
        for paragraph in (
            self.profit,
            self.income,
            self.safety_net,
            self.urban_renaissance,
            self.motion_pictures,
            self.return_tokens,
        ):
            paragraph()
        self.count_cities()
        self.draw()

    def receive(self, seat, amount):
        self.state.cash[seat] += amount
        self.state.bank -= amount

    def profit(self):
        """Paragraphs 1 and 2."""
        s, edition = self.state, self.edition
        for seat in self.seats:
            new = self.territories(seat, Presence.NEW)
            each = edition.new_presence_profit
            if self.owns(seat, "computers"):
                each = edition.new_presence_profit_computers
            profit = s.profit[seat] + each * len(new) - edition.loss_box_profit * s.loss[seat]
            s.profit[seat] = max(profit, edition.profit_min)
            for territory in new:
                s.presence[territory] = Presence.ESTABLISHED

    def income(self):
        """Paragraph 3."""
        for seat in self.seats:
            self.receive(seat, self.state.profit[seat])

    def safety_net(self):
        """Paragraph 4; tied players take the best amount of their ranks, or the worst (A49)."""
        profits = sorted((self.state.profit[seat] for seat in self.seats), reverse=True)
        for seat in self.seats:
            if self.owns(seat, "safety-net"):
                profit, amounts = self.state.profit[seat], SAFETY[self.players]
                tied = [a for p, a in zip(profits, amounts, strict=True) if p == profit]
                best = self.options.get("safety_net_ties") != "worst"
                self.receive(seat, max(tied) if best else min(tied))

    def urban_renaissance(self):
        """Paragraph 5."""
        for seat in self.seats:
            if self.owns(seat, "urban-renaissance") and not self.state.cold_war:
                held = self.territories(seat, Presence.ESTABLISHED)
                cities = sum(self.state.city[territory] for territory in held)
                self.receive(seat, cities * self.edition.urban_renaissance)

    def motion_pictures(self):
        """Paragraph 6; who cannot pay all serves the earlier owners first (A46)."""
        cash = self.state.cash
        for seat in self.state.order[: self.players]:
            for other in self.seats:
                payer = other != seat and not self.owns(other, "television")
                if self.owns(seat, "motion-pictures") and payer:
                    paid = min(cash[other], self.edition.motion_pictures_income)
                    cash[other] -= paid
                    cash[seat] += paid

    def return_tokens(self):
        """Paragraph 7."""
        s = self.state
        for seat in self.seats:
            s.supply[seat] += s.bought[seat] + s.loss[seat] + sum(s.row("boxed")[seat].tolist())
            s.bought[seat] = s.loss[seat] = 0
            for box in range(3):
                s.boxed[seat, box] = 0

    def draw(self):
        """Paragraph 8: the draws begin with the first in turn order."""
        s = self.state
        s.to_draw, s.group, s.back = self.players, 1, Phase.NEW_TURN
        s.drawer, s.phase = s.order[0], Phase.DRAW


@pytest.mark.parametrize("ruling", range(len(RULINGS)))
def test_adjustment(ruling):
    """All eight paragraphs in their order [manifest-destiny 9.1, 20.6] (A46, A48, A49).

    See also [manifest-destiny 1.3, 1.4, 6.9, 7.8].
    """
    rng = random.Random(ruling)
    for _ in range(POSITIONS):
        t = scattered(rng, rng.choice((3, 4, 5)), Stage.ADJUSTMENT, **RULINGS[ruling])
        if Zone.DECK not in t.state.zone.tolist():
            continue
        assert len(t.position.chance_outcomes()) == 1  # nothing is left to chance
        model = Adjustment(t)
        model.adjust()
        t.do(0)
        assert model.differences(t.state) == {}
