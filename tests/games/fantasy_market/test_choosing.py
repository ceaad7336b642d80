"""The hidden draft of action cards, the hourglass, the end of the game."""

from __future__ import annotations

from collections import Counter

import pytest

from ducato.core import visibility
from ducato.core.chance import new_rng
from ducato.core.errors import IllegalAction
from ducato.core.i18n import render
from ducato.games.fantasy_market import GAME
from ducato.games.fantasy_market.narration import describe_step, result
from ducato.games.fantasy_market.parts import CARD_IDS, CARDS, JOBS, Zone
from ducato.games.fantasy_market.rules.turns import finish_card, turn_hourglass
from ducato.games.fantasy_market.state import ACTIONS, Phase

from .table import Table, drafted, turn
from .test_scene import drawn

SIX = ["warrior", "mage", "ranger", "priest", "thief", "collector"]


def deck_sizes(table: Table, choices: int) -> list[int]:
    """Return the size of the deck at each of the next choices, negative if the hourglass moved."""
    sizes = []
    hourglass = table.state.hourglass
    while len(sizes) < choices:
        if table.phase == "choose_card":
            moved = table.state.hourglass > hourglass
            hourglass = table.state.hourglass
            sizes.append((-1 if moved else 1) * table.state.held[Zone.DECK])
            table.position.apply_action(table.position.legal_actions()[0])
        elif table.position.is_chance_node():
            table.chance()
        else:
            table.position.apply_action(table.position.legal_actions()[-1])
    return sizes


def test_everybody_keeps_a_card_and_passes_the_rest_on():
    """[fantasy-market 4.1]."""
    table = Table(3)
    assert table.can("choose:market")
    table.do("choose:warrior")
    assert table.position.current_player() == 1
    assert table.clause_against("choose:warrior") == "4.1"
    assert table.clause_against("step:north") == "4.1"


def test_leftovers_are_the_next_deck():
    """[fantasy-market 4.2, 12.7]: six cards are left of ten, then two."""
    table = Table(4)
    turn(table, "warrior", "mage", "ranger", "priest")
    assert table.state.held[Zone.DECK] == 6
    assert table.state.held[Zone.DISCARD] == 4
    turn(table, "thief", "collector", "market", "market")
    assert table.legal() == ["choose:inventory", "choose:promotion"]


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (4, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, -8, 7, 6, 5, 4, 3, 2, 1, -8, 7]),
        (5, [9, 8, 7, 6, 5, 4, 3, 2, 1, -5, 4, 3, 2, 1, -5]),
        (2, [9, 8, 7, 6, 5, 4, 3, 2, 1, -8, 7, 6, 5, 4, 3, 2, 1, -8]),
        (3, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, -9, 8]),
        (6, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, -6, 5, 4, 3, 2, 1, -6]),
    ],
)
def test_an_empty_deck_is_made_anew(players: int, sizes: list[int]):
    """[fantasy-market 4.3]: vectors 1 and 2, with a fixed first player."""
    table = Table(players, first_player_rotation="fixed")
    assert deck_sizes(table, len(sizes)) == sizes


def test_a_last_card_must_be_taken():
    """[fantasy-market 4.4]."""
    table = Table(4)
    turn(table, "warrior", "mage", "ranger", "priest")
    turn(table, "thief", "collector", "market", "market")
    table.do("choose:promotion")
    assert table.legal() == ["choose:inventory"]


@pytest.mark.parametrize(
    ("rotation", "first"),
    [
        ("per_cycle", [0, 0, 0, 1]),
        pytest.param("fixed", [0] * 4, marks=pytest.mark.option("first_player_rotation")),
        pytest.param("per_turn", [0, 1, 2, 3], marks=pytest.mark.option("first_player_rotation")),
        pytest.param("poorest", [0, 0, 0, 2], marks=pytest.mark.option("first_player_rotation")),
    ],
)
def test_first_player(rotation: str, first: list[int]):
    """[fantasy-market 4.5, 12.8]."""
    table = Table(4, first_player_rotation=rotation).gold(3, 4, 2, 2)
    found = []
    for _ in range(4):
        found.append(table.state.first)
        deck_sizes(table, 4)
        while table.phase != "choose_card":
            if table.position.is_chance_node():
                table.chance()
            else:
                table.position.apply_action(table.position.legal_actions()[-1])
    assert found == first


