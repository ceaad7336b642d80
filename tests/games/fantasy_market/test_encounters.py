"""Treasures, deaths, monsters."""

from __future__ import annotations

import pytest

from ducato.core.i18n import render
from ducato.games.fantasy_market import GAME
from ducato.games.fantasy_market.narration import describe_step
from ducato.games.fantasy_market.parts import ENCOUNTERS, EXITS

from .table import Table

SETS = {
    "mage-i": ("oak-wand", "apprentice-robe", "copper-charm"),
    "ranger-i": ("short-bow", "hooded-cloak", "travel-boots"),
    "ranger-iii": ("elven-bow", "shadow-armour", "boots-of-the-wind"),
    "priest-i": ("cudgel", "pilgrim-habit", "wooden-holy-symbol"),
    "priest-ii": ("mace", "padded-vestment", "silver-holy-symbol"),
}


def goes_out(hero: str, *gear: str, **options: object) -> Table:
    """Let a hero leave by the north gate, with a card of seat 0."""
    table = Table(**options).at(**{hero: "d1"}).gear(hero, *gear)
    return table.play(hero).walk("e").do("done")


def shares(table: Table, hero: str) -> tuple[int, int]:
    """Return the gold of the sender, and what the hero has won."""
    assert [table.has(seat) for seat in (1, 2, 3)] == [0, 0, 0]
    return table.has(0), table.has(hero) - 6


@pytest.mark.parametrize(
    ("hero", "gear", "monster", "wins", "left"),
    [
        ("warrior", (), "orc", True, []),
        ("warrior", (), "wolf", False, []),
        ("mage", SETS["mage-i"], "hobgoblin-captain", True, ["oak-wand", "apprentice-robe"]),
        ("ranger", SETS["ranger-i"], "wyvern", True, []),
        ("priest", SETS["priest-i"], "dragon", False, []),
        ("priest", SETS["priest-ii"], "lich", True, ["mace"]),
        ("ranger", SETS["ranger-iii"], "dragon", True, []),
    ],
)
def test_combat(hero: str, gear: tuple[str, ...], monster: str, wins: bool, left: list[str]):
    """[fantasy-market 8.3, 12.1, 12.2, 12.30]: vectors 6 to 12."""
    table = goes_out(hero, *gear).draw(monster).fight()
    value = int(table.edition.encounter_gold[ENCOUNTERS.index(monster)])
    if wins:
        assert (table.where(hero), table.has(hero)) == (None, 6 + value)
        assert table.state.discarded[ENCOUNTERS.index(monster)] == 1
    else:
        assert (table.where(hero), table.has(hero)) == ("e5", 6)
        assert table.state.face_up[0] == ENCOUNTERS.index(monster)
    assert table.wears(hero) == left


def test_items_are_lost_from_the_right():
    """[fantasy-market 8.3, 12.2]: the special one first."""
    table = goes_out("priest", "winged-cape", *SETS["priest-i"]).draw("dragon")
    table.chance()
    assert table.wears("priest") == list(SETS["priest-i"])


@pytest.mark.option("combat_tie")
def test_equal_movement():
    """[fantasy-market 8.3, 12.20]: the hero first, so that the Bandit cannot hit."""
    strong = {"encounters.bandit.attack": 20}
    assert goes_out("warrior", **strong).draw("bandit").chance().where("warrior") is None
    slow = goes_out("warrior", combat_tie="monster_first", **strong).draw("bandit").chance()
    assert slow.where("warrior") == "e5"


@pytest.mark.option("type_modifier")
def test_another_bonus_against_the_own_type():
    """[fantasy-market 8.3]: the Orc's 5 and the Warrior's 3 both change by it, for the Warrior."""
    for modifier in (0, 1):  # less, and the Orc still exceeds 3
        table = goes_out("warrior", type_modifier=modifier).draw("orc").fight()
        assert table.where("warrior") == "e5"
    assert goes_out("warrior", type_modifier=6).draw("orc").chance().phase == "reveal"


def test_a_monster_face_up_is_fought():
    """[fantasy-market 8.1, 8.4]: undamaged; no card is drawn."""
    table = Table().monster("north", "hydra").at(mage="d1").play("mage").walk("e").do("done")
    assert (table.phase, table.state.damage) == ("fight", 0)
    table.fight()
    assert table.state.face_up[0] == ENCOUNTERS.index("hydra")
    assert table.state.damage == 0


