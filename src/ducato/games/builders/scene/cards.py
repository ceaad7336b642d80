"""The cards of The Builders, crew members and constructions: what is printed on them.

It depends on the edition only, so it is made once and shared by all pieces of the card.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from ducato.core.i18n import Message, Name, say
from ducato.core.presentation.art import read_art
from ducato.core.scene import Chip, Face, Need, Piece

from ..narration.words import (
    KEPT_EDITIONS,
    coins,
    construction_name,
    crew_title,
    crew_with,
    made_by,
    materials,
    needed,
    points,
    worker_class,
)
from ..state import (
    CARD_IDS,
    CONSTRUCTION_IDS,
    CONSTRUCTIONS,
    CREW,
    FIRST_CONSTRUCTION,
    MACHINES,
    MATERIALS,
    WORKERS,
    Edition,
)

TONES = {"apprentice": "grey", "laborer": "orange", "craftsman": "green", "master": "violet"}
"""The tones of the workers by class; the class is also their title and glyph."""
ART = read_art(__package__.rpartition(".")[0])
NOTHING = (0,) * len(MATERIALS)
"""No work of any material."""
KEPT = 1_000
"""The number of cached cards, and of cached pieces of each kind, about 1 kB each.

There are fewer different pieces in the rows, free crews and finished buildings of all tables. Only
sites with their crews have no such limit, but few lie open at one table."""


@dataclass(frozen=True, eq=False, slots=True)
class Card:
    """What is printed on a card.

    Attributes:
        id: the id of its piece.
        name: its name in sentences.
        face: its face in the row; that of a crew member is the same elsewhere.
        key, words: the key and words of its label, without the end that says where it lies.
    """

    id: str
    name: Name | Message
    face: Face
    key: str
    words: dict[str, Any]

    def piece(
        self,
        area: str,
        face: Face,
        where: Message,
        order: int,
        actions: tuple[int, ...] = (),
        *,
        potential: tuple[int, ...] = (),
    ) -> Piece:
        """Return the piece for the card; `where` ends its label and says where it lies."""
        label = say(self.key, **self.words, where=where)
        return Piece(self.id, "card", area, face, label, order, actions, potential=potential)


@dataclass(frozen=True, eq=False, slots=True)
class CrewCard(Card):
    """A worker, or a machine as a crew member, with its number and its output by material."""

    crew: int
    makes: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class ConstructionCard(Card):
    """A building, or a machine to be built, with its number and its need by material."""

    site: int
    needs: tuple[int, ...]


class Cards(NamedTuple):
    """The cards of an edition; a machine is in both lists."""

    crew: tuple[CrewCard, ...]
    constructions: tuple[ConstructionCard, ...]


@lru_cache(KEPT_EDITIONS)
def printed(edition: bytes) -> Cards:
    """Return all cards of an edition; `edition` is the struct `Edition` as bytes."""
    of = Edition.of(edition)
    makes = [made_by(of, crew) for crew in range(CREW)]
    outputs = [*makes[FIRST_CONSTRUCTION:], *[()] * (CONSTRUCTIONS - MACHINES)]
    return Cards(
        tuple(_crew_card(crew, of.wage[crew], made) for crew, made in enumerate(makes)),
        tuple(
            _construction_card(site, of.worth[site], of.reward[site], needed(of, site), made)
            for site, made in enumerate(outputs)
        ),
    )


@lru_cache(KEPT)
def _crew_card(crew: int, wage: int, makes: tuple[int, ...]) -> CrewCard:
    """Return the card of a crew member, an object that editions with equal cards share."""
    title = crew_title(crew)
    face = Face(
        say("card", card=title),
        str(wage),
        tone=TONES[worker_class(crew)] if crew < WORKERS else "wood",
        art=ART[CARD_IDS[crew]],
        unit="coin",
        chips=_given(makes),
    )
    words = {"card": title, "makes": materials(makes), "wage": coins(wage)}
    name = crew_with(crew, makes)
    return CrewCard(f"card:{CARD_IDS[crew]}", name, face, "label.crew", words, crew, makes)


@lru_cache(KEPT)
def _construction_card(
    site: int, worth: int, reward: int, needs: tuple[int, ...], makes: tuple[int, ...]
) -> ConstructionCard:
    """Return the card of a building or machine; `makes` is the output of a machine, by material."""
    title = construction_name(site)
    name: Name | Message = title
    words: dict[str, Any] = {
        "building": title,
        "points": points(worth),
        "coins": coins(reward),
        "need": materials(needs),
    }
    face = Face(
        say("building", building=title),
        str(worth),
        tone="wood" if site < MACHINES else "paper",
        art=ART[CONSTRUCTION_IDS[site]],
        unit="ribbon",
        reward=str(reward) if reward else "",
        needs=work(needs, needs),
        chips=_given(makes),
    )
    key = "label.building"
    if site < MACHINES:
        key, words["makes"] = "label.machine", materials(makes)
        name = crew_with(FIRST_CONSTRUCTION + site, makes)
    return ConstructionCard(f"card:{CONSTRUCTION_IDS[site]}", name, face, key, words, site, needs)


def work(
    needs: tuple[int, ...], missing: tuple[int, ...], coming: tuple[int, ...] = NOTHING
) -> tuple[Need, ...]:
    """Return how much a construction needs of each material, and how much of that is done.

    Args:
        needs: the printed need, by material.
        missing: the part of it that is still missing.
        coming: the part of what is missing that the crew member to be sent would add.
    """
    rows = zip(MATERIALS, needs, missing, coming, strict=True)
    return tuple(Need(kind, n, n - left, more) for kind, n, left, more in rows if n)


def _given(row: Iterable[int]) -> tuple[Chip, ...]:
    """Return a chip for each material of which there is any."""
    return tuple(Chip(MATERIALS[kind], str(n)) for kind, n in enumerate(row) if n > 0)
