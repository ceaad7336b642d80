"""Clauses that hold for every card, site, crew member and seat; and what each action changes."""

from __future__ import annotations

import pytest

import ducato
from ducato.core.verbs import rounds_played
from ducato.games.builders.state import (
    APPRENTICES,
    CARD_IDS,
    CONSTRUCTION_IDS,
    CREW_IDS,
    MACHINES,
    MATERIALS,
    WORKER_IDS,
    Phase,
)

from .table import Table, crew, number, site

SEATS = range(4)
EDITION = ducato.load("builders").edition


def costs(card: str) -> dict[str, int]:
    """Return what a construction needs, by material."""
    return _named(EDITION.row("materials")[site(card)])


def output(card: str) -> dict[str, int]:
    """Return what a crew member makes, by material."""
    return _named(EDITION.row("makes")[crew(card)])


def _named(row) -> dict[str, int]:
    return {material: int(n) for material, n in zip(MATERIALS, row, strict=True) if n}


# ------------------------------------------------------------------------------ what is offered


@pytest.mark.parametrize("seat", SEATS)
def test_everything_that_lies_in_the_rows_can_be_taken(seat: int):
    """[builders 4.4, 4.5, 7.1]: each card of both rows, in the order of the cards."""
    table = Table(4).turn(seat)
    table.send_away(*CONSTRUCTION_IDS, to="building-row").send_away(*WORKER_IDS, to="worker-row")
    assert table.legal() == [
        *(f"open:{card}" for card in CONSTRUCTION_IDS),
        *(f"recruit:{card}" for card in WORKER_IDS),
        *("take:1", "take:2", "take:3", "buy", "end"),
    ]


@pytest.mark.parametrize("seat", SEATS)
def test_all_the_free_crew_can_be_sent(seat: int):
    """[builders 4.6, 5.2, 7.1]: every worker and machine, and only one's own."""
    table = Table(4).turn(seat).coins(seat, 5)
    table.send_away(*CREW_IDS, to=f"crew:{seat}").site(seat, "cathedral")
    assert table.legal("send") == [f"send:{card}" for card in CREW_IDS]
    table.send_away("master-8", to=f"work:{seat}")
    table.send_away("crane-1", to=f"crew:{(seat + 1) % 4}")
    others = [card for card in CREW_IDS if card not in ("master-8", "crane-1")]
    assert table.legal("send") == [f"send:{card}" for card in others]


@pytest.mark.parametrize("seat", SEATS)
def test_all_ones_sites_are_offered(seat: int):
    """[builders 4.4, 4.6]: every construction but another's."""
    table = Table(4).turn(seat).crew(seat, "apprentice-1")
    table.send_away(*CONSTRUCTION_IDS, to=f"site:{seat}")
    table.send_away("castle", to=f"site:{(seat + 1) % 4}")
    table.do("send:apprentice-1")
    offered = [f"site:{card}" for card in CONSTRUCTION_IDS if card != "castle"]
    assert table.legal() == [*offered, "keep"]


@pytest.mark.parametrize("card", CONSTRUCTION_IDS)
def test_a_single_site_is_not_asked_for(card: str):
    """[builders 4.6]: whichever it is."""
    table = Table().crew(0, "apprentice-1").site(0, card)
    table.do("send:apprentice-1")
    assert table.state.working[crew("apprentice-1")] == site(card)
    assert table.state.phase == Phase.ACT


@pytest.mark.parametrize("coins", [0, 4, 5])
def test_an_action_is_for_sale_at_its_price_before_any_is_used(coins: int):
    """[builders 4.1, 8.3]."""
    assert Table().coins(0, coins).can("buy") == (coins >= 5)


def test_nobody_is_offered_what_only_others_could_do():
    """[builders 4.6, 7.1]: no send without free crew, without a site, or without the actions."""
    assert not Table().site(0, "castle").crew(1, "crane-1").legal("send")
    assert not Table().crew(0, "crane-1").site(1, "castle").legal("send")
    table = Table().crew(0, "crane-1", "crane-2").site(0, "castle").do("send:crane-1", "take:1")
    assert table.state.actions == 1
    assert not table.legal("send")


