"""Properties of payments and of what sites lack, over many drawn cases."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ducato.games.builders.narration.words import added, missing_after
from ducato.games.builders.state import ACTIONS, CONSTRUCTION_IDS, CREW_IDS, MATERIALS

from .table import Table, crew, site

BUILDINGS = st.sampled_from(CONSTRUCTION_IDS)
MEMBERS = st.lists(st.sampled_from(CREW_IDS), min_size=1, max_size=5, unique=True)


@given(BUILDINGS, MEMBERS, st.integers(0, 60), st.integers(0, 10))
def test_each_worker_lowers_what_is_missing_until_it_is_finished(
    building: str, members: list[str], coins: int, bought: int
):
    """[builders 4.6] [builders 5.1]."""
    members = [m for m in members if m != building]
    table = Table().crew(0, *members).site(0, building).coins(0, coins)
    edition, number = table.game.edition, site(building)
    table.state.actions += bought
    sent = 0
    for member in members:
        if table.position.current_player() != 0:
            return
        if not table.can(f"send:{member}"):
            wage = edition.wage[crew(member)]
            assert table.purse() < wage or table.state.actions < sent + 1
            continue
        before = {k: table.lacks(building).get(k, 0) for k in MATERIALS}
        expected = missing_after(table.state, edition, crew(member), number)
        more = added(table.state, edition, crew(member), number)
        purse, actions = table.purse(), table.state.actions
        table.position.apply_action(ACTIONS.index(f"send:{member}"))
        sent += 1
        assert [before[k] - n for k, n in zip(MATERIALS, more, strict=True)] == expected
        reward = 0 if any(expected) else edition.reward[number]
        assert table.purse() == purse - edition.wage[crew(member)] + reward
        if table.position.current_player() == 0:
            assert table.state.actions == actions - sent
        if not any(expected):
            assert not table.cards("site:0")
            assert set(members) <= set(table.cards("crew:0"))
            return
        assert [table.lacks(building).get(k, 0) for k in MATERIALS] == expected


@given(st.lists(st.integers(1, 3), max_size=12), st.integers(0, 30))
def test_takes_never_make_bought_actions_worth_it(takes: list[int], coins: int):
    """[builders 8.4]: with three free actions, no more than 6 coins are gained in a turn."""
    table = Table().coins(0, coins)
    best = 0
    for actions in takes:
        while table.state.actions < actions and table.can("buy"):
            table.do("buy")
        if table.position.current_player() != 0 or not table.can(f"take:{actions}"):
            break
        table.do(f"take:{actions}")
        best = max(best, table.purse() - coins)
        if table.position.current_player() != 0:
            break
    assert best <= 6


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 99)), min_size=2, max_size=4))
def test_the_ranking_orders_by_score_cards_and_coins(seats: list[tuple[int, int]]):
    """[builders 6.3] [builders 6.4]."""
    table = Table(len(seats))
    for seat, (points, coins) in enumerate(seats):
        table.state.points[seat] = points
        table.coins(seat, coins)
    keys = [(points + coins // 10, points, coins) for points, coins in seats]
    assert table.ranks() == [1 + sum(other > key for other in keys) for key in keys]
