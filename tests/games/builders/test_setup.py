"""The box and the set-up [builders 1, 2]."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

import ducato
from ducato.core.errors import ConflictingOptions
from ducato.games.builders.state import COINS, CONSTRUCTION_TABLE, MATERIALS, WORKER_TABLE, Phase

from .table import Table

PLAYERS = [2, 3, 4]
NEEDS = {"stone": 60, "wood": 59, "knowledge": 61, "tile": 60}


def dealt(players: int, seed: int = 0, **options: object):
    """A game after its set-up."""
    rng = ducato.new_rng("deal", players, seed)
    position = ducato.load("builders", players, **options).new_initial_state()
    while position.is_chance_node():
        position.apply_action(ducato.sample(position.chance_outcomes(), rng))
    return position


def held(position, *zones: str) -> list[int]:
    counts = position.to_dict()["state"]["held"]
    return [counts[zone] for zone in zones]


def test_34_buildings_and_8_machines():
    """[builders 1.1] [builders 8.1]."""
    assert Counter(row["kind"] for row in CONSTRUCTION_TABLE) == {"building": 34, "machine": 8}


def test_the_workers_by_class():
    """[builders 1.2]."""
    classes = Counter(row["name"] for row in WORKER_TABLE)
    assert classes == {"apprentice": 6, "laborer": 12, "craftsman": 16, "master": 8}


def test_a_hundred_coins():
    """[builders 1.3]."""
    assert COINS == 25 * 1 + 15 * 5 == 100


def test_four_materials_in_order():
    """[builders 1.4] [builders 8.18]."""
    assert MATERIALS == ["stone", "wood", "knowledge", "tile"]


def test_the_table_of_constructions_adds_up():
    """[builders 1.5]: totals derived from the verified data of the specification."""
    ordinary = [row for row in CONSTRUCTION_TABLE if row["kind"] == "building"]
    machines = [row for row in CONSTRUCTION_TABLE if row["kind"] == "machine"]
    assert sum(int(row["points"]) for row in ordinary) == 110
    assert sum(int(row["coins"]) for row in ordinary) == 448
    assert {m: sum(int(row[m]) for row in ordinary) for m in MATERIALS} == NEEDS
    assert sum(int(row["points"]) for row in machines) == 12
    assert [sum(int(row[m]) for row in machines) for m in MATERIALS] == [5, 6, 5, 4]
    assert all(row["coins"] == "0" for row in machines)
    for row in machines:  # grade 1 needs and makes 2, grade 2 needs and makes 3
        grade = int(row["points"])
        assert sum(int(row[m]) for m in MATERIALS) == grade + 1
        assert sorted(int(row[f"makes_{m}"]) for m in MATERIALS) == [0, 0, 0, grade + 1]


def test_coins_and_points_follow_the_need():
    """[builders 1.5]: the table of derived statistics."""
    expected = {2: (8, 0), 3: (6, 1), 5: (10, 2), 6: (12, 3), 7: (14, 3), 8: (16, 4), 10: (18, 5)}
    expected |= {12: (20, 6), 16: (20, 7), 17: (20, 8)}
    counts = Counter()
    for row in CONSTRUCTION_TABLE:
        if row["kind"] == "building":
            pips = sum(int(row[m]) for m in MATERIALS)
            # Cards of 7, 10, 12, ... have their group's reward; the Aqueduct is the one of 12.
            assert (int(row["coins"]), int(row["points"])) == expected[pips], row["card"]
            counts[pips] += 1
    assert counts == {2: 2, 3: 5, 5: 4, 6: 5, 7: 4, 8: 6, 10: 5, 12: 1, 16: 1, 17: 1}


def test_the_wage_is_what_a_worker_makes():
    """[builders 1.6]."""
    wages = {"apprentice": 2, "laborer": 3, "craftsman": 4, "master": 5}
    for row in WORKER_TABLE:
        made = [int(row[f"makes_{m}"]) for m in MATERIALS]
        assert int(row["wage"]) == sum(made) == wages[row["name"]]
    for m in MATERIALS:
        assert sum(int(row[f"makes_{m}"]) for row in WORKER_TABLE) == 38
    rows = Counter(tuple(row[f"makes_{m}"] for m in MATERIALS) for row in WORKER_TABLE)
    assert [makes for makes, n in rows.items() if n > 1] == [("1", "1", "1", "1")]


def test_every_card_has_its_name_in_four_languages():
    """[builders 1.1] [builders 1.2]: French, English, Italian, Spanish, from the data."""
    folder = Path(ducato.__file__).parent / "games" / "builders" / "data"
    names: dict[str, dict[str, str]] = {}
    for file in ("names.csv", "french.csv"):
        for row in csv.DictReader((folder / file).read_text("utf-8").splitlines()):
            names.setdefault(row["id"], {}).update(row)
    assert len(names) == 34 + 4 + 4  # two machines share each name
    for wanted in {row["name"] for row in [*CONSTRUCTION_TABLE, *WORKER_TABLE]}:
        for language in ("fr", "en", "it", "es"):
            article, bare = names[wanted][language].split("|")
            assert article
            assert bare
    assert names["church"]["fr"] == "l'|Église"
    assert names["church"]["it"] == "la|Chiesa"


@pytest.mark.parametrize("players", PLAYERS)
def test_five_buildings_in_the_row(players: int):
    """[builders 2.1]."""
    position = dealt(players)
    assert held(position, "building-row") == [5]
    spots = [
        position.state.spot[c]
        for c in range(84)
        if position.to_dict()["state"]["zone"][_id(c)] == "building-row"
    ]
    assert sorted(spots) == [0, 1, 2, 3, 4]


@pytest.mark.option("row_size")
def test_rows_of_another_length():
    """[builders 2.1] [builders 2.3]: they are refilled to the same length."""
    table = Table(row_size=7)
    assert len(table.cards("building-row")) == len(table.cards("worker-row")) == 7
    table.do(f"open:{table.cards('building-row')[6]}")
    assert len(table.cards("building-row")) == 7


def _id(card: int) -> str:
    from ducato.games.builders.state import CARD_IDS

    return CARD_IDS[card]


@pytest.mark.parametrize("players", PLAYERS)
def test_an_apprentice_each(players: int):
    """[builders 2.2] [builders 8.16]: the others are in the deck, or open already."""
    position = dealt(players)
    zones = position.to_dict()["state"]["zone"]
    crews = [zone for card, zone in zones.items() if card.startswith("apprentice-")]
    for seat in range(players):
        assert crews.count(f"crew:{seat}") == 1
    rest = {p for p in crews if not p.startswith("crew")}
    assert rest <= {"worker-deck", "worker-row", "next-worker"}
    assert held(position, "box", "apprentices") == [0, 0]


def test_every_apprentice_can_be_dealt():
    """[builders 2.2]: at random."""
    got = Counter()
    for seed in range(200):
        zones = dealt(2, seed).to_dict()["state"]["zone"]
        got += Counter(card for card, zone in zones.items() if zone == "crew:0")
    assert len(got) == 6
    assert min(got.values()) > 15


@pytest.mark.option("undealt_apprentices")
def test_undealt_apprentices_may_be_removed():
    """[builders 8.16]."""
    position = dealt(3, undealt_apprentices="removed")
    assert held(position, "box", "worker-deck", "worker-row", "next-worker") == [3, 30, 5, 1]


@pytest.mark.option("start_apprentices")
def test_no_apprentices():
    """[builders 2.2]: the parameter."""
    position = dealt(2, start_apprentices=0)
    assert held(position, "crew:0", "crew:1", "worker-deck") == [0, 0, 36]


@pytest.mark.option("apprentices")
def test_apprentices_may_be_drafted():
    """[builders 2.2]: clockwise from the first player, each out of those that are left."""
    table = Table(3, apprentices="drafted")
    assert table.state.phase == Phase.DRAFT
    assert table.legal() == [f"recruit:apprentice-{n}" for n in range(1, 7)]
    assert table.clause_against("end") == "2.2"
    table.do("recruit:apprentice-4")
    assert table.position.current_player() == 1
    assert table.clause_against("recruit:apprentice-4") == "2.2"
    table.do("recruit:apprentice-1", "recruit:apprentice-6")
    assert [table.cards(f"crew:{seat}") for seat in range(3)] == [
        ["apprentice-4"],
        ["apprentice-1"],
        ["apprentice-6"],
    ]
    assert table.state.phase == Phase.ACT
    assert table.position.current_player() == 0


@pytest.mark.parametrize(("players", "deck"), [(2, 35), (3, 34), (4, 33)])
def test_five_workers_in_the_row(players: int, deck: int):
    """[builders 2.3] [builders 2.6]: the deck's open card is one of it."""
    position = dealt(players)
    assert held(position, "worker-row") == [5]
    assert sum(held(position, "worker-deck", "next-worker")) == deck


