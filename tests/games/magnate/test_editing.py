"""Positions of Magnate that are set up by hand: the lawful ones, and why the others are not."""

from __future__ import annotations

import pytest
from tests.games.editing import key_of, moments, play_on

from ducato.core.editing import edited
from ducato.core.game import LoadedGame
from ducato.games.magnate.state import DISTRICTS, PROPERTIES, SEATS, SUIT_COUNT, State, Zone

Edits = list[tuple[str, int]]
HAND, OTHER = Zone.HAND, Zone.HAND + 1


@pytest.fixture(scope="module")
def middle() -> tuple[LoadedGame, State]:
    """Return a position after the first pile, with columns, deeds and discards."""
    loaded, states = moments("magnate", 2)
    fitting = (s for s in states if any(map(any, s.deed.tolist())) and covered(s) and s.held[1] > 3)
    return loaded, next(fitting)


def cards(state: State, zone: int) -> list[int]:
    return [card for card in range(PROPERTIES) if state.zone[card] == zone]


def columns(state: State) -> list[tuple[int, int, int]]:
    """Return the seat, the district and the last card of each column that has cards."""
    pairs = [(seat, d) for seat in range(SEATS) for d in range(DISTRICTS)]
    return [(seat, d, state.last[seat, d]) for seat, d in pairs if state.last[seat, d] >= 0]


def covered(state: State) -> list[int]:
    """Return the cards of columns that lie below others."""
    last = [card for *_, card in columns(state)]
    return [c for c in range(PROPERTIES) if state.zone[c] >= Zone.COLUMN and c not in last]


def lawful(game: LoadedGame, state: State) -> list[Edits]:
    deck, mine, theirs, gone = (cards(state, z) for z in (Zone.DECK, HAND, OTHER, Zone.DISCARD))
    _, _, last = columns(state)[0]
    suits = game.edition.suits
    fits, column = next(
        (card, Zone.COLUMN + DISTRICTS * seat + district)
        for seat, district, end in columns(state)
        for card in deck + gone
        if suits[card] & suits[end] and not state.deed[seat, district]
    )
    open_deed = next((s, d) for s in range(SEATS) for d in range(DISTRICTS) if state.deed[s, d])
    of = ".".join(map(str, open_deed))
    mark = next(n for n in range(SUIT_COUNT) if suits[state.last[open_deed]] >> n & 1)
    built = next(
        f"{s}.{d}"
        for s, d, end in columns(state)
        if not state.deed[s, d] and game.edition.deed_each[end]
    )
    return [
        [(f"laid.{of}.{mark}", 1 - state.laid[(*open_deed, mark)])],
        [(f"deed.{of}", 0)],
        [(f"deed.{built}", 1)],
        [("active", 1 - state.active)],
        [("tokens.0.0", 7), ("tokens.1.5", 0)],
        [(f"zone.{mine[0]}", OTHER), (f"zone.{theirs[0]}", HAND)],
        [(f"zone.{mine[0]}", Zone.DECK), (f"zone.{deck[0]}", HAND)],
        [(f"zone.{mine[0]}", Zone.DISCARD), (f"zone.{gone[0]}", HAND)],
        [(f"zone.{gone[0]}", Zone.DECK)],
        [(f"zone.{last}", Zone.DISCARD)],
        [(f"zone.{last}", Zone.DECK), ("active", 0)],
        [(f"zone.{fits}", column)],
        [("tokens.0.3", 60), ("active", 1), (f"zone.{gone[-1]}", Zone.DECK)],
    ]


def unlawful(game: LoadedGame, state: State) -> list[tuple[str, Edits]]:
    deck, mine, theirs = (cards(state, zone) for zone in (Zone.DECK, HAND, OTHER))
    suits = game.edition.suits
    on_deed = next((s, d) for s in range(SEATS) for d in range(DISTRICTS) if state.deed[s, d])
    seat, district, last = next(c for c in columns(state) if not state.deed[c[0], c[1]])
    column = Zone.COLUMN + DISTRICTS * seat + district
    alien = next(card for card in deck if not suits[card] & suits[last])
    below = covered(state)[0]
    first = next(s for s in range(SEATS) for d in (0,) if state.last[s, d] < 0)
    of, built = ".".join(map(str, on_deed)), f"{seat}.{district}"
    ends = state.last[on_deed]
    mark, other = (next(n for n in range(SUIT_COUNT) if (suits[c] >> n & 1)) for c in (ends, last))
    price = int(game.edition.price[ends])
    pawn = next(card for card in deck if not suits[card] & suits[state.pawn[0]])
    return [
        ("edit.unknown", [("phase", 0)]),
        ("edit.unknown", [("zone.44", Zone.DECK)]),
        ("edit.unknown", [("tokens.2.0", 1)]),
        ("edit.choice", [("active", 2)]),
        ("edit.choice", [(f"zone.{deck[0]}", Zone.BOX)]),
        ("edit.choice", [(f"zone.{deck[0]}", Zone.CROWNS)]),
        ("edit.range", [("tokens.0.0", -1)]),
        ("edit.range", [("tokens.1.5", 61)]),
        ("unlawful.deed_full", [(f"laid.{of}.{mark}", price)]),
        ("unlawful.no_deed", [(f"laid.{built}.{other}", 1)]),
        ("unlawful.no_deed", [(f"deed.{of}", 0), (f"laid.{of}.{mark}", 2)]),
        ("unlawful.hand", [(f"zone.{mine[0]}", Zone.DECK)]),
        ("unlawful.hand", [(f"zone.{deck[0]}", HAND)]),
        ("unlawful.hand", [(f"zone.{theirs[0]}", HAND)]),
        ("unlawful.pile", [(f"zone.{card}", Zone.DISCARD) for card in deck]),
        ("unlawful.covered", [(f"zone.{below}", Zone.DISCARD)]),
        (
            "unlawful.on_deed",
            [(f"zone.{deck[0]}", Zone.COLUMN + DISTRICTS * on_deed[0] + on_deed[1])],
        ),
        ("unlawful.suit", [(f"zone.{alien}", column)]),
        ("unlawful.suit", [(f"zone.{pawn}", Zone.COLUMN + DISTRICTS * first)]),
    ]


def test_lawful_positions_are_played_to_the_end(middle: tuple[LoadedGame, State]):
    for number, edits in enumerate(lawful(*middle)):
        assert key_of(*middle, edits) == "", edits
        play_on(middle[0], edited(*middle, edits), number)


def test_each_unlawful_position_has_its_reason(middle: tuple[LoadedGame, State]):
    for reason, edits in unlawful(*middle):
        assert key_of(*middle, edits) == reason, edits


def test_a_deed_that_is_taken_away_loses_its_tokens(middle: tuple[LoadedGame, State]):
    game, state = middle
    seat, district = next(
        (s, d) for s in range(SEATS) for d in range(DISTRICTS) if state.deed[s, d]
    )
    after = edited(game, state, [(f"zone.{state.last[seat, district]}", Zone.DISCARD)])
    assert after["deed"][seat, district] == 0
    assert not any(after["laid"].tolist()[seat][district])
    assert after["length"][seat, district] == state.length[seat, district] - 1
