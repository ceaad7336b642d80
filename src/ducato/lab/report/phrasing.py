"""The words and numbers of a report in all languages at once.

A report is one file in three languages: every text that differs is written once for each, and the
style sheet shows the chosen one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any

from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from markupsafe import Markup, escape

from ducato.core.actions import ActionTable
from ducato.core.game import Game
from ducato.core.i18n import (
    CONTRACTIONS,
    LANGUAGES,
    NUMBERED,
    PREPOSITIONS,
    enumeration,
    has_text,
    name_form,
    names,
    render,
    say,
    spoken,
)
from ducato.core.i18n import Name as ComponentName
from ducato.runs.statistics import Estimate

PACKAGE = "ducato.lab"
LIST = 12
"""The maximum number of things that one sentence names."""

MOST_NUMBERS = 1000
"""The maximum number of numbers in words that are cached: a report repeats most of them."""

Texts = Mapping[str, str]
"""A text in each language."""


def texts(make: Callable[[str], str]) -> Texts:
    """Return a text in each language, made by a function of the language."""
    return {language: make(language) for language in LANGUAGES}


def text(key: str, /, **arguments: Any) -> Texts:
    """Return a text of the lab's catalogue; arguments that are functions get the language."""
    return texts(
        lambda language: render(
            say(key, **{name: _value(value, language) for name, value in arguments.items()}),
            PACKAGE,
            language,
        )
    )


def _value(value: Any, language: str) -> Any:
    if isinstance(value, Mapping):
        return value[language]
    return value(language) if callable(value) else value


def markup(found: Texts, tag: str = "span") -> Markup:
    """Return a text as HTML or SVG: one element for each language, or none if all are equal."""
    if len(set(found.values())) == 1:
        return escape(next(iter(found.values())))
    parts = [
        f'<{tag} lang="{language}">{escape(words)}</{tag}>' for language, words in found.items()
    ]
    return Markup("".join(parts))  # every part is escaped


class _Share(str):
    """A percentage that a sentence can ask for with its article: "il 5 %", "dall’8 %"."""

    language: str
    __slots__ = ("language",)

    def __new__(cls, words: str, language: str) -> _Share:
        share = super().__new__(cls, words)
        share.language = language
        return share

    def __format__(self, form: str) -> str:
        if not form or self.language not in CONTRACTIONS:
            return str(self)
        article = "el"
        if self.language == "it":
            whole = re.split(r"\D", self, maxsplit=1)[0]
            vowel = whole in ("1", "11") or whole.startswith("8")
            article = "l’" if vowel else "lo" if whole == "0" else "il"
        words = article
        if form.lower() != "the":
            preposition = PREPOSITIONS[self.language][form]
            words = CONTRACTIONS[self.language][form].get(article, f"{preposition} {article}")
        words += "" if words.endswith("’") else " "
        return (words.capitalize() if form == "The" else words) + str(self)


def percent(value: float, digits: int = 0) -> Texts:
    """Return a share as a percentage."""
    return _percent(round(Decimal(str(value)), digits + 2) or Decimal(0), digits)  # never -0


@lru_cache(MOST_NUMBERS)
def _percent(shown: Decimal, digits: int) -> Texts:
    pattern = "#,##0" + ("." + "0" * digits if digits else "") + "\u00a0%"
    return texts(lambda language: _Share(format_percent(shown, pattern, locale=language), language))


def points(value: float, digits: int = 1) -> Texts:
    """Return a difference of shares in percentage points, with its sign unless it is 0."""
    return _points(round(100 * value, digits) or 0.0, digits)  # never -0.0


@lru_cache(MOST_NUMBERS)
def _points(shown: float, digits: int) -> Texts:
    form = "#,##0" + ("." + "0" * digits if digits else "")
    signed = f"+{form};\u2212{form}" if shown else form
    return texts(lambda language: format_decimal(shown, signed, locale=language))


def number(value: float, unit: str = "number") -> Texts:
    """Return a number with as many digits as its unit and size deserve.

    Thousands are separated by a thin space, which all languages read.
    """
    if unit == "share":
        return percent(value, 1 if abs(value) < 0.995 else 0)
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    if digits == 0 or value == round(value):
        whole = f"{value:,.0f}".replace(",", "\u202f")
        return texts(lambda _: whole)
    return texts(lambda language: format_decimal(value, "#,##0." + "#" * digits, locale=language))


