"""Records: they replay to the same position, or say which line is damaged."""

from __future__ import annotations

import hashlib
import json
import sys
from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest

from ducato.core.chance import below, new_rng
from ducato.core.editions.values import flat, values_hash
from ducato.core.errors import ChangedEdition, DamagedRecord, OtherRules
from ducato.core.game import all_games
from ducato.core.match import Match

from .matches import GAMES, entries_of, game, played, resealed

__all__ = ["game"]


# ------------------------------------------------------------------------------------- records


def test_a_record_begins_with_what_the_game_was(game):
    match = played(game, steps=2)
    header = json.loads(match.to_lines()[0])
    assert header.items() >= {
        "ducato": 1, "game": game.name, "rules_version": game.game.rules_version,
        "players": game.players, "edition": game.edition_name, "options": {},
        "names": match.names, "commitment": hashlib.sha256(match.stream.seed).hexdigest(),
    }.items()  # fmt: skip


def test_the_seed_is_revealed_at_the_end_only(game):
    open_match, over = played(game, steps=5), played(game)
    assert open_match.stream.seed.hex() not in "\n".join(open_match.to_lines())
    last = json.loads(over.to_lines()[-1])
    assert last["seed"] == over.stream.seed.hex()
    assert last["ranks"] == over.ranks()


@pytest.mark.parametrize("game_", GAMES, ids=lambda g: g.name)
def test_a_record_replays_to_the_same_position(game_):
    for edition in game_.editions:
        match = played(game_.load(edition=edition), seed=5)
        replayed = Match.from_lines(match.to_lines())
        assert replayed.position.state == match.position.state
        assert replayed.steps == match.steps
        assert replayed.game.edition_name == edition
        assert replayed.chance_verified
        assert replayed.to_lines() == match.to_lines()


def test_a_record_says_out_of_how_many_chance_drew(game):
    """So every draw can be computed again from the seed alone."""
    match = played(game, seed=3)
    drawn = [entry for entry in entries_of(match.to_lines()) if "chance" in entry]
    assert {entry["of"] for entry in drawn} > {1}
    for index, entry in enumerate(drawn):
        assert entry["chance"] == match.stream.outcome(index, entry["of"])


def test_a_table_that_was_opened_again_says_it_too(game):
    match = played(game, seed=3)
    state = match.position.state.tobytes()
    again = Match.resumed(match.game, match.stream, match.names, match.steps, state)
    assert again.to_lines() == match.to_lines()


def test_an_older_record_does_not_say_it_and_replays(game):
    entries = entries_of(played(game).to_lines())
    for entry in entries:
        entry.pop("of", None)
    replayed = Match.from_lines(resealed(entries))
    assert replayed.is_over()
    assert replayed.chance_verified


def test_options_are_kept(invented):
    match = played(invented.load(3, "upside-down", worth=4))
    replayed = Match.from_lines(match.to_lines())
    assert replayed.game.options == {"worth": 4}
    assert replayed.game.players == 3


def test_a_game_that_is_not_over_replays_but_cannot_go_on(game):
    match = played(game, steps=4)
    replayed = Match.from_lines(match.to_lines())
    assert replayed.position.state == match.position.state
    assert not replayed.chance_verified
    rng = new_rng("on")
    while not replayed.position.is_chance_node():
        legal = replayed.position.legal_actions()
        replayed.act(legal[below(rng, len(legal))])
    with pytest.raises(ValueError, match="no seed"):
        replayed.run_chance()


# ----------------------------------------------------------------------------- damaged records


@cache
def record_of(name: str) -> tuple[str, ...]:
    return tuple(played(all_games()[name].load()).to_lines())


@pytest.fixture
def lines(game) -> list[str]:
    return list(record_of(game.name))


def damage(lines: list[str]) -> DamagedRecord:
    with pytest.raises(DamagedRecord) as caught:
        Match.from_lines(lines)
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    return caught.value


@pytest.mark.parametrize("line", [1, 2, 30, -1])
def test_an_edited_line_is_named(lines, line: int):
    at = line - 1 if line > 0 else len(lines) - 1
    entry = json.loads(lines[at])
    key = next(k for k in ("chance", "action", "names", "ranks") if k in entry)
    entry[key] = {"chance": 0, "action": "x", "names": ["a", "b"], "ranks": [9]}[key]
    if json.dumps(entry) == lines[at]:
        entry["chance"] = 1
    lines[at] = json.dumps(entry)
    found = damage(lines)
    assert found.line == at + 1
    assert "checksum" in found.problem


