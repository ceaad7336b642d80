"""Moving pawns: heroes, the Thief, the Tax Collector."""

from __future__ import annotations

import pytest

import ducato
from ducato import checks
from ducato.games.fantasy_market.parts import Pawn
from ducato.games.fantasy_market.state import Phase

from .table import Table


def test_fewer_squares_are_always_allowed():
    """[fantasy-market 6.1]."""
    table = Table().play("warrior").walk("n").do("done")
    assert (table.where("warrior"), table.phase) == ("e4", "reveal")
    table = Table().at(warrior="b1").stock(0, "sword").play("warrior").do("done")
    assert table.wears("warrior") == []
    table = Table().play("warrior").walk("n", "n", "n", "w")
    assert table.phase == "reveal"


def test_no_square_twice():
    """[fantasy-market 6.2]."""
    table = Table().play("ranger").walk("n", "e", "s")
    assert table.clause_against("step:north") == "6.2"
    assert table.clause_against("step:west") == "6.2"


def test_from_outside():
    """[fantasy-market 6.3, 12.16]: the exit is free, and must be left."""
    table = Table().at(warrior=None, collector="e1").play("warrior")
    assert table.legal() == ["enter:east", "enter:south", "enter:west", "done"]
    assert table.clause_against("enter:north") == "6.3"
    assert table.clause_against("step:north") == "6.3"
    table.do("enter:west")
    assert table.clause_against("done") == "6.3"
    assert table.clause_against("enter:east") == "6.3"
    table.walk("e", "e", "e")
    assert table.can("step:east")
    assert table.clause_against("step:west") == "6.2"


def test_a_walled_exit_cannot_be_entered():
    """[fantasy-market 6.3]: no dead end."""
    table = Table().at(warrior=None, mage="d1", thief="f1", collector="e2").play("warrior")
    assert not table.can("enter:north")


@pytest.mark.option("same_shop_retrigger")
def test_no_second_visit_from_inside():
    """[fantasy-market 6.4, 12.17]."""
    for again, bought in ((False, []), (True, ["sword"])):
        table = Table(same_shop_retrigger=again).at(warrior="b1").stock(0, "sword")
        table.play("warrior").walk("e").do("done")
        assert table.wears("warrior") == bought
        thief = Table(same_shop_retrigger=again).at(thief="b1").stock(0, "sword").play("thief")
        assert thief.walk("e").stolen() == bought


def test_heroes_do_not_cross_pawns():
    """[fantasy-market 6.5]: the centre excepted."""
    table = Table().at(warrior="e4", mage="e3").play("warrior")
    assert table.clause_against("step:north") == "6.5"
    assert table.clause_against("step:north-east") == "6.5"
    table.walk("s")
    assert table.where("warrior") == "e5"


@pytest.mark.option("centre_capacity")
def test_a_limit_for_the_centre():
    """[fantasy-market 3.3]."""
    table = Table(centre_capacity=5).at(warrior="e4").play("warrior")
    assert table.clause_against("step:south") == "6.5"
    assert Table(centre_capacity=6).at(warrior="e4").play("warrior").can("step:south")


def test_where_a_hero_ends():
    """[fantasy-market 6.6, 12.27]: an exit only counts at the end of the move."""
    table = Table().at(warrior="d1").play("warrior").walk("e", "e").do("done")
    assert (table.where("warrior"), table.phase) == ("f1", "reveal")
    table = Table().at(warrior="d1").play("warrior").walk("e").do("done")
    assert (table.where("warrior"), table.phase) == (None, "encounter")


def test_walls():
    """[fantasy-market 2.1]."""
    assert Table().at(warrior="b1").play("warrior").clause_against("step:west") == "2.1"


def test_what_is_worn_adds_to_movement():
    """[fantasy-market 12.25]."""
    table = Table().gear("ranger", "travel-boots", "winged-cape").play("ranger")
    assert table.state.budget == 9


@pytest.mark.option("thief_move")
def test_the_thief_crosses_but_does_not_end_there():
    """[fantasy-market 6.7]."""
    table = Table().at(thief="c5", mage="d5").play("thief").walk("e")
    assert table.clause_against("done") == "6.7"
    table.walk("ne")
    assert table.where("thief") == "e4"
    dead_end = Table(thief_move=1).at(thief="c5", mage="d5").play("thief")
    assert dead_end.clause_against("step:east") == "6.7"


def test_the_thief_is_never_stranded():
    """[fantasy-market 6.7]: two occupied squares in a row need a third step."""
    for steps, can in ((2, False), (3, True)):
        table = Table(thief_move=steps).at(
            thief="a4", mage="a3", warrior="a2", ranger="b2", priest="b3", collector="b4"
        )
        # From a4 the Thief steps on a3; a2, b2, b3 and b4 are occupied, b1 is two steps beyond.
        assert table.play("thief").can("step:north") is can


def test_robbing_a_hero():
    """[fantasy-market 6.8]."""
    for pips, stolen in ((1, "sword"), (2, "sword"), (3, "chain-mail"), (6, "buckler")):
        table = (
            Table()
            .at(thief="c4", warrior="d5")
            .gear("warrior", "sword", "chain-mail", "buckler", "winged-cape")
        )
        table.play("thief").walk("se").do("rob:warrior").roll(pips)
        assert table.stolen() == [stolen]
        assert stolen not in table.wears("warrior")
        assert table.phase == "move"
    table = Table().at(thief="c4", warrior="d5").gear("warrior", "winged-cape")
    assert table.play("thief").walk("se").phase == "move"


