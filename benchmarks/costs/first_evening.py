"""The memory of a server after its first evening, beside that after a restart.

``python -m benchmarks.costs.first_evening`` starts a server with an empty cache, waits until all
bots of all games are compiled, and has people play at some tables; then it starts the server again
with the cache and does the same. The first evening may take at most `MOST` bytes.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from benchmarks.soak_server import run

MOST = 500_000_000
"""Maximum resident bytes of the server after its first evening."""


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--moves", type=int, default=30, help="at each table")
    given = parser.parse_args()
    sizes = {}
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DUCATO_CACHE"] = str(Path(folder) / "cache")
        for evening in ("first", "second"):
            url = f"sqlite:///{Path(folder) / evening}.sqlite3"
            for found in run(url, given.tables, given.moves, given.tables):
                sizes[evening] = found.points[given.tables]
            print(f"{evening} evening: {sizes[evening] / 1e6:.0f} MB", flush=True)
    return int(sizes["first"] > MOST)


if __name__ == "__main__":
    raise SystemExit(main())
