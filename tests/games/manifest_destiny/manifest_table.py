"""Positions laid out by hand, and played by the names of actions."""

from __future__ import annotations

import ducato
from ducato.core import verbs
from ducato.games.manifest_destiny.rules.cards.deck import move_card
from ducato.games.manifest_destiny.state.tables import (
    ADVANCE_IDS,
    BREAKTHROUGH_IDS,
    CARD_IDS,
    PRODUCT_IDS,
    TERRITORY_IDS,
    Phase,
    Presence,
    Stage,
    Zone,
)

from .conservation import tokens_add_up

HOMES = ["pennsylvania", "virginia", "louisiana", "mexico", "quebec"]
NEW, ESTABLISHED = Presence.NEW, Presence.ESTABLISHED


class Table:
    """A game in Card Play of seat 0: homes settled, order 1 to 5, empty hands, $100 each.

    Nobody is asked about Turn Priority between the parts, unless a test wants it.
    """

    def __init__(self, players=5, era=1, stage=Stage.CARDS, priority_windows="never", **options):
        options["priority_windows"] = priority_windows
        self.game = ducato.load("manifest-destiny", players, **options)
        self.position = self.game.new_initial_state()
        self.state, self.edition = self.position.state, self.game.edition
        state = self.state
        for card in range(len(CARD_IDS)):
            zone = Zone.DECK if state.batch[card] == era - 1 else Zone.ASIDE
            if state.zone[card] in (Zone.DECK, Zone.ASIDE) and state.zone[card] != zone:
                move_card(state, card, zone)
        state.era = state.deck_era = era
        state.turn, state.active, state.chooser = 1, 0, 0
        for seat in range(players):
            state.order[seat] = state.choice[seat] = seat
            state.position[seat], state.mat[seat] = seat, seat + 1
            state.cash[seat] = 100
            self.own(seat, HOMES[seat])
            state.home[seat] = TERRITORY_IDS.index(HOMES[seat])
        state.bank = -100 * players
        state.part = 0
        state.stage = stage
        state.phase = {
            Stage.CARDS: Phase.PLAY,
            Stage.INVESTMENT: Phase.INVEST,
            Stage.EXPANSION: Phase.EXPAND,
        }[stage]
        if stage == Stage.EXPANSION:
            self.survey()

    # ---- laying out

    def hand(self, seat, *cards):
        for card in cards:
            move_card(self.state, CARD_IDS.index(card), Zone.HAND + seat)
        return self

    def put(self, card, zone):
        move_card(self.state, CARD_IDS.index(card), zone)
        return self

    def own(self, seat, *territories, presence=ESTABLISHED):
        for name in territories:
            number = TERRITORY_IDS.index(name)
            if self.state.owner[number] >= 0 and self.state.owner[number] < 5:
                self.state.supply[self.state.owner[number]] += 1
            self.state.owner[number] = seat
            self.state.presence[number] = presence if seat < 5 else 0
            if seat < 5:
                self.state.supply[seat] -= 1
        return self

    def city(self, *territories):
        from ducato.games.manifest_destiny.rules.tokens import award_most_cities

        for name in territories:
            self.state.city[TERRITORY_IDS.index(name)] = 1
        award_most_cities(self.state, self.edition)
        return self

    def give(self, seat, *advances):
        for name in advances:
            self.state.advances[seat] |= 1 << ADVANCE_IDS.index(name)
        return self

    def tokens(self, seat, number):
        self.state.supply[seat] -= number
        self.state.bought[seat] += number
        return self

    def pioneers(self, seat, number):
        self.state.supply[seat] -= number
        self.state.pioneers[seat] += number
        return self

    def steps(self, seat, breakthrough, *numbers):
        mask = sum(1 << n for n in numbers)
        self.state.steps[seat, BREAKTHROUGH_IDS.index(breakthrough)] = mask
        return self

    def survey(self, ignore_holders=False):
        from ducato.games.manifest_destiny.rules.expansion.reach import find_reach

        find_reach(self.state, self.edition, self.state.active, ignore_holders)
        return self

    # ---- playing

    @property
    def names(self):
        return [self.game.actions.name(a) for a in self.position.legal_actions()]

    @property
    def phase(self):
        return Phase(self.state.phase)

    def do(self, *names):
        """Act by name, or with a number let chance do."""
        for name in names:
            if isinstance(name, int):
                assert self.position.current_player() == verbs.CHANCE, self.phase
                self.position.apply_action(name)
            else:
                assert name in self.names, (name, self.phase, self.names)
                self.position.apply_action(self.game.actions.index(name))
            assert self.whole(), "a control token is lost"
        return self

    def play(self, card, *then):
        """Seat 0 plays a card from its hand; nobody answers."""
        self.hand(0, card).do(f"card:{card}")
        for name in then:
            self.unanswered().do(name)
        return self.unanswered()

    def unanswered(self):
        while self.phase in (Phase.RESPOND, Phase.OPPOSE):
            self.do("done")
        return self

    # ---- reading

    def owner(self, territory):
        return self.state.owner[TERRITORY_IDS.index(territory)]

    def presence(self, territory):
        return self.state.presence[TERRITORY_IDS.index(territory)]

    def reach(self, territory):
        return self.state.reach[TERRITORY_IDS.index(territory)]

    def zone(self, card):
        return Zone(self.state.zone[CARD_IDS.index(card)]) if card in CARD_IDS else None

    def where(self, card):
        return self.state.zone[CARD_IDS.index(card)]

    def surplus(self, product):
        return bool((self.state.surplus >> PRODUCT_IDS.index(product)) & 1)

    def whole(self):
        """Whether each player's 25 tokens are all somewhere."""
        return tokens_add_up(self.state, self.edition)
