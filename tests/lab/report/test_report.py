"""The report: complete in itself, in three languages, with what stands out first."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from tests.planted import GAME

from ducato.core.game import all_games, find_game
from ducato.core.i18n import catalogue
from ducato.lab.outcomes import Outcomes
from ducato.lab.report.measure import Case, _histogram, measure
from ducato.lab.report.phrasing import (
    level_name,
    listed,
    markup,
    number,
    percent,
    points,
    text,
    texts,
    thing_name,
)
from ducato.lab.report.plots import ticks
from ducato.lab.report.render import render
from ducato.lab.report.report_data import FindingData, ReportData, encoded
from ducato.lab.report.verdict import Verdict, verdict
from ducato.lab.run import play
from ducato.runs.play.buffers import Column
from ducato.runs.play.things import things_of
from ducato.runs.statistics import Estimate

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("planted")]
VOID = {"meta", "input", "link", "circle", "line", "path", "polygon", "polyline"}


@pytest.fixture(scope="module")
def case(planted) -> Case:
    game = GAME.load(3, None, strong=3)
    return Case({level: play(game, 500, [level] * 3) for level in ("random", "greedy")})


@pytest.fixture(scope="module")
def measured(case: Case) -> ReportData:
    return measure([case, case], "ducato lab report planted")


@pytest.fixture(scope="module")
def html(measured: ReportData) -> str:
    return render(GAME, measured)


def in_words(report: ReportData) -> Verdict:
    return verdict(GAME, report)


class Balanced(HTMLParser):
    """A parser that demands that every element is closed in the right order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen[tag] = self.seen.get(tag, 0) + 1
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag, self.getpos()


def test_the_file_is_well_formed_and_needs_no_other(html: str):
    parser = Balanced()
    parser.feed(html)
    assert parser.open == []
    assert parser.seen["svg"] >= 2 * 6  # plots of one value are left out
    assert not re.search(r'(src|href)="(?!#)|url\(|@import|fetch\(|https?:', html)


def test_every_text_is_there_in_three_languages(html: str):
    counts = {language: html.count(f'lang="{language}">') for language in ("en", "it", "es")}
    assert counts["it"] == counts["es"] > 100
    for words in ("Balance of", ": equilibrio"):
        assert words in html


def test_the_planted_card_is_named_before_any_figure(measured: ReportData, html: str):
    line = in_words(measured).looks[0]
    assert line.statement["en"] == "Chosen almost whenever possible."
    assert "Take: Good 3" in line.rows[0]["en"]
    assert html.index(line.statement["es"]) < html.index("<svg")


def test_tables_share_a_line_with_a_row_for_each(measured: ReportData):
    line = in_words(measured).looks[0]
    assert len(line.rows) == len(measured.tables)
    assert line.rows[0]["en"].startswith("3 players: ")


def test_copies_are_one_line(measured: ReportData):
    table = measured.tables[0]
    value = Estimate(0.9, 0.85, 0.95)
    copies = [
        FindingData("strong", f"take:good-{n}", value, 0.3, [], "fault", value) for n in (3, 5)
    ]
    report = msgspec.structs.replace(
        measured, tables=[msgspec.structs.replace(table, findings=copies)]
    )
    (line,) = in_words(report).faults
    assert line.statement["en"] == "Far too strong: Take: Good 3 and Take: Good 5."
    assert len(line.rows) == 1


def test_a_sound_game_says_so(measured: ReportData):
    table = msgspec.structs.replace(measured.tables[0], findings=[])
    report = msgspec.structs.replace(measured, tables=[table])
    found = render(GAME, report)
    assert "Nothing is wrong." in found
    assert "What is wrong" not in found
    assert {state for line in in_words(report).health for state in line.states} == {"fine"}


def test_what_has_no_place_among_the_lines_can_be_opened(monkeypatch, measured: ReportData):
    assert in_words(measured).remaining == []
    monkeypatch.setattr("ducato.lab.report.verdict.MOST", 0)
    rest = in_words(measured).remaining
    assert rest
    found = render(GAME, measured)
    assert f"and {len(rest)} more" in found
    for line in rest:
        assert markup(line.statement) in found


def test_a_page_of_the_file_says_the_same(measured: ReportData, html: str):
    """In the file numbers are rounded, so that the last digit of one may differ."""
    read = msgspec.json.decode(encoded(measured), type=ReportData)
    number_in = re.compile(r"\d+(?:[.,]\d+)?")
    page, other = number_in.split(html), number_in.split(render(GAME, read))
    assert page == other
    numbers = [
        [float(found.replace(",", ".")) for found in number_in.findall(one)]
        for one in (html, render(GAME, read))
    ]
    assert numbers[1] == pytest.approx(numbers[0], abs=1)


def test_the_name_of_an_edition_stands_beside_its_title(html: str):
    assert html.count("<code>fair</code>") == 3 * 2  # in the list, above a table, in its column


