"""The table of The Builders as areas and pieces: two rows in the middle, the seats around.

Every open site is an area of its own: its card shows the missing work. The reader's own sites stand
in a row, each with its crew beside it; those of the others lie sideways, the crew below.
"""

from __future__ import annotations

from collections.abc import Iterator

from ducato.core.presentation.viewer import Viewer
from ducato.core.scene import Area, Piece, Scene

from ..narration.prompts import last_round
from ..rules.scoring import coin_points
from ..state import ACTIONS, FIRST_CONSTRUCTION, A, Edition, Phase, State, Zone
from . import areas, market, scoreboard, seats
from .cards import Card, CrewCard, printed
from .numbers import NUMBERS


def scene(state: State, edition: Edition, seat: int, legal: list[int]) -> Scene:
    """Return everything that the reader sees; a spectator sees it from seat 0's side."""
    return _Table(state, edition, seat, legal).scene()


class _Table(Viewer):
    """The scene of one reader while it is built.

    Attributes:
        others: all seats but `near`, clockwise.
        crew, constructions: the cards of the edition.
        held: the number of cards in each zone.
        spots: the place of each card in its row.
        working: the crew members who work on each site, sorted by number.
        need: the work that each open site still lacks, by material.
        sender: the number of the crew member to be sent, -1 if none is chosen.
        turn, first, last: the seats with the counter of actions, the marker of the starting seat
            and that of the last round, -1 if no seat has it.
    """

    def __init__(self, state: State, edition: Edition, seat: int, legal: list[int]) -> None:
        super().__init__(state, edition, seat, legal, ACTIONS)
        self.others = self.seats[1:]
        self.crew, self.constructions = printed(edition.tobytes())
        self.held, self.spots = state.held.tolist(), state.spot.tolist()
        self.working: dict[int, list[CrewCard]] = {}
        for member, site in zip(self.crew, state.working.tolist(), strict=True):
            if site >= 0:
                self.working.setdefault(site, []).append(member)
        self.need = state.need.tolist()
        self.sender = state.sender
        phase, trigger = state.phase, state.trigger
        self.turn = state.active if state.turns and phase != Phase.OVER else -1
        self.first = state.first if phase > Phase.CHOOSE_FIRST else -1
        self.last = self.near if trigger < 0 and state.stuck else trigger

    def scene(self) -> Scene:
        found = [*self.buildings(), *self.workers()]
        for seat in (*self.others, self.near):
            found += self.counters(seat)
            found += self.sites(seat)
            found += self.finished(seat)
            found += self.free_crew(seat)
        return Scene([*self.all_areas()], found, NUMBERS)

    def constructions_in(self, zone: int) -> list[int]:
        """Return the numbers of the constructions in a zone, which contains nothing else."""
        return [card - FIRST_CONSTRUCTION for card in self.cards_in(zone)]

    def row(self, zone: int) -> list[int]:
        """Return the cards in a zone that is a row, by position."""
        return sorted(self.cards_in(zone), key=self.spots.__getitem__)

    # ---------------------------------------------------------------------------------- areas

    def all_areas(self) -> tuple[Area, ...]:
        shown = [self.seat_areas(seat) for seat in (*self.others, self.near)]
        return areas.of_table(tuple(shown), bool(self.held[Zone.APPRENTICES]))

    def seat_areas(self, seat: int) -> areas.SeatAreas:
        """Return what the areas of a seat depend on."""
        sites = tuple(self.constructions_in(Zone.SITE + seat))
        return seat, seat == self.seat, sites, bool(self.held[Zone.BUILT + seat])

    # ------------------------------------------------------------------------------- the market

    def in_row(self, printed: Card, row: str, card: int, action: int) -> Piece:
        """Return the piece of a card in a row, and the action that takes it from there."""
        legal = bool(self.legal_among((action,)))
        return market.in_row(printed, row, self.spots[card], action, legal)

    def buildings(self) -> Iterator[Piece]:
        """Yield the row and the deck of buildings."""
        for card in self.row(Zone.BUILDING_ROW):
            site = card - FIRST_CONSTRUCTION
            yield self.in_row(self.constructions[site], "buildings", card, A.OPEN + site)
        yield market.deck("buildings", self.held[Zone.BUILDING_DECK])
        for site in self.constructions_in(Zone.NEXT_BUILDING):
            yield market.on_deck(self.constructions[site], "buildings")

    def workers(self) -> Iterator[Piece]:
        """Yield the row and the deck of workers, and the apprentices."""
        for card in self.row(Zone.WORKER_ROW):
            yield self.in_row(self.crew[card], "workers", card, A.RECRUIT + card)
        yield market.deck("workers", self.held[Zone.WORKER_DECK])
        for card in self.cards_in(Zone.NEXT_WORKER):
            yield market.on_deck(self.crew[card], "workers")
        for card in self.cards_in(Zone.APPRENTICES):
            actions = self.legal_among((A.RECRUIT + card,))
            yield market.apprentice(self.crew[card], actions)

    # ------------------------------------------------------------------------ what a seat holds

    def counters(self, seat: int) -> Iterator[Piece]:
        """Yield the counters and markers of a seat."""
        state = self.state
        extra = int(coin_points(state, self.edition, seat))
        yield scoreboard.points(seat, state.points[seat], extra)
        yield scoreboard.coins(seat, state.coins[seat])
        if seat == self.turn:
            yield scoreboard.turn(seat, state.actions)
        if seat == self.first:
            yield scoreboard.first(seat)
        if seat == self.last:
            yield scoreboard.last(seat, last_round(state, self.edition))

    def sites(self, seat: int) -> Iterator[Piece]:
        """Yield the open sites of a seat, each followed by its crew."""
        own = seat == self.seat
        for site in self.constructions_in(Zone.SITE + seat):
            card, crew = self.constructions[site], self.working.get(site, [])
            can_send = own and self.legal_among((A.SITE + site,))
            sender = self.crew[self.sender] if can_send else None
            yield seats.site(card, seat, own, tuple(self.need[site]), tuple(crew), sender)
            for order, member in enumerate(crew, start=1):
                yield seats.at_work(member, seat, own, card, order)

    def finished(self, seat: int) -> Iterator[Piece]:
        """Yield the finished buildings of a seat."""
        for site in self.constructions_in(Zone.BUILT + seat):
            yield seats.built(self.constructions[site], seat)

    def free_crew(self, seat: int) -> Iterator[Piece]:
        """Yield the free crew members of a seat, among them the one to be sent."""
        own = seat == self.seat
        for member in self.cards_in(Zone.CREW + seat):
            piece, action = seats.free, A.SEND + member
            if member == self.sender:
                piece, action = seats.chosen, A.KEEP
            yield piece(self.crew[member], seat, own, self.legal_among((action,)) if own else ())
