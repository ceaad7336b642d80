"""Sentences that random games hardly ever come to are true as well."""

from __future__ import annotations

import pytest

from ducato.core import verbs
from ducato.games.manifest_destiny import narration
from ducato.games.manifest_destiny.state.tables import Phase, Stage

from .log_truth import LogTruth
from .manifest_table import Table


def heard(table: Table, *steps: str | int) -> set[str]:
    """Do this, check all its log sentences, and return their keys."""
    truth, found = LogTruth(table.game), set()
    for step in steps:
        actor = table.position.current_player()
        chance = actor == verbs.CHANCE
        action = step if chance else table.game.actions.index(step)
        before = table.state.copy()
        table.do(step)
        said = narration.describe_step(
            before, None if chance else action, table.state, table.edition, actor, 0
        )
        assert truth.falsehoods(before, actor, action, table.state, said) == []
        found |= {message.key for message in said}
    return found


def test_a_fight_for_cuba():
    t = Table(era=2).own(1, "cuba").hand(0, "remember-the-maine")
    t.do("card:remember-the-maine")
    assert heard(t, "half:event", 35, 0) >= {"log.attack.free", "log.dice", "log.won"}


def test_an_exchanged_card():
    t = Table(stage=Stage.INVESTMENT).give(0, "think-tank").tokens(0, 3)
    assert "log.exchange" in heard(t, "purchase:card", 0, "answer:yes", 0)


def test_dice_added_and_rolled_again():
    t = Table(stage=Stage.EXPANSION).own(1, "ohio").give(0, "rock-n-roll").tokens(0, 9).survey()
    t.state.flags[0] = 2  # War of 1812
    t.state.flags[1] = 8  # Star Spangled Banner
    keys = heard(t, "territory:ohio", "answer:yes", 100, 3, "number:1", 2)
    keys |= heard(t, "done") if t.phase == Phase.REROLL else set()
    assert t.phase == Phase.REROLL_DEFENCE
    keys |= heard(t, "answer:yes", 0)
    assert keys >= {"log.attack", "log.extra_die", "log.reroll", "log.reroll_defence"}
    assert keys & {"log.won", "log.lost"}


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_joint_claim(answer):
    t = Table(era=3, stage=Stage.INVESTMENT).give(0, "unity").give(1, "unity")
    t.pioneers(0, 1).pioneers(1, 1).steps(0, "turnpike", 1, 3).steps(1, "turnpike", 5)
    t.state.unity[0] = t.state.unity[1] = 1
    keys = heard(t, "player:2", "answer:yes", "advance:turnpike", f"answer:{answer}")
    assert keys >= {"log.partner.yes", "log.propose.joint", f"log.joint.{answer}"}


def test_tokens_lifted_by_wireless():
    t = Table(stage=Stage.INVESTMENT).give(0, "wireless").own(0, "ohio")
    assert heard(t, "redeploy", "territory:ohio") == {"log.redeploy", "log.lift"}


def test_natives_that_leave():
    t = Table(era=2).own(0, "missouri").own(5, "kansas").hand(0, "homestead-act")
    t.do("card:homestead-act")
    assert heard(t, "territory:kansas") == {"log.natives.leave"}


def test_sources_of_income():
    t = Table(players=3, stage=Stage.EXPANSION).give(0, "urban-renaissance").city("pennsylvania")
    t.give(1, "motion-pictures").give(2, "safety-net")
    keys = heard(t, "done", "done", "done", 0)
    assert keys >= {"log.income", "log.urban_renaissance", "log.motion_pictures.pays"}
