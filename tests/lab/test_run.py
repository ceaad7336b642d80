"""Runs in folders: interrupted, resumed, refused, and on a full disk."""

from __future__ import annotations

import copy
import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.planted import GAME

from ducato.core.errors import BadValue, UnknownName
from ducato.lab import frames, run
from ducato.lab.outcomes import Outcomes
from ducato.lab.run import RunFolder, plan_run, play, run_all, run_each
from ducato.runs.executors import executor
from ducato.runs.executors.local import Processes
from ducato.runs.play.chunk import pieces_of
from ducato.runs.run_folder import LOCK, CannotWrite, OtherRun, RunInUse, plan_of

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("planted")]
PLAN = {"game": "planted", "games": 90}


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch) -> None:
    monkeypatch.setattr(run, "PIECE", 20)


def games(folder: RunFolder | None = None, seats: Any = None, **options: Any) -> Outcomes:
    return play(GAME.load(2), 90, seats or ["greedy", "random"], folder=folder, **options)


def same(one: Outcomes, other: Outcomes) -> bool:
    arrays = zip((*one.rows, *one.totals), (*other.rows, *other.totals), strict=True)
    return all(a.dtype == b.dtype and a.tobytes() == b.tobytes() for a, b in arrays)


def test_a_folder_gives_the_bytes_of_a_run_without_one(tmp_path: Path):
    kept = games(RunFolder(tmp_path / "run", PLAN))
    assert same(kept, games())
    pieces = sorted((tmp_path / "run" / "pieces").iterdir())
    assert len(pieces) == 5
    assert {p.name for p in pieces[0].iterdir()} == {"piece.json", "rows.parquet", "totals.parquet"}


def test_an_interrupted_run_is_resumed_and_nothing_is_played_twice(tmp_path: Path, monkeypatch):
    done: list[int] = []
    original = run.play_piece

    def interrupted(piece: Any) -> Any:
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(piece.first)
        return original(piece)

    monkeypatch.setattr(run, "play_piece", interrupted)
    with pytest.raises(KeyboardInterrupt):
        games(RunFolder(tmp_path, PLAN))
    assert len(list((tmp_path / "pieces").iterdir())) == 3

    def resumed(piece: Any) -> Any:
        done.append(piece.first)
        return original(piece)

    monkeypatch.setattr(run, "play_piece", resumed)
    found = games(RunFolder(tmp_path, PLAN, resume=True))
    assert sorted(done) == [0, 20, 40, 60, 80]
    monkeypatch.setattr(run, "play_piece", original)
    assert same(found, games())


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_full_disk_is_one_sentence_and_the_run_can_go_on(
    tmp_path: Path, monkeypatch, wrapped: bool
):
    import polars as pl

    original = pl.DataFrame.write_parquet
    left = iter([True] * 5)

    def full(frame: Any, *arguments: Any, **options: Any) -> None:
        if next(left, None) is None:
            if wrapped:  # as Polars has it
                raise pl.exceptions.ComputeError("IO: No space left on device (os error 28)")
            raise OSError(errno.ENOSPC, "No space left on device")
        original(frame, *arguments, **options)

    monkeypatch.setattr(pl.DataFrame, "write_parquet", full)
    with pytest.raises(CannotWrite, match=r"No space left on device.*--resume") as raised:
        games(RunFolder(tmp_path, PLAN))
    assert "\n" not in str(raised.value)
    monkeypatch.undo()
    assert not [p for p in (tmp_path / "pieces").iterdir() if p.name.startswith(frames.PARTIAL)]
    assert len(list((tmp_path / "pieces").iterdir())) == 2
    monkeypatch.setattr(run, "PIECE", 20)
    assert same(games(RunFolder(tmp_path, PLAN, resume=True)), games())


def test_a_damaged_piece_is_played_again(tmp_path: Path):
    games(RunFolder(tmp_path, PLAN))
    first, second, third, *_ = sorted((tmp_path / "pieces").iterdir())
    (first / "rows.parquet").write_bytes(b"rubbish")
    (second / "totals.parquet").unlink()
    (third / "rows.parquet").write_bytes((third / "totals.parquet").read_bytes())
    assert same(games(RunFolder(tmp_path, PLAN, resume=True)), games())


