"""A turn: actions, sites, workers, sending, coins [builders 4, 7]; the test vectors T1 to T7."""

from __future__ import annotations

import pytest

from ducato.games.builders.state import Phase

from .table import Table, crew, site, worker_making

# ------------------------------------------------------------------------------------ actions


def test_three_actions_a_turn():
    """[builders 4.1]."""
    table = Table()
    assert table.state.actions == 3
    table.do("take:1")
    assert table.state.actions == 2
    assert table.end_turns().state.actions == 3


def test_an_action_can_be_bought_at_any_moment():
    """[builders 4.1] [builders 8.3]: before the free ones are used, and after."""
    table = Table().coins(0, 17)
    table.do("buy")
    assert (table.state.actions, table.purse()) == (4, 12)
    table.do("take:1", "take:3", "buy", "buy")
    assert (table.state.actions, table.purse()) == (2, 12 + 1 + 6 - 10)
    table.do("buy").do("take:3")
    assert (table.state.active, table.purse()) == (0, 4 + 6)


def test_an_action_costs_five_coins():
    """[builders 4.1]."""
    table = Table().coins(0, 4)
    assert table.clause_against("buy") == "4.1"
    table.coins(0, 5).do("buy")
    assert table.purse() == 0


@pytest.mark.option("free_actions")
def test_other_numbers_of_actions():
    """[builders 4.1]: in the first turn and in those that follow."""
    table = Table(free_actions=5)
    assert table.state.actions == 5
    assert table.end_turns().state.actions == 5


@pytest.mark.option("extra_action_price")
def test_another_price_of_an_action():
    """[builders 4.1] [builders 4.3]: without the coins for another action the turn ends."""
    table = Table(extra_action_price=7).coins(0, 6)
    assert table.clause_against("buy") == "4.1"
    assert table.coins(0, 9).do("buy").purse() == 2
    table.coins(0, 0).do("take:3", "take:1")  # 7 coins
    assert table.legal() == ["buy", "end"]
    table.do("end").coins(1, 0).do("take:3")  # 6 coins
    assert table.position.current_player() == 0


def test_any_mix_of_actions_repeats_allowed():
    """[builders 4.2]."""
    table = Table().in_row("chapel").in_row("master-1").coins(0, 20)
    table.do("recruit:master-1", "open:chapel", "take:1", "buy", "send:master-1", "buy")
    table.in_row("laborer-1").do("recruit:laborer-1")
    assert table.cards("crew:0") == ["laborer-1"]
    assert table.purse() == 20 + 1 - 5 - 5 - 5


def test_the_turn_ends_when_nothing_is_left():
    """[builders 4.3]: no action, and no coins for another one."""
    table = Table().coins(0, 0)
    table.do("take:1", "take:2")
    assert table.position.current_player() == 1


def test_the_turn_goes_on_while_an_action_can_be_bought():
    """[builders 4.3]."""
    table = Table().coins(0, 5)
    table.do("take:3")
    assert table.position.current_player() == 0
    assert table.legal() == ["buy", "end"]
    assert table.clause_against("take:1") == "4.3"


def test_the_turn_ends_when_the_player_says_so():
    """[builders 4.3] [builders 8.12]: unused actions are lost."""
    table = Table()
    table.do("end")
    assert table.position.current_player() == 1
    assert table.purse() == 10
    assert table.state.actions == 3


# -------------------------------------------------------------------------------------- sites


def test_opening_a_site():
    """[builders 4.4]: one action, no coins, and the next card fills the gap at once."""
    table = Table().in_row("castle")
    [following] = table.cards("next-building")
    table.do("open:castle")
    assert table.cards("site:0") == ["castle"]
    assert (table.state.actions, table.purse()) == (2, 10)
    assert table.lacks("castle") == {"stone": 5, "wood": 3, "knowledge": 5, "tile": 3}
    assert following in table.cards("building-row")
    assert len(table.cards("building-row")) == 5
    assert len(table.cards("next-building")) == 1
    assert len(table.cards("building-deck")) == 35


def test_the_new_card_lies_in_the_gap():
    """[builders 4.4]."""
    from ducato.games.builders.state import CARD_IDS

    table = Table()
    spots = {card: table.state.spot[CARD_IDS.index(card)] for card in table.cards("building-row")}
    gone = table.cards("building-row")[3]
    [following] = table.cards("next-building")
    table.do(f"open:{gone}")
    assert table.state.spot[CARD_IDS.index(following)] == spots.pop(gone)
    for card, spot in spots.items():
        assert table.state.spot[CARD_IDS.index(card)] == spot


def test_no_limit_to_open_sites():
    """[builders 4.4]."""
    table = Table().coins(0, 60)
    for _ in range(12):
        table.do(table.legal("open")[0], "buy")
    assert len(table.cards("site:0")) == 12


