"""A recorded game for each number of players, in which every card is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import golden

from ducato.core import verbs
from ducato.core.chance import below, new_rng
from ducato.games.manifest_destiny import GAME
from ducato.games.manifest_destiny.state.tables import CARD_IDS, Zone

FOLDER = Path(__file__).parent / "golden"
SEEDS = {3: 26, 4: 691, 5: 412}
"""For each number of players a game of `eager` in which every card is played."""


def eager(position, rng):
    """Plays cards while it can, and else anything."""
    legal = position.legal_actions()
    cards = [a for a in legal if position.game.actions.kind(a).name == "card"]
    chosen = cards or legal
    return chosen[below(rng, len(chosen))]


@pytest.mark.parametrize("players", GAME.players)
def test_playthrough(players):
    game = GAME.load(players)
    golden.check(FOLDER / f"{players}-players.txt", game, SEEDS[players], eager)


def played(game, seed):
    """The cards that lay on the table in a game."""
    rng, position, found = new_rng("golden", seed), game.new_initial_state(), set()
    state = position.state
    while not position.is_terminal():
        if position.is_chance_node():
            outcomes = verbs.chance_outcomes(state, game.edition)
            verbs.apply_action(state, game.edition, below(rng, outcomes))
        else:
            verbs.apply_action(state, game.edition, eager(position, rng))
            zones = enumerate(state.zone)
            found |= {card for card, zone in zones if Zone.TABLE <= zone < Zone.HAND}
    return found


@pytest.mark.parametrize("players", GAME.players)
def test_every_card_is_played(players):
    game = GAME.load(players)
    wanted = {card for card in range(len(CARD_IDS)) if not game.edition.removed[card]}
    missing = wanted - played(game, SEEDS[players])
    assert sorted(CARD_IDS[card] for card in missing) == []
