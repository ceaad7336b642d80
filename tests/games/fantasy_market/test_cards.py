"""Market, Inventory, Promotion, purchases, payments."""

from __future__ import annotations

import pytest

from ducato.games.fantasy_market.narration import describe_action, explain_illegal
from ducato.games.fantasy_market.state import ACTIONS

from .table import Table


def test_every_effect_may_be_declined():
    """[fantasy-market 5.2, 12.12]."""
    for card in ("warrior", "thief", "collector", "market", "inventory", "promotion"):
        table = Table().stock(0, "sword").gold(3).play(card)
        assert table.can("done")
        table.do("done")
        assert table.phase == "reveal"


@pytest.mark.option("min_move")
def test_min_move():
    """[fantasy-market 5.2]."""
    table = Table(min_move=1).play("warrior")
    assert table.clause_against("done") == "5.2"
    table.walk("n").do("done")
    boxed = Table(min_move=1).at(warrior="a4", thief="a3", collector="b4", mage="a5")
    assert boxed.play("warrior").phase == "reveal"


def test_a_characters_card_moves_the_character():
    """[fantasy-market 5.3]."""
    table = Table().play("mage").walk("n")
    assert table.where("mage") == "e4"
    assert table.clause_against("buy:sword") == "6.1"


def test_market():
    """[fantasy-market 5.4]: one transaction, at the value."""
    table = Table().gold(2).stock(0, "mace").play("market")
    assert table.clause_against("buy:plate-armour") == "5.4"
    assert table.clause_against("sell:sword") == "5.4"
    table.do("buy:war-axe")
    assert (table.has(0), table.goods(0), table.phase) == (0, ["war-axe", "mace"], "reveal")
    table.play("market").do("sell:mace")
    assert (table.has(0), table.goods(0)) == (2, ["war-axe"])


@pytest.mark.option("market_sell_price")
@pytest.mark.parametrize(("price", "paid"), [(50, 2), (60, 3), (99, 4), (20, 1)])
def test_the_market_pays_less_than_the_value(price: int, paid: int):
    """[fantasy-market 5.4, 12.32]: rounded down; it still asks for the whole value."""
    table = Table(market_sell_price=price).gold(5).stock(0, "dragon-crown").play("market")
    sell = ACTIONS.index("sell:dragon-crown")
    label = describe_action(table.state, table.edition, sell)
    assert label.arguments["gold"].arguments == {"n": paid}
    table.do("sell:dragon-crown")
    assert (table.has(0), table.on_market("dragon-crown")) == (5 + paid, 1)
    assert table.play("market").do("buy:dragon-crown").has(0) == paid


def test_nothing_is_sold_for_nothing():
    """[fantasy-market 5.4, 12.13, 12.32]: half of 1 is rounded down, and the reason says so."""
    table = Table(market_sell_price=50).stock(0, "sword", "mace").play("market")
    assert table.legal() == ["sell:mace", "done"]
    assert table.clause_against("sell:sword") == "5.4"
    reason = explain_illegal(table.state, table.edition, ACTIONS.index("sell:sword"))
    assert reason.message.key == "no.tile.worthless"
    assert Table(market_sell_price=50).stock(0, "sword").play("market").phase == "reveal"


def test_a_useless_market_card_is_wasted():
    """[fantasy-market 12.13]."""
    assert Table().play("market").phase == "reveal"


@pytest.mark.option("shop_capacity")
def test_shop_capacity():
    """[fantasy-market 5.4]."""
    table = Table(shop_capacity=1).gold(5).stock(0, "sword").play("market")
    assert table.legal() == ["sell:sword", "done"]
    assert table.clause_against("buy:mace") == "5.4"
    table = Table(shop_capacity=2).gold(5).stock(0, "sword").play("market")
    assert table.do("buy:mace").goods(0) == ["sword", "mace"]


def test_restock():
    """[fantasy-market 5.5, 12.6]."""
    table = Table().play("inventory")
    assert table.clause_against("take:war-axe") == "5.5"
    table.do("take:sword")
    assert (table.goods(0), table.has(0), table.phase) == (["sword"], 0, "reveal")


def test_rearrange():
    """[fantasy-market 5.6, 12.6]."""
    table = Table().stock(0, "war-axe", "sword").play("inventory").do("give:war-axe")
    assert table.clause_against("take:plate-armour") == "5.6"
    table.do("take:mace")
    assert table.legal("take") == []
    assert table.clause_against("give:buckler") == "5.6"
    table.do("give:sword", "take:buckler")
    assert (table.goods(0), table.phase) == (["buckler", "mace"], "reveal")


