"""What holds in every position: ways out of moves, fights that end, gold and tiles that add up."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ducato
from ducato import checks
from ducato.games.fantasy_market.atlas import SQUARE_COUNT, SQUARES
from ducato.games.fantasy_market.parts import CHARACTERS, ENCOUNTERS, TILES
from ducato.games.fantasy_market.state import ACTIONS, Phase

from .conservation import conserved
from .table import Table

GAME = ducato.load("fantasy-market", players=4)
OPEN = [s for s in range(SQUARE_COUNT) if GAME.edition.terrain[s] >= 0]
DONE = ACTIONS.index("done")


def ends_somewhere(table: Table, depth: int = 0) -> bool:
    """Return whether every way that is offered leads to a legal end of the move."""
    position = table.position
    assert depth < 12
    legal = position.legal_actions()
    assert legal
    for action in legal:
        there = position.clone()
        there.apply_action(action)
        moved = action != DONE and there.state.phase == Phase.MOVE
        if moved and there.state.pawn == position.state.pawn:
            table.position = there
            assert ends_somewhere(table, depth + 1)
    table.position = position
    return True


@settings(max_examples=40)
@given(
    squares=st.lists(st.sampled_from(OPEN), min_size=6, max_size=6, unique=True),
    pawn=st.sampled_from(["warrior", "thief", "collector"]),
    outside=st.booleans(),
)
def test_no_dead_end(squares: list[int], pawn: str, outside: bool):
    """[fantasy-market 6.1, 6.2]: a path that can end legally is offered, another never."""
    options = {"thief_move": 3, "collector_move": 2, "characters.warrior.movement": 3}
    table = Table(6, **options)
    for name, square in zip(CHARACTERS, squares, strict=True):
        table.at(**{name: SQUARES[square]})
    if outside and pawn != "collector":
        table.at(**{pawn: None})
    table.play(pawn)
    if table.phase == "move":
        assert ends_somewhere(table)


@settings(max_examples=60)
@given(
    squares=st.lists(st.sampled_from(OPEN), min_size=6, max_size=6, unique=True),
    seat=st.integers(0, 5),
)
def test_promotion_always_comes_nearer(squares: list[int], seat: int):
    """[fantasy-market 5.8]."""
    table = Table(6)
    for name, square in zip(CHARACTERS, squares, strict=True):
        table.at(**{name: SQUARES[square]})
    table.stock(seat, "winged-cape").play("promotion", seat)
    while table.phase in ("promote", "move"):
        state = table.state
        pawn, before = state.pawn, state.at[max(state.pawn, 0)]
        table.position.apply_action(table.position.legal_actions()[0])
        after = table.state.at[pawn]
        if pawn >= 0 and before >= 0 and after >= 0 and before != after:
            way = table.edition.row("way")[state.shop_of[seat]]
            assert way[after] == way[before] - 1


@settings(max_examples=100)
@given(
    hero=st.sampled_from(CHARACTERS[:4]),
    monster=st.sampled_from(ENCOUNTERS[:25]),
    tiles=st.lists(st.sampled_from(TILES), max_size=6),
)
def test_fights_end(hero: str, monster: str, tiles: list[str]):
    """[fantasy-market 8.3, 12.30]: after at most defence / attack + 1 blows of the hero."""
    table = Table()
    worn = {}
    for tile in tiles:
        number = TILES.index(tile)
        if table.edition.tile_class[number] in (CHARACTERS.index(hero), 4):
            worn[table.edition.tile_box[number]] = tile
    table.gear(hero, *worn.values()).at(**{hero: "d1"}).play(hero).walk("e").do("done")
    table.draw(monster)
    number, rounds = ENCOUNTERS.index(monster), 0
    while table.phase == "fight":
        table.chance()
        rounds += 1
    defence = table.edition.encounter_defence[number]
    assert rounds <= defence // table.edition.attack[CHARACTERS.index(hero)] + 2
    assert conserved(table.state, table.state, table.edition, -1, 0)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_gold_and_tiles_add_up(players: int):
    """[fantasy-market 1.4, 11.1]."""
    for edition in ("tuned", "author"):
        game = ducato.load("fantasy-market", players=players, edition=edition, hourglass_end=8)
        for position in checks.walk(game, players):
            state = position.state
            if state.phase != Phase.MOVE:
                assert conserved(state, state, game.edition, -1, 0)


def test_unlimited_gold_adds_up_too():
    """[fantasy-market 11.1]."""
    game = ducato.load("fantasy-market", players=2, gold_shortage="unlimited", gold_tiles=40)
    for position in checks.walk(game, 5):
        assert conserved(position.state, position.state, game.edition, -1, 0)
