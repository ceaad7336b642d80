"""Making such packages: a copy of the invented game, spoiled, beside a ``dist-info`` folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ducato.core.game import all_games

INVENTED = Path(__file__).parents[1] / "invented"


def edited(name: str, old: str, new: str) -> Callable[[Path], None]:
    """Spoil a package by replacing some text of one of its files."""

    def spoil(package: Path) -> None:
        text = (package / name).read_text("utf-8")
        assert old in text, (name, old)
        (package / name).write_text(text.replace(old, new), "utf-8")

    return spoil


def without(name: str) -> Callable[[Path], None]:
    """Spoil a package by taking away one of its files."""
    return lambda package: (package / name).unlink()


def added(name: str, text: str) -> Callable[[Path], None]:
    """Spoil a package by one more file."""
    return lambda package: (package / name).write_text(text, "utf-8") and None


def garbled(name: str) -> Callable[[Path], None]:
    """Spoil a package by bytes that are no text in one of its files."""
    return lambda package: (package / name).write_bytes(b"\xff\xfe\xfd") and None


BROKEN: dict[str, tuple[Callable[[Path], None], str]] = {
    "no-import": (edited("__init__.py", "from duc", "import lost_wheel\nfrom duc"), "lost_wheel"),
    "bad-syntax": (edited("__init__.py", "GAME = Game(", "GAME = = Game("), "SyntaxError"),
    "that-leaves": (edited("__init__.py", "GAME =", "raise SystemExit(3)\nGAME ="), "SystemExit"),
    "no-game": (edited("__init__.py", "GAME = Game(", "GAME = dict("), "no Game but a dict"),
    "no-attribute": (edited("__init__.py", "GAME =", "PLAY ="), "GAME"),
    "bad-catalogue": (garbled("locale/es.toml"), "no text in UTF-8"),
    "bad-texts": (edited("locale/es.toml", '"title" =', '"title'), "cannot be read: line 3: "),
    "no-editions": (without("data/editions.toml"), "editions.toml"),
    "bad-toml": (edited("data/editions.toml", "[parameter]", "[parameter"), "it is no TOML"),
    "bad-range": (edited("data/editions.toml", "range = [1, 2]", "range = [3, 5]"), "hand_size"),
    "bad-edition": (
        edited("data/editions.toml", "[edition.plain]", "[edition.plain]\nhand_sise = 2"),
        "'hand_sise'",
    ),
    "bad-players": (
        edited(
            "data/editions.toml", "[edition.plain]", "[edition.plain]\nby_players.9.hand_size = 2"
        ),
        "by_players = '9' is not possible",
    ),
    "bad-scene": (
        edited("scene.py", "def scene", "import lost_brush\n\n\ndef scene"),
        "lost_brush",
    ),
    "bad-cloth": (
        added("data/presentation.toml", 'cloth = "silk"'),
        "cloth = 'silk' is not possible: it must be one of slate",
    ),
    "bad-hook": (
        edited("state.py", "return {}", "return {'worth': values['lost']}"),
        "KeyError: 'lost'",
    ),
    "no-verb": (edited("rules.py", "def ranking(", "def placing("), "no verb ranking"),
    "frozen-late": (
        lambda package: shutil.copytree(package, package / "v1") and None,
        "its rules_version must be greater",
    ),
}
"""What is wrong, and words of the reason that is told."""
SOUND = "sound-plugin"


def failing(name: str, signature: str, body: str) -> Callable[[Path], None]:
    """Spoil a package by a function that fails from the second trick on, or always."""

    def spoil(package: Path) -> None:
        for file in ("rules.py", "scene.py", "narration.py", "auto_responses.py"):
            text = (package / file).read_text("utf-8")
            if f"def {signature}" in text:
                head, _, rest = text.partition(f"def {signature}")
                line, _, rest = rest.partition(":\n")
                spoiled = f"{head}def {signature}{line}:\n    {body}\n{rest}"
                (package / file).write_text(spoiled, "utf-8")
                return
        raise AssertionError((name, signature))

    return spoil


SERIES = "def series(*_):\n    return [('a', 'b')]"
LATER = "if state.tricks:\n        "
PARTS: dict[str, tuple[Callable[[Path], None], str]] = {
    "part-scene": (failing("scene", "scene(", "1 // 0"), "ZeroDivisionError"),
    "part-scene-type": (failing("scene", "scene(", "return 3"), "not a Scene"),
    "part-prompt": (failing("prompt", "prompt(", "raise SystemExit(4)"), "SystemExit: 4"),
    "part-label": (failing("label", "describe_action(", "return 7"), "neither a Message nor"),
    "part-hint": (failing("hint", "action_hint(", "return state.lost"), "lost"),
    "part-log": (failing("log", "describe_step(", "return None"), "NoneType"),
    "part-illegal": (failing("illegal", "explain_illegal(", "return {}['a']"), "KeyError"),
    "part-result": (failing("result", "result(", "return 1"), "int"),
    "part-response": (failing("response", "respond(", "return [][0]"), "IndexError"),
    "part-responses": (edited("auto_responses.py", 'AutoResponse("highest")', "5"), "name"),
    "part-series": (
        edited(
            "narration.py", "def prompt", "def series(*_):\n    return [('a', 'b')]\n\n\ndef prompt"
        ),
        "invalid literal",
    ),
    "part-list": (added("component_list.py", "def component_list(edition):\n    return 5"), "int"),
    "part-lesson": (added("lesson.toml", "players = 'many'"), "ValidationError"),
}
"""Games of which only a part fails, which is then left out."""
RULES: dict[str, tuple[Callable[[Path], None], str]] = {
    "rule-apply": (failing("apply", "apply_action(", LATER + "1 // 0"), "ZeroDivisionError"),
    "rule-leaves": (failing("leaves", "apply_action(", LATER + "exit(5)"), "SystemExit: 5"),
    "rule-legal": (failing("legal", "legal_actions(", LATER + "1 // 0"), "ZeroDivisionError"),
    "rule-stuck": (failing("stuck", "legal_actions(", LATER + "return 0"), "no legal action"),
    "rule-type": (failing("type", "legal_actions(", LATER + "return None"), "TypeError"),
    "rule-player": (failing("player", "current_player(", LATER + "1 // 0"), "ZeroDivisionError"),
    "rule-ranking": (failing("ranking", "ranking(", "1 // 0"), "ZeroDivisionError"),
    "rule-overflow": (
        failing("over", "apply_action(", LATER + "state.best = 999"),
        "ValueError",
    ),
}
"""Games whose rules fail from the second trick on, or when the winner is asked for."""
TAKEN = {"taken-builders": "builders", "taken-sound": SOUND}
"""Games called like another one that is found before them."""
UNDEALT = "undealt-plugin"
"""A game that cannot be dealt."""


def install(folder: Path, names: list[str]) -> None:
    """Put packages with these games into a folder for ``sys.path``; others are sound."""
    for name in names:
        module = name.replace("-", "_")
        package = folder / module
        shutil.copytree(INVENTED, package, ignore=shutil.ignore_patterns("__pycache__", "off*"))
        edited("__init__.py", '"invented"', f'"{TAKEN.get(name, name)}"')(package)
        if name == UNDEALT:
            failing("chance", "chance_outcomes(", "1 // 0")(package)
        for faults in (BROKEN, PARTS, RULES):
            if name in faults:
                faults[name][0](package)
        info = folder / f"ducato_{module}-1.0.dist-info"
        info.mkdir()
        info.joinpath("METADATA").write_text(
            f"Metadata-Version: 2.1\nName: ducato-{name}\nVersion: 1.0\n", "utf-8"
        )
        info.joinpath("entry_points.txt").write_text(
            f"[ducato.games]\n{TAKEN.get(name, name)} = {module}:GAME\n", "utf-8"
        )


def found_in(folder: Path) -> Iterator[Path]:
    """The body of a fixture: while it lasts, the games of these packages are found."""
    known = set(sys.modules)
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(folder)
        all_games.cache_clear()
        yield folder
    for name in set(sys.modules) - known:
        if str(folder) in (getattr(sys.modules[name], "__file__", None) or ""):
            del sys.modules[name]
    all_games.cache_clear()


def run_python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in an environment with these packages."""
    path = os.pathsep.join([str(folder), *sys.path])
    environment = {
        **os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "200",
    }  # fmt: skip
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, env=environment
    )


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in an environment with these packages."""
    return run_python(folder, "-m", "ducato", *arguments)