@pytest.mark.parametrize(
    ("mode", "kinds"), [("none", set()), ("restock", {"take"}), ("rearrange", {"give"})]
)
@pytest.mark.option("inventory_mode")
def test_inventory_modes(mode: str, kinds: set[str]):
    """[fantasy-market 5.5]."""
    table = Table(inventory_mode=mode).stock(0, "sword").play("inventory")
    assert {name.split(":")[0] for name in table.legal()} - {"done"} == kinds
    assert table.phase == ("inventory" if kinds else "reveal")
    assert Table(inventory_mode=mode).play("inventory").phase == (
        "inventory" if "take" in kinds else "reveal"  # with an empty shop
    )


@pytest.mark.option("inventory_free_value")
def test_restock_up_to_another_value():
    """[fantasy-market 5.5]."""
    table = Table(inventory_free_value=2).play("inventory")
    assert table.clause_against("take:plate-armour") == "5.5"
    assert table.do("take:war-axe").goods(0) == ["war-axe"]
    assert Table(inventory_free_value=0).play("inventory").phase == "reveal"  # nothing to take


@pytest.mark.option("inventory_swap_max")
def test_rearrange_another_number():
    """[fantasy-market 5.6]."""
    table = Table(inventory_swap_max=1).stock(0, "sword", "war-axe").play("inventory")
    table.do("give:sword", "take:cudgel")
    assert (table.goods(0), table.phase) == (["war-axe", "cudgel"], "reveal")
    table = Table(inventory_swap_max=3).stock(0, "sword", "war-axe", "buckler").play("inventory")
    table.do("give:sword", "take:cudgel", "give:war-axe", "take:mace", "give:buckler")
    assert table.phase == "swap"


def test_promotion_from_outside():
    """[fantasy-market 5.7, 5.8, 12.14]: vector 15: two squares, then a purchase."""
    table = Table().at(warrior=None).stock(0, "sword").play("promotion")
    table.do("hero:warrior", "enter:north")
    assert table.legal() == ["step:west"]
    table.walk("w", "w")
    assert table.where("warrior") == "c1"
    assert table.wears("warrior") == ["sword"]
    assert (table.has(0), table.phase) == (2, "reveal")


def test_promotion_needs_goods():
    """[fantasy-market 5.7]: white ones will do, gold does not matter."""
    assert Table().play("promotion").phase == "reveal"
    table = Table().stock(0, "mace").purse("priest", 0).play("promotion")
    assert table.legal() == ["hero:priest", "done"]
    assert table.clause_against("hero:mage") == "5.7"
    table = Table().stock(0, "winged-cape").play("promotion")
    assert len(table.legal("hero")) == 4


@pytest.mark.option("promotion_from_outside")
def test_two_different_heroes():
    """[fantasy-market 5.7]: one after the other, each half of the hero's movement."""
    table = Table().stock(0, "winged-cape").play("promotion").do("hero:ranger").walk("n", "n", "n")
    assert table.clause_against("hero:ranger") == "5.7"
    table.do("hero:priest").walk("n")
    assert table.clause_against("step:south") == "6.2"
    table.walk("w")
    assert table.phase == "reveal"
    off = Table(promotion_from_outside=False).at(mage=None).stock(0, "winged-cape")
    assert not off.play("promotion").can("hero:mage")


@pytest.mark.option("promotion_heroes")
def test_another_number_of_heroes():
    """[fantasy-market 5.7]."""
    table = Table(promotion_heroes=1).stock(0, "winged-cape").play("promotion")
    assert table.do("hero:warrior").walk("n", "n").phase == "reveal"
    table = Table(promotion_heroes=3).stock(0, "winged-cape").play("promotion")
    table.do("hero:warrior").walk("n", "n").do("hero:mage").walk("w", "w").do("hero:priest")
    assert table.walk("n", "w").phase == "reveal"


@pytest.mark.option("promotion_divisor")
def test_another_part_of_the_movement():
    """[fantasy-market 5.7]: rounded down; the Ranger moves 6."""
    for divisor, steps in ((1, 6), (3, 2), (4, 1)):
        table = Table(promotion_divisor=divisor).stock(0, "short-bow").play("promotion")
        table.do("hero:ranger")
        assert table.state.budget == steps