def test_a_deleted_line_is_noticed_at_the_next(lines):
    del lines[19]
    assert (damage(lines).line, damage(lines).problem[:16]) == (20, "its checksum is ")


def test_a_repeated_line_is_noticed(lines):
    lines.insert(20, lines[19])
    assert damage(lines).line == 21


def test_swapped_lines_are_noticed(lines):
    at = next(i for i in range(10, 40) if entries_of([lines[i]]) != entries_of([lines[i + 1]]))
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    assert damage(lines).line == at + 1


def test_a_line_cut_short_is_not_json(lines):
    found = damage([*lines[:29], lines[29][:-5]])
    assert found.line == 30
    assert "JSON" in found.problem


@pytest.mark.parametrize("junk", ["", "hello", "{", "\x00", "[1, 2", "nan,"])
def test_junk_is_not_json(lines, junk: str):
    lines[4] = junk
    assert (damage(lines).line, "not JSON" in damage(lines).problem) == (5, True)


@pytest.mark.parametrize("junk", ["1", '"text"', "[]", "{}", "null"])
def test_json_that_is_no_entry(lines, junk: str):
    lines[4] = junk
    assert (damage(lines).line, "checksum" in damage(lines).problem) == (5, True)


def test_an_empty_record():
    assert damage([]).problem == "the record is empty"


def test_a_record_cut_between_lines_is_one_of_a_game_that_goes_on(lines):
    """It cannot be told from an interrupted game; replay says that it is not over."""
    match = Match.from_lines(lines[:40])
    assert not match.is_over()
    assert not match.chance_verified


# With checksums that fit, what is left to check is the game itself.


def forged(lines: list[str], line: int, **changed: object) -> list[str]:
    entries = entries_of(lines)
    entries[line - 1].update(changed)
    return resealed(entries)


def test_a_changed_seed_does_not_fit_the_commitment(lines):
    found = damage(forged(lines, len(lines), seed="00" * 32))
    assert found.line == 1
    assert "commitment" in found.problem


@pytest.mark.parametrize("seed", ["xyz", "00", "", 7, None])
def test_a_seed_that_is_none(lines, seed: object):
    if seed is None:
        entries = entries_of(lines)
        del entries[-1]["seed"]
        assert not Match.from_lines(resealed(entries)).chance_verified
    else:
        assert damage(forged(lines, len(lines), seed=seed)).line == 1


def test_a_changed_commitment(lines):
    assert damage(forged(lines, 1, commitment="0" * 64)).line == 1


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"ducato": 99}, "format of the record"),
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"values": 5}, "values = 5"),
        ({"values": None, "edition": "lost"}, "lost"),
        ({"values": {}}, "values_hash"),
        ({"values_hash": 7}, "values_hash = 7"),
        ({"players": 17}, "17"),
        ({"options": {"speed": 3}}, "speed"),
        ({"values": None, "options": {"speed": 3}}, "speed"),
        ({"options": 5}, ""),
        ({"names": ["a"]}, "names"),
        ({"names": "ab"}, "names"),
        ({"names": [1, 2]}, "names"),
        ({"contributions": []}, "contributions"),
        ({"contributions": {"0": None}, "ducato": 2}, "hexadecimal"),
    ],
)
def test_a_wrong_header(lines, changed: dict, words: str):
    found = damage(forged(lines, 1, **changed))
    assert found.line == 1
    assert words in found.problem


OF_ANOTHER_TYPE = [
    None, True, -1, 2**80, 0.5, float("inf"), float("nan"), "", "x", [], [None], [[], {}],
    {}, {"x": 1}, {"0": {}},
]  # fmt: skip
"""Values of every type of JSON, most of which make no sense anywhere in a record."""


def read_with_values_of_another_type(entries: list[dict]) -> int:
    """Read the record with each value changed, without any other error than of a record."""
    firsts = [next(i for i, e in enumerate(entries) if key in e) for key in ("chance", "action")]
    tried = 0
    for at in (0, *firsts, len(entries) - 1):
        for key in (*entries[at], "contributions"):
            for value in OF_ANOTHER_TYPE:
                tried += 1
                wrong = [*entries[:at], {**entries[at], key: value}, *entries[at + 1 :]]
                with suppress(DamagedRecord, OtherRules, ChangedEdition):
                    Match.from_lines(resealed(wrong))
    return tried