# ---------------------------------------------------------------------------- what actions change


def changed_spots(table: Table, taken: str, following: str) -> dict[str, int]:
    """Return the positions that change when the card that follows fills the gap."""
    spot = int(table.state.spot[number(taken)])
    return {f"spot.{taken}": 0, f"spot.{following}": spot} if spot else {}


@pytest.mark.parametrize("seat", SEATS)
def test_opening_changes_the_rows_the_site_and_the_actions(seat: int):
    """[builders 4.4]: each construction lacks all that it needs; the open card fills the gap."""
    for card in CONSTRUCTION_IDS:
        table = Table(4).turn(seat).in_row(card)
        [following], deck = table.cards("next-building"), table.cards("building-deck")
        spots = changed_spots(table, card, following)
        assert table.changes(f"open:{card}") == {
            "actions": 2,
            f"zone.{card}": f"site:{seat}",
            **{f"need.{card}.{material}": n for material, n in costs(card).items()},
            f"zone.{following}": "building-row",
            f"zone.{deck[0]}": "next-building",
            **spots,
        }


@pytest.mark.parametrize("seat", SEATS)
def test_recruiting_changes_the_rows_the_crew_and_the_actions(seat: int):
    """[builders 4.5, 8.15]: each worker; the open card fills the gap."""
    for card in WORKER_IDS:
        table = Table(4).turn(seat).in_row(card)
        [following], deck = table.cards("next-worker"), table.cards("worker-deck")
        spots = changed_spots(table, card, following)
        assert table.changes(f"recruit:{card}") == {
            "actions": 2,
            f"zone.{card}": f"crew:{seat}",
            f"zone.{following}": "worker-row",
            f"zone.{deck[0]}": "next-worker",
            **spots,
        }


@pytest.mark.parametrize("index", range(5))
@pytest.mark.parametrize("shown", [True, False])
def test_the_gap_is_filled_where_it_is(index: int, shown: bool):
    """[builders 4.4, 4.5, 8.10]: in both rows, by the open card or else by one of the deck."""
    table = Table(show_next_card=shown)
    for kind, row in (("open", "building"), ("recruit", "worker")):
        cards = sorted(table.cards(f"{row}-row"), key=lambda c: table.state.spot[number(c)])
        comes = (table.cards(f"next-{row}") or table.cards(f"{row}-deck"))[0]
        table.do(f"{kind}:{cards[index]}")
        cards[index] = comes
        assert [int(table.state.spot[number(c)]) for c in cards] == [0, 1, 2, 3, 4]
        assert sorted(table.cards(f"{row}-row")) == sorted(cards)
        assert len(table.cards(f"next-{row}")) == shown
        assert table.state.gap == -1


@pytest.mark.parametrize("shown", [True, False])
def test_the_next_card_is_any_of_the_deck(shown: bool):
    """[builders 4.4, 8.10]: chance draws it while the gap is open, and then the turn goes on."""
    table = Table(show_next_card=shown).exhaust("worker-deck")
    card = next(c for c in table.cards("building-row") if table.state.spot[number(c)] == 3)
    deck = table.cards("building-deck")
    table.position.apply_action(table.game.actions.index(f"open:{card}"))
    assert table.position.is_chance_node()
    assert (table.state.phase, table.state.gap) == (Phase.DRAW_BUILDING, 3)
    assert len(table.position.chance_outcomes()) == len(deck)
    table.position.apply_action(len(deck) - 1)
    assert table.cards("next-building" if shown else "building-row")[-1] == deck[-1]
    assert table.state.spot[number(deck[-1])] == (0 if shown else 3)
    assert (table.state.phase, table.state.gap) == (Phase.ACT, -1)


