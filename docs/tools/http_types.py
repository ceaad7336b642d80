"""Write the types of the HTTP interface for the browser client, into build/api.d.ts.

    python -m docs.tools.http_types

They come from the description of the interface that the server gives (docs/http.md), by
openapi-typescript; the client reads them as `import("ducato/api")`, and `tsc` compares.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import msgspec

from ducato.server.app import ROUTERS
from ducato.server.kit.http.openapi import DocumentedApi

ROOT = Path(__file__).parents[2]


def main() -> None:
    """Write the description and the types."""
    api = DocumentedApi()
    for router in ROUTERS:
        api.include_router(router)
    described, types = ROOT / "build" / "openapi.json", ROOT / "build" / "api.d.ts"
    described.parent.mkdir(exist_ok=True)
    described.write_bytes(msgspec.json.encode(api.openapi()))
    options = ["--root-types", "--root-types-no-schema-prefix", "--output", str(types)]
    subprocess.run(
        ["npx", "--no-install", "openapi-typescript", str(described), *options],
        cwd=ROOT,
        check=True,
    )


if __name__ == "__main__":
    main()
