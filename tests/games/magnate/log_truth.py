"""What the log of Magnate may say of a step, worked out from the states alone."""

from __future__ import annotations

from typing import Any

from tests.support.log_truth import Event, Facts, Truth

from ducato.core.i18n import Message, Name, Seat, say
from ducato.games.magnate.rules.scoring import district_total, supply, tie_total
from ducato.games.magnate.state import (
    ACTIONS,
    CARD_IDS,
    CARDS,
    DISTRICTS,
    SEATS,
    SUIT_COUNT,
    SUITS,
    Phase,
    Zone,
)

BOTH = (1 << SEATS) - 1


def token(suit: int, n: int) -> Message:
    return say(f"tokens.{SUITS[suit]}", n=int(n))


def tokens(row: list[int]) -> list[Message] | Message:
    """Return tokens, those of which there are some."""
    return [token(suit, n) for suit, n in enumerate(row) if n] or say("nothing")


def card(number: int) -> Name:
    return Name(CARD_IDS[number])


def lying(state: Any, zone: int) -> list[int]:
    """Return the cards in a zone."""
    return [number for number in range(CARDS) if state.zone[number] == zone]


class LogTruth(Truth):
    """The sentences of Magnate."""

    complete = True
    private = frozenset(
        {
            *("log_hand", "log_known", "log_draw", "log_draw_hidden"),
            *("log_sell", "log_sell_hidden"),
        }
    )

    def _did(self, event: Event, *kinds: str) -> list[str] | None:
        """Return the arguments of the action, if it is one of these kinds."""
        if event.actor < 0:
            return None
        kind, *arguments = ACTIONS.name(event.action).split(":")
        return arguments if kind in kinds else None

    def _gain(self, event: Event, seat: int) -> list[int]:
        before, after = event.before.row("tokens")[seat], event.after.row("tokens")[seat]
        return [int(n) for n in after - before]

    def _loss(self, event: Event, seat: int) -> list[int]:
        return [-n for n in self._gain(event, seat)]

    def _now(self, event: Event, phase: int) -> bool:
        return event.before.phase == phase

    # ------------------------------------------------------------------------------- setting up

    def log_districts(self, event: Event) -> Facts:
        if not self._now(event, Phase.LAY_DISTRICTS) or self._still(event):
            return []
        assert set(event.after.row("pawn")) == set(lying(event.after, Zone.DISTRICT))
        return [{"districts": [card(event.after.pawn[d]) for d in range(DISTRICTS)]}]

    def _still(self, event: Event) -> bool:
        return event.after.phase == event.before.phase

    def log_crown(self, event: Event) -> Facts:
        found: Facts = []
        for seat in range(SEATS):
            crowns = Zone.CROWNS + seat
            new = set(lying(event.after, crowns)) - set(lying(event.before, crowns))
            gain = tokens(self._gain(event, seat))
            found += [{"seat": Seat(seat), "card": card(c), "tokens": gain} for c in new]
        return found

    def _dealt(self, event: Event) -> bool:
        return self._now(event, Phase.DEAL_HANDS) and not self._still(event)

    def log_hands(self, event: Event) -> Facts:
        held = {event.after.held[Zone.HAND + seat] for seat in range(SEATS)}
        return [{"n": held.pop()}] if self._dealt(event) and len(held) == 1 else []

    def log_hand(self, event: Event) -> Facts:
        if not self._dealt(event):
            return []
        hands = [lying(event.after, Zone.HAND + seat) for seat in range(SEATS)]
        return [
            {"seat": Seat(seat), "cards": [card(c) for c in hand]}
            for seat, hand in enumerate(hands)
        ]

    def log_first(self, event: Event) -> Facts:
        if event.after.turns != 1 or event.before.turns:
            return []
        return [{"seat": Seat(event.after.active)}]

    # ---------------------------------------------------------------------------- dice and tax

    def _rolled(self, event: Event, taxed: bool) -> Facts:
        if not self._now(event, Phase.ROLL):
            return []
        first, second = sorted((event.action % 10 + 1, event.action // 10 + 1))
        if (first == 1) != taxed:
            return []
        return [{"seat": Seat(event.before.active), "first": first, "second": second}]

    def log_roll(self, event: Event) -> Facts:
        return self._rolled(event, taxed=False)

    def log_roll_tax(self, event: Event) -> Facts:
        return self._rolled(event, taxed=True)

    def log_tax(self, event: Event) -> Facts:
        if not self._now(event, Phase.TAX):
            return []
        dice = {event.action % SUIT_COUNT}
        if self._two_dice(event):
            dice.add(event.action // SUIT_COUNT)
        return [{"suits": [Name(SUITS[suit]) for suit in sorted(dice)]}]

    def _two_dice(self, event: Event) -> bool:
        double_one = max(event.before.dice) == 1 and self.edition.double_one_tax == 1
        return bool(self.edition.double_taxation) or double_one

    def _taxes(self, event: Event) -> Facts:
        if not self._now(event, Phase.TAX):
            return []
        losses = [self._loss(event, seat) for seat in range(SEATS)]
        assert all(n >= 0 for loss in losses for n in loss)
        return [
            {"seat": Seat(seat), "tokens": tokens(loss)}
            for seat, loss in enumerate(losses)
            if any(loss)
        ]

    def log_tax_loss(self, event: Event) -> Facts:
        return self._taxes(event)

    def log_tax_none(self, event: Event) -> Facts:
        return [{}] if self._now(event, Phase.TAX) and not self._taxes(event) else []

    # ---------------------------------------------------------------------------------- income

    def _incomes(self, event: Event) -> Facts:
        if not self._now(event, Phase.INCOME):
            return []
        gains = [self._gain(event, seat) for seat in range(SEATS)]
        return [
            {"seat": Seat(seat), "tokens": tokens(gain)}
            for seat, gain in enumerate(gains)
            if any(gain)
        ]

    def log_income(self, event: Event) -> Facts:
        return self._incomes(event)

    def _pays(self, event: Event, who: str) -> Facts:
        """Return the higher die if somebody receives income, and these cards pay it."""
        if not self._incomes(event):
            return []
        rank = int(max(event.before.dice))
        usual = "aces" if rank == 1 else "rank"
        paid = "crowns" if rank >= self.edition.crown_roll else usual
        return [{"rank": rank}] if paid == who else []

    def log_income_aces(self, event: Event) -> Facts:
        return self._pays(event, "aces")

    def log_income_rank(self, event: Event) -> Facts:
        return self._pays(event, "rank")

    def log_income_crowns(self, event: Event) -> Facts:
        return self._pays(event, "crowns")

    def log_income_none(self, event: Event) -> Facts:
        if not self._now(event, Phase.INCOME) or self._incomes(event):
            return []
        return [{"rank": max(event.before.dice)}]

    def log_income_chosen(self, event: Event) -> Facts:
        chosen = self._did(event, "income")
        if chosen is None:
            return []
        seat, district = event.actor, event.before.district
        deed = event.before.last[seat, district]
        assert event.before.deed[seat, district]
        assert SUITS[event.after.chosen[seat, district]] == chosen[0] or event.after.phase < 8
        return [{"seat": Seat(seat), "card": card(deed), "suit": Name(chosen[0])}]

    # --------------------------------------------------------------------------------- drawing

    def _drawn(self, event: Event) -> int:
        """Return the card that chance gave the seat whose turn ends, -1 for none."""
        if not self._now(event, Phase.DRAW):
            return -1
        hand = Zone.HAND + event.before.active
        (new,) = set(lying(event.after, hand)) - set(lying(event.before, hand))
        return new

    def log_draw(self, event: Event) -> Facts:
        new = self._drawn(event)
        return [{"seat": Seat(event.before.active), "card": card(new)}] if new >= 0 else []

    def log_draw_hidden(self, event: Event) -> Facts:
        return [{"seat": Seat(event.before.active)}] if self._drawn(event) >= 0 else []

    # ---------------------------------------------------------------------------------- a turn

    def _wanted(self, event: Event, kind: str, deed: int) -> Facts:
        did = self._did(event, kind)
        if did is None:
            return []
        assert event.after.as_deed == deed
        assert CARD_IDS[event.after.card] == did[0]
        assert event.before.zone[event.after.card] == Zone.HAND + event.actor
        return [{"seat": Seat(event.actor), "card": Name(did[0])}]

    def log_build(self, event: Event) -> Facts:
        return self._wanted(event, "build", 0)

    def log_deed(self, event: Event) -> Facts:
        return self._wanted(event, "deed", 1)

    def log_sell(self, event: Event) -> Facts:
        did = self._did(event, "sell")
        if did is None:
            return []
        number = CARD_IDS.index(did[0])
        assert event.before.zone[number] == Zone.HAND + event.actor
        gain = tokens(self._gain(event, event.actor))
        return [{"seat": Seat(event.actor), "card": Name(did[0]), "tokens": gain}]

    def log_sell_hidden(self, event: Event) -> Facts:
        if not self.edition.closed_discards:
            return []
        return [
            {"seat": claim["seat"], "tokens": claim["tokens"]} for claim in self.log_sell(event)
        ]

    def log_trade(self, event: Event) -> Facts:
        if self._did(event, "trade") is None:
            return []
        gain = self._gain(event, event.actor)
        (give,) = [suit for suit, n in enumerate(gain) if n < 0]
        (take,) = [suit for suit, n in enumerate(gain) if n > 0]
        words = {"give": token(give, -gain[give]), "take": token(take, gain[take])}
        return [{"seat": Seat(event.actor), **words}]

    def _developed(self, event: Event) -> tuple[int, dict[str, Any]] | None:
        """Return the district of the deed that got a token, and the facts common to all cases."""
        did = self._did(event, "develop")
        if did is None:
            return None
        district = int(did[0]) - 1
        paid = self._loss(event, event.actor)
        assert paid == [int(SUITS[suit] == did[1]) for suit in range(SUIT_COUNT)]
        deed = event.before.last[event.actor, district]
        return district, {
            "seat": Seat(event.actor),
            "tokens": tokens(paid),
            "card": card(deed),
        }

    def log_develop(self, event: Event) -> Facts:
        found = self._developed(event)
        if found is None or not event.after.deed[event.actor, found[0]]:
            return []
        laid = int(event.after.row("laid")[event.actor, found[0]].sum())
        price = self.edition.price[event.before.last[event.actor, found[0]]]
        return [{**found[1], "laid": laid, "price": price}]

    def log_completed(self, event: Event) -> Facts:
        found = self._developed(event)
        if found is None or event.after.deed[event.actor, found[0]]:
            return []
        return [found[1]]

    def _purchase(self, event: Event) -> dict[str, Any] | None:
        """Return what is told of any step of a purchase, after the choice of its card."""
        if self._did(event, "district", "pay") is None:
            return None
        district = event.before.district
        if self._now(event, Phase.CHOOSE_DISTRICT):
            district = event.action - ACTIONS.offset("district")
        return {
            "seat": Seat(event.actor),
            "card": card(event.before.card),
            "district": card(event.before.pawn[district]),
            "tokens": tokens(self._loss(event, event.actor)),
        }

    def _stands(self, event: Event) -> bool:
        """Return whether the card came into a column in this step."""
        return event.after.zone[event.before.card] >= Zone.COLUMN

    def log_district(self, event: Event) -> Facts:
        words = self._purchase(event)
        if words is None or self._stands(event) or not self._now(event, Phase.CHOOSE_DISTRICT):
            return []
        return [words]

    def log_paid(self, event: Event) -> Facts:
        words = self._purchase(event)
        if words is None or self._stands(event) or not any(self._loss(event, event.actor)):
            return []
        return [words]

    def log_built(self, event: Event) -> Facts:
        words = self._purchase(event)
        return [words] if words and self._stands(event) and not event.before.as_deed else []

    def log_founded(self, event: Event) -> Facts:
        words = self._purchase(event)
        return [words] if words and self._stands(event) and event.before.as_deed else []

    def log_end(self, event: Event) -> Facts:
        return [{"seat": Seat(event.actor)}] if self._did(event, "end") is not None else []

    # ---------------------------------------------------------------------- piles and the end

    def _renewed(self, event: Event) -> int:
        """Return how many discards there were when they became the pile; -1 if they did not."""
        if event.after.reshuffled == event.before.reshuffled:
            return -1
        zones = (Zone.DISCARD, Zone.SOLD, Zone.SOLD + 1)
        assert not any(event.after.held[zone] for zone in zones)
        return int(sum(event.before.held[zone] for zone in zones))

    def log_reshuffle(self, event: Event) -> Facts:
        n = self._renewed(event)
        return [{"n": n}] if n > 0 and event.after.held[Zone.DECK] == n else []

    def log_reshuffle_none(self, event: Event) -> Facts:
        return [{}] if self._renewed(event) == 0 else []

    def log_known(self, event: Event) -> Facts:
        """With open discards every card was in sight but those in the hands, and the last draw."""
        if self._renewed(event) < 0 or self.edition.closed_discards:
            return []
        found: Facts = []
        for seat in range(SEATS):
            hand = lying(event.after, Zone.HAND + seat)
            if hand and all(event.after.shown[c] == BOTH for c in hand):
                found.append({"seat": Seat(seat), "cards": [card(c) for c in hand]})
        return found

    def _last(self, event: Event, turns: int) -> Facts:
        after = event.after
        if event.before.last_turns or after.last_turns != turns:
            return []
        assert after.held[Zone.DECK] == 0
        return [{"first": Seat(after.active), "second": Seat(1 - after.active)}]

    def log_last_two(self, event: Event) -> Facts:
        return self._last(event, 2)

    def log_last_one(self, event: Event) -> Facts:
        return self._last(event, 1)

    def _over(self, event: Event) -> bool:
        return event.after.phase == Phase.OVER != event.before.phase

    def log_over(self, event: Event) -> Facts:
        return [{}] if self._over(event) else []

    def _measures(self, event: Event) -> list[list[int]]:
        """Return districts, sum and tokens of both seats."""
        after, edition = event.after, self.edition
        totals = [
            [int(district_total(after, edition, seat, d, False)) for d in range(DISTRICTS)]
            for seat in range(SEATS)
        ]
        won = [
            sum(mine > theirs for mine, theirs in zip(totals[s], totals[1 - s], strict=True))
            for s in range(SEATS)
        ]
        return [
            won,
            [int(tie_total(after, edition, seat)) for seat in range(SEATS)],
            [int(supply(after, edition, seat)) for seat in range(SEATS)],
        ]

    def _won(self, event: Event, by: int) -> Facts:
        if not self._over(event):
            return []
        measures = self._measures(event)
        uneven = [n for n, (one, two) in enumerate(measures) if one != two]
        if not uneven or uneven[0] != by:
            return []
        one, two = measures[by]
        winner = 0 if one > two else 1
        return [{"seat": Seat(winner), "more": max(one, two), "less": min(one, two)}]

    def result_by_districts(self, event: Event) -> Facts:
        return self._won(event, 0)

    def result_by_sum(self, event: Event) -> Facts:
        return self._won(event, 1)

    def result_by_tokens(self, event: Event) -> Facts:
        return self._won(event, 2)

    def result_draw(self, event: Event) -> Facts:
        equal = all(one == two for one, two in self._measures(event))
        return [{}] if self._over(event) and equal else []
