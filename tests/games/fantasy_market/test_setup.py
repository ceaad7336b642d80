"""What is on the table before the first turn, and the tables of an edition."""

from __future__ import annotations

import pytest

import ducato
from ducato.core.errors import ConflictingOptions, UnknownName
from ducato.games.fantasy_market import GAME
from ducato.games.fantasy_market.atlas import SQUARES
from ducato.games.fantasy_market.parts import (
    CARD_JOB,
    COLOURS,
    ENCOUNTERS,
    JOBS,
    TILES,
    Encounter,
    Terrain,
    Zone,
)

from .table import Table


def load(players: int | None = None, edition: str = "tuned", **options: object):
    return ducato.load("fantasy-market", players, edition, **options)


def start(players: int = 4, **options: object):
    return load(players, **options).new_initial_state()


def test_the_board():
    """[fantasy-market 1.1, 2.1, 13.3]."""
    terrain = load().edition.row("terrain").tolist()
    assert sum(t != Terrain.WALL for t in terrain) == 73
    assert terrain.count(Terrain.PLAIN) == 56
    for shop in range(6):
        assert terrain.count(Terrain.SHOP + shop) == 2
    assert [SQUARES[terrain.index(Terrain.EXIT + e)] for e in range(4)] == ["e1", "i5", "e9", "a5"]
    assert SQUARES[terrain.index(Terrain.CENTRE)] == "e5"


def test_all_shops_are_equally_far():
    """[fantasy-market 2.1]: centre 6, exits 2, 5, 10 and 10."""
    edition = load().edition
    for shop in range(6):
        way = edition.row("way")[shop]
        assert way[SQUARES.index("e5")] == 6
        assert sorted(int(way[gate]) for gate in edition.row("gate")) == [2, 5, 10, 10]


@pytest.mark.parametrize(
    ("players", "shops"),
    [(2, "25"), (3, "135"), (4, "1245"), (5, "12345"), (6, "123456")],
)
def test_suggested_shops(players: int, shops: str):
    """[fantasy-market 2.2]."""
    state = start(players).state
    assert "".join(str(s + 1) for s in state.row("shop_of")[:players]) == shops


def test_a_shop_without_owner_is_walked_through():
    """[fantasy-market 2.3]."""
    table = Table(2).at(warrior="b2").stock(0, "sword").play("warrior")
    table.walk("n").do("done")
    assert table.where("warrior") == "b1"
    assert table.has("warrior") == 6


def test_the_character_sheet():
    """[fantasy-market 1.2, 13.2, 12.1, 12.28]."""
    edition = load().edition
    assert edition.row("attack").tolist() == [3, 4, 3, 2, 0, 0]
    assert edition.row("defence").tolist() == [3, 1, 2, 3, 0, 0]
    assert edition.row("movement").tolist() == [4, 4, 6, 5, 3, 4]
    assert all(n > 0 for n in edition.row("encounter_movement")[:25])


@pytest.mark.parametrize(("players", "cards"), [(2, 9), (3, 10), (4, 10), (5, 9), (6, 10)])
def test_action_cards(players: int, cards: int):
    """[fantasy-market 1.3, 3.8, 13.1, 12.9]."""
    state = start(players).state
    deck = [JOBS[CARD_JOB[c]] for c in range(len(CARD_JOB)) if state.zone[c] == Zone.DECK]
    assert len(deck) == cards
    assert cards % players
    assert deck.count("market") == cards - 8
    assert [deck.count(job) for job in JOBS if job != "market"] == [1] * 8


@pytest.mark.option("character_cards", "market_cards", "inventory_cards", "promotion_cards")
def test_other_numbers_of_action_cards():
    """[fantasy-market 3.8, 13.1]: for any number of players."""
    wanted = {"market_cards": 3, "inventory_cards": 2, "promotion_cards": 0, "character_cards": 0}
    state = start(5, **wanted).state
    deck = [JOBS[CARD_JOB[c]] for c in range(len(CARD_JOB)) if state.zone[c] == Zone.DECK]
    assert deck == ["market"] * 3 + ["inventory"] * 2


def test_tiles_gold_and_encounters():
    """[fantasy-market 1.4, 13.4, 13.5, 13.6]."""
    state = start().state
    edition = load(4).edition
    assert sum(state.row("market")) == 80
    copies, kind = edition.row("encounter_copies"), edition.row("encounter_kind")
    for what, number in ((Encounter.MONSTER, 25), (Encounter.TREASURE, 15), (Encounter.DEATH, 4)):
        assert sum(copies[kind == what]) == number
    value, copies = edition.row("tile_value"), edition.row("tile_copies")
    assert sum(copies[value == 1]) == 32
    assert int(value.astype(int) @ copies) == 151
    gold = edition.row("encounter_gold").astype(int) * edition.row("encounter_copies")
    assert gold[kind == Encounter.MONSTER].sum() == 170
    assert gold[kind == Encounter.TREASURE].sum() == 81


def test_the_die_has_six_sides():
    """[fantasy-market 1.5, 12.3]."""
    table = Table().at(collector="b2").gold(3).play("collector").walk("n").do("done")
    assert len(table.position.chance_outcomes()) == 6


def test_a_tile():
    """[fantasy-market 1.6]: the author's Sword."""
    edition = load().edition
    sword = TILES.index("sword")
    row = [edition[f"tile_{name}"][sword] for name in ("class", "cost", "value", "attack")]
    assert row == [0, 2, 1, 2]