@pytest.mark.parametrize("players", PLAYERS)
def test_ten_coins_each(players: int):
    """[builders 2.4]."""
    position = dealt(players)
    assert list(position.state.row("coins")[:players]) == [10] * players
    assert position.state.bank == -10 * players


@pytest.mark.parametrize(("players", "start_coins"), [(2, 40), (3, 30), (4, 25)])
def test_the_box_has_starting_coins_for_all(players: int, start_coins: int):
    """[builders 2.4, 8.8]."""
    position = dealt(players, start_coins=start_coins, bank_limit="box")
    assert list(position.state.row("coins")[:players]) == [start_coins] * players


@pytest.mark.parametrize(("players", "start_coins"), [(3, 35), (4, 30), (4, 40)])
def test_starting_coins_that_the_box_has_not_are_refused(players: int, start_coins: int):
    """[builders 2.4, 8.8]: otherwise the last seats would begin with less."""
    dealt(players, start_coins=start_coins)
    with pytest.raises(ConflictingOptions, match=r"start_coins.*bank_limit"):
        ducato.load("builders", players, start_coins=start_coins, bank_limit="box")


def test_chance_decides_who_begins():
    """[builders 2.5]."""
    firsts = Counter()
    for seed in range(300):
        record = dealt(3, seed).state
        assert record.first == record.active
        firsts[record.first] += 1
    assert set(firsts) == {0, 1, 2}
    assert min(firsts.values()) > 70