def test_promotion_only_towards_the_shop():
    """[fantasy-market 5.8, 12.14]."""
    table = Table().stock(0, "sword").play("promotion").do("hero:warrior")
    assert table.legal() == ["step:north", "step:west"]
    assert table.clause_against("step:south") == "5.8"
    assert table.clause_against("done") == "5.7"


def test_promotion_does_not_end_on_exits_or_in_other_shops():
    """[fantasy-market 5.8, 12.15]."""
    table = Table(6).at(ranger="f1").stock(0, "short-bow").play("promotion").do("hero:ranger")
    table.walk("w")
    assert table.where("ranger") == "e1"
    assert table.clause_against("done") == "5.8"
    blocked = Table(6).at(warrior="f1", thief="d1", collector="e2", mage="f2")
    blocked.stock(0, "sword").play("promotion")
    assert blocked.phase == "reveal"
    table = Table(6).at(warrior="a4").stock(0, "sword").play("promotion").do("hero:warrior")
    table.walk("n")
    assert table.clause_against("done") == "5.8"


def shop(hero: str, start: str, step: str, *goods: str, gold: int = 6, **options: object) -> Table:
    """Move a hero into the red shop of seat 0."""
    table = Table(**options).at(**{hero: start}).stock(0, *goods).purse(hero, gold)
    table.play(hero).walk(step)
    return table.do("done") if table.phase == "move" else table


def test_the_most_expensive_one():
    """[fantasy-market 7.1, 7.3, 7.4, 12.5]: vector 13."""
    table = shop("warrior", "b2", "n", "sword", "war-axe", "plate-armour")
    assert (table.wears("warrior"), table.has("warrior"), table.has(0)) == (["war-axe"], 1, 5)


def test_only_improvements():
    """[fantasy-market 7.1]: vector 14."""
    table = Table().at(warrior="b2").gear("warrior", "war-axe").stock(0, "sword", "buckler")
    table.purse("warrior", 2).play("warrior").walk("n").do("done")
    assert table.wears("warrior") == ["war-axe", "buckler"]


def test_no_candidate():
    """[fantasy-market 7.2]."""
    table = shop("mage", "b2", "n", "sword")
    assert (table.wears("mage"), table.where("mage"), table.phase) == ([], "b1", "reveal")


def test_the_owner_chooses_among_equal_ones():
    """[fantasy-market 7.3]."""
    table = Table().at(warrior="b2").stock(0, "sword", "buckler", "war-axe").purse("warrior", 4)
    table.play("warrior", seat=2).walk("n").do("done")
    assert table.position.current_player() == 0
    assert table.clause_against("take:war-axe") == "7.3"
    table.do("take:buckler")
    assert (table.wears("warrior"), table.has(0), table.phase) == (["buckler"], 2, "reveal")


@pytest.mark.option("purchase_pick", "purchases_per_visit")
def test_other_ways_to_choose():
    """[fantasy-market 7.3]."""
    goods = ("sword", "plate-armour")
    assert shop("warrior", "b2", "n", *goods, gold=9, purchase_pick="owner_choice").phase == (
        "purchase"
    )
    table = Table(purchase_pick="best_gain").at(warrior="b2").gear("warrior", "chain-mail")
    table.stock(0, "plate-armour", "war-axe").purse("warrior", 9).play("warrior").walk("n")
    assert table.do("done").wears("warrior") == ["war-axe", "chain-mail"]  # gains 3, not 2
    two = shop("warrior", "b2", "n", "sword", "buckler", "war-axe", gold=9, purchases_per_visit=2)
    assert two.wears("warrior") == ["war-axe", "buckler"]


def test_a_replaced_tile_goes_to_the_market():
    """[fantasy-market 7.4]."""
    table = Table().at(warrior="b2").gear("warrior", "sword").stock(0, "war-axe")
    before = table.on_market("sword")
    table.play("warrior").walk("n").do("done")
    assert table.on_market("sword") == before + 1
    assert table.wears("warrior") == ["war-axe"]


@pytest.mark.option("gold_shortage")
def test_the_reserve_pays_what_is_left():
    """[fantasy-market 11.1, 12.24]."""
    table = Table().stock(0, "dragon-crown").gold(0, 74)
    assert table.state.reserve == 2
    assert table.play("market").do("sell:dragon-crown").has(0) == 2
    table = Table(gold_shortage="unlimited").stock(0, "dragon-crown").gold(0, 74)
    assert table.play("market").do("sell:dragon-crown").has(0) == 5
    assert table.state.reserve == -3
