"""Frozen rules: a game goes on and replays under its own version, whatever the newest has become.

The games are copies of the invented one. They are recorded and frozen by other processes, as before
an upgrade; then their newest version is changed.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.support.compiled import compiled_code_is_marked

import ducato
from ducato import checks
from ducato.bots import make
from ducato.core.errors import BadValue, ChangedEdition, DamagedRecord, OtherRules, UnknownName
from ducato.core.game import all_games, find_game
from ducato.core.game_record import GameRecord
from ducato.core.i18n import LANGUAGES
from ducato.core.match import Match
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.live.persistence import to_live_table
from ducato.server.subjects.tables.storage import Tables
from ducato.table.screens import Screen
from ducato.table.views.full_log import game_log

from .installed import edited, found_in, install, run, run_python

__all__ = ["compiled_code_is_marked"]

OTHER_RULE, ALL_OTHER = "other-rule", "all-other"
"""In the newest version of the one, the rule for a trick is another, but no struct or action; in
that of the other, everything is."""
CHANGES = {
    OTHER_RULE: [
        edited(
            "rules.py",
            "card < state.best if edition.lowest else card > state.best",
            "card > state.best if edition.lowest else card < state.best",
        )
    ],
    ALL_OTHER: [
        edited("state.py", "tricks: int", 'weather: int = field("i4")\n    tricks: int'),
        edited("state.py", 'kind("play", card=NAMES)', 'kind("wait"), kind("lay", card=NAMES)'),
        edited("state.py", "    lowest: int", "    highest: int"),
        edited("rules.py", "edition.lowest", "not edition.highest"),
        edited("data/editions.toml", "lowest = {", "highest = {"),
        edited("data/editions.toml", "lowest = true", "highest = true"),
        edited("data/names.csv", "seven,", "eleven,"),
        edited("scene.py", "    pieces = [", "    raise NotImplementedError\n    pieces = ["),
        *(
            edited(f"locale/{language}.toml", f'"{key}"', f'"{key}.new"')
            for language in LANGUAGES
            for key in ("played", "prompt")
        ),
    ],
}
OLD = """
import json, sys
import ducato
from ducato.checks.walks import random_match
from ducato.core.match import Match
from ducato.core.snapshot import Snapshot
from ducato.table.time_control import TurnState
from ducato.server.kit.database.engine import Database
from ducato.server.subjects.tables.storage import Tables
name, folder = sys.argv[1:]
seats = [{"seat": n, "name": who, "bot": "greedy"} for n, who in enumerate(["Anna", "Bruno"])]
database, written = Database(f"sqlite:///{folder}/{name}.sqlite3"), {}
tables = Tables(database)
over = random_match(ducato.load(name, edition="upside-down"), 5)
written["lines"] = over.to_lines()
written["over"] = tables.create(over, seats).result()
open_match = Match(ducato.load(name))
open_match.run_chance()
written["open"] = tables.create(open_match, seats).result()
step = open_match.act(open_match.position.legal_actions()[0])
tables.append(
    written["open"], [step], open_match.seq - 1, TurnState(tuple(open_match.seats_to_move())),
    snapshot=Snapshot.of(open_match),
).result()
written["state"] = open_match.position.state.tobytes().hex()
written["position"] = __import__("pickle").dumps(open_match.position).hex()
database.close()
print(json.dumps(written))
"""
"""What an older installation recorded: a game that is over, and one that goes on."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Games whose version 1 is frozen, with what was recorded under it."""
    made: Path = tmp_path_factory.mktemp("frozen")
    install(made, list(CHANGES))
    for name, changes in CHANGES.items():
        done = run_python(made, "-c", OLD, name, str(made))
        assert done.returncode == 0, done.stderr
        (made / f"{name}.json").write_text(done.stdout)
        done = run(made, "freeze-rules", name, "--json")
        assert done.returncode == 0, done.stderr
        (made / f"{name}.frozen.json").write_text(done.stdout)
        for change in changes:
            change(made / name.replace("-", "_"))
    return made


@pytest.fixture
def upgraded(folder: Path) -> Iterator[Path]:
    yield from found_in(folder)


@pytest.fixture(params=list(CHANGES))
def name(request, upgraded) -> str:
    return request.param


@pytest.fixture
def old(name: str, upgraded: Path) -> dict:
    return json.loads((upgraded / f"{name}.json").read_text())


