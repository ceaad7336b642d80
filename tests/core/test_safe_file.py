"""Files that are written whole or not at all, wherever ducato writes one."""

import errno
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from ducato.core.errors import BadValue
from ducato.core.errors.machine import machine_fault
from ducato.core.safe_file import check_target, write_whole

ROOT = Path(__file__).parents[2]
OTHERS = re.compile(r"os\.replace|os\.rename|NamedTemporaryFile|mkstemp")
NO_SINGLE_FILES = {
    "core/safe_file.py",
    "lab/frames.py",
    "page/build.py",
    "printing/png_sheets.py",
    "server/kit/database/backup.py",
}
"""What puts whole folders or databases in their place, which others have written."""


def failing(number: int) -> Any:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("contents", ["né", "né".encode(), lambda file: file.write("né".encode())])
def test_texts_bytes_and_what_writes_them(tmp_path: Path, contents: Any):
    path = tmp_path / "cards.csv"
    write_whole(path, contents)
    assert path.read_bytes() == "né".encode()
    assert [one.name for one in tmp_path.iterdir()] == ["cards.csv"]


@pytest.mark.parametrize("option", ["", "--out"])
def test_a_file_is_whole_or_not_there(tmp_path: Path, option: str):
    path = tmp_path / "cards.pdf"
    path.write_bytes(b"before")

    def fail(file: Any) -> None:
        file.write(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(path, fail, option=option)
    assert [one.name for one in tmp_path.iterdir()] == ["cards.pdf"]
    assert path.read_bytes() == b"before"


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("option", ["", "--out"])
def test_a_full_disk_is_a_sentence_that_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, option: str
):
    path = tmp_path / "cards.pdf"
    path.write_bytes(b"before")
    monkeypatch.setattr(os, call, failing(errno.ENOSPC))
    with pytest.raises(OSError, match="No space left") as raised:
        write_whole(path, b"new", option=option)
    monkeypatch.undo()
    assert f"is full (No space left on device: {path})" in str(machine_fault(raised.value))
    assert [one.name for one in tmp_path.iterdir()] == ["cards.pdf"]
    assert path.read_bytes() == b"before"


def test_what_is_in_place_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    calls: list[str] = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)
        monkeypatch.setattr(
            os, name, lambda *given, name=name, real=real: (calls.append(name), real(*given))
        )
    write_whole(tmp_path / "run.json", "{}")
    assert calls == ["fsync", "replace"]


def test_a_path_that_a_user_named_is_wrong_in_words(tmp_path: Path):
    with pytest.raises(BadValue, match="folder that exists"):
        write_whole(tmp_path / "none" / "cards.pdf", b"", option="--out")
    with pytest.raises(BadValue, match="not of a folder"):
        check_target(tmp_path, "--out")
    with pytest.raises(BadValue, match="a file in a folder that can be written"):
        write_whole(tmp_path / ("x" * 300), b"", option="--out")
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "none" / "run.json", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
@pytest.mark.parametrize("mode", [0o600, 0o755, 0o4711])
def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path: Path, mode: int):
    path = tmp_path / "cards.csv"
    path.touch()
    path.chmod(mode)
    seen: list[int] = []
    write_whole(path, lambda _: seen.extend(one.stat().st_mode for one in tmp_path.glob(".*")))
    assert path.stat().st_mode & 0o7777 == mode
    assert [one & 0o7777 & ~mode for one in seen] == [0], "others could read it meanwhile"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_a_new_file_is_masked_as_the_user_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mask: int
):
    """The mask belongs to all threads, so nobody changes it even for a moment."""
    before = os.umask(mask)
    change = os.umask
    try:
        monkeypatch.setattr(os, "umask", failing(errno.EPERM))
        write_whole(tmp_path / "run.json", "{}")
    finally:
        change(before)
    assert (tmp_path / "run.json").stat().st_mode & 0o777 == 0o666 & ~mask


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_link_goes_on_leading_to_the_file(tmp_path: Path):
    (tmp_path / "elsewhere").mkdir()
    file, link = tmp_path / "elsewhere" / "real.csv", tmp_path / "cards.csv"
    file.write_text("before")
    link.symlink_to(file)
    write_whole(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"


def test_one_function_puts_single_files_in_their_place():
    package = ROOT / "src/ducato"
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if OTHERS.search(path.read_text("utf-8"))
    }
    assert found - NO_SINGLE_FILES == set()
