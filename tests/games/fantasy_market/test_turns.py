"""The setup and whole games of choosing and executing cards, compared with an account of the cards.

The account moves cards between piles as sections 3, 4 and 9 say, and notes who can know what. In
each turn the seats choose at random and do nothing with their cards.
"""

from __future__ import annotations

import random

import pytest

from ducato.core import verbs, visibility
from ducato.games.fantasy_market.parts import CARD_IDS, JOBS, NONE, SEATS, TILES, ZONES, Zone

from .table import Table

TAKEN, OLD = 1, 2
"""Classes of cards that a seat tells apart from those that it passed on."""
PHASES = {"market": "market", "inventory": "inventory", "promotion": "promote"}


def job_of(card: str) -> str:
    return card.partition("-")[0]


class Account:
    """The action cards, the hourglass and the first player, followed through a game."""

    def __init__(self, table: Table, first: int) -> None:
        self.table, self.first = table, first
        self.players, values = int(table.edition.players), table.game.values
        copies = {job: int(n) for job, n in zip(JOBS, table.edition.row("copies"), strict=True)}
        self.deck = [card for card in CARD_IDS if self.is_used(card, copies)]
        self.discards: list[str] = []
        self.hourglass, self.turned, self.turns, self.over = 0, 0, 0, False
        self.played: dict[int, str] = {}
        self.rotation, self.end = values["first_player_rotation"], values["hourglass_end"]
        self.at_once = values["end_timing"] == "at_once"

    @staticmethod
    def is_used(card: str, copies: dict[str, int]) -> bool:
        """Return whether a card is not left in the box [fantasy-market 3.8, 13.1]."""
        number = card.rpartition("-")[2]
        return (int(number) if number.isdigit() else 1) <= copies[job_of(card)]

    def seat(self, turn: int) -> int:
        return (self.first + turn) % self.players

    # ------------------------------------------------------------------------ the clauses

    def play_turn(self, rng: random.Random) -> None:
        """[fantasy-market 4.1 to 4.5, 5.1, 9.1]."""
        self.turns += 1
        self.chosen: dict[int, str] = {}
        self.revealed: dict[int, str] = {}
        self.classes: list[dict[str, int]] = [{} for _ in range(SEATS + 1)]
        self.turned = 0
        for acted in range(self.players):
            untouched = acted == 0 or not self.deck
            if not self.deck:
                self.rebuild()
                self.turned = acted + 1
            if self.over:
                assert self.table.position.is_terminal()
                return
            self.choose(self.seat(acted), rng, None if untouched else self.seat(acted))
        for acted in range(self.players):
            self.execute(self.seat(acted), last=acted == self.players - 1)
        self.discards += self.revealed.values()
        if self.hourglass >= self.end:
            self.over = True
        elif self.rotation == "per_turn" or (self.rotation != "fixed" and self.turned):
            poorest = min(range(1, self.players + 1), key=lambda n: self.table.has(self.seat(n)))
            self.first = self.seat(poorest if self.rotation == "poorest" else 1)

    def rebuild(self) -> None:
        """[fantasy-market 4.3, 9.1]."""
        self.deck, self.discards = sorted(self.discards, key=CARD_IDS.index), []
        self.hourglass += 1
        self.over = self.at_once and self.hourglass >= self.end
        for row in range(SEATS + 1):
            self.set_apart(row, OLD)

    def set_apart(self, row: int, kind: int) -> None:
        """Note that the other seats' cards are of a kind, where nothing was known [10.2]."""
        for seat, card in self.chosen.items():
            if seat != row:
                self.classes[row].setdefault(card, kind)

    def choose(self, seat: int, rng: random.Random, alone: int | None) -> None:
        """[fantasy-market 4.1, 4.4, 10.2]."""
        table = self.table
        self.compare(seat, alone)
        assert (table.phase, table.position.current_player()) == ("choose_card", seat)
        jobs = list(dict.fromkeys(job_of(card) for card in self.deck))
        assert table.legal() == [f"choose:{job}" for job in jobs]
        job = rng.choice(jobs)
        table.do(f"choose:{job}")
        self.set_apart(seat, TAKEN)
        self.chosen[seat] = next(card for card in self.deck if job_of(card) == job)
        self.deck.remove(self.chosen[seat])
        self.played.pop(seat, None)

    def execute(self, seat: int, last: bool) -> None:
        """[fantasy-market 5.1, 5.2, 10.1]."""
        table = self.table
        self.compare(seat, -1)
        assert (table.phase, table.position.chance_outcomes()) == ("reveal", [(0, 1.0)])
        table.chance()
        card = self.chosen.pop(seat)
        self.revealed[seat] = card
        self.played[seat] = job_of(card)
        if table.phase in ("choose_card", "reveal", "over"):
            return  # it was of no use
        job = job_of(card)
        assert table.phase == PHASES.get(job, "move")
        assert JOBS[table.state.job] == job
        self.compare(seat, None if last else -1)
        table.do("done")

    # -------------------------------------------------------------------------- comparing

    def compare(self, seat: int, alone: int | None) -> None:
        """Compare all with the table; only seat `alone` sees the deck, or all if it is None."""
        state = self.table.state
        zones = self.zones()
        assert dict(zip(CARD_IDS, state.row("zone").tolist(), strict=True)) == zones
        counts = [list(zones.values()).count(zone) for zone in range(len(ZONES))]
        assert state.row("held").tolist() == counts
        assert (state.active, state.chooser, state.first) == (seat, seat, self.first)
        assert (state.hourglass, state.turned) == (self.hourglass, self.turned)
        assert state.turns == self.turns
        played = {seat: JOBS[job] for seat, job in enumerate(state.row("played")) if job >= 0}
        assert played == self.played
        assert verbs.rounds_played(state, self.table.edition) == self.turns
        for row in range(SEATS + 1):
            known = {CARD_IDS[c]: int(n) for c, n in enumerate(state.row("card_class")[row]) if n}
            assert known == self.classes[row]
            places = {int(z): int(n) for z, n in enumerate(state.row("zone_class")[row]) if n}
            assert places == {
                self.zone_when_chosen(card): n for card, n in self.classes[row].items()
            }
        for reader in range(self.players):
            seen = visibility.redact(state, reader).row("zone").tolist()
            assert seen == [
                zone if self.sees(reader, zone, alone) else -1 for zone in zones.values()
            ]

    def zones(self) -> dict[str, int]:
        """Return where each card lies."""
        found = dict.fromkeys(CARD_IDS, int(Zone.BOX))
        found |= dict.fromkeys(self.deck, int(Zone.DECK))
        found |= dict.fromkeys(self.discards, int(Zone.DISCARD))
        found |= dict.fromkeys(self.revealed.values(), int(Zone.REVEALED))
        return found | {card: Zone.CHOSEN + seat for seat, card in self.chosen.items()}

    def zone_when_chosen(self, card: str) -> int:
        """Return where a card of this turn was when it was chosen."""
        everyone = {**self.chosen, **self.revealed}
        return next(Zone.CHOSEN + seat for seat, other in everyone.items() if other == card)

    @staticmethod
    def sees(reader: int, zone: int, alone: int | None) -> bool:
        """[fantasy-market 10.1, 10.2, 12.10]."""
        if zone >= Zone.CHOSEN:
            return zone == Zone.CHOSEN + reader
        return zone != Zone.DECK or alone in (None, reader)


