"""Where an exported page has what a server has at a path; `js/addresses.js` says the same."""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

IN_NAMES = ("edition", "lang")
"""Parameters that say which of several files is meant, in the order in which its name has them."""


def address(path: str) -> str:
    """Return the address, relative to the page, of what a server has at a path.

    Example:
        >>> address("/rules/harbour?lang=it#2.1")
        'rules-harbour.it.html#2.1'
    """
    parts = urlsplit(path)
    first, _, rest = parts.path.removeprefix("/").partition("/")
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    if not first:
        return f"index.html?{parts.query}" if parts.query else "index.html"
    if first == "verify":
        return "verify.html"
    given = parse_qs(parts.query)
    values = [given[name][0] for name in IN_NAMES if name in given]
    if first == "rules" and "/" not in rest:
        return ".".join([f"rules-{unquote(rest)}", *values]) + f".html{fragment}"
    name = parts.path.removeprefix("/")
    if not values:
        return name + fragment
    bare, dot, end = name.rpartition(".")
    if not dot or "/" in end:
        bare, end = name, "json"
    return ".".join([bare, *values, end]) + fragment
