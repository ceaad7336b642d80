"""Every step, entrance and promotion, compared with an enumeration of all moves.

A step is legal if some whole move that begins with it is. Here these moves are listed one by one,
on boards with walls drawn at random, so that pawns often stand in each other's way.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import ducato
from ducato.games.fantasy_market.atlas import DIRECTIONS, ORTHOGONAL, SQUARES
from ducato.games.fantasy_market.parts import CHARACTERS, EXITS, PAWNS, Pawn, Terrain
from ducato.games.fantasy_market.state import Phase

from .table import Table

Path = tuple[int, ...]
BOARDS = 36
WALLS = 0.4
SHOPS = 0.4
DETOURS = (827, 965, 999)
"""Boards where the way home leads back from a dead end of several squares."""


def drawn(seed: int, **options: object) -> tuple[Table, random.Random]:
    """Return a table on a board with random walls and larger shops, and their generator."""
    rng = random.Random(seed)
    while True:
        drawn = {square: rng.random() for square in PLAIN}
        board = {
            f"board.{square[1:]}.{square[0]}": "#" if share < WALLS else rng.choice("123456")
            for square, share in drawn.items()
            if share < WALLS + SHOPS
        }
        try:
            return Table(**board, **steps_of(seed), **options), rng
        except ducato.DucatoError:
            continue  # a shop or an exit is walled in


def _is_plain(square: str) -> bool:
    standard = ducato.load("fantasy-market", players=4).edition
    return bool(standard.row("terrain")[SQUARES.index(square)] == Terrain.PLAIN)


PLAIN = [square for square in SQUARES if _is_plain(square)]


def steps_of(seed: int) -> dict[str, int]:
    """Return the options for a movement of 1 to 6 squares for all characters."""
    squares = 1 + seed % 6
    heroes = {f"characters.{hero}.movement": squares for hero in CHARACTERS[: Pawn.THIEF]}
    return {**heroes, "thief_move": squares, "collector_move": squares}


def capacity(seed: int) -> int:
    """Return a limit for the centre, or 0 for none."""
    return (0, 1, 2)[seed // 6 % 3]


class Move:
    """The move of one pawn, as the clauses of section 6 describe it."""

    def __init__(
        self, table: Table, pawn: int, steps: int, promoted: bool, seat: int | None = None
    ) -> None:
        self.pawn, self.steps, self.promoted = pawn, steps, promoted
        self.active = table.state.active if seat is None else seat
        self.owner = list(table.state.owner)
        self.home = table.edition.row("way")[table.state.shop_of[self.active]]
        self.pawns = [int(at) for at in table.state.row("at")]
        self.edition = table.edition
        hero = pawn < Pawn.THIEF
        self.crosses = bool(self.edition.heroes_cross) if hero else pawn == Pawn.THIEF

    def blocked(self, square: int) -> bool:
        """[fantasy-market 3.3, 6.5, 12.4]."""
        others = sum(at == square for n, at in enumerate(self.pawns) if n != self.pawn)
        if self.edition.terrain[square] == Terrain.CENTRE:
            return 0 < self.edition.centre_capacity <= others
        return others > 0

    def may_end(self, square: int) -> bool:
        """[fantasy-market 5.8, 6.7, 12.15]."""
        if self.blocked(square):
            return False
        terrain = self.edition.terrain[square]
        if not self.promoted or terrain in (Terrain.PLAIN, Terrain.CENTRE):
            return True
        if terrain >= Terrain.EXIT:
            return False
        return self.owner[terrain - Terrain.SHOP] in (-1, self.active)

    def onward(self, path: Path) -> Iterator[tuple[int, int]]:
        """Yield all single steps: directions and squares [fantasy-market 5.8, 6.2, 6.5, 6.7]."""
        for direction in range(len(DIRECTIONS) if self.pawn >= Pawn.THIEF else ORTHOGONAL):
            square = self.edition.near[path[-1], direction]
            if square < 0 or square in path:
                continue
            if self.blocked(square) and not self.crosses:
                continue
            if self.promoted and self.home[square] >= self.home[path[-1]]:
                continue
            yield direction, square

    def completes(self, path: Path) -> bool:
        """Return whether the move may end here or after more steps."""
        if self.may_end(path[-1]):
            return True
        return len(path) <= self.steps and any(
            self.completes((*path, square)) for _, square in self.onward(path)
        )

    def directions(self, path: Path) -> list[str]:
        """Return the directions of the next step; none if the movement is used up."""
        if len(path) > self.steps:
            return []
        return [
            f"step:{DIRECTIONS[direction]}"
            for direction, square in self.onward(path)
            if self.completes((*path, square))
        ]

    def entrances(self) -> list[str]:
        """Return the exits where the pawn may start [fantasy-market 6.3, 12.16]."""
        gates = enumerate(self.edition.row("gate"))
        return [
            f"enter:{EXITS[exit]}"
            for exit, gate in gates
            if (self.pawn >= Pawn.THIEF or self.crosses or not self.blocked(int(gate)))
            and self.directions((int(gate),))
        ]


def crowd(table: Table, rng: random.Random, outside: float) -> None:
    """Put the pawns on random squares near one another, some of them outside."""
    free = [n for n in range(len(SQUARES)) if table.edition.terrain[n] != Terrain.WALL]
    first = rng.choice(free)
    near = sorted(free, key=lambda n: _apart(n, first))[:7]
    squares = rng.sample(near, PAWNS)
    for pawn in range(PAWNS):
        table.state.at[pawn] = -1 if rng.random() < outside else squares[pawn]


def _apart(one: int, other: int) -> int:
    (y, x), (v, u) = divmod(one, 9), divmod(other, 9)
    return max(abs(y - v), abs(x - u))


def follow(table: Table, rng: random.Random, move: Move) -> None:
    """Walk at random to the end of the move, and compare every choice on the way."""
    state, pawn = table.state, move.pawn
    start = int(state.at[pawn])
    if start < 0:
        expected = move.entrances()
        if not expected:
            assert state.phase != Phase.MOVE or state.pawn != pawn
            return
        assert table.legal("enter") == expected
        table.do(rng.choice(expected))
        start = int(state.at[pawn])
    path: Path = (start,)
    while True:
        expected = move.directions(path)
        if not expected:
            assert not table.legal("step") or state.pawn != pawn or state.phase != Phase.MOVE
            return
        assert (state.phase, state.pawn) == (Phase.MOVE, pawn)
        assert table.legal("step") == expected
        assert table.can("done") == (
            move.may_end(path[-1]) and (len(path) > 1 or not (state.entered or move.promoted))
        )
        table.do(rng.choice(expected))
        if state.at[pawn] < 0:
            return  # it has left the board
        path = (*path, int(state.at[pawn]))


CROSSING = pytest.mark.parametrize("crossing", [False, True])


@pytest.mark.option("heroes_cross")
def test_a_hero_crosses_another_pawn_but_does_not_stop_there():
    """[fantasy-market 6.5, 12.36]: a blocked exit is no obstacle either."""
    table = Table(4, heroes_cross=True).at(warrior="b5", mage="c5").play("warrior")
    assert table.can("step:east")
    table.do("step:east")
    assert not table.can("done")
    assert table.do("step:east", "done").where("warrior") == "d5"
    table = Table(4, heroes_cross=True).at(warrior=None, mage="e1").play("warrior")
    assert table.can("enter:north")


@CROSSING
@pytest.mark.parametrize("job", CHARACTERS)
@pytest.mark.parametrize("seed", range(BOARDS))
def test_every_move_of_a_character(job: str, seed: int, crossing: bool):
    """[fantasy-market 3.3, 6.1 to 6.7, 6.12, 12.4, 12.16, 12.36]."""
    table, rng = drawn(seed, centre_capacity=capacity(seed), heroes_cross=crossing)
    for _ in range(6):
        crowd(table, rng, outside=rng.choice([0.0, 0.2, 0.5]))
        pawn = CHARACTERS.index(job)
        steps = int(table.edition.movement[pawn])
        move = Move(table, pawn, steps, promoted=False)
        table.play(job)
        follow(table, rng, move)


@CROSSING
@pytest.mark.parametrize("seed", [*range(BOARDS), *DETOURS])
def test_every_move_of_a_promoted_hero(seed: int, crossing: bool):
    """[fantasy-market 5.7, 5.8, 6.5, 12.14, 12.15, 12.36]."""
    options = {"promotion_divisor": 1, "heroes_cross": crossing}
    table, rng = drawn(seed, centre_capacity=capacity(seed), **options)
    for _ in range(6):
        crowd(table, rng, outside=rng.choice([0.0, 0.2, 0.5]))
        active = rng.randrange(4)
        table.state.active = active
        heroes = range(Pawn.THIEF)
        moves = [Move(table, h, int(table.edition.movement[h]), promoted=True) for h in heroes]
        able = [
            f"hero:{CHARACTERS[hero]}"
            for hero, move in enumerate(moves)
            if (move.entrances() if move.pawns[hero] < 0 else move.directions((move.pawns[hero],)))
        ]
        white = next(n for n, kind in enumerate(table.edition.tile_class) if kind == Pawn.THIEF)
        table.state.stock[active, white] = 1
        table.play("promotion", active)
        assert table.legal("hero") == able
        if able:
            chosen = rng.choice(able)
            table.do(chosen)
            follow(table, rng, moves[CHARACTERS.index(chosen.partition(":")[2])])
        table.state.stock[active, white] = 0