def test_no_changed_bit_of_a_piece_goes_unnoticed(tmp_path: Path):
    games(RunFolder(tmp_path, PLAN))
    whole = games()
    for piece in sorted((tmp_path / "pieces").iterdir())[:2]:
        for file in sorted(piece.iterdir()):
            content = file.read_bytes()
            changed = bytearray(content)
            changed[len(content) // 2] ^= 1
            file.write_bytes(changed)
            assert same(games(RunFolder(tmp_path, PLAN, resume=True)), whole)
            assert file.read_bytes() == content


def test_pieces_that_were_swapped_are_played_again(tmp_path: Path):
    games(RunFolder(tmp_path, PLAN))
    first, second, *_ = sorted((tmp_path / "pieces").iterdir())
    first.rename(tmp_path / "aside")
    second.rename(first)
    (tmp_path / "aside").rename(second)
    assert same(games(RunFolder(tmp_path, PLAN, resume=True)), games())


def test_what_a_killed_process_had_begun_to_write_is_removed(tmp_path: Path):
    games(RunFolder(tmp_path, PLAN))
    (tmp_path / "pieces" / f"{frames.PARTIAL}abc").mkdir()
    games(RunFolder(tmp_path, PLAN, resume=True))
    assert len(list((tmp_path / "pieces").iterdir())) == 5


HOLDING = """
import sys
from pathlib import Path
from ducato.runs.run_folder import locked
lock = locked(Path(sys.argv[1]))
print("locked", flush=True)
sys.stdin.read()
"""


def holder(folder: Path) -> subprocess.Popen[bytes]:
    """Return another process that has locked a folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == b"locked\n"
    return process


@pytest.mark.parametrize("begun", [False, True])
def test_two_processes_do_not_write_in_one_folder(tmp_path: Path, begun: bool):
    if begun:
        RunFolder(tmp_path, PLAN)
    with holder(tmp_path) as other:
        for resume in (False, True):
            with pytest.raises(RunInUse, match="another process is writing in"):
                RunFolder(tmp_path, PLAN, resume=resume)
        other.kill()
        other.wait()
        assert (tmp_path / LOCK).exists()  # of a process that could not clear up
        games(RunFolder(tmp_path, PLAN, resume=True))


def test_a_folder_is_free_again_when_its_run_is_over(tmp_path: Path):
    folder = RunFolder(tmp_path, PLAN)
    again = RunFolder(tmp_path, PLAN, resume=True)  # in one process, both may be used
    del folder
    with pytest.raises(subprocess.CalledProcessError):
        subprocess.run(
            [sys.executable, "-c", HOLDING, str(tmp_path)],
            check=True, capture_output=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip
    del again
    with holder(tmp_path) as other:
        other.kill()


def test_a_copy_of_a_folder_does_not_lock_it(tmp_path: Path):
    folder = RunFolder(tmp_path, PLAN)
    copied = copy.deepcopy(folder)
    del folder
    with holder(tmp_path) as other:
        other.kill()
    assert copied.path == tmp_path


def test_a_file_of_that_name_holds_no_finished_pieces(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite, match="another folder") as raised:
        RunFolder(tmp_path / "file", PLAN)
    assert "kept" not in str(raised.value)


@pytest.mark.parametrize("plan", [{}, {"game": 3}, {"game": "planted", "level": {1, 2}}])
def test_a_plan_names_its_game_and_is_json(tmp_path: Path, plan: dict[str, Any]):
    with pytest.raises(BadValue, match="plan"):
        RunFolder(tmp_path / "run", plan)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("number", "seed", "words"),
    [(10_000_001, 0, "10,000,000 or fewer"), (10, 2**63, "from -9223"), (10, -(2**63) - 1, "seed")],
)
def test_numbers_that_are_too_large_are_refused(number: int, seed: int, words: str):
    with pytest.raises(BadValue, match=words):
        plan_run(GAME.load(2), number, seed=seed)


def test_a_folder_of_another_run_is_refused_and_left_as_it_was(tmp_path: Path):
    RunFolder(tmp_path, PLAN)
    with pytest.raises(OtherRun, match="--resume continues it"):
        RunFolder(tmp_path, PLAN)
    with pytest.raises(OtherRun, match=r"another run \(its games, seed differ\)"):
        RunFolder(tmp_path, {"game": "planted", "games": 10, "seed": 1}, resume=True)
    assert plan_of(tmp_path) == PLAN


@pytest.mark.parametrize("content", ["", "{", "[]", '{"plan": 1}', '"plan"', "[" * 100_000])
def test_a_broken_description_of_a_run_is_no_run(tmp_path: Path, content: str):
    (tmp_path / "run.json").write_text(content)
    with pytest.raises(OtherRun, match="holds no run of the lab"):
        RunFolder(tmp_path, PLAN, resume=True)


def test_other_code_or_another_seed_is_another_piece(tmp_path: Path):
    game = GAME.load(2)
    (piece, *_) = run.plan_run(game, 90)
    (other, *_) = run.plan_run(game, 90, seed=1)
    assert len({piece.key("a"), piece.key("b"), other.key("a")}) == 3
    assert piece.key("a") == run.plan_run(GAME.load(2), 90)[0].key("a")


def test_the_tables_have_a_row_for_each_game_thing_and_point(tmp_path: Path):
    found = games()
    assert found.games["number"].to_list() == list(range(90))
    assert found.games["rests"].to_list() == found.counter("rests").tolist()
    assert set(found.actions["sort"]) == {"action", "kind"}
    assert found.curves.filter(found.curves["progress"] == 1)["seats"].sum() == 2 * 90
    files = found.to_parquet(tmp_path / "parquet") + found.to_csv(tmp_path / "csv")
    assert [path.name for path in files[:3]] == [
        "games.parquet",
        "actions.parquet",
        "curves.parquet",
    ]
    assert json.dumps(found.by_player()["greedy"])


def test_bans_hold_for_their_seat_and_give_way_if_nothing_else_is_legal():
    banned = games(bans=[(0, "rest")], seats=["random"] * 2)
    free = games(seats=["random"] * 2)
    assert 0 < banned.counter("rests").sum() < free.counter("rests").sum()
    nobody = games(bans=[(-1, "rest")], seats=["random"] * 2)
    assert nobody.counter("rests").sum() == 0
    only = games(bans=[(-1, "*")], seats=["random"] * 2)
    assert same_play(only, free)


def same_play(one: Outcomes, other: Outcomes) -> bool:
    return bool((one.rows.ranks == other.rows.ranks).all())


def test_shares_are_those_of_each_third_of_the_game_too():
    found = games(seats=["random"] * 2)
    whole = {share.thing: share for share in found.shares()}
    chosen: dict[str, int] = dict.fromkeys(whole, 0)
    for third in range(3):
        for share in found.shares(third):
            assert share.period == third
            assert share.done <= whole[share.thing].done
            chosen[share.thing] += share.chosen
    assert chosen == {thing: share.chosen for thing, share in whole.items()}


def test_a_search_plays_and_obeys_its_bans():
    few = play(GAME.load(2, None, strong=9), 2, ["ismcts:sims=40", "random"])
    assert few.by_player().keys() == {"ismcts:sims=40", "random"}
    again = play(GAME.load(2, None, strong=9), 2, ["ismcts:sims=40", "random"])
    assert same(few, again)
    free, banned = (
        play(GAME.load(2, None, rest=9), 2, ["ismcts:sims=40"] * 2, bans=bans).counter("rests")
        for bans in ((), [(-1, "rest")])
    )
    assert free.sum() > banned.sum() == 0


@pytest.mark.parametrize(
    ("seats", "error", "words"),
    [
        (["clever", "random"], UnknownName, "random, softmax, greedy"),
        (["softmax:heat=2", "random"], UnknownName, "temperature"),
        (["softmax:temperature=0", "random"], BadValue, "a number of at least 1e-06"),
        (["ismcts:seconds=1", "random"], BadValue, "a search with sims"),
        (["greedy:sims=2", "random"], UnknownName, "option of the bot greedy"),
    ],
)
def test_a_player_that_does_not_exist_is_refused(seats: list[str], error: type, words: str):
    with pytest.raises(error, match=words):
        games(seats=seats)


def test_pieces_come_back_in_order_however_they_finish():
    class Backwards(Processes):
        def run(self, *arguments: Any) -> Iterator[tuple[int, Any]]:
            yield from reversed(list(super().run(*arguments)))

    pieces = run.plan_run(GAME.load(2), 90)
    (found,) = run.run_all([pieces], executor=Backwards(1))
    assert np.array_equal(found.numbers, np.arange(90))
    assert same(found, games(seats=["greedy"] * 2))


def test_equal_pieces_are_played_once(tmp_path: Path):
    pieces = plan_run(GAME.load(2), 10, ["random"] * 2)
    first, second = run_all(
        [pieces, pieces], executor=executor(1), folder=RunFolder(tmp_path, PLAN)
    )
    assert (first.rows.ranks == second.rows.ranks).all()
    assert len(list((tmp_path / "pieces").iterdir())) == 1


def test_runs_come_as_soon_as_they_are_done_and_share_equal_pieces(monkeypatch):
    played = []

    def counted(piece: Any) -> Any:
        played.append(piece)
        return original(piece)

    original = run.play_piece
    monkeypatch.setattr(run, "play_piece", counted)
    first, second = (plan_run(GAME.load(2), 40, ["random"] * 2, seed=seed) for seed in (1, 2))
    coming = run_each([first, second, first], executor=executor(1))
    index, found = next(coming)
    assert (index, len(played)) == (0, 2)
    rest = dict(coming)
    assert sorted(rest) == [1, 2]
    assert same(found, rest[2])
    assert not same(found, rest[1])
    assert len(played) == 4


def test_a_full_disk_leaves_the_run_as_it_was(tmp_path: Path, monkeypatch):
    RunFolder(tmp_path, PLAN)
    before = (tmp_path / "run.json").read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    RunFolder(tmp_path, PLAN, resume=True)
    assert (tmp_path / "run.json").read_bytes() == before


@pytest.mark.parametrize("seats", [[], ["random"], ["random"] * 3])
def test_every_seat_needs_a_player(seats: list[str]):
    with pytest.raises(BadValue, match="2 players"):
        pieces_of(GAME.load(2), seats, 10, size=10)


@pytest.mark.parametrize("seat", [-2, 2])
def test_only_seats_of_the_table_can_be_restricted(seat: int):
    with pytest.raises(BadValue, match="from 0 to 1"):
        play(GAME.load(2), 10, ["random"] * 2, bans=[(seat, "rest")])
