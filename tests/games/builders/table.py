"""A table of The Builders laid by hand, so that a test reads like a page of the rulebook.

Seat 0 began and is to act, with three actions and 10 coins, in the first turn. Nobody has a crew or
a site; the rows hold what comes first in the card tables. Everything else is said by the test;
cards move through the rules' own functions, so the counts stay right.
"""

from __future__ import annotations

from copy import copy
from typing import Any

from tests.support.changes import changes

import ducato
from ducato.core.cards import move_card
from ducato.games.builders.rules import market, scoring
from ducato.games.builders.state import (
    ACTIONS,
    CARD_IDS,
    CARDS,
    CONSTRUCTION_IDS,
    CREW_IDS,
    FIRST_CONSTRUCTION,
    MACHINES,
    MATERIALS,
    ZONES,
    Phase,
    Zone,
)


def number(card: str) -> int:
    """Return the number of a card."""
    return CARD_IDS.index(card)


def site(card: str) -> int:
    """Return the number of a construction among the constructions."""
    return CONSTRUCTION_IDS.index(card)


def crew(card: str) -> int:
    """Return the number of a worker or machine among the crew."""
    return CREW_IDS.index(card)


def worker_making(*makes: int) -> str:
    """Return the first worker who makes exactly this."""
    table = ducato.load("builders").edition.row("makes")
    return next(w for w, row in zip(CREW_IDS, table, strict=True) if tuple(row) == makes)


class Table:
    """A position that a test sets up and plays on."""

    def __init__(self, players: int = 2, edition: str | None = None, **options: object) -> None:
        self.game = ducato.load("builders", players, edition, **options)
        self.position = self.game.new_initial_state()
        while self.state.phase not in (Phase.ACT, Phase.DRAFT):
            self.position.apply_action(0)
        if self.state.phase == Phase.ACT:
            for seat in range(players):
                self.send_away(*self.cards(f"crew:{seat}"))

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

    def send_away(self, *cards: str, to: str = "worker-deck") -> Table:
        """Put cards somewhere else."""
        for card in cards:
            move_card(self.state, number(card), ZONES.index(to))
        return self

    def crew(self, seat: int, *cards: str) -> Table:
        """Give workers or machines to a seat's free crew, with the points of the machines."""
        for card in cards:
            self._refill(card)
            move_card(self.state, number(card), Zone.CREW + seat)
            if number(card) >= FIRST_CONSTRUCTION:
                worth = self.game.edition.worth[site(card)]
                self.state.points[seat] += worth
                self.state.machine_points[seat] += worth
        return self

    def site(self, seat: int, card: str, *lacks: int) -> Table:
        """Open a site, which lacks all that it needs or what is named."""
        self._refill(card)
        move_card(self.state, number(card), Zone.SITE + seat)
        needs = lacks or tuple(self.game.edition.row("materials")[site(card)])
        for material, need in enumerate(needs):
            self.state.need[site(card), material] = int(need)
        return self

    def built(self, seat: int, *cards: str) -> Table:
        """Give finished buildings and their points to a seat."""
        for card in cards:
            self._refill(card)
            move_card(self.state, number(card), Zone.BUILT + seat)
            self.state.points[seat] += self.game.edition.worth[site(card)]
            assert site(card) >= MACHINES, "a finished machine is in the crew"
        return self

    def coins(self, seat: int, coins: int) -> Table:
        """Set a purse; the bank has the difference."""
        self.state.bank += self.state.coins[seat] - coins
        self.state.coins[seat] = coins
        return self

    def in_row(self, card: str) -> Table:
        """Put a card of a deck at the beginning of its row, in exchange for the one there."""
        row, deck = Zone.BUILDING_ROW, Zone.BUILDING_DECK
        if number(card) < FIRST_CONSTRUCTION:
            row, deck = Zone.WORKER_ROW, Zone.WORKER_DECK
        if self.state.zone[number(card)] != row:
            self._refill(card)
            there = next(
                c for c in range(CARDS) if self.state.zone[c] == row and self.state.spot[c] == 0
            )
            move_card(self.state, there, deck)
            market.lay_in_row(self.state, number(card), row, 0)
        return self

    def exhaust(self, *decks: str) -> Table:
        """Empty zones such as ``worker-deck`` or ``next-building`` into the box."""
        for deck in decks:
            self.send_away(*self.cards(deck), to="box")
        return self

    def _refill(self, card: str) -> None:
        """If a wanted card lies open in a row or on a deck, another one takes its place."""
        zone = self.state.zone[number(card)]
        deck = Zone.WORKER_DECK if number(card) < FIRST_CONSTRUCTION else Zone.BUILDING_DECK
        opens = (Zone.WORKER_ROW, Zone.BUILDING_ROW, Zone.NEXT_WORKER, Zone.NEXT_BUILDING)
        if zone in opens:
            other = max(c for c in range(CARDS) if self.state.zone[c] == deck)
            market.lay_in_row(self.state, other, zone, self.state.spot[number(card)])

    def turn(self, seat: int) -> Table:
        """Begin the turn of this seat."""
        self.state.active = seat
        self.state.actions = self.game.edition.free_actions
        self.state.bought = 0
        return self

    # -------------------------------------------------------------------------- playing

    def do(self, *actions: str) -> Table:
        """Let the seat to move do these things, each checked; chance takes what comes first."""
        for action in actions:
            self.position.apply_action(ACTIONS.index(action))
            while self.position.is_chance_node():
                self.position.apply_action(0)
        return self

    def changes(self, *actions: str) -> dict[str, Any]:
        """Do these things; return the cells of the state that are different afterwards."""
        before = self.position.to_dict()
        self.do(*actions)
        return changes(before, self.position.to_dict())

    def send(self, card: str, to: str) -> Table:
        """Send a crew member to a site, asked for the site or not."""
        self.do(f"send:{card}")
        if self.state.phase == Phase.CHOOSE_SITE:
            self.do(f"site:{to}")
        assert self.state.working[crew(card)] in (site(to), -1)
        return self

    def end_turns(self, turns: int = 1) -> Table:
        """End so many turns."""
        return self.do(*["end"] * turns)

    # -------------------------------------------------------------------------- reading

    def cards(self, where: str) -> list[str]:
        """Return the cards that lie in a zone, such as ``crew:0``."""
        zone = ZONES.index(where)
        return [CARD_IDS[c] for c in range(CARDS) if self.state.zone[c] == zone]

    def lacks(self, card: str) -> dict[str, int]:
        """Return what a site still lacks."""
        row = self.state.row("need")[site(card)]
        return {name: int(n) for name, n in zip(MATERIALS, row, strict=True) if n}

    def purse(self, seat: int = 0) -> int:
        """Return the coins of a seat."""
        return int(self.state.coins[seat])

    def points(self, seat: int = 0) -> int:
        """Return the points of a seat on finished cards."""
        return int(self.state.points[seat])

    def score(self, seat: int = 0) -> int:
        """Return the final score of a seat, if the game were over now."""
        return int(scoring.score(self.state, self.game.edition, seat))

    def ranks(self) -> list[int]:
        """Return the ranks of the seats, if the game were over now."""
        return self.position.ranks()

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
            self.position.apply_action(ACTIONS.index(action))
        except ducato.IllegalAction as refusal:
            assert self.state.tobytes() == before
            return refusal.clause
        raise AssertionError(f"{action} was accepted")
