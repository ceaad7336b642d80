"""Our games, states and bots in the form of OpenSpiel, and its bots at our tables."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from ducato.bots import make
from ducato.cli.authoring.new_game import examples
from ducato.core.chance import CommittedStream, new_rng
from ducato.core.errors import BadValue, IllegalAction, UnknownName
from ducato.core.game import all_games
from ducato.core.game.folder import game_from
from ducato.core.match import Match
from ducato.core.visibility import SPECTATOR, redact, resample
from ducato.lab.tournament import play_between

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra [research]")

from ducato.research import openspiel  # noqa: E402  # only where OpenSpiel is installed


def advanced(name: str = "magnate", steps: int = 40, seed: int = 1, **options: object) -> Any:
    """Return a state after some random steps, at which a player is to move."""
    draws = np.random.default_rng(seed)
    state = openspiel.load(name, **options).new_initial_state()
    while state.move_number() < steps or state.is_chance_node():
        actions = (
            [outcome for outcome, _ in state.chance_outcomes()]
            if (state.is_chance_node())
            else state.legal_actions()
        )
        state.apply_action(int(draws.choice(actions)))
    return state


@pytest.mark.parametrize("name", all_games())
def test_openspiels_own_checks_pass(name: str):
    pyspiel.random_sim_test(openspiel.load(name), num_sims=1, serialize=False, verbose=False)


def test_openspiels_own_checks_of_serialization_pass():
    pyspiel.random_sim_test(openspiel.load("magnate"), num_sims=1, serialize=True, verbose=False)


@pytest.mark.compiled
@pytest.mark.parametrize("name", all_games())
def test_a_game_is_the_same_as_ours(name: str):
    """A game of ours, played again by OpenSpiel, has the same choices, outcomes and returns."""
    game = openspiel.load(name)
    match = Match(game.loaded, CommittedStream(bytes(32)))
    match.run_chance()
    greedy = make("greedy", game.loaded)
    while not match.is_over():
        seat = match.position.current_player()
        match.act(greedy.choose(redact(match.position.state, seat), seat, match.seq))
        match.run_chance()
    state = game.new_initial_state()
    for seq, step in enumerate(match.steps):
        assert state.current_player() == step.actor
        before = type(match.position)(game.loaded, match.state_at(seq))
        assert state.legal_actions() == (
            before.legal_actions() or [outcome for outcome, _ in before.chance_outcomes()]
        )
        assert state.chance_outcomes() == before.chance_outcomes() if step.actor < 0 else True
        assert state.action_to_string(step.actor, step.action) == before.action_to_string(
            step.action
        )
        state.apply_action(step.action)
    assert state.is_terminal()
    assert state.returns() == match.returns()
    assert sum(state.returns()) == pytest.approx(0)
    assert state.position.state == match.position.state


def test_games_are_loaded_by_name_with_players_and_options():
    assert {f"ducato_{name.replace('-', '_')}" for name in all_games()} <= set(
        pyspiel.registered_names()
    )
    assert pyspiel.load_game("ducato_builders(players=3)").num_players() == 3
    options = {"closed_discards": True, "ace_price": 4}
    game = openspiel.load("magnate", **options)
    assert game.loaded.options == options
    assert pyspiel.load_game(str(game)).loaded == game.loaded
    assert pickle.loads(pickle.dumps(game)).loaded == game.loaded  # noqa: S301  # our own
    assert openspiel.load(game.loaded).loaded == game.loaded
    assert openspiel.load(game.loaded.game, **options).loaded == game.loaded
    with pytest.raises(UnknownName):
        openspiel.load("magnate", no_option=1)
    with pytest.raises(BadValue, match="a game or its name"):
        openspiel.load(game.loaded, players=2)
    assert game.max_utility() == 1
    assert game.num_distinct_actions() == game.loaded.num_actions()
    assert game.max_game_length() == game.loaded.game.longest


def test_an_illegal_action_changes_nothing():
    state = advanced()
    before = str(state)
    with pytest.raises(IllegalAction):
        state.apply_action(10_000)
    assert str(state) == before


def copied_in_every_way(state: Any) -> list[Any]:
    return [
        state.clone(),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),  # noqa: S301  # our own
        state.get_game().deserialize_state(state.serialize()),
    ]


@pytest.mark.parametrize("name", all_games())
def test_copies_go_on_by_themselves(name: str):
    state = advanced(name)
    text, history = str(state), state.history()
    copies = copied_in_every_way(state)
    for copied in copies:
        assert (str(copied), copied.history()) == (text, history)
        assert copied.legal_actions() == state.legal_actions()
        copied.apply_action(copied.legal_actions()[-1])
        assert str(state) == text
    assert len({str(copied) for copied in copies}) == 1


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda text: "",
        lambda text: "  ",
        lambda text: "zz",
        lambda text: "abc",
        lambda text: "00",
        lambda text: None,
        lambda text: text + " x",
        lambda text: text + " -1",
        lambda text: text + " 1_0",
        lambda text: text + " " + "9" * 30,
        lambda text: text + ":",
        lambda text: text + ":00",
        lambda text: text + ":00:11:22:33",
        lambda text: text + ":00:11",
        lambda text: text + 2 * (":" + "zz" * 16),
        lambda text: text + 3 * (":" + "00" * 16),
        lambda text: "ff" * (len(text) // 2),
        lambda text: np.random.default_rng(1).bytes(len(text) // 2).hex(),
    ],
)
def test_a_text_that_is_no_state(spoilt):
    game = openspiel.load("magnate")
    text = advanced().position.state.tobytes().hex()
    assert str(game.deserialize_state(text)) == text
    with pytest.raises(BadValue):
        game.deserialize_state(spoilt(text))


@pytest.mark.parametrize("player", [-2, -1, 2, 7, "0", 0.5, True])
def test_a_player_that_does_not_exist(player: object):
    state, draws = advanced(), np.random.default_rng(1)
    observer = state.get_game().make_py_observer()
    asked = [
        lambda: state.resample_from_infostate(player, draws.random),
        lambda: state.position.resample_from_infostate(7, draws),
        lambda: openspiel.DucatoBot(state.get_game(), player),
        lambda: observer.set_from(state, player),
        lambda: observer.string_from(state, player),
        lambda: openspiel.SpielState.information_state_string(state, player),
        lambda: openspiel.SpielState.observation_string(state, player),
    ]
    for ask in asked:
        with pytest.raises(BadValue, match="to 1"):
            ask()


def test_a_dealt_state_is_serialized_although_it_has_no_history():
    state = advanced()
    world = state.resample_from_infostate(0, np.random.default_rng(1).random)
    world.apply_action(world.legal_actions()[0])
    again = state.get_game().deserialize_state(world.serialize())
    assert str(again) == str(world)
    assert again.history() == world.history()


def test_resampling_keeps_what_the_player_sees_and_nothing_else():
    state, draws = advanced(steps=60), np.random.default_rng(1)
    worlds = [state.resample_from_infostate(0, draws.random) for _ in range(20)]
    assert {world.information_state_string(0) for world in worlds} == {
        state.information_state_string(0)
    }
    assert len({world.information_state_string(1) for world in worlds}) > 1
    assert {tuple(world.history()) for world in worlds} == {()}


def test_an_observation_is_of_what_the_player_sees():
    state = advanced(steps=60)
    world = state.resample_from_infostate(0, np.random.default_rng(1).random)
    assert state.observation_string(0) == world.observation_string(0)
    assert state.observation_tensor(0) == world.observation_tensor(0)
    assert state.observation_tensor(1) != world.observation_tensor(1)
    public = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer = state.get_game().make_py_observer(public)
    observer.set_from(state, 0)
    seen = state.position.observation_tensor(SPECTATOR)
    assert observer.tensor.tolist() == observer.dict["observation"].tolist() == seen.tolist()
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(BadValue):
        state.get_game().make_py_observer(everything)
    with pytest.raises(BadValue):
        state.information_state_string(2)


def test_rules_are_never_applied_to_a_redacted_state():
    state = advanced()
    game = state.get_game()
    seen = redact(state.position.state, 0)
    with pytest.raises(BadValue, match="hidden cards"):
        game.state_of(seen)
    with pytest.raises(BadValue, match="hidden cards"):
        game.deserialize_state(seen.tobytes().hex())
    with pytest.raises(BadValue):
        openspiel.load("builders").state_of(state.position.state)
    game.state_of(resample(seen, 0, new_rng(1)))


@pytest.mark.compiled
def test_our_bot_is_given_what_its_seat_sees(monkeypatch: pytest.MonkeyPatch):
    """In two worlds that its seat cannot tell apart, it is asked the same and does the same."""
    state = advanced(steps=60)
    seat = state.current_player()
    world = state.resample_from_infostate(seat, np.random.default_rng(1).random)
    assert str(world) != str(state)
    asked = []
    for one in (state, world):
        bot = openspiel.DucatoBot(state.get_game(), seat, "ismcts:sims=20", seed=5)
        kept = bot._bot.choose
        monkeypatch.setattr(bot._bot, "choose", lambda *a, k=kept: asked.append(a) or k(*a))
        asked.append(bot.step(one))
    assert asked[:2] == asked[2:]


@pytest.mark.compiled
def test_our_bot_wins_against_openspiels_random_one():
    from open_spiel.python.algorithms.evaluate_bots import evaluate_bots

    game, total = openspiel.load("magnate"), 0.0
    for number in range(6):
        seat = number % 2
        bots = [pyspiel.make_uniform_random_bot(n, number) for n in range(2)]
        bots[seat] = openspiel.DucatoBot(game, seat, "ismcts:sims=50", seed=number)
        initial = game.new_initial_state()
        if number < 3:
            returns = evaluate_bots(initial, bots, np.random.RandomState(number))
        else:
            returns = pyspiel.evaluate_bots(initial, bots, number)
        total += returns[seat]
    assert total >= 5


@pytest.mark.compiled
@pytest.mark.parametrize("kind", ["random", "mcts", "ismcts"])
def test_openspiels_bots_play_whole_games_against_ours(kind: str):
    game = openspiel.load("magnate")
    maker = openspiel.MAKERS[kind](**({} if kind == "random" else {"sims": 3}))

    def bots() -> list[Any]:
        return [openspiel.SpielBot(game, maker, kind), make("greedy", game.loaded)]

    first, again = (play_between(game.loaded, bots, 1, 0) for _ in range(2))
    assert first.finished
    assert sum(first.won) == 1
    assert first.won == again.won
    assert first.decided[:, 0].tolist() == again.decided[:, 0].tolist()


@pytest.mark.compiled
def test_openspiels_bot_cannot_depend_on_what_is_hidden():
    state = advanced(steps=60)
    seat = state.current_player()
    bot = openspiel.SpielBot(state.get_game(), openspiel.ismcts_maker(sims=5))
    worlds = [resample(state.position.state, seat, new_rng(n)) for n in range(3)]
    assert len({bot.choose(redact(world, seat), seat, 7) for world in worlds}) == 1


@pytest.mark.compiled
@pytest.mark.parametrize("guided", [False, True])
def test_an_evaluator_plays_to_the_end(guided: bool):
    state = advanced()
    before = str(state)
    evaluator = openspiel.PlayoutEvaluator(state.get_game(), 20, guided, seed=3)
    returns = evaluator.evaluate(state)
    assert returns.sum() == pytest.approx(0)
    assert np.abs(returns).max() <= 1
    assert str(state) == before
    assert [action for action, _ in evaluator.prior(state)] == state.legal_actions()
    again = openspiel.PlayoutEvaluator(state.get_game(), 20, guided, seed=3)
    assert again.evaluate(state).tolist() == returns.tolist()


@pytest.mark.slow
def test_a_process_that_used_it_ends_well():
    """OpenSpiel lets go of what was registered when the interpreter has ended."""
    code = "from ducato.research import openspiel; openspiel.load('magnate').new_initial_state()"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_sealed_number_is_in_no_other_seats_information_state():
    states = [openspiel.load(game_from(examples() / "tender").load(2)) for _ in range(2)]
    found = []
    for loaded, bid in zip(states, (3, 7), strict=True):
        state = loaded.new_initial_state()
        state.apply_action(2)
        state.apply_action(bid)
        found.append([state.information_state_string(seat) for seat in (0, 1)])
    assert found[0][1] == found[1][1]
    assert found[0][0] != found[1][0]


def bidding(players: int = 3) -> Any:
    """Return a game in which all choose at the same time, as OpenSpiel's simultaneous game."""
    return openspiel.load(game_from(examples() / "tender").load(players), simultaneous=True)


