"""The finished steps of a run, kept in its folder, so that an interrupted run can go on."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.core.game.value_weights import NAMES, Weights
from ducato.lab.run import RunFolder
from ducato.runs.run_folder import PIECES, write_whole, writing


class FinishedSteps:
    """The finished steps of a run, by name; those of other code or rules count as missing."""

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder
        self._path = folder.path / PIECES
        with writing(folder.path):
            self._path.mkdir(exist_ok=True)

    def kept(self, name: str) -> tuple[dict[str, Any], Weights | None] | None:
        """Return the result and the network of a step, or None if it must be done."""
        try:
            found = json.loads((self._path / f"{name}.json").read_text("utf-8"))
            if found["sources"] != self.folder.sources:
                return None
            if not found["network"]:
                return found["result"], None
            with np.load(self._path / f"{name}.npz", allow_pickle=False) as arrays:
                return found["result"], tuple(arrays[key] for key in NAMES)
        except (OSError, ValueError, KeyError, TypeError, EOFError):
            return None

    def keep(self, name: str, result: dict[str, Any], network: Weights | None = None) -> None:
        """Keep a finished step."""
        whole = {
            "sources": self.folder.sources,
            "network": network is not None,
            "result": result,
        }
        with writing(self.folder.path):
            if network is not None:
                arrays: dict[str, NDArray[Any]] = dict(zip(NAMES, network, strict=True))
                np.savez(self._path / f"{name}.npz", **arrays)  # type: ignore[arg-type]
            # Last: where it is, the step is finished.
            write_whole(self._path / f"{name}.json", json.dumps(whole, indent=1) + "\n")
