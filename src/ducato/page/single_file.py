"""A page as a single file: everything packed into one HTML, for a stick or a mail."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from html import escape
from pathlib import Path

from ducato.core.safe_file import write_whole
from ducato.page.errors import NotExported
from ducato.server.subjects.games.here import MARK as FOLDER_MARK

MOST_BYTES = 25_000_000
"""The largest file: mail programs take no larger one."""
LEFT_OUT = ("service-worker.js", "manifest.webmanifest", FOLDER_MARK)
"""What only a folder on a web server needs."""
MARK = "<!-- ducato page -->"
"""The second line of our files."""
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; worker-src blob:; "
    "style-src 'unsafe-inline' blob:; img-src 'self' file: data: blob:; font-src data: blob:; "
    "connect-src data: blob:; frame-src 'self' file:; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy: nothing comes from anywhere, but from the file itself."""
HEAD = """<!doctype html>
{mark}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
</head>
<body>
<script type="application/octet-stream" id="ducato-files">
{packed}
</script>
<script>
{script}
</script>
</body>
</html>
"""


def check_target(out: Path) -> None:
    """Check that nothing of somebody else's would be replaced.

    Raises:
        NotExported: it would.
    """
    if out.is_dir():
        raise NotExported(f"{out} is a folder: name a file with --out, such as {out}/game.html")
    if out.exists():
        with out.open("rb") as file:
            begin = file.read(100)
        if MARK.encode() not in begin:
            raise NotExported(f"{out} is not an export of ours: name a new file with --out")


def write_single_file(site: Path, script: Path, title: str, out: Path) -> None:
    """Pack a page into one file.

    Args:
        site: the folder of the page.
        script: the bundled `js/single_file.js`.
        title: the title until the page is there.
        out: the file.

    Raises:
        NotExported: it would be too large.
    """
    page = HEAD.format(
        mark=MARK,
        policy=POLICY,
        title=escape(title),
        packed=b64encode(_packed(site)).decode(),
        script=script.read_text("utf-8"),
    ).encode()
    if len(page) > MOST_BYTES:
        raise NotExported(
            f"the file would have {len(page) / 1e6:.0f} MB, and {MOST_BYTES // 10**6} MB is the "
            "most: export fewer games at a time, or a folder, without --single-file"
        )
    write_whole(out, page)


def _packed(site: Path) -> bytes:
    """Return all files behind an index of where they are, compressed."""
    index: dict[str, tuple[int, int]] = {}
    contents = b""
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if path.is_file() and name not in LEFT_OUT:
            found = path.read_bytes()
            index[name] = len(contents), len(found)
            contents += found
    listed = json.dumps(index, separators=(",", ":")).encode()
    return gzip.compress(len(listed).to_bytes(4, "little") + listed + contents, 9, mtime=0)