def test_openspiels_own_checks_of_a_simultaneous_game_pass():
    game = bidding()
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    in_turns = pyspiel.convert_to_turn_based(game)
    pyspiel.random_sim_test(in_turns, num_sims=1, serialize=False, verbose=False)
    other = openspiel.load(game_from(examples() / "tender").load(3))
    assert other.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    pyspiel.random_sim_test(other, num_sims=1, serialize=True, verbose=False)


def test_a_joint_action_leads_where_the_same_actions_in_turns_lead():
    together, in_turns = bidding(), openspiel.load(game_from(examples() / "tender").load(3))
    draws, states = np.random.default_rng(2), [g.new_initial_state() for g in (together, in_turns)]
    while not states[0].is_terminal():
        if states[0].is_chance_node():
            outcome = int(draws.choice([one for one, _ in states[0].chance_outcomes()]))
            for state in states:
                state.apply_action(outcome)
            continue
        assert states[0].is_simultaneous_node()
        chosen = [int(draws.choice(states[0].legal_actions(seat))) for seat in range(3)]
        states[0].apply_actions(chosen)
        for action in chosen:
            assert action in states[1].legal_actions()
            states[1].apply_action(action)
        assert str(states[0]) == str(states[1])
    assert states[0].returns() == states[1].returns()
    assert states[0].history() == states[1].history()


