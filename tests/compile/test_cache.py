"""The cache folder: whatever is wrong with it, games go on and are not blamed."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from ducato.compile import cache
from ducato.compile.cache import cache_root, lock, read, tidy, write

DAY = 86400


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own for each test, with which nothing was wrong yet."""
    monkeypatch.setenv("DUCATO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_failures", set())
    monkeypatch.setattr(cache, "used_files", set())
    return tmp_path / "cache"


def file(name: str = "play-1") -> Path:
    return cache_root() / "game" / f"{name}.nbc"


def test_what_was_written_is_read(capfd):
    write(file(), b"code")
    assert read(file()) == b"code"
    assert cache.used_files == {file()}
    assert cache.is_kept()
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("damage", [b"", b"\0", b"\0" * 40, b"cut", b"another"])
def test_a_damaged_file_counts_as_missing_and_is_removed(damage):
    write(file(), b"code" * 20)
    whole = file().read_bytes()
    file().write_bytes(whole[:-3] if damage == b"cut" else damage)
    assert read(file()) is None
    assert not file().exists()
    write(file(), b"code")
    assert read(file()) == b"code"


def test_one_bit_that_has_turned_is_damage():
    write(file(), b"code")
    whole = bytearray(file().read_bytes())
    whole[-1] ^= 1
    file().write_bytes(whole)
    assert read(file()) is None


def test_a_file_under_the_name_of_another_is_damage():
    write(file(), b"code")
    file().rename(file("play-2"))
    assert read(file("play-2")) is None


@pytest.mark.parametrize("where", ["file", "below a file", "a folder in its place"])
def test_a_place_that_cannot_be_a_folder_is_told_once_and_gone_without(
    where, folder, monkeypatch, capfd
):
    if where == "a folder in its place":
        file().mkdir(parents=True)
    else:
        folder.write_text("a file")
    if where == "below a file":
        monkeypatch.setenv("DUCATO_CACHE", str(folder / "below"))
    for _ in range(2):
        held = lock(file())
        write(file(), b"code")
        assert read(file()) is None
        if held is not None:
            held.release()
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert "compiled rules cannot be kept" in said
    assert "DUCATO_CACHE" in said
    assert not cache.is_kept()


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EDQUOT])
def test_a_folder_that_cannot_be_written_is_told_once(number, monkeypatch, capfd):
    def reject(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), "somewhere")

    monkeypatch.setattr(cache, "write_whole", reject)
    write(file(), b"code")
    write(file(), b"code")
    monkeypatch.setattr(Path, "mkdir", reject)
    assert lock(file()) is None
    said = capfd.readouterr().err
    assert said.count("ducato: compiled rules cannot be kept") == 1
    assert os.strerror(number) in said


def test_a_full_disk_leaves_nothing_behind(monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    write(file(), b"code")
    assert list(file().parent.iterdir()) == []


def test_no_folder_of_their_own_for_this_user(monkeypatch, capfd):
    """As without HOME and an entry in the list of users."""
    from ducato.compile import kernel_cache

    def unknown(*_: object) -> str:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("DUCATO_CACHE")
    monkeypatch.setattr(cache.platformdirs, "user_cache_dir", unknown)
    made = kernel_cache.KernelCache(unknown)
    assert made._path((), None) is None
    assert "DUCATO_CACHE" in capfd.readouterr().err


def test_a_folder_that_was_removed_comes_back(folder):
    import shutil

    write(file(), b"code")
    held = lock(file("play-2"))
    shutil.rmtree(folder)
    assert read(file()) is None
    write(file("play-2"), b"code")
    assert held is not None
    held.release()
    assert read(file("play-2")) == b"code"


def test_the_oldest_files_are_removed_beyond_the_limit():
    for age in range(6):
        write(file(f"play-{age}"), b"." * 1000)
        moment = file(f"play-{age}").stat().st_mtime - DAY * age
        os.utime(file(f"play-{age}"), (moment, moment))
    tidy(cache_root(), limit=3 * 1032)
    assert sorted(path.stem for path in file().parent.iterdir()) == ["play-0", "play-1", "play-2"]


def test_what_was_used_just_now_is_never_removed():
    for number in range(6):
        write(file(f"play-{number}"), b"." * 1000)
    tidy(cache_root(), limit=0)
    assert len(list(file().parent.iterdir())) == 6


def test_old_leftovers_are_removed_but_no_lock_that_is_held():
    held = lock(file("held"))
    assert held is not None
    free = lock(file("free"))
    assert free is not None
    free.release()
    (file().parent / "x.partial").write_bytes(b"half")
    for path in file().parent.iterdir():
        os.utime(path, (0, 0))
    tidy(cache_root())
    assert [path.name for path in file().parent.iterdir()] == ["held.lock"]
    held.release()


LARGEST = 25 << 20
"""More bytes than all kernels of the largest game have."""


def test_thirty_variants_of_the_largest_game_are_kept_and_the_oldest_make_room():
    """The files have holes, so that they take no room on the disk of the test."""
    for number in range(45):
        path = file(f"play-{number:02}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.truncate(path, LARGEST)
        moment = path.stat().st_mtime - DAY * (1 + number)
        os.utime(path, (moment, moment))
    tidy(cache_root())
    left = sorted(path.stem for path in file().parent.iterdir())
    assert len(left) >= 30
    assert left == [f"play-{number:02}" for number in range(len(left))]
    assert len(left) < 45


def test_a_kernel_without_a_file_is_not_said_to_be_kept(monkeypatch):
    from types import SimpleNamespace

    from ducato.compile import kernel_cache, kernels

    def untold(*_: object) -> str:
        raise kernel_cache.UntoldValue({})

    monkeypatch.setattr(kernel_cache, "_environment", lambda: ())
    made = kernel_cache.KernelCache(untold)
    codegen = SimpleNamespace(magic_tuple=lambda: ())
    monkeypatch.setattr(kernel_cache, "code_fingerprint", lambda *_: "known")
    assert made._path((), codegen) is not None
    assert kernels._will_be_kept(SimpleNamespace(_cache=made))
    monkeypatch.setattr(kernel_cache, "code_fingerprint", untold)
    assert made._path((), codegen) is None
    assert not kernels._will_be_kept(SimpleNamespace(_cache=made))
