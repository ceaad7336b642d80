"""Games of a run, played again: the very same game, as a record and in the table's replay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ducato
from ducato.cli.lab.watch import store_match
from ducato.core.errors import BadValue
from ducato.core.game import all_games
from ducato.core.match import Match
from ducato.lab.outcomes import Outcomes
from ducato.lab.run import RunFolder, play
from ducato.lab.studies.watch import play_again, player_names, write_record
from ducato.runs.play.buffers import Column
from ducato.runs.run_folder import TABLES, OtherRun, tables_of
from ducato.server.kit.database.engine import Database, default_url
from ducato.server.live.persistence import to_live_table
from ducato.server.subjects.tables.storage import Tables
from ducato.table.table import LiveTable

pytestmark = pytest.mark.compiled
GAMES = list(all_games())
DAMAGED = {"games": "x", "seats": [1], "options": [[1, 2]], "bans": [["a", "b"]], "more": 1}


def run(name: str, folder: Path, games: int = 12, **options) -> Outcomes:
    game = ducato.load(name, min(all_games()[name].players))
    plan = {"command": "test", "game": name}
    return play(game, games, folder=RunFolder(folder, plan, resume=True), seed=5, **options)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_the_one_of_the_run(name, tmp_path):
    """Its length, chance and ranks are those in the table of the run."""
    found = run(name, tmp_path)
    tables, unchanged = tables_of(tmp_path)
    assert unchanged
    (table,) = tables
    assert table.games == 12
    for number in (0, 7):
        match = play_again(table, number)
        numbers = found.rows.numbers[number]
        assert match.ranks() == found.rows.ranks[number].tolist()
        assert sum(step.actor >= 0 for step in match.steps) == numbers[Column.DECISIONS]
        assert sum(step.actor < 0 for step in match.steps) == numbers[Column.CHANCE]


def test_the_record_replays_without_a_seed(tmp_path):
    run(GAMES[0], tmp_path / "run", seats=["greedy", "random"])
    match = play_again(tables_of(tmp_path / "run")[0][0], 3)
    path = tmp_path / "game.jsonl"
    write_record(match, path)
    lines = path.read_text().splitlines()
    assert "seed" not in json.loads(lines[-1])
    again = Match.from_lines(lines)
    assert again.steps == match.steps
    assert again.names == ["greedy", "random"]
    assert again.is_over()
    assert not again.chance_verified
    assert again.to_lines() == lines


def test_searches_and_bans_are_played_again(tmp_path):
    banned = ducato.load(GAMES[0], 2).actions.name(0)
    seats = ["ismcts:sims=4", "greedy"]
    found = run(GAMES[0], tmp_path, games=2, seats=seats, bans=[(0, banned)])
    (table,), _ = tables_of(tmp_path)
    assert table.bans == ((0, banned),)
    match = play_again(table, 1)
    assert match.ranks() == found.rows.ranks[1].tolist()


def test_a_folder_lists_all_its_tables(tmp_path):
    run(GAMES[0], tmp_path, seats=["random"] * 2)
    run(GAMES[0], tmp_path, seats=["greedy"] * 2)
    run(GAMES[0], tmp_path, seats=["random"] * 2, games=600)
    tables, _ = tables_of(tmp_path)
    assert [(table.seats[0], table.games) for table in tables] == [("random", 600), ("greedy", 12)]


def test_other_code_is_noticed(tmp_path):
    run(GAMES[0], tmp_path)
    path = tmp_path / TABLES
    path.write_text(json.dumps(json.loads(path.read_text()) | {"sources": "other"}))
    assert not tables_of(tmp_path)[1]


def test_what_cannot_be_watched_is_rejected(tmp_path):
    with pytest.raises(OtherRun, match="no run"):
        tables_of(tmp_path)
    run(GAMES[0], tmp_path)
    (table,), _ = tables_of(tmp_path)
    for number in (-1, 12):
        with pytest.raises(BadValue, match="from 0 to 11"):
            play_again(table, number)
    sound = json.loads((tmp_path / TABLES).read_text())
    damaged = [{**sound["tables"][0], name: value} for name, value in DAMAGED.items()]
    texts = [json.dumps(sound | {"tables": [table]}) for table in damaged]
    for text in ("{", "[" * 100_000, *texts):
        (tmp_path / TABLES).write_text(text)
        with pytest.raises(OtherRun, match="--resume"):
            tables_of(tmp_path)
    run(GAMES[0], tmp_path)
    assert tables_of(tmp_path)[0] == [table]


def test_a_search_keeps_no_games(tmp_path):
    RunFolder(tmp_path, {"command": "tune", "game": GAMES[0]})
    with pytest.raises(OtherRun, match="keeps no games") as raised:
        tables_of(tmp_path)
    assert "--resume" not in str(raised.value)


def opened(match: Match, seats: tuple[str, ...], folder: Path) -> LiveTable:
    """Return the table that a server would make of a stored match."""
    url = default_url(folder)
    table_id = store_match(match, seats, url)
    database = Database(url)
    try:
        return to_live_table(Tables(database).load(table_id))
    finally:
        database.close()


def test_the_table_shows_the_game_as_it_was_played(tmp_path):
    run(GAMES[0], tmp_path / "run", seats=["softmax", "softmax"])
    (table,), _ = tables_of(tmp_path / "run")
    match = play_again(table, 2)
    live = opened(match, table.seats, tmp_path / "data")
    assert live.match.steps == match.steps
    assert live.match.is_over()
    assert live.match.names == ["softmax 1", "softmax 2"]
    assert live.match.to_lines() == match.to_lines()
    assert not live.match.chance_verified
    middle = match.seq // 2
    assert live.match.state_at(middle) == match.state_at(middle)


def test_names_are_short_and_tell_the_players_apart():
    assert player_names(["greedy", "random"]) == ["greedy", "random"]
    long = "ismcts:sims=50:playout=uniform:exploration=2.0"
    names = player_names([long, long])
    assert [len(name) for name in names] == [40, 40]
    assert names[0] != names[1]