def test_only_a_building_of_the_row_can_be_opened():
    """[builders 4.4]."""
    table = Table().site(1, "abbey").site(0, "farm")
    for card in ("abbey", "farm", *table.cards("next-building"), table.cards("building-deck")[0]):
        assert table.clause_against(f"open:{card}") == "4.4"


# ------------------------------------------------------------------------------------ workers


def test_recruiting():
    """[builders 4.5] [builders 8.15]: one action, no coins now, the next card fills the gap."""
    table = Table().in_row("master-3").coins(0, 0)
    [following] = table.cards("next-worker")
    table.do("recruit:master-3")
    assert table.cards("crew:0") == ["master-3"]
    assert (table.state.actions, table.purse()) == (2, 0)
    assert following in table.cards("worker-row")
    assert len(table.cards("worker-row")) == 5


def test_no_limit_to_the_crew():
    """[builders 4.5]."""
    table = Table().coins(0, 60)
    for _ in range(12):
        table.do(table.legal("recruit")[0], "buy")
    assert len(table.cards("crew:0")) == 12


def test_only_a_worker_of_the_row_can_be_recruited():
    """[builders 4.5]."""
    table = Table().crew(1, "master-1")
    for card in ("master-1", *table.cards("next-worker"), table.cards("worker-deck")[0]):
        assert table.clause_against(f"recruit:{card}") == "4.5"


# ------------------------------------------------------------------------------------ sending


def test_sending_takes_off_what_the_worker_makes():
    """[builders 4.6]: never below zero, what is more is lost."""
    table = Table().crew(0, worker_making(3, 2, 0, 0)).site(0, "chapel", 1, 2, 2, 3)
    table.send(worker_making(3, 2, 0, 0), "chapel")
    assert table.lacks("chapel") == {"knowledge": 2, "tile": 3}
    assert table.purse() == 10 - 5


def test_t1_two_workers_to_one_site():
    """[builders 4.6] T1: 1 + 2 actions, the turn is spent."""
    table = Table().crew(0, "apprentice-1", "apprentice-2").site(0, "cathedral")
    table.send("apprentice-1", "cathedral")
    assert table.state.actions == 2
    table.send("apprentice-2", "cathedral")
    assert table.purse() == 6
    assert table.state.actions == 0
    assert table.legal() == ["buy", "end"]


def test_t2_a_worker_to_each_of_three_sites():
    """[builders 4.6] T2: 1 + 1 + 1 actions."""
    table = Table().crew(0, "apprentice-1", "apprentice-2", "apprentice-3").coins(0, 6)
    for card in ("cathedral", "castle", "chapel"):
        table.site(0, card)
    for n, card in enumerate(("cathedral", "castle", "chapel"), start=1):
        table.send(f"apprentice-{n}", card)
        assert table.state.actions in (3 - n, 3)
    assert table.position.current_player() == 1
    assert table.purse() == 0


def test_t3_three_workers_to_one_site():
    """[builders 4.6] [builders 8.2] T3: 6 actions, three of them bought for 15 coins, and wages."""
    three = ("apprentice-1", "apprentice-2", "apprentice-3")
    table = Table().crew(0, *three).site(0, "cathedral").coins(0, 30)
    table.do("buy", "buy", "buy")
    for left, worker in zip((5, 3, 0), three, strict=True):
        table.send(worker, "cathedral")
        assert table.state.actions == left
    assert table.purse() == 30 - 15 - 6


def test_t4_earlier_turns_do_not_count():
    """[builders 4.6] T4."""
    table = Table().crew(0, "apprentice-1", "apprentice-2").site(0, "cathedral")
    table.send("apprentice-1", "cathedral").end_turns(2)
    table.send("apprentice-2", "cathedral")
    assert table.state.actions == 2


def test_the_rising_cost_is_for_each_site():
    """[builders 4.6]: where only one site is cheap enough, there is nothing to ask."""
    table = Table().crew(0, "apprentice-1", "apprentice-2").site(0, "cathedral").site(0, "castle")
    table.send("apprentice-1", "cathedral").do("take:1", "send:apprentice-2")
    assert table.state.working[crew("apprentice-2")] == site("castle")


def test_nobody_can_be_sent_where_all_is_too_dear():
    """[builders 4.6]."""
    table = Table().crew(0, "apprentice-1", "apprentice-2").site(0, "cathedral")
    table.send("apprentice-1", "cathedral").do("take:1")
    assert table.clause_against("send:apprentice-2") == "4.6"


