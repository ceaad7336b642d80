"""The finished steps of a run, kept in its folder, so that an interrupted run can go on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ducato.lab.run import RunFolder
from ducato.runs.run_folder import PIECES, write_whole, writing

Arrays = Mapping[str, NDArray[Any]]
"""Arrays by name."""


class FinishedSteps:
    """The finished steps of a run, by name; those of other code or rules count as missing."""

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder
        self._path = folder.path / PIECES
        with writing(folder.path):
            self._path.mkdir(exist_ok=True)

    def kept(self, name: str) -> tuple[dict[str, Any], Arrays] | None:
        """Return the result of a step and its arrays, or None if it must be done."""
        try:
            found = json.loads((self._path / f"{name}.json").read_text("utf-8"))
            if found["sources"] != self.folder.sources:
                return None
            if not found["arrays"]:
                return found["result"], {}
            with np.load(self._path / f"{name}.npz", allow_pickle=False) as arrays:
                return found["result"], {key: arrays[key] for key in found["arrays"]}
        except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile):
            return None

    def keep(self, name: str, result: dict[str, Any], arrays: Arrays | None = None) -> None:
        """Keep a finished step."""
        whole = {
            "sources": self.folder.sources,
            "arrays": list(arrays or {}),
            "result": result,
        }
        with writing(self.folder.path):
            if arrays:
                np.savez(self._path / f"{name}.npz", **arrays)  # type: ignore[arg-type]
            # Last: where it is, the step is finished.
            write_whole(self._path / f"{name}.json", json.dumps(whole, indent=1) + "\n")
