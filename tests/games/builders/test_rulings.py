"""Questions that the rulebook leaves open, and options that answer them otherwise [builders 8]."""

from __future__ import annotations

import pytest

import ducato
from ducato.core.game.weights import greedy_weights
from ducato.core.verbs import action_score
from ducato.games.builders import GAME
from ducato.games.builders.state import ACTIONS, COINS

from .table import Table, worker_making


@pytest.mark.option("send_cost")
def test_the_other_reading_of_the_rising_cost():
    """[builders 8.2]: 3 actions for the second worker, 6 for the third."""
    table = Table(send_cost="totals").crew(0, "apprentice-1", "apprentice-2", "apprentice-3")
    table.site(0, "cathedral").coins(0, 60).do(*["buy"] * 7)
    for left in (9, 6, 0):
        table.send(table.cards("crew:0")[0], "cathedral")
        assert table.state.actions == left


@pytest.mark.option("extra_actions_most")
def test_a_limit_to_extra_actions():
    """[builders 8.3]: in a turn."""
    table = Table(extra_actions_most=2).coins(0, 60).do("buy", "buy")
    assert table.clause_against("buy") == "8.3"
    assert table.end_turns(2).can("buy")


def test_buying_actions_for_coins_always_loses():
    """[builders 8.4]: with the greatest gain and the lowest price that the options allow."""
    ranges = {name: p.range for name, p in GAME.parameters.items()}
    price = ranges["extra_action_price"][0]
    for actions in (1, 2, 3):
        assert ranges[f"take_{actions}"][1] < price * actions


@pytest.mark.option("machines_count")
def test_machines_and_the_first_tie_break():
    """[builders 8.7]."""
    for machines_count, ranks in ((True, [1, 2]), (False, [2, 1])):
        table = Table(machines_count=machines_count).built(0, "post").crew(0, "crane-2")
        table.built(1, "chapel").coins(0, 0).coins(1, 10)
        assert (table.score(0), table.score(1)) == (6, 6)
        assert table.ranks() == ranks


def test_the_bank_has_what_is_needed():
    """[builders 8.8]."""
    table = Table().coins(0, 300)
    table.do("take:3")
    assert table.purse() == 306


@pytest.mark.option("bank_limit")
def test_a_bank_of_a_hundred_coins():
    """[builders 8.8]: it pays no more than it has, and an empty one nothing."""
    table = Table(bank_limit="box")
    assert table.state.bank == COINS - 20
    table.coins(0, 0).coins(1, 96)
    table.do("take:3")
    assert (table.purse(), table.state.bank) == (4, 0)
    table.end_turns(1 if table.position.current_player() == 0 else 0)
    assert table.clause_against("take:1") == "8.8"
    assert table.can("end", "buy")


def test_the_row_shrinks():
    """[builders 8.9]: first the open card of the deck is used up, then there are gaps."""
    table = Table().exhaust("worker-deck")
    [last] = table.cards("next-worker")
    table.do(f"recruit:{table.cards('worker-row')[0]}")
    assert last in table.cards("worker-row")
    assert table.cards("next-worker") == []
    table.do(f"recruit:{last}")
    assert len(table.cards("worker-row")) == 4
    assert table.state.trigger == -1


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.option("empty_deck")
def test_an_empty_deck_may_begin_the_last_round(shown: bool):
    """[builders 8.9]."""
    table = Table(empty_deck="last_round", show_next_card=shown)
    table.exhaust("building-deck", "next-building")
    table.do("end", f"open:{table.cards('building-row')[0]}")
    assert len(table.cards("building-row")) == 4
    assert (table.state.trigger, table.state.exhausted) == (1, 1)
    table.do("end")
    assert table.position.is_terminal()


@pytest.mark.parametrize("shown", [True, False])
def test_a_deck_with_a_card_does_not(shown: bool):
    """[builders 8.9]: the gap is filled by the open card, or by the one that is drawn."""
    table = Table(empty_deck="last_round", show_next_card=shown)
    last = 0 if shown else 1
    table.send_away(*table.cards("building-deck")[last:], to="box")
    table.do(f"open:{table.cards('building-row')[0]}")
    assert len(table.cards("building-row")) == 5
    assert (table.state.trigger, table.state.exhausted) == (-1, 0)


def test_useless_workers_may_be_sent():
    """[builders 8.11]."""
    crane = Table().crew(0, "crane-1").site(0, "treehouse")  # needs no stone
    crane.send("crane-1", "treehouse")
    assert crane.cards("work:0") == ["crane-1"]


@pytest.mark.option("send_useless")
def test_or_may_not():
    """[builders 8.11]."""
    table = Table(send_useless=False).crew(0, "crane-1", "apprentice-1").site(0, "treehouse")
    assert table.clause_against("send:crane-1") == "8.11"
    table.site(0, "castle").site(0, "church").do("send:crane-1")
    assert table.legal("site") == ["site:church", "site:castle"]
    assert table.clause_against("site:treehouse") == "8.11"


def test_useful_only_where_it_is_too_dear():
    """[builders 8.11]."""
    table = Table(send_useless=False).crew(0, "crane-1", "apprentice-1")
    table.site(0, "treehouse").site(0, "castle").coins(0, 4)
    table.send("apprentice-1", "castle").do("take:1")
    assert table.clause_against("send:crane-1") == "8.11"


