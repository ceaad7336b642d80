"""The parts of the search: the kept tree, learned values, paired luck and threads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.bots.test_players import GAMES, decisions

import ducato
from ducato.bots.search import descent, session
from ducato.bots.search.bot import SearchBot
from ducato.bots.search.method import NONE
from ducato.bots.search.nodes import Node, keep
from ducato.bots.search.session import Tree
from ducato.bots.thinking import finish
from ducato.bots.value import Net, score_of, values
from ducato.bots.warmup import warm_up
from ducato.core.batch import Batch
from ducato.core.chance import new_rng
from ducato.core.errors import BadValue
from ducato.core.visibility import redact


@pytest.fixture(scope="module", params=GAMES)
def game(request) -> ducato.LoadedGame:
    return ducato.load(request.param)


def tree_of(bot: SearchBot, seat: int) -> Tree:
    (tree,) = bot._trees[seat]
    return tree


def nested(nodes: Batch, node: int = 0) -> list[Any]:
    """Return a subtree as nested lists, children by action."""
    row = nodes.array[node]
    children, child = [], int(row["child"])
    while child != NONE:
        children.append((int(nodes.array[child]["action"]), nested(nodes, child)))
        child = int(nodes.array[child]["sibling"])
    return [int(row["visits"]), float(row["total"]), sorted(children)]


def within(tree: list[Any]) -> Iterator[list[Any]]:
    """Yield all parts of a tree, such as those below answers that nobody could give."""
    for _, child in tree[2]:
        yield child
        yield from within(child)


def next_decision(position: ducato.Position) -> ducato.Position | None:
    """Return the next decision after forced actions; None if chance or the end comes first."""
    while not position.is_terminal() and not position.is_chance_node():
        legal = position.legal_actions()
        if len(legal) > 1:
            return position
        position.apply_action(legal[0])
    return None


@pytest.mark.compiled
def test_the_tree_is_kept_within_a_turn(game):
    bot, kept = SearchBot(game, "", sims=200), 0
    for position in decisions(game, 5, every=3):
        seat = position.current_player()
        action = bot.choose(redact(position.state, seat), seat, 1)
        tree = tree_of(bot, seat)
        position.apply_action(action)
        after = next_decision(position)
        if after is None or after.current_player() != seat:
            continue
        before = nested(tree._nodes)
        tree.begin(redact(after.state, seat), seat, after.legal_actions(), 2, 200)
        if tree.visits:
            kept += 1
            (chosen,) = (child for number, child in before[2] if number == action)
            assert nested(tree._nodes) in [chosen, *within(chosen)]
    assert kept > 0


@pytest.mark.compiled
def test_what_is_kept_is_not_searched_again(game):
    """A decision that continues a turn adds what the budget lacks, and at least an eighth."""
    bot = SearchBot(game, "", sims=160)
    for position in decisions(game, 5, every=3):
        seat = position.current_player()
        position.apply_action(bot.choose(redact(position.state, seat), seat, 1))
        after = next_decision(position)
        if after is not None and after.current_player() == seat:
            kept = SearchBot(game, "", sims=160)
            kept._trees = bot._trees
            found = kept.estimates(redact(after.state, seat), seat, 2)
            assert 160 <= sum(e.visits for e in found) <= 160 + 160


@pytest.mark.compiled
def test_the_same_state_is_searched_anew(game):
    position = decisions(game, 5)[0]
    seat = position.current_player()
    seen = redact(position.state, seat)
    bot = SearchBot(game, "", sims=60)
    assert bot.estimates(seen, seat, 3) == bot.estimates(seen, seat, 3)


@pytest.mark.compiled
def test_a_copied_tree_is_cut_at_its_limit():
    nodes = Batch.zeros(Node, 7)
    nodes.array["child"] = nodes.array["sibling"] = NONE
    for child, parent in enumerate([0, 0, 1, 1, 2, 2], start=1):
        nodes.array[child]["action"] = child
        nodes.array[child]["sibling"] = nodes.array[parent]["child"]
        nodes.array[parent]["child"] = child
    copy = Batch.zeros(Node, 7)
    assert keep(nodes, copy, 0, 7) == 7
    assert nested(copy) == nested(nodes)
    assert keep(nodes, copy, 2, 7) == 3
    assert nested(copy) == nested(nodes, 2)
    assert keep(nodes, copy, 0, 4) == 4
    assert [action for action, _ in nested(copy)[2]] == [1, 2]


@pytest.mark.compiled
def test_nothing_is_left_to_compile_after_the_warm_up(invented, monkeypatch):
    """A second click must not wait for what only a kept tree needs."""
    called: list[str] = []
    for name in ("simulate", "keep"):
        monkeypatch.setattr(session, name, noted(getattr(session, name), called))
    monkeypatch.setattr(descent, "step", noted(descent.step, called))
    warm_up("ismcts", invented.load(3))
    assert {"simulate", "step", "keep"} <= {*called}


def noted(kernel, called: list[str]):
    def call(*arguments):
        called.append(kernel.__name__)
        return kernel(*arguments)

    return call


@pytest.mark.compiled
def test_threads_share_a_budget(game):
    position = decisions(game, 5)[0]
    seat = position.current_player()
    seen = redact(position.state, seat)
    bot = SearchBot(game, "", sims=101, threads=2)
    found = bot.estimates(seen, seat, 3)
    assert sum(e.visits for e in found) == 101
    assert [tree.visits for tree in bot._trees[seat]] == [51, 50]
    assert found == SearchBot(game, "", sims=101, threads=2).estimates(seen, seat, 3)


@pytest.mark.compiled
def test_paired_luck_gives_all_actions_the_same_deals(game):
    """Two searches with one seed deal alike for the n-th visit, whatever was tried before."""
    position = decisions(game, 5)[0]
    seat = position.current_player()
    seen = redact(position.state, seat)
    one = SearchBot(game, "", sims=80, paired=1, exploration=1.0)
    two = SearchBot(game, "", sims=80, paired=1, exploration=1.0)
    assert one.estimates(seen, seat, 3) == two.estimates(seen, seat, 3)
    assert one.estimates(seen, seat, 3) != one.estimates(seen, seat, 4)


# ------------------------------------------------------------------------------- learned values


def network(inputs: int, seed: int = 1) -> Net:
    rng = np.random.default_rng(seed)
    sizes = (inputs, 32), 32, (32, 16), 16, 16, 1
    return Net.of([rng.normal(size=size) for size in sizes])


def test_the_network_is_the_usual_one():
    net, rng = network(9), np.random.default_rng(2)
    for _ in range(20):
        net.inputs[:] = rng.normal(size=9) * (rng.random(9) < 0.6)
        hidden = np.maximum(net.inputs @ net.first + net.first_bias, 0)
        upper = np.maximum(hidden @ net.second + net.second_bias, 0)
        assert score_of(net) == pytest.approx(upper @ net.last + net.last_bias[0], rel=1e-4)


def test_a_value_needs_weights(invented):
    with pytest.raises(BadValue, match="has learned none"):
        SearchBot(invented.load(2), "", value=0.5)


def test_values_are_chances(invented):
    for seats in (2, 3):
        loaded = invented.load(seats)
        out = np.zeros(seats)
        values(loaded.new_initial_state().state, loaded.edition, network(0), out)
        assert out.sum() == pytest.approx(1)
        if seats == 3:  # without features, all seats look alike
            assert out == pytest.approx([1 / 3] * 3)


@pytest.mark.compiled
def test_a_choice_goes_on_from_a_thought_ahead():
    """Somewhere in a game, the tree grown while another seat was to move is found again."""
    game, kept = ducato.load("manifest-destiny", 3), 0
    for before in decisions(game, 12):
        after = before.clone()
        after.apply_action(after.legal_actions()[0])
        after = next_decision(after)
        if after is None or (seat := after.current_player()) == before.current_player():
            continue
        bot = SearchBot(game, "", sims=300)
        finish(bot.thinking_ahead(redact(before.state, seat), seat, 4))
        tree = tree_of(bot, seat)
        assert tree.visits == 300
        tree.begin(redact(after.state, seat), seat, after.legal_actions(), 5, 300)
        kept += tree.visits > 0
    assert kept > 0


@pytest.mark.compiled
def test_thinking_ahead_needs_a_kept_tree_and_no_hidden_card():
    """What a seat think_aheads does not depend on what it cannot see."""
    game = ducato.load("manifest-destiny", 3)
    position = decisions(game, 6, every=9)[-1]
    seat = (position.current_player() + 1) % 3
    found = []
    for deal in range(2):
        world = position.resample_from_infostate(seat, new_rng(deal))
        bot = SearchBot(game, "", sims=100)
        finish(bot.thinking_ahead(redact(world.state, seat), seat, 4))
        found.append(nested(tree_of(bot, seat)._nodes))
    assert found[0] == found[1]
    without = SearchBot(game, "", sims=100, keep=0)
    finish(without.thinking_ahead(redact(position.state, seat), seat, 4))
    assert without.simulations == 0
