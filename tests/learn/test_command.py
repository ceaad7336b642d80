"""``ducato learn``: the whole run, its folder, and what it answers to bad input."""

from __future__ import annotations

import json
import shutil
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.race import GAME
from tests.support.commands import Command, runner

import ducato
from ducato.bots import make
from ducato.bots.options import OPTIONS, Option
from ducato.core.editions import data_files
from ducato.core.game.value_weights import NAMES, value_weights
from ducato.learn import gate as gate_module
from ducato.learn import install as install_module
from ducato.learn import learning as run_module
from ducato.learn.gate import Gate, can_play, gate

SMALL = ("--games", 60, "--players", 2)


@pytest.fixture
def learn(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return a function that runs the command; it returns exit code, output and error output."""
    return runner(capsys, monkeypatch, "learn")


Player = gate_module.Player


@pytest.fixture
def playable(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Player, Player]]:
    """Let bots know of values, and the challenger win its first match only; return the bots."""
    matches: list[tuple[Player, Player]] = []

    def played(editions, challenger, present, games, **how) -> Gate:
        matches.append((challenger, present))
        rate = 0.7 if len(matches) == 1 else 0.5
        interval = (rate - 0.1, rate + 0.1)
        return Gate(challenger[0], present[0], games, rate, interval, interval[0] > 0.5)

    monkeypatch.setattr(run_module, "gate", played)
    monkeypatch.setattr(run_module, "can_play", lambda bot: True)
    return matches


@pytest.fixture
def unplayable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no bot know of values."""
    monkeypatch.delitem(OPTIONS["ismcts"], "value", raising=False)


@pytest.mark.compiled
@pytest.mark.usefixtures("unplayable")
def test_a_run_writes_a_network_and_says_how_good_it_is(learn: Command, tmp_path: Path):
    out = tmp_path / "out"
    code, printed, err = learn("race", "--out", out, "--games", 60, "--edition", "all")
    assert code == 0, err
    assert "2 players, round 1: " in printed
    assert "3 players, round 1: " in printed
    assert "8 playouts" in printed
    assert "no match was played" in printed
    with np.load(out / "value.npz", allow_pickle=False) as arrays:
        assert arrays["features"].tolist() == ["race.lead", "race.left", "race.late", "race.turn"]
        shapes = [arrays[f"3/{name}"].shape for name in NAMES]
        about = json.loads(str(arrays["about"]))
    assert shapes == [(4, 32), (32,), (32, 16), (16,), (16,), (1,)]
    assert about["networks"]["2"]["editions"] == ["short", "long"]
    assert about["networks"]["2"]["command"] == (
        "ducato learn race --edition all --players 2 --games 60"
    )
    assert about["networks"]["3"]["losses"]["log_loss"] > 0
    assert str(tmp_path) not in json.dumps(about)
    drawn = ElementTree.parse(out / "learning.svg").getroot()
    assert len(drawn.findall("{http://www.w3.org/2000/svg}g")) == 2
    assert len(json.loads((out / "result.json").read_text())["rounds"]) == 2


@pytest.mark.compiled
@pytest.mark.usefixtures("unplayable")
def test_an_interrupted_run_goes_on(
    learn: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    more = ("--search-games", 4, "--search-sims", 10, "--distil", 4, "--sims", 20)
    arguments = ("race", *SMALL, "--rounds", 2, *more, "--json")
    code, printed, _ = learn(*arguments, "--out", whole)
    assert code == 0
    fit = run_module.fit
    calls = []

    def interrupted(*given, **named):
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return fit(*given, **named)

    monkeypatch.setattr(run_module, "fit", interrupted)
    code, _, err = learn(*arguments, "--out", parts)
    assert code == 130
    assert "repeat the command with --resume" in err
    code, _, err = learn(*arguments, "--out", parts)
    assert code == 2
    assert "--resume" in err
    monkeypatch.setattr(run_module, "searched", None)  # is not done again
    code, again, _ = learn(*arguments, "--out", parts, "--resume")
    assert (code, len(calls)) == (0, 3)
    for result in (first := json.loads(printed), second := json.loads(again)):
        for one in result["rounds"]:
            assert one["search_games"] == 4
            assert one.pop("seconds") >= 0
    assert first == second
    with np.load(whole / "value.npz") as one, np.load(parts / "value.npz") as other:
        assert all(np.array_equal(one[key], other[key]) for key in one.files)
    code, _, err = learn("race", "--games", 61, "--out", parts, "--resume")
    assert code == 2
    assert "holds another run" in err


@pytest.mark.compiled
@pytest.mark.usefixtures("unplayable")
def test_time_that_is_over_ends_a_run_that_can_go_on(learn: Command, tmp_path: Path):
    code, printed, _ = learn("race", *SMALL, "--minutes", 0, "--out", tmp_path / "out")
    assert code == 0
    assert "--resume does the rounds that are left" in printed
    assert not (tmp_path / "out" / "value.npz").exists()
    resumed = ("--minutes", 1, "--out", tmp_path / "out", "--resume")
    code, printed, _ = learn("race", *SMALL, *resumed)
    assert (code, (tmp_path / "out" / "value.npz").exists()) == (0, True)


@pytest.mark.compiled
def test_the_network_that_won_stays(
    learn: Command, tmp_path: Path, playable: list[tuple[Player, Player]]
):
    out = tmp_path / "out"
    code, printed, err = learn("race", *SMALL, "--rounds", 3, "--out", out)
    assert code == 0, err
    assert printed.count("accepted") == 3
    assert printed.count("not accepted: the old one stays") == 2
    first, second, third = playable
    assert [name for name, _ in first] == ["ismcts:seconds=0.005:value=1", "ismcts:seconds=0.005"]
    assert [name for name, _ in second] == ["ismcts:seconds=0.005:value=1"] * 2
    assert (first[1][1], second[1][1], third[1][1]) == (None, first[0][1], first[0][1])
    with np.load(out / "value.npz") as arrays:
        about = json.loads(str(arrays["about"]))["networks"]["2"]
        learned = arrays["2/first"]
    assert about["gate"]["challenger"] == "ismcts:seconds=0.005:value=1"
    with np.load(out / "pieces" / "2-players-round-1.npz") as arrays:
        assert np.array_equal(arrays["first"], learned)
    assert "against the present bot" in (out / "learning.svg").read_text()


@pytest.mark.compiled
def test_weights_are_distilled_and_installed_beside_the_game(
    learn: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    package = tmp_path / "package"
    shutil.copytree(Path(str(sys.modules[GAME.package].__file__)).parent / "data", package)
    monkeypatch.setattr(install_module, "check_installable", lambda game: package)
    arguments = ("--distil", 40, "--sims", 100, "--gate", 0, "--install")
    code, printed, err = learn("race", *SMALL, *arguments, "--out", tmp_path / "out")
    assert code == 0, err
    assert "searched decisions: cross-entropy" in printed
    assert f"written: {package / 'value.npz'}" in printed
    text = (package / "greedy.toml").read_text()
    assert text.startswith(data_files.read_text(GAME.package, "data/greedy.toml"))
    weights = tomllib.loads(text)
    assert weights["weights"] == {"walk": 0.0, "jump": 0.0}
    assert weights["search"]["jump"] > weights["search"]["walk"]


@pytest.mark.compiled
def test_a_match_is_shared_out_among_the_editions():
    editions = [ducato.load("race", 2, edition) for edition in ("short", "long")]
    found = gate(editions, ("greedy", None), ("random", None), 12)
    assert (found.games, found.accepted) == (12, found.interval95[0] > 0.5)
    assert gate(editions[:1], ("ismcts:sims=50", None), ("random", None), 60).accepted


def test_each_bot_of_a_match_has_its_own_network(monkeypatch: pytest.MonkeyPatch):
    game, seen = ducato.load("race", 2), []

    def made(name: str, game: ducato.LoadedGame) -> object:
        seen.append((name, value_weights(game.game, 2)))
        return make("random", game)

    monkeypatch.setattr(gate_module, "make", made)
    one, other = ((np.ones(number, np.float32),) for number in (1, 2))
    gate([game], ("new", one), ("old", other), 2)
    assert dict(seen) == {"new": one, "old": other}
    seen.clear()
    gate([game], ("new", one), ("old", None), 2)
    assert dict(seen) == {"new": one, "old": None}


def test_only_some_bots_can_take_a_value(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(OPTIONS["ismcts"], "value", Option(float))
    assert can_play(gate_module.CHALLENGER)
    monkeypatch.delitem(OPTIONS["ismcts"], "value")
    assert not can_play(gate_module.CHALLENGER)
    assert can_play(gate_module.PRESENT)
    assert not can_play("greedy:value=1")


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (("--players", 7), "cannot be played by 7"),
        (("--edition", "lost"), "no edition of race is called 'lost'"),
        (("--present", "oracle"), "no bot is called 'oracle'"),
    ],
)
def test_bad_input_is_answered(learn: Command, tmp_path: Path, arguments, answer: str):
    out = tmp_path / "out"
    code, _, err = learn("race", *arguments, "--out", out)
    assert (code, out.exists()) == (2, False)
    assert answer in err


def test_a_folder_that_cannot_be_written_is_noticed_first(
    learn: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(install_module.os, "access", lambda *_: False)
    code, _, err = learn("race", *SMALL, "--install", "--out", tmp_path / "out")
    assert (code, (tmp_path / "out").exists()) == (2, False)
    assert "leave out --install" in err
