"""The clause check: which clauses of a rulebook no test names.

The clauses are the anchors (``<a id="3.3"></a>``) of a game's ``rulebook/en.md``. A test names one
in a docstring or comment as ``[<game> 3.3]``, or several as ``[<game> 3.3, 8.15]``; the sources may
also cite a whole section or ``3.1 to 3.3``. It knows no game: games are the folders of
``ducato/games``. To list the clauses of all games: ``python -m tests.support.clauses``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in ROOT.glob("src/ducato/games/*/__init__.py"))
ANCHOR = re.compile(r'<a id="(\d+\.\d+)"></a>')
CITED = re.compile(r"(\d+(?:\.\d+)?)(?: to (\d+(?:\.\d+)?))?")


@dataclass(frozen=True)
class Citation:
    """A clause, section or range of clauses cited in a file."""

    where: str
    first: str
    last: str

    def names(self, clauses: Iterable[str]) -> list[str]:
        """Return the clauses it covers: a single one, a section or a range."""
        low, high = _key(self.first), _key(self.last)
        return [c for c in clauses if low <= _key(c)[: len(low)] and _key(c)[: len(high)] <= high]


def _key(clause: str) -> tuple[int, ...]:
    return tuple(int(number) for number in clause.split("."))


def rules_file(game: str, language: str = "en") -> Path:
    """Return the path of the English rulebook of a game."""
    return ROOT / "src" / "ducato" / "games" / game / "rulebook" / f"{language}.md"


def clauses(game: str, language: str = "en") -> list[str]:
    """Return the numbers of the clauses, in order."""
    return ANCHOR.findall(rules_file(game, language).read_text("utf-8"))


def citations(game: str, files: Iterable[Path]) -> Iterator[Citation]:
    """Return every citation of the game's clauses in these files."""
    tag = re.compile(r"\[" + game.replace("_", "[ _-]") + r" ([^\[\]]+)\]")
    for path in files:
        text = path.read_text("utf-8")
        for found in tag.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            for first, last in CITED.findall(found.group(1)):
                where = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name
                yield Citation(f"{where}:{line}", first, last or first)


def test_files(game: str) -> list[Path]:
    """Return the files with the tests of a game."""
    return sorted((ROOT / "tests" / "games" / game).glob("**/test_*.py"))


def sources(game: str) -> list[Path]:
    """Return the source files of a game."""
    return sorted((ROOT / "src" / "ducato" / "games" / game).rglob("*.py"))


def untested(game: str) -> list[str]:
    """Return the clauses that no test names individually."""
    named = {c.first for c in citations(game, test_files(game)) if c.first == c.last}
    return [clause for clause in clauses(game) if clause not in named]


def unknown(game: str) -> list[str]:
    """Return the citations, in tests or sources, of clauses that do not exist."""
    known = clauses(game)
    return [
        f"{cited.where} cites {cited.first}"
        for cited in citations(game, [*test_files(game), *sources(game)])
        for end in {cited.first, cited.last}
        if not Citation("", end, end).names(known)
    ]


def main() -> int:
    """Print the state of all games; return 1 if a clause lacks a test or does not exist."""
    wrong = 0
    for game in GAMES:
        missing, strange = untested(game), unknown(game)
        wrong += len(missing) + len(strange)
        total = len(clauses(game))
        sys.stdout.write(f"{game}: {total - len(missing)} of {total} clauses have a test\n")
        sys.stdout.writelines(f"  no test names {clause}\n" for clause in missing)
        sys.stdout.writelines(f"  {line}, which does not exist\n" for line in strange)
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
