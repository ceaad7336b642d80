"""Finished sites [builders 5]. T5, T6 and T8 are the test vectors."""

from __future__ import annotations

from ducato.games.builders.state import Phase

from .table import Table, site, worker_making

CRAFTSMAN = worker_making(0, 0, 1, 3)
MASTER = worker_making(2, 3, 0, 0)


def test_t5_the_chapel_is_finished():
    """[builders 5.1] T5: the example of the rulebook; 18 coins, 5 points, the crew comes back."""
    table = Table().crew(0, CRAFTSMAN, MASTER).site(0, "chapel")
    table.send(MASTER, "chapel").end_turns(2)
    table.state.need[site("chapel"), 0] = 0  # what others did
    table.state.need[site("chapel"), 2] = 1
    assert table.lacks("chapel") == {"knowledge": 1, "tile": 3}
    purse = table.purse()
    table.send(CRAFTSMAN, "chapel")
    assert table.purse() == purse - 4 + 18
    assert table.points() == 5
    assert sorted(table.cards("crew:0")) == sorted([CRAFTSMAN, MASTER])
    assert table.cards("built:0") == ["chapel"]
    assert table.cards("site:0") == table.cards("work:0") == []
    assert table.state.actions == 2  # finishing is not an action


def test_a_site_is_finished_when_nothing_is_lacking():
    """[builders 5.1]: and not before, however many work there."""
    table = Table().crew(0, "apprentice-1").site(0, "wash-house")  # (0,1,0,2) and (0,0,1,1)
    table.send("apprentice-1", "wash-house")
    assert table.lacks("wash-house") == {"wood": 1, "tile": 1}
    assert table.points() == 0
    assert table.cards("built:0") == []


def test_coins_of_a_finished_site_can_be_spent_at_once():
    """[builders 5.1] [builders 8.19]."""
    table = Table().crew(0, "apprentice-1").site(0, "wooden-shack", 0, 0, 1, 0).coins(0, 2)
    table.do("take:2").coins(0, 2).send("apprentice-1", "wooden-shack")
    assert table.purse() == 8
    assert table.can("buy")


def test_t8_a_machine_joins_the_crew():
    """[builders 5.2] T8: 2 points, no coins, makes 3 stone for no wage, at once."""
    table = Table().crew(0, worker_making(1, 2, 0, 1), worker_making(0, 0, 1, 3))
    table.site(0, "crane-2").site(0, "cathedral")
    table.send(worker_making(1, 2, 0, 1), "crane-2").end_turns(2)
    purse = table.purse()
    table.send(worker_making(0, 0, 1, 3), "crane-2")
    assert (table.points(), table.state.machine_points[0]) == (2, 2)
    assert table.purse() == purse - 4
    assert "crane-2" in table.cards("crew:0")
    assert table.cards("built:0") == []
    table.send("crane-2", "cathedral")
    assert table.lacks("cathedral")["stone"] == 2
    assert table.purse() == purse - 4


def test_t6_the_crew_comes_back_and_goes_on():
    """[builders 5.3] T6: to another site in the same turn, for the wage once more."""
    table = Table().crew(0, "apprentice-1").site(0, "wooden-shack", 0, 0, 1, 0).site(0, "castle")
    table.send("apprentice-1", "wooden-shack")
    assert table.state.actions == 2
    assert table.purse() == 10 - 2 + 8
    table.send("apprentice-1", "castle")
    assert table.state.actions == 1
    assert table.purse() == 10 - 2 + 8 - 2


def test_all_who_worked_there_come_back():
    """[builders 5.3]: machines too, and nobody from other sites."""
    table = Table().crew(0, "crane-1", "master-1", "apprentice-1", "apprentice-2")
    table.site(0, "church").site(0, "castle").coins(0, 40).do("buy", "buy", "buy", "buy")
    table.send("apprentice-2", "castle").send("crane-1", "church").send("master-1", "church")
    for material in range(4):
        table.state.need[site("church"), material] = int(material == 3)
    table.send("apprentice-1", "church")
    assert table.cards("built:0") == ["church"]
    assert sorted(table.cards("crew:0")) == ["apprentice-1", "crane-1", "master-1"]
    assert table.cards("work:0") == ["apprentice-2"]


def test_a_site_stays_its_opener_s():
    """[builders 5.1]."""
    table = Table().site(0, "castle").crew(1, "master-1").end_turns()
    assert table.clause_against("send:master-1") == "4.6"
    assert table.state.phase == Phase.ACT