def test_cards_are_revealed_in_order():
    """[fantasy-market 5.1, 12.11]: two Markets, one tile: first come, first served."""
    table = Table(3).gold(1, 1, 0)
    table.state.market[0] = 1
    drafted(table, "market", "market", "inventory").chance()
    assert table.position.current_player() == 0
    table.do("buy:sword").chance()
    assert table.position.current_player() == 1
    assert table.clause_against("buy:sword") == "5.4"


def seen_by(table: Table, seat: int) -> Counter[str]:
    """Return where the cards lie, as far as the seat knows."""
    state = visibility.redact(table.state, seat)
    return Counter("?" if p < 0 else str(p) for p in state.row("zone"))


def test_who_sees_what():
    """[fantasy-market 10.1, 10.2]: the deck while choosing, the own card; nothing else."""
    table = Table(4)
    for seat in range(-1, 4):  # nobody has chosen from this deck
        assert seen_by(table, seat) == {"0": 3, "1": 10}
    table.do("choose:mage")
    assert seen_by(table, 0) == {"0": 3, str(Zone.CHOSEN): 1, "?": 9}
    assert seen_by(table, 1) == {"0": 3, "1": 9, "?": 1}
    drafted(table, "thief", "market", "market").chance()
    assert seen_by(table, 1)[str(Zone.REVEALED)] == 1
    for public in ("gold", "purse", "stock", "gear", "loot", "face_up", "discarded"):
        for seat in range(4):
            seen = visibility.redact(table.state, seat)
            assert seen.row(public).tobytes() == table.state.row(public).tobytes()


def worlds(table: Table, seat: int) -> list[list[int]]:
    rng = new_rng("worlds", seat)
    return [visibility.resample(table.state, seat, rng).row("zone").tolist() for _ in range(300)]


def test_taken_before_and_passed_on_are_not_exchanged():
    """[fantasy-market 10.2]: seat 2 knows the two cards taken before, not by whom."""
    table = drafted(Table(5), "warrior", "mage", "ranger", "priest", "thief")
    found = Counter()
    for zones in worlds(table, 2):
        taken = {JOBS[c]: zones[c] - Zone.CHOSEN for c in range(4)}
        assert {taken["warrior"], taken["mage"]} == {0, 1}
        found[taken["warrior"]] += 1
        later = [c for c in range(CARDS) if zones[c] in (Zone.CHOSEN + 3, Zone.CHOSEN + 4)]
        assert not {0, 1, 2} & set(later)
    assert min(found[0], found[1]) > 100


def test_a_new_deck_is_kept_apart_from_the_old_one():
    """[fantasy-market 4.3, 10.2]: everybody knows what the old deck was."""
    table = Table(4)
    turn(table, "warrior", "mage", "ranger", "priest")
    turn(table, "thief", "collector", "market", "market")
    drafted(table, "promotion", "inventory", "warrior", "mage")
    promotion, inventory = CARD_IDS.index("promotion-1"), CARD_IDS.index("inventory-1")
    for seat in range(-1, 4):
        for zones in worlds(table, seat):
            assert {zones[promotion], zones[inventory]} == {Zone.CHOSEN, Zone.CHOSEN + 1}
            if seat == 3:
                assert zones[CARD_IDS.index("warrior")] == Zone.CHOSEN + 2


def test_rows_of_others_are_blank():
    """[fantasy-market 10.2]: who knows what is no one else's business."""
    table = drafted(Table(4), "warrior", "mage")
    seen = visibility.redact(table.state, 0)
    assert not seen.row("card_class")[1:].any()
    assert table.state.row("card_class")[1].any()


def test_equal_cards_are_taken_in_order():
    """The number of a Market card tells nothing."""
    table = drafted(Table(4), "warrior", "market", "market")
    assert table.state.zone[CARD_IDS.index("market-1")] == Zone.CHOSEN + 1
    assert table.state.zone[CARD_IDS.index("market-2")] == Zone.CHOSEN + 2


def test_leftovers_are_known_between_turns():
    """[fantasy-market 12.10]."""
    table = turn(Table(4), "warrior", "mage", "ranger", "priest")
    for seat in range(4):
        assert {tuple(w) for w in worlds(table, seat)} == {tuple(table.state.row("zone"))}


LEFT = {"thief", "collector", "market-1", "market-2", "inventory-1", "promotion-1"}


def visible(table: Table, seat: int, what: str = "card") -> set[str]:
    """Return the names of the cards that the table shows a reader in the deck, or as a note."""
    pieces = drawn(table, seat).pieces
    if what == "card":
        return {
            p.id.removeprefix("card:") for p in pieces if p.area == "deck" and "back" not in p.id
        }
    return {p.face.glyphs[0] for p in pieces if p.area == what and p.kind == "marker"}