def begun(rng: random.Random, players: int, **options: object) -> tuple[Table, int]:
    """Return a table after the choice of the first tiles, and its first player."""
    table, first = Table(players, **options), rng.randrange(players)
    table.position = table.game.new_initial_state()
    table.chance(first)
    while table.phase == "start_tile":
        table.do(rng.choice(table.legal()))
    return table, first


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("rotation", ["per_cycle", "fixed", "per_turn", "poorest"])
@pytest.mark.parametrize("seed", range(4))
def test_choosing_and_executing_cards(players: int, rotation: str, seed: int):
    """[fantasy-market 4.1 to 4.5, 5.1, 9.1, 10.1, 10.2]: in whole games."""
    rng = random.Random(f"{players} {rotation} {seed}")
    copies = {"market_cards": (2, 3, 0, 1), "inventory_cards": (1, 2, 2, 0)}
    table, first = begun(
        rng,
        players,
        **{name: of[seed] for name, of in copies.items()},
        promotion_cards=(1, 2, 0, 2)[seed],
        first_player_rotation=rotation,
        end_timing=("finish_turn", "at_once")[seed % 2],
        hourglass_end=3,
    )
    account = Account(table, first)
    while not account.over:
        account.play_turn(rng)
        table.gold(*(rng.randrange(4) for _ in range(players)))
    assert table.phase == "over"
    assert table.state.hourglass == 3


