"""An exported page in a browser: served as from any web server, and played at."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ducato.compile.wasm import has_linker
from ducato.core.game import find_game
from ducato.page import build

PATIENCE = 120_000
"""Milliseconds that a busy machine may take to load Python."""
PYODIDE = build.ROOT / "node_modules" / "pyodide"
NEEDS = [
    pytest.mark.browser,
    pytest.mark.skipif(not PYODIDE.is_dir(), reason="npm has not installed pyodide"),
    pytest.mark.skipif(not has_linker(), reason="ziglang is not installed"),
]
"""The marks of tests of an exported page."""


def exported(names: list[str], folder: Path) -> Path:
    """Write a page with these games below a folder; return where it is."""
    out = folder / "below" / "site"
    out.parent.mkdir()
    build.export([find_game(name) for name in names], out, PYODIDE, lambda line: None)
    return out


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that prints nothing."""

    def log_message(self, *given: Any) -> None:
        pass


@contextmanager
def serving(site: Path) -> Iterator[str]:
    """Serve the folder above a page, so that the page is not at the root of its server."""
    handler = functools.partial(Quiet, directory=site.parent)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/{site.name}/"
    server.shutdown()
    server.server_close()


@contextmanager
def browsing(chromium: Any, **options: Any) -> Iterator[Any]:
    """Open a context of a browser; fail if a page of it has an error or misses a file."""
    wrong: list[str] = []

    def watch(page: Any) -> None:
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("requestfailed", lambda request: _note(wrong, request))

    with chromium.new_context(**options) as context:
        context.set_default_timeout(PATIENCE)
        context.on("page", watch)
        yield context
    assert wrong == [], wrong


def _note(wrong: list[str], request: Any) -> None:
    """Note a request that fails, unless a page that was left has dropped it."""
    if "ABORTED" not in request.failure:
        wrong.append(request.url)


STATE = """() => {
  const { state } = globalThis.ducato ?? {};
  return { seq: state?.newest?.seq ?? 0, legal: state?.newest?.legal.length ?? 0,
           over: Boolean(state?.newest?.result) };
}"""
DECIDE = """(seq) => {
  const { newest, playing, moving } = globalThis.ducato.state;
  if (newest.result || newest.seq > seq) return true;
  if (playing || moving || !newest.legal.length) return false;
  const list = document.getElementById("all-actions");
  list.open = true;
  [...list.querySelectorAll("button:not(.explain)")].find((one) => !one.disabled)?.click();
  return false;
}"""
"""Takes the first action of the list, and returns whether the game has gone on."""


def play(page: Any, decisions: int) -> dict[str, Any]:
    """Take the first action of the list so many times, or until the game is over."""
    state: dict[str, Any] = page.evaluate(STATE)
    for _ in range(decisions):
        page.wait_for_function(DECIDE, arg=state["seq"], polling=100)
        state = page.evaluate(STATE)
        if state["over"]:
            break
    return state


def begin(page: Any) -> None:
    page.evaluate("() => localStorage.setItem('ducato.speed', 'off')")
    page.click(".play-now")
    page.wait_for_selector(".can")
