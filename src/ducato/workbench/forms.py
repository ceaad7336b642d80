"""Forms of a game beside each other: another folder, a commit, or a version that was kept.

Two forms of a package cannot be imported under one name. So a form is copied under a name of its
own, in which the package imports itself.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tarfile
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from ducato.core.errors import BadValue, BrokenGame
from ducato.core.game import Game
from ducato.core.game.card_folder import assembled, is_card_folder
from ducato.core.game.folder import FROM_FOLDERS, package_in, playable_from
from ducato.workbench.kept_versions import KeptVersions

COMMIT, VERSION = "commit:", "version:"
NAMED = re.compile(r"\bname=(['\"])([a-z0-9-]+)\1")
LEFT_OUT = shutil.ignore_patterns("__pycache__", ".ducato", ".git")


def form_of(game: Game, form: str, copies: Path) -> Game:
    """Return another form of a game, which is offered in this process like an installed one.

    Args:
        game: the game.
        form: a folder; "commit:" and a revision of the git repository that the game lies in; or
            "version:" and the number of a version in its history.
        copies: an empty folder for what is copied.

    Raises:
        BadValue: there is no such folder, commit or version.
        BrokenGame: the form is no game.
    """
    source = source_of(game)
    if form.startswith(COMMIT):
        found, tag = _committed(source, form.removeprefix(COMMIT), copies)
    elif form.startswith(VERSION):
        found, tag = _kept(source, form.removeprefix(VERSION), copies)
    elif Path(form).is_dir():
        found, tag = Path(form).resolve(), "other"
    else:
        expected = "a folder that exists, commit:REV or version:N"
        raise BadValue("form of the game", form, expected)
    package = assembled(found) if is_card_folder(found) else package_in(found)
    return playable_from(renamed_copy(package, copies / "forms", tag))


def source_of(game: Game) -> Path:
    """Return the folder that a game was named by, or else that of its package."""
    return Path(FROM_FOLDERS.get(game.name) or str(files(game.package)))


def dotted_name(package: Path) -> str:
    """Return the name by which a package is imported."""
    parts = [package.name]
    top = package.parent
    while (top / "__init__.py").is_file():
        parts.insert(0, top.name)
        top = top.parent
    return ".".join(parts)


def renamed_copy(package: Path, into: Path, tag: str) -> Path:
    """Return a copy of a game's package under names that end with a tag.

    Raises:
        BrokenGame: its ``__init__.py`` does not say what the game is called.
    """
    copy = into / f"{package.name}_{tag}"
    while copy.exists():
        copy = copy.with_name(f"{copy.name}b")
    shutil.copytree(package, copy, ignore=LEFT_OUT)
    ending = copy.name.removeprefix(package.name).replace("_", "-")
    init = copy / "__init__.py"
    text, found = NAMED.subn(rf'name="\g<2>{ending}"', init.read_text("utf-8-sig"), count=1)
    if not found:
        raise BrokenGame(package.name, 'lacks name="..." in its __init__.py')
    init.write_text(text, "utf-8")
    own = re.compile(rf"^(\s*(?:from|import)\s+){re.escape(dotted_name(package))}\b", re.MULTILINE)
    for path in copy.rglob("*.py"):
        code = path.read_text("utf-8-sig")
        path.write_text(own.sub(rf"\g<1>{copy.name}", code), "utf-8")
    return copy


def _committed(source: Path, revision: str, copies: Path) -> tuple[Path, str]:
    """Return the folder of a game as a commit has it, and a tag for it."""
    top = Path(_git(source, revision, "rev-parse", "--show-toplevel").decode().strip())
    commit = _git(source, revision, "rev-parse", "--verify", f"{revision}^{{commit}}")
    inside = source.resolve().relative_to(top.resolve())
    tar = _git(top, revision, "archive", "--format=tar", commit.decode().strip(), "--", str(inside))
    into = copies / "commits" / commit.decode()[:7]
    with tarfile.open(fileobj=BytesIO(tar)) as archive:
        archive.extractall(into, filter="data")
    _complete(into, inside, top)
    return into / inside, f"c{commit.decode()[:7]}"


def _complete(into: Path, inside: Path, top: Path) -> None:
    """Give the packages around a game's an ``__init__.py``, so that it keeps its dotted name."""
    for parent in list(inside.parents)[:-1]:
        if (top / parent / "__init__.py").is_file():
            (into / parent / "__init__.py").touch()


def _git(folder: Path, revision: str, *arguments: str) -> bytes:
    try:
        done = subprocess.run(["git", "-C", folder, *arguments], capture_output=True, check=False)
    except OSError as error:
        raise BadValue("commit", revision, f"used where git is installed ({error})") from error
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        because = f": {said[-1]}" if said else ""
        expected = f"a commit of the git repository that holds {folder}{because}"
        raise BadValue("commit", revision, expected)
    return done.stdout


def _kept(source: Path, number: str, copies: Path) -> tuple[Path, str]:
    """Return the folder of a game as a version in its history has it, and a tag for it."""
    history = KeptVersions.of(source)
    versions = {str(version.number): version for version in history.versions()}
    if number not in versions:
        some = ", ".join(versions) or "none was kept yet"
        raise BadValue("version", number, f"the number of a version in {history.folder}: {some}")
    into = copies / "versions" / source.name
    with ZipFile(history.archive(versions[number].number)) as archive:
        archive.extractall(into)
    return into, f"n{number}"
