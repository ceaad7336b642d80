"""Investment as the rulebook tells it: a model to compare the rules with."""

from __future__ import annotations

from ducato.games.manifest_destiny.rules.breakthroughs.partnership import (
    can_claim_jointly,
    can_propose,
)
from ducato.games.manifest_destiny.rules.breakthroughs.research import can_research
from ducato.games.manifest_destiny.rules.breakthroughs.steps import can_claim
from ducato.games.manifest_destiny.state.tables import (
    BREAKTHROUGH_IDS,
    PROGRESSION_IDS,
    TERRITORY_IDS,
    Flag,
    Phase,
    Presence,
    Zone,
)

from .specification import by_slug, specified
from .turn_model import TurnModel

CHART = by_slug("progressions")
LEVEL = {name: int(row["level"]) for name, row in CHART.items()}
POINTS = {name: int(row["vp"]) for name, row in by_slug("breakthroughs").items()}
BELOW = {
    name: [n for n in CHART if CHART[n]["category"] == row["category"] and LEVEL[n] < LEVEL[name]]
    for name, row in CHART.items()
}
"""The Progressions of a lower level in the category of each."""
LIMITS = {
    int(row["players"]): [int(row[f"pos{n + 1}"]) for n in range(int(row["players"]))]
    for row in specified("token_limits", "players").values()
}
KINDS = ("city", "pioneer", "card")
MOST_AT_ONCE = 19


