"""What a long comparison has finished: a line of JSON a batch, from which it goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


class Progress(dict[str, Any]):
    """The results of the batches that are finished, by key.

    Args:
        file: the file that keeps them.
    """

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        file.parent.mkdir(parents=True, exist_ok=True)
        for line in file.read_text().splitlines() if file.exists() else ():
            self.update(json.loads(line))

    def note(self, key: str, found: Any) -> None:
        """Keep the result of a batch."""
        self[key] = found
        with self._file.open("a") as file:
            file.write(json.dumps({key: found}) + "\n")