@pytest.fixture
def database(name: str, upgraded: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{upgraded}/{name}.sqlite3")
    yield database
    database.close()


@pytest.mark.slow
def test_the_command_says_what_it_did(name, upgraded):
    said = json.loads((upgraded / f"{name}.frozen.json").read_text())
    package = upgraded / name.replace("-", "_")
    copied = [path for path in (package / "v1").rglob("*.*") if path.suffix != ".pyc"]
    assert said == {
        "game": name, "frozen": 1, "newest": 2, "folder": str(package),
        "copy": str(package / "v1"), "files": len(copied), "shared": [],
    }  # fmt: skip
    assert {"editions.toml", "it.toml", "bot.py", "scene.py"} <= {p.name for p in copied}


def test_both_versions_are_there(name):
    package = name.replace("-", "_")
    assert all_games()[name].rules == {1: f"{package}.v1", 2: package}
    newest, frozen = ducato.load(name), ducato.load(name, rules_version=1)
    assert (newest.game.full_name, frozen.game.full_name) == (name, f"{name}@1")
    assert find_game(f"{name}@1") is frozen.game
    assert find_game(f"{name}@2") is newest.game
    assert newest != frozen
    assert newest.game.rules_version == 2
    assert newest.State is not frozen.State


@pytest.mark.parametrize(("version", "why"), [(0, "it was never published"), (3, "it is newer")])
def test_of_unknown_versions_the_known_ones_are_named(name, version: int, why: str):
    for load in (
        lambda: ducato.load(name, rules_version=version),
        lambda: ducato.load(f"{name}@{version}"),
    ):
        with pytest.raises(OtherRules, match=rf"{why}.*; available: 1, 2$") as caught:
            load()
        assert caught.value.available == [1, 2]


@pytest.mark.parametrize("wrong", ["1", True, 1.0])
def test_the_number_of_a_version_is_a_whole_one(name, wrong: object):
    with pytest.raises(BadValue, match=r"it must be a whole number, one of 1, 2$"):
        ducato.load(name, rules_version=wrong)


@pytest.mark.parametrize(("named", "given"), [(1, 2), (2, 1), (1, 3)])
def test_two_versions_contradict_each_other(name, named: int, given: int):
    with pytest.raises(BadValue, match=f"must be {named}, as in '{name}@{named}', or left out"):
        ducato.load(f"{name}@{named}", rules_version=given)
    assert ducato.load(f"{name}@{named}", rules_version=named).game.rules_version == named


@pytest.mark.parametrize("wrong", ["@1", "{}@", "{}@one", "{}@1@1", "{}@-1", "{}@" + 5000 * "9"])
def test_a_version_is_a_number(name, wrong: str):
    with pytest.raises(UnknownName):
        ducato.load(wrong.format(name))


def test_an_old_record_replays_under_its_own_version(name, old):
    match = Match.from_lines(old["lines"])
    assert match.game.game.rules_version == 1
    assert match.to_lines() == old["lines"]
    assert len(list(game_log(match, "it"))) == 4


def test_under_the_newest_it_would_be_another_game(name, old):
    """So the two do differ."""
    entries = GameRecord.from_lines(old["lines"]).entries
    entries[0]["rules_version"] = 2
    with pytest.raises((DamagedRecord, ChangedEdition)):
        Match.from_lines(GameRecord(entries).to_lines())


def test_the_frozen_version_passes_all_checks_of_a_game(name):
    """With its own scene, texts, editions and automatic responses."""
    frozen = ducato.load(name, rules_version=1, players=3)
    for check in checks.CHECKS:
        if check is not checks.compiled_agrees:
            check(frozen, 1)


@pytest.mark.compiled
@pytest.mark.slow
def test_compiled_code_of_both_versions_is_kept_apart(upgraded):
    """Also if their structs are alike: each game is compared with its own interpreted rules."""
    for name in CHANGES:
        for version in (1, 2, 1):
            checks.compiled_agrees(ducato.load(name, rules_version=version), 0)


def test_a_pickled_position_keeps_its_version(name, old):
    frozen = ducato.load(name, rules_version=1).new_initial_state()
    again = pickle.loads(pickle.dumps(frozen))  # noqa: S301
    assert again == frozen
    assert again.game.game.rules_version == 1


@pytest.mark.compiled
def test_a_game_in_progress_goes_on(name, old, database):
    table = to_live_table(Tables(database).load(old["open"]))
    match = table.match
    assert match.game.game.rules_version == 1
    assert match.position.state.tobytes().hex() == old["state"]
    screen = Screen((), "it")
    bot = make("greedy", match.game)
    while not match.is_over():
        assert table.welcome(screen)
        seat = match.position.current_player()
        assert match.position.legal_actions()
        table.play(seat, bot.choose(match.position.redact(seat).state, seat, seed=match.seq))
    assert Match.from_lines(match.to_lines()).position.state == match.position.state


def test_the_server_shows_it(name, old, database):
    with TestClient(create_app(database)) as client:
        for table in (old["open"], old["over"]):
            assert f'data-game="{name}@1"' in client.get(f"/table/{table}").text
        record = Match.from_lines(client.get(f"/table/{old['over']}/record").text.splitlines())
        assert record.steps == Match.from_lines(old["lines"]).steps
        assert record.game.game.rules_version == 1
