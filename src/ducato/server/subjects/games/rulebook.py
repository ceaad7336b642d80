"""A game's rules as a page: Markdown with links between clauses, figures, and the components.

``docs/rules.md`` describes the format. The texts are part of a game's package, like its code, so
their content is trusted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ducato.core.editions import data_files
from ducato.core.errors import FAULTS
from ducato.core.game import Game, note_fault
from ducato.server.kit.http.templates import client_text, templates
from ducato.table.views.component_list import component_list

ANCHOR = re.compile(r'(\d+\.\d+) <a id="\1"></a>')
CITED = re.compile(r"\[(\d+(?:\.\d+)?(?:, \d+(?:\.\d+)?)*)\](?!\()")
NUMBER = re.compile(r"\d+(?:\.\d+)?")
SECTION = re.compile(r"(\d+)\. ")
FIGURE = "figure "
MOST_SECTIONS = 64
"""The maximum number of lists of components cached, up to 100 kB each."""


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game in one language.

    Attributes:
        title: the first heading.
        sections: the anchor and the heading of each section, for the table of contents.
        body: the rest of the rules, as HTML.
        language: the language of the text; English if there is no text in the requested one.
    """

    title: str
    sections: list[tuple[str, str]]
    body: str
    language: str


@cache
def rulebook(package: str, language: str) -> Rulebook:
    """Return the rules in a game's package, in English if not available in `language`.

    Raises:
        FileNotFoundError: the game has no rules in either language.
    """
    try:
        text = data_files.read_text(package, f"rulebook/{language}.md")
    except FileNotFoundError:
        language = "en"
        text = data_files.read_text(package, "rulebook/en.md")
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    markdown.add_render_rule("fence", _figure)
    tokens = markdown.parse(_linked(text))
    title = ""
    sections: list[tuple[str, str]] = []
    body: list[Token] = []
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            heading = tokens[index + 1].content
            numbered = SECTION.match(heading)
            anchor = numbered.group(1) if numbered else f"part-{len(sections) + 1}"
            token.attrSet("id", anchor)
            sections.append((anchor, heading))
        if token.type == "heading_open" and token.tag == "h1":
            title = tokens[index + 1].content
        elif not (title and index < 3):  # the page itself shows the title (three tokens)
            body.append(token)
    html = markdown.renderer.render(body, markdown.options, {})
    # Wide tables scroll on their own, so that the page never scrolls sideways.
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    return Rulebook(title, sections, html.replace("</table>", "</table></div>"), language)


@lru_cache(MOST_SECTIONS)
def components_section(game: Game, edition: str, language: str) -> str:
    """Return the components of a game as a section of HTML; an empty text if it lists none.

    Raises:
        UnknownName: the game has no such edition.
    """
    components = component_list(game, edition, language)
    if not components.groups:
        return ""
    try:
        editions = {name: game.text(f"edition.{name}", language) for name in game.editions}
    except FAULTS as error:
        note_fault(game, error)
        editions = {}
    return templates.get_template("components.html").render(
        components=components, editions=editions, lang=language, text=client_text(language)
    )


def _linked(text: str) -> str:
    """Return the Markdown with each clause linked to itself and each citation to its clause."""
    text = ANCHOR.sub(r'<a class="clause" id="\1" href="#\1">\1</a>', text)

    def links(found: re.Match[str]) -> str:
        return "\\[" + NUMBER.sub(r"[\g<0>](#\g<0>)", found.group(1)) + "\\]"

    return CITED.sub(links, text)


def _figure(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """Return the HTML of a figure, which the client fetches and draws, or of a code block."""
    token = tokens[index]
    content = token.content.strip()
    if not token.info.startswith(FIGURE):
        return f"<pre><code>{escape(content)}</code></pre>\n"
    name = escape(token.info.removeprefix(FIGURE).strip())
    caption = MarkdownIt("commonmark").renderInline(content)
    return f'<figure data-figure="{name}"><figcaption>{caption}</figcaption></figure>\n'