def test_treasure_and_death():
    """[fantasy-market 8.2]."""
    table = goes_out("mage").draw("treasure-7")
    assert (table.has("mage"), table.where("mage")) == (13, None)
    table = goes_out("mage", "oak-wand").purse("mage", 9).draw("death")
    assert (table.has("mage"), table.where("mage"), table.wears("mage")) == (6, "e5", [])
    assert table.state.discarded[ENCOUNTERS.index("death")] == 1


@pytest.mark.option("hero_start_gold")
def test_the_gold_of_those_who_replace_them():
    """[fantasy-market 8.2] [fantasy-market 8.4]: as much as at the start."""
    assert goes_out("mage", hero_start_gold=9).purse("mage", 2).draw("death").has("mage") == 9


def test_the_dead_are_replaced():
    """[fantasy-market 8.4]."""
    table = Table().purse("warrior", 11).at(warrior="d1")
    reserve = table.state.reserve
    table.play("warrior").walk("e").do("done").draw("wolf").fight()
    assert (table.has("warrior"), table.state.reserve) == (6, reserve + 5)


def test_the_living_stay_outside():
    """[fantasy-market 8.5]."""
    table = goes_out("warrior").draw("treasure-2")
    assert table.where("warrior") is None
    assert table.play("warrior").can("enter:south")


def test_a_new_deal():
    """[fantasy-market 8.6, 12.21]: face-up monsters stay; piles differ by one at most."""
    table = Table().monster("south", "dragon").at(mage="d1")
    for name in ("goblin", "imp", "death"):
        table.state.unseen[ENCOUNTERS.index(name)] -= 1
        table.state.discarded[ENCOUNTERS.index(name)] += 1
    table.state.pile[EXITS.index("north")] = 1
    table.state.pile[EXITS.index("east")] += 7
    table.play("mage").walk("e").do("done").draw("treasure-2")
    assert table.state.row("pile").tolist() == [11, 11, 11, 10]
    assert sum(table.state.row("discarded")) == 0
    assert table.state.face_up[EXITS.index("south")] == ENCOUNTERS.index("dragon")
    assert table.position.state.phase == 1


@pytest.mark.option("sender_share")
@pytest.mark.parametrize(("parts", "share"), [(1, 7), (2, 3), (3, 2), (6, 1)])
def test_the_sender_shares_in_what_the_hero_wins(parts: int, share: int):
    """[fantasy-market 8.7, 12.31]: a treasure of 7, and a monster worth as much."""
    table = goes_out("mage", sender_share=parts).draw("treasure-7")
    assert shares(table, "mage") == (share, 7 - share)
    gear = SETS["mage-i"]
    table = goes_out("mage", *gear, sender_share=parts).draw("hobgoblin-captain").fight()
    assert shares(table, "mage") == (share, 7 - share)


@pytest.mark.option("sender_fee")
def test_the_sender_gets_a_fee():
    """[fantasy-market 8.7]: from the reserve, after the hero has been paid."""
    table = goes_out("mage", sender_fee=2)
    reserve = table.state.reserve
    assert shares(table.draw("treasure-7"), "mage") == (2, 7)
    assert table.state.reserve == reserve - 9
    table = goes_out("warrior", sender_fee=2, sender_share=2).draw("orc").fight()
    assert shares(table, "warrior") == (4, 3)
    table = goes_out("mage", sender_fee=2)
    table.state.reserve = 8
    assert shares(table.draw("treasure-7"), "mage") == (1, 7)


def test_a_dead_hero_earns_the_sender_nothing():
    """[fantasy-market 8.7]: death found outside, or by a monster."""
    table = goes_out("mage", sender_fee=5, sender_share=1).draw("death")
    assert shares(table, "mage") == (0, 0)
    table = goes_out("warrior", sender_fee=5, sender_share=1).draw("wolf").fight()
    assert shares(table, "warrior") == (0, 0)


def test_without_an_option_the_sender_gets_nothing():
    """[fantasy-market 8.7, 12.31]."""
    assert shares(goes_out("mage").draw("treasure-7"), "mage") == (0, 7)


def test_the_log_tells_what_the_sender_gets():
    """[fantasy-market 8.7]: of what the hero has found, and the fee besides."""
    table = goes_out("mage", sender_share=2, sender_fee=4)
    before = table.state.copy()
    found = describe_step(before, None, table.draw("treasure-7").state, table.edition, -1, 1)
    assert [render(each, GAME.package, "en", ["Anna"]) for each in found] == [
        "The Mage finds 7 gold.",
        "Anna gets 3 gold of that for sending the hero out.",
        "Anna gets 4 gold from the reserve for sending out the Mage.",
    ]
