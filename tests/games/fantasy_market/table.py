"""A table of Fantasy Market laid by hand, so that a test reads like a page of the rules.

Seat 0 is the first player of the first turn and executes whatever card the test plays; all shops
are empty, all pawns on the centre. Tiles and gold move from and to market and reserve.
"""

from __future__ import annotations

from typing import Any

import ducato
from ducato.core import verbs
from ducato.games.fantasy_market import rules
from ducato.games.fantasy_market.atlas import SQUARES
from ducato.games.fantasy_market.narration import describe_step
from ducato.games.fantasy_market.parts import CHARACTERS, ENCOUNTERS, EXITS, JOBS, TILES
from ducato.games.fantasy_market.rules.turns import begin_turn
from ducato.games.fantasy_market.state import ACTIONS, Phase


class Table:
    """A position that a test sets up and plays on."""

    def __init__(self, players: int = 4, edition: str = "tuned", **options: object) -> None:
        self.game = ducato.load("fantasy-market", players=players, edition=edition, **options)
        self.position = self.game.new_initial_state()
        self.edition: Any = self.game.edition
        if self.state.phase == Phase.FIRST_PLAYER:
            self.position.apply_action(0)
        if edition == "tuned" and options.get("shop_choice") != "free":
            self.state.acted = 0
            begin_turn(self.state, self.edition)

    @property
    def state(self) -> Any:
        """The record of the position now."""
        return self.position.state

    @property
    def phase(self) -> str:
        """The phase, in small letters."""
        return Phase(self.state.phase).name.lower()

    # ----------------------------------------------------------------------- laying out

    def at(self, **squares: str | None) -> Table:
        """Put pawns on squares, None for outside."""
        for pawn, square in squares.items():
            self.state.at[CHARACTERS.index(pawn)] = -1 if square is None else SQUARES.index(square)
        return self

    def stock(self, seat: int, *tiles: str) -> Table:
        """Move tiles from the market into a shop."""
        for tile in map(TILES.index, tiles):
            self.state.market[tile] -= 1
            self.state.stock[seat, tile] += 1
        return self

    def gear(self, hero: str, *tiles: str) -> Table:
        """Equip a hero from the market."""
        for tile in map(TILES.index, tiles):
            self.state.market[tile] -= 1
            self.state.gear[CHARACTERS.index(hero), self.edition.tile_box[tile]] = tile
        return self

    def loot(self, *tiles: str) -> Table:
        """Fill loot boxes from the market."""
        for box, tile in enumerate(map(TILES.index, tiles)):
            self.state.market[tile] -= 1
            self.state.loot[box] = tile
        return self

    def gold(self, *amounts: int) -> Table:
        """Set the gold of the seats, the first ones."""
        for seat, amount in enumerate(amounts):
            self.state.reserve -= amount - self.state.gold[seat]
            self.state.gold[seat] = amount
        return self

    def purse(self, hero: str, amount: int) -> Table:
        """Set a hero's gold."""
        number = CHARACTERS.index(hero)
        self.state.reserve -= amount - self.state.purse[number]
        self.state.purse[number] = amount
        return self

    def monster(self, exit: str, name: str) -> Table:
        """Lay a monster face up at an exit."""
        number = ENCOUNTERS.index(name)
        self.state.unseen[number] -= 1
        self.state.pile[EXITS.index(exit)] -= 1
        self.state.face_up[EXITS.index(exit)] = number
        return self

    # -------------------------------------------------------------------------- playing

    def play(self, card: str, seat: int = 0) -> Table:
        """Let a seat execute a card as the last of this turn but one."""
        self.state.active = self.state.chooser = seat
        self.state.acted = 0
        self.state.job = JOBS.index(card)
        rules.begin_job(self.state, self.edition)
        return self

    def do(self, *actions: str) -> Table:
        """Let the seat to move do these things, each checked."""
        for action in actions:
            self.position.apply_action(ACTIONS.index(action))
        return self

    def walk(self, *directions: str) -> Table:
        """Step in these directions; n, e, s, w and their pairs."""
        full = {"n": "north", "e": "east", "s": "south", "w": "west"}
        for direction in directions:
            self.do("step:" + "-".join(full[letter] for letter in direction))
        return self

    def chance(self, outcome: int = 0) -> Table:
        """Let chance have this outcome."""
        assert self.position.is_chance_node(), self.phase
        self.position.apply_action(outcome)
        return self

    def roll(self, pips: int) -> Table:
        """Roll the die."""
        return self.chance(pips - 1)

    def draw(self, encounter: str) -> Table:
        """Reveal this encounter card."""
        assert self.phase == "encounter"
        number = ENCOUNTERS.index(encounter)
        return self.chance(sum(int(n) for n in self.state.row("unseen")[:number]))

    def fight(self) -> Table:
        """Fight until one is dead."""
        while self.phase == "fight":
            self.chance()
        return self

    # -------------------------------------------------------------------------- reading

    def where(self, pawn: str) -> str | None:
        """Return the square of a pawn, None outside."""
        square = self.state.at[CHARACTERS.index(pawn)]
        return SQUARES[square] if square >= 0 else None

    def goods(self, seat: int) -> list[str]:
        """Return the tiles in a shop, in the order of the table."""
        return _named(self.state.row("stock")[seat])

    def wears(self, hero: str) -> list[str]:
        """Return what a hero wears, from the first box on."""
        gear = self.state.row("gear")[CHARACTERS.index(hero)]
        return [TILES[tile] for tile in gear if tile >= 0]

    def stolen(self) -> list[str]:
        """Return the Thief's loot."""
        return [TILES[tile] for tile in self.state.row("loot") if tile >= 0]

    def has(self, who: int | str) -> int:
        """Return the gold of a seat or of a hero."""
        if isinstance(who, int):
            return int(self.state.gold[who])
        return int(self.state.purse[CHARACTERS.index(who)])

    def on_market(self, tile: str) -> int:
        """Return how many of a tile are on the market."""
        return int(self.state.market[TILES.index(tile)])

    def legal(self, kind: str | None = None) -> list[str]:
        """Return names of the legal actions, of one kind or all."""
        names = map(ACTIONS.name, self.position.legal_actions())
        return [name for name in names if kind in (None, name.split(":")[0])]

    def can(self, action: str) -> bool:
        """Return whether this is legal now."""
        return action in self.legal()

    def clause_against(self, action: str) -> str | None:
        """Return the clause by which an action is refused; the position stays as it was."""
        before = self.state.tobytes()
        try:
            self.do(action)
        except ducato.IllegalAction as refusal:
            assert self.state.tobytes() == before
            return refusal.clause
        raise AssertionError(f"{action} was accepted")

    def narrated(self, action: str) -> list[str]:
        """Return the keys of the log of an action."""
        before, actor = self.state.copy(), self.position.current_player()
        number = ACTIONS.index(action)
        self.do(action)
        return [
            m.key for m in describe_step(before, number, self.state, self.edition, actor, actor)
        ]

    def ranks(self) -> list[int]:
        """Return the result if the game were over now."""
        self.state.phase = Phase.OVER
        return self.position.ranks()


def _named(row: Any) -> list[str]:
    return [TILES[tile] for tile, n in enumerate(row.tolist()) for _ in range(n)]


def drafted(table: Table, *cards: str) -> Table:
    """Let the seats choose these cards in turn."""
    return table.do(*(f"choose:{card}" for card in cards))


def turn(table: Table, *cards: str) -> Table:
    """Play a whole turn in which the seats choose these cards and do nothing with them."""
    drafted(table, *cards)
    turns = table.state.turns
    while table.state.turns == turns and not table.position.is_terminal():
        if table.position.is_chance_node():
            table.chance()
        else:
            verbs.apply_action(table.state, table.edition, table.position.legal_actions()[-1])
    return table