def test_piles_hourglass_and_pawns():
    """[fantasy-market 3.1, 3.2, 3.3, 12.4]."""
    state = start().state
    assert state.row("pile").tolist() == [11, 11, 11, 11]
    assert state.hourglass == 0
    assert {SQUARES[square] for square in state.row("at")} == {"e5"}


def test_the_market_is_open():
    """[fantasy-market 3.4]."""
    position = start()
    assert position.to_dict(-1)["state"]["market"]["sword"] == 3


@pytest.mark.option("shop_choice")
def test_shops_are_chosen_where_the_edition_says_so():
    """[fantasy-market 3.5]."""
    position = start(3, edition="author")
    assert len(position.chance_outcomes()) == 3
    position.apply_action(1)
    for seat, colour in ((1, "green"), (2, "red"), (0, "blue")):
        assert position.current_player() == seat
        position.apply_action(position.game.encode("shop", colour=colour))
    assert [COLOURS[s] for s in position.state.row("shop_of")[:3]] == ["blue", "green", "red"]
    table = Table(2, shop_choice="free").do("shop:red")
    assert table.clause_against("shop:red") == "3.5"


@pytest.mark.parametrize(("players", "tiles"), [(2, 3), (4, 3), (5, 2), (6, 2)])
def test_first_tiles(players: int, tiles: int):
    """[fantasy-market 3.6]."""
    position = start(players)
    position.apply_action(1)
    order = []
    while position.state.turns == 0:
        order.append(position.current_player())
        legal = position.legal_actions()
        names = [position.game.decode(a)["tile"] for a in legal]
        worth = [position.game.edition.tile_value[TILES.index(name)] for name in names]
        assert max(worth) == 1
        position.apply_action(legal[0])
    assert order == [(1 + turn) % players for turn in range(players)] * tiles
    assert position.state.row("stock").sum(axis=1)[:players].tolist() == [tiles] * players


@pytest.mark.option("start_tiles", "start_tile_max_value")
def test_other_first_tiles():
    """[fantasy-market 3.6]: of a value up to 2."""
    position = start(3, start_tiles=1, start_tile_max_value=2)
    for _ in range(4):  # chance chooses the first player
        position.apply_action(position.legal_actions()[-1] if position.state.phase else 0)
    assert position.state.turns == 1
    assert position.state.row("stock").sum(axis=1)[:3].tolist() == [1] * 3
    value = position.game.edition.row("tile_value")
    assert {int(n) for n in value[position.state.row("stock").any(axis=0)]} == {2}
    position = start(3, start_tiles=0)
    position.apply_action(0)
    assert position.state.turns == 1


@pytest.mark.option("hero_start_gold", "player_start_gold")
def test_gold_at_the_start():
    """[fantasy-market 3.7]."""
    state = start(HERO_START_GOLD=8, player_start_gold=2).state
    assert state.row("purse").tolist() == [8] * 4
    assert state.row("gold").tolist() == [2, 2, 2, 2, 0, 0]
    assert state.reserve == 60


def test_tables_that_nobody_could_play_with_are_refused():
    for options in (
        {"board.5.a": "."},
        {"board.5.c": "*"},
        {"board.1.g": ".", "board.1.h": "."},
        {"character_cards": 0, "market_cards": 0, "players": 6},
        {"grades.i.value": 2, "grades.s1.value": 2},
        {f"encounters.{name}.copies": 0 for name in ENCOUNTERS},
    ):
        players = options.pop("players", 4)
        with pytest.raises(ConflictingOptions):
            load(players, **options)


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (
            {"gold_tiles": 40, "player_start_gold": 10, "players": 6},
            "player_start_gold.*gold_tiles",
        ),
        ({"board.1.d": "#", "board.2.b": "#", "board.2.c": "#"}, "shop 1 is walled in"),
        ({"board.1.d": "#", "board.1.f": "#", "board.2.e": "#"}, "exit N is walled in"),
        (
            {
                "characters.ranger.movement": 8,
                "tiles.winged-cape.movement": 3,
                "tiles.short-bow.movement": 3,
                "tiles.hooded-cloak.movement": 3,
            },
            "characters.ranger.movement = 8, tiles.short-bow.movement = 3",
        ),
    ],
)
def test_options_that_exclude_each_other_are_refused_by_name(options, names):
    """[fantasy-market 2.1, 3.7, 12.25]."""
    players = options.pop("players", 4)
    with pytest.raises(ConflictingOptions, match=names):
        load(players, **options)


@pytest.mark.option("gold_tiles")
def test_start_gold_that_just_suffices():
    """[fantasy-market 3.7, 11.1]: all get theirs; without a limit it may be more."""
    paid = {"gold_tiles": 84, "player_start_gold": 10}
    state = start(players=6, **paid).state
    assert state.row("gold").tolist() == [10] * 6
    assert state.reserve == 0
    start(players=6, **{**paid, "gold_tiles": 83}, gold_shortage="unlimited")
    with pytest.raises(ConflictingOptions):
        start(players=6, **{**paid, "gold_tiles": 83})


def test_wrong_names_of_cells_get_the_right_ones():
    with pytest.raises(UnknownName, match=r"tiles\.sword\.copies"):
        load(**{"tiles.sword.colour": 3})
    with pytest.raises(UnknownName) as error:
        load(hero_gold=3)
    assert set(error.value.choices) == set(GAME.parameters)


def test_defaults_by_number_of_players():
    """[fantasy-market 3.6, 9.1]."""
    assert load(6).values["hourglass_end"] == 45
    assert load(6, hourglass_end=7).values["hourglass_end"] == 7
