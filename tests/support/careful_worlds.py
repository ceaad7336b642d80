"""Worlds dealt for a seat against what that seat, forgetting nothing, has seen of the cards.

The careful player (`support.careful`) knows no rules; here it is told what each game lets a seat
see besides the moves of cards: the deck that it chooses from, and a card revealed in a hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.support.careful import CarefulPlayer
from tests.support.pairwise import each_value, pairwise

from ducato.core.chance import below, new_rng
from ducato.core.game import all_games, load
from ducato.core.game.loaded_game import LoadedGame
from ducato.core.position import Position
from ducato.core.struct import Struct
from ducato.core.visibility import SPECTATOR, resample
from ducato.games.fantasy_market.parts import Zone as MarketZone
from ducato.games.fantasy_market.state import Phase as MarketPhase

Case = tuple[str, int, str | None, dict[str, Any]]


def cases(*, few: bool) -> list[Case]:
    """Return cases of all games: every edition with every number, and every set of options.

    If `few`, return only those in which every edition and number, and every pair of options stands.
    """
    rules, options = (each_value, pairwise) if few else (product, product)
    return [
        *(
            (game.name, players, edition, {})
            for game in all_games().values()
            for players, edition in rules(game.players, game.editions)
        ),
        *(
            ("magnate", 2, None, {"closed_discards": closed, "reshuffle": at, "reshuffles": times})
            for closed, at, times in options((False, True), ("on_need", "at_once"), range(4))
        ),
        ("magnate", 2, None, {"closed_discards": True, "hand_size": 6, "reshuffles": 3}),
        *(
            ("manifest-destiny", players, None, {"card_backs": backs, "think_tank": exchange})
            for players, backs, exchange in options(
                (3, 4, 5), ("alike", "eras"), ("each_draw", "once_a_turn")
            )
        ),
        *(("manifest-destiny", 4, None, {"initial_hand": cards}) for cards in (1, 2, 4)),
        (
            *("manifest-destiny", 4, None),
            {"opposition": "cancel", "storytelling_discard": "before_cards"},
        ),
    ]


def revealed(game: LoadedGame, state: Struct, seat: int) -> list[int]:
    """Return cards in hidden zones that the rules let a seat, or the spectators, see there."""
    if game.name == "magnate" and state["card"] >= 0:
        return [state["card"]]
    if game.name == "fantasy-market" and state["phase"] == MarketPhase.CHOOSE_CARD:
        if state["chooser"] == seat:
            return [c for c, zone in enumerate(state["zone"]) if zone == MarketZone.DECK]
    return []


def backs(game: LoadedGame, state: Struct) -> list[int]:
    """Return the backs of the cards, if they differ."""
    differ = game.name == "manifest-destiny" and game.options.get("card_backs") == "eras"
    return [batch + 1 for batch in state["batch"]] if differ else []


def watched(game: LoadedGame, seed: int) -> Iterator[tuple[Position, list[CarefulPlayer]]]:
    """Yield the positions of a random game, in which cards are played readily, and its watchers."""
    rng, position = new_rng("careful", seed), game.new_initial_state()
    watchers = [CarefulPlayer(seat, position.state) for seat in (*range(game.players), SPECTATOR)]
    while not position.is_terminal():
        choices = position.legal_actions() or [o for o, _ in position.chance_outcomes()]
        before = position.state.copy()
        position.apply_action(choices[below(rng, len(choices))])
        for one in watchers:
            one.watch(
                before,
                position.state,
                revealed(game, position.state, one.seat),
                backs(game, before),
            )
        yield position, watchers


def contradictions(case: Case, seed: int, positions: int, worlds: int = 1) -> Counter[str]:
    """Count worlds of random positions, and those that contradict a watcher.

    Those of watchers from whom more than one unseen move between hands has blurred the cards are
    counted apart.
    """
    name, players, edition, options = case
    game, found = load(name, players, edition, **options), Counter[str]()
    chosen = new_rng("positions", seed)
    often = sum(1 for _ in watched(game, seed)) // positions + 1
    for step, (position, watchers) in enumerate(watched(game, seed)):
        for one in watchers if below(chosen, often) == 0 else ():
            assert not one.contradicts(position.state)
            rng, kind = new_rng("worlds", seed, step, one.seat), "seats"
            if one.seat == SPECTATOR:
                kind = "spectators"
            if one.blurred > 1:
                kind = "blurred"
            for _ in range(worlds):
                found["worlds of " + kind] += 1
                found[kind] += one.contradicts(resample(position.state, one.seat, rng))
    return +found


def identifier(case: Case | int) -> str:
    if isinstance(case, int):
        return str(case)
    name, players, edition, options = case
    return "-".join([name, str(players), edition or "", *map(str, options.values())])


def check_many(case: Case, games: int) -> Counter[str]:
    """Assert that hardly any world of many positions contradicts a watcher; return the counts."""
    found = Counter[str]()
    for seed in range(games):
        found += contradictions(case, seed, 40, 2)
    assert found["seats"] + found["spectators"] == 0, found
    assert found["blurred"] <= found["worlds of blurred"] / 100, found
    return found