def test_where_there_is_a_choice_the_site_is_asked():
    """[builders 4.6]."""
    table = Table().crew(0, "apprentice-1").site(0, "cathedral").site(0, "castle")
    table.site(1, "chapel").do("send:apprentice-1")
    assert table.state.phase == Phase.CHOOSE_SITE
    assert table.legal("site") == ["site:castle", "site:cathedral"]
    assert table.clause_against("end") == "4.6"
    assert table.clause_against("site:chapel") == "4.6"
    table.do("site:castle")
    assert table.cards("work:0") == ["apprentice-1"]
    assert table.state.working[crew("apprentice-1")] == site("castle")


def test_a_site_that_is_too_dear_now_is_refused():
    """[builders 4.6]."""
    table = Table().crew(0, "apprentice-1", "apprentice-2")
    table.site(0, "cathedral").site(0, "castle").site(0, "abbey")
    table.send("apprentice-1", "cathedral").do("take:1", "send:apprentice-2")
    assert table.state.phase == Phase.CHOOSE_SITE
    assert table.legal("site") == ["site:abbey", "site:castle"]
    assert table.clause_against("site:cathedral") == "4.6"


def test_the_wage_must_be_there():
    """[builders 4.6]: no debts."""
    table = Table().crew(0, "master-1").site(0, "cathedral").coins(0, 4)
    assert table.clause_against("send:master-1") == "4.6"
    table.do("take:1")
    assert table.can("send:master-1")


def test_who_works_stays_until_the_site_is_finished():
    """[builders 4.6] [builders 8.14]."""
    table = Table().crew(0, "apprentice-1").site(0, "cathedral").site(0, "castle")
    table.send("apprentice-1", "cathedral").end_turns(2)
    assert table.clause_against("send:apprentice-1") == "4.6"


def test_only_ones_own_crew_goes_to_ones_own_sites():
    """[builders 4.6]."""
    table = Table().crew(1, "master-1").site(0, "cathedral").crew(0, "master-2")
    assert table.clause_against("send:master-1") == "4.6"
    assert table.clause_against("send:master-3") == "4.6"
    assert table.clause_against("site:cathedral") == "4.6"
    nobody = Table().crew(0, "master-2").site(1, "cathedral")
    assert nobody.clause_against("send:master-2") == "4.6"


def test_a_machine_works_for_nothing_but_costs_actions():
    """[builders 4.6] [builders 8.13]: and it counts for the rising cost."""
    table = Table().crew(0, "crane-2", "apprentice-1").site(0, "cathedral").coins(0, 2)
    table.send("crane-2", "cathedral")
    assert (table.state.actions, table.purse()) == (2, 2)
    table.send("apprentice-1", "cathedral")
    assert table.purse() == 0
    assert table.position.current_player() == 1


# -------------------------------------------------------------------------------------- coins


@pytest.mark.parametrize(("actions", "coins"), [(1, 1), (2, 3), (3, 6)])
def test_one_take(actions: int, coins: int):
    """[builders 4.7]."""
    table = Table().coins(0, 0)
    table.do(f"take:{actions}")
    assert table.purse() == coins


def test_t7_takes_are_paid_one_by_one():
    """[builders 4.7] [builders 8.4] T7: at once 6, as 1 + 1 + 1 only 3, as 2 + 1 only 4."""
    assert Table().coins(0, 0).do("take:3").purse() == 6
    assert Table().coins(0, 0).do("take:1", "take:1", "take:1").purse() == 3
    assert Table().coins(0, 0).do("take:2", "take:1").purse() == 4


def test_a_take_needs_its_actions():
    """[builders 4.7]."""
    table = Table().do("take:1")
    assert table.clause_against("take:3") == "4.7"
    assert table.legal("take") == ["take:1", "take:2"]


def test_no_take_of_more_than_three_actions():
    """[builders 8.4]."""
    table = Table().coins(0, 20).do("buy", "buy")
    assert table.state.actions == 5
    assert table.legal("take") == ["take:1", "take:2", "take:3"]


# --------------------------------------------------------------------------- what may be done


def test_the_list_of_legal_actions():
    """[builders 7.1]."""
    table = Table().crew(0, "apprentice-1", "master-1").crew(1, "master-2").site(0, "castle")
    table.coins(0, 4)
    assert table.legal() == [
        *(f"open:{card}" for card in table.cards("building-row")),
        *(f"recruit:{card}" for card in table.cards("worker-row")),
        "send:apprentice-1",
        *("take:1", "take:2", "take:3"),
        "end",
    ]
    table.coins(0, 5)
    assert table.can("send:master-1", "buy")


def test_nobody_is_ever_stuck():
    """[builders 7.1]: without cards, coins or crew, coins can be taken and the turn ended."""
    table = Table().coins(0, 0)
    table.exhaust("building-row", "worker-row", "building-deck", "worker-deck")
    assert table.legal() == ["take:1", "take:2", "take:3", "end"]
