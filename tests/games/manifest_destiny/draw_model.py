"""Where cards lie, who knows them, and draws, as the rulebook tells it: a model with lists."""

from __future__ import annotations

from typing import Any

from ducato.games.manifest_destiny.state import YES
from ducato.games.manifest_destiny.state.tables import UNSURE, Advance, Phase, Stage, Zone

from .card_sheet import CARDS, View

LAST_ERA = 3


def is_open(zone: int) -> bool:
    """Return whether all see which cards lie in a zone [manifest-destiny 11.1]."""
    return zone != Zone.DECK and zone < Zone.HAND


class Draws:
    """The rules of decks, eras and draws. Each method changes the view as one clause says.

    Attributes:
        view: the state to change.
        players: the number of players.
        options: the rulings by name; those left out have their default.
    """

    def __init__(self, view: View, players: int, options: dict[str, Any]) -> None:
        self.view, self.players, self.options = view, players, options

    def ruled(self, option: str, value: str) -> bool:
        """Return whether an option has a value that is not its default."""
        return bool(self.options.get(option) == value)

    # ---- where cards lie

    def move(self, card: int, to: int) -> None:
        """Move a card; of an open one all see the deck it is from [manifest-destiny 14.2]."""
        v, source = self.view, self.view.zone[card]
        back = v.batch[card] if v.held[v.batch[card]][source] else UNSURE
        v.held[back][source] -= 1
        v.held[v.batch[card] if is_open(to) else back][to] += 1
        v.zone[card], v.shown[card] = to, 0

    def move_unseen(self, card: int, to: int, seers: int) -> None:
        """Only `seers` see which card of its zone it is [manifest-destiny 11.1, 14.2] (A59)."""
        v, source, known = self.view, self.view.zone[card], self.view.shown[card]
        doubtful = [other for other in v.cards(source) if other != card]
        if self.ruled("card_backs", "eras"):
            doubtful = [other for other in doubtful if v.batch[other] == v.batch[card]]
        elif sum(v.held[row][source] > 0 for row in range(4)) > 1:
            for row in range(4):
                v.held[row][source] = len(v.cards(source)) if row == UNSURE else 0
        self.move(card, to)
        owner = 1 << (to - Zone.HAND) % 5
        for other in doubtful:
            v.shown[other] &= seers | owner
        v.shown[card] = ((0 if doubtful else known) | seers) & ~owner

    def playable(self, card: int) -> bool:
        """[manifest-destiny 6.1, 6.2] (A54)."""
        eras = {self.view.era}
        if self.view.transition and not self.ruled("transition_cards", "new"):
            eras.add(self.view.era - 1)
        return bool(eras & CARDS[card].eras)

    def clear_table(self) -> None:
        """[manifest-destiny 5.3, 6.3]."""
        for seat in range(5):
            for card in self.view.cards(Zone.TABLE + seat):
                later = max(CARDS[card].eras) > self.view.deck_era
                self.move(card, Zone.RECYCLED if later else Zone.GONE)

    def end_phase(self) -> None:
        """The marker leaves the space between two eras [manifest-destiny 6.2] (A5)."""
        v = self.view
        v.transition &= v.era_began & self.ruled("transition_ends", "next_phase")
        v.era_began = 0

    # ---- draws

    def take(self, outcome: int, to: int) -> None:
        """[manifest-destiny 6.2]: the first card of a deck begins its era."""
        v = self.view
        self.move_unseen(v.cards(Zone.DECK)[outcome], to, seers=0)
        if v.era < v.deck_era:
            v.era, v.transition = v.deck_era, 1
            v.era_began = 1 if v.stage == Stage.CARDS else v.era_began

    def draw(self, outcome: int) -> None:
        """Draw a card, and renew the deck [manifest-destiny 6.2, 6.3, 7.3] (A22)."""
        v, seat = self.view, self.view.drawer
        thinks = v.owns(seat, Advance.THINK_TANK) and not v.exchanged & 1 << seat
        self.take(outcome, (Zone.FRESH if thinks else Zone.HAND) + seat)
        if not v.cards(Zone.DECK):
            if v.deck_era == LAST_ERA:
                v.exhausted = 1
            else:
                v.deck_era += 1
                self.shuffle_next()
        v.to_draw -= 1
        v.phase = Phase.THINKING if thinks and not v.group else Phase.DRAWING

    def shuffle_next(self) -> None:
        """Make the next era's deck of its cards and those that return [manifest-destiny 6.2]."""
        v, era = self.view, self.view.deck_era
        for card in v.cards(Zone.ASIDE):
            if min(CARDS[card].eras) == era:
                self.move(card, Zone.DECK)
        for card in v.cards(Zone.RECYCLED):
            if era in CARDS[card].eras:
                v.held[v.batch[card]][Zone.RECYCLED] -= 1
                v.held[era - 1][Zone.DECK] += 1
                v.batch[card], v.zone[card], v.shown[card] = era - 1, Zone.DECK, 0

    def next_draw(self) -> None:
        """All draw before any exchange; without a deck nobody does [manifest-destiny 7.3] (A45)."""
        v = self.view
        if v.to_draw and v.cards(Zone.DECK):
            v.phase = Phase.DRAW
            if v.group:
                v.drawer = v.order[: self.players][-v.to_draw]
        elif v.group:
            v.to_draw, v.phase = 0, Phase.THINKING
        else:
            self.end_draws()

    def end_draws(self) -> None:
        v = self.view
        v.to_draw, v.group, v.drawer, v.chooser, v.phase = 0, 0, -1, v.active, v.back

    def next_thought(self) -> None:
        """Ask in turn order, as long as there is a deck [manifest-destiny 7.3, 14.1] (A22)."""
        v = self.view
        for seat in v.order[: self.players]:
            for card in v.cards(Zone.FRESH + seat):
                v.drawer = seat
                if v.cards(Zone.DECK):
                    v.chooser, v.phase = seat, Phase.THINK
                    return
                self.move(card, Zone.HAND + seat)
        if v.group:
            self.end_draws()
        else:
            v.phase = Phase.DRAWING

    def think(self, action: int) -> None:
        v, seat = self.view, self.view.drawer
        v.phase = Phase.REDRAW if action == YES else Phase.THINKING
        if action != YES:
            self.move(v.cards(Zone.FRESH + seat)[0], Zone.HAND + seat)

    def redraw(self, outcome: int) -> None:
        """Take the next card; the first is shuffled into the deck [manifest-destiny 7.3]."""
        v, seat = self.view, self.view.drawer
        rejected = v.cards(Zone.FRESH + seat)[0]
        self.take(outcome, Zone.HAND + seat)
        self.move(rejected, Zone.DECK)
        if self.ruled("think_tank", "once_a_turn"):
            v.exchanged |= 1 << seat
        v.phase = Phase.THINKING
