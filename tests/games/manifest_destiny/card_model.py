"""Card Play as the rulebook tells it, with lists: a model to compare the rules with.

Each method changes a view of the state as one clause says. `legal` lists the actions of a decision;
`step` makes the change of one action, outcome or automatic phase, if the model knows it.
"""

from __future__ import annotations

from collections.abc import Callable

from ducato.games.manifest_destiny.state import YES, A
from ducato.games.manifest_destiny.state.tables import (
    CARD_IDS,
    PRODUCTS,
    UNSURE,
    Advance,
    Flag,
    Phase,
    Stage,
    Verdict,
    Zone,
)

from .card_sheet import ANY_PRODUCT, CARDS
from .draw_model import Draws, is_open
from .payout_model import pay_out

PRESIDENT, SUPREME_COURT, LINCOLN, SPY, CIVIL_WAR = (
    CARD_IDS.index(name)
    for name in ("president", "supreme-court", "abraham-lincoln", "spy", "civil-war")
)
OPPOSED_BY = {SPY: PRESIDENT, CIVIL_WAR: LINCOLN}
SAFE_FROM = {CIVIL_WAR: 1, SPY: 2}
BOTH, EVENT, PAYOUT, NEITHER = range(4)
OPERATIONS = 3


class Model(Draws):
    """The rules of Card Play, with those of draws."""

    # ---- a part of Card Play

    def legal(self) -> list[int] | None:
        """Return the actions of the present decision; None if the model does not know it."""
        v, seat, cards = self.view, self.view.chooser, range(len(CARDS))
        match Phase(v.phase):
            case Phase.PLAY:
                listed = [A.CARD + c for c in v.hand(seat) if self.can_play(seat, c)]
                if v.owns(seat, Advance.STORYTELLING) and not v.discarded[seat] and v.hand(seat):
                    listed.append(A.DISCARD)
                if not (v.priority[seat] or v.flags[seat] & Flag.DISOBEDIENCE):
                    listed += [A.PRIORITY] if v.supply[seat] + v.bought[seat] else []
                return [*listed, A.DONE]
            case Phase.DISCARD:
                listed = [A.CARD + card for card in v.hand(seat)]
                return [*listed, A.DONE] if v.stage == Stage.INVESTMENT else listed
            case Phase.HALF:
                return [A.HALF, A.HALF + 1]
            case Phase.GUARD | Phase.THINK:
                return [YES, YES + 1]
            case Phase.TARGET:
                return [A.PLAYER + other for other in self.targets()]
            case Phase.OPPOSE:
                answers = [OPPOSED_BY[v.card]]
            case Phase.RESPOND:
                answers = [SUPREME_COURT, PRESIDENT]
            case Phase.PRODUCT:
                return [A.PRODUCT + product for product in range(PRODUCTS)]
            case _:
                return None
        held = [card for card in cards if card in answers and card in v.hand(seat)]
        return [*(A.CARD + card for card in held if self.playable(card)), A.DONE]

    def can_play(self, seat: int, card: int) -> bool:
        """[manifest-destiny 6.1, 6.4]."""
        v = self.view
        one_more = v.destiny_right[seat] or (
            v.owns(seat, Advance.PATRIOTISM) and not v.patriot[seat]
        )
        allowed = not CARDS[card].destiny or not v.destiny_played or one_more
        return bool(self.playable(card) and allowed)

    def targets(self) -> list[int]:
        """[manifest-destiny 6.12] (A14)."""
        v = self.view
        others = [seat for seat in range(self.players) if seat != v.hero]
        safe = [seat for seat in others if v.immune[seat] & SAFE_FROM.get(v.card, 0)]
        empty = [seat for seat in others if v.card == SPY and not v.hand(seat)]
        return [seat for seat in others if seat not in safe + empty]

    def lay(self, seat: int, card: int) -> None:
        """[manifest-destiny 6.10]."""
        self.move(card, Zone.TABLE + seat)
        self.view.highest[seat] = max(self.view.highest[seat], card + 1)

    def discount(self, seat: int, card: int) -> None:
        """[manifest-destiny 6.5]; a partner can use only a Leader's [manifest-destiny 7.7]."""
        v = self.view
        for progression, less in CARDS[card].discounts.items():
            v.discount[seat][progression] += less
            if CARDS[card].leader:
                v.licensed[seat][progression] += less
                if v.owns(seat, progression):
                    v.cash[seat] += -(-less // 2)
                    v.bank -= -(-less // 2)

    def play(self, action: int) -> None:
        """[manifest-destiny 6.1, 6.4, 6.5, 6.12]."""
        v, seat, card = self.view, self.view.active, action - A.CARD
        if action == A.DISCARD:
            v.discarded[seat], v.phase = 1, Phase.DISCARD
            return
        printed = CARDS[card]
        self.lay(seat, card)
        self.discount(seat, card)
        v.discarded[seat] |= self.ruled("storytelling_discard", "before_cards")
        if printed.destiny:
            if not v.destiny_played:
                v.destiny_played = 1
            elif v.destiny_right[seat]:
                v.destiny_right[seat] = 0
            else:
                v.patriot[seat] = 1
        v.verdict = Verdict.NONE
        if card == LINCOLN:
            v.immune[seat] |= SAFE_FROM[CIVIL_WAR]
        if card == PRESIDENT:
            v.phase = Phase.GUARD
        if not printed.response:
            v.card, v.hero, v.settled = card, seat, -1
            if printed.half:
                v.phase = Phase.HALF
            else:
                self.declare()

    def declare(self) -> None:
        """An opponent is named before any answer [manifest-destiny 14.1] (A14)."""
        if CARDS[self.view.card].aimed and self.view.half != PAYOUT and self.targets():
            self.view.phase = Phase.TARGET
        else:
            self.open_window()

    def open_window(self) -> None:
        """Events can be answered; Leaders cannot, nor payouts [manifest-destiny 6.13] (A12)."""
        v, printed = self.view, CARDS[self.view.card]
        event = bool(printed.program) and v.half != PAYOUT
        if self.ruled("responses", "payouts_too"):
            event = event or bool(printed.products)
        if event and not printed.mute:
            v.chain[0], v.chain_seat[0], v.chain_length = v.card, v.hero, 1
            v.phase = Phase.ASK
        else:
            v.phase = Phase.RESOLVE

    # ---- answers

    def may_hold(self, seat: int, *answers: int) -> bool:
        """Return whether by public knowledge a seat could answer [manifest-destiny 14.2]."""
        v, hand = self.view, Zone.HAND + seat
        return any(
            self.playable(card)
            and not is_open(v.zone[card])
            and (v.held[v.batch[card]][hand] or v.held[UNSURE][hand])
            for card in answers
        )

    def ask(self) -> None:
        """Opposition by the victim, then Responses in turn order [manifest-destiny 14.1, 14.2]."""
        v = self.view
        opposing = OPPOSED_BY.get(v.card)
        first, v.answering = not v.answering, 1
        if first and opposing is not None and v.victim >= 0:
            if self.may_hold(v.victim, opposing):
                v.chooser, v.phase = v.victim, Phase.OPPOSE
                return
        for seat in v.after(v.part + 1, self.players):
            done = seat == v.chain_seat[v.chain_length - 1] or v.asked & 1 << seat
            if not done and self.may_hold(seat, PRESIDENT, SUPREME_COURT):
                v.chooser, v.phase = seat, Phase.RESPOND
                return
        self.settle()

    def answer(self, action: int, opposing: bool) -> None:
        """Answer, which can be answered in its turn, or pass [manifest-destiny 6.12, 6.13]."""
        v, seat, card = self.view, self.view.chooser, action - A.CARD
        v.phase = Phase.ASK
        if action == A.DONE:
            v.asked |= 0 if opposing else 1 << seat
            return
        v.opposed |= opposing
        self.lay(seat, card)
        if card == LINCOLN:
            self.discount(seat, card)
        opposed = {LINCOLN: CIVIL_WAR, PRESIDENT: SPY}.get(card, -1)
        v.immune[seat] |= SAFE_FROM.get(opposed, 0)
        v.chain[v.chain_length], v.chain_seat[v.chain_length] = card, seat
        v.chain_length += 1
        v.asked = 0

    def settle(self) -> None:
        """Each answer cancels what it answers [manifest-destiny 6.12, 6.13] (A11, A12, A13)."""
        v, printed = self.view, CARDS[self.view.card]
        stands = True
        for _ in range(v.chain_length - 1):
            stands = not stands
        if not stands and v.opposed and not self.ruled("opposition", "cancel"):
            v.hero, v.victim, v.verdict = v.victim, v.hero, Verdict.REBOUNDS
        elif not stands:
            pays = printed.destiny and not self.ruled("responses", "payouts_too")
            v.half = PAYOUT if pays else NEITHER
            kept = pays or printed.discounts
            v.verdict = Verdict.EVENT_CANCELLED if kept else Verdict.CANCELLED
        elif v.chain_length > 1:
            v.verdict = Verdict.STANDS
        v.chain_length = v.opposed = v.asked = v.answering = 0
        v.chooser, v.phase = v.active, Phase.RESOLVE

    # ---- effects

    def present(self) -> tuple[str, int | None]:
        """Return the card's present operation or product [manifest-destiny 6.4, 6.5] (A8)."""
        v, printed = self.view, CARDS[self.view.card]
        event = [*printed.program, "", "", ""][:OPERATIONS]
        products = [*printed.products, None, None][:2]
        works = v.half in (BOTH, EVENT), v.half in (BOTH, PAYOUT)
        parts = [(words if works[0] else "", None) for words in event]
        payouts = [("", product if works[1] else None) for product in products]
        if self.ruled("destiny_order", "payout_first"):
            return [*payouts, *parts][v.step]
        return [*parts, *payouts][v.step]

    def resolve(self) -> bool:
        """Go on with a card [manifest-destiny 6.4]; return False at its event's operations."""
        v = self.view
        if v.step == OPERATIONS + 2:
            v.card = v.hero = v.victim = -1
            v.half = v.step = 0
            v.chooser, v.phase = v.active, Phase.PLAY
            return True
        words, product = self.present()
        if words.startswith("draw "):
            self.next_step()
            v.drawer, v.to_draw, v.back, v.phase = v.hero, int(words[5:]), v.phase, Phase.DRAWING
            return True
        if words == "spy" and v.victim >= 0 and v.hand(v.victim):
            v.phase = Phase.STEAL
            return True
        if words and words != "spy":
            return False
        if product == ANY_PRODUCT:
            v.chooser, v.phase = v.hero, Phase.PRODUCT
            return True
        if product is not None:
            pay_out(v, product, self.players, self.options)
        self.next_step()
        return True

    def steal(self, outcome: int) -> None:
        """The victim knows which card Spy took, and no other seat [manifest-destiny 11.1]."""
        v, card = self.view, self.view.hand(self.view.victim)[outcome]
        self.move_unseen(card, Zone.HAND + v.hero, seers=1 << v.hero)
        v.shown[card] |= 1 << v.victim
        self.next_step()

    def next_step(self) -> None:
        v = self.view
        v.step, v.left, v.turner, v.territory, v.phase = v.step + 1, -1, 0, -1, Phase.RESOLVE

    # ---- all steps

    def step(self, choice: int) -> bool:
        """Make the change of one step; return False if the model does not know it."""
        v, seat = self.view, self.view.active
        known: dict[int, Callable[[], object]] = {
            Phase.DRAW: lambda: self.draw(choice),
            Phase.REDRAW: lambda: self.redraw(choice),
            Phase.THINK: lambda: self.think(choice),
            Phase.DRAWING: self.next_draw,
            Phase.THINKING: self.next_thought,
            Phase.ASK: self.ask,
            Phase.OPPOSE: lambda: self.answer(choice, opposing=True),
            Phase.RESPOND: lambda: self.answer(choice, opposing=False),
        }
        if choice == A.PRIORITY or (v.phase == Phase.PLAY and choice == A.DONE):
            return False
        match Phase(v.phase):
            case phase if phase in known:
                known[phase]()
            case Phase.PLAY:
                self.play(choice)
            case Phase.DISCARD:
                if choice != A.DONE:
                    self.move_unseen(choice - A.CARD, Zone.DISCARDED + seat, seers=0)
                v.phase = Phase.INVEST if v.stage == Stage.INVESTMENT else Phase.PLAY
            case Phase.HALF:
                v.half = choice - A.HALF + 1
                self.declare()
            case Phase.GUARD:
                v.immune[seat] |= SAFE_FROM[SPY] if choice == YES else 0
                v.phase = Phase.PLAY
            case Phase.TARGET:
                v.victim = choice - A.PLAYER
                self.open_window()
            case Phase.RESOLVE:
                return self.resolve()
            case Phase.STEAL:
                self.steal(choice)
            case Phase.PRODUCT:
                pay_out(v, choice - A.PRODUCT, self.players, self.options)
                self.next_step()
            case _:
                return False
        return True
