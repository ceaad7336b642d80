"""The rules of each phase stand together."""

from __future__ import annotations

import pytest

from ducato.games.manifest_destiny.rules import phases
from ducato.games.manifest_destiny.state.tables import LAST_CHANCE, LAST_DECISION, Phase

from .manifest_table import Table

RULES = {name: rule for name, rule in vars(phases).items() if callable(rule)}
SHARED = {
    Phase.ATTACK_AGAIN: Phase.ATTACK_DICE,
    Phase.DEFENCE_AGAIN: Phase.DEFENCE_DICE,
}
"""The phases in which dice are rolled again, and those in which they were rolled first."""


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase <= LAST_DECISION])
def test_each_phase_has_its_rule(phase):
    assert f"apply_{SHARED.get(phase, phase).name.lower()}" in RULES


@pytest.mark.parametrize("name", [n for n in RULES if n.startswith(("legal_", "outcomes_"))])
def test_what_is_possible_stands_beside_what_it_does(name):
    if name == "legal_actions":
        assert RULES[name].__module__ == phases.__name__
        return
    kind, _, phase = name.partition("_")
    chance = Phase[phase.upper()] <= LAST_CHANCE
    assert chance == (kind == "outcomes")
    assert RULES[name].__module__ == RULES[f"apply_{phase}"].__module__


def test_chance_has_an_outcome_for_each_card_and_each_face():
    """Of the hand that Spy steals from, and of the die of Robber Barons [manifest-destiny 20.8]."""
    t = Table().hand(3, "samuel-morse", "congress", "eli-whitney").play("spy", "player:4")
    assert (t.phase, len(t.position.chance_outcomes())) == (Phase.STEAL, 3)
    t = Table(era=2).play("robber-barons", "half:event", "player:4")
    assert (t.phase, len(t.position.chance_outcomes())) == (Phase.ROBBER_DIE, 6)