@pytest.mark.parametrize("seat", SEATS)
def test_sending_changes_coins_actions_and_what_is_lacking(seat: int):
    """[builders 1.6, 4.6, 5.2, 8.13]: each worker for the wage, each machine for nothing."""
    needs = costs("cathedral")
    start = Table(4).turn(seat).coins(seat, 20).site(seat, "cathedral")
    for card in CREW_IDS:
        table = start.copy().crew(seat, card)
        wage = sum(output(card).values()) if crew(card) < len(WORKER_IDS) else 0
        left = {m: needs[m] - min(n, needs[m]) for m, n in output(card).items()}
        bank = int(table.state.bank)
        paid = {f"coins.{seat}": 20 - wage, "bank": bank + wage} if wage else {}
        assert table.changes(f"send:{card}") == {
            **paid,
            "actions": 2,
            "sent.cathedral": 1,
            f"zone.{card}": f"work:{seat}",
            f"working.{card}": "cathedral",
            **{f"need.cathedral.{material}": n for material, n in left.items()},
        }


@pytest.mark.parametrize("seat", SEATS)
def test_the_last_unit_finishes_any_construction(seat: int):
    """[builders 5.1, 5.2, 5.3, 6.1]: coins and points, and a machine joins the crew."""
    start = Table(4).turn(seat).crew(seat, "master-1").coins(seat, 5)  # knowledge and tile
    start.state.points[seat] = start.state.machine_points[seat] = 3
    for card in CONSTRUCTION_IDS:
        table = start.copy().site(seat, card, 0, 0, 1, 0)
        edition, machine = table.game.edition, site(card) < MACHINES
        reward, points = int(edition.reward[site(card)]), int(edition.worth[site(card)])
        bank = int(table.state.bank)
        expected = {
            f"coins.{seat}": reward,
            "bank": bank + 5 - reward,
            f"points.{seat}": 3 + points,
            "actions": 2,
            f"sent.{card}": 1,
            f"need.{card}.knowledge": 0,
            f"zone.{card}": f"crew:{seat}" if machine else f"built:{seat}",
            f"machine_points.{seat}": 3 + points if machine else 3,
        }
        changed = table.changes("send:master-1")
        unchanged = {f"points.{seat}": 3, f"machine_points.{seat}": 3}
        assert {**unchanged, **changed} == expected


@pytest.mark.parametrize("last", ["crane-1", "tile-kiln-2", "apprentice-1", "master-8"])
def test_the_whole_crew_of_a_finished_site_comes_back(last: str):
    """[builders 5.3]: all sorts of workers and machines, and nobody from another site."""
    team = ("apprentice-1", "master-8", "crane-1", "tile-kiln-2")
    table = Table().crew(0, *team, "apprentice-2").coins(0, 60).turn(0).do(*["buy"] * 9)
    table.site(0, "cathedral").send("apprentice-2", "cathedral").site(0, "castle", 9, 9, 9, 9)
    for member in (card for card in team if card != last):
        table.send(member, "castle")
    for material, name in enumerate(MATERIALS):
        table.state.need[site("castle"), material] = output(last).get(name, 0)
    table.send(last, "castle")
    assert sorted(table.cards("crew:0")) == sorted(team)
    assert [table.state.working[crew(card)] for card in team] == [-1] * 4
    assert table.cards("work:0") == ["apprentice-2"]
    assert table.state.working[crew("apprentice-2")] == site("cathedral")


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(("actions", "coins"), [(1, 1), (2, 3), (3, 6)])
def test_taking_coins_moves_them_from_the_bank(actions: int, coins: int, seat: int):
    """[builders 4.7, 8.8]."""
    table = Table(4).turn(seat)
    bank = int(table.state.bank)
    after = {f"coins.{seat}": 10 + coins, "bank": bank - coins}
    assert table.changes(f"take:{actions}") == {
        **after, "actions": 3 - actions
    }  # fmt: skip


@pytest.mark.parametrize("seat", SEATS)
def test_buying_an_action_moves_coins_to_the_bank(seat: int):
    """[builders 4.1, 8.3]."""
    table = Table(4).turn(seat)
    bank = int(table.state.bank)
    for n in (1, 2):
        assert table.changes("buy") == {
            "actions": 3 + n,
            "bought": n,
            f"coins.{seat}": 10 - 5 * n,
            "bank": bank + 5 * n,
        }


