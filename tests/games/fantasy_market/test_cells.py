"""The adjustable columns of the tables: characters, prices, tiles, encounters and the board."""

from __future__ import annotations

import pytest

from ducato.games.fantasy_market.parts import ENCOUNTERS

from .table import Table


def goes_out(hero: str, monster: str, *gear: str, **cells: object) -> Table:
    """Let a hero fight a monster at the north gate to the end."""
    table = Table(**cells).at(**{hero: "d1"}).gear(hero, *gear).play(hero).walk("e").do("done")
    return table.draw(monster).fight()


def visits(hero: str, *goods: str, gear: tuple[str, ...] = (), **cells: object) -> Table:
    """Let a hero visit the red shop of seat 0, which has these goods."""
    table = Table(**cells).at(**{hero: "b2"}).gear(hero, *gear).stock(0, *goods)
    return table.play(hero).walk("n").do("done")


# ------------------------------------------------------------------------------ characters


@pytest.mark.option("characters.*.attack")
def test_attack_of_a_character():
    """[fantasy-market 13.2] [fantasy-market 8.3]: 11 and 2 beat the captain's 12."""
    assert goes_out("warrior", "hobgoblin-captain").where("warrior") == "e5"
    strong = {"characters.warrior.attack": 11}
    assert goes_out("warrior", "hobgoblin-captain", **strong).where("warrior") is None


@pytest.mark.option("characters.*.defence")
def test_defence_of_a_character():
    """[fantasy-market 13.2] [fantasy-market 8.3]: the captain hits with 7 less 2."""
    for defence, where in ((4, "e5"), (5, None)):
        table = goes_out("warrior", "hobgoblin-captain", **{"characters.warrior.defence": defence})
        assert table.where("warrior") == where


@pytest.mark.option("characters.*.movement")
def test_movement_of_a_character():
    """[fantasy-market 13.2] [fantasy-market 6.1]."""
    table = Table(**{"characters.mage.movement": 2}).play("mage").walk("n", "n")
    assert (table.where("mage"), table.phase) == ("e3", "reveal")


# ---------------------------------------------------------------------------------- prices


@pytest.mark.option("grades.*.cost")
def test_cost_of_a_grade():
    """[fantasy-market 13.4] [fantasy-market 7.4]."""
    table = visits("warrior", "sword", **{"grades.i.cost": 5})
    assert (table.has("warrior"), table.has(0)) == (1, 5)


@pytest.mark.option("grades.*.value")
def test_value_of_a_grade():
    """[fantasy-market 13.4] [fantasy-market 5.4]."""
    table = Table(**{"grades.ii.value": 7}).stock(0, "war-axe").play("market").do("sell:war-axe")
    assert table.has(0) == 7


# ----------------------------------------------------------------------------------- tiles


@pytest.mark.option("tiles.*.class")
def test_class_of_a_tile():
    """[fantasy-market 13.4] [fantasy-market 7.1]."""
    mages = {"tiles.sword.class": "mage"}
    assert visits("mage", "sword", **mages).wears("mage") == ["sword"]
    assert visits("warrior", "sword", **mages).wears("warrior") == []
    assert visits("priest", "sword", **{"tiles.sword.class": "any"}).wears("priest") == ["sword"]


@pytest.mark.option("tiles.*.slot")
def test_slot_of_a_tile():
    """[fantasy-market 13.4] [fantasy-market 7.1]: the dearer shield is in the same box."""
    table = visits("warrior", "sword", gear=("tower-shield",), **{"tiles.sword.slot": 3})
    assert table.wears("warrior") == ["tower-shield"]


@pytest.mark.option("tiles.*.grade")
def test_grade_of_a_tile():
    """[fantasy-market 13.4]: its cost and its value."""
    table = visits("warrior", "sword", **{"tiles.sword.grade": "s3"})
    assert table.has("warrior") == 0
    table = Table(**{"tiles.sword.grade": "iii"}).stock(0, "sword").play("market").do("sell:sword")
    assert table.has(0) == 3


@pytest.mark.option("tiles.*.copies")
def test_copies_of_a_tile():
    """[fantasy-market 13.4]."""
    table = Table(**{"tiles.sword.copies": 0, "tiles.mace.copies": 9})
    assert (table.on_market("sword"), table.on_market("mace")) == (0, 9)


