"""The kit passes a sound game of another package, and catches each way to break one."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec import structs
from tests.support.compiled import COMPILING

from ducato import checks
from ducato.checks import CHECKS, Broken
from ducato.core import verbs, visibility
from ducato.core.scene import Number

from ..invented import narration, rules, state
from ..invented import scene as scene_module


@pytest.mark.parametrize("edition", ["plain", "upside-down"])
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.__name__)
@pytest.mark.compiled
def test_a_sound_game_passes(invented, check, players: int, edition: str):
    for seed in range(3):
        check(invented.load(players, edition), seed)


def test_all_checks_run_although_one_fails(invented):
    ran = []

    def first(game: object, seed: int) -> None:
        ran.append(seed)
        raise Broken("something")

    def second(game: object, seed: int) -> None:
        ran.append(seed)

    groups = [checks.Checks("rules", of_play=(first, second))]
    results = list(checks.run(invented, groups, checks.CheckPlan(2, "plain", seeds=range(4))))
    assert [(r.check, r.status) for r in results] == [("first", "failed"), ("second", "passed")]
    assert ran == [0, 1, 2, 3, 0, 1, 2, 3]
    assert results[0].findings[0].problem == "something"
    assert results[0].findings[0].variant == "2 players, edition plain"


def broken_rules(monkeypatch, **changed: object) -> None:
    """Put other verbs in the place of the game's, for interpreted runs."""
    names = [verb.__name__ for verb in verbs.VERBS]
    kept = {name: getattr(rules, name, verbs.OPTIONAL.get(name)) for name in names}
    # Loading the game would bind the sound rules again.
    monkeypatch.setattr(verbs, "bind", lambda record, module: None)
    monkeypatch.setattr(state.State, "rules", SimpleNamespace(**{**kept, **changed}))


def three(check, game: object) -> None:
    for seed in range(3):
        check(game, seed)


def fails(game: object, check, text: str) -> None:
    with pytest.raises(Broken, match=text):
        three(check, game)


@pytest.fixture
def loaded(invented):
    return invented.load(3)


def test_an_unsorted_legal_list(loaded, monkeypatch):
    def backwards(state, edition, out):
        n = rules.legal_actions(state, edition, out)
        for place, action in enumerate(sorted(out[:n], reverse=True)):
            out[place] = action
        return n

    broken_rules(monkeypatch, legal_actions=backwards)
    fails(loaded, checks.legal_lists, "not ascending")


def test_a_repeated_action(loaded, monkeypatch):
    def twice(state, edition, out):
        n = rules.legal_actions(state, edition, out)
        out[n] = out[n - 1]
        return n + 1

    broken_rules(monkeypatch, legal_actions=twice)
    fails(loaded, checks.legal_lists, "not ascending")


def test_a_dead_end(loaded, monkeypatch):
    broken_rules(monkeypatch, legal_actions=lambda state, edition, out: 0)
    with pytest.raises((Broken, ValueError, ZeroDivisionError, IndexError)):
        checks.legal_lists(loaded, 0)


def test_an_action_out_of_the_table(loaded, monkeypatch):
    def beyond(state, edition, out):
        out[0] = len(loaded.actions)
        return 1

    broken_rules(monkeypatch, legal_actions=beyond)
    fails(loaded, checks.legal_lists, "outside the table")


def test_a_player_that_does_not_exist(loaded, monkeypatch):
    broken_rules(
        monkeypatch,
        current_player=lambda s, e: 3 if s.tricks == 1 else rules.current_player(s, e),
    )
    fails(loaded, checks.legal_lists, "player 3")


def test_a_chance_step_without_outcome(loaded, monkeypatch):
    broken_rules(monkeypatch, chance_outcomes=lambda state, edition: 0)
    with pytest.raises((Broken, ZeroDivisionError)):
        checks.legal_lists(loaded, 0)


def test_a_game_without_end(loaded, monkeypatch):
    broken_rules(
        monkeypatch,
        current_player=lambda state, edition: verbs.CHANCE,
        chance_outcomes=lambda state, edition: 1,
        apply_action=lambda state, edition, action: None,
    )
    fails(loaded, checks.legal_lists, "not over after 60 steps")