def test_putting_back_changes_nothing_else():
    """[builders 8.24]."""
    table = Table().crew(0, "crane-1").site(0, "castle").site(0, "chapel")
    assert table.changes("send:crane-1") == {"phase": "choose_site", "sender": "crane-1"}
    assert table.changes("keep") == {"phase": "act", "sender": None, "kept": 1}
    for action in ("take:1", "buy", "open:crane-2", "recruit:laborer-1"):
        other = table.copy()
        if action[0] in "or":
            other.in_row(action.partition(":")[2])
        assert other.changes(action)["kept"] == 0
    assert table.changes("send:crane-1", "site:castle")["kept"] == 0


@pytest.mark.parametrize("card", CONSTRUCTION_IDS)
def test_once_a_site_is_chosen_another_member_may_be_put_back(card: str):
    """[builders 8.24]: whichever site it is."""
    other = "castle" if card != "castle" else "church"
    members = [c for c in ("crane-1", "crane-2", "master-1") if c != card][:2]
    table = Table().crew(0, *members).site(0, card).site(0, other)
    table.do(f"send:{members[0]}", "keep", f"send:{members[1]}")
    assert not table.can("keep")
    table.do(f"site:{card}")
    assert table.state.kept == 0
    assert table.state.sent[site(card)] == 1


@pytest.mark.option("send_useless")
def test_a_member_sent_at_once_also_ends_the_putting_back():
    """[builders 8.24, 8.11]: the Apprentice is useful at one site only and is not put back."""
    table = Table(send_useless=False).crew(0, "crane-1", "apprentice-1")
    table.site(0, "castle", 5, 0, 3, 0).site(0, "church", 5, 0, 0, 0)
    assert table.do("send:crane-1", "keep").state.kept == 1
    assert table.do("send:apprentice-1").state.kept == 0
    assert table.cards("work:0") == ["apprentice-1"]


@pytest.mark.parametrize(
    ("sent", "actions", "possible"),
    [((1, 2), 1, False), ((1, 2), 2, True), ((2, 1), 1, False), ((2, 1), 2, True),
     ((2, 0), 1, True), ((1, 0), 1, True), ((0, 2), 1, True), ((2, 2), 2, False)],
)  # fmt: skip
def test_the_cheapest_site_decides_whether_anybody_can_be_sent(
    sent: tuple[int, int], actions: int, possible: bool
):
    """[builders 4.6]: in whatever order the sites are."""
    table = Table().crew(0, "crane-1").site(0, "castle").site(0, "cathedral")
    table.state.sent[site("castle")], table.state.sent[site("cathedral")] = sent
    table.state.actions = actions
    assert table.can("send:crane-1") == possible


@pytest.mark.parametrize("action", ["open:castle", "recruit:master-1"])
@pytest.mark.parametrize(("coins", "following"), [(0, 1), (4, 1), (5, 0)])
def test_a_turn_may_end_with_a_card_from_a_row(action: str, coins: int, following: int):
    """[builders 4.3, 4.4, 4.5]: the gap is filled first; with 5 coins the turn goes on."""
    table = Table().coins(0, coins).in_row(action.partition(":")[2])
    table.state.actions = 1
    table.do(action)
    assert len(table.cards("building-row")) == len(table.cards("worker-row")) == 5
    assert len(table.cards("next-building")) == len(table.cards("next-worker")) == 1
    assert (table.state.active, table.state.actions) == (following, 3 * following)


@pytest.mark.parametrize("left", range(3))
@pytest.mark.parametrize("row", ["building", "worker"])
def test_the_last_cards_of_a_deck_are_turned_up(row: str, left: int):
    """[builders 8.9, 8.10]: down to the last one."""
    table = Table()
    table.exhaust(f"{row}-deck").send_away(*table.cards("box")[:left], to=f"{row}-deck")
    kind = "open" if row == "building" else "recruit"
    table.do(f"{kind}:{table.cards(f'{row}-row')[0]}")
    assert len(table.cards(f"{row}-row")) == 5
    assert len(table.cards(f"next-{row}")) == min(left, 1)
    assert len(table.cards(f"{row}-deck")) == max(left - 1, 0)


