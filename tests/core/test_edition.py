"""Editions: fields and enumerations made from the parameters in ``editions.toml``."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path
from typing import Any

import pytest

from ducato.core.editions.edition import EditionStruct, choice_enum
from ducato.core.editions.parameter import Parameter, parameters
from ducato.core.errors import BadValue, UnknownName
from ducato.core.struct import field

SMALL = """
[parameter]
price = { default = 3, range = [0, 300], unit = "coins", clause = "1.1", step = 5, scale = "log" }
loan = { default = 0, range = [-1, 100_000], unit = "coins", tunable = false }
open = { default = true }
ending = { default = "now", choices = ["now", "next-round"] }
[edition.plain]
"""
numbers = itertools.count()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that makes a package with these editions and returns its name."""

    def make(editions: str) -> str:
        name = f"editions_{next(numbers)}"
        (tmp_path / name / "data").mkdir(parents=True)
        (tmp_path / name / "__init__.py").touch()
        (tmp_path / name / "data" / "editions.toml").write_text(editions)
        monkeypatch.setitem(sys.modules, name, None)
        monkeypatch.delitem(sys.modules, name)
        return name

    monkeypatch.syspath_prepend(tmp_path)
    return make


def test_every_parameter_is_a_field_wide_enough_for_its_range(package: Any):
    class Edition(EditionStruct, package=package(SMALL)):
        prices = field("i1", 4)

    codes = {name: declared.code for name, declared in Edition.fields.items()}
    assert codes == {
        "players": "i1", "price": "i2", "loan": "i4", "open": "i1", "ending": "i1", "prices": "i1",
    }  # fmt: skip
    assert list(codes) == ["players", "price", "loan", "open", "ending", "prices"]  # in memory
    edition = Edition()
    edition.loan, edition.price = 100_000, 300
    assert (edition.copy().loan, edition.copy().price) == (100_000, 300)


def test_a_field_is_not_declared_twice(package: Any):
    with pytest.raises(TypeError, match="price is a parameter already: leave it out of Edition"):

        class Edition(EditionStruct, package=package(SMALL)):
            price = field("i1")


@pytest.mark.parametrize("words", [["now", "next-round"], ["next-round", "now"]])
def test_the_order_of_the_words_has_no_meaning(package: Any, words: list[str]):
    quoted = ", ".join(f'"{word}"' for word in words)
    name = package(f"[parameter.ending]\ndefault = 'now'\nchoices = [{quoted}]\n")
    ending = choice_enum(name, "ending")
    assert ending.__name__ == "Ending"
    declared = parameters(name)["ending"]
    assert declared.as_number("now") == ending.NOW
    assert declared.as_number("next-round") == ending.NEXT_ROUND
    with pytest.raises(AttributeError):
        _ = ending.NEVER


def test_parameters_say_what_the_lab_may_try(package: Any):
    declared = parameters(package(SMALL))
    assert [(p.step, p.scale, p.tunable) for p in declared.values()] == [
        (5, "log", True), (1, "linear", False), (1, "linear", True), (1, "linear", True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("entry", "error", "words"),
    [
        ("3", BadValue, "declaration of price = 3 is not possible: it must be a table with a"),
        ("{ range = [0, 9] }", BadValue, "a table with a default"),
        ("{ default = 3 }", BadValue, "range of price = None is not possible"),
        ("{ default = 3, range = [5] }", BadValue, "smallest, largest"),
        ("{ default = 3, range = [9, 0] }", BadValue, "smallest, largest"),
        ("{ default = 3, range = [0, 9], units = 'c' }", UnknownName, "called 'units'"),
        ("{ default = 3, range = [0, 9], scale = 'square' }", BadValue, "one of linear, log"),
        ("{ default = 3, range = [0, 9], step = 0 }", BadValue, "a whole number from 1"),
    ],
)
def test_a_wrong_declaration_is_named(package: Any, entry: str, error: type[Exception], words: str):
    with pytest.raises(error) as raised:
        parameters(package(f"[parameter]\nprice = {entry}\n"))
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("span", "code"),
    [
        ((0, 127), "i1"),
        ((-128, 0), "i1"),
        ((0, 128), "i2"),
        ((-129, 0), "i2"),
        ((0, 1 << 31), "i8"),
    ],
)
def test_the_narrowest_type_is_chosen(span: tuple[int, int], code: str):
    assert Parameter("price", 0, span, (), "coins", "1.1").code == code
