"""Automatic responses: what they mean in the windows outside of one's own part."""

from __future__ import annotations

import pytest

from ducato.core.game.auto_response import defaults, respond
from ducato.core.i18n import render, say
from ducato.core.visibility import redact
from ducato.games.manifest_destiny import GAME
from ducato.games.manifest_destiny.auto_responses import RESPONSES
from ducato.games.manifest_destiny.state.tables import Card, Phase, Stage

from .manifest_table import Table


def response(table: Table, *chosen: str) -> str | None:
    """Return what the table would do for the seat to move, by name."""
    seat = table.position.current_player()
    seen, legal = redact(table.state, seat), table.position.legal_actions()
    action = respond(table.game, seen, seat, legal, chosen)
    return None if action is None else table.game.actions.name(action)


def test_who_cannot_answer_passes_at_once_only_if_he_wants_to():
    """How long a player is waited for says nothing about their hand [manifest-destiny 14.2]."""
    t = Table().hand(0, "congress").hand(1, "king-cotton").do("card:congress")
    assert (t.phase, t.state.chooser) == (Phase.RESPOND, 1)
    assert response(t, "pass") == "done"
    assert response(t, *defaults(GAME)) is None
    assert response(t) is None


def test_turn_priority_is_asked_in_the_own_part_unless_one_wants_more():
    """By default nobody is asked outside of it [manifest-destiny 6.11, 14.2]."""
    t = Table(players=3, priority_windows="phase_ends").hand(0, "king-cotton")
    t.do("card:king-cotton").unanswered()
    assert "priority" in t.names
    t.do("done", "done", "done")
    assert t.phase == Phase.PRIORITY
    assert response(t, *defaults(GAME)) == "done"
    assert response(t) is None


def test_who_can_answer_decides_himself_or_never():
    t = Table().hand(0, "congress").hand(1, "supreme-court").do("card:congress")
    assert response(t, "pass") is None
    assert response(t, "pass", "stop-spy") is None
    assert response(t, "no-answers") == "done"
    assert response(t, "only-mine") == "done"


QUIET = [name for name in (one.name for one in RESPONSES) if name != "pass"]
"""The responses that must not tell what one holds; "pass" does, and says so."""


@pytest.mark.parametrize("aim", ["player:2", "player:3"])
@pytest.mark.parametrize("chosen", [tuple(defaults(GAME)), *[(name,) for name in QUIET]])
def test_whether_one_is_asked_does_not_tell_what_one_holds(chosen: tuple[str, ...], aim: str):
    """The hand decides only whether a Spy is stopped, which everybody sees anyway."""
    said = []
    for hand in ("supreme-court", "president", "king-cotton"):
        t = Table(players=3).hand(0, "spy").hand(1, hand).hand(2, "congress")
        t.do("card:spy", aim)
        while (t.phase, t.state.chooser) != (Phase.RESPOND, 1):
            t.do("done")
        said.append(response(t, *chosen))
    stopped = [name for name in said if name and name.startswith("card:")]
    assert not stopped or (chosen == ("stop-spy",) and aim == "player:2")
    assert len({name for name in said if name not in stopped}) == 1


def test_what_tells_others_about_ones_hand_is_off_and_says_so():
    """In every language [manifest-destiny 14.2]."""
    assert "pass" not in defaults(GAME)
    said = {"en": "tells the others", "it": "rivela agli altri", "es": "revela a los demás"}
    for language, words in said.items():
        assert words in render(say("auto_response.pass"), GAME.package, language)


def test_a_spy_is_stopped_by_whom_he_is_sent_to():
    t = Table().hand(0, "spy").hand(1, "president", "king-cotton").hand(2, "supreme-court")
    t.do("card:spy", "player:2")
    assert t.phase == Phase.OPPOSE
    assert response(t, "stop-spy") == response(t, "no-answers", "stop-spy") == "card:president"
    assert response(t, "stop-civil-war", "only-mine") is None
    t.do("done")
    assert (t.phase, t.state.chooser) == (Phase.RESPOND, 1)
    assert response(t, "stop-spy") == "card:president"
    t.do("done")
    assert t.state.chooser == 2
    assert response(t, "stop-spy") is None  # it is not aimed at them
    assert response(t, "stop-spy", "only-mine") == "done"


@pytest.mark.parametrize("card", range(64))
def test_any_card_may_be_answered(card: int):
    t = Table().hand(0, "spy").hand(1, "president").do("card:spy", "player:2").do("done")
    assert t.state.chooser == 1
    t.state.card, t.state.victim = card, 1
    stops = card in (Card.SPY, Card.CIVIL_WAR)
    assert response(t, "stop-spy", "stop-civil-war") == ("card:president" if stops else None)


def test_a_spy_that_is_stopped_already_is_left_alone():
    t = Table().hand(0, "spy", "supreme-court").hand(1, "president")
    t.do("card:spy", "player:2", "card:president")
    while t.state.chooser != 0:
        t.do("done")
    assert response(t, "only-mine", "pass") is None  # their own card was answered


def test_civil_war_is_stopped_by_lincoln():
    t = Table(era=2).hand(1, "abraham-lincoln").hand(0, "civil-war")
    t.do("card:civil-war", "half:event", "player:2")
    assert response(t, "stop-civil-war") == "card:abraham-lincoln"
    assert response(t, "stop-spy") is None


def test_turn_priority_and_partners():
    t = Table(players=3, priority_windows="phase_ends").hand(0, "king-cotton")
    t.do("card:king-cotton").unanswered().do("done", "done", "done")
    assert t.phase == Phase.PRIORITY
    assert response(t, "no-priority") == "done"
    assert response(t, "no-answers", "pass") is None
    t = Table(stage=Stage.INVESTMENT)
    t.state.unity[0] = t.state.unity[1] = 1
    t.do("player:2")
    assert t.phase == Phase.PARTNER
    assert response(t, "no-partners") == "answer:no"
    assert response(t, "no-priority") is None


@pytest.mark.parametrize("chosen", [(), tuple(defaults(GAME))])
def test_the_own_part_is_never_played(chosen):
    for stage in (Stage.CARDS, Stage.INVESTMENT, Stage.EXPANSION):
        assert response(Table(stage=stage), *chosen) is None
