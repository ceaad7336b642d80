"""A table of Magnate laid by hand, so that a test reads like a page of the rulebook.

Seat 0 is to act, at the phase of actions, in the first turn. The Pawns lie in the order of `ROW`,
both supplies and hands are empty, and all property cards are in the draw pile. Everything else is
said by the test; cards move through the rules' own functions, so the counts stay right.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

import numpy as np
from tests.support.changes import changes

import ducato
from ducato.core.cards import move_card
from ducato.games.magnate.rules import building, scoring
from ducato.games.magnate.state import (
    ACTIONS,
    CARD_IDS,
    CARDS,
    DISTRICTS,
    SUITS,
    ZONES,
    Phase,
    Zone,
)

ROW = ("the-harvest", "the-watchman", "the-excuse", "the-light-keeper", "the-borderland")
"""Moons Suns Leaves; Moons Wyrms Knots; any; Suns Waves Knots; Waves Leaves Wyrms."""
COURTS = ("the-consul", "the-rite", "the-excuse", "the-window", "the-island")
CROWNS = (("the-huntress", "the-bard", "the-sea"), ("the-end", "the-calamity", "the-windfall"))
"""Seat 0 holds the Crowns of Moons, Suns and Waves, seat 1 those of Leaves, Wyrms and Knots."""


def number(card: str) -> int:
    """Return the number of a card."""
    return CARD_IDS.index(card)


def zone(name: str) -> int:
    """Return the number of a zone, such as ``hand:0``."""
    return ZONES.index(name)


class Table:
    """A position that a test sets up and plays on."""

    def __init__(self, edition: str | None = None, **options: object) -> None:
        self.game = ducato.load("magnate", edition=edition, **options)
        self.position = self.game.new_initial_state()
        row = COURTS if options.get("courts_for_pawns") else ROW
        for card in (c for c in row if c != "the-excuse"):
            self.draw(card)
        for pair in zip(*CROWNS, strict=True):
            for card in pair:
                self.draw(card)
        while self.state.phase != Phase.CHOOSE_FIRST:
            self.position.apply_action(0)
        self.position.apply_action(0)
        for card in (*self.cards("hand:0"), *self.cards("hand:1")):
            move_card(self.state, number(card), Zone.DECK)
        self.state.row("tokens")[...] = 0
        self.state.phase = Phase.ACT

    @property
    def state(self) -> Any:
        """The record of the position now."""
        return self.position.state

    def copy(self) -> Table:
        """Return a table with the same position, to be played on apart from this one."""
        twin = copy(self)
        twin.position = self.position.clone()
        return twin

    # ----------------------------------------------------------------------- laying out

    def hand(self, seat: int, *cards: str) -> Table:
        """Give cards from the pile to a hand."""
        for card in cards:
            move_card(self.state, number(card), Zone.HAND + seat)
        return self

    def supply(self, seat: int, **tokens: int) -> Table:
        """Set a supply: ``supply(0, waves=5)``; the suits that are not named stay."""
        for suit, count in tokens.items():
            self.state.tokens[seat, SUITS.index(suit)] = count
        return self

    def column(
        self, seat: int, district: int, *cards: str, deed: bool = False, **laid: int
    ) -> Table:
        """Lay finished properties at the end of a column; with `deed`, the last is unfinished.

        Districts are counted from 1; `laid` are the tokens that lie on the deed.
        """
        state, d = self.state, district - 1
        for card in map(number, cards):
            state.spot[card] = state.length[seat, d]
            state.length[seat, d] += 1
            state.last[seat, d] = card
            move_card(state, card, Zone.COLUMN + DISTRICTS * seat + d)
        state.deed[seat, d] = deed
        for suit, count in laid.items():
            state.laid[seat, d, SUITS.index(suit)] = count
        return self

    def discard(self, *cards: str) -> Table:
        """Put cards from the pile on the discards."""
        for card in cards:
            move_card(self.state, number(card), Zone.DISCARD)
        return self

    def pile(self, *cards: str) -> Table:
        """Leave only these cards in the draw pile; the others go into the box."""
        for card in self.cards("deck"):
            if card not in cards:
                move_card(self.state, number(card), Zone.BOX)
        return self

    # -------------------------------------------------------------------------- playing

    def do(self, *actions: str) -> Table:
        """Let the seat to move do these things, each checked."""
        for action in actions:
            self.position.apply_action(ACTIONS.index(action))
        return self

    def changes(self, *actions: str) -> dict[str, Any]:
        """Do these things; return the cells of the state that are different afterwards."""
        before = self.position.to_dict()
        self.do(*actions)
        return changes(before, self.position.to_dict())

    def draw(self, card: str) -> Table:
        """Let chance take this card from the pile that is being drawn from."""
        wanted = number(card)
        before, here = self.state.row("zone")[:wanted], self.state.zone[wanted]
        self.position.apply_action(int(np.sum(before == here)))
        return self

    def at(self, phase: Phase, seat: int = 0) -> Table:
        """Go to a phase of this seat's turn."""
        self.state.active = self.state.chooser = seat
        self.state.phase = phase
        return self

    def chance(self, outcome: int = 0) -> dict[str, Any]:
        """Let chance have this outcome; return the cells that are different afterwards."""
        assert self.position.is_chance_node()
        before = self.position.to_dict()
        self.position.apply_action(outcome)
        return changes(before, self.position.to_dict())

    def roll(self, one: int, other: int, *taxed: str) -> Table:
        """Roll the dice in a new turn, and the suits of the tax if there is one."""
        self.state.phase = Phase.ROLL
        self.position.apply_action(one - 1 + 10 * (other - 1))
        if taxed:
            first, *second = map(SUITS.index, taxed)
            self.position.apply_action(first + (len(SUITS) * second[0] if second else 0))
        return self

    def pay(self) -> Table:
        """Pay the income that is due."""
        assert self.state.phase == Phase.INCOME
        self.position.apply_action(0)
        return self

    def end_turn(self, *card: str) -> Table:
        """End the turn, drawing this card, or any if none is named."""
        self.do("end")
        if self.state.phase == Phase.DRAW:
            self.draw(*card or self.cards("deck")[:1])
        return self

    def turn(self, seat: int) -> Table:
        """Begin the actions of this seat's next turn; the dice bring nothing."""
        self.state.active = self.state.chooser = seat
        self.state.played = self.state.new = self.state.finished = 0
        self.state.phase = Phase.ACT
        return self

    # -------------------------------------------------------------------------- reading

    def tokens(self, seat: int) -> dict[str, int]:
        """Return the supply of a seat, without the suits it has none of."""
        return _named(self.state.row("tokens")[seat])

    def laid(self, seat: int, district: int) -> dict[str, int]:
        """Return the tokens on a deed."""
        return _named(self.state.row("laid")[seat, district - 1])

    def cards(self, where: str) -> list[str]:
        """Return the cards that lie in a zone, such as ``discard`` or ``column:0:2`` (from 0)."""
        return [CARD_IDS[c] for c in range(CARDS) if self.state.zone[c] == zone(where)]

    def has_deed(self, seat: int, district: int) -> bool:
        """Return whether the column ends with an unfinished deed."""
        return bool(self.state.deed[seat, district - 1])

    def can(self, *actions: str) -> bool:
        """Return whether every one of these is legal now."""
        return all(ACTIONS.index(a) in self.position.legal_actions() for a in actions)

    def legal(self, kind: str | None = None) -> list[str]:
        """Return names of the legal actions, of one kind or all."""
        names = map(ACTIONS.name, self.position.legal_actions())
        return [name for name in names if kind in (None, name.split(":")[0])]

    def clause_against(self, action: str) -> str | None:
        """Return the clause by which an action is refused; the position stays as it was."""
        before = self.state.tobytes()
        try:
            self.do(action)
        except ducato.IllegalAction as refusal:
            assert self.state.tobytes() == before
            return refusal.clause
        raise AssertionError(f"{action} was accepted")

    def accepts(self, card: str) -> list[int]:
        """Return the districts, from 1, in which seat 0 may place this card."""
        suits = self.game.edition.suits[number(card)]
        return [
            d + 1
            for d in range(DISTRICTS)
            if building.accepts(self.state, self.game.edition, 0, d) & suits
        ]

    def total(self, seat: int, district: int) -> int:
        """Return what the seat's finished properties in a district are worth."""
        total = scoring.district_total(self.state, self.game.edition, seat, district - 1, False)
        return int(total)

    def won(self, seat: int) -> int:
        """Return how many districts the seat has."""
        return int(scoring.districts_won(self.state, self.game.edition, seat))

    def returns(self) -> list[float]:
        """Return the result if the game were over now."""
        self.state.phase = Phase.OVER
        return self.position.returns()