def test_leftovers_lie_open_between_turns():
    """[fantasy-market 10.1, 12.10]: for every seat and those who watch, and not for longer."""
    table = drafted(Table(4), "warrior", "mage", "ranger", "priest")
    for acted in range(4):
        assert all(visible(table, seat) == set() for seat in range(-1, 4))
        before = table.state.acted
        table.chance()
        while table.state.acted == before and table.state.turns == 1 and acted < 3:
            table.do("done")
    assert table.state.turns == 1  # the last card is being executed
    for seat in range(-1, 4):
        assert visible(table, seat) == LEFT
    while table.state.turns == 1:
        table.do("done")
    for seat in range(-1, 4):
        assert visible(table, seat) == LEFT
        seen = visibility.redact(table.state, seat).row("zone").tolist()
        assert seen == table.state.row("zone").tolist()
        assert seen == visibility.resample(table.state, seat, new_rng(seat)).row("zone").tolist()
    table.do("choose:thief")
    for seat in (-1, 0, 2, 3):
        assert visible(table, seat) == set()
        zones = visibility.redact(table.state, seat).row("zone")
        hidden = {CARD_IDS[card] for card in range(len(CARD_IDS)) if zones[card] < 0}
        assert hidden == (LEFT - {"thief"} if seat == 0 else LEFT)
    assert visible(table, 1) == LEFT - {"thief"}


def test_a_seat_sees_what_it_passed_on():
    """[fantasy-market 10.2]: and what was gone before its own choice; nobody else does."""
    table = drafted(Table(4), "warrior", "mage", "market")
    rest = {"thief", "collector", "inventory", "promotion", "ranger", "priest"}
    assert visible(table, 0, "passed") == rest | {"market", "mage"}
    assert visible(table, 0, "gone") == set()
    assert visible(table, 2, "passed") == rest | {"market"}
    assert visible(table, 2, "gone") == {"warrior", "mage"}
    for seat in (-1, 3):
        assert visible(table, seat, "passed") == visible(table, seat, "gone") == set()
    table.do("choose:priest").chance()
    assert visible(table, 2, "gone") == {"warrior", "mage"}
    (said,) = [p.label for p in drawn(table, 2).pieces if p.id == "gone:all"]
    assert render(said, GAME.package, "en") == "Taken before you chose: the Warrior and the Mage"
    while table.state.turns == 1:
        table.chance() if table.position.is_chance_node() else table.do("done")
    assert visible(table, 2, "passed") == set()


def test_what_a_seat_passed_on_is_of_its_own_deck():
    """[fantasy-market 4.3, 10.2]: a rebuilt deck is neither passed on nor gone."""
    table = Table(4)
    turn(table, "warrior", "mage", "ranger", "priest")
    turn(table, "thief", "collector", "market", "market")
    first = int(table.state.first)
    drafted(table, "promotion", "inventory", "warrior", "mage")
    seats = [(first + turn) % 4 for turn in range(4)]
    assert visible(table, seats[0], "passed") == {"inventory"}
    assert visible(table, seats[1], "passed") == set()
    assert visible(table, seats[1], "gone") == {"promotion"}
    assert visible(table, seats[2], "gone") == {"promotion", "inventory"}
    new = {"mage", "ranger", "priest", "thief", "collector", "market"}
    assert visible(table, seats[2], "passed") == new
    assert visible(table, seats[3], "gone") == {"promotion", "inventory", "warrior"}
    assert visible(table, seats[3], "passed") == new - {"mage"}


def to_the_end(table: Table) -> list[int]:
    """Play on; the number of turns begun when the hourglass ended, and at the end."""
    ended = 0
    while not table.position.is_terminal():
        if table.position.is_chance_node():
            table.chance()
        else:
            table.position.apply_action(table.position.legal_actions()[-1])
        if not ended and table.state.hourglass >= table.edition.hourglass_end:
            ended = table.state.turns
    return [ended, int(table.state.turns)]


@pytest.mark.option("hourglass_end")
def test_the_end():
    """[fantasy-market 9.1, 9.3, 12.22]: the running turn is completed."""
    table = Table(4, hourglass_end=10)
    ended, last = to_the_end(table)
    assert ended == last
    assert table.state.hourglass == 10
    assert table.state.held[Zone.CHOSEN] == 0
    with pytest.raises(IllegalAction):
        table.do("done")
    assert to_the_end(Table(4, hourglass_end=20))[0] > ended


@pytest.mark.option("end_timing")
def test_the_end_at_once():
    """[fantasy-market 9.1]."""
    table = Table(4, hourglass_end=1, end_timing="at_once")
    to_the_end(table)
    assert sum(table.state.row("held")[Zone.CHOSEN :]) == 2