def test_play_goes_clockwise_and_the_marker_stays():
    """[builders 2.5]."""
    position = dealt(4, 5)
    first = position.state.first
    for turn in range(9):
        assert position.current_player() == (first + turn) % 4
        assert position.state.first == first
        position.apply_action(position.game.encode("end"))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_next_card_of_each_deck_is_open(players: int):
    """[builders 2.6] [builders 8.10]."""
    position = dealt(players)
    assert held(position, "next-building", "next-worker") == [1, 1]
    assert sum(held(position, "building-deck", "next-building")) == 37


@pytest.mark.option("show_next_card")
def test_the_next_card_may_be_hidden():
    """[builders 8.10]: then a gap is filled by a card that nobody saw coming."""
    table = Table(show_next_card=False)
    assert table.cards("next-building") == table.cards("next-worker") == []
    assert len(table.cards("building-deck")) == 37
    wanted = table.cards("building-row")[2]
    spot = table.state.spot[42 + 2]
    table.position.apply_action(table.game.encode("open", building=wanted))
    assert table.state.phase == Phase.DRAW_BUILDING
    assert len(table.position.chance_outcomes()) == 37
    new = table.cards("building-deck")[20]
    table.position.apply_action(20)
    assert new in table.cards("building-row")
    assert table.state.spot[42 + table.game.actions.index(f"open:{new}")] == spot
    assert table.state.phase == Phase.ACT


def test_nothing_is_hidden():
    """[builders 3.1]: everybody sees the same, and knows what is in the decks but not the order."""
    position = dealt(3, 2)
    whole = position.to_dict()["state"]
    for seat in (-1, 0, 1, 2):
        assert position.to_dict(seat)["state"] == whole
        assert position.observation_string(seat) == position.observation_string(0)