@pytest.mark.option("start_coins", "take_1", "take_2", "take_3")
def test_a_plain_take_and_start():
    """[builders 8.17] [builders 4.7]: other amounts are options."""
    table = Table(start_coins=20, take_1=2, take_2=5, take_3=8, free_actions=6)
    assert table.purse() == 20
    assert table.do("take:1").purse() == 22
    assert table.do("take:2").purse() == 27
    assert table.do("take:3").purse() == 35


def stuck_table(**options: object) -> Table:
    """No cards in the rows; each seat's only worker is on a site that lacks what nobody makes."""
    table = Table(**options).crew(0, "master-1").crew(1, "master-2")
    table.site(0, "castle").site(1, "church").coins(0, 40)
    table.exhaust("building-row", "worker-row", "building-deck", "worker-deck")
    table.exhaust("next-building", "next-worker")
    return table


def test_when_nobody_can_build_the_round_is_the_last():
    """[builders 8.21]."""
    table = stuck_table().send("master-1", "castle")
    table.do("end")
    assert not table.state.stuck  # seat 1 can still send a crew member
    table.send("master-2", "church").do("end")
    assert table.state.stuck
    assert table.position.is_terminal()
    assert table.state.trigger == -1


@pytest.mark.parametrize("zone", ["worker-row", "building-row"])
def test_a_card_that_can_be_taken_keeps_the_game_going(zone: str):
    """[builders 8.21]."""
    table = stuck_table()
    table.send("master-1", "castle").do("end").send("master-2", "church")
    if zone == "worker-row":
        table.send_away("master-3", to="worker-row")
    else:
        table.send_away("abbey", to="building-row").send_away("master-4", to="crew:0")
    table.do("end")
    assert not table.state.stuck


def test_useless_crew_is_stuck_too_where_it_may_not_be_sent():
    """[builders 8.21] [builders 8.11]."""
    for machine, stuck in (("circular-saw-1", True), ("crane-1", False)):
        table = stuck_table(send_useless=False).send("master-1", "castle")
        table.do("end").site(1, "church", 1, 0, 0, 0).send_away("master-2", to="box")
        table.crew(1, machine).do("end")
        assert bool(table.state.stuck) is stuck  # only the crane makes stone


@pytest.mark.option("max_rounds")
def test_a_limit_to_the_rounds_says_so():
    """[builders 8.22]: it is off in every edition, and a game that it stops tells it."""
    for edition in GAME.editions:
        assert ducato.load("builders", edition=edition).values["max_rounds"] == 0
    table = Table(3, max_rounds=2).end_turns(5)
    assert not table.position.is_terminal()
    table.do("end")
    assert table.position.is_terminal()
    assert table.state.stopped


def test_the_limit_is_not_what_ends_a_won_game():
    """[builders 8.22]."""
    table = Table(2, max_rounds=1)
    table.state.points[1] = 17
    table.end_turns(2)
    assert table.position.is_terminal()
    assert not table.state.stopped


def test_the_edition_of_board_game_arena():
    """[builders 8.23]: has the values of the rulebook, as far as is known."""
    assert GAME.editions == ["official", "bga"]
    assert GAME.load(edition="bga").values == GAME.load(edition="official").values


def test_machines_are_crew_and_construction():
    """[builders 8.1]: the numbers of a machine's two rows belong to one card."""
    table = Table().crew(0, "tile-kiln-2").site(0, "wash-house").send("tile-kiln-2", "wash-house")
    assert table.lacks("wash-house") == {"wood": 1}
    assert worker_making(0, 1, 0, 1) == "apprentice-2"


def test_who_was_chosen_can_be_put_back():
    """[builders 8.24]: for nothing, but only once until something else is done."""
    table = Table().crew(0, "apprentice-1", "apprentice-2").site(0, "castle").site(0, "chapel")
    assert table.clause_against("keep") == "8.24"
    before = table.state.copy()
    table.do("send:apprentice-1")
    assert table.legal() == ["site:chapel", "site:castle", "keep"]
    table.do("keep")
    table.state.kept = 0
    assert table.state == before
    table.state.kept = 1
    table.do("send:apprentice-2")
    assert table.legal() == ["site:chapel", "site:castle"]
    assert table.clause_against("keep") == "8.24"
    table.do("site:castle", "send:apprentice-1")
    assert table.can("keep")
    table.do("keep", "take:1", "end", "end")
    table.coins(0, 20).do("send:apprentice-1", "keep", "buy", "send:apprentice-1")
    assert table.can("keep")


def test_a_turn_of_choosing_and_putting_back_ends():
    """[builders 8.24]: a player who always puts back comes to an end."""
    table = Table().crew(0, "apprentice-1", "apprentice-2").site(0, "castle").site(0, "chapel")
    for _ in range(12):
        if table.state.active != 0:
            return
        choices = table.legal("keep") or table.legal("send") or table.legal("site")
        table.do(choices[0] if choices else "end")
    raise AssertionError("the turn goes on")


def test_the_greedy_player_never_puts_anybody_back():
    """[builders 8.24]: it would choose the same one again."""
    table = Table().crew(0, "apprentice-1", "apprentice-2").site(0, "castle").site(0, "chapel")
    table.do("send:apprentice-1")
    weights = greedy_weights(GAME)
    scores = {
        action: action_score(table.state, table.game.edition, ACTIONS.index(action), weights)
        for action in table.legal()
    }
    assert scores.pop("keep") < min(scores.values())
