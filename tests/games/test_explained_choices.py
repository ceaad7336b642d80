"""Every choice of every game says what it brings, where it is made: in its hint or its label.

Random games over all editions go on until every kind of action has been offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from ducato.checks.walks import walk
from ducato.core.game import Game, all_games
from ducato.core.presentation.states import phase_name
from ducato.core.visibility import redact

SEEDS = 12
"""The most games played at each table until every kind of action has been offered."""
ENOUGH = 3
"""The number of decisions of one kind in one phase that are looked at in a game."""
SAYS_ALL = {
    "builders": {"do.end", "do.keep"},
    "fantasy-market": {
        "do.enter",
        "do.step",
        "do.done.inventory",
        "do.done.inventory.more",
        "do.done.market",
        "do.done.promote",
        "do.done.promote.more",
        "do.done.rob",
    },
    "magnate": {"do.end"},
    "manifest-destiny": {
        "do.done.choose",
        "do.done.discard",
        "do.done.innovate",
        "do.done.lift",
        "do.no.guard",
        "do.no.joint",
        "do.no.partner",
        "do.no.pioneer",
        "do.yes.guard",
    },
}
"""The labels that say all by themselves: a refusal, an end, or a step to a square that says more.

A hint on a step would open a menu at each touch."""
GAMES = [all_games()[name] for name in SAYS_ALL]


def unexplained(game: Game, seed: int) -> Iterator[tuple[str, str]]:
    """Yield each kind of action offered in a game at each table, with a label without a hint."""
    for edition, players in product(game.editions, game.players):
        loaded = game.load(players, edition)
        shown, looked = loaded.presentation, dict[tuple[str, str], int]()
        for position in walk(loaded, seed):
            seat = position.current_player()
            if seat < 0:
                continue
            phase, legal = phase_name(position.state), position.legal_actions()
            kinds = {(phase, loaded.actions.kind(action).name) for action in legal}
            if all(looked.get(kind, 0) >= ENOUGH for kind in kinds):
                continue
            looked |= {kind: looked.get(kind, 0) + 1 for kind in kinds}
            seen = redact(position.state, seat)
            for action in legal:
                label = shown.describe_action(seen, loaded.edition, action)
                hint = shown.action_hint(seen, loaded.edition, action)
                silent = hint is None and label.key not in SAYS_ALL[game.name]
                yield loaded.actions.kind(action).name, label.key if silent else ""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_choice_says_what_it_brings(game: Game):
    kinds = set(game.load().actions.kinds)
    missing, met, seed = set[str](), set[str](), 0
    while met != kinds and seed < SEEDS:
        for kind, silent in unexplained(game, seed):
            met.add(kind)
            missing.add(silent)
        seed += 1
    assert (kinds - met, missing - {""}) == (set(), set())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_choice_says_what_it_brings_in_many_games(game: Game):
    silent = {key for seed in range(SEEDS, 3 * SEEDS) for _, key in unexplained(game, seed)}
    assert silent == {""}
