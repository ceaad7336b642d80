"""Breakthroughs: research dice, steps, claims and partners [manifest-destiny 7.5 to 7.7]."""

from __future__ import annotations

import pytest

from ducato.games.manifest_destiny.state.tables import BREAKTHROUGH_IDS, Phase, Stage

from .manifest_table import Table

INVEST = Stage.INVESTMENT
LEVELS = (
    ["turnpike", "patriotism", "mechanization"],
    ["electricity", "pro-sports", "assembly-line"],
    ["rock-n-roll", "urban-renaissance", "think-tank", "e-commerce"],
)
ROLLED, REROLLED = 1, 2


def dice(*values):
    """The outcome of chance for these dice."""
    return sum((value - 1) * 6**number for number, value in enumerate(values))


def laid(table, seat, breakthrough):
    mask = table.state.steps[seat, BREAKTHROUGH_IDS.index(breakthrough)]
    return [number for number in range(1, 8) if (mask >> number) & 1]


def researchable(table):
    return [name.partition(":")[2] for name in table.names if name.startswith("research")]


def investing(seat=0, **options):
    """The part of Investment of a seat."""
    t = Table(stage=INVEST, **options)
    t.state.part = t.state.active = t.state.chooser = seat
    return t


# ------------------------------------------------------------------------------------ research


@pytest.mark.parametrize("era", [1, 2, 3])
def test_research_needs_the_era_of_the_level(era):
    """See [manifest-destiny 7.5]."""
    t = investing(era=era).pioneers(0, 1)
    assert researchable(t) == [name for level in LEVELS[:era] for name in level]


def test_research_needs_a_pioneer_and_is_done_once():
    """See [manifest-destiny 7.5]."""
    assert researchable(investing()) == []
    t = investing().pioneers(0, 1).do("research:turnpike", dice(2))
    assert (t.phase, t.state.breakthrough, t.state.contest) == (Phase.INVEST, -1, 0)
    assert laid(t, 0, "turnpike") == []
    assert researchable(t) == []


def test_old_dice_are_taken_away():
    """None is there until the new ones are rolled [manifest-destiny 7.5]."""
    t = investing().pioneers(0, 1)
    for die in range(len(t.state.die)):
        t.state.die[die] = 5
    t.do("research:turnpike")
    assert list(t.state.die) == [0] * len(t.state.die)
    assert t.state.dice == 1


@pytest.mark.parametrize("owner", [0, 4])
def test_no_research_of_what_is_claimed_or_complete(owner):
    """See [manifest-destiny 7.5]."""
    t = investing().pioneers(0, 1).give(owner, "patriotism").steps(0, "mechanization", 2, 3, 5)
    assert researchable(t) == ["turnpike"]


def test_each_needed_number_gets_one_marker():
    """Numbers not needed and numbers rolled twice are ignored [manifest-destiny 7.5]."""
    t = investing(era=2).pioneers(0, 3).do("research:turnpike", dice(3, 2, 3))
    assert (t.phase, laid(t, 0, "turnpike")) == (Phase.INVEST, [3])


def test_what_a_six_stands_for():
    """The player chooses among the open numbers, as long as there are several.

    [manifest-destiny 7.5].
    """
    t = investing(era=3).pioneers(0, 4).do("research:turnpike", dice(6, 1, 6, 6))
    assert (t.phase, t.state.chooser) == (Phase.SIX, 0)
    assert t.names == ["number:1", "number:3", "number:5"]
    t.do("number:3")
    assert (t.phase, laid(t, 0, "turnpike")) == (Phase.INVEST, [1, 3, 5])
    t = investing(era=2).pioneers(0, 2).do("research:patriotism", dice(6, 6), "number:4")
    assert t.names == ["number:1", "number:2"]


@pytest.mark.parametrize(("last", "number"), [((2, 4), 1), ((1, 2), 4)])
def test_a_six_is_the_only_number_left(last, number):
    """Nothing is asked [manifest-destiny 7.5]."""
    t = investing().pioneers(0, 1).steps(0, "patriotism", *last)
    t.do("research:patriotism", dice(6))
    assert (t.phase, laid(t, 0, "patriotism")) == (Phase.INVEST, sorted([*last, number]))