@pytest.mark.option("empty_deck")
@pytest.mark.parametrize("shown", [True, False])
def test_a_gap_that_is_filled_ends_nothing(shown: bool):
    """[builders 8.9]: only one that cannot be filled begins the last round."""
    table = Table(empty_deck="last_round", show_next_card=shown)
    table.do(f"recruit:{table.cards('worker-row')[0]}")
    assert (table.state.trigger, table.state.exhausted) == (-1, 0)
    table.exhaust("worker-deck", "next-worker").do(f"recruit:{table.cards('worker-row')[0]}")
    assert (table.state.trigger, table.state.exhausted) == (0, 1)


@pytest.mark.option("empty_deck")
@pytest.mark.parametrize("first", [0, 1])
def test_a_gap_does_not_replace_what_began_the_last_round(first: int):
    """[builders 6.1, 8.9]: points did so before."""
    table = Table(3, empty_deck="last_round").exhaust("worker-deck", "next-worker")
    table.state.points[first] = 17
    table.end_turns(first + 1).do(f"recruit:{table.cards('worker-row')[0]}")
    assert (table.state.trigger, table.state.exhausted) == (first, 0)
    gap = Table(3, empty_deck="last_round").exhaust("worker-deck", "next-worker")
    assert gap.do(f"recruit:{gap.cards('worker-row')[0]}").state.exhausted == 1


@pytest.mark.parametrize("first", [0, 1])
def test_the_first_with_the_points_remains_the_one_who_began_the_end(first: int):
    """[builders 6.1]: whoever else has them later in the round."""
    table = Table(3)
    table.state.points[first] = table.state.points[2] = 17
    assert table.end_turns(3).state.trigger == first
    assert table.position.is_terminal()


@pytest.mark.parametrize(("points", "stopped"), [([0, 0], 1), ([17, 0], 0), ([0, 17], 0)])
def test_a_limit_of_one_round(points: list[int], stopped: int):
    """[builders 8.22]: it stops a game that nobody has ended."""
    table = Table(max_rounds=1)
    for seat, n in enumerate(points):
        table.state.points[seat] = n
    assert not table.do("end").position.is_terminal()
    assert table.do("end").position.is_terminal()
    assert table.state.stopped == stopped
    running = Table()
    assert not running.end_turns(2).position.is_terminal()


@pytest.mark.parametrize("sent", range(1, 6))
@pytest.mark.parametrize("reading", ["one_more", "totals"])
def test_each_further_member_sent_to_a_site_costs_more(sent: int, reading: str):
    """[builders 4.6, 8.2]: 1, 2, 3, 4, 5 actions, or 1, 3, 6, 10, 15 in the other reading."""
    price = sent if reading == "one_more" else sum(range(1, sent + 1))
    table = Table(send_cost=reading).crew(0, "crane-1").site(0, "castle")
    table.state.sent[site("castle")] = sent - 1
    table.state.actions = price - 1
    if price > 1:
        assert not table.legal("send")
    table.state.actions = price
    assert table.changes("send:crane-1")["actions"] == 0


@pytest.mark.parametrize("card", CONSTRUCTION_IDS)
def test_a_new_turn_forgets_who_was_sent(card: str):
    """[builders 4.1, 4.6]: to any site; the actions are new, and none is bought."""
    member = "crane-1" if card != "crane-1" else "crane-2"
    table = Table().crew(0, member).site(0, card).do("buy", f"send:{member}")
    table.state.actions = 7
    assert table.changes("end") == {
        "active": 1, "actions": 3, "bought": 0, "turns": 2, f"sent.{card}": 0
    }  # fmt: skip


# ----------------------------------------------------------------------------- useful, and stuck


@pytest.mark.option("send_useless")
@pytest.mark.parametrize("material", MATERIALS)
def test_a_member_is_useful_who_makes_what_is_lacking(material: str):
    """[builders 8.11]: of any of the four materials."""
    table = Table(send_useless=False).site(0, "cathedral", *(int(m == material) for m in MATERIALS))
    table.send_away(*CREW_IDS, to="crew:0").coins(0, 5)
    useful = [card for card in CREW_IDS if material in output(card)]
    assert table.legal("send") == [f"send:{card}" for card in useful]