@pytest.mark.parametrize("players", range(2, 7))
def test_as_many_cards_as_players(players: int):
    """[fantasy-market 4.3, 12.9]: the hourglass advances at the first choice of every turn."""
    rng = random.Random(players)
    cards = {2: (0, 0, 2), 3: (3, 0, 0), 4: (0, 2, 2), 5: (1, 2, 2), 6: (2, 2, 2)}[players]
    few = dict(zip(("market_cards", "inventory_cards", "promotion_cards"), cards, strict=True))
    table, first = begun(rng, players, character_cards=0, hourglass_end=4, **few)
    account = Account(table, first)
    while not account.over:
        account.play_turn(rng)
    assert (table.phase, table.state.turns) == ("over", 5)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("tiles", range(4))
@pytest.mark.parametrize("shop_choice", ["suggested", "free"])
def test_shops_and_first_tiles_in_turn_order(players: int, tiles: int, shop_choice: str):
    """[fantasy-market 3.5, 3.6]: one at a time, from the first player on."""
    for first in range(players):
        table = Table(players, shop_choice=shop_choice, start_tiles=tiles)
        table.position = table.game.new_initial_state()
        assert len(table.position.chance_outcomes()) == players
        table.chance(first)
        order = [(first + turn) % players for turn in range(players)]
        for seat in order if shop_choice == "free" else ():
            assert (table.phase, table.state.active) == ("choose_shop", seat)
            assert table.position.current_player() == seat
            shop = table.legal()[-1]
            table.do(shop)
            assert shop not in table.legal()
        for seat in order * tiles:
            assert (table.phase, table.state.active) == ("start_tile", seat)
            assert table.position.current_player() == seat
            table.do(table.legal()[-1])
        assert [len(table.goods(seat)) for seat in range(players)] == [tiles] * players
        assert (table.phase, table.state.turns) == ("choose_card", 1)
        assert (table.state.active, table.position.current_player()) == (first, first)


@pytest.mark.parametrize("tile", TILES)
def test_any_cheap_tile_may_be_the_first(tile: str):
    """[fantasy-market 3.6]: while there is one."""
    table = Table(2)
    table.position = table.game.new_initial_state()
    table.chance()
    cheap = table.edition.tile_value[TILES.index(tile)] <= table.edition.start_tile_max_value
    for copies in range(table.on_market(tile), 0, -1):
        assert (table.on_market(tile), table.can(f"take:{tile}")) == (copies, cheap)
        table.state.market[TILES.index(tile)] -= 1
    assert not table.can(f"take:{tile}")


@pytest.mark.parametrize("shop_choice", ["suggested", "free"])
@pytest.mark.parametrize("players", range(2, 7))
def test_nothing_is_under_way_at_the_start(players: int, shop_choice: str):
    """[fantasy-market 3.1 to 3.8]: no one owns, wears, plays or fights anything yet."""
    state = Table(players, shop_choice=shop_choice).game.new_initial_state().state
    for name in ("job", "pawn", "target", "exit", "drawn"):
        assert state[name] == NONE, name
    for name in ("played", "loot", "face_up", "gear"):
        assert (state.row(name) == NONE).all(), name
    shops = [] if shop_choice == "free" else state.row("shop_of")[:players].tolist()
    assert state.row("shop_of").tolist() == shops + [NONE] * (SEATS - len(shops))
    owners = {shop: seat for seat, shop in enumerate(shops)}
    assert state.row("owner").tolist() == [owners.get(shop, NONE) for shop in range(SEATS)]
    used = int((state.row("zone") == Zone.DECK).sum())
    empty = [0] * (len(ZONES) - 2)
    assert state.row("held").tolist() == [len(CARD_IDS) - used, used, *empty]
