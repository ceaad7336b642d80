"""Records: copies, bytes, named fields, and numbers that do not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ducato.core.batch import Batch, array_of, dtype_of
from ducato.core.errors import BadValue, UnknownName
from ducato.core.struct import EVERYBODY, NOBODY, Row, Struct, cards, field


class Purse(Struct):
    """A record with a field of each sort."""

    owner: int = field("i1")
    debt: int = field("i2")
    weight: float = field("f8")
    coins: Row = field("i1", 3)
    lent: Row = field("i2", 2, 3)
    zone: Row = cards(
        ["a", "b"], ["here", "there"], held="held", shown="shown", sees=(EVERYBODY, 0)
    )
    held: Row = field("i1", 2)
    shown: Row = field("i1", 2)


class Sack(Struct):
    """A record with the layout of another one."""

    owner: int = field("i1")


def test_rows_are_over_the_same_bytes():
    """Also that of a scalar."""
    purse = Purse()
    for name in ("debt", "weight", "coins", "lent"):
        purse.row(name)[...] = 3
    assert (purse.debt, purse.weight) == (3, 3.0)
    assert purse.coins.tolist() == [3] * 3
    assert purse.lent.tolist() == [[3] * 3] * 2


def test_a_new_record_is_all_zeros():
    purse = Purse()
    assert (purse.owner, purse.debt, purse.weight, list(purse.coins)) == (0, 0, 0.0, [0, 0, 0])
    assert purse.tobytes() == bytes(Purse.nbytes)


def test_fields_read_and_write_the_same_bytes():
    purse = Purse()
    purse.debt = -300
    purse.coins[1] += 5
    purse.lent[1, 2] = 7
    purse.weight = 1.5
    raw = array_of(purse)[0]
    assert (raw["debt"], raw["coins"][1], raw["lent"][1, 2], raw["weight"]) == (-300, 5, 7, 1.5)
    raw["owner"] = 3
    assert purse.owner == purse["owner"] == 3
    assert purse.row("lent").tolist() == [[0, 0, 0], [0, 0, 7]]


def test_scalars_read_as_python_numbers():
    purse = Purse()
    assert type(purse.owner) is int
    assert type(purse.coins[0]) is int
    assert type(purse.weight) is float


@pytest.mark.parametrize("value", [128, -129, np.int64(128)])
def test_a_number_that_does_not_fit_is_an_error(value: int):
    purse = Purse()
    with pytest.raises(ValueError, match="invalid value"):
        purse.owner = value
    with pytest.raises(ValueError, match="invalid value"):
        purse.coins[0] = int(value)
    assert purse == Purse()


def test_sums_of_small_numbers_do_not_wrap():
    purse = Purse()
    purse.coins[0] = purse.coins[1] = 100
    assert purse.coins[0] + purse.coins[1] == 200


def test_a_copy_lives_apart():
    purse = Purse()
    copy = purse.copy()
    copy.coins[0] = 1
    assert purse.coins[0] == 0
    assert copy != purse
    purse.coins[0] = 1
    assert copy == purse
    assert copy.tobytes() == purse.tobytes()


def test_records_of_different_kinds_differ_and_none_is_a_key():
    assert Purse() != Sack()
    assert Purse() != "a purse"
    with pytest.raises(TypeError):
        {Purse(): 1}


def test_the_padding_stays_zero_in_copies():
    """Equality is equality of bytes, so what lies between the fields must not differ."""
    purse = Purse()
    purse.debt, purse.owner = 5, 2
    for garbage in range(200, 250):
        freed = [np.full(Purse.nbytes, garbage, np.uint8) for _ in range(20)]
        del freed
        assert purse.copy().tobytes() == purse.tobytes()


def test_repr_names_the_fields():
    purse = Purse()
    purse.coins[2] = 4
    assert repr(purse).startswith("Purse(owner=0, debt=0, weight=0.0, coins=[0, 0, 4]")


def test_a_batch_is_an_array_of_records():
    batch = Batch.zeros(Purse, 3)
    batch[1].debt = 9
    batch[2] = batch[1]
    batch[1].debt = 1
    assert len(batch) == 3
    assert [purse.debt for purse in batch] == [0, 1, 9]
    assert batch.array["debt"].tolist() == [0, 1, 9]


def test_a_batch_of_one_shares_the_bytes():
    purse = Purse()
    Batch.of(purse)[0].debt = 8
    assert purse.debt == 8


def test_a_class_knows_its_fields():
    assert list(Purse.fields) == [
        "owner", "debt", "weight", "coins", "lent", "zone", "held", "shown"
    ]  # fmt: skip
    assert Purse.fields["zone"].cards.sees == (EVERYBODY, 0)
    assert Purse.fields["coins"].cards is None
    assert dtype_of(Purse).isalignedstruct


SPREAD = ["deck", "hand:0", "hand:1", "trick:0", "trick:1"]


@pytest.mark.parametrize(
    ("drawn", "error", "words"),
    [
        ({"piles": ["deck:0"]}, UnknownName, "no zone in piles is called 'deck:0'; choose from: "),
        ({"together": ["trik"]}, UnknownName, "in together is called 'trik'.*: deck, hand, trick"),
        ({"together": ["hand"]}, BadValue, "together = 'hand'.*seats that everybody sees"),
        ({"together": ["deck"]}, BadValue, "together = 'deck'.*seats that everybody sees"),
        ({"sees": [NOBODY, 0, 1]}, BadValue, "sees = .*5 seats, EVERYBODY or NOBODY"),
    ],
)
def test_a_wrong_zone_is_named(drawn: dict[str, Any], error: type[Exception], words: str):
    sees = [NOBODY, 0, 1, EVERYBODY, EVERYBODY]
    with pytest.raises(error, match=words):
        cards("ab", SPREAD, **{"sees": sees, **drawn})


def test_zones_may_be_drawn_as_piles_or_together():
    sees = [EVERYBODY, 0, 1, EVERYBODY, EVERYBODY]
    declared = cards("ab", SPREAD, sees=sees, piles=["deck", "hand"], together=["trick"]).cards
    assert (declared.piles, declared.together) == (("deck", "hand"), ("trick",))
    assert (declared.held, declared.shown) == ("held", "shown")
