"""Installing projects of games: copies beside a ``dist-info`` folder with their entry points."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.plugins.installed import found_in

from ducato.cli.authoring.new_game import examples, write_game

EXAMPLES = ("caravan", "terraces", "tender", "bazaar")


def install(site: Path, project: Path) -> None:
    """Put the package of a project into a folder for ``sys.path``, with its entry points."""
    declared = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    points = declared["entry-points"]["ducato.games"]
    for point in points.values():
        module = point.partition(":")[0]
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(project / module, site / module, ignore=ignored)
        info = site / f"{module}-1.0.dist-info"
        info.mkdir()
        info.joinpath("METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {declared['name']}\nVersion: 1.0\n", "utf-8"
        )
    lines = "".join(f"{name} = {point}\n" for name, point in points.items())
    info.joinpath("entry_points.txt").write_text(f"[ducato.games]\n{lines}", "utf-8")


def installed_examples(site: Path) -> Iterator[Path]:
    """The body of a fixture: while it lasts, both example games are installed."""
    site.mkdir(exist_ok=True)
    for name in EXAMPLES:
        install(site, examples() / name)
    yield from found_in(site)


def installed_new_games(folder: Path) -> Iterator[Path]:
    """The body of a fixture: while it lasts, a new game of either shape is installed.

    They are called ``silk-road`` and ``hill-farm``; their projects are in the folder ``made``.
    """
    site, made = folder / "site", folder / "made"
    site.mkdir()
    install(site, write_game("silk-road", "cards", "2-3", made))
    install(site, write_game("hill-farm", "board", "2", made))
    yield from found_in(site)