@pytest.mark.parametrize(
    ("first", "gold", "expected"),
    [
        (0, (3, 2, 1, 0), 3),
        (0, (0, 2, 1, 3), 0),
        (0, (1, 2, 1, 1), 2),
        (2, (1, 2, 1, 1), 3),
        (3, (1, 2, 1, 1), 0),
        (1, (5, 5, 5, 5), 2),
    ],
)
def test_the_poorest_goes_first(first: int, gold: tuple[int, ...], expected: int):
    """[fantasy-market 4.5, 12.34]: when the hourglass has moved; tiles do not matter."""
    table = Table(4, first_player_rotation="poorest").gold(*gold).stock(expected, "dragon-crown")
    table.state.first, table.state.turned, table.state.acted = first, 0, 3
    finish_card(table.state, table.edition)
    assert table.state.first == first
    table.state.turned, table.state.acted = 1, 3
    finish_card(table.state, table.edition)
    assert (table.state.first, table.position.current_player()) == (expected, expected)


@pytest.mark.option("final_tile_price")
def test_unsold_tiles_may_count():
    """[fantasy-market 9.2, 12.33]: the result says so."""
    table = Table(3, final_tile_price=50).gold(5, 7, 6).stock(0, "dragon-crown", "sword")
    assert table.ranks() == [1, 2, 3]  # 5 and half of 6; the value decides nothing more
    assert table.gold(5, 7, 9).ranks() == [2, 3, 1]
    table.gold(5, 7, 6)
    _, _, rows = result(table.state, table.edition)
    assert [row[1:] for row in rows] == [["8", "7", "6"], ["5", "7", "6"], ["6", "0", "0"]]
    before = table.state.copy()
    before.phase = Phase.MOVE
    before.pawn = 0
    told = describe_step(before, ACTIONS.index("done"), table.state, table.edition, 0, 0)
    stock = [each.arguments for each in told if each.key == "log.stock"]
    assert [(each["seat"].number, each["gold"].arguments) for each in stock] == [(0, {"n": 3})]


def test_unsold_tiles_count_nothing():
    """[fantasy-market 9.2, 12.33]: and the result has no row for them, but for a tie."""
    table = Table(3).gold(5, 7, 6).stock(0, "dragon-crown", "sword")
    assert table.ranks() == [3, 1, 2]
    _, _, rows = result(table.state, table.edition)
    assert [row[1:] for row in rows] == [["5", "7", "6"], ["6", "0", "0"]]


@pytest.mark.option("final_tie")
def test_most_gold_wins():
    """[fantasy-market 9.2, 12.23]."""
    table = Table(3).gold(5, 7, 7).stock(0, "dragon-crown").stock(2, "sword")
    assert table.ranks() == [3, 2, 1]
    assert Table(3).gold(5, 7, 7).ranks() == [3, 1, 1]
    table = Table(3, final_tie="shared").gold(7, 7, 1).stock(1, "sword")
    assert table.ranks() == [1, 1, 3]


@pytest.mark.option("hero_wage")
def test_heroes_are_paid_when_the_hourglass_moves():
    """[fantasy-market 4.3, 12.35]: wherever they are, and the log says so."""
    table = Table(4, hero_wage=2).at(mage=None).purse("warrior", 0).purse("mage", 3)
    purses = [int(gold) for gold in table.state.row("purse")]
    reserve = int(table.state.reserve)
    said: list[str] = []
    while table.state.hourglass == 0:
        before = table.state.copy()
        if table.position.is_chance_node():
            table.chance()
        else:
            action = table.position.legal_actions()[-1]
            table.position.apply_action(action)
            said = [
                render(sentence, GAME.package, "en")
                for sentence in describe_step(before, action, table.state, table.edition, 0, 0)
            ]
    assert [int(gold) for gold in table.state.row("purse")] == [gold + 2 for gold in purses]
    assert table.state.reserve == reserve - 8
    assert "The heroes are paid 8 gold in all." in said


def test_wages_as_far_as_the_reserve_can_pay():
    """[fantasy-market 12.37]: in the order of the heroes' sheets."""
    table = Table(4, hero_wage=3)
    for hero in ("warrior", "mage", "ranger", "priest"):
        table.purse(hero, 0)
    table.state.reserve = 7
    turn_hourglass(table.state, table.edition)
    assert [int(gold) for gold in table.state.row("purse")] == [3, 3, 1, 0]
    assert table.state.reserve == 0
