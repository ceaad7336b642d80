"""All 45 cards are in the list, with the numbers of the data file and of the edition."""

from __future__ import annotations

import pytest
from tests.games.components import cells, groups, table

from ducato.core.game import load

CARDS = table("magnate", "cards")


def test_every_card_is_listed_with_kind_and_suits():
    found = cells("magnate", "cards")
    assert list(found) == [f"card-{row['id']}" for row in CARDS]
    assert len(found) == 45
    for row in CARDS:
        kind, _, suits, *_ = found[f"card-{row['id']}"]
        assert row["kind"] in str(kind).lower()
        named = str(suits).lower().replace(" and", "").replace(",", "").split()
        assert named == row["suits"].split()


@pytest.mark.parametrize("edition", ["current", "spanish", "extended"])
def test_properties_have_the_numbers_of_the_edition(edition: str):
    values = load("magnate", edition=edition).values
    for row in CARDS:
        _, rank, _, price, sale = cells("magnate", "cards", edition)[f"card-{row['id']}"]
        if row["kind"] == "ace":
            assert (rank, price, sale) == (1, values["ace_price"], values["ace_sale"])
        elif row["kind"] == "number":
            assert (rank, price, sale) == (int(row["rank"]), int(row["rank"]), 2)
        elif row["kind"] == "court" and values["courts"]:
            assert (rank, price, sale) == (values["court_worth"], values["court_price"], 3)
        else:
            assert (rank, price, sale) == ("", "", "")


def test_districts_look_as_on_the_table():
    found = groups("magnate")["cards"]
    tiles = {row["id"] for row in CARDS if found[f"card-{row['id']}"].kind == "tile"}
    assert tiles == {row["id"] for row in CARDS if row["kind"] in ("pawn", "excuse")}
    assert found["card-the-mill"].face["corner"] == "8"
