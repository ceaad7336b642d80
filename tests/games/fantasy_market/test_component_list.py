"""All items, encounter cards, characters and action cards are in the list, with their numbers."""

from __future__ import annotations

from tests.games.components import cells, groups, numbers, table

from ducato.core.game import load

GAME = "fantasy-market"
STATISTICS = ("attack", "defence", "movement")
GRADES = {row["id"]: numbers(row, "cost", "value") for row in table(GAME, "grades")}
NO_CLASS = {"any": "any hero", "none": "no type"}


def class_name(name: str) -> str:
    return NO_CLASS.get(name, name.capitalize())


def test_every_item_is_listed_with_its_numbers():
    items = table(GAME, "tiles")
    found = cells(GAME, "items", "tuned")
    assert len(found) == len(items) == 42
    for row in items:
        owner, _, *listed = found[f"tile-{row['id']}"]
        assert owner == class_name(row["class"])
        assert listed == [*GRADES[row["grade"]], *numbers(row, *STATISTICS, "copies")]


def test_an_item_names_its_box():
    found = cells(GAME, "items", "tuned")
    boxes = {row["id"]: found[f"tile-{row['id']}"][1] for row in table(GAME, "tiles")}
    assert boxes["sword"] == "weapon"
    assert boxes["travel-boots"] == "boots"
    assert boxes["dragon-crown"] == "special item"


def test_every_monster_is_listed_with_its_numbers():
    monsters = [row for row in table(GAME, "encounters") if row["kind"] == "monster"]
    assert len(monsters) == 25
    assert cells(GAME, "monsters") == {
        f"monster-{row['id']}": [
            class_name(row["type"]),
            *numbers(row, *STATISTICS, "gold", "copies"),
        ]
        for row in monsters
    }


def test_treasures_and_deaths_are_listed_with_their_copies():
    others = [row for row in table(GAME, "encounters") if row["kind"] != "monster"]
    assert cells(GAME, "treasures") == {
        f"encounter-{row['id']}": [int(row["gold"]) if row["gold"] else "", int(row["copies"])]
        for row in others
    }
    assert sum(int(str(copies)) for _, copies in cells(GAME, "treasures").values()) == 15 + 4


def test_every_character_and_action_card_is_listed():
    values = load(GAME, edition="tuned").values
    found = cells(GAME, "characters", "tuned")
    for row in table(GAME, "characters")[:4]:
        assert found[f"pawn-{row['id']}"] == numbers(row, *STATISTICS)
    assert found["pawn-thief"] == ["", "", values["thief_move"]]
    assert found["pawn-collector"] == ["", "", values["collector_move"]]
    assert len(found) == 6
    copies = {name: number for name, (number,) in cells(GAME, "action-cards").items()}
    assert len(copies) == 9
    assert sum(int(str(number)) for number in copies.values()) == 10


def test_an_item_shows_cost_and_value_on_its_coins():
    sword = groups(GAME)["items"]["tile-sword"]
    cost, value = GRADES["i"]
    assert sword.face["corner"] == str(cost)
    assert sword.face["reward"] == str(value)


def test_the_gold_of_an_encounter_is_printed_once_with_its_unit():
    orc = groups(GAME)["monsters"]["monster-orc"].face
    assert (orc["corner"], orc["unit"], "gold" in orc["glyphs"]) == ("5", "gold", False)
    treasure = groups(GAME)["treasures"]["encounter-treasure-9"].face
    assert "9" in treasure["title"]
    assert "corner" not in treasure