def test_dice_after_the_last_number_are_ignored():
    """See [manifest-destiny 7.5]."""
    t = investing(era=2).pioneers(0, 2).steps(0, "turnpike", 1, 3)
    t.do("research:turnpike", dice(5, 6))
    assert (t.phase, t.state.contest) == (Phase.INVEST, 0)
    assert "advance:turnpike" in t.names


@pytest.mark.parametrize(("in_use", "found"), [((1, 2, 3, 4), [1]), ((1, 2, 3, 4, 5), [])])
def test_results_without_a_marker_are_lost(in_use, found):
    """There are seven, for all Breakthroughs together (A24) [manifest-destiny 7.5]."""
    t = investing(era=3).pioneers(0, 2).steps(0, "patriotism", 2, 4).steps(0, "e-commerce", *in_use)
    t.do("research:turnpike", dice(1, 3))
    assert (t.phase, laid(t, 0, "turnpike")) == (Phase.INVEST, found)


def test_innovation_rolls_one_die_again():
    """Any of the dice, before a 6 is used, once a turn (A23) [manifest-destiny 7.5]."""
    t = investing(era=2).give(0, "innovation").pioneers(0, 3)
    t.do("research:turnpike", dice(1, 2, 6))
    assert (t.phase, t.state.chooser) == (Phase.INNOVATE, 0)
    assert t.names == ["number:1", "number:2", "number:3", "done"]
    t.do("number:2", dice(5))
    assert laid(t, 0, "turnpike") == [1, 3, 5]
    assert t.state.researched[0] == ROLLED | REROLLED


def test_innovation_may_keep_the_dice():
    """It is then not used up [manifest-destiny 7.5]."""
    t = investing().give(0, "innovation").pioneers(0, 2)
    t.do("research:turnpike", dice(1, 3), "done")
    assert (t.phase, laid(t, 0, "turnpike")) == (Phase.INVEST, [1, 3])
    assert t.state.researched[0] == ROLLED


def test_innovation_works_once_a_turn():
    """Not again after a re-roll for a card [manifest-destiny 7.5]."""
    t = investing().give(0, "innovation").pioneers(0, 1)
    t.state.researched[0] = REROLLED
    assert t.do("research:turnpike", dice(1)).phase == Phase.INVEST
    assert laid(t, 0, "turnpike") == [1]


# -------------------------------------------------------------------------------------- claims


def test_a_claim():
    """A Pioneer for the Deed and its points; all markers go back [manifest-destiny 7.6]."""
    t = investing().give(0, "unity").pioneers(0, 2).steps(0, "turnpike", 1, 3, 5)
    t.steps(4, "turnpike", 1).steps(4, "patriotism", 2).steps(0, "mechanization", 2, 3, 5)
    t.state.vp[0] = 1
    t.do("advance:turnpike")
    assert (t.state.vp[0], t.state.chart[0], t.state.pioneers[0]) == (2, 1, 1)
    assert (laid(t, 0, "turnpike"), laid(t, 4, "turnpike")) == ([], [])
    assert laid(t, 4, "patriotism") == [2]
    assert t.state.advances[0] == (1 << 6) | (1 << 15)  # Unity, Turnpike
    t.do("advance:mechanization")
    assert (t.state.vp[0], t.state.chart[0], t.state.pioneers[0]) == (3, 2, 0)
    assert t.state.advances[0] == (1 << 6) | (1 << 15) | (1 << 17)


@pytest.mark.parametrize("owner", [1, 4])
def test_only_one_seat_has_a_breakthrough(owner):
    """See [manifest-destiny 7.6]."""
    t = investing().pioneers(0, 1).steps(0, "turnpike", 1, 3, 5)
    assert "advance:turnpike" in t.names
    assert "advance:turnpike" not in t.give(owner, "turnpike").names


# ---------------------------------------------------------------------------- steps from cards


def test_the_number_of_a_step_from_a_card():
    """Among those still needed [manifest-destiny 6.14]."""
    t = Table().play("george-washington")
    assert (t.phase, t.names) == (Phase.STEP, ["number:1", "number:2", "number:4"])
    t.do("number:2")
    assert (t.phase, t.state.breakthrough, t.state.left) == (Phase.PLAY, -1, -1)
    assert laid(t, 0, "patriotism") == [2]