@pytest.mark.option("send_useless")
@pytest.mark.parametrize("card", CONSTRUCTION_IDS)
def test_of_several_sites_only_the_useful_one_is_taken(card: str):
    """[builders 8.11]: at once, since there is nothing to choose."""
    other = "castle" if card != "castle" else "church"
    member = "crane-1" if card != "crane-1" else "crane-2"
    table = Table(send_useless=False).crew(0, member)
    table.site(0, card, 1, 0, 0, 0).site(0, other, 0, 1, 1, 1).do(f"send:{member}")
    assert table.state.phase == Phase.ACT
    assert card in (*table.cards("built:0"), *table.cards("crew:0"))


def barren(players: int = 2, **options: object) -> Table:
    """Set up a table without any card to take, crew or site."""
    table = Table(players, **options)
    for row in ("building", "worker"):
        table.exhaust(f"{row}-row", f"{row}-deck", f"next-{row}")
    return table


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    ("cards", "stuck"),
    [
        ({}, True),
        ({"crew": "crane-1"}, True),
        ({"site": "castle"}, True),
        ({"crew": "crane-1", "site": "castle"}, False),
        ({"worker-row": "laborer-1"}, True),
        ({"building-row": "castle"}, True),
        ({"worker-row": "laborer-1", "building-row": "castle"}, False),
        ({"worker-row": "laborer-1", "site": "castle"}, False),
        ({"crew": "crane-1", "building-row": "castle"}, False),
    ],
)
@pytest.mark.parametrize("useless", [True, False])
def test_who_has_or_can_get_crew_and_a_site_can_build(
    cards: dict[str, str], stuck: bool, seat: int, useless: bool
):
    """[builders 8.21]: one such seat, whichever, keeps the game going."""
    table = barren(4, send_useless=useless)
    for zone, card in cards.items():
        table.send_away(card, to=zone if "row" in zone else f"{zone}:{seat}")
        if zone == "site":
            table.site(seat, card)
    table.do("end")
    assert table.state.stuck == stuck


@pytest.mark.parametrize("card", CREW_IDS)
def test_any_useful_member_keeps_the_game_going(card: str):
    """[builders 8.21, 8.11]: at the first and at the last construction of the table."""
    for construction in (CONSTRUCTION_IDS[0], CONSTRUCTION_IDS[-1]):
        if construction == card:
            continue
        for useful in (True, False):
            lacks = (int((m in output(card)) == useful) for m in MATERIALS)
            table = barren(send_useless=False).send_away(card, to="crew:1")
            table.site(1, construction, *lacks).do("end")
            assert table.state.stuck == (not useful)


@pytest.mark.parametrize("useless", [True, False])
def test_a_useless_member_keeps_the_game_going_where_it_may_be_sent(useless: bool):
    """[builders 8.21, 8.11]."""
    table = barren(send_useless=useless).send_away("crane-1", to="crew:1")
    assert table.site(1, "castle", 0, 1, 1, 1).do("end").state.stuck == (not useless)


def test_crew_of_one_seat_does_not_help_at_the_site_of_another():
    """[builders 8.21, 4.6]."""
    for useless in (True, False):
        table = barren(send_useless=useless).send_away("crane-1", to="crew:0")
        assert table.site(1, "castle").do("end").state.stuck == 1


def test_a_game_that_is_stuck_is_over_and_was_not_stopped():
    """[builders 8.21, 8.22]: also where a limit of rounds is reached."""
    table = barren(max_rounds=1).do("end")
    assert (table.state.stuck, table.state.stopped) == (1, 0)
    assert table.changes("end") == {"actions": 0, "phase": "over"}


# ------------------------------------------------------------------------------------- the bank