def test_robbing_may_be_declined():
    """[fantasy-market 6.8, 12.12]."""
    table = Table().at(thief="c4", warrior="d5").gear("warrior", "sword").play("thief")
    table.walk("se").do("done")
    assert (table.stolen(), table.phase) == ([], "move")


def test_one_hero_on_the_centre():
    """[fantasy-market 6.8, 12.18]."""
    table = Table().at(thief="d4").gear("warrior", "sword").gear("mage", "oak-wand")
    table.play("thief").walk("se")
    assert table.legal() == ["rob:warrior", "rob:mage", "done"]
    assert table.clause_against("rob:priest") == "6.8"
    table.do("rob:mage").roll(1)
    assert (table.stolen(), table.phase) == (["oak-wand"], "move")


def test_an_empty_box():
    """[fantasy-market 12.29]."""
    table = Table().at(thief="c4", warrior="d5").gear("warrior", "sword").play("thief")
    assert table.walk("se").do("rob:warrior").roll(4).stolen() == []


def test_a_shop_is_robbed():
    """[fantasy-market 6.9, 12.19]: once a move; ending there counts, starting there does not."""
    table = Table().at(thief="b2").stock(0, "sword", "war-axe", "winged-cape").play("thief")
    table.walk("n")
    assert table.stolen() == ["winged-cape"]
    table.walk("e").do("done")
    assert table.stolen() == ["winged-cape"]
    assert table.play("thief").walk("s", "nw").stolen() == ["winged-cape"]
    inside = Table().at(thief="b1").stock(0, "sword").play("thief").walk("e")
    assert inside.stolen() == []


def test_the_mover_chooses_among_equal_ones():
    """[fantasy-market 6.9]."""
    table = Table().at(thief="b2").stock(0, "sword", "mace", "war-axe").play("thief", seat=1)
    table.walk("n")
    assert (table.phase, table.position.current_player()) == ("loot", 1)
    assert table.clause_against("take:sword") == "6.9"
    assert table.clause_against("done") == "6.9"
    table.do("take:mace")
    assert (table.stolen(), table.phase) == (["mace"], "move")


def test_full_boxes():
    """[fantasy-market 6.10]."""
    table = Table().at(thief="b2", warrior="c2").stock(0, "sword").gear("warrior", "sword")
    table.loot("mace", "mace", "cudgel", "cudgel", "buckler").play("thief").walk("n", "se")
    assert table.phase == "move"
    assert table.goods(0) == ["sword"]


@pytest.mark.option("loot_boxes")
def test_fewer_loot_boxes():
    """[fantasy-market 1.2]."""
    table = Table(loot_boxes=1).at(thief="b2").stock(0, "sword").loot("mace").play("thief")
    assert table.walk("n").stolen() == ["mace"]


def test_the_thief_sells_his_loot():
    """[fantasy-market 6.11, 12.27]: vector 16."""
    table = Table().at(thief="e2").loot("sword", "mace", "buckler")
    before = table.on_market("sword")
    table.play("thief").walk("n").do("done")
    assert (table.where("thief"), table.stolen(), table.phase) == (None, [], "reveal")
    assert table.on_market("sword") == before + 1


def test_the_collector_on_his_way():
    """[fantasy-market 6.12]."""
    table = Table().at(collector="d2", mage="d1").play("collector")
    assert table.clause_against("step:north") == "6.12"
    table.walk("ne").do("done")
    assert (table.where("collector"), table.phase) == ("e1", "reveal")


@pytest.mark.option("collector_move")
def test_another_range_of_the_collector():
    """[fantasy-market 6.12]."""
    table = Table(collector_move=2).at(collector="d2").play("collector").walk("w", "w")
    assert (table.where("collector"), table.phase) == ("b2", "reveal")
    table = Table(collector_move=6).play("collector").walk("n", "w", "w", "w", "s")
    assert table.can("step:west")


def taxed(gold: int, pips: int, mover: int = 1) -> int:
    """Return what seat 0 keeps."""
    table = Table().at(collector="b2").gold(gold).play("collector", seat=mover).walk("n").do("done")
    return table.roll(pips).has(0)


def test_taxes():
    """[fantasy-market 6.13, 12.26]: vectors 3, 4 and 5, and the mover's own shop."""
    assert taxed(3, 6) == 1
    assert [taxed(1, 6), taxed(0, 6)] == [1, 0]
    assert taxed(9, 5) == 6
    assert taxed(9, 5, mover=0) == 6
    unowned = Table(2).at(collector="b2").play("collector").walk("n").do("done")
    assert unowned.phase == "reveal"


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_hero_is_asked_about_once_in_a_move(players: int):
    """[fantasy-market 6.2, 6.8]: the Thief comes to a square, and to the question, only once."""
    asked = []
    for seed in range(12):
        game = ducato.load("fantasy-market", players, hourglass_end=12, thief_move=8)
        for position in checks.walk(game, seed):
            state = position.state
            walk = state.row("trail")[: state.walked + 1].tolist()
            if state.pawn == Pawn.THIEF:
                assert len(set(walk)) == len(walk)
            if state.phase == Phase.ROB:
                asked.append((seed, int(state.turns), int(state.acted), walk[-1]))
                assert state.walked > 0
    assert asked
    assert len(set(asked)) == len(asked)