@pytest.mark.parametrize("run", [checks.compiled_agrees, checks.legal_lists], ids=["trace", "walk"])
@pytest.mark.compiled
def test_the_longest_game_is_not_too_long(invented, run):
    steps = len(list(checks.walk(invented.load(), 0))) - 1
    run(replace(invented, longest=steps).load(), 0)
    with pytest.raises(Broken, match=f"not over after {steps - 1} steps"):
        run(replace(invented, longest=steps - 1).load(), 0)


def test_nobody_is_first(loaded, monkeypatch):
    def all_second(state, edition, out):
        for seat in range(len(out)):
            out[seat] = 2

    broken_rules(monkeypatch, ranking=all_second)
    with pytest.raises((Broken, ZeroDivisionError)):
        checks.legal_lists(loaded, 0)


def test_an_action_that_changes_nothing(loaded, monkeypatch):
    def lazy(state, edition, action):
        if state.phase == 0 or state.tricks > 0:
            rules.apply_action(state, edition, action)
        else:
            state.tricks = state.tricks

    broken_rules(monkeypatch, apply_action=lazy)
    with pytest.raises(Broken):
        checks.reading_changes_nothing(loaded, 0)


def test_reading_that_writes(loaded, monkeypatch):
    def nosy(state, edition, out):
        state.best = 5
        return rules.legal_actions(state, edition, out)

    broken_rules(monkeypatch, legal_actions=nosy)
    fails(loaded, checks.reading_changes_nothing, "reading changed the state")


def test_wrong_counts(loaded, monkeypatch):
    def sloppy(state, edition, action):
        rules.apply_action(state, edition, action)
        if state.tricks == 1 and state.played == 0:
            state.held[4] = 1

    broken_rules(monkeypatch, apply_action=sloppy)
    fails(loaded, checks.cards_are_conserved, "zone and its counts differ")


def test_a_card_that_is_lost(loaded, monkeypatch):
    def greedy(state, edition, action):
        rules.apply_action(state, edition, action)
        if state.tricks == 1:
            state.zone[0] = 7

    broken_rules(monkeypatch, apply_action=greedy)
    fails(loaded, checks.cards_are_conserved, "differ")


def test_legal_actions_that_hang_on_the_other_hand(loaded, monkeypatch):
    def leaking(state, edition, out):
        n = rules.legal_actions(state, edition, out)
        mine = max(out[:n])
        others = [c for c in range(7) if state.zone[c] in (1, 2, 3) and c not in out[:n]]
        return n if not others or mine > max(others) else 1

    broken_rules(monkeypatch, legal_actions=leaking)
    fails(loaded, checks.secrets_are_kept, "depend on what it cannot see")


def test_a_turn_that_hangs_on_hidden_cards(loaded, monkeypatch):
    def leaking(state, edition):
        player = rules.current_player(state, edition)
        return player if player < 0 else (player + (state.zone[6] == 1)) % 3

    broken_rules(monkeypatch, current_player=leaking)
    with pytest.raises((Broken, IndexError, ValueError, ZeroDivisionError)):
        checks.secrets_are_kept(loaded, 0)


def test_deals_that_favour_low_cards(loaded, monkeypatch):
    def lazy(state, seat, rng):
        """Sorted, as a careless author would write it, and only sometimes shuffled."""
        world = visibility.redact(state, seat)
        visibility.deal_hidden(world, np.array([1, 2, 3, int(rng[3]) % 2]))
        rng[3] += 1
        return world

    monkeypatch.setattr(visibility, "resample", lazy)
    fails(loaded, checks.secrets_are_dealt_uniformly, r"not uniform|never moves")


