"""Bots: equal seeds give equal choices, and no bot sees more than its seat may."""

from __future__ import annotations

import time
from typing import get_type_hints

import numpy as np
import pytest
from tests.support.short import short

import ducato
from ducato.bots import make, players
from ducato.bots.options import OPTIONS
from ducato.bots.playout import Policy
from ducato.bots.search import bot as search_bot
from ducato.bots.search.bot import SearchBot
from ducato.bots.search.evaluation import evaluate
from ducato.bots.search.method import NONE, Workspace
from ducato.bots.value import Net
from ducato.checks import Broken
from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import all_games
from ducato.core.game.weights import greedy_weights
from ducato.core.verbs import estimate
from ducato.core.visibility import redact, resample
from ducato.lab.tournament import tournament
from ducato.table.game_checks import check_stand_in

GAMES = list(all_games())
BOTS = ["random", "greedy", "ismcts:sims=120", "ismcts:sims=120:playout=uniform"]


def decisions(game: ducato.LoadedGame, seed: int, every: int = 9) -> list[ducato.Position]:
    """Return positions of a random game that offer a choice."""
    rng, found = ducato.new_rng("decisions", seed), []
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(ducato.sample(state.chance_outcomes(), rng))
            continue
        legal = state.legal_actions()
        if len(legal) > 1:
            found.append(state.clone())
        state.apply_action(legal[ducato.sample([(i, 0.0) for i in range(len(legal))], rng)])
    return found[::every]


@pytest.fixture(scope="module", params=GAMES)
def game(request) -> ducato.LoadedGame:
    return ducato.load(request.param)


@pytest.fixture(scope="module")
def positions(game) -> list[ducato.Position]:
    return decisions(game, 1)


def choice(bot, position: ducato.Position, seed: int = 3) -> int:
    seat = position.current_player()
    return bot.choose(redact(position.state, seat), seat, seed)


@pytest.mark.compiled
@pytest.mark.parametrize("name", BOTS)
def test_the_choice_is_legal_and_changes_nothing(game, positions, name: str):
    bot = make(name, game)
    assert bot.name == name
    for position in positions:
        seat = position.current_player()
        seen = redact(position.state, seat)
        before = seen.tobytes()
        action = bot.choose(seen, seat, 3)
        assert type(action) is int
        assert action in position.legal_actions()
        assert seen.tobytes() == before


@pytest.mark.compiled
@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_gives_the_same_answer(game, positions, name: str):
    for position in positions:
        assert choice(make(name, game), position) == choice(make(name, game), position)


@pytest.mark.compiled
@pytest.mark.parametrize("name", BOTS)
def test_the_seed_matters_only_to_chance(game, positions, name: str):
    answers = [{choice(make(name, game), p, seed) for seed in range(12)} for p in positions[:6]]
    if name == "random":
        assert max(map(len, answers)) > 1


@pytest.mark.compiled
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_cannot_tell_worlds_apart_that_its_seat_cannot(game, positions, name: str):
    bot, rng = make(name, game), ducato.new_rng("worlds")
    for position in positions[::2]:
        seat = position.current_player()
        answer = choice(bot, position)
        for _ in range(3):
            world = resample(position.state, seat, rng)
            assert bot.choose(redact(world, seat), seat, 3) == answer


def test_random_plays_every_legal_action(game, positions):
    bot, position = make("random", game), positions[0]
    seen = {choice(bot, position, seed) for seed in range(400)}
    assert seen == set(position.legal_actions())


@pytest.mark.compiled
def test_greedy_takes_what_scores_best(game, positions):
    from ducato.core.verbs import action_score

    bot, weights = make("greedy", game), greedy_weights(game.game)
    for position in positions:
        seen = redact(position.state, position.current_player())
        scores = {a: action_score(seen, game.edition, a, weights) for a in position.legal_actions()}
        best = max(scores.values())
        assert scores[choice(bot, position)] == pytest.approx(best)


def test_scores_use_nothing_hidden(game, positions):
    from ducato.core.verbs import action_score

    rng, weights = ducato.new_rng("scores"), greedy_weights(game.game)
    for position in positions:
        seat = position.current_player()
        world = resample(position.state, seat, rng)
        for action in position.legal_actions():
            scores = [
                action_score(record, game.edition, action, weights)
                for record in (position.state, world, redact(world, seat))
            ]
            assert scores[0] == scores[1] == scores[2]


@pytest.mark.slow
@pytest.mark.parametrize("game_", GAMES)
def test_greedy_beats_random(game_: str):
    """Played in short games; `benchmarks/strength.py` measures the strength."""
    result = tournament(ducato.load(game_, **short(game_)), ["greedy", "random"], 30)
    assert result.bots[0].win_rate > 0.85


@pytest.mark.slow
@pytest.mark.parametrize("game_", GAMES)
def test_search_beats_random(game_: str):
    """Played in short games, too."""
    result = tournament(ducato.load(game_, **short(game_)), ["ismcts:sims=60", "random"], 10)
    assert result.bots[0].win_rate > 0.7


