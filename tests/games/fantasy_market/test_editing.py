"""Positions of Fantasy Market that are set up by hand: lawful ones, and why others are not."""

from __future__ import annotations

import pytest
from tests.games.editing import key_of, moments, play_on
from tests.games.fantasy_market.conservation import encounters_add_up, gold_adds_up, tiles_add_up

from ducato.core.editing import edited
from ducato.core.game import LoadedGame
from ducato.core.visibility import SPECTATOR, redact
from ducato.games.fantasy_market.parts import (
    CARD_JOB,
    CARDS,
    ENCOUNTERS,
    NONE,
    OUTSIDE,
    PAWNS,
    TILE_COUNT,
    Terrain,
    Zone,
)
from ducato.games.fantasy_market.state import State

Edits = list[tuple[str, int]]
GOBLIN = ENCOUNTERS.index("goblin")


@pytest.fixture(scope="module")
def middle() -> tuple[LoadedGame, State]:
    """Return a position in which heroes carry tiles and stand on the board."""
    loaded, states = moments("fantasy-market", 3)
    begun = [state for state in states if state.acted == 0]
    return loaded, begun[len(begun) // 2]


@pytest.fixture(scope="module")
def choosing() -> tuple[LoadedGame, list[State]]:
    """Return positions in which one or two cards of three are chosen."""
    loaded, states = moments("fantasy-market", 3)
    return loaded, [state for state in states if state.acted]


def free(game: LoadedGame, state: State) -> list[int]:
    """Return the plain squares where no pawn stands."""
    terrain, taken = game.edition["terrain"].tolist(), state.at.tolist()
    return [n for n, one in enumerate(terrain) if one == Terrain.PLAIN and n not in taken]


def spare(game: LoadedGame, state: State, hero: int | None = None) -> list[int]:
    """Return the tiles on the market, of a hero's own colour if one is given."""
    of = game.edition["tile_class"].tolist()
    return [
        tile
        for tile in range(TILE_COUNT)
        if state.market[tile] and hero in (None, of[tile]) and game.edition["tile_box"][tile] < 3
    ]


def lawful(game: LoadedGame, state: State) -> list[Edits]:
    there, tile = free(game, state), spare(game, state)[0]
    own, centre = spare(game, state, 1)[0], game.edition["centre"]
    box = game.edition["tile_box"][own]
    return [
        [("first", (state.first + 1) % 3)],
        [("hourglass", 0)],
        [("hourglass", int(game.edition["hourglass_end"]) - 1)],
        [("gold.0", 5), ("gold.1", 0), ("gold.2", 9)],
        [("purse.0", 0), ("purse.3", 10)],
        [(f"stock.1.{tile}", state.stock[1, tile] + 1)],
        [(f"gear.1.{box}", own)],
        [("gear.0.0", NONE)],
        [("at.0", there[0]), ("at.4", there[1]), ("at.5", there[2])],
        [("loot.3", tile), ("at.4", there[0])],
        [("face_up.0", GOBLIN), ("face_up.1", NONE)],
        [(f"discarded.{GOBLIN}", 1), ("face_up.0", NONE), ("pile.0", 20)],
        [("at.0", centre), ("at.1", centre), ("at.2", OUTSIDE), ("first", 2)],
    ]


def unlawful(game: LoadedGame, state: State) -> list[tuple[str, Edits]]:
    there, tile = free(game, state), spare(game, state)[0]
    copies = game.edition["tile_copies"].tolist()
    wall = next(n for n, one in enumerate(game.edition["terrain"].tolist()) if one < 0)
    alien = spare(game, state, 0)[0]
    box = int(game.edition["tile_box"][alien])
    short = [(f"stock.{seat}.{tile}", copies[tile]) for seat in range(2)]
    return [
        ("edit.unknown", [("reserve", 0)]),
        ("edit.unknown", [("gold.3", 1)]),
        ("edit.unknown", [("zone.0", 1)]),
        ("edit.choice", [("face_up.0", ENCOUNTERS.index("treasure-2"))]),
        ("edit.choice", [("first", 3)]),
        ("edit.choice", [("at.0", wall)]),
        ("edit.choice", [("at.4", OUTSIDE)]),
        ("edit.choice", [("gear.0.3", alien)]),
        ("edit.range", [("gold.0", -1)]),
        ("edit.range", [("purse.2", 301)]),
        ("edit.range", [("hourglass", 61)]),
        ("unlawful.gold", [("gold.0", 290), ("gold.1", 290)]),
        ("unlawful.gold", [(f"purse.{hero}", 200) for hero in range(4)]),
        ("unlawful.tiles", short),
        ("unlawful.encounters", [("face_up.0", GOBLIN), ("face_up.1", GOBLIN)]),
        ("unlawful.piles", [(f"pile.{exit}", 1) for exit in range(4)]),
        ("unlawful.exit", [("pile.2", 0), ("face_up.2", NONE)]),
        ("unlawful.hourglass", [("hourglass", int(game.edition["hourglass_end"]))]),
        ("unlawful.gear", [(f"gear.1.{box}", alien)]),
        ("unlawful.square", [("at.4", there[0]), ("at.5", there[0])]),
    ]


def test_lawful_positions_are_played_to_the_end(middle: tuple[LoadedGame, State]):
    game, state = middle
    assert len(state.at) == PAWNS
    for number, edits in enumerate(lawful(game, state)):
        assert key_of(game, state, edits) == "", edits
        after = edited(game, state, edits)
        for adds_up in (gold_adds_up, tiles_add_up, encounters_add_up):
            assert adds_up(after, game.edition), (adds_up, edits)
        play_on(game, after, number)


def test_each_unlawful_position_has_its_reason(middle: tuple[LoadedGame, State]):
    for reason, edits in unlawful(*middle):
        assert key_of(*middle, edits) == reason, edits


def test_chosen_cards_are_exchanged_as_if_chosen_so(choosing: tuple[LoadedGame, list[State]]):
    game, states = choosing
    for number, state in enumerate(
        (states[0], states[-1], next(s for s in states if s.acted == 2))
    ):
        seat = state.first
        mine = state.zone.tolist().index(Zone.CHOSEN + seat)
        other = next(c for c in range(CARDS) if state.zone[c] == Zone.DECK)
        exchange = [(f"zone.{mine}", Zone.DECK), (f"zone.{other}", Zone.CHOSEN + seat)]
        after = edited(game, state, exchange)
        assert CARD_JOB[after.zone.tolist().index(Zone.CHOSEN + seat)] == CARD_JOB[other]
        unseeing = [SPECTATOR, *((seat + n) % 3 for n in range(state.acted + 1, 3))]
        for view in unseeing:  # who sees neither the deck nor the choice sees no difference
            assert redact(after, view).tobytes() == redact(state, view).tobytes()
        back = [(exchange[0][0], exchange[1][1]), (exchange[1][0], Zone.DECK)]
        assert edited(game, after, back).tobytes() == state.tobytes()
        play_on(game, after, number)
        assert key_of(game, state, exchange[:1]) == "unlawful.chosen"
        absent = (state.first + 2) % 3
        stolen = [(f"zone.{other}", Zone.CHOSEN + absent)]
        assert key_of(game, state, stolen) == "unlawful.not_chosen"
        assert key_of(game, state, [("first", 0)]) == "edit.unknown"
