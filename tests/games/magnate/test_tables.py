"""The cards of the Decktet and their prices, compared with the specification [magnate 1, 3.5]."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.tables import GAMES, bare, columns, data, differences, read, unguarded

import ducato
from ducato.games.magnate.state import CARD_IDS, SUITS, Kind

TABLES = Path(__file__).parent / "tables"
CARDS = {
    code: row | {"suits": row["suits"].lower(), "rank": row["rank"] or "0"}
    for code, row in read(TABLES / "cards.csv", "id").items()
}
PRICES = read(TABLES / "prices.csv", "kind")
COLUMNS = {column: column for column in ("kind", "rank", "suits", "mark")}
CODES = {
    row["id"]: code for code, row in data("magnate", "cards.csv", "code", {"id": "id"}).items()
}
"""The specification's code of each card, by the card's name in the game."""
LANGUAGES = ("en", "it", "es")


def suits(mask: int) -> str:
    return " ".join(suit for bit, suit in enumerate(SUITS) if mask >> bit & 1)


def test_the_cards_in_the_data():
    """[magnate 1.1, 1.2]."""
    found = data("magnate", "cards.csv", "code", COLUMNS)
    assert differences("cards.csv", columns(CARDS, *COLUMNS), found) == []


def test_the_cards_that_the_rules_read():
    """[magnate 1.1] [magnate 6.14]: with the Courts; the Excuse is accepted as if of all suits."""
    edition = ducato.load("magnate", edition="extended").edition
    found = {
        CODES[card]: {
            "kind": Kind(edition.kind[n]).name.lower(),
            "rank": edition.rank[n],
            "suits": suits(edition.suits[n]),
            "all suits": " ".join(SUITS[s] for s in edition.row("suit_of")[n]),
            "number of suits": edition.suit_count[n],
        }
        for n, card in enumerate(CARD_IDS)
    }
    expected = {}
    for code, row in CARDS.items():
        own = row["suits"] if row["kind"] != "excuse" else " ".join(SUITS)
        others = [suit for suit in SUITS if suit not in own.split()]
        expected[code] = {"kind": row["kind"], "rank": row["rank"], "suits": own}
        expected[code]["all suits"] = " ".join([*own.split(), *others])
        expected[code]["number of suits"] = str(len(own.split()))
    assert differences("cards", expected, found) == []


@pytest.mark.parametrize("edition", ["current", "extended"])
def test_what_the_cards_are_for(edition: str):
    """[magnate 1.4, 2.1] [magnate 3.5, 3.6, 3.7]: which are built, for how much, and districts."""
    built = {"ace", "number", "court"} if edition == "extended" else {"ace", "number"}
    loaded = ducato.load("magnate", edition=edition).edition
    expected = {}
    for code, row in CARDS.items():
        price = PRICES[row["kind"]] if row["kind"] in built else {}
        expected[code] = {
            "build": price.get("build", "0").replace("rank", row["rank"]),
            "deed_each": price.get("deed_each", "0"),
            "sale_each": price.get("sale_each", "0"),
            "property": str(int(row["kind"] in built)),
            "district": str(int(row["kind"] == "pawn")),
        }
    found = {
        CODES[card]: {
            "build": loaded.price[n],
            "deed_each": loaded.deed_each[n],
            "sale_each": loaded.sale_each[n],
            "property": loaded.in_play[n],
            "district": loaded.lays[n],
        }
        for n, card in enumerate(CARD_IDS)
    }
    assert differences(edition, expected, found) == []


def test_the_names_of_the_cards():
    """[magnate 1.1]: in three languages; the program calls a card by its English name."""
    names = read(GAMES / "magnate" / "data" / "names.csv", "id")
    found = {
        code: {"id": card} | {language: bare(names[card][language]) for language in LANGUAGES}
        for card, code in CODES.items()
    }
    expected = {
        code: {"id": row["en"].lower().replace(" ", "-")}
        | {language: bare(row[language].rstrip("*")) for language in LANGUAGES}
        for code, row in CARDS.items()
    }
    assert differences("names", expected, found) == []


def test_no_column_is_unguarded():
    """Names in a language are guarded as such, without their articles and genders."""
    others = {"names.csv": {"*"}, "art.csv": {"*"}}
    assert unguarded("magnate", {"cards.csv": {"id", "code", *COLUMNS}, **others}) == []