# -------------------------------------------------------------------------------------- search


@pytest.mark.compiled
def test_estimates_add_up(game, positions):
    bot = SearchBot(game, "", sims=150)
    for position in positions[:5]:
        seat = position.current_player()
        found = bot.estimates(redact(position.state, seat), seat, 1)
        assert sum(e.visits for e in found) == 150
        assert {e.action for e in found} <= set(position.legal_actions())
        assert len({e.action for e in found}) == len(found)
        assert all(0 <= e.value <= 1 for e in found)
        chosen = bot.choose(redact(position.state, seat), seat, 1)
        assert max(e.visits for e in found) == next(e.visits for e in found if e.action == chosen)


def test_a_single_choice_needs_no_search(game, monkeypatch):
    rng = ducato.new_rng("single")
    state = game.new_initial_state()
    for _ in range(game.game.longest):
        legal = state.legal_actions()
        if len(legal) == 1:
            break
        if state.is_terminal():
            pytest.skip("in this game there was always a choice")
        outcomes = state.chance_outcomes()
        state.apply_action(ducato.sample(outcomes, rng) if outcomes else legal[0])
    bot = SearchBot(game, "")
    monkeypatch.setattr(bot, "estimates", None)
    assert choice(bot, state) == state.legal_actions()[0]


@pytest.mark.compiled
def test_slots_are_left_clean(game, positions):
    """The search maps actions to nodes; a forgotten entry would be a wrong node."""
    bot = SearchBot(game, "", sims=40)
    position = positions[len(positions) // 2]
    first = [choice(bot, position, seed) for seed in range(4)]
    assert [choice(bot, position, seed) for seed in range(4)] == first
    assert NONE == -1


def simulations(monkeypatch, bot, position: ducato.Position) -> tuple[int, float]:
    """Return the number of simulations of a choice that is never settled, and its seconds."""
    done = []
    grow = search_bot.Tree.grow

    def counted(tree, number: int) -> None:
        done.append(number)
        grow(tree, number)

    with monkeypatch.context() as patched:
        patched.setattr(search_bot.Tree, "grow", counted)
        patched.setattr(search_bot, "settled", lambda tried, left: False)
        start = time.monotonic()
        choice(bot, position)
        return sum(done), time.monotonic() - start


@pytest.mark.compiled
def test_a_budget_of_simulations_is_kept(game, positions, monkeypatch):
    assert simulations(monkeypatch, make("ismcts:sims=130", game), positions[0])[0] == 130


@pytest.mark.compiled
def test_a_budget_of_time_is_kept_more_or_less(game, positions, monkeypatch):
    """Not less than the budget; how much more depends on the machine, which may be busy."""
    choice(make("ismcts:sims=40", game), positions[0])  # compiles, perhaps
    bots = [make(f"ismcts:seconds={s}", game) for s in (0.05, 0.5)]
    (few, short), (many, long) = (simulations(monkeypatch, b, positions[0]) for b in bots)
    assert 0.05 <= short < 5
    assert 0.5 <= long < 10
    assert many > few > 0


@pytest.mark.compiled
def test_a_choice_is_made_when_the_time_is_over_before_the_search_began(game, positions):
    """For example because the first search is compiled, or the machine is busy."""
    bot = make("ismcts:seconds=0.0000001", game)
    assert choice(bot, positions[0]) in positions[0].legal_actions()


# ---------------------------------------------------------------- a game for three, made for this


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", BOTS)
def test_bots_play_a_game_they_were_not_written_for(invented, name: str, seats: int):
    loaded = invented.load(seats)
    bots = [make(name, loaded) for _ in range(seats)]
    for seed in range(4):
        rng = ducato.new_rng("three", seed)
        state = loaded.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(ducato.sample(state.chance_outcomes(), rng))
            else:
                seat = state.current_player()
                state.apply_action(choice(bots[seat], state, seed))
        assert sum(state.returns()) == pytest.approx(0)


def last_to_play(invented, edition: str, *hand: int) -> ducato.Position:
    """Seat 2 answers the Three and the Five with one of two cards, in the last trick."""
    loaded = invented.load(3, edition)
    state = loaded.new_initial_state()
    record = state.state
    record.row("zone")[:] = 1  # all to seat 0, for now
    for card, zone in {2: 4, 4: 4, hand[0]: 3, hand[1]: 3}.items():
        record.zone[card] = zone
    rest = [c for c in range(7) if record.zone[c] == 1]
    for card, zone in zip(rest, (1, 2, 0), strict=True):
        record.zone[card] = zone
    record.row("held")[:] = np.bincount(record.row("zone"), minlength=8)
    record.phase, record.mover, record.played, record.tricks = 1, 2, 2, 1
    record.best, record.taker = (4, 1) if edition == "plain" else (2, 0)
    return state


@pytest.mark.parametrize(("depth", "shares"), [(0, [0, 0, 1]), (2, [1 / 4, 1 / 4, 1 / 2])])
def test_a_playout_is_cut_and_estimated(invented, depth: int, shares: list[float]):
    """Two of three players have played to the first trick when it stops; the third won one."""
    state = last_to_play(invented, "plain", 1, 6)
    state.state.points[2] = 1
    work = Workspace.of(7, 3, Net.none())
    if not depth:
        state.state.phase = 2
    else:
        state.state.tricks, state.state.played, state.state.best = 0, 0, -1
    method = make("ismcts", state.game).method._replace(
        policy=Policy(False, np.zeros(1)), depth=depth, longest=60
    )
    evaluate(state.state, state.game.edition, ducato.new_rng(1), method, work)
    assert work.results.tolist() == shares


@pytest.mark.compiled
def test_a_cut_search_finds_the_trick_too(invented):
    state = last_to_play(invented, "plain", 1, 6)
    assert choice(make("ismcts:sims=400:depth=3", state.game), state) == 6


@pytest.mark.parametrize("name", GAMES)
def test_estimates_are_chances(name: str):
    """The default estimate of a game gives all seats equal chances."""
    loaded = ducato.load(name)
    for position in decisions(loaded, 2, every=40):
        out = np.zeros(loaded.players)
        estimate(position.state, loaded.edition, out)
        assert out.sum() == pytest.approx(1)
        assert out.min() >= 0
        if loaded.game.verb("estimate") is None:
            assert len(set(out)) == 1


@pytest.mark.compiled
@pytest.mark.parametrize("playout", ["guided", "uniform"])
@pytest.mark.parametrize(
    ("edition", "hand", "best"), [("plain", (1, 6), 6), ("upside-down", (0, 5), 0)]
)
def test_search_takes_the_trick_that_only_one_card_takes(
    invented, edition: str, hand: tuple[int, int], best: int, playout: str
):
    state = last_to_play(invented, edition, *hand)
    bot = make(f"ismcts:sims=400:playout={playout}", state.game)
    assert choice(bot, state) == best


# --------------------------------------------------------------------------------------- names


def test_a_search_has_the_options_that_its_name_can_give():
    types, defaults = get_type_hints(SearchBot.__init__), SearchBot.__init__.__kwdefaults__
    assert list(OPTIONS["ismcts"]) == [name for name in defaults if name != "clock"]
    for name, option in OPTIONS["ismcts"].items():
        assert types[name] in (option.type, option.type | None), name
    assert list(players.KINDS) == list(OPTIONS)


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("clever", UnknownName, "random, greedy, ismcts"),
        ("", UnknownName, "random, greedy, ismcts"),
        ("ismcts:speed=1", UnknownName, "sims, seconds, playout, temperature, exploration, trust"),
        ("ismcts:playout=lucky", UnknownName, "guided, uniform"),
        ("greedy:sims=1", UnknownName, "none"),
        ("ismcts:sims=0", BadValue, "a whole number above 0"),
        ("ismcts:sims=many", BadValue, "a whole number above 0"),
        ("ismcts:sims=1.5", BadValue, "a whole number above 0"),
        ("ismcts:sims", BadValue, "a whole number above 0"),
        ("ismcts:seconds=-1", BadValue, "a number above 0"),
        ("ismcts:seconds=nan", BadValue, "a number above 0"),
        ("ismcts:temperature=inf", BadValue, "a number above 0"),
        ("ismcts:depth=0", BadValue, "a whole number above 0"),
    ],
)
def test_wrong_names_and_options(name: str, error: type[Exception], words: str):
    with pytest.raises(error) as caught:
        make(name, ducato.load(GAMES[0]))
    assert words in str(caught.value)


