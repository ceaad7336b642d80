"""What is said: keys, names, hidden things, refusals with clauses that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ducato
from ducato.core import i18n
from ducato.core.i18n import LANGUAGES, catalogue, render
from ducato.games.fantasy_market import GAME, narration
from ducato.games.fantasy_market.narration.illegal_reasons import CLAUSES, KINDS
from ducato.games.fantasy_market.parts import COLOURS, ENCOUNTERS, EXITS, JOBS, TILES
from ducato.games.fantasy_market.state import ACTIONS, Phase

from .log_truth import LogTruth
from .table import Table, drafted

ROOT = Path(__file__).parents[3]
SOURCES = ROOT / "src" / "ducato" / "games" / "fantasy_market"


def test_catalogues_have_the_same_keys():
    keys = [set(catalogue(GAME.package, language)) for language in LANGUAGES]
    assert keys[0] == keys[1] == keys[2]


def test_every_sentence_has_the_same_arguments():
    def arguments(text: str) -> set[str]:
        return set(re.findall(r"{(\w+)", text))

    for key in catalogue(GAME.package, "it"):
        texts = [text for language in LANGUAGES for text in catalogue(GAME.package, language)[key]]
        found = [arguments(text) for text in texts]
        assert set.union(*found) == found[-1], key


def test_every_key_in_the_sources_has_a_sentence():
    keys = set(catalogue(GAME.package, "en"))
    for path in [*SOURCES.glob("narration/*.py"), *SOURCES.glob("scene/*.py")]:
        for key in re.findall(r'\b(?:say|_no)\(\s*"([\w.]+)"', path.read_text("utf-8")):
            assert {key, f"no.{key}"} & keys, f"{path.name}: {key}"


def test_options_and_editions_have_words():
    for name, parameter in GAME.parameters.items():
        wanted = [f"option.{name}", *(f"choice.{name}.{choice}" for choice in parameter.choices)]
        for key in wanted:
            for language in LANGUAGES:
                assert render(i18n.say(key), GAME.package, language)
    for edition in GAME.editions:
        assert render(i18n.say(f"edition.{edition}.about"), GAME.package, "it")


def test_everything_has_a_name():
    names = i18n.names(GAME.package)
    wanted = [*TILES, *ENCOUNTERS, *JOBS]
    wanted += [f"exit-{exit}" for exit in EXITS] + [f"shop-{colour}" for colour in COLOURS]
    assert set(wanted) <= set(names)


def test_italian_melts_prepositions_and_articles():
    table = Table().at(warrior=None).play("warrior")
    sentence = narration.describe_action(table.state, table.edition, ACTIONS.index("enter:north"))
    assert render(sentence, GAME.package, "it") == "Entra dalla porta nord"


def test_a_hidden_choice_is_not_told():
    """[fantasy-market 10.2]."""
    table = Table()
    before = table.position.redact(2).state
    table.do("choose:mage")
    after = table.position.redact(2).state
    told = narration.describe_step(before, None, after, table.edition, 0, 2)
    assert [m.key for m in told] == ["log.choose.hidden"]


def test_clauses_of_reasons_exist():
    text = (SOURCES / "rulebook" / "en.md").read_text("utf-8")
    clauses = set(re.findall(r'<a id="([\d.]+)"></a>', text))
    for path in SOURCES.glob("narration/*.py"):
        assert set(re.findall(r'"(\d+\.\d+)"', path.read_text("utf-8"))) <= clauses
    assert set(KINDS) == {p for p in Phase if Phase.TAX_ROLL < p < Phase.OVER}
    assert set(CLAUSES) == set(Phase)
    for parameter in (*GAME.parameters.values(), *GAME.cells.values()):
        assert parameter.clause in clauses


def test_wrong_times_are_refused():
    """[fantasy-market 4.1, 5.1, 5.4, 5.6, 5.7, 6.8]."""
    table = drafted(Table(2), "market", "warrior")
    with pytest.raises(ducato.IllegalAction):
        table.position.apply_action(5)
    assert Table().stock(0, "sword").play("market").clause_against("step:north") == "5.4"
    assert Table().stock(0, "sword").play("promotion").clause_against("step:north") == "5.7"
    assert table.phase == "reveal"


@pytest.mark.parametrize(
    ("options", "goods", "key"),
    [
        ({}, ["sword"], "you"),
        ({}, [], "free.you"),
        ({"inventory_mode": "restock"}, ["sword"], "free.you"),
        ({"inventory_mode": "rearrange"}, ["sword"], "exchange.you"),
        ({"shop_capacity": 1}, ["sword"], "exchange.you"),
    ],
)
def test_the_inventory_is_asked_about_as_far_as_it_can_be_used(
    options: dict[str, object], goods: list[str], key: str
):
    """[fantasy-market 5.5, 5.6]."""
    table = Table(**options).stock(0, *goods).play("inventory")
    assert narration.prompt(table.state, table.edition, 0).key == f"prompt.inventory.{key}"
    assert narration.prompt(table.state, table.edition, 1).key == "prompt.inventory.other"


def test_what_an_inventory_card_does_not_allow():
    """[fantasy-market 5.5, 5.6]."""

    def reason(table: Table, action: str) -> str:
        said = narration.explain_illegal(table.state, table.edition, ACTIONS.index(action))
        return said.message.key

    restock = Table(inventory_mode="restock").stock(0, "sword").play("inventory")
    assert reason(restock, "give:sword") == "no.tile.mode.give"
    assert reason(restock, "take:war-axe") == "no.tile.value"
    rearrange = Table(inventory_mode="rearrange").stock(0, "sword").play("inventory")
    assert reason(rearrange, "take:war-axe") == "no.tile.mode"
    both = Table().stock(0, "sword").play("inventory").do("give:sword", "take:buckler")
    assert narration.prompt(both.state, both.edition, 0).key == "prompt.inventory.more.you"
    assert reason(both, "take:sword") == "no.tile.exchanging"


def test_a_fight_is_told_blow_by_blow():
    table = Table().gear("mage", "oak-wand", "apprentice-robe", "copper-charm").at(mage="d1")
    table.play("mage").walk("e").do("done").draw("hobgoblin-captain")
    keys = []
    while table.phase == "fight":
        before = table.state.copy()
        table.chance()
        keys += [
            m.key for m in narration.describe_step(before, None, table.state, table.edition, -1, 0)
        ]
    assert keys == ["log.hit", "log.round", "log.victory"]


def test_hints_say_what_will_happen():
    table = Table().at(warrior="b2").stock(0, "sword").play("warrior").walk("n")
    hint = narration.action_hint(table.state, table.edition, ACTIONS.index("done"))
    assert hint is not None
    assert hint.key == "hint.buys.own"
    assert table.narrated("done") == ["log.done.stop", "log.purchase"]
    table = Table().at(warrior="e2").monster("north", "orc").play("warrior").walk("n")
    hint = narration.action_hint(table.state, table.edition, ACTIONS.index("done"))
    assert hint is not None
    assert hint.key == "hint.monster.wins"
    assert table.narrated("done") == ["log.leaves"]


@pytest.mark.parametrize("monster", ["orc", "hobgoblin-captain", "dragon"])
@pytest.mark.parametrize("gear", [(), ("sword",), ("runic-greatsword", "plate-armour")])
def test_the_outcome_of_a_fight_is_said_before_it(monster: str, gear: tuple[str, ...]):
    """There is no chance in it; whoever sends a hero is told what they get."""
    table = Table(sender_fee=1).gear("warrior", *gear).at(warrior="e2")
    table.monster("north", monster).play("warrior").walk("n")
    hint = narration.action_hint(table.state, table.edition, ACTIONS.index("done"))
    assert hint is not None
    fight = hint.arguments.get("what", hint)
    before = table.state.copy()
    table.do("done")
    while table.phase == "fight":
        table.chance()
    gained = int(table.state.gold[0] - before.gold[0])
    assert hint.key == ("hint.sender" if gained else fight.key)
    assert (fight.key == "hint.monster.dies") == (gained == 0)
    lost = sum(before.gear.tolist()[0]) != sum(table.state.gear.tolist()[0])
    if gained:
        assert hint.arguments["fee"].arguments["n"] == gained
        assert (fight.key == "hint.monster.loses") == lost
        won = int(table.state.purse[0] - before.purse[0])
        assert fight.arguments["gold"].arguments["n"] == won


@pytest.mark.parametrize(("gold", "most"), [(1, 0), (3, 2), (9, 3)])
def test_the_most_that_a_tax_can_take_is_said(gold: int, most: int):
    """[fantasy-market 6]: half a roll, and never the last gold."""
    table = Table().gold(gold, 0).at(collector="b2").play("collector").walk("n")
    hint = narration.action_hint(table.state, table.edition, ACTIONS.index("done"))
    assert hint is not None
    assert hint.key == ("hint.tax" if most else "hint.tax.nothing")
    assert not most or hint.arguments["most"].arguments["n"] == most


def test_a_market_that_would_do_nothing_says_so():
    """[fantasy-market 5.4]."""
    market = ACTIONS.index("choose:market")
    table = Table().gold(0, 0, 0, 0)
    hints = [narration.action_hint(table.state, table.edition, market)]
    hints.append(narration.action_hint(table.gold(20).state, table.edition, market))
    keys = [hint.key for hint in hints if hint]
    assert keys == ["hint.choose.market.idle", "hint.choose.market"]


@pytest.mark.parametrize(("goods", "boxes"), [((), 1), (("sword",), 1), (("sword",), 2)])
def test_the_hint_of_a_theft(goods: tuple[str, ...], boxes: int):
    """[fantasy-market 6.9, 6.10]: from a shop that has tiles, into a free box."""
    table = Table(loot_boxes=boxes).stock(0, *goods).at(thief="d1").play("thief")
    table.loot(*["mace"][: boxes - 1])
    west = ACTIONS.index("step:west")
    hint = narration.action_hint(table.state, table.edition, west)
    assert (hint is not None and hint.key == "hint.theft") == bool(goods)
    table.loot(*["mace", "cudgel"][:boxes])
    assert narration.action_hint(table.state, table.edition, west) is None


def test_the_result():
    """[fantasy-market 9.2]."""
    table = Table(3).gold(5, 7, 7).stock(2, "sword")
    table.state.phase = Phase.OVER
    headline, columns, rows = narration.result(table.state, table.edition)
    assert headline.key == "result.stock"
    assert len(columns) == 4
    assert [row[1:] for row in rows] == [["5", "7", "7"], ["0", "0", "1"]]
    table = Table(3).gold(7, 7, 1)
    assert narration.result(table.state, table.edition)[0].key == "result.shared"
    assert narration.result(Table(2).gold(3).state, Table(2).edition)[0].key == "result.win"


def test_a_new_deal_is_told_though_one_card_comes_back():
    """[fantasy-market 8.6]: the number of cards face down does not grow then."""
    table = Table().at(warrior="e2").play("warrior").walk("n").do("done")
    table.state.row("unseen")[:] = 0
    table.state.row("pile")[:] = 0
    table.state.unseen[ENCOUNTERS.index("treasure-4")] = 1
    table.state.pile[table.state.exit] = 1
    before = table.state.copy()
    table.draw("treasure-4")
    told = narration.describe_step(before, None, table.state, table.edition, -1, 0)
    assert [m.key for m in told][-1] == "log.deal"
    assert not LogTruth(table.game).falsehoods(before, -1, 0, table.state, told)


def test_every_purchase_of_a_visit_is_told():
    """[fantasy-market 7.3]: also of a tile that another one replaces at once."""
    options = {"purchase_pick": "best_gain", "tiles.chain-mail.defence": 1}
    table = Table(purchases_per_visit=2, **options).at(warrior="d1").purse("warrior", 20)
    table.stock(0, "leather-jerkin", "chain-mail").play("warrior").walk("w")
    before, action = table.state.copy(), ACTIONS.index("done")
    table.do("done")
    assert table.wears("warrior") == ["chain-mail"]
    told = narration.describe_step(before, action, table.state, table.edition, 0, 0)
    assert [m.key for m in told[1:3]] == ["log.purchase"] * 2
    assert not LogTruth(table.game).untold(before, 0, action, table.state, told)
