"""The kernels of a game in Node, called from Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

from ducato.bots.portable import build_kernels
from ducato.compile.wasm import has_linker
from ducato.core.game import Game, LoadedGame
from ducato.core.struct import Struct

SERVED = Path(__file__).with_name("serve_kernels.js")
NO_WASM = "there is no Node or no wasm-ld for kernels in a page: install Node and ducato[page]"


def can_run() -> bool:
    """Return whether kernels can be built and run on this machine."""
    return has_linker() and shutil.which("node") is not None


class NodeKernels:
    """The kernels of a game, built into a folder and run by a process of Node.

    Attributes:
        files: the module and its manifest.
        seconds: the processor time of the last call.
    """

    def __init__(self, game: Game, folder: Path) -> None:
        self.files = build_kernels(game, folder)
        self.seconds = 0.0
        self._node = subprocess.Popen(
            ["node", str(SERVED), *map(str, self.files)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> NodeKernels:
        return self

    def __exit__(self, *_: object) -> None:
        self._node.kill()
        self._node.communicate()

    def call(self, function: str, game: LoadedGame, **asked: Any) -> Any:
        """Return the result of a function of `kernels.js`; arrays are bytes."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        asked = {"edition": game.edition.tobytes(), "players": game.players, **asked}
        self._node.stdin.write(
            json.dumps({"call": function, "asked": asked}, default=_written) + "\n"
        )
        self._node.stdin.flush()
        answer = json.loads(self._node.stdout.readline(), object_hook=_read)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        self.seconds = answer["cpu"]
        return answer["result"]


def _written(value: Any) -> Any:
    contents = value.tobytes() if isinstance(value, Struct) else value
    return {"base64": b64encode(contents).decode()}


def _read(found: dict[str, Any]) -> Any:
    return b64decode(found["base64"]) if found.keys() == {"base64"} else found
