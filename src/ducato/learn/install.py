"""Writing what was learned into the package of a game, where its bots find it."""

from __future__ import annotations

import importlib
import os
import shutil
from pathlib import Path

from ducato.core.errors import DucatoError
from ducato.core.game import Game
from ducato.learn.learning import GREEDY, VALUE, Learned
from ducato.learn.plan import LearningPlan


class CannotInstall(DucatoError, OSError):
    """An error raised if the package of a game cannot be written."""


def check_installable(game: Game) -> Path:
    """Return the folder ``data`` of a game's package.

    Raises:
        CannotInstall: the folder cannot be written, like that of an installed package.
    """
    file = importlib.import_module(game.package).__file__
    folder = Path(file or "").parent / "data"
    if file is None or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise CannotInstall(
            f"the files of {game.name} cannot be written: leave out --install, and copy the "
            "results from the folder of --out"
        )
    return folder


def install(plan: LearningPlan, out: Path, learned: Learned) -> list[str]:
    """Copy what was accepted from the folder of a run beside the game; return the files written.

    Raises:
        CannotInstall: the package cannot be written.
    """
    folder, written = check_installable(plan.game), []
    accepted = {
        VALUE: bool(learned.networks),
        GREEDY: learned.distilled is not None and learned.distilled["accepted"],
    }
    for name, wanted in accepted.items():
        if wanted:
            shutil.copyfile(out / name, folder / name)
            written.append(str(folder / name))
    return written
