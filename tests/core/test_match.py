"""A match: history, taking back, giving up, and records that replay or say what is wrong."""

from __future__ import annotations

import hashlib
import json

import pytest

from ducato.core.chance import CommittedStream, below, new_rng
from ducato.core.errors import BadValue, DamagedRecord, IllegalAction
from ducato.core.game import all_games
from ducato.core.game_record import GameRecord
from ducato.core.match import Match

GAMES = list(all_games().values())


def played(game, seed: int = 0, steps: int | None = None) -> Match:
    """Play a match of first legal actions, for a number of steps or to the end."""
    match = Match(game, CommittedStream(new_rng("match", seed).tobytes()))
    match.run_chance()
    while not match.is_over() and steps != 0:
        legal = match.position.legal_actions()
        match.act(legal[(match.seq * 7) % len(legal)])
        match.run_chance()
        steps = None if steps is None else steps - 1
    return match


def resealed(entries: list[dict]) -> list[str]:
    """Return the lines with checksums that fit, as a forger would write them."""
    return GameRecord(entries).to_lines()


def entries_of(lines: list[str]) -> list[dict]:
    return [{k: v for k, v in json.loads(line).items() if k != "check"} for line in lines]


@pytest.fixture(params=GAMES, ids=lambda g: g.name)
def game(request):
    return request.param.load()


# ------------------------------------------------------------------------------------- history


def test_a_match_remembers_every_step(game):
    match = played(game, steps=10)
    assert match.seq == len(match.steps) > 10
    assert match.state_at(0) == game.new_initial_state().state
    assert match.state_at(match.seq) == match.position.state
    position = game.new_initial_state()
    for seq, step in enumerate(match.steps):
        assert match.state_at(seq) == position.state
        assert position.current_player() == step.actor
        position.apply_action(step.action)


def test_an_illegal_action_leaves_no_trace(game):
    match = played(game, steps=3)
    before = match.position.state.tobytes(), match.seq
    illegal = next(a for a in range(len(game.actions)) if a not in match.position.legal_actions())
    with pytest.raises(IllegalAction):
        match.act(illegal)
    assert (match.position.state.tobytes(), match.seq) == before


def test_nobody_acts_for_chance(game):
    match = Match(game)
    assert match.position.is_chance_node()
    with pytest.raises(IllegalAction, match="chance is to move"):
        match.act(0)


def test_nobody_acts_when_it_is_over(game):
    match = played(game)
    with pytest.raises(IllegalAction, match="over"):
        match.act(0)


def test_seats_have_names(game):
    assert Match(game).names == [f"#{s + 1}" for s in range(game.players)]
    with pytest.raises(BadValue, match="names"):
        Match(game, names=["only one"] * (game.players + 1))


# ---------------------------------------------------------------------------------------- undo


def until_undo_is_rejected(match: Match) -> None:
    for _ in range(200):
        match.run_chance()
        actor = match.steps[-1].actor
        if actor >= 0 and match.undoable(actor) is None:
            return
        legal = match.position.legal_actions()
        match.act(legal[-1])


def test_the_last_action_is_taken_back(invented):
    game = invented.load(2)
    match = Match(game, CommittedStream(bytes(32)))
    match.run_chance()
    match.human_seats = {0}  # the other seat is a bot: what it learned can be forgotten
    before, seq = match.position.state.tobytes(), match.seq
    match.act(match.position.legal_actions()[0])
    assert match.undoable(0) == seq
    assert match.undo(0) == seq
    assert (match.position.state.tobytes(), match.seq) == (before, seq)
    match.act(match.position.legal_actions()[1])
    assert match.seq == seq + 1


def test_nothing_is_taken_back_after_somebody_learned_something(invented):
    """The card that was played is now known to a person at another seat."""
    match = Match(invented.load(2), CommittedStream(bytes(32)))
    match.run_chance()
    match.act(match.position.legal_actions()[0])
    assert match.undoable(0) is None
    with pytest.raises(IllegalAction, match="became known"):
        match.undo(0)


def test_only_the_own_last_action(invented):
    match = Match(invented.load(2), CommittedStream(bytes(32)))
    match.human_seats = set()
    assert match.undoable(0) is None  # nothing happened yet
    match.run_chance()
    assert match.undoable(0) is None  # chance is never taken back
    match.act(match.position.legal_actions()[0])
    assert match.undoable(1) is None
    assert match.undoable(0) is not None


def test_chance_after_an_action_cannot_be_taken_back(game):
    match = played(game, steps=0)
    match.human_seats = set()
    rng = new_rng("undo")
    for _ in range(300):
        legal = match.position.legal_actions()
        seat = match.position.current_player()
        match.act(legal[below(rng, len(legal))])
        assert match.undoable(seat) == match.seq - 1
        if match.run_chance():
            assert match.undoable(seat) is None
            return
    raise AssertionError("no chance step came")


def test_a_match_goes_on_after_undo_as_if_it_had_not_been(game):
    """The chance stream is indexed by the chance steps made, so no outcome changes."""
    plain, undone = played(game, 1, steps=0), played(game, 1, steps=0)
    undone.human_seats = set()
    while not plain.is_over():
        seat, legal = plain.position.current_player(), plain.position.legal_actions()
        undone.act(legal[-1])
        undone.undo(seat)
        for match in (plain, undone):
            match.act(legal[0])
            match.run_chance()
    assert plain.steps == undone.steps
    assert plain.to_lines() == undone.to_lines()


# -------------------------------------------------------------------------------------- resign


def test_giving_up_ends_a_game_of_two(game):
    match = played(game, steps=2)
    if game.players > 2:
        with pytest.raises(BadValue, match="2"):
            match.resign(0)
        return
    match.resign(0)
    assert match.is_over()
    assert match.ranks() == [2, 1]
    with pytest.raises(IllegalAction, match="over"):
        match.resign(1)
    with pytest.raises(IllegalAction, match="over"):
        match.act(match.position.legal_actions()[0])
    assert match.run_chance() == []
    assert match.undoable(0) is None
    replayed = Match.from_lines(match.to_lines())
    assert (replayed.resigned, replayed.ranks()) == (0, [2, 1])


def test_giving_up_decides_nothing_among_three(invented):
    with pytest.raises(BadValue, match="2"):
        Match(invented.load(3)).resign(0)


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


@pytest.fixture
def lines(game) -> list[str]:
    return played(game).to_lines()


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
        ({"rules_version": 99}, "rules version"),
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"edition": "lost"}, "lost"),
        ({"players": 17}, "17"),
        ({"options": {"speed": 3}}, "speed"),
        ({"options": 5}, ""),
        ({"names": ["a"]}, "names"),
    ],
)
def test_a_wrong_header(lines, changed: dict, words: str):
    found = damage(forged(lines, 1, **changed))
    assert found.line == 1
    assert words in found.problem


def test_a_record_of_other_rules_says_which_and_which_are_here(lines):
    found = damage(forged(lines, 1, rules_version=0))
    name, here = json.loads(lines[0])["game"], json.loads(lines[0])["rules_version"]
    assert found.problem == (
        f"this game was played by rules version 0 of {name}; "
        f"only rules version {here} can be played and replayed here"
    )


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
