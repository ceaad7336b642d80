"""Adapt the repository's documents to the site that mkdocs builds.

Some pages lie outside of `docs/`: they are added, and links to them are rewritten. Other files of
the repository, such as sources, are not part of the site: a link to one becomes its path. A page
that would load anything from another host fails the build.

Where a document says ``<!-- play: GAME -->``, the site has a button that plays the game in the page
that `ducato export` has made (`make docs`). Without that page there are no buttons.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
import shutil
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


EXPORTED = Path(os.environ.get("DUCATO_PAGE") or ROOT / "build" / "page")
"""The folder of the exported page."""
CATALOG = EXPORTED / "api" / "games.en.json"
PLAY, SCRIPT = "play", "play_here.js"
"""The folder of the page in the site, and the script of the buttons."""
MARKED = re.compile(r"<!-- play: ([a-z-]+) -->")
BUTTON = (
    '<div class="play-here" data-page="{page}" hidden>'
    '<button type="button" class="md-button md-button--primary">Play {title} here</button>'
    '<p><a href="{page}">In a window of its own</a>. It loads about 9 MB.</p></div>'
    '<script src="{script}" defer></script>'
)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that lie outside of `docs/`."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    script = str(Path(__file__).with_name(SCRIPT))
    files.append(File.generated(config, SCRIPT, abs_src_path=script))
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


def on_page_content(html: str, page: Page, config: Any, files: Files) -> str:
    """Put a button where a game is to be played, if the exported page has the game."""
    listed = json.loads(CATALOG.read_text("utf-8")) if CATALOG.is_file() else []
    titles = {game["name"]: game["title"] for game in listed}
    here = posixpath.dirname(page.file.src_uri)

    def button(found: re.Match[str]) -> str:
        if found[1] not in titles:
            return ""
        address = posixpath.relpath(f"{PLAY}/index.html", here or ".")
        return BUTTON.format(
            page=f"{address}?play={found[1]}",
            title=titles[found[1]],
            script=posixpath.relpath(SCRIPT, here or "."),
        )

    return MARKED.sub(button, html)


def on_post_build(config: Any) -> None:
    """Copy the exported page into the site."""
    if CATALOG.is_file():
        shutil.copytree(EXPORTED, Path(config.site_dir) / PLAY, dirs_exist_ok=True)


def on_post_page(output: str, page: Page, config: Any) -> str:
    """Refuse a page that loads something from another host."""
    if found := LOADED.search(output):
        raise PluginError(f"{page.file.src_uri} loads from another host: {found.group()}")
    return output
