"""Adapt the repository's documents to the site that mkdocs builds.

Some pages lie outside of `docs/`: they are added, and links to them are rewritten. Other files of
the repository, such as sources, are not part of the site: a link to one becomes its path. A page
that would load anything from another host fails the build.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
PAGES = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "CREDITS.md": "credits.md",
    "benchmarks/RESULTS.md": "results.md",
}
"""Documents outside of `docs/`, with their names in the site."""
SOURCES = {page: source for source, page in PAGES.items()}
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")
LOADED = re.compile(
    r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"(?:https?:)?//|<link\b(?=[^>]*"
    r"\brel=\"(?:stylesheet|preconnect|preload|icon)\")[^>]*\bhref=\"(?:https?:)?//"
)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that lie outside of `docs/`."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Page, config: Any, files: Files) -> str:
    """Rewrite links to files that have another place in the site, or none."""
    here = page.file.src_uri
    origin = SOURCES.get(here, f"docs/{here}")

    def rewritten(found: re.Match[str]) -> str:
        text, target, anchor = found[1], found[2], found[3] or ""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), target))
        if path in PAGES:
            in_site = PAGES[path]
        elif path.startswith("docs/"):
            in_site = path.removeprefix("docs/")
        else:
            return f"{text} (`{path}`)" if text.strip("`") != path else f"`{path}`"
        return f"[{text}]({posixpath.relpath(in_site, posixpath.dirname(here))}{anchor})"

    return LINK.sub(rewritten, markdown)


def on_post_page(output: str, page: Page, config: Any) -> str:
    """Refuse a page that loads something from another host."""
    if found := LOADED.search(output):
        raise PluginError(f"{page.file.src_uri} loads from another host: {found.group()}")
    return output
