"""Positions of The Builders that are set up by hand: lawful ones, and why others are not."""

from __future__ import annotations

import pytest
from tests.games.builders.conservation import coins_add_up, points_add_up, sites_add_up
from tests.games.editing import key_of, moments, play_on

from ducato.core.editing import edited
from ducato.core.game import LoadedGame
from ducato.games.builders.state import CARDS, FIRST_CONSTRUCTION, WORKERS, State, Zone

Edits = list[tuple[str, int]]


@pytest.fixture(scope="module")
def early() -> tuple[LoadedGame, State]:
    """Return a position with cards in the decks, crews at work, and sites of each kind."""
    loaded, states = moments("builders", 3)
    return loaded, states[15]


def cards(state: State, zone: int) -> list[int]:
    return [card for card in range(CARDS) if state.zone[card] == zone]


def idle(state: State) -> int:
    """Return the card of a site of seat 0 or another where nobody works."""
    working = state.working.tolist()
    return next(
        card
        for card in range(FIRST_CONSTRUCTION + 8, CARDS)
        if Zone.SITE <= state.zone[card] < Zone.BUILT and card - WORKERS not in working
    )


def swap(one: int, zone: int, other: int, there: int) -> Edits:
    return [(f"zone.{one}", zone), (f"zone.{other}", there)]


def lawful(game: LoadedGame, state: State) -> list[Edits]:
    workers, row = cards(state, Zone.WORKER_DECK), cards(state, Zone.WORKER_ROW)
    houses, street = cards(state, Zone.BUILDING_DECK), cards(state, Zone.BUILDING_ROW)
    top, site = cards(state, Zone.NEXT_BUILDING)[0], idle(state)
    crew = next(card for seat in range(3) for card in cards(state, Zone.CREW + seat))
    return [
        [("active", (state.active + 1) % 3)],
        [("coins.0", 20), ("coins.1", 0), ("coins.2", 3)],
        [(f"zone.{workers[0]}", Zone.CREW + 1)],
        swap(row[0], Zone.CREW + 2, workers[0], Zone.WORKER_ROW),
        swap(street[0], Zone.SITE, houses[0], Zone.BUILDING_ROW),
        swap(top, Zone.BUILDING_DECK, houses[-1], Zone.NEXT_BUILDING),
        [(f"zone.{houses[-1]}", Zone.BUILT + 1)],
        [(f"zone.{site}", Zone.BUILT + 2)],
        [(f"zone.{site}", Zone.BUILDING_DECK), (f"zone.{crew}", Zone.CREW)],
        [("active", 2), ("coins.0", 1), (f"zone.{crew}", Zone.WORKER_DECK)],
    ]


def unlawful(game: LoadedGame, state: State) -> list[tuple[str, Edits]]:
    workers, row = cards(state, Zone.WORKER_DECK), cards(state, Zone.WORKER_ROW)
    houses, street = cards(state, Zone.BUILDING_DECK), cards(state, Zone.BUILDING_ROW)
    top = cards(state, Zone.NEXT_WORKER)[0]
    busy = next(site for site in state.working.tolist() if site >= 0) + FIRST_CONSTRUCTION
    rich = [(f"zone.{card}", Zone.BUILT) for card in houses if card >= WORKERS + 8]
    return [
        ("edit.unknown", [("bank", 50)]),
        ("edit.unknown", [("coins.3", 5)]),
        ("edit.unknown", [("points.0", 5)]),
        ("edit.choice", [("active", 3)]),
        ("edit.choice", [(f"zone.{workers[0]}", Zone.BUILT)]),
        ("edit.choice", [(f"zone.{workers[0]}", Zone.BUILDING_ROW)]),
        ("edit.choice", [(f"zone.{workers[0]}", Zone.WORK)]),
        ("edit.choice", [(f"zone.{houses[0]}", Zone.WORKER_DECK)]),
        ("edit.range", [("coins.0", -1)]),
        ("edit.range", [("coins.0", 101)]),
        ("unlawful.row.workers", [(f"zone.{row[0]}", Zone.CREW)]),
        ("unlawful.row.workers", [(f"zone.{workers[0]}", Zone.WORKER_ROW)]),
        ("unlawful.row.buildings", [(f"zone.{street[0]}", Zone.BUILDING_DECK)]),
        ("unlawful.next", [(f"zone.{top}", Zone.WORKER_DECK)]),
        ("unlawful.next", [(f"zone.{workers[0]}", Zone.NEXT_WORKER)]),
        ("unlawful.at_work", [(f"zone.{busy}", Zone.BUILDING_DECK)]),
        ("unlawful.points", rich),
    ]


def test_lawful_positions_are_played_to_the_end(early: tuple[LoadedGame, State]):
    for number, edits in enumerate(lawful(*early)):
        assert key_of(*early, edits) == "", edits
        state = edited(*early, edits)
        for adds_up in (coins_add_up, points_add_up, sites_add_up):
            assert adds_up(state, early[0].edition), (adds_up, edits)
        play_on(early[0], state, number)


def test_each_unlawful_position_has_its_reason(early: tuple[LoadedGame, State]):
    for reason, edits in unlawful(*early):
        assert key_of(*early, edits) == reason, edits