class InvestmentModel(TurnModel):
    """The rules of a part of Investment, except those of Breakthroughs and partners."""

    # ---- what may be done

    def names(self) -> list[str]:
        """Return the names of the legal actions in the order of their numbers."""
        s, edition, seat = self.state, self.edition, self.state.chooser
        every = range(len(BREAKTHROUGH_IDS))
        claimed = [
            n
            for n in every
            if can_claim(s, edition, seat, n) or can_claim_jointly(s, edition, seat, n)
        ]
        return [
            *(f"advance:{name}" for name in CHART if self.can_buy(name)),
            *(f"advance:{BREAKTHROUGH_IDS[n]}" for n in claimed),
            *(
                f"research:{BREAKTHROUGH_IDS[n]}"
                for n in every
                if can_research(s, edition, seat, n)
            ),
            *(f"player:{n + 1}" for n in self.seats if can_propose(s, edition, seat, n)),
            *(f"buy:{n + 1}" for n in range(self.tokens_for_sale())),
            *(f"purchase:{kind}" for kind in KINDS if self.can_purchase(kind)),
            *(f"mechanize:{kind}" for kind in KINDS if self.can_mechanize(kind)),
            *(["redeploy"] if self.can_redeploy() else []),
            *(["licence"] if any(map(self.can_license, CHART)) else []),
            *(["priority"] if self.may_announce(seat) else []),
            "done",
        ]

    def tokens_for_sale(self) -> int:
        """[manifest-destiny 7.1, 20.2]; Civil Disobedience halves the limit, rounded up."""
        s, seat = self.state, self.state.chooser
        limit = LIMITS[self.players][s.position[seat]]
        if self.owns(seat, "tolerance"):
            limit += self.edition.tolerance_bonus
        if s.flags[seat] & Flag.DISOBEDIENCE:
            limit = -(-limit // 2)
        paid_for = s.cash[seat] // self.edition.token_price
        return max(0, min(limit - s.limit[seat], s.supply[seat], paid_for, MOST_AT_ONCE))

    def price(self, kind: str) -> int:
        """The n-th purchase of a kind in a turn costs n tokens [manifest-destiny 7.2] (A19)."""
        if kind == "city" and self.owns(self.state.chooser, "electricity"):
            return int(self.options.get("electricity") == "one_token")
        return 1 + sum(self.state.boxed[seat, KINDS.index(kind)] for seat in self.seats)

    def is_available(self, kind: str, price: int) -> bool:
        """[manifest-destiny 7.2]."""
        s, seat = self.state, self.state.chooser
        if s.purchases[seat] & 1 << KINDS.index(kind):
            return False
        if kind == "card":
            return self.cards_in(Zone.DECK) > 0
        if kind == "city":
            return bool(sum(s.city) < self.edition.cities_total and self.sites())
        limit = getattr(self.edition, f"pioneers_era_{s.era}")
        token = s.supply[seat] > 0 or price > 1  # one that is paid returns to supply first
        return bool(token and s.pioneers[seat] < limit and not s.acquired[seat])

    def sites(self) -> list[int]:
        return [n for n in self.territories(self.state.chooser) if not self.state.city[n]]

    def can_purchase(self, kind: str) -> bool:
        price = self.price(kind)
        return price <= self.state.bought[self.state.chooser] and self.is_available(kind, price)

    def can_mechanize(self, kind: str) -> bool:
        """[manifest-destiny 7.2]."""
        s, seat = self.state, self.state.chooser
        may = self.owns(seat, "mechanization") and not s.mechanized and s.bought[seat] > 0
        return bool(may and self.price(kind) > 1 and self.is_available(kind, 1))

    def is_open(self, name: str) -> bool:
        """[manifest-destiny 7.4]."""
        seat = self.state.chooser
        first = [n for n in CHART if LEVEL[n] == 1] if LEVEL[name] == 3 else []
        return not self.owns(seat, name) and all(self.owns(seat, n) for n in BELOW[name] + first)

    def cost(self, name: str) -> int:
        """[manifest-destiny 6.5, 7.4, 20.4]."""
        seat, low = self.state.chooser, self.options.get("progression_costs") == "low"
        cost = int(CHART[name]["cost_low" if low else "cost"])
        cost -= self.state.discount[seat, PROGRESSION_IDS.index(name)]
        if self.owns(seat, "assembly-line"):
            cost -= self.edition.assembly_line_discount
        return max(cost, 0)

    def can_buy(self, name: str) -> bool:
        return self.is_open(name) and self.cost(name) <= self.state.cash[self.state.chooser]

    def licence(self, name: str) -> tuple[int, int]:
        """Return the partner's discount and the fee for it [manifest-destiny 7.7, 1.3]."""
        partner = self.state.partner[self.state.chooser]
        if partner == -1:
            return 0, 0
        leaders = self.state.licensed[partner, PROGRESSION_IDS.index(name)]
        discount = min(leaders, self.cost(name))
        return discount, -(-discount * self.edition.licence_fee // 100)

    def can_license(self, name: str) -> bool:
        discount, fee = self.licence(name)
        price = self.cost(name) - discount + fee
        return discount > 0 and self.is_open(name) and price <= self.state.cash[self.state.chooser]

    def liftable(self) -> list[int]:
        """[manifest-destiny 8.5] (A42)."""
        new = [Presence.NEW] if self.edition.wireless_new else []
        return self.territories(self.state.chooser, Presence.ESTABLISHED, *new)

    def can_redeploy(self) -> bool:
        s = self.state
        may = self.owns(s.chooser, "wireless") and not s.redeployed
        return bool(may and self.edition.wireless_tokens and self.liftable())

    # ---- what it does

    def act(self, name: str) -> None:
        """Carry out an action of a part of Investment."""
        kind, _, what = name.partition(":")
        s, seat = self.state, self.state.chooser
        match kind:
            case "done":
                self.end_part()
            case "priority":
                self.announce()
            case "licence":
                s.phase = Phase.LICENCE
            case "redeploy":
                s.phase, s.redeployed = Phase.LIFT, 1
            case "buy":
                self.buy_tokens(int(what))
            case "purchase" | "mechanize":
                s.buying = KINDS.index(what) + (4 if kind == "mechanize" else 0)
                if what == "city":
                    s.phase = Phase.CITY
                else:
                    self.purchase(what)
            case "player":
                s.phase, s.chooser = Phase.PARTNER, int(what) - 1
                s.proposed[seat] |= 1 << s.chooser
            case "research":
                s.phase, s.back = Phase.RESEARCH_DICE, Phase.INVEST
                s.breakthrough, s.dice = BREAKTHROUGH_IDS.index(what), s.pioneers[seat]
                for die in range(len(s.die)):
                    s.die[die] = 0
                s.researched[seat] |= 1
            case "advance" if what in CHART:
                self.buy_progression(what, licensed=False)
            case "advance":
                self.claim(what)

    def pay(self, dollars: int) -> None:
        self.state.cash[self.state.chooser] -= dollars
        self.state.bank += dollars

    def buy_tokens(self, number: int) -> None:
        s, seat = self.state, self.state.chooser
        self.pay(number * self.edition.token_price)
        s.limit[seat] += number
        s.supply[seat] -= number
        s.bought[seat] += number

    def purchase(self, kind: str, territory: int | None = None) -> None:
        """One token is in the box for this turn, the others are in supply [manifest-destiny 7.2].

        See also (A19, A20).
        """
        s, seat = self.state, self.state.chooser
        mechanized = s.buying >= 4
        price = 1 if mechanized else self.price(kind)
        boxed = self.edition.mechanization_raises if mechanized else True
        if not mechanized and kind == "city" and self.owns(seat, "electricity"):
            boxed = False
        s.bought[seat] -= price
        s.boxed[seat, KINDS.index(kind)] += boxed
        s.supply[seat] += price - boxed
        s.purchases[seat] |= 1 << KINDS.index(kind)
        s.mechanized |= mechanized
        s.buying, s.phase = 0, Phase.INVEST
        if territory is not None:
            s.city[territory] = 1
            self.count_cities()
        elif kind == "pioneer":
            s.supply[seat] -= 1
            s.pioneers[seat] += 1
            s.acquired[seat] = 1
        else:
            s.phase, s.back, s.drawer, s.to_draw, s.group = Phase.DRAW, Phase.INVEST, seat, 1, 0

    def buy_progression(self, name: str, licensed: bool) -> None:
        """[manifest-destiny 6.9, 7.4, 7.7]."""
        s, seat, number = self.state, self.state.chooser, PROGRESSION_IDS.index(name)
        discount, fee = self.licence(name) if licensed else (0, 0)
        self.pay(self.cost(name) - discount)
        if licensed:
            s.cash[seat] -= fee
            s.cash[s.partner[seat]] += fee
        s.advances[seat] |= 1 << number
        s.vp[seat] += LEVEL[name]
        for level in (1, 2):
            complete = all(self.owns(seat, n) for n in CHART if LEVEL[n] == level)
            if complete and not s.levels_done[seat] & level:
                s.levels_done[seat] |= level
                s.profit[seat] += getattr(self.edition, f"all_level_{level}_profit")
        discards = name == "storytelling" and self.cards_in(Zone.HAND + seat)
        s.phase = Phase.DISCARD if discards else Phase.INVEST

    def claim(self, name: str) -> None:
        """[manifest-destiny 7.6, 7.7]."""
        s, seat, number = self.state, self.state.chooser, BREAKTHROUGH_IDS.index(name)
        if not can_claim(s, self.edition, seat, number):
            s.joint_asked |= 1 << number
            s.breakthrough, s.phase, s.chooser = number, Phase.JOINT, s.partner[seat]
            return
        s.pioneers[seat] -= 1
        s.chart[seat] += 1
        s.advances[seat] |= 1 << (len(CHART) + number)
        s.vp[seat] += POINTS[name]
        for other in self.seats:
            s.steps[other, number] = 0

    def lift(self, name: str) -> None:
        """A city stays; it may then be controlled by nobody [manifest-destiny 8.5] (A42, A43)."""
        s, seat = self.state, self.state.chooser
        if name != "done":
            territory = TERRITORY_IDS.index(name.partition(":")[2])
            s.owner[territory], s.presence[territory] = -1, Presence.NONE
            s.bought[seat] += 1
            s.lifts += 1
            if s.city[territory]:
                self.count_cities()
        if name == "done" or s.lifts == self.edition.wireless_tokens or not self.liftable():
            s.lifts, s.phase = 0, Phase.INVEST
