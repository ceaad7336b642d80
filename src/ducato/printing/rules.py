"""The rules of a game set as pages: headings, clauses, lists and tables."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from ducato.core.editions import data_files
from ducato.core.game import Game
from ducato.printing.book import Book
from ducato.printing.drawings import EXTRA
from ducato.printing.layout import MARGIN
from ducato.printing.painter import BOLD, MM, PLAIN, SERIF, fonts
from ducato.runs.extras import needed
from ducato.table.views.component_list import component_list

ANCHOR = re.compile(r'<a id="[^"]*"></a>')
SIZES = {"h1": 22, "h2": 14, "h3": 11.5, "h4": 10.5}
TEXT = 9.2
INK = "#2a2018"


def add_rules(book: Book, game: Game, edition: str) -> None:
    """Add the rules of a game in the language of the book, else in English, and its components."""
    names = [f"rulebook/{language}.md" for language in (book.language, "en")]
    found = [name for name in names if data_files.has_file(game.package, name)]
    wide = book.paper[0] * MM - 8 * MARGIN * MM
    parts: list[Any] = []
    if found:
        text = ANCHOR.sub("", data_files.read_text(game.package, found[0]))
        tree = SyntaxTreeNode(MarkdownIt("commonmark", {"html": True}).enable("table").parse(text))
        parts += [part for node in tree.children for part in _blocks(node, wide)]
    for group in component_list(game, edition, book.language).groups:
        rows: list[list[object]] = [["", *group.columns]]
        rows += [[one.name, *one.cells] for one in group.components]
        parts.append(_heading(escape(group.title), "h2"))
        parts.append(_table([[_possible(escape(str(cell))) for cell in row] for row in rows], wide))
    book.add_text(parts)


def _style(font: str, size: float, **more: Any) -> Any:
    fonts()
    styles = needed("reportlab.lib.styles", EXTRA)
    return styles.ParagraphStyle(
        f"{font}-{size}-{sorted(more.items())}",
        fontName=font, fontSize=size, leading=size * 1.32, textColor=INK, **more,
    )  # fmt: skip


def _blocks(node: SyntaxTreeNode, wide: float) -> list[Any]:
    """Return a block of the text as parts of a page."""
    flow = needed("reportlab.platypus", EXTRA)
    if node.type == "heading":
        return [_heading(_inline(node), node.tag)]
    if node.type == "paragraph":
        return [flow.Paragraph(_inline(node), _style(PLAIN, TEXT, spaceAfter=4))]
    if node.type in ("bullet_list", "ordered_list"):
        items = [
            flow.ListItem([part for child in item.children for part in _blocks(child, wide - 20)])
            for item in node.children
        ]
        kind = "bullet" if node.type == "bullet_list" else "1"
        return [flow.ListFlowable(items, bulletType=kind, bulletFontName=PLAIN, bulletFontSize=TEXT,
                                  leftIndent=14, start=None if kind == "1" else "•")]  # fmt: skip
    if node.type == "table":
        rows = [[_inline(cell) for cell in row.children] for part in node.children
                for row in part.children]  # fmt: skip
        return [_table(rows, wide), flow.Spacer(1, 6)]
    if node.type == "blockquote":
        return [part for child in node.children for part in _blocks(child, wide)]
    return []


def _heading(words: str, tag: str) -> Any:
    size = SIZES.get(tag, 10)
    style = _style(SERIF, size, spaceBefore=size * 0.8, spaceAfter=size * 0.3, keepWithNext=1)
    return needed("reportlab.platypus", EXTRA).Paragraph(words, style)


def _table(rows: list[list[str]], wide: float) -> Any:
    """Return a table of marked-up cells, whose first row names the columns."""
    flow = needed("reportlab.platypus", EXTRA)
    lengths = [max(5, min(60, max(len(row[at]) for row in rows))) for at in range(len(rows[0]))]
    widths = [wide * length / sum(lengths) for length in lengths]
    cells = [
        [flow.Paragraph(cell, _style(BOLD if row is rows[0] else PLAIN, TEXT - 1)) for cell in row]
        for row in rows
    ]
    table = flow.Table(cells, colWidths=widths, repeatRows=1)
    table.setStyle(
        [
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, "#b59c6c"),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
            ("LEFTPADDING", (0, 0), (-1, -1), 3),
            ("RIGHTPADDING", (0, 0), (-1, -1), 3),
        ]
    )
    return table


def _inline(node: SyntaxTreeNode) -> str:
    """Return words with their emphasis as reportlab marks it up."""
    if node.type in ("text", "code_inline"):
        return _possible(escape(node.content))
    if node.type in ("softbreak", "hardbreak"):
        return " "
    inner = "".join(_inline(child) for child in node.children)
    if node.type in ("strong", "em"):
        return f'<font name="{BOLD}">{inner}</font>'
    return inner


def _possible(words: str) -> str:
    known = fonts()[PLAIN]
    return "".join(letter for letter in words if ord(letter) in known)
