"""The page of a workbench: the same deal under new rules, the files, the figures, the versions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from ducato.core.chance import CommittedStream
from ducato.core.game import Game
from ducato.core.match import Match
from ducato.server.kit.database.engine import Database, default_url
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat
from ducato.workbench import measuring
from ducato.workbench.desk import Desk, application
from ducato.workbench.forms import renamed_copy
from ducato.workbench.measuring import Measurement, measure_interpreted
from ducato.workbench.same_deal import action_names, latest_table, replay_all
from ducato.workbench.target import Target, changed_files


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(default_url(tmp_path / "data"))) as found:
        yield found


KEY = "the key in the terminal"
Opened = Callable[[int], TestClient]


@pytest.fixture
def desk(package: Path, tmp_path: Path) -> Iterator[Opened]:
    """Return a function that serves the page at a state of the files."""
    (tmp_path / "data").mkdir()
    with ExitStack() as stack:

        def serve(generation: int = 1) -> TestClient:
            target = Target.of(str(package))
            game = target.load().game
            data = stack.enter_context(closing(Database(default_url(tmp_path / "data"))))
            app = application(Desk(target, game, tmp_path / "data", generation, KEY), data)
            client = TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 1))
            stack.enter_context(client)
            assert client.get(f"/workbench?key={KEY}").status_code == 200
            return client

        yield serve


def deal(database: Database, game: Game, moves: int) -> Match:
    """Store a table at which some moves were made; return the match."""
    match = Match(game.load(2), CommittedStream(bytes(range(32))), ["Anna", "Bruno"])
    match.run_chance()
    for _ in range(moves):
        match.act(match.position.legal_actions()[0])
        match.run_chance()
    seats = [TableSeat(n, name, person=None).to_row() for n, name in enumerate(match.names)]
    Tables(database).create(match, seats, TableSettings()).result()
    return match


def edited(package: Path, tmp_path: Path, **texts: tuple[str, str]) -> Game:
    """Return the game after an edit, as a process that has never seen it would load it."""
    other = renamed_copy(package, tmp_path / "edited", "new")
    for name, (before, after) in texts.items():
        (path,) = other.rglob(f"{name}.*")
        assert before in path.read_text("utf-8")
        path.write_text(path.read_text("utf-8").replace(before, after), "utf-8")
    init = other / "__init__.py"
    init.write_text(init.read_text("utf-8").replace('-new"', '"'), "utf-8")
    import importlib
    import sys

    sys.path.insert(0, str(other.parent))
    found: Game = importlib.import_module(other.name).GAME
    return found


# ---------------------------------------------------------------------------------- same deal


def test_the_same_moves_are_made_again_after_an_edit(package, tmp_path, database):
    game = Target.of(str(package)).load().game
    before = deal(database, game, 5)
    changed = edited(package, tmp_path, editions=("range = [1, 5]", "range = [1, 4]"))
    (replayed,) = replay_all(database, changed, action_names(game))
    assert (replayed.kept, replayed.moves, replayed.problem) == (5, 5, "")
    stored = Tables(database).load(replayed.table)
    assert stored.steps == before.steps
    assert stored.seed == before.stream.seed
    assert latest_table(database, game.name) == replayed.table


def test_moves_are_found_again_by_name_when_their_numbers_have_changed(package, tmp_path, database):
    game = Target.of(str(package)).load().game
    before = deal(database, game, 4)
    names = list(reversed(action_names(game)))  # as if the order had been another one
    stored = [step for step in before.steps if step.actor >= 0]
    last = len(names) - 1
    import sqlalchemy as sa

    from ducato.server.kit.database import schema

    def turn(connection: Any) -> None:
        steps = schema.steps.c
        number = sa.update(schema.steps).where(steps.actor >= 0)
        connection.execute(number.values(action=last - steps.action))

    database.write(turn).result()
    (replayed,) = replay_all(database, game, names)
    assert replayed.kept == len(stored)
    assert Tables(database).load(replayed.table).steps == before.steps


def test_the_first_move_that_is_not_possible_any_more_is_named(package, tmp_path, database):
    game = Target.of(str(package)).load().game
    match = deal(database, game, 6)
    names = action_names(game)
    third = [step for step in match.steps if step.actor >= 0][3]
    names[third.action] = "play:unheard-of"
    (replayed,) = replay_all(database, game, names)
    assert (replayed.problem, replayed.action) == ("unknown", "play:unheard-of")
    assert replayed.kept <= 3
    kept = [step for step in Tables(database).load(replayed.table).steps if step.actor >= 0]
    assert len(kept) == replayed.kept


def test_rules_that_fail_at_a_move_are_told_with_file_and_line(package, tmp_path, database):
    game = Target.of(str(package)).load().game
    deal(database, game, 3)
    code = next(package.rglob("rules.py")).read_text("utf-8")
    header = code[code.index("def apply_action(") :].partition(":\n")[0] + ":\n"
    broken = edited(package, tmp_path, rules=(header, f"{header}    1 // 0\n"))
    (replayed,) = replay_all(database, broken, action_names(game))
    assert replayed.problem == "fails"
    assert "ZeroDivisionError" in replayed.details
    assert "rules.py:" in replayed.details


# ---------------------------------------------------------------------------------- the page


def test_the_page_shows_files_versions_and_a_request_for_a_table(desk, package):
    client = desk()
    assert "ducato dev" in client.get("/workbench").text
    assert client.get("/workbench/desk.js").status_code == 200
    state = client.get("/workbench/state").json()
    assert state["wrong"] is None
    assert "data/editions.toml" in state["files"]
    made = client.post("/api/tables", json=state["request"])
    assert made.status_code == 201
    assert client.get("/workbench/state").json()["table"] == made.json()["id"]


@pytest.mark.parametrize(("language", "word"), [("it", "misure"), ("es", "medidas")])
def test_the_page_speaks_the_language_of_its_reader(desk, language, word):
    client = desk()
    assert f'lang="{language}"' in client.get(f"/workbench?lang={language}").text
    about = client.get(f"/workbench/state?lang={language}").json()["figures"]["about"]
    assert word in about


def test_a_file_is_saved_unless_it_was_changed_elsewhere(desk, package):
    client, address = desk(), "/workbench/files/data/editions.toml"
    read = client.get(address).json()
    text = read["text"].replace("default = 3", "default = 4")
    saved = client.put(address, json={"text": text, "before": read["digest"]})
    assert saved.status_code == 200
    assert "default = 4" in (package / "data/editions.toml").read_text("utf-8")
    again = client.put(address, json={"text": "", "before": read["digest"]})
    assert again.status_code == 409
    assert "data/editions.toml" in again.json()["error"]


@pytest.mark.parametrize("name", ["../../secret.toml", "rules.py", "data/none.toml", ".env.toml"])
def test_no_other_file_is_read_or_written(desk, package, name):
    (package.parent.parent / "secret.toml").write_text("", "utf-8")
    client = desk()
    assert client.get(f"/workbench/files/{name}").status_code == 404
    body = {"text": "x", "before": ""}
    assert client.put(f"/workbench/files/{name}", json=body).status_code == 404


def test_another_sites_page_cannot_save(desk, package):
    address = "/workbench/files/data/editions.toml"
    evil = {"Origin": "https://evil.example"}
    answer = desk().put(address, json={"text": "", "before": ""}, headers=evil)
    assert answer.status_code == 403


def test_a_name_that_another_site_points_here_reaches_nothing(desk, package):
    client, address = desk(), "/workbench/files/data/editions.toml"
    evil = {"Host": "evil.example:8000", "Origin": "http://evil.example:8000"}
    read = client.get(address).json()
    body = {"text": "", "before": read["digest"]}
    assert client.put(address, json=body, headers=evil).status_code == 421
    assert client.post("/workbench/versions", json={"note": ""}, headers=evil).status_code == 421
    for path in (address, "/workbench/state", "/workbench"):
        assert client.get(path, headers=evil).status_code == 421
    client.cookies.set("ducato-dev-8000", KEY)
    assert client.get(address, headers={"Host": "localhost:8000"}).json() == read


def test_no_link_leads_out_of_the_folder(desk, package):
    outside = package.parent.parent / "outside.toml"
    outside.write_text("secret", "utf-8")
    (package / "data/link.toml").symlink_to(outside)
    (package / "data/alias.toml").symlink_to(package / "data/editions.toml")
    client = desk()
    assert client.get("/workbench/files/data/link.toml").status_code == 404
    read = client.get("/workbench/files/data/alias.toml").json()
    body = {"text": "# new", "before": read["digest"]}
    assert client.put("/workbench/files/data/alias.toml", json=body).status_code == 200
    assert (package / "data/alias.toml").is_symlink()
    assert (package / "data/editions.toml").read_text("utf-8") == "# new"
    assert outside.read_text("utf-8") == "secret"


@pytest.mark.parametrize(
    "body", ["{", "[" * 100_000, '{"text": 1}', '{"text": "\\ud800"}', "x" * 5_000_000]
)
def test_what_is_no_file_is_refused_and_changes_nothing(desk, package, body):
    client, address = desk(), "/workbench/files/data/editions.toml"
    before = client.get(address).json()
    assert client.put(address, content=body).status_code in (413, 422)
    assert client.post("/workbench/versions", content=body).status_code in (413, 422)
    assert client.get(address).json() == before
    assert client.get("/workbench/state").json()["versions"] == []


def test_figures_are_compared_deal_by_deal_with_those_before_the_edit(desk, package, tmp_path):
    client, data = desk(2), tmp_path / "data"
    game = Target.of(str(package)).load()
    measure_interpreted(game, Measurement(data, 1, {}), 12, 6)
    before = json.loads((data / f"1-{measuring.VALUES}").read_text("utf-8"))
    changed = game.game.load(2, None, hand_size=5)
    measure_interpreted(changed, Measurement(data, 2, before), 12, 6)
    figures = client.get("/workbench/state").json()["figures"]
    rows = {row["title"]: row for row in figures["rows"]}
    assert figures["about"].startswith("12 games with 2 players")
    assert figures["about"].endswith("(greedy play)")
    assert len(rows) > 10
    sure = [row for row in rows.values() if row["sure"]]
    assert any(row["change"].startswith("+2") for row in sure)  # two cards more to choose from


def test_the_first_figures_come_before_the_last_game(package, tmp_path):
    seen: list[int] = []
    kept = Measurement(tmp_path, 1, {})
    written = Measurement.write

    class Noted(Measurement):
        def write(self, games: Any, origin: str, faults: Any) -> None:
            seen.append(len(games))
            written(self, games, origin, faults)

    game = Target.of(str(package)).load()
    measure_interpreted(game, Noted(kept.folder, 1, {}), 9, 3)
    assert seen == [3, 6, 9]


def test_a_game_with_weights_is_measured_between_greedy_players(tmp_path):
    game = Target.of("magnate").load()
    measure_interpreted(game, Measurement(tmp_path, 1, {}), 1, 1)
    assert json.loads((tmp_path / measuring.FIGURES).read_text("utf-8"))["level"] == "greedy"


def test_rules_that_fail_in_the_lab_are_told(package, tmp_path):
    kept = Measurement(tmp_path, 1, {})
    measuring.safely(lambda: {}["none"], kept)
    assert "KeyError" in json.loads((tmp_path / measuring.FIGURES).read_text("utf-8"))["wrong"]


def test_versions_are_kept_with_note_and_figures_and_shared_as_one_file(desk, package, tmp_path):
    client = desk()
    game = Target.of(str(package)).load()
    measure_interpreted(game, Measurement(tmp_path / "data", 1, {}), 4, 4)
    assert client.post("/workbench/versions", json={"note": "Larger <hands>"}).status_code == 201
    (version,) = client.get("/workbench/state").json()["versions"]
    assert version["note"] == "Larger <hands>"
    shared = client.get("/workbench/history.html")
    assert "attachment" in shared.headers["content-disposition"]
    assert "Larger &lt;hands&gt;" in shared.text
    assert "4 games with 2 players" in shared.text
    assert "partite in 2" in shared.text


# ---------------------------------------------------------------------------------- the game


def test_changed_new_and_removed_files_are_seen(package):
    target = Target.of(str(package))
    before = target.stamps()
    (package / "data/new.csv").write_text("id\n", "utf-8")
    (package / "rules.py").unlink()
    (package / "__pycache__").mkdir(exist_ok=True)
    (package / "__pycache__/x.pyc").write_text("", "utf-8")
    names = [path.name for path in changed_files(before, target.stamps())]
    assert names == ["new.csv", "rules.py"]


def test_an_installed_game_is_found_without_importing_it():
    import subprocess
    import sys

    code = (
        "import sys; from ducato.workbench import supervision; "
        "from ducato.workbench.target import Target; print(Target.of('magnate').folder); "
        "assert not any(name.startswith('ducato.games.') for name in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith("magnate")


@pytest.mark.parametrize("key", ["", "another", "é"])
def test_other_people_of_the_machine_neither_read_nor_change_files(
    desk: Opened, package: Path, key: str
):
    """They reach the port as the author does, but do not see the terminal."""
    client, address = desk(1), "/workbench/files/data/editions.toml"
    read, text = client.get(address).json(), (package / "data/editions.toml").read_text("utf-8")
    client.cookies.clear()
    client.cookies.set("ducato-dev", key.encode("ascii", "replace").decode())
    page = client.get("/workbench", params={"key": key})
    assert (page.status_code, "terminal" in page.text) == (403, True)
    body = {"text": "", "before": read["digest"]}
    for answer in (
        client.get(address),
        client.get("/workbench/state"),
        client.get("/workbench/history.html"),
        client.put(address, json=body),
        client.post("/workbench/versions", json={"note": ""}),
    ):
        assert answer.status_code == 403
        assert "ducato dev" in answer.json()["error"]
    assert (package / "data/editions.toml").read_text("utf-8") == text


def test_the_key_does_not_stay_in_the_address(desk: Opened):
    client = desk(1)
    answer = client.get(f"/workbench?key={KEY}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/workbench")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=strict" in answer.headers["set-cookie"]
