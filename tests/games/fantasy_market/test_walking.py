"""Moves of single pawns: what they begin with, and what happens where they end."""

from __future__ import annotations

import pytest

from ducato.games.fantasy_market.parts import CHARACTERS, EXITS, Pawn

from .table import Table

HEROES = CHARACTERS[: Pawn.THIEF]
WEAPON = {"warrior": "sword", "mage": "oak-wand", "ranger": "short-bow", "priest": "cudgel"}
BESIDE_EXITS = ["d1", "f1", "i4", "i6", "d9", "f9", "a4", "a6"]
NARROW = {f"board.{square[1]}.{square[0]}": "#" for square in BESIDE_EXITS}
"""Walls beside all exits, which leave one neighbour to each."""


@pytest.mark.parametrize("pawn", CHARACTERS)
def test_blocked_exits(pawn: str):
    """[fantasy-market 6.3, 6.5]: a pawn outside that cannot leave any exit stays there."""
    others = [other for other in CHARACTERS if other not in (pawn, "warrior")][:4]
    if pawn == "warrior":
        others = ["mage", "ranger", "priest", "collector"]
    table = Table(**NARROW).stock(0, "healing-draught")
    table.at(**{pawn: None}, **dict(zip(others, ["e2", "h5", "e8", "b5"], strict=True)))
    table.play(pawn)
    if pawn in HEROES:
        assert (table.phase, table.where(pawn)) == ("reveal", None)
        assert table.at(**{others[2]: "e5"}).play(pawn).legal() == ["enter:south", "done"]
    else:  # these leave an exit diagonally as well
        assert table.legal("enter") == [f"enter:{exit}" for exit in EXITS]


def test_a_move_starts_afresh():
    """[fantasy-market 6.1 to 6.3, 6.9]: nothing of the move before counts for the next."""
    table = (
        Table().at(warrior=None, mage="d5", thief="d1", collector="d9").stock(0, "sword", "mace")
    )
    table.play("warrior").do("enter:west").walk("e").do("done")
    assert table.play("mage").can("done")  # though a pawn has entered just now
    table.do("done")
    table.play("thief").walk("w").do("done")
    table.at(thief="d1").play("thief").walk("w").do("done")
    assert table.stolen() == ["mace", "sword"]  # the same shop, in another move
    table.gold(9, 9, 9, 9).at(collector="b2").play("collector").walk("n").do("done").roll(5)
    assert table.play("mage").state.die == 0
    assert (table.state.walked, table.state.entered, table.state.looted) == (0, 0, 0)


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("pawn", ["warrior", "thief", "collector"])
def test_a_move_of_no_squares(pawn: str, again: bool):
    """[fantasy-market 6.1]: triggers nothing, even where moving inside a shop would."""
    table = Table(same_shop_retrigger=again).stock(0, "sword").gold(5).at(**{pawn: "b1"})
    table.play(pawn).do("done")
    assert (table.phase, table.where(pawn)) == ("reveal", "b1")
    assert (table.goods(0), table.has(0), table.stolen()) == (["sword"], 5, [])


@pytest.mark.parametrize("pawn", ["warrior", "thief", "collector"])
@pytest.mark.parametrize("again", [False, True])
def test_moving_inside_a_shop(pawn: str, again: bool):
    """[fantasy-market 6.4, 12.17]: is a visit only if `same_shop_retrigger` is on."""
    table = Table(same_shop_retrigger=again).stock(0, "sword").gold(5).at(**{pawn: "b1"})
    table.play(pawn).walk("e").do("done")
    if pawn == "collector":
        assert (table.phase == "tax_roll") == again
    else:
        assert (table.wears("warrior") + table.stolen() == ["sword"]) == again
        assert (table.goods(0) == []) == again


@pytest.mark.parametrize("owner", range(4))
@pytest.mark.parametrize("pips", range(1, 7))
def test_taxes(owner: int, pips: int):
    """[fantasy-market 6.13, 12.26]: half the roll, rounded up, but never the last gold."""
    before, square = {0: ("b2", "b1"), 1: ("g2", "g1"), 2: ("g8", "g9"), 3: ("b8", "b9")}[owner]
    toward = "n" if owner < 2 else "s"
    for gold in range(6):
        table = Table().gold(7, 7, 7, 7)
        table.gold(*(gold if seat == owner else 7 for seat in range(4))).at(collector=before)
        reserve = int(table.state.reserve)
        table.play("collector").walk(toward).do("done")
        assert (table.where("collector"), table.phase) == (square, "tax_roll")
        table.roll(pips)
        paid = min((pips + 1) // 2, gold - 1) if gold else 0
        assert table.state.die == pips
        assert [table.has(seat) for seat in range(4)] == [
            gold - paid if seat == owner else 7 for seat in range(4)
        ]
        assert (table.state.reserve, table.phase) == (reserve + paid, "reveal")


@pytest.mark.parametrize("hero", HEROES)
def test_the_mover_chooses_whom_the_thief_robs(hero: str):
    """[fantasy-market 6.8, 12.18]: those on the square with an item, one of them or none."""
    for others in ([], [h for h in HEROES if h != hero]):
        table = Table().at(thief="e4", **dict.fromkeys(HEROES, "d4"))
        table.at(**dict.fromkeys([hero, *others], "e5"))
        for robbed in [hero, *others]:
            table.gear(robbed, WEAPON[robbed])
        table.play("thief").walk("s")
        present = [h for h in HEROES if h in (hero, *others)]
        assert table.legal() == [*(f"rob:{h}" for h in present), "done"]
        table.do(f"rob:{hero}")
        assert len(table.position.chance_outcomes()) == 6
        table.roll(1)
        assert (table.wears(hero), table.phase) == ([], "move")
        assert table.state.target == -1
