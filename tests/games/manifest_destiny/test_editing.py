"""Positions of Manifest Destiny that are set up by hand: lawful ones, and why others are not."""

from __future__ import annotations

import pytest
from tests.games.editing import key_of, moments, play_on
from tests.games.manifest_destiny.conservation import (
    classes_add_up,
    markers_add_up,
    money_adds_up,
    tokens_add_up,
)

from ducato.core.editing import edited
from ducato.core.game import LoadedGame
from ducato.games.manifest_destiny.state import State
from ducato.games.manifest_destiny.state.tables import (
    ADVANCES,
    BREAKTHROUGHS,
    CARDS,
    NATIVES,
    PROGRESSIONS,
    TERRITORIES,
    VACANT,
    Phase,
    Zone,
)

Edits = list[tuple[str, int]]


@pytest.fixture(scope="module")
def middle() -> tuple[LoadedGame, State]:
    """Return a position before a Card Play, with cards in hands and in the deck."""
    loaded, states = moments("manifest-destiny", 3)
    return loaded, next(s for s in states[30:] if s.phase == Phase.PLAY and s.era < 3)


def cards(state: State, zone: int) -> list[int]:
    own = state.deck_era - 1
    return [c for c in range(CARDS) if state.zone[c] == zone and state.batch[c] == own]


def vacant(game: LoadedGame, state: State) -> list[int]:
    closed, homes = game.edition["closed"].tolist(), state.home.tolist()
    return [
        n
        for n in range(TERRITORIES)
        if state.owner[n] == VACANT and not closed[n] and n not in homes
    ]


def progressions(game: LoadedGame, level: int) -> list[int]:
    return [n for n in range(PROGRESSIONS) if game.edition["level"][n] == level]


def lawful(game: LoadedGame, state: State) -> list[Edits]:
    deck, there = cards(state, Zone.DECK), vacant(game, state)
    hands = [card for seat in range(3) for card in cards(state, Zone.HAND + seat)]
    claim = claimable(game, state)
    step = next(n for n in range(6) if game.edition["needed"][claim] >> n & 1)
    held = [n for n in range(TERRITORIES) if state.owner[n] == 1 and n not in state.home.tolist()]
    return [
        [("cash.0", 500), ("cash.1", 0)],
        [("profit.0", 25), ("profit.2", 90)],
        [(f"advances.1.{number}", 1) for number in progressions(game, 1)],
        [(f"advances.0.{number}", 1) for level in (1, 2) for number in progressions(game, level)],
        [(f"advances.2.{number}", 0) for number in reversed(range(PROGRESSIONS))],
        [(f"zone.{deck[0]}", Zone.HAND)],
        [(f"zone.{hands[0]}", Zone.DECK)],
        [(f"zone.{hands[0]}", Zone.HAND + 2), (f"zone.{deck[-1]}", Zone.HAND + 1)],
        [(f"owner.{there[0]}", 0), (f"owner.{there[1]}", 2), (f"owner.{held[0]}", VACANT)],
        [(f"advances.1.{PROGRESSIONS + claim}", 1)],
        [(f"steps.1.{claim}.{step}", 1), (f"steps.2.{claim}.{step}", 1)],
        [(f"city.{n}", 1) for n in held[:2]],
        [(f"city.{n}", 0) for n in range(TERRITORIES) if state.city[n]],
        [(f"owner.{held[0]}", 0), ("cash.2", 35), (f"zone.{deck[0]}", Zone.HAND + 1)],
    ]


def claimable(game: LoadedGame, state: State) -> int:
    """Return an unclaimed Breakthrough of an era that has begun."""
    levels, owned = game.edition["level"].tolist()[PROGRESSIONS:], state.advances.tolist()
    free = (n for n in range(BREAKTHROUGHS) if not any(a >> (PROGRESSIONS + n) & 1 for a in owned))
    return next(n for n in free if levels[n] <= state.era)


def unlawful(game: LoadedGame, state: State) -> list[tuple[str, Edits]]:
    deck, there = cards(state, Zone.DECK), vacant(game, state)
    closed = next(n for n in range(TERRITORIES) if game.edition["closed"][n])
    first, second, third = (progressions(game, level)[0] for level in (1, 2, 3))
    none = [(f"advances.0.{number}", 0) for number in range(PROGRESSIONS)]
    early = next(c for c in range(CARDS) if state.zone[c] == Zone.DECK)
    stale = [c for c in range(CARDS) if Zone.HAND <= state.zone[c] < Zone.HAND + 3]
    stale = [c for c in stale if state.batch[c] != state.deck_era - 1]
    claim = claimable(game, state)
    free = [n for n in range(TERRITORIES) if not game.edition["closed"][n]]
    levels = game.edition["level"].tolist()[PROGRESSIONS:]
    future = next(n for n in range(BREAKTHROUGHS) if levels[n] > state.era)
    mine = [(f"advances.0.{PROGRESSIONS + claim}", 1)]
    theirs = [(f"advances.{seat}.{PROGRESSIONS + claim}", 1) for seat in (1, 2)]
    towns = [(f"city.{n}", 1 if state.owner[n] == 1 else 0) for n in free]
    return [
        ("unlawful.begun", [(f"advances.0.{PROGRESSIONS + future}", 1)]),
        ("unlawful.claimed", [*mine, *theirs]),
        ("unlawful.cities", [(f"city.{n}", 1) for n in free]),
        ("edit.unknown", [(f"city.{closed}", 1)]),
        ("edit.unknown", [(f"steps.0.{future}.1", 1)]),
        ("unlawful.most_cities", [*towns, ("most_cities", 0 if state.most_cities == 2 else 2)]),
        ("edit.unknown", [("bank", 0)]),
        ("edit.unknown", [("cash.3", 5)]),
        ("edit.unknown", [("vp.0", 29)]),
        ("edit.unknown", [(f"advances.0.{ADVANCES}", 1)]),
        ("edit.unknown", [(f"owner.{closed}", 0)]),
        ("edit.unknown", [(f"owner.{state.home[0]}", 1)]),
        ("edit.choice", [(f"zone.{deck[0]}", Zone.TABLE)]),
        ("edit.choice", [(f"zone.{early}", Zone.HAND + 3)]),
        ("edit.choice", [(f"owner.{there[0]}", 3)]),
        ("edit.range", [("cash.0", -5)]),
        ("edit.range", [("profit.1", 301)]),
        ("edit.range", [(f"advances.0.{first}", 2)]),
        ("unlawful.tokens", [(f"owner.{n}", 1) for n in there]),
        ("unlawful.natives", [(f"owner.{n}", NATIVES) for n in there[:8]]),
        ("unlawful.level", [*none, (f"advances.0.{second}", 1)]),
        ("unlawful.level", [*none, (f"advances.0.{third}", 1)]),
        ("unlawful.deck", [(f"zone.{card}", Zone.HAND) for card in deck]),
        *[("unlawful.era", [(f"zone.{card}", Zone.DECK)]) for card in stale[:1]],
    ]


def test_lawful_positions_are_played_to_the_end(middle: tuple[LoadedGame, State]):
    for number, edits in enumerate(lawful(*middle)):
        assert key_of(*middle, edits) == "", edits
        state = edited(*middle, edits)
        assert classes_add_up(state)
        for adds_up in (money_adds_up, tokens_add_up, markers_add_up):
            assert adds_up(state, middle[0].edition), (adds_up, edits)
        play_on(middle[0], state, number)


def test_each_unlawful_position_has_its_reason(middle: tuple[LoadedGame, State]):
    for reason, edits in unlawful(*middle):
        assert key_of(*middle, edits) == reason, edits
