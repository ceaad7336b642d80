"""The features of a state tell the seats apart by nothing but their order in the turn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ducato
from ducato.bots.playout import Choices, Policy, choice
from ducato.compile.kernels import kernel
from ducato.core.batch import Batch
from ducato.core.chance import below, new_rng
from ducato.core.game import LoadedGame
from ducato.core.game.weights import greedy_weights
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    apply_action,
    chance_outcomes,
    current_player,
    features,
    setup,
    turn_begins,
)
from ducato.games.fantasy_market import GAME, bot
from ducato.games.fantasy_market.state import Phase

from .table import Table, turn

NAMES = GAME.names("StateFeature")
TABLES = [
    (edition, players) for edition in ("tuned", "author", "ducato") for players in (2, 3, 4, 5, 6)
]
MOST_TURNS = 400


@kernel
def walk(
    states: Any, editions: Any, rng: Any, policy: Policy, choices: Choices, kept: Any, found: Any
) -> int:
    """Play a game and keep the states where turns begin; return their number.

    Count in ``found[turn]`` how often each turn begins, and in ``found[0]`` the turns that begin
    later than in their first state.
    """
    edition = editions[0]
    states[0] = states[1]
    state = states[0]
    setup(state, edition)
    n = 0
    turns = 0
    for _ in range(100_000):
        player = current_player(state, edition)
        if player == TERMINAL:
            return n
        if turn_begins(state):
            found[state.turns] += 1
            if state.turns == turns:
                found[0] += 1
            kept[n] = state
            n += 1
        turns = state.turns
        if player == CHANCE:
            apply_action(state, edition, below(rng, chance_outcomes(state, edition)))
        else:
            apply_action(state, edition, choice(state, edition, rng, policy, choices))
    return -1


@kernel
def describe_all(kept: Any, editions: Any, out: Any) -> None:
    """Write the features of each state from the view of each seat."""
    for row in range(len(out)):
        for seat in range(out.shape[1]):
            features(kept[row], editions[0], seat, out[row, seat])


def played(game: LoadedGame, guided: bool, seed: int) -> tuple[Any, list[int]]:
    """Return the states of a game where turns begin, and how often each turn begins."""
    policy = Policy(guided, greedy_weights(game.game))
    kept, found = Batch.zeros(game.State, MOST_TURNS), np.zeros(MOST_TURNS, np.int64)
    n = walk(
        Batch.zeros(game.State, 2),
        Batch.of(game.edition),
        new_rng("value features", seed),
        policy,
        Choices.of(len(game.actions)),
        kept,
        found,
    )
    assert n > 0
    return [kept[row] for row in range(n)], found.tolist()


def described(state: Any, edition: Any, seat: int) -> np.ndarray:
    """Return the features that the rules give in Python."""
    out = np.zeros(len(NAMES), np.float32)
    features(state, edition, seat, out)
    return out


def by_name(table: Table, seat: int = 0) -> dict[str, float]:
    """Return the features by name, rounded."""
    values = described(table.state, table.edition, seat)
    return {name: round(float(v), 5) for name, v in zip(NAMES, values, strict=True)}


def turned(state: Any, players: int) -> Any:
    """Return the state with every seat moved on by one, at the beginning of a turn."""
    new = state.copy()
    for name in ("gold", "played", "shop_of", "stock"):
        rows = state.row(name)
        new.row(name)[:players] = np.roll(rows[:players], 1, axis=0)
    for shop, owner in enumerate(state.owner):
        if owner >= 0:
            new.owner[shop] = (owner + 1) % players
    for name in ("first", "active", "chooser"):
        setattr(new, name, (getattr(state, name) + 1) % players)
    return new


def test_names_are_grouped_and_unlike():
    groups = {name.partition(".")[0] for name in NAMES}
    assert groups == {
        *("gold", "goods", "sales", "reach", "risk"),
        *("heroes", "market", "monsters", "cards", "tempo"),
    }
    assert {"gold.own", "gold.strongest", "gold.next", "gold.mean"} < set(NAMES)
    assert len(set(NAMES)) == len(NAMES) == len(bot.StateFeature)


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("guided", [False, True])
def test_whole_games(edition: str, players: int, guided: bool):
    game = ducato.load("fantasy-market", players=players, edition=edition)
    states, found = played(game, guided, 7)
    assert found[0] == 0
    assert found[1 : len(states) + 1] == [1] * len(states)
    kept = Batch.zeros(game.State, len(states))
    for row, state in enumerate(states):
        kept[row] = state
    values = np.zeros((len(states), players, len(NAMES)), np.float32)
    describe_all(kept, Batch.of(game.edition), values)
    assert np.isfinite(values).all()
    assert abs(values).max() <= 3
    for row in range(0, len(states), 1 + len(states) // 8):
        for seat in range(players):
            python = described(states[row], game.edition, seat)
            assert python == pytest.approx(values[row, seat], abs=1e-6)
            moved = turned(states[row], players)
            assert described(moved, game.edition, (seat + 1) % players).tolist() == python.tolist()


def test_a_turn_begins_before_its_first_choice_only():
    table = Table(players=3)
    assert turn_begins(table.state)
    table.do("choose:thief")
    assert not turn_begins(table.state)
    table.do("choose:market", "choose:promotion")
    assert table.phase == "reveal"
    assert not turn_begins(table.state)
    assert not turn_begins(Table(players=3, shop_choice="free").state)
    table = Table(players=3)
    turn(table, "thief", "collector", "market")
    assert table.state.turns == 2
    assert turn_begins(table.state)
    table.state.phase = Phase.OVER
    assert not turn_begins(table.state)


def test_gold_and_goods_of_seats_and_rivals():
    table = Table(players=3).gold(7, 4, 9)
    table.stock(0, "sword", "sword", "rune-staff").stock(1, "mace").stock(2, "ring-of-protection")
    found = by_name(table)
    of_all = [f"{{}}_{view}" for view in ("own", "strongest", "next", "mean")]

    def four(name: str) -> list[float]:
        return [found[form.format(name)] for form in of_all]

    assert [found[f"gold.{v}"] for v in ("own", "strongest", "next", "mean")] == [
        *(0.35, 0.45, 0.2, 0.325),  # in twenties
    ]
    assert four("goods.tiles") == [0.3, 0.1, 0.1, 0.1]
    assert four("goods.value") == [0.4, 0.3, 0.2, 0.25]
    assert four("goods.best") == [0.25, 0.375, 0.25, 0.3125]
    assert four("sales.warrior") == [0.25, 0.75, 0, 0.375]  # 2 and 6, in eights
    assert four("sales.priest") == [0, 0.75, 0.625, 0.6875]
    assert four("goods.mage") == [0.3125, 0.375, 0, 0.1875]  # 5 and 6, in sixteens
    assert [found["gold.lead"], found["gold.lead_mean"]] == [-0.2, 0.05]
    assert found["gold.behind"] == 0.5
    assert by_name(table, seat=2)["gold.behind"] == 0
    assert by_name(table, seat=2)["gold.lead"] == 0.2


def test_unsold_tiles_count_if_the_edition_says_so():
    table = Table(players=2, final_tile_price=50).gold(3, 5)
    table.stock(0, "runic-greatsword", "sword", "buckler", "mace")  # worth 3 + 1 + 1 + 2
    found = by_name(table)
    assert [found["gold.own"], found["gold.counted_own"]] == [0.15, 0.3]
    assert found["gold.lead"] == 0.1


def test_the_strongest_of_equal_rivals_is_the_next_clockwise():
    table = Table(players=4).gold(0, 5, 5, 5)
    table.stock(1, "sword").stock(2, "buckler").stock(3, "mace")  # seat 3 has the tile worth most
    found = by_name(table)
    assert found["goods.best_strongest"] == 0.25
    table.stock(2, "chain-mail")
    assert by_name(table)["goods.tiles_strongest"] == 0.2
    assert by_name(table, seat=1)["goods.tiles_strongest"] == 0.2
    table.stock(3, "oak-wand")
    assert by_name(table)["goods.priest_strongest"] == 0  # seat 2 comes before seat 3
    assert by_name(table, seat=2)["goods.priest_strongest"] == 0.3125


def test_a_hero_within_one_move_sells_by_its_card():
    table = Table(players=3).stock(0, "war-axe").at(warrior="c5")  # 4 steps, by the warrior's 4
    assert [by_name(table)[f"{name}_own"] for name in ("reach.warrior", "sales.near")] == [1, 0.625]
    assert by_name(table)["sales.card_own"] == 0.625
    assert by_name(table)["sales.promotion_own"] == 0  # a promoted hero gets half as far
    table.at(warrior="c3")
    assert by_name(table)["sales.promotion_own"] == 0.625
    table.at(warrior="c6")
    assert by_name(table)["reach.warrior_own"] == pytest.approx(0.7 * 4 / 5)
    assert by_name(table)["sales.card_own"] == 0
    table.purse("warrior", 4)
    assert by_name(table)["sales.near_own"] == 0
    assert by_name(table)["goods.warrior_own"] == 0.3125


def test_a_hero_in_the_shop_must_leave_it_before_a_new_visit():
    assert by_name(Table(players=3).at(warrior="b1"))["reach.warrior_own"] == pytest.approx(0.7)
    again = Table(players=3, same_shop_retrigger=True).at(warrior="b1")
    assert by_name(again)["reach.warrior_own"] == 1


def test_a_card_that_the_deck_lacks_cannot_be_chosen_before_it_is_rebuilt():
    table = Table(players=3).stock(0, "war-axe").at(warrior="c4")
    turn(table, "warrior", "market", "market")
    table.at(warrior="c4")
    found = by_name(table)
    assert [found["cards.warrior"], found["cards.market"], found["cards.mage"]] == [0, 0, 1]
    assert found["tempo.deck"] == 0.7
    assert found["sales.card_own"] == 0
    turn(table, "mage", "ranger", "priest")
    turn(table, "thief", "collector", "inventory")
    table.at(warrior="c4")
    assert by_name(table)["tempo.deck"] == 0.1  # seats 1 and 2 will choose from the rebuilt deck
    assert by_name(table)["sales.card_own"] == 0
    assert by_name(table, seat=1)["tempo.choice"] == 0
    table.stock(1, "war-axe").at(warrior="i5")
    assert by_name(table, seat=1)["sales.card_own"] == 0.625


def test_thief_and_collector_near_a_shop_are_a_risk():
    table = Table(players=2)
    table.stock(0, "runic-greatsword").gold(2).at(thief="g2", collector="g4")
    found = by_name(table)
    assert [found["risk.theft_own"], found["risk.tax_own"]] == [0.375, 0.5]
    assert found["risk.theft_next"] == 0
    table.gold(1)
    assert by_name(table)["risk.tax_own"] == 0


def test_time_left():
    table = Table(players=2)
    found = by_name(table)
    assert found["tempo.steps"] == 1.5
    assert found["tempo.turns"] == 3
    table.state.hourglass = 29
    assert by_name(table)["tempo.turns"] == pytest.approx(4.5 / 40)
    assert by_name(table)["tempo.late"] == pytest.approx(1 / (1 + 4.5 / 8))


def test_heroes_outside_and_monsters():
    table = Table(players=2).at(ranger=None).monster("north", "wolf").gear("mage", "rune-staff")
    found = by_name(table)
    assert [found[f"heroes.outside_{h}"] for h in ("ranger", "mage")] == [1, 0]
    assert [found[f"heroes.exit_{h}"] for h in ("ranger", "mage")] == [0, 1]
    assert found["heroes.gear_mage"] == 0.3
    assert found["reach.ranger_own"] == 1  # from the nearest exit
    assert found["monsters.face_up"] == 0.25
    assert found["monsters.death"] == pytest.approx(4 / 43, abs=1e-5)
