"""The table's style sheets applied to drawings, as far as pieces need them.

A printed piece is as large as a large one on a screen, by day, and nothing may be clicked: of the
rules for widths those apply that hold for any great width, and no others with conditions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree as ET

from ducato.printing.colours import Colour, colour
from ducato.printing.drawings import CLIENT, EXTRA
from ducato.runs.extras import needed

SHEETS = ("theme/colours.css", "drawings.css", "motifs.css", "table/regions.css")
INHERITED = {
    "color", "fill", "fill-opacity", "font-family", "font-size", "font-weight", "paint-order",
    "stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity",
    "stroke-width", "text-anchor",
}  # fmt: skip
OWN = {"clip-path", "display", "opacity", "filter"}
PRESENTED = INHERITED | OWN
WIDE = re.compile(r"width\s*>=")
VARIABLE = re.compile(r"var\((--[\w-]+)(?:\s*,\s*([^()]*))?\)")
MOST_STEPS = 20

Style = dict[str, str]
"""The properties of an element, with their values as texts; also the custom ones."""


@cache
def matcher() -> Any:
    """Return what finds the declarations of the sheets that apply to an element."""
    selectors, sheets = needed("cssselect2", EXTRA), needed("tinycss2", EXTRA)
    found = selectors.Matcher()

    def add(rules: Iterable[Any], nested: str = "") -> None:
        for rule in rules:
            if rule.type == "at-rule" and rule.lower_at_keyword == "container":
                if WIDE.search(sheets.serialize(rule.prelude)) and "map" not in sheets.serialize(
                    rule.prelude
                ):
                    add(sheets.parse_blocks_contents(rule.content, skip_whitespace=True))
            elif rule.type == "qualified-rule":
                declarations = [
                    (one.name if one.name.startswith("--") else one.lower_name,
                     sheets.serialize(one.value).strip(), one.important)
                    for one in sheets.parse_blocks_contents(
                        rule.content, skip_comments=True, skip_whitespace=True)
                    if one.type == "declaration"
                ]  # fmt: skip
                try:
                    for selector in selectors.compile_selector_list(rule.prelude):
                        found.add_selector(selector, declarations)
                except selectors.SelectorError:
                    continue  # asks what only a page knows, such as where the pointer is

    for name in SHEETS:
        text = CLIENT.joinpath("css", *name.split("/")).read_text("utf-8")
        add(sheets.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))
    return found


def declarations(tree: ET.Element) -> dict[ET.Element, Style]:
    """Return what the sheets declare for each element of a tree."""
    selectors = needed("cssselect2", EXTRA)
    found: dict[ET.Element, Style] = {}
    for element in selectors.ElementWrapper.from_html_root(tree).iter_subtree():
        if not isinstance(element.etree_element.tag, str):
            continue
        declared: Style = {}
        important: Style = {}
        for *_, pseudo, given in matcher().match(element):
            if pseudo is None:
                for name, value, is_important in given:
                    (important if is_important else declared)[name] = value
        found[element.etree_element] = declared | important
    return found


@cache
def root_style() -> tuple[tuple[str, str], ...]:
    """Return the style that everything inherits: the colours of the theme."""
    root = ET.Element("html")
    return tuple(declarations(root)[root].items())


def computed(element: ET.Element, declared: Style, parent: Style) -> Style:
    """Return the style of an element: its attributes, the sheets, what it inherits.

    Args:
        element: a node of a drawing.
        declared: what the sheets declare for it.
        parent: the style of the node around it.
    """
    style = {name: value for name, value in parent.items() if name[:2] == "--" or name in INHERITED}
    attributes = {name: value for name, value in element.attrib.items() if name in PRESENTED}
    inline = dict(_inline(element.attrib.get("style", "")))
    given = {**attributes, **declared, **inline}
    style |= {name: value for name, value in given.items() if name[:2] == "--"}
    for name in [name for name in given if name[:2] == "--"]:
        style[name] = _filled(style[name], style, but=name)
    for name, value in given.items():
        if name in PRESENTED and not (name == "font-size" and "calc" in value):
            style[name] = _filled(value, style)
    if "--size" in inline:
        style["font-size"] = inline["--size"]
    return style


def paint(style: Style, name: str, otherwise: str = "none") -> Colour | str | None:
    """Return what fills or strokes: a colour, the address of a pattern, or None for nothing."""
    value = style.get(name, otherwise)
    if value in ("currentColor", "currentcolor"):
        value = style.get("color", "#000")
    if value.startswith("url("):
        return value[5:-1] if value[4] == "#" else None
    return colour(value)


def _inline(text: str) -> Iterator[tuple[str, str]]:
    for declaration in text.split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield name.strip(), value.strip()


def _filled(value: str, style: Style, but: str = "") -> str:
    """Return a value with its variables filled in."""
    for _ in range(MOST_STEPS):
        found = VARIABLE.search(value)
        if found is None:
            break
        known = style.get(found[1]) if found[1] != but else None
        value = value[: found.start()] + (known or found[2] or "none") + value[found.end() :]
    return value
