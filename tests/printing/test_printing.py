"""Printed sheets: what they say, where it lies, and that nothing half written is left."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from errno import ENOSPC
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import find_game
from ducato.core.game.discovery import available_games
from ducato.core.i18n import LANGUAGES
from ducato.printing import png_sheets, tabletop_simulator
from ducato.printing.book import Book
from ducato.printing.colours import colour
from ducato.printing.drawings import Sketch, draw, symbols
from ducato.printing.flat import Flattener
from ducato.printing.layout import FOOT, OVERLAP, grid, tiled
from ducato.printing.parts import Sheet, Studio, declared_parts
from ducato.printing.printing import write_book
from ducato.printing.sizes import CARDS, PAPERS, paper_size
from ducato.table.views.component_list import component_list

pdfium = pytest.importorskip("pypdfium2")

POINTS = 72 / 25.4
CLOSE = 0.2
"""Millimetres by which a measure may be wrong."""
PATH, FORM = 2, 5
"""Types of objects in a PDF, as pdfium numbers them."""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> tuple[float, float]:
        return self.right - self.left, self.bottom - self.top


def boxes(page: Any, kind: int) -> Iterator[Box]:
    """Yield where the objects of a page lie, in millimetres from its upper left corner."""
    high = page.get_height()
    for one in page.get_objects(max_depth=1):
        if one.type == kind:
            if kind == FORM:  # its contents may reach beyond what is shown of it
                matrix = one.get_matrix()
                left, bottom = matrix.e, matrix.f
                right, top = left + 100 * matrix.a, bottom + 140 * matrix.d
            else:
                left, bottom, right, top = one.get_bounds()
            ends = (left, high - top, right, high - bottom)
            yield Box(*(end / POINTS for end in ends))


def some_cards(size: str, paper: str, number: int = 5) -> Any:
    """Return a PDF with cards of Magnate and their backs."""
    deck = Studio(find_game("magnate"), None, "en").decks(("cards",))[0]
    pieces = [(face, deck.back) for *_, face in deck.parts[:number]]
    file = BytesIO()
    book = Book(file, "Magnate", "en", paper_size(paper))
    book.add_pieces("Cards", pieces, grid(book.paper, CARDS[size], 1.5))
    book.save()
    return pdfium.PdfDocument(file.getvalue())


@pytest.mark.parametrize(("size", "paper"), [("63x88", "A4"), ("poker", "Letter")])
def test_cards_bleed_and_marks_have_their_sizes(size: str, paper: str):
    page = some_cards(size, paper)[0]
    wide, high = CARDS[size]
    sheet = sorted(side / POINTS for side in page.get_size())
    assert sheet == pytest.approx(sorted(PAPERS[paper]), abs=CLOSE)
    drawn = list(boxes(page, PATH))
    grounds = [box for box in drawn if min(box.size) > 20]
    marks = [box for box in drawn if max(box.size) < 10]
    assert len(grounds) == 5
    for box in grounds:
        assert box.size == pytest.approx((wide + 3, high + 3), abs=CLOSE)
    first = grounds[0]
    upright = sorted({round((m.left + m.right) / 2, 1) for m in marks if m.size[0] < 0.5})
    lying = sorted({round((m.top + m.bottom) / 2, 1) for m in marks if m.size[1] < 0.5})
    assert upright[:2] == pytest.approx([first.left + 1.5, first.left + 1.5 + wide], abs=CLOSE)
    assert lying[:2] == pytest.approx([first.top + 1.5, first.top + 1.5 + high], abs=CLOSE)
    for mark in marks:  # a mark is cut off with the margin
        assert all(mark.right <= box.left or mark.left >= box.right or mark.bottom <= box.top
                   or mark.top >= box.bottom for box in grounds)  # fmt: skip


def test_backs_lie_behind_their_cards():
    front, back = some_cards("63x88", "A4")
    wide = front.get_width() / POINTS
    fronts = sorted(boxes(front, FORM), key=lambda box: (round(box.top), box.left))
    backs = sorted(boxes(back, FORM), key=lambda box: (round(box.top), -box.left))
    assert len(fronts) == len(backs) == 5
    for one, other in zip(fronts, backs, strict=True):
        turned = (wide - other.right, other.top, wide - other.left, other.bottom)
        assert turned == pytest.approx(tuple(one), abs=CLOSE)


def test_the_back_of_a_lying_card_lies():
    deck = Studio(find_game("magnate"), None, "en").decks(("tiles",))[0]
    file = BytesIO()
    book = Book(file, "Magnate", "en", paper_size("A4"))
    sheet = grid(book.paper, (63.0, 45.0), 1.5)
    book.add_pieces("Tiles", [(deck.parts[0][3], deck.back)], sheet)
    book.save()
    [form] = (one for one in pdfium.PdfDocument(file.getvalue())[1].get_objects(max_depth=1)
              if one.type == FORM)  # fmt: skip
    x, y = sheet.behind(0)
    matrix, right, low = form.get_matrix(), x + 63, sheet.high - y - 45
    assert (matrix.a, matrix.d) == pytest.approx((0, 0))
    corner = [right, low, right + 140 * matrix.c / POINTS, low + 100 * matrix.b / POINTS]
    assert [matrix.e / POINTS, matrix.f / POINTS] == pytest.approx(corner[:2], abs=CLOSE)
    assert corner[2:] == pytest.approx([x, low + 45], abs=CLOSE)


@pytest.mark.parametrize("size", [*CARDS, "token"])
@pytest.mark.parametrize("paper", PAPERS)
def test_every_size_fits_on_every_paper(size: str, paper: str):
    sheet = grid(PAPERS[paper], CARDS.get(size, (20.0, 20.0)), 1.5)
    assert sheet.number >= 6
    foot = sheet.high - FOOT - 0.5  # the line at the foot stands below the marks
    for line in sheet.cut_marks():
        assert max(line.y1, line.y2) <= foot
        assert 0 < line.x1 < sheet.wide
        assert 0 < line.x2 < sheet.wide
        assert 0 < line.y1 < sheet.high
        assert 0 < line.y2 < sheet.high


def test_the_parts_of_a_board_cover_it_and_overlap():
    for board in ((500.0, 380.0), (500.0, 522.0), (100.0, 90.0)):
        _, parts = tiled(PAPERS["A4"], board)
        assert max(part.x + part.wide for part in parts) == pytest.approx(board[0])
        assert max(part.y + part.high for part in parts) == pytest.approx(board[1])
        row = [part for part in parts if part.y == 0]
        for one, other in pairwise(row):
            assert one.x + one.wide - other.x == pytest.approx(OVERLAP)
            assert one.marks[0][-1] == other.marks[0][0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_says_what_the_table_says(language: str):
    game = find_game("magnate")
    listed = component_list(game, game.editions[0], language).groups[0].components[:9]
    flattener = Flattener(symbols(game))
    for one, tree in zip(listed, draw(game, [Sketch(c.kind, c.face) for c in listed]), strict=True):
        flat, _ = flattener.flat(tree)
        words = " ".join(node.text or "" for node in flat.iter("text"))
        assert one.name in words
        assert one.face.get("corner", "") in words


def test_a_card_of_paper_says_all_that_it_does():
    """Nobody can enlarge it. The texts in Italian are the longest."""
    studio = Studio(find_game("manifest-destiny"), None, "it")
    faces = {part.id: part.face for part in declared_parts(studio.loaded)}
    (deck,) = studio.decks(("cards",))
    assert len(deck.parts) == 64
    for part, _, _, printed in deck.parts:
        texts = list(printed.drawing.iter("text"))
        said = " ".join(node.text or "" for node in texts).split()
        told = " ".join(map(studio.text, faces[part].lines)).split()
        assert [word for word in told if word not in said] == []
        assert min(float(node.attrib["font-size"]) for node in texts) >= 4  # 2.5 mm, 7 points


def test_a_plain_drawing_needs_no_sheet_of_styles():
    game = find_game("magnate")
    face = component_list(game, game.editions[0], "en").groups[0].components[0].face
    flat, ground = Flattener(symbols(game)).flat(draw(game, [Sketch("card", face)])[0])
    assert ground == "#fbf4e4"
    assert {node.tag for node in flat.iter()} <= {
        "svg", "g", "defs", "clipPath", "path", "rect", "circle", "text",
    }  # fmt: skip
    assert not [node for node in flat.iter() if "class" in node.attrib or "style" in node.attrib]


def test_colours_are_mixed_as_in_browsers():
    mixed = colour("color-mix(in oklab, #b0342b 16%, #fbf4e4)")
    assert mixed is not None
    assert mixed.code == "#f2d6c5"  # as Chromium computes it
    faint = colour("color-mix(in oklab, #b0342b 70%, transparent)")
    assert faint is not None
    assert (faint.code, faint.opacity) == ("#b0342b", 0.7)
    assert colour("none") is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--out", "x.pdf", "--paper", "A5"], "A4, Letter"),
        (["--out", "x.pdf", "--size", "tarot"], "63x88"),
        (["--out", "x.pdf", "--what", "dice"], "cards"),
        (["--out", "x.pdf", "--language", "fr"], "en"),
        (["--out", "x.pdf", "--bleed", "9"], "from 0 to 5"),
        (["--out", "x.pdf", "--edition", "none"], "official"),
        ([], "--out FILE.pdf"),
    ],
)
def test_an_error_names_what_is_possible(arguments: list[str], words: str):
    from ducato.cli import app

    with pytest.raises((BadValue, UnknownName), match=words):
        app(["print", "builders", *arguments], standalone_mode=False)


TRANSFORM = {f"{kind}{axis}" for kind in ("pos", "rot", "scale") for axis in "XYZ"}
CUSTOM = {"FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type"}
IMAGE = {"ImageURL", "ImageSecondaryURL", "ImageScalar", "WidthScale"}
COLUMNS, ROWS, DOTS = 10, 7, 4096
"""The largest sheet, and the longest side of its picture that is recommended."""
ROUNDED, CIRCLE = 0, 4


def check_saved(saved: dict[str, Any], folder: Path) -> None:
    """Check the fields that the documents of Tabletop Simulator name."""
    assert {"SaveName", "ObjectStates", "Gravity", "TabStates", "LuaScript"} <= saved.keys()
    objects = saved["ObjectStates"]
    every = [inner for one in objects for inner in (one, *one.get("ContainedObjects", ()))]
    guids = [one["GUID"] for one in every]
    assert len(set(guids)) == len(guids)
    assert all(re.fullmatch("[0-9a-f]{6}", guid) for guid in guids)
    for one in every:
        assert {"Name", "Nickname", "ColorDiffuse", "Locked"} <= one.keys()
        assert one["Transform"].keys() == TRANSFORM
    sheets: dict[str, Any] = {}
    for one in objects:
        contained = one.get("ContainedObjects", [])
        if one["Name"] == "Custom_Board":
            assert one["CustomImage"].keys() == IMAGE
        elif one["Name"] == "DeckCustom":
            assert one["DeckIDs"] == [card["CardID"] for card in contained]
            assert len(one["DeckIDs"]) > 1
            assert one["CustomDeck"] == {
                k: v for c in contained for k, v in c["CustomDeck"].items()
            }
        else:
            assert one["Name"] in ("Bag", "Card")
            assert one["Name"] == "Card" or contained
        for card in contained or [one] * (one["Name"] == "Card"):
            check_card(card, sheets, CIRCLE if one["Name"] == "Bag" else ROUNDED)
        for address in addresses(one):
            assert Path(address.removeprefix("file://")).parent == folder.resolve()
            assert Path(address.removeprefix("file://")).is_file()


def check_card(card: dict[str, Any], sheets: dict[str, Any], shape: int) -> None:
    """Check that a card is one of a sheet, which has a number of its own in the whole file."""
    number, place = divmod(card["CardID"], 100)
    assert card["Name"] == "Card"
    assert card["CustomDeck"].keys() == {str(number)}
    assert number > 0
    custom = card["CustomDeck"][str(number)]
    assert sheets.setdefault(str(number), custom) == custom
    assert custom.keys() == CUSTOM
    assert custom["Type"] == shape
    assert 2 <= custom["NumWidth"] <= COLUMNS
    assert 2 <= custom["NumHeight"] <= ROWS
    assert place < custom["NumWidth"] * custom["NumHeight"]


def addresses(one: Any) -> Iterator[str]:
    if isinstance(one, dict):
        for key, value in one.items():
            if key in ("FaceURL", "BackURL", "ImageURL"):
                yield value
            else:
                yield from addresses(value)
    elif isinstance(one, list):
        for value in one:
            yield from addresses(value)


def test_a_saved_object_has_each_card_as_often_as_the_game(tmp_path: Path):
    sheet = Sheet(
        "a-1.png", "a", "cards", 2, 2, (63.0, 88.0), [("x", "X", 2), ("y", "Y", 1)], "back.png"
    )
    token = Sheet("t-1.png", "t", "tokens", 2, 2, (20.0, 20.0), [("t", "", 4)], "")
    more = token._replace(file="u-1.png", deck="u")
    for name in ("a-1.png", "t-1.png", "u-1.png", "back.png", "board.png"):
        (tmp_path / name).touch()
    saved = tabletop_simulator.saved_object(
        "Game", [sheet, token, more], [("board.png", "Map", 500.0, 380.0)], tmp_path
    )
    check_saved(json.loads(json.dumps(saved)), tmp_path)
    deck, bag, other, board = saved["ObjectStates"]
    assert deck["DeckIDs"] == [100, 100, 101]
    assert [one["CardID"] for one in bag["ContainedObjects"]] == [200] * 4
    assert [one["CardID"] for one in other["ContainedObjects"]] == [300] * 4
    assert board["CustomImage"]["ImageURL"].endswith("board.png")


def test_a_full_sheet_is_no_larger_than_cards_can_draw(tmp_path: Path):
    image = pytest.importorskip("PIL.Image")
    deck = Studio(find_game("magnate"), None, "en").decks(("cards",))[0]
    path, card = tmp_path / "x.png", CARDS["mini"]
    dots = png_sheets.dots_of(COLUMNS, ROWS, CARDS["square"])
    png_sheets._write_png(path, "x", "en", [deck.parts[0][3]], card, 2, 2, dots=dots)
    with image.open(path) as picture:
        assert picture.mode == "RGB"  # others are not read
        assert picture.size == tuple(2 * int(side * dots) for side in card)
    for size in CARDS.values():
        dots = png_sheets.dots_of(COLUMNS, ROWS, size)
        assert max(COLUMNS * int(size[0] * dots), ROWS * int(size[1] * dots)) <= DOTS


@pytest.mark.parametrize(
    ("fault", "raised", "words"),
    [
        (KeyboardInterrupt(), KeyboardInterrupt, ""),
        (OSError(ENOSPC, "No space left on device"), OSError, "few"),
    ],
)
@pytest.mark.parametrize("existed", [True, False])
def test_sheets_that_cannot_be_finished_leave_nothing(
    tmp_path: Path, monkeypatch, fault, raised, words: str, existed: bool
):
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(png_sheets, "_write_pictures", fail)
    folder = tmp_path / "few"
    if existed:
        folder.mkdir()
    with pytest.raises(raised) as error:
        png_sheets.write_folder(
            folder, find_game("magnate"), edition=None, language="en", size=CARDS["poker"],
            kind="sheets",
        )  # fmt: skip
    assert words in str(error.value)
    assert [*tmp_path.rglob("*")] == [folder] * existed


@pytest.mark.slow
@pytest.mark.parametrize("name", available_games())
def test_whole_games_are_printed(name: str, tmp_path: Path):
    game = find_game(name)
    for language in LANGUAGES:
        file = BytesIO()
        pages = write_book(
            file, game, edition=None, language=language, size=CARDS["poker"],
            paper=PAPERS["Letter"], bleed=1.5,
        )  # fmt: skip
        document = pdfium.PdfDocument(file.getvalue())
        assert len(document) == pages
        text = " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in document)
        for group in component_list(game, game.editions[0], language).groups:
            for one in group.components:
                assert one.name.split()[0] in text, one.id
    number = png_sheets.write_folder(
        tmp_path, game, edition=None, language="en", size=CARDS["63x88"], kind="tabletop_simulator"
    )
    assert number == len(list(tmp_path.iterdir()))
    check_saved(json.loads((tmp_path / f"{name}.json").read_text("utf-8")), tmp_path)