def test_a_value_of_another_type_is_no_accident(invented):
    """The record replays, or the error says what is damaged; the game is a short one."""
    over, open_match = (played(invented.load(), steps=steps).to_lines() for steps in (None, 3))
    assert read_with_values_of_another_type(entries_of(over)) >= 300
    assert read_with_values_of_another_type(entries_of(open_match)[:-1]) >= 300


@pytest.mark.slow
@pytest.mark.parametrize("revealed", [True, False])
def test_a_value_of_another_type_is_no_accident_in_any_game(game, revealed: bool):
    entries = entries_of(played(game, steps=None if revealed else 3).to_lines())
    assert read_with_values_of_another_type(entries if revealed else entries[:-1]) >= 300


def test_a_line_nested_too_deeply(lines):
    limit = sys.getrecursionlimit()
    for depth in (*range(limit - 100, limit + 1, 5), 200_000):
        lines[4] = '{"check": "", "chance": ' + "[" * depth + "]" * depth + "}"
        assert damage(lines).line == 5
    assert "not JSON" in damage(lines).problem


@pytest.mark.parametrize(
    ("version", "why"),
    [(0, "it was never published"), ("1", "it was never published"), (99, "it is newer than")],
)
def test_a_record_of_other_rules_says_which_and_which_are_here(lines, version: object, why: str):
    header = json.loads(lines[0])
    with pytest.raises(OtherRules) as caught:
        Match.from_lines(forged(lines, 1, rules_version=version))
    told = str(caught.value)
    assert f"no rules version {version} of {header['game']}: {why}" in told
    assert told.endswith(f"available: {header['rules_version']}")


# ------------------------------------------------------------------------- values of the edition


def renewed(lines: list[str], **values: object) -> list[str]:
    """Return the record with other values in its header; None takes one out."""
    header = json.loads(lines[0])
    given = {k: v for k, v in {**header["values"], **values}.items() if v is not None}
    return forged(lines, 1, values=given, values_hash=values_hash(given))


def test_all_values_are_recorded_with_their_hash(game):
    header = entries_of(played(game, steps=1).to_lines())[0]
    assert flat(header["values"]) == game.values
    written = json.dumps(header["values"], sort_keys=True)
    assert header["values_hash"] == hashlib.sha256(written.encode()).hexdigest()


def test_a_record_keeps_the_values_with_which_it_was_played(invented):
    """Whatever the edition has become since: here, a trick is worth 3 more than it is now."""
    lines = played(invented.load(worth=4)).to_lines()
    entries = entries_of(lines)
    entries[0]["options"] = {}
    again = Match.from_lines(resealed(entries))
    assert again.game.edition.worth == 4
    assert again.game.options == {}
    assert again.game.pinned == {"worth": 4}
    assert again.game.values == {**invented.load().values, "worth": 4}
    assert again.game != invented.load()
    assert again.to_lines() == resealed(entries)


def test_a_parameter_added_since_has_the_value_of_the_edition(invented):
    lines = renewed(played(invented.load()).to_lines(), worth=None)
    assert Match.from_lines(lines).game == invented.load()


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"speed": 3}, "there is no 'speed' any more"),
        ({"worth": 99}, "worth = 99 is not possible: it must be a whole number from"),
    ],
)
def test_a_value_that_is_no_longer_possible_is_not_called_damage(invented, values, problem: str):
    lines = renewed(played(invented.load()).to_lines(), **values)
    with pytest.raises(ChangedEdition) as caught:
        Match.from_lines(lines)
    assert str(caught.value).startswith(
        "edition 'plain' of invented has changed since this game was recorded: " + problem
    )


def test_an_edition_that_is_gone_is_not_called_damage(lines):
    with pytest.raises(ChangedEdition, match=r"edition 'lost' .* no longer exists"):
        Match.from_lines(forged(lines, 1, edition="lost"))


def test_an_older_record_without_values_says_what_else_could_be_wrong(lines):
    entries = entries_of(lines)
    del entries[0]["values"], entries[0]["values_hash"]
    assert Match.from_lines(resealed(entries)).is_over()
    entries[-1]["ranks"] = [9]
    found = damage(resealed(entries))
    assert "or edition '" in found.problem
    assert "its values are not recorded" in found.problem