@pytest.mark.parametrize(
    ("card", "breakthrough", "before", "number"),
    [
        ("george-washington", "patriotism", (2, 4), 1),
        ("eli-whitney", "mechanization", (2, 3), 5),
    ],
)
def test_the_last_step_from_a_card(card, breakthrough, before, number):
    """It is laid at once, and a claim needs a Pioneer [manifest-destiny 6.14]."""
    t = Table().steps(0, breakthrough, *before).play(card)
    assert laid(t, 0, breakthrough) == sorted([*before, number])
    assert (t.phase, t.state.breakthrough, t.state.left) == (Phase.PLAY, -1, -1)


def test_a_claim_in_card_play_is_a_choice():
    """See (A26) [manifest-destiny 6.14]."""
    t = Table().pioneers(0, 1).steps(0, "patriotism", 2, 4).play("george-washington")
    assert (t.phase, t.state.chooser, t.names) == (Phase.CLAIM, 0, ["answer:yes", "answer:no"])
    t.do("answer:no")
    assert (t.phase, t.state.pioneers[0], t.state.vp[0]) == (Phase.PLAY, 1, 0)
    assert laid(t, 0, "patriotism") == [1, 2, 4]


@pytest.mark.parametrize("case", ["claimed", "complete", "no marker"])
def test_a_step_from_a_card_that_cannot_be_laid(case):
    """See (A24) [manifest-destiny 6.14]."""
    t = Table()
    if case == "claimed":
        t.give(3, "patriotism")
    elif case == "complete":
        t.steps(0, "patriotism", 1, 2, 4)
    else:
        t.steps(0, "mechanization", 2, 3).steps(0, "rock-n-roll", 1, 2, 3, 4, 5)
    before = laid(t, 0, "patriotism")
    t.play("george-washington")
    assert (t.phase, laid(t, 0, "patriotism")) == (Phase.PLAY, before)


def test_the_last_marker_is_laid():
    """Six of seven are in use (A24) [manifest-destiny 6.14]."""
    t = Table().steps(0, "mechanization", 2).steps(0, "rock-n-roll", 1, 2, 3, 4, 5)
    assert laid(t.play("george-washington", "number:4"), 0, "patriotism") == [4]


# ------------------------------------------------------------------------------------ partners


def united(*seats, active=0, **options):
    """Investment with these seats as owners of Unity since it began."""
    t = investing(active, **options)
    for seat in seats:
        t.give(seat, "unity").state.unity[seat] = 1
    return t


def partners(one, other, **options):
    t = united(one, other, active=one, **options).pioneers(one, 1).pioneers(other, 1)
    t.state.partner[one], t.state.partner[other] = other, one
    return t


def asked(table):
    return [name for name in table.names if name.startswith("player")]


def test_who_may_be_asked_to_be_a_partner():
    """Owners of Unity ask owners of Unity [manifest-destiny 7.7]."""
    assert asked(united(0, 1, 4)) == ["player:2", "player:5"]
    assert asked(united(1, 4)) == []
    late = united(0, 1)
    late.state.unity[0] = 0  # bought in this phase
    assert asked(late) == []


def test_each_is_asked_once():
    """See [manifest-destiny 7.7]."""
    t = united(0, 1, 4).do("player:5", "answer:no")
    assert (t.state.chooser, asked(t)) == (0, ["player:2"])
    assert asked(t.do("player:2", "answer:no")) == []
    assert list(t.state.partner) == [-1] * 5


def test_only_one_partner():
    """See [manifest-destiny 7.7]."""
    t = united(0, 1, 4).do("player:5", "answer:yes")
    assert (t.state.partner[0], t.state.partner[4]) == (4, 0)
    assert (t.phase, t.state.chooser, asked(t)) == (Phase.INVEST, 0, [])
    taken = united(0, 1, 4, active=4)
    taken.state.partner[0], taken.state.partner[1] = 1, 0
    assert asked(taken) == []
    with_the_first = united(0, 1, 4, active=1)
    with_the_first.state.partner[0], with_the_first.state.partner[1] = 1, 0
    assert asked(with_the_first) == []


