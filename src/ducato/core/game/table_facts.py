"""How a game is presented to people, from its ``data/presentation.toml``."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from ducato.core.editions import data_files
from ducato.core.errors import BadValue
from ducato.core.presentation.art import TABLE, read_art
from ducato.core.scene import CLOTHS, Art

FILE = "presentation.toml"
WEIGHTS = ("", "light", "medium", "heavy")
"""How much there is to learn and to think about; empty if the game does not say."""
MOST_MINUTES = 600
MOST_PICTURES = 5


@dataclass(frozen=True)
class TableFacts:
    """The facts by which people choose a game, and what its table looks like.

    Attributes:
        cloth: the colour of the cloth on which the game lies, one of `CLOTHS`.
        minutes: how long a game takes at its usual number of players; 0 if the game does not say.
        weight: one of `WEIGHTS`.
        lesson_minutes: how long the lesson takes; 0 if the game does not say.
        pictures: the cards whose pictures stand for the game, from ``data/art.csv``.
    """

    cloth: str = CLOTHS[0]
    minutes: int = 0
    weight: str = ""
    lesson_minutes: int = 0
    pictures: tuple[Art, ...] = ()


def read_facts(package: str) -> TableFacts:
    """Return the facts about a game; what its file does not say has its default.

    Raises:
        BadValue: the file says something impossible.
    """
    if not data_files.has_file(package, f"data/{FILE}"):
        return TableFacts()
    written = data_files.read_toml(package, FILE)
    known = [fact.name for fact in fields(TableFacts)]
    for key in written:
        if key not in known:
            raise BadValue(FILE, key, f"one of {', '.join(known)}")
    cloth, weight = written.get("cloth", CLOTHS[0]), written.get("weight", "")
    if cloth not in CLOTHS:
        raise BadValue("cloth", cloth, f"one of {', '.join(CLOTHS)}")
    if weight not in WEIGHTS:
        raise BadValue("weight", weight, f"one of {', '.join(WEIGHTS[1:])}")
    return TableFacts(
        cloth,
        _minutes(written, "minutes"),
        weight,
        _minutes(written, "lesson_minutes"),
        _pictures(package, written.get("pictures", [])),
    )


def _minutes(written: dict[str, Any], key: str) -> int:
    minutes = written.get(key, 0)
    if type(minutes) is not int or not 0 <= minutes <= MOST_MINUTES:
        raise BadValue(key, minutes, f"a number of minutes from 0 to {MOST_MINUTES}")
    return minutes


def _pictures(package: str, cards: Any) -> tuple[Art, ...]:
    drawn = read_art(package) if data_files.has_file(package, f"data/{TABLE}") else {}
    if not isinstance(cards, list) or len(cards) > MOST_PICTURES:
        raise BadValue("pictures", cards, f"a list of at most {MOST_PICTURES} cards")
    for card in cards:
        if card not in drawn:
            raise BadValue("pictures", card, f"a card in data/{TABLE}")
    return tuple(drawn[card] for card in cards)