def test_deals_that_are_the_truth(loaded, monkeypatch):
    """The fault that a test for consistency alone would pass."""
    truth = {
        (seat, visibility.redact(position.state, seat).tobytes()): position.state.copy()
        for seed in range(3)
        for position in checks.walk(loaded, seed)
        for seat in (0, 1, 2, visibility.SPECTATOR)
    }

    def peeking(record, seat, rng):
        return truth[seat, visibility.redact(record, seat).tobytes()].copy()

    monkeypatch.setattr(visibility, "resample", peeking)
    for seed in range(3):
        checks.secrets_are_kept(loaded, seed)
    with pytest.raises(Broken):
        three(checks.secrets_are_dealt_uniformly, loaded)


def test_a_number_that_does_not_fit(invented, monkeypatch):
    """Compiled it would wrap in silence; interpreted it is an error."""

    def rich(state, edition, action):
        before = state.tricks
        rules.apply_action(state, edition, action)
        if state.tricks > before:
            state.points[state.mover] += 100

    broken_rules(monkeypatch, apply_action=rich)
    with pytest.raises(Broken, match="declare the field in a wider type"):
        checks.check(invented.load(2, worth=9))


def test_a_record_that_ends_elsewhere(loaded, monkeypatch):
    calls = iter(range(10_000))

    def moody(state, edition, action):
        rules.apply_action(state, edition, action)
        state.shown[0] = next(calls) % 5

    broken_rules(monkeypatch, apply_action=moody)
    fails(loaded, checks.record_replays, "replays differently")


def test_a_missing_sentence(loaded, monkeypatch):
    monkeypatch.setattr(narration, "describe_action", lambda s, e, a: narration.say("nowhere"))
    with pytest.raises(Exception, match="nowhere"):
        checks.everything_is_described(loaded, 0)


def test_a_piece_that_offers_what_is_not_legal(loaded, monkeypatch):
    drawn = scene_module.scene

    def generous(state, edition, seat, legal):
        return drawn(state, edition, seat, list(range(7)))

    monkeypatch.setattr(scene_module, "scene", generous)
    fails(loaded, checks.everything_is_described, "offers what is not legal")


def test_two_pieces_with_one_id(loaded, monkeypatch):
    drawn = scene_module.scene

    def doubled(state, edition, seat, legal):
        scene = drawn(state, edition, seat, legal)
        scene.pieces.extend(scene.pieces[:1])
        return scene

    monkeypatch.setattr(scene_module, "scene", doubled)
    fails(loaded, checks.everything_is_described, "two pieces with one id")


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (("card:", "count"), "shows a number that nothing explains, in its corner"),
        (("token:", "corner"), "shows a number that nothing explains, in its corner"),
        (("card:", "edge"), "a number is explained on the part edge"),
    ],
)
def test_a_number_that_nothing_explains(loaded, monkeypatch, number, message):
    drawn = scene_module.scene
    face = scene_module.Face("a card", "7")

    def explaining(state, edition, seat, legal):
        scene = drawn(state, edition, seat, legal)
        scene.pieces = [structs.replace(piece, face=face) for piece in scene.pieces]
        scene.numbers = (Number(*number, "What it is worth."),)
        return scene

    monkeypatch.setattr(scene_module, "scene", explaining)
    fails(loaded, checks.everything_is_described, message)


def test_a_teller_who_knows_more_than_the_state(loaded, monkeypatch):
    calls = iter(range(10_000))

    def whisper(before, action, after, edition, actor, seat):
        return [narration.say("card", card=narration.Name(state.NAMES[next(calls) % 7]))]

    monkeypatch.setattr(narration, "describe_step", whisper)
    fails(loaded, checks.steps_reveal_nothing, "reads another sentence when it asks again")


@pytest.mark.compiled
@pytest.mark.skipif(not COMPILING, reason="compares with compiled code")
def test_rules_that_differ_when_compiled(loaded, monkeypatch):
    checks.compiled_agrees(loaded, 0)

    def other(state, edition, action):
        rules.apply_action(state, edition, action)
        if state.tricks == 1:
            state.points[1] = 7

    broken_rules(monkeypatch, apply_action=other)
    fails(loaded, checks.compiled_agrees, "compiled and interpreted states differ")