def test_a_joint_claim_with_the_last_seat():
    """Both take the Deed, pay a Pioneer and roll no dice [manifest-destiny 7.7]."""
    t = partners(0, 4).steps(0, "turnpike", 1, 3).steps(4, "turnpike", 5).steps(2, "turnpike", 1)
    t.state.researched[4] = REROLLED
    t.do("advance:turnpike")
    assert (t.phase, t.state.chooser) == (Phase.JOINT, 4)
    t.do("answer:yes")
    assert (t.phase, t.state.chooser, t.state.breakthrough) == (Phase.INVEST, 0, -1)
    assert [t.state.vp[seat] for seat in range(5)] == [1, 0, 0, 0, 1]
    assert [t.state.chart[seat] for seat in range(5)] == [1, 0, 0, 0, 1]
    assert (t.state.pioneers[0], t.state.pioneers[4]) == (0, 0)
    assert (t.state.researched[0], t.state.researched[4]) == (ROLLED, ROLLED | REROLLED)
    assert not t.state.row("steps").any()


def test_a_joint_claim_refused():
    """Nothing changes, and it is not proposed again [manifest-destiny 7.7]."""
    t = partners(0, 1).steps(0, "turnpike", 1, 3).steps(1, "turnpike", 5)
    t.steps(0, "patriotism", 1, 2).steps(1, "patriotism", 4)
    t.do("advance:turnpike", "answer:no")
    assert (t.phase, t.state.chooser, t.state.breakthrough) == (Phase.INVEST, 0, -1)
    assert (laid(t, 0, "turnpike"), t.state.vp[0], t.state.pioneers[1]) == ([1, 3], 0, 1)
    assert ("advance:turnpike" in t.names, "advance:patriotism" in t.names) == (False, True)
    t.do("advance:patriotism", "answer:no")
    assert ("advance:turnpike" in t.names, "advance:patriotism" in t.names) == (False, False)


def pool(table, breakthrough, one=0, other=1, missing=0):
    """All steps of a Breakthrough, the first of them of one seat, the others of the other."""
    needed = table.edition.needed[BREAKTHROUGH_IDS.index(breakthrough)]
    numbers = [number for number in range(1, 6) if (needed >> number) & 1]
    table.steps(one, breakthrough, numbers[0])
    return table.steps(other, breakthrough, *numbers[1 : len(numbers) - missing])


def test_the_pool_must_be_complete():
    """See [manifest-destiny 7.7]."""
    assert "advance:turnpike" in pool(partners(0, 1), "turnpike").names
    assert "advance:turnpike" not in pool(partners(0, 1), "turnpike", missing=1).names


def test_a_joint_claim_is_made_by_the_earlier_partner():
    """See [manifest-destiny 7.7]."""
    assert "advance:turnpike" in pool(partners(1, 4), "turnpike", 1, 4).names
    assert "advance:turnpike" not in pool(partners(1, 0), "turnpike").names
    turned = pool(partners(1, 0), "turnpike")
    turned.state.position[0], turned.state.position[1] = 1, 0
    assert "advance:turnpike" in turned.names
    alone = pool(united(0, 4).pioneers(0, 1).pioneers(4, 1), "turnpike", 0, 4)
    assert "advance:turnpike" not in alone.names


@pytest.mark.parametrize("without", [0, 1])
def test_each_partner_needs_a_pioneer(without):
    """See [manifest-destiny 7.7]."""
    t = pool(partners(0, 1), "turnpike")
    t.state.pioneers[without] -= 1
    t.state.supply[without] += 1
    assert "advance:turnpike" not in t.names


@pytest.mark.parametrize(("owner", "allowed"), [(0, True), (1, True), (2, False)])
def test_one_partner_needs_computers_for_e_commerce(owner, allowed):
    """See [manifest-destiny 7.7]."""
    t = pool(partners(0, 1, era=3), "e-commerce").give(owner, "computers")
    assert ("advance:e-commerce" in t.names) == allowed


def test_a_joint_claim_of_what_cannot_be_claimed():
    """Before its era, or claimed already [manifest-destiny 7.7]."""
    assert "advance:electricity" not in pool(partners(0, 1), "electricity").names
    assert "advance:electricity" in pool(partners(0, 1, era=2), "electricity").names
    claimed = pool(partners(0, 1), "turnpike").give(4, "turnpike")
    assert "advance:turnpike" not in claimed.names