def interval(value: Estimate, unit: str = "number") -> Texts:
    """Return the bounds of an interval, such as "12.1–13.4"."""
    if unit == "points":
        low, high = points(value.low, 0), points(value.high, 0)
    else:
        low, high = number(value.low, unit), number(value.high, unit)
    return texts(lambda language: f"{low[language]}\u202f\u2026\u202f{high[language]}")


def change(value: Estimate, unit: str = "number") -> Texts:
    """Return a difference with its sign and its interval, such as "+1.2 (0.8 … 1.6)"."""
    shown = points(value.value) if unit == "points" else number(value.value, unit)
    bounds = interval(value, unit)
    sign = "+" if value.value > 0 and unit != "points" else ""
    return texts(lambda language: f"{sign}{shown[language]} ({bounds[language]})")


def listed(things: list[Texts], style: str = "standard") -> Texts:
    """Return a list of at most `LIST` things as one text, joined by "and" or, if asked, "or"."""
    shown, more = things[:LIST], len(things) - LIST
    rest = [text("finding.more", n=more)] if more > 0 else []
    return texts(
        lambda language: (
            _joined([thing[language] for thing in shown], language, style)
            + "".join(f" ({words[language]})" for words in rest)
        )
    )


def _joined(parts: list[str], language: str, style: str) -> str:
    if style == "standard":
        return enumeration(parts, language)
    return str(format_list(parts, style="or", locale=language))


def level_name(level: str) -> Texts:
    """Return the name of a player of the lab, such as "search with 200 simulations"."""
    kind, *options = level.split(":")
    known = has_text(PACKAGE, f"level.{kind}")
    if not known:
        return texts(lambda _: level)
    given = dict(option.partition("=")[::2] for option in options)
    return text(f"level.{kind}", sims=given.get("sims", "1000"))


def game_text(game: Game, key: str) -> Texts:
    """Return a text of the game's catalogue, or words made from the key's last part."""
    return texts(lambda language: _game_text(game, key, language))


def _game_text(game: Game, key: str, language: str) -> str:
    if has_text(game.package, key):
        return render(say(key), game.package, language)
    return spoken(key.rpartition(".")[2])


@cache
def thing_name(game: Game, thing: str) -> Texts:
    """Return the name of a thing: an action, a kind, a component or a group.

    The game's catalogue may name kinds of actions (``action_kind.<kind>``) and groups
    (``group.<group>``); components have the names in ``data/names.csv``.
    """
    actions: ActionTable = game.module("state").ACTIONS
    if "=" in thing:
        argument, _, value = thing.partition("=")
        return _component(game, value, argument)
    kind, *values = thing.split(":")
    if kind not in actions.kinds:
        return game_text(game, f"group.{kind}")
    name = game_text(game, f"action_kind.{kind}")
    if not values:
        return name
    return text("thing.action", kind=name, values=values_name(game, kind, ":".join(values)))


def values_name(game: Game, kind: str, values: str) -> Texts:
    """Return the names of the values of an action of a kind, which are joined by colons."""
    actions: ActionTable = game.module("state").ACTIONS
    arguments = [argument for argument, _ in actions.kinds[kind].ranges]
    parts = [
        _component(game, value, argument)
        for argument, value in zip(arguments, values.split(":"), strict=False)
    ]
    return texts(lambda language: ", ".join(part[language] for part in parts))


def _component(game: Game, value: str, argument: str) -> Texts:
    """Return the name of an argument's value: the catalogue's, or that in ``data/names.csv``.

    There, the row of the argument, such as ``card:spy``, goes before the row ``spy``.
    """
    known = names(game.package)
    if has_text(game.package, f"value.{value}"):
        return game_text(game, f"value.{value}")
    if f"{argument}:{value}" in known:
        value = f"{argument}:{value}"
    if value not in known and value.isdigit():
        return texts(lambda _: value)
    numbered = NUMBERED.fullmatch(value)
    if value not in known and numbered and numbered[1] in known:
        family = ComponentName(numbered[1])
        return text(
            "thing.numbered",
            name=lambda language: name_form(game.package, family, language),
            number=numbered[2],
        )
    return texts(lambda language: name_form(game.package, ComponentName(value), language))


def metric_title(game: Game, name: str, sort: str) -> Texts:
    """Return the title of a metric of a sort, see `lab.metrics.Metric`."""
    group, _, series = name.partition("_")
    if sort == "metric" and has_text(PACKAGE, f"metric.{name}"):
        return text(f"metric.{name}")
    if sort == "series" and has_text(PACKAGE, f"metric.{group}"):
        return text(f"metric.{group}", series=game_text(game, f"series.{series}"))
    return game_text(game, f"{sort}.{name}")