@pytest.mark.option("tiles.*.attack")
def test_attack_of_a_tile():
    """[fantasy-market 13.4] [fantasy-market 8.3]: 3 and 8 and 2 beat the captain's 12."""
    table = goes_out("warrior", "hobgoblin-captain", "sword", **{"tiles.sword.attack": 8})
    assert table.wears("warrior") == ["sword"]


@pytest.mark.option("tiles.*.defence")
def test_defence_of_a_tile():
    """[fantasy-market 13.4] [fantasy-market 8.3]: 3 and 2 stand the captain's 7 less 2."""
    table = goes_out("warrior", "hobgoblin-captain", "sword", **{"tiles.sword.defence": 2})
    assert table.wears("warrior") == ["sword"]


@pytest.mark.option("tiles.*.movement")
def test_movement_of_a_tile():
    """[fantasy-market 13.4] [fantasy-market 12.25]."""
    table = Table(**{"tiles.sword.movement": 3}).gear("warrior", "sword").play("warrior")
    assert table.state.budget == 7


# ------------------------------------------------------------------------------ encounters


@pytest.mark.option("encounters.*.type")
def test_type_of_a_monster():
    """[fantasy-market 13.5] [fantasy-market 8.3]: only of the hero's own type is it weaker."""
    assert goes_out("warrior", "orc").where("warrior") is None
    for kind in ("none", "mage"):
        table = goes_out("warrior", "orc", **{"encounters.orc.type": kind})
        assert table.where("warrior") == "e5"


@pytest.mark.option("encounters.*.copies")
def test_copies_of_an_encounter():
    """[fantasy-market 13.5] [fantasy-market 3.1]."""
    state = Table(**{"encounters.orc.copies": 5, "encounters.death.copies": 0}).state
    assert state.unseen[ENCOUNTERS.index("orc")] == 5
    assert state.unseen[ENCOUNTERS.index("death")] == 0
    assert state.row("pile").tolist() == [11] * 4  # 4 more, 4 less


@pytest.mark.option("encounters.*.attack")
def test_attack_of_a_monster():
    """[fantasy-market 13.5] [fantasy-market 8.3]: it is less by 2, and must exceed 3."""
    for attack, where in ((5, None), (6, "e5")):
        table = goes_out("warrior", "orc", **{"encounters.orc.attack": attack})
        assert table.where("warrior") == where


@pytest.mark.option("encounters.*.defence")
def test_defence_of_a_monster():
    """[fantasy-market 13.5] [fantasy-market 8.3]: 3 and 2, twice, beat 9; once they beat 4."""
    for defence, where in ((4, None), (5, "e5")):
        cells = {"encounters.orc.attack": 40, "encounters.orc.defence": defence}
        assert goes_out("warrior", "orc", **cells).where("warrior") == where


@pytest.mark.option("encounters.*.movement")
def test_movement_of_a_monster():
    """[fantasy-market 13.5] [fantasy-market 8.3]: the faster one hits first."""
    deadly = {"encounters.bandit.attack": 40}
    for movement, where in ((4, None), (5, "e5")):
        table = goes_out("warrior", "bandit", **deadly, **{"encounters.bandit.movement": movement})
        assert table.where("warrior") == where


@pytest.mark.option("encounters.*.gold")
def test_gold_of_an_encounter():
    """[fantasy-market 13.5, 13.6] [fantasy-market 8.2]."""
    assert goes_out("warrior", "orc", **{"encounters.orc.gold": 11}).has("warrior") == 17
    rich = {"encounters.treasure-7.gold": 20}
    assert goes_out("mage", "treasure-7", **rich).has("mage") == 26


# ----------------------------------------------------------------------------------- board


@pytest.mark.option("board.*.*")
@pytest.mark.parametrize("column", "abcdefghi")
def test_every_square_can_be_a_wall(column: str):
    """[fantasy-market 2.1] [fantasy-market 13.3]."""
    table = Table(**{f"board.6.{column}": "#"}).at(warrior=f"{column}5").play("warrior")
    assert table.clause_against("step:south") == "2.1"