@pytest.mark.parametrize(
    ("greedy", "shown"), [(60.0, [True, True]), (10.0, [False, True]), (0.0, [True, True])]
)
def test_random_play_is_left_out_of_a_plot_that_it_would_stretch(
    case: Case, monkeypatch, greedy: float, shown: list[bool]
):
    def numbers(self: Outcomes, column: Column) -> NDArray[np.float64]:
        most = 100.0 if self.seats[0] == "random" else greedy
        return np.linspace(1, 1 + most, int(self.finished.sum()))

    monkeypatch.setattr(Outcomes, "column", numbers)
    histogram = _histogram(case, Column.MINUTES)
    assert histogram is not None
    assert [counts is not None for counts in histogram.counts] == shown
    assert (histogram.without is None) == all(shown)
    page = render(GAME, measure([case]))
    drawn = [f"s{level}" for level in range(2) if shown[level]]
    assert set(re.findall(r"area (s\d)", page)) == set(drawn)
    assert ("Random play is left out: 90" not in page) == all(shown)


def test_names_from_a_game_cannot_break_the_page(monkeypatch, measured: ReportData):
    monkeypatch.setattr(
        "ducato.lab.report.phrasing.name_form", lambda *_: "<script>alert(1)</script>"
    )
    thing_name.cache_clear()
    try:
        found = render(GAME, measured)
    finally:
        thing_name.cache_clear()
    assert "<script>alert" not in found
    assert "&lt;script&gt;alert" in found


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        (0.1234, "share", ("12.3\u00a0%", "12,3\u00a0%")),
        (1.0, "share", ("100\u00a0%", "100\u00a0%")),
        (1234.5, "number", ("1\u202f234", "1\u202f234")),
        (12.34, "number", ("12.3", "12,3")),
        (0.5, "number", ("0.5", "0,5")),
        (3, "number", ("3", "3")),
    ],
)
def test_numbers_have_the_digits_that_they_deserve(value: float, unit: str, expected: object):
    found = number(value, unit)
    assert (found["en"], found["it"]) == expected


def test_differences_have_a_sign():
    assert (points(0.123)["en"], points(-0.123)["es"]) == ("+12.3", "\u221212,3")
    assert (points(0)["en"], points(-0.0001)["it"]) == ("0.0", "0,0")
    assert percent(0.5)["it"] == "50\u00a0%"
    assert percent(-0.0001, 1)["en"] == "0.0\u00a0%"  # an interval may begin a little below 0


@pytest.mark.parametrize(
    ("value", "form", "expected"),
    [
        (0.5, "the", ("il 50\u00a0%", "el 50\u00a0%")),
        (0.8, "from", ("dall’80\u00a0%", "del 80\u00a0%")),
        (0, "The", ("Lo 0\u00a0%", "El 0\u00a0%")),
        (0.11, "to", ("all’11\u00a0%", "al 11\u00a0%")),
    ],
)
def test_percentages_take_their_article(value: float, form: str, expected: object):
    found = percent(value)
    assert (format(found["it"], form), format(found["es"], form)) == expected


def test_intervals_read_as_a_native_writes_them():
    bounds = {name: percent(value) for name, value in (("low", 0.08), ("high", 0.57))}
    found = text("row.ties", value=percent(0.5), **bounds)
    assert "(fra l’8\u00a0% e il 57\u00a0%)" in found["it"]
    assert "(entre el 8\u00a0% y el 57\u00a0%)" in found["es"]


@pytest.mark.parametrize(
    ("language", "calque"),
    [
        ("it", "accompagn"),
        ("it", "dal? {low"),
        ("es", "acompañ"),
        ("es", "del? {low"),
        ("es", "pierde la cabeza"),
    ],
)
def test_no_sentence_sounds_translated(language: str, calque: str):
    found = [words for texts in catalogue("ducato.lab", language).values() for words in texts]
    assert not [words for words in found if re.search(calque, words)]


@pytest.mark.parametrize("game", sorted(all_games()))
def test_names_of_things_begin_with_no_indefinite_article(game: str):
    """Labels, not sentences: "Buy: Pioneer"."""
    found = find_game(game)
    for thing, sort in zip(things_of(found).names, things_of(found).sorts, strict=True):
        if sort in ("component", "action"):
            for language, words in thing_name(found, thing).items():
                assert not re.search(r": (an?|un[oa]?) |^(an?|un[oa]?) ", words), (thing, language)


def test_a_long_list_is_cut_and_says_so():
    words = [texts(lambda _, n=n: f"card {n}") for n in range(15)]
    assert listed(words)["en"].endswith("(and 3 more of this sort)")
    assert listed(words[:2])["it"] == "card 0 e card 1"


def test_levels_have_names():
    assert level_name("ismcts:sims=50")["es"] == "búsqueda con 50 simulaciones"
    assert level_name("mine")["en"] == "mine"


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (-3, 7, [-2, 0, 2, 4, 6]), (5, 5, [5])],
)
def test_marks_of_an_axis_are_round(low: float, high: float, expected: list[float]):
    assert ticks(low, high) == expected
