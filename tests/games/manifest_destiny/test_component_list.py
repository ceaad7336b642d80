"""All cards, territories, advances and products are in the list, with the data files' numbers."""

from __future__ import annotations

import pytest
from tests.games.components import cells, groups, numbers, table

from ducato.games.manifest_destiny.state.tables import slug

GAME = "manifest-destiny"
PAYOUTS = [f"L{level}" for level in range(1, 7)]


def test_every_card_is_listed_with_number_eras_and_players():
    cards = table(GAME, "cards")
    found = cells(GAME, "cards")
    assert len(found) == len(cards) == 64
    for row in cards:
        number, eras, kind, players, text = found[f"card-{slug(row['name'])}"]
        assert number == int(row["no"])
        assert eras == ", ".join(row["eras"].split("/"))
        assert (kind == "Destiny") == (row["class"] == "destiny")
        assert (kind == "Leader") == ("leader" in row["types"])
        fewest = "5" if row["rm4"] else "4–5" if row["rm3"] else "3–5"
        assert players == fewest
        assert text
        products = [word for word in row["products"].split(" + ") if word and word != "CHOICE"]
        assert all(product in str(text) for product in products), row["name"]


def test_cards_removed_with_few_players_are_marked():
    """Ten cards are removed with four players, twenty with three [20.7]."""
    players = [cell[3] for cell in cells(GAME, "cards").values()]
    assert players.count("5") == 10
    assert players.count("4–5") == 10


def test_every_territory_is_listed_with_control_products_and_coast():
    territories = table(GAME, "territories")
    found = cells(GAME, "territories")
    assert len(found) == len(territories) == 67
    coasts = {"A": "Atlantic", "P": "Pacific", "": "", "-": ""}
    for row in territories:
        region, control, products, coast = found[f"region-{slug(row['name'])}"]
        assert region == row["region"]
        assert control == int(row["control"])
        named = str(products).replace(",", "").replace(" and", "").split()
        assert sorted(named) == sorted(row["products"].split(" + "))
        assert coast == (coasts[row["coast"]] or coasts[row["market_ocean"]])


def test_nobody_holds_a_listed_territory():
    for one in groups(GAME)["territories"].values():
        assert "tone" not in one.face or one.face["tone"] == "paper"
        assert one.x is not None
        assert one.y is not None


@pytest.mark.parametrize(("edition", "cost"), [("standard", "cost"), ("swift", "cost_low")])
def test_progressions_have_the_prices_of_the_edition(edition: str, cost: str):
    rows = table(GAME, "progressions")
    found = cells(GAME, "progressions", edition)
    assert len(found) == len(rows) == 15
    for row in rows:
        category, *listed, effect = found[f"advance-{slug(row['name'])}"]
        assert category == row["category"]
        assert listed == numbers(row, "level", cost, "vp")
        assert effect


def test_breakthroughs_have_their_levels_numbers_and_points():
    rows = table(GAME, "breakthroughs")
    found = cells(GAME, "breakthroughs")
    assert len(found) == len(rows) == 10
    for row in rows:
        level, needed, points, effect = found[f"advance-{slug(row['name'])}"]
        assert [level, points] == numbers(row, "level", "vp")
        assert needed == row["steps"].replace("-", ", ")
        assert effect


def test_products_have_their_payouts():
    assert cells(GAME, "products") == {
        f"payout-{slug(row['product'])}": numbers(row, *PAYOUTS) for row in table(GAME, "payouts")
    }