def test_options_are_understood(invented):
    bot = make("ismcts:sims=7:playout=uniform:exploration=2.5:depth=9", invented.load(2))
    assert (bot.sims, bot.method.policy.guided, bot.method.exploration) == (7, False, 2.5)
    assert bot.method.depth == 9


@pytest.mark.parametrize("name", GAMES)
def test_depth_needs_an_estimate(name: str):
    loaded = ducato.load(name)
    if loaded.game.verb("estimate"):
        assert make("ismcts:depth=5", loaded).method.depth == 5
    else:
        with pytest.raises(BadValue, match="has no estimate"):
            make("ismcts:depth=5", loaded)


@pytest.mark.parametrize("name", GAMES)
def test_the_levels_of_a_game_are_bots(name: str):
    loaded = ducato.load(name)
    for bot in loaded.game.levels.values():
        assert make(bot, loaded).name == bot


def test_weights_are_those_of_the_file(invented):
    assert greedy_weights(invented).tolist() == [1.0]
    greedy_weights(invented)[0] = 9
    assert greedy_weights(invented).tolist() == [1.0]


@pytest.mark.compiled
def test_a_phase_in_which_nobody_can_stand_in_is_found(monkeypatch):
    game = ducato.load(GAMES[0])
    assert check_stand_in(game, 1)
    monkeypatch.setattr(players.GreedyBot, "choose", lambda *_: game.num_actions())
    with pytest.raises(Broken, match="which is not legal"):
        check_stand_in(game, 1)