def test_a_game_that_is_not_installed_can_be_given(invented):
    lines = played(invented.load()).to_lines()
    other = replace(invented, name="other")
    assert Match.from_lines(lines, invented).is_over()
    with pytest.raises(DamagedRecord, match="game = 'invented' is not possible: it must be other"):
        Match.from_lines(lines, other)


@pytest.mark.parametrize(
    "key", ["ducato", "game", "rules_version", "players", "edition", "options"]
)
def test_a_header_that_lacks_something(lines, key: str):
    entries = entries_of(lines)
    del entries[0][key]
    found = damage(resealed(entries))
    assert found.line == 1
    assert f"lacks '{key}'" in found.problem


def test_an_outcome_that_is_not_the_committed_one(lines):
    entries = entries_of(lines)
    at = next(i for i, e in enumerate(entries) if "chance" in e)
    entries[at]["chance"] = 1 - min(1, entries[at]["chance"])
    found = damage(resealed(entries))
    assert found.line == at + 1
    assert "committed stream" in found.problem


@pytest.mark.parametrize("of", [99, 0, "2", None])
def test_chance_that_drew_out_of_another_number(lines, of: object):
    entries = entries_of(lines)
    at = next(i for i, e in enumerate(entries) if e.get("of", 1) > 1)
    entries[at]["of"] = of
    found = damage(resealed(entries))
    assert found.line == at + 1
    assert "outcomes, not" in found.problem


def test_an_illegal_action(lines):
    entries = entries_of(lines)
    at = next(i for i, e in enumerate(entries) if "action" in e)
    legal = played_to(lines, at).position.legal_actions()
    game = played_to(lines, at).game
    illegal = next(a for a in range(len(game.actions)) if a not in legal)
    entries[at]["action"] = game.actions.name(illegal)
    found = damage(resealed(entries))
    assert found.line == at + 1
    assert "not legal" in found.problem


def played_to(lines: list[str], line: int) -> Match:
    return Match.from_lines(lines[:line])


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"seat": None, "action": "fly"}, "no action is called"),
        ({"chance": 0}, "where a player is to move"),
        ({"wind": 3}, "neither an action"),
        ({"ranks": [1, 2]}, "not the one that the moves lead to"),
        ({"action": "resign"}, "seat"),
    ],
)
def test_an_entry_that_makes_no_sense(lines, entry: dict, words: str):
    entries = entries_of(lines)
    at = next(i for i, e in enumerate(entries) if "action" in e)
    mover = entries[at]["seat"]
    entries[at] = {key: mover if value is None else value for key, value in entry.items()}
    found = damage(resealed(entries))
    assert found.line == at + 1
    assert words in found.problem


def test_an_action_out_of_turn(lines):
    entries = entries_of(lines)
    at = next(i for i, e in enumerate(entries) if "action" in e)
    entries[at]["seat"] = 1 - entries[at]["seat"]
    found = damage(resealed(entries))
    assert (found.line, "not the turn of seat" in found.problem) == (at + 1, True)


def test_an_action_where_chance_moves(lines):
    entries = entries_of(lines)
    entries[1] = {"seat": 0, "action": next(e["action"] for e in entries if "action" in e)}
    assert damage(resealed(entries)).line == 2


def test_a_result_that_is_not_true(lines):
    ranks = json.loads(lines[-1])["ranks"]
    found = damage(
        forged(lines, len(lines), ranks=[3 - p for p in ranks] if 2 in ranks else [1, 2])
    )
    assert (found.line, "result" in found.problem) == (len(lines), True)


def test_steps_after_the_end(lines):
    entries = entries_of(lines)
    entries.insert(-1, next(e for e in entries if "action" in e))
    assert damage(resealed(entries)).line == len(lines)


def test_an_action_that_is_no_text(lines):
    entries = entries_of(lines)
    at = next(i for i, e in enumerate(entries) if "action" in e)
    entries[at]["action"] = 5
    assert damage(resealed(entries)).line == at + 1


def test_a_resignation_of_nobody(lines):
    entries = entries_of(lines)
    at = next(i for i, e in enumerate(entries) if "action" in e)
    assert damage(resealed([*entries[:at], {"seat": 7, "action": "resign"}])).line == at + 1
