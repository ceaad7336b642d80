"""What runs in a page, the kernels of a game and the host, in Node, called from Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any, Self

from ducato.bots.portable import build_kernels
from ducato.compile.wasm import has_linker
from ducato.core.game import Game, LoadedGame
from ducato.core.struct import Struct

HERE = Path(__file__).parent
NO_WASM = "there is no Node or no wasm-ld for kernels in a page: install Node and ducato[page]"


def can_run() -> bool:
    """Return whether kernels can be built and run on this machine."""
    return has_linker() and shutil.which("node") is not None


class NodeProcess:
    """A process of Node that answers a line of JSON with another.

    Args:
        script: the script beside this module.
        given: its arguments.
    """

    def __init__(self, script: str, *given: Path) -> None:
        self._node = subprocess.Popen(
            ["node", str(HERE / script), *map(str, given)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._node.kill()
        self._node.communicate()

    def ask(self, line: str) -> str:
        """Return the answer to a line."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(line + "\n")
        self._node.stdin.flush()
        return self._node.stdout.readline()


class NodeKernels(NodeProcess):
    """The kernels of a game, built into a folder and run by a process of Node.

    Attributes:
        files: the module and its manifest.
        seconds: the processor time of the last call.
    """

    def __init__(self, game: Game, folder: Path) -> None:
        self.files = build_kernels(game, folder)
        self.seconds = 0.0
        super().__init__("serve_kernels.js", *self.files)

    def call(self, function: str, game: LoadedGame, **asked: Any) -> Any:
        """Return the result of a function of `kernels.js`; arrays are bytes."""
        asked = {"edition": game.edition.tobytes(), "players": game.players, **asked}
        line = json.dumps({"call": function, "asked": asked}, default=_written)
        answer = json.loads(self.ask(line), object_hook=_read)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        self.seconds = answer["cpu"]
        return answer["result"]


class NodeHost(NodeProcess):
    """The host of a page, run by the page's Python in a process of Node.

    Args:
        engine: the folder ``engine`` of an exported page.
    """

    def __init__(self, engine: Path) -> None:
        super().__init__("serve_host.js", engine.resolve())

    def shown(self, text: str, language: str, message: str) -> str:
        """Open a kept game and handle a message of its screen; return both answers as JSON."""
        return self.ask(json.dumps([text, language, message]))


def _written(value: Any) -> Any:
    contents = value.tobytes() if isinstance(value, Struct) else value
    return {"base64": b64encode(contents).decode()}


def _read(found: dict[str, Any]) -> Any:
    return b64decode(found["base64"]) if found.keys() == {"base64"} else found
