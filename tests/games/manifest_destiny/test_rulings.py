"""Rulings on questions that the rules leave open: each is an option [manifest-destiny 16.1]."""

from __future__ import annotations

import pytest

from ducato.games.manifest_destiny import GAME
from ducato.games.manifest_destiny.state.tables import TERRITORY_IDS, Phase

from .manifest_table import Table


@pytest.mark.parametrize("name", [n for n, p in GAME.parameters.items() if p.clause == "16.1"])
def test_rulings_are_options(name):
    """Every alternative loads, and none is forgotten by the rules [manifest-destiny 16.1]."""
    parameter = GAME.parameters[name]
    values = parameter.choices or ((True, False) if parameter.range is None else parameter.range)
    for value in values:
        position = GAME.load(5, **{name: value}).new_initial_state()
        assert position.is_chance_node()


def test_windows():
    """Opposition before responses, in turn order [manifest-destiny 14.1, 14.2]."""
    t = Table().hand(0, "spy").hand(3, "president").hand(1, "supreme-court")
    t.do("card:spy", "player:4")
    asked = [t.position.current_player()]
    while t.names == ["done"] or "done" in t.names:
        t.do("done")
        if t.position.is_chance_node():
            break
        asked.append(t.position.current_player())
    assert asked == [3, 1, 3]


def test_windows_are_public():
    """See [manifest-destiny 14.1] and [manifest-destiny 14.2]."""
    t = Table().hand(0, "spy").hand(3, "samuel-morse").do("card:spy", "player:4")
    assert t.names == ["done"]  # asked, although they hold no President


@pytest.mark.option("destiny_order")
def test_payout_first():
    """Ruling A8 [manifest-destiny 16.1]."""
    t = Table(destiny_order="payout_first").own(0, "manitoba").hand(0, "hudson-bay-company")
    t.do("card:hudson-bay-company").unanswered()
    assert t.surplus("fur")
    assert "territory:alberta" in t.names


@pytest.mark.option("responses")
def test_response_scope():
    """Ruling A12: payouts too [manifest-destiny 16.1]."""
    t = Table(responses="payouts_too").hand(2, "supreme-court").hand(0, "king-cotton")
    t.do("card:king-cotton")
    while t.position.current_player() != 2:
        t.do("done")
    t.do("card:supreme-court").unanswered()
    assert t.state.cash[0] == 100
    t = Table(responses="payouts_too").hand(0, "boston-tea-party").hand(2, "supreme-court")
    t.do("card:boston-tea-party", "half:payout")
    assert t.phase == Phase.RESPOND


@pytest.mark.option("double_markers")
def test_double_markers():
    """Ruling A50 [manifest-destiny 16.1]."""
    t = Table(era=2, double_markers=True).play("teddy-roosevelt", "territory:pennsylvania")
    t.do("territory:pennsylvania")
    assert t.state.tourism[TERRITORY_IDS.index("pennsylvania")] == 2
    t = Table(era=3, double_markers=True).play("internet", "territory:pennsylvania")
    t.do("territory:pennsylvania")
    assert t.state.technology[TERRITORY_IDS.index("pennsylvania")] == 2


@pytest.mark.option("free_pioneers_count")
def test_free_pioneers_do_not_count():
    """Ruling A17 [manifest-destiny 16.1]."""
    t = Table(free_pioneers_count=False).play("ben-franklin", "answer:yes")
    assert not t.state.acquired[0]
    t.state.acquired[0] = 1  # by a purchase
    assert t.play("davy-crockett", "answer:yes").state.pioneers[0] == 2