def test_copies_of_a_simultaneous_node_go_on_by_themselves():
    state = bidding().new_initial_state()
    state.apply_action(2)
    state.apply_actions([3, 4, 5])
    state.apply_action(0)
    state.apply_action(1)
    copies = copied_in_every_way(state)
    for copied in copies:
        assert copied.is_simultaneous_node()
        assert [copied.legal_actions(n) for n in range(3)] == [
            state.legal_actions(n) for n in range(3)
        ]
        copied.apply_actions([0, 1, 1])
    assert len({str(copied) for copied in copies}) == 1
    with pytest.raises(BadValue, match="at the same time"):
        state.get_game().deserialize_state(f"{state.serialize()} 0 1")


def test_an_illegal_joint_action_changes_nothing():
    state = bidding().new_initial_state()
    state.apply_action(2)
    before = str(state)
    with pytest.raises(IllegalAction):
        state.apply_actions([1, 1, 20])
    assert str(state) == before


@pytest.mark.compiled
def test_our_bots_choose_at_a_simultaneous_node_from_what_their_seat_sees():
    game = bidding(2)
    bots = [openspiel.DucatoBot(game, seat, "greedy", seed=seat) for seat in range(2)]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 3)
    assert sum(returns) == pytest.approx(0)


def test_a_game_in_turns_has_no_simultaneous_form():
    with pytest.raises(BadValue, match="one after the other"):
        openspiel.load("magnate", simultaneous=True)