@pytest.mark.option("bank_limit")
@pytest.mark.parametrize("left", range(6))
def test_a_bank_pays_what_it_has(left: int):
    """[builders 8.8]: for coins taken and for a finished site alike."""
    table = Table(bank_limit="box").coins(0, 0)
    table.state.bank = left
    taken = table.copy()
    if left:
        assert taken.do("take:3").purse() == left
        assert taken.state.bank == 0
    else:
        assert taken.legal("take") == []
    table.crew(0, "crane-1").site(0, "wash-house", 1, 0, 0, 0).do("send:crane-1")
    assert (table.purse(), table.state.bank) == (left, 0)


@pytest.mark.option("extra_actions_most")
@pytest.mark.parametrize("most", [1, 2, 3])
def test_so_many_actions_may_be_bought(most: int):
    """[builders 8.3]: with coins left for more."""
    table = Table(extra_actions_most=most).coins(0, 90).do(*["buy"] * most)
    assert not table.can("buy")
    assert table.purse() == 90 - 5 * most


# ------------------------------------------------------------------------- setup, rounds, ranks


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_setup_step_by_step(players: int, shown: bool):
    """[builders 2.1, 2.2, 2.3, 2.4, 2.5, 2.6]: every card in its deck, dealt from the back."""
    game = Table(players, show_next_card=shown).game
    position = game.new_initial_state()
    zones = position.to_dict()["state"]["zone"]
    assert [card for card in CARD_IDS if zones[card] == "apprentices"] == WORKER_IDS[:APPRENTICES]
    assert [c for c in CARD_IDS if zones[c] == "worker-deck"] == WORKER_IDS[APPRENTICES:]
    assert [card for card in CARD_IDS if zones[card] == "building-deck"] == CONSTRUCTION_IDS
    assert position.state.row("coins").tolist() == [10] * players + [0] * (4 - players)
    assert position.state.bank == -10 * players
    assert (position.state.row("working") == -1).all()
    assert (position.state.sender, position.state.trigger, position.state.gap) == (-1, -1, -1)
    assert position.state.row("held").sum() == len(CARD_IDS)
    moved = []
    while position.is_chance_node():
        before = position.to_dict()["state"]
        outcomes = len(position.chance_outcomes())
        position.apply_action(outcomes - 1)
        after = position.to_dict()["state"]
        if before["phase"] == "lay_workers":
            assert before["active"] == before["first"]
        if before["phase"] == "choose_first":
            assert outcomes == players
            assert after["first"] == after["active"] == players - 1
        else:
            card = [c for c in CARD_IDS if before["zone"][c] != after["zone"][c]][-1]
            assert outcomes == before["held"][before["zone"][card]]
            moved.append(after["zone"][card])
    first = players - 1
    crews = [f"crew:{(first + n) % players}" for n in range(players)]
    opened = ["next-building"] * shown, ["next-worker"] * shown
    assert moved[: 5 + shown] == ["building-row"] * 5 + opened[0]
    assert moved[5 + shown : 5 + shown + players - 1] == crews[:-1]
    assert moved[-5 - shown :] == ["worker-row"] * 5 + opened[1]
    assert (position.state.active, position.state.turns) == (first, 1)
    assert position.state.phase == Phase.ACT
    assert sum(position.state.row("held")[:8].tolist()) == len(CARD_IDS) - players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_is_a_turn_of_each(players: int):
    """[builders 2.5, 6.2]."""
    table = Table(players)
    for turn in range(3 * players):
        assert table.position.current_player() == turn % players
        assert rounds_played(table.state, table.game.edition) == turn // players + 1
        table.do("end")


@pytest.mark.parametrize("shares", [[0, 1, 2, 3], [3, 2, 1, 0], [1, 1, 0, 1], [2, 2, 2, 2]])
def test_any_seat_may_win(shares: list[int]):
    """[builders 6.3, 6.4]: by points, then by points on cards, then by coins; ties share a rank."""
    expected = [1 + sum(other > mine for other in shares) for mine in shares]
    for kind in ("points", "cards", "coins"):
        table = Table(4)
        for seat, share in enumerate(shares):
            table.state.points[seat] = {"points": share, "cards": 5 + share, "coins": 5}[kind]
            table.coins(seat, {"points": 0, "cards": 30 - 10 * share, "coins": share}[kind])
        assert table.ranks() == expected
