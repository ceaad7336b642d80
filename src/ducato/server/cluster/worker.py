"""The program of a worker: a server that gets its connections from the supervisor.

    python -m ducato.server.cluster.worker DESCRIPTOR

The descriptor is its end of the channel. Its settings come as JSON on standard input, where other
users of the machine cannot read them.
"""

from __future__ import annotations

import faulthandler
import json
import socket
import sys
from pathlib import Path

from ducato.core.errors import DucatoError
from ducato.server.cluster.channel import WorkerPart
from ducato.server.serve import serve
from ducato.server.subjects.tables.retention import Retention


def main() -> None:
    """Run the worker that the supervisor has started."""
    faulthandler.enable()  # a crash of native code says on standard error where it happened
    settings = json.loads(sys.stdin.readline())
    channel = socket.socket(fileno=int(sys.argv[1]))
    options = settings["options"]
    if options.get("data") is not None:
        options["data"] = Path(options["data"])
    options["retention"] = Retention(**options["retention"])
    try:
        serve(part=WorkerPart(settings["number"], settings["url"], channel), **options)
    except DucatoError as error:
        sys.stderr.write(f"ducato: worker {settings['number']}: {error}\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