def _named(row: Iterable[int]) -> dict[str, int]:
    return {suit: int(n) for suit, n in zip(SUITS, row, strict=True) if n}


class Game:
    """A whole game by a simple player, with what the clauses of its end are about.

    Attributes:
        turns: turns begun; draws: cards drawn.
        sold: cards sold until the second pile was made, or until the end if it never was.
        drawers: the seat of each draw; movers: the seat of each turn.
    """

    def __init__(self, *wanted: str, seed: int = 0, edition: str | None = None, **options: object):
        """Play; of the legal actions those of the first kind in `wanted` that is there count."""
        rng = ducato.new_rng("whole game", seed)
        self.position = ducato.load("magnate", edition=edition, **options).new_initial_state()
        self.sold, self.drawers, self.movers = 0, [], []
        while not self.position.is_terminal():
            state = self.position.state
            if self.position.is_chance_node():
                if state.phase == Phase.DRAW:
                    self.drawers.append(state.active)
                if state.phase == Phase.ROLL:
                    self.movers.append(state.active)
                self.position.apply_action(ducato.sample(self.position.chance_outcomes(), rng))
                continue
            legal = self.position.legal_actions()
            for kind in wanted:
                some = [a for a in legal if ACTIONS.kind(a).name == kind]
                if some:
                    legal = some
                    break
            action = legal[ducato.sample([(i, 0.0) for i in range(len(legal))], rng)]
            if ACTIONS.kind(action).name == "sell" and state.reshuffled == 0:
                self.sold += 1
            self.position.apply_action(action)

    @property
    def state(self) -> Any:
        """The last state."""
        return self.position.state

    @property
    def turns(self) -> int:
        """Turns begun."""
        return int(self.state.turns)

    @property
    def draws(self) -> int:
        """Cards drawn."""
        return len(self.drawers)

    def hands(self) -> list[int]:
        """Return the number of cards in each hand at the end."""
        return [int(self.state.held[Zone.HAND + seat]) for seat in range(2)]
