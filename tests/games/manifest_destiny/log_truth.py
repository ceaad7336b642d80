"""What the log of Manifest Destiny may say of a step, reckoned from the states and the dice.

Sums, prices, ranks and verdicts are computed here independently of the narration.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.support.log_truth import Event, Facts, Truth

from ducato.core.i18n import Name, Seat
from ducato.games.manifest_destiny.state import ACTIONS
from ducato.games.manifest_destiny.state.tables import (
    ADVANCE_IDS,
    ADVANCES,
    BREAKTHROUGH_IDS,
    CARD_IDS,
    NATIVES,
    PROGRESSIONS,
    TERRITORIES,
    TERRITORY_IDS,
    VACANT,
    Advance,
    Phase,
    Presence,
    Stage,
    Territory,
    Type,
    Zone,
)

from .log_sums import adjusted, money, price_of, tokens

CHANCE = -1
DEALS = (Phase.DEAL_DESTINY, Phase.DEAL)
CONTEST = (
    *(Phase.ATTACK_DICE, Phase.DEFENCE_DICE, Phase.FIRST_DIE_AGAIN, Phase.ATTACK_AGAIN),
    *(Phase.DEFENCE_AGAIN, Phase.EXTRA_DIE, Phase.REROLL, Phase.REROLL_DEFENCE),
)


def kind_of(event: Event) -> tuple[str, str]:
    """Return the kind of an action and its last argument, ("", "") for chance."""
    if event.actor == CHANCE:
        return "", ""
    kind, _, argument = ACTIONS.name(event.action).partition(":")
    return kind, argument


def only(condition: Any, **arguments: Any) -> Facts:
    """Return one claim if the condition holds, else none."""
    return [arguments] if condition else []


def card(number: int) -> Name:
    return Name(f"card:{CARD_IDS[number]}")


class ActionTruth(Truth):
    """Sentences about what a player did."""

    card_arguments = ("card",)

    def _did(self, event: Event, kind: str, *phases: Phase) -> bool:
        return kind_of(event)[0] == kind and (not phases or event.before.phase in phases)

    def log_bid(self, event: Event) -> Facts:
        who = Seat(event.actor)
        bid = int(event.after.bid[event.actor])
        return only(self._did(event, "bid"), seat=who, amount=money(bid))

    def log_pass(self, event: Event) -> Facts:
        did = self._did(event, "done", Phase.BID)
        out = did and ((event.after.asked >> event.actor) & 1 or event.after.phase != Phase.BID)
        return only(out, seat=Seat(event.actor))

    def log_position(self, event: Event) -> Facts:
        did = self._did(event, "number", Phase.POSITION)
        where = int(event.after.position[event.actor]) + 1
        return only(did, seat=Seat(event.actor), number=where)

    def _laid(self, event: Event, *phases: Phase) -> Facts:
        name = kind_of(event)[1]
        if not self._did(event, "card", *phases):
            return []
        assert event.after.zone[CARD_IDS.index(name)] != Zone.HAND + event.actor
        return [{"seat": Seat(event.actor), "card": Name(f"card:{name}")}]

    def log_play(self, event: Event) -> Facts:
        return self._laid(event, Phase.PLAY)

    def log_answer(self, event: Event) -> Facts:
        return self._laid(event, Phase.RESPOND, Phase.OPPOSE)

    def log_discard(self, event: Event) -> Facts:
        return self._laid(event, Phase.DISCARD)

    def log_discard_hidden(self, event: Event) -> Facts:
        return only(self._did(event, "card", Phase.DISCARD), seat=Seat(event.actor))

    def log_guard_yes(self, event: Event) -> Facts:
        safe = event.after.immune[event.actor] > event.before.immune[event.actor]
        return only(event.before.phase == Phase.GUARD and safe, seat=Seat(event.actor))

    def log_guard_no(self, event: Event) -> Facts:
        same = event.after.immune[event.actor] == event.before.immune[event.actor]
        return only(event.before.phase == Phase.GUARD and same, seat=Seat(event.actor))

    def log_researches(self, event: Event) -> Facts:
        name = Name(kind_of(event)[1])
        return only(self._did(event, "research"), seat=Seat(event.actor), advance=name)

    def log_product(self, event: Event) -> Facts:
        name = Name(f"product:{kind_of(event)[1]}")
        return only(self._did(event, "product"), seat=Seat(event.actor), product=name)

    def _named(self, event: Event, *phases: Phase) -> Facts:
        if not self._did(event, "player", *phases):
            return []
        return [{"seat": Seat(event.actor), "other": Seat(int(kind_of(event)[1]) - 1)}]

    def log_propose(self, event: Event) -> Facts:
        return self._named(event, Phase.INVEST)

    def log_target(self, event: Event) -> Facts:
        return self._named(event, Phase.TARGET)

    def _agreed(self, event: Event, phase: Phase, answer: str) -> Facts:
        did = self._did(event, "answer", phase) and kind_of(event)[1] == answer
        return only(did, seat=Seat(event.actor), other=Seat(event.before.active))

    def log_partner_yes(self, event: Event) -> Facts:
        joined = event.after.partner[event.actor] == event.before.active
        return self._agreed(event, Phase.PARTNER, "yes") if joined else []

    def log_partner_no(self, event: Event) -> Facts:
        return self._agreed(event, Phase.PARTNER, "no")

    def log_joint_yes(self, event: Event) -> Facts:
        both = event.before.chart[event.actor] < event.after.chart[event.actor]
        return self._agreed(event, Phase.JOINT, "yes") if both else []

    def log_joint_no(self, event: Event) -> Facts:
        return self._agreed(event, Phase.JOINT, "no")

    def log_propose_joint(self, event: Event) -> Facts:
        did = self._did(event, "advance", Phase.INVEST) and event.after.phase == Phase.JOINT
        return only(
            did,
            seat=Seat(event.actor),
            other=Seat(event.before.partner[event.actor]),
            advance=Name(kind_of(event)[1]),
        )

    def _accepted(self, event: Event, phase: Phase) -> Facts:
        did = event.before.phase == phase and kind_of(event) not in (("done", ""), ("answer", "no"))
        return only(event.actor != CHANCE and did, seat=Seat(event.actor))

    def log_reroll(self, event: Event) -> Facts:
        return self._accepted(event, Phase.REROLL)

    def log_reroll_defence(self, event: Event) -> Facts:
        return self._accepted(event, Phase.REROLL_DEFENCE)

    def log_extra_die(self, event: Event) -> Facts:
        spent = event.after.committed == event.before.committed + 1
        return self._accepted(event, Phase.EXTRA_DIE) if spent else []

    def log_exchange(self, event: Event) -> Facts:
        return self._accepted(event, Phase.THINK)

    def log_half_event(self, event: Event) -> Facts:
        chosen = kind_of(event) == ("half", "event")
        return only(chosen, seat=Seat(event.actor), card=card(event.before.card))

    def log_half_payout(self, event: Event) -> Facts:
        chosen = kind_of(event) == ("half", "payout")
        return only(chosen, seat=Seat(event.actor), card=card(event.before.card))

    def log_redeploy(self, event: Event) -> Facts:
        return only(self._did(event, "redeploy"), seat=Seat(event.actor))

    def log_priority(self, event: Event) -> Facts:
        marked = event.after.priority[event.actor] > event.before.priority[event.actor]
        return only(self._did(event, "priority") and marked, seat=Seat(event.actor))

    def log_excess(self, event: Event) -> Facts:
        before, seat = event.before, event.actor
        if not self._did(event, "done", Phase.PLAY):
            return []
        held = sum(zone == Zone.HAND + seat for zone in before.zone)
        clever = (before.advances[seat] >> Advance.STORYTELLING) & 1
        limit = self.edition.hand_limit_storytelling if clever else self.edition.hand_limit
        fell = event.after.profit[seat] < before.profit[seat]
        return only(fell and held > limit, seat=Seat(seat), n=held - limit)


class TradeTruth(ActionTruth):
    """Sentences about purchases and expansion, with what they cost."""

    def log_buy(self, event: Event) -> Facts:
        seat = event.actor
        if not self._did(event, "buy"):
            return []
        n = int(event.after.bought[seat]) - int(event.before.bought[seat])
        paid = int(event.before.cash[seat]) - int(event.after.cash[seat])
        return only(paid == n * self.edition.token_price, seat=Seat(seat), n=n, amount=money(paid))

    def _bought(self, event: Event, what: int) -> Facts:
        price = price_of(event.before, self.edition, event.actor, what, kind_of(event)[0])
        return [{"seat": Seat(event.actor), "tokens": tokens(price)}]

    def log_purchase_card(self, event: Event) -> Facts:
        did = kind_of(event) in (("purchase", "card"), ("mechanize", "card"))
        return self._bought(event, 2) if did else []

    def log_purchase_pioneer(self, event: Event) -> Facts:
        did = kind_of(event) in (("purchase", "pioneer"), ("mechanize", "pioneer"))
        return self._bought(event, 1) if did else []

    def log_purchase_city(self, event: Event) -> Facts:
        where = Name(kind_of(event)[1])
        did = self._did(event, "territory", Phase.CITY) and self._marked(event, "city", 1)
        return [{**fact, "territory": where} for fact in self._bought(event, 0)] if did else []

    def log_pioneer(self, event: Event) -> Facts:
        seat = event.actor
        did = self._did(event, "answer", Phase.PIONEER)
        return only(
            did and event.after.pioneers[seat] == event.before.pioneers[seat] + 1, seat=Seat(seat)
        )

    def log_expand(self, event: Event) -> Facts:
        where = self._territory(event, Phase.EXPAND)
        if where is None or event.before.owner[where] != VACANT:
            return []
        assert event.after.owner[where] == event.actor
        cost = tokens(int(self.edition.control[where]))
        return [{"seat": Seat(event.actor), "territory": territory(where), "tokens": cost}]

    def log_attack(self, event: Event) -> Facts:
        where = self._territory(event, Phase.EXPAND)
        if where is None or event.before.owner[where] == VACANT:
            return []
        cost = tokens(int(event.after.committed))
        return [{"seat": Seat(event.actor), "territory": territory(where), "tokens": cost}]

    def log_lift(self, event: Event) -> Facts:
        where = self._territory(event, Phase.LIFT)
        if where is None or event.after.owner[where] != VACANT:
            return []
        return [{"seat": Seat(event.actor), "territory": territory(where)}]

    def _territory(self, event: Event, phase: Phase) -> int | None:
        if not self._did(event, "territory", phase):
            return None
        return TERRITORY_IDS.index(kind_of(event)[1])

    def log_attack_free(self, event: Event) -> Facts:
        after = event.after
        begun = after.phase == Phase.ATTACK_DICE and event.before.phase not in CONTEST
        where = territory(Territory.CUBA)
        free = begun and after.stage == Stage.CARDS and after.committed == 0
        return only(free, seat=Seat(after.active), territory=where)


def territory(number: int) -> Name:
    return Name(TERRITORY_IDS[number])


class ChanceTruth(TradeTruth):
    """Sentences about deals, draws and dice."""

    def log_dealt(self, event: Event) -> Facts:
        dealt = event.before.phase in DEALS and event.after.phase not in DEALS
        return only(dealt, n=self.edition.initial_hand)

    def log_bidders(self, event: Event) -> Facts:
        drawn = event.before.phase == Phase.BID_ORDER != event.after.phase
        return only(drawn, seats=[Seat(event.after.order[n]) for n in range(self.edition.players)])

    def _drawn(self, event: Event) -> Iterator[int]:
        before, after = event.before, event.after
        if before.phase in (Phase.DRAW, Phase.REDRAW):
            came = (Zone.HAND + before.drawer, Zone.FRESH + before.drawer)
            for number in range(len(CARD_IDS)):
                if before.zone[number] == Zone.DECK and after.zone[number] in came:
                    yield number

    def log_draw(self, event: Event) -> Facts:
        who = Seat(event.before.drawer)
        return [{"seat": who, "card": card(number)} for number in self._drawn(event)]

    def log_draw_hidden(self, event: Event) -> Facts:
        return [{"seat": Seat(event.before.drawer)} for _ in self._drawn(event)]

    def log_bonus(self, event: Event) -> Facts:
        before = event.before
        if before.phase != Phase.DRAW or before.stage != Stage.EXPANSION:
            return []
        order = [before.order[n] for n in range(self.edition.players)]
        new = [
            sum(
                before.owner[n] == seat and before.presence[n] == Presence.NEW
                for n in range(len(TERRITORY_IDS))
            )
            for seat in order
        ]
        return only(max(new) > 0, seat=Seat(order[new.index(max(new))]))

    def _stolen(self, event: Event) -> Iterator[int]:
        before, after = event.before, event.after
        if before.phase == Phase.STEAL:
            for number in range(len(CARD_IDS)):
                was, now = before.zone[number], after.zone[number]
                if (was, now) == (Zone.HAND + before.victim, Zone.HAND + before.hero):
                    yield number

    def log_steal(self, event: Event) -> Facts:
        words = {"seat": Seat(event.before.hero), "victim": Seat(event.before.victim)}
        return [{**words, "card": card(number)} for number in self._stolen(event)]

    def log_steal_hidden(self, event: Event) -> Facts:
        words = {"seat": Seat(event.before.hero), "victim": Seat(event.before.victim)}
        return [words for _ in self._stolen(event)]

    def _rolled(self, event: Event) -> tuple[int, list[str]] | None:
        """Return who rolled, and the dice that lie there now, from the outcome of chance."""
        before, outcome = event.before, event.action
        phase = before.phase
        if phase in (Phase.ATTACK_DICE, Phase.ATTACK_AGAIN):
            return before.active, faces(outcome, before.dice)
        if phase in (Phase.DEFENCE_DICE, Phase.DEFENCE_AGAIN):
            return before.defender, faces(outcome, before.defence)
        if phase not in (Phase.FIRST_DIE_AGAIN, Phase.RESEARCH_REROLL):
            return None
        dice = [str(before.die[n]) for n in range(before.dice)]
        dice[0 if phase == Phase.FIRST_DIE_AGAIN else before.contest] = str(outcome + 1)
        return before.active, dice

    def log_dice(self, event: Event) -> Facts:
        rolled = self._rolled(event)
        if rolled is None or rolled[0] == NATIVES:
            return []
        return [{"seat": Seat(rolled[0]), "dice": rolled[1]}]

    def log_dice_natives(self, event: Event) -> Facts:
        rolled = self._rolled(event)
        return [{"dice": rolled[1]}] if rolled and rolled[0] == NATIVES else []

    def log_research(self, event: Event) -> Facts:
        before = event.before
        if before.phase != Phase.RESEARCH_DICE:
            return []
        dice = faces(event.action, before.dice)
        name = Name(BREAKTHROUGH_IDS[before.breakthrough])
        return [{"seat": Seat(before.active), "dice": dice, "advance": name}]

    def log_robber_die(self, event: Event) -> Facts:
        return only(event.before.phase == Phase.ROBBER_DIE, value=event.action + 1)


def faces(outcome: int, dice: int) -> list[str]:
    """Return so many dice as an outcome of chance lets them fall."""
    return [str(outcome // 6**n % 6 + 1) for n in range(dice)]


class ChangeTruth(ChanceTruth):
    """Sentences about what changed: verdicts, competitions, land, advances, money, points."""

    def _seats(self) -> range:
        return range(self.edition.players)

    def _verdict(self, event: Event) -> tuple[str, int]:
        """Return what became of an answered event, by the number of answers, and its card."""
        before, after = event.before, event.after
        if before.phase not in (Phase.RESPOND, Phase.OPPOSE) or after.chain_length:
            return "", 0
        played = kind_of(event)[0] == "card"
        answers = before.chain_length - 1 + played
        opposed = before.opposed or (played and before.phase == Phase.OPPOSE)
        number = int(before.chain[0])
        if answers == 0:
            return "", number
        if answers % 2 == 0:
            return "stands", number
        if opposed and self.edition.opposition == 0:
            return "rebounds", number
        discounts = any(self.edition.card_discount[number, p] for p in range(PROGRESSIONS))
        paid = self.edition.type[number] == Type.DESTINY and self.edition.responses == 0
        parts = not opposed and (paid or discounts)
        return "event_cancelled" if parts else "cancelled", number

    def _judged(self, event: Event, wanted: str) -> Facts:
        verdict, number = self._verdict(event)
        return only(verdict == wanted, card=card(number))

    def log_verdict_stands(self, event: Event) -> Facts:
        return self._judged(event, "stands")

    def log_verdict_cancelled(self, event: Event) -> Facts:
        return self._judged(event, "cancelled")

    def log_verdict_event_cancelled(self, event: Event) -> Facts:
        return self._judged(event, "event_cancelled")

    def log_verdict_rebounds(self, event: Event) -> Facts:
        return self._judged(event, "rebounds")

    def _fought(self, event: Event, *, won: bool) -> Facts:
        before, after = event.before, event.after
        if before.phase not in CONTEST or after.contest:
            return []
        holds = after.owner[before.territory] == before.active
        return only(holds == won, seat=Seat(before.active))

    def log_won(self, event: Event) -> Facts:
        return self._fought(event, won=True)

    def log_lost(self, event: Event) -> Facts:
        return self._fought(event, won=False)

    def log_shows(self, event: Event) -> Facts:
        before, after = event.before, event.after
        if after.reveals == before.reveals or self.edition.cash != 0:
            return []
        # What a card pays out before its event has been added by then.
        cash = after.revealed if self.edition.destiny_order else before.cash
        return [{"seat": Seat(s), "amount": money(int(cash[s]))} for s in self._seats()]

    def _moved(self, event: Event) -> Iterator[tuple[int, int, int]]:
        """Yield each territory that changed hands, but by a token placed or lifted: old, new."""
        chosen = -1
        if self._did(event, "territory", Phase.EXPAND, Phase.LIFT):
            chosen = TERRITORY_IDS.index(kind_of(event)[1])
        for number in range(len(TERRITORY_IDS)):
            old, new = int(event.before.owner[number]), int(event.after.owner[number])
            if old != new and number != chosen:
                yield number, old, new

    def log_loses(self, event: Event) -> Facts:
        return [
            {"seat": Seat(old), "territory": territory(number)}
            for number, old, _ in self._moved(event)
            if 0 <= old < NATIVES
        ]

    def log_natives_leave(self, event: Event) -> Facts:
        moved = self._moved(event)
        return [{"territory": territory(n)} for n, *ends in moved if ends == [NATIVES, VACANT]]

    def log_natives(self, event: Event) -> Facts:
        return [{"territory": territory(n)} for n, _, new in self._moved(event) if new == NATIVES]

    def _taken(self, event: Event, presence: Presence) -> Facts:
        return [
            {"seat": Seat(new), "territory": territory(number)}
            for number, _, new in self._moved(event)
            if 0 <= new < NATIVES and event.after.presence[number] == presence
        ]

    def log_takes_new(self, event: Event) -> Facts:
        return self._taken(event, Presence.NEW)

    def log_takes_established(self, event: Event) -> Facts:
        return self._taken(event, Presence.ESTABLISHED)

    def _marked(self, event: Event, name: str, change: int) -> Facts:
        old, new = event.before.row(name), event.after.row(name)
        return [
            {"territory": territory(n)}
            for n in range(len(TERRITORY_IDS))
            if int(new[n]) - int(old[n]) == change
        ]

    def log_city(self, event: Event) -> Facts:
        return self._marked(event, "city", 1)

    def log_city_falls(self, event: Event) -> Facts:
        return self._marked(event, "city", -1)

    def log_marker_tourism(self, event: Event) -> Facts:
        return self._marked(event, "tourism", 1)

    def log_marker_technology(self, event: Event) -> Facts:
        return self._marked(event, "technology", 1)

    def log_most_cities(self, event: Event) -> Facts:
        now = event.after.most_cities
        return only(now != event.before.most_cities and now >= 0, seat=Seat(now))

    def log_most_cities_nobody(self, event: Event) -> Facts:
        return only(event.after.most_cities == -1 != event.before.most_cities)

    def log_advance(self, event: Event) -> Facts:
        return [
            {"seat": Seat(seat), "advance": Name(ADVANCE_IDS[number])}
            for seat in self._seats()
            for number in range(ADVANCES)
            if (event.after.advances[seat] & ~event.before.advances[seat]) >> number & 1
        ]

    def log_advance_bought(self, event: Event) -> Facts:
        prices = [
            int(cash) - int(left)
            for cash, left in zip(event.before.cash, event.after.cash, strict=True)
        ]
        bought = event.before.phase in (Phase.INVEST, Phase.JOINT, Phase.LICENCE)
        return [
            {**fact, "amount": money(prices[fact["seat"].number])}
            for fact in self.log_advance(event)
            if bought and prices[fact["seat"].number] > 0
        ]

    def log_steps(self, event: Event) -> Facts:
        found = []
        for seat in self._seats():
            for number, name in enumerate(BREAKTHROUGH_IDS):
                old, new = event.before.steps[seat, number], event.after.steps[seat, number]
                laid = [str(n) for n in range(1, 6) if (new & ~old) >> n & 1]
                if laid:
                    found.append({"seat": Seat(seat), "numbers": laid, "advance": Name(name)})
        return found


class LogTruth(ChangeTruth):
    """Every sentence of the log."""

    def _paid(self, event: Event, sign: int) -> Facts:
        if event.before.phase == Phase.ADJUST or self._did(event, "buy"):
            return []
        found = []
        for seat in self._seats():
            change = int(event.after.cash[seat]) - int(event.before.cash[seat])
            if change * sign > 0:
                found.append({"seat": Seat(seat), "amount": money(abs(change))})
        return found

    def log_cash_gain(self, event: Event) -> Facts:
        return self._paid(event, 1)

    def log_cash_loss(self, event: Event) -> Facts:
        return self._paid(event, -1)

    def _income(self, event: Event, source: str, sign: int = 1) -> Facts:
        if event.before.phase != Phase.ADJUST:
            return []
        sums = adjusted(event.before, event.after, self.edition)[source]
        return [
            {"seat": Seat(seat), "amount": money(abs(amount))}
            for seat, amount in enumerate(sums)
            if amount * sign > 0 or source == "profit"
        ]

    def log_income(self, event: Event) -> Facts:
        return self._income(event, "profit")

    def log_safety_net(self, event: Event) -> Facts:
        return self._income(event, "safety")

    def log_urban_renaissance(self, event: Event) -> Facts:
        return self._income(event, "urban")

    def log_motion_pictures(self, event: Event) -> Facts:
        return self._income(event, "pictures")

    def log_motion_pictures_pays(self, event: Event) -> Facts:
        return self._income(event, "pictures", -1)

    def _profited(self, event: Event, sign: int) -> Facts:
        found = []
        for seat in self._seats():
            now = int(event.after.profit[seat])
            change = now - int(event.before.profit[seat])
            if change * sign > 0:
                words = {"seat": Seat(seat), "amount": money(abs(change)), "now": money(now)}
                found.append(words)
        return found

    def log_profit_gain(self, event: Event) -> Facts:
        return self._profited(event, 1)

    def log_profit_loss(self, event: Event) -> Facts:
        return self._profited(event, -1)

    def _profit_reason(self, event: Event, counts: list[int]) -> Facts:
        """Return the reasons for Profit of those seats whose Profit the Adjustment changes."""
        if event.before.phase != Phase.ADJUST:
            return []
        was, now = event.before.profit, event.after.profit
        return [{"n": n} for seat, n in enumerate(counts) if n and was[seat] != now[seat]]

    def log_profit_new(self, event: Event) -> Facts:
        before = event.before
        fresh = [
            int(before.owner[number])
            for number in range(TERRITORIES)
            if before.presence[number] == Presence.NEW
        ]
        return self._profit_reason(event, [fresh.count(seat) for seat in self._seats()])

    def log_profit_lost(self, event: Event) -> Facts:
        return self._profit_reason(event, [int(event.before.loss[seat]) for seat in self._seats()])

    def log_points(self, event: Event) -> Facts:
        vp = event.after.vp
        return [
            {"seat": Seat(seat), "n": int(vp[seat])}
            for seat in self._seats()
            if vp[seat] != event.before.vp[seat]
        ]

    def _gained(self, event: Event) -> Iterator[tuple[int, int]]:
        for seat in self._seats():
            gained = int(event.after.bought[seat]) - int(event.before.bought[seat])
            if gained > 0:
                yield seat, gained

    def log_tokens(self, event: Event) -> Facts:
        if not event.before.stage == event.after.stage == Stage.CARDS:
            return []
        return [{"seat": Seat(seat), "tokens": tokens(n)} for seat, n in self._gained(event)]

    def log_turnpike(self, event: Event) -> Facts:
        before, after = event.before, event.after
        here = (before.stage, before.active) == (after.stage, after.active)
        if after.stage != Stage.INVESTMENT or here:
            return []
        return [
            {"seat": Seat(seat), "tokens": tokens(n)}
            for seat, n in self._gained(event)
            if (after.advances[seat] >> Advance.TURNPIKE) & 1 and seat == after.active
        ]

    def log_turn(self, event: Event) -> Facts:
        return only(event.after.turn == event.before.turn + 1, n=int(event.after.turn))

    def _began(self, event: Event, stage: Stage) -> Facts:
        before, after = event.before, event.after
        new = after.stage == stage != before.stage
        return only(new and after.turn == before.turn and after.phase != Phase.OVER)

    def log_stage_cards(self, event: Event) -> Facts:
        return self._began(event, Stage.CARDS)

    def log_stage_investment(self, event: Event) -> Facts:
        return self._began(event, Stage.INVESTMENT)

    def log_stage_expansion(self, event: Event) -> Facts:
        return self._began(event, Stage.EXPANSION)

    def log_stage_adjustment(self, event: Event) -> Facts:
        return self._began(event, Stage.ADJUSTMENT)

    def log_deck(self, event: Event) -> Facts:
        now = int(event.after.deck_era)
        return only(now > event.before.deck_era, era=now)

    def log_era(self, event: Event) -> Facts:
        now = int(event.after.era)
        return only(now > event.before.era, era=now)

    def log_exhausted(self, event: Event) -> Facts:
        return only(event.after.exhausted > event.before.exhausted)

    def log_over(self, event: Event) -> Facts:
        return only(event.after.phase == Phase.OVER != event.before.phase)

    def _first(self, event: Event) -> tuple[list[int], int]:
        """Return who is first by points, then cash, then Profit, and the points."""
        if not self.log_over(event):
            return [], 0
        after = event.after
        ranks = [(after.vp[s], after.cash[s], after.profit[s]) for s in self._seats()]
        winners = [seat for seat in self._seats() if ranks[seat] == max(ranks)]
        return winners, int(after.vp[winners[0]])

    def result_won(self, event: Event) -> Facts:
        winners, points = self._first(event)
        return [{"seat": Seat(winners[0]), "points": points}] if len(winners) == 1 else []

    def result_shared(self, event: Event) -> Facts:
        winners, points = self._first(event)
        return only(len(winners) > 1, seats=[Seat(seat) for seat in winners], points=points)
