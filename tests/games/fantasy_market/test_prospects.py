"""What the greedy player expects of a fight, of an encounter and of the end, against the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ducato.core.game.weights import greedy_weights
from ducato.core.verbs import action_score
from ducato.games.fantasy_market import GAME
from ducato.games.fantasy_market.bot.prospects import beats, best_reward, expected_reward
from ducato.games.fantasy_market.parts import CHARACTERS, ENCOUNTERS, EXITS, TILES
from ducato.games.fantasy_market.state import ACTIONS

from .table import Table

HEROES = CHARACTERS[:4]
MONSTERS = ENCOUNTERS[:25]


def armed(rng: random.Random, hero: str, **options: Any) -> Table:
    """Return a table with this hero beside the north exit, wearing some items."""
    table = Table(**options)
    edition, number = table.edition, HEROES.index(hero)
    fits = [t for n, t in enumerate(TILES) if edition.tile_class[n] in (number, len(HEROES))]
    by_box = {int(edition.tile_box[TILES.index(t)]): t for t in rng.sample(fits, rng.randrange(5))}
    return table.gear(hero, *by_box.values()).at(**{hero: "d1"})


@pytest.mark.parametrize("tie", ["hero_first", "monster_first"])
@pytest.mark.parametrize("hero", HEROES)
def test_the_outcome_of_every_fight(hero: str, tie: str):
    """[fantasy-market 8.3]."""
    rng = random.Random(f"{hero} {tie}")
    for monster in MONSTERS * 4:
        table = armed(rng, hero, combat_tie=tie, type_modifier=rng.randrange(4))
        table.monster("north", monster)
        expected = beats(table.state, table.edition, HEROES.index(hero), ENCOUNTERS.index(monster))
        table.play(hero).walk("e").do("done").fight()
        assert expected == (table.where(hero) is None)


@pytest.mark.parametrize("seed", range(8))
def test_the_mean_of_all_encounters(seed: int):
    """[fantasy-market 8.7]: each card that may lie on top, or the monster that is there."""
    rng = random.Random(seed)
    hero = rng.choice(HEROES)
    options = {"sender_share": seed % 4, "sender_fee": seed % 3}
    table = armed(rng, hero, **options)
    number, north = HEROES.index(hero), EXITS.index("north")
    hopes = [expected_reward(table.state, table.edition, number, exit) for exit in range(4)]
    assert hopes == [hopes[0]] * 4
    table.play(hero).walk("e").do("done")
    before, gains = table.position.clone(), []
    for outcome in range(len(before.chance_outcomes())):
        table.position = before.clone()
        gains.append(table.chance(outcome).fight().has(0))
    assert hopes[0] == pytest.approx(sum(gains) / len(gains))
    table = armed(rng, hero, **options).monster("north", rng.choice(MONSTERS[:12]))
    hopes = [expected_reward(table.state, table.edition, number, exit) for exit in range(4)]
    assert best_reward(table.state, table.edition, number) == max(hopes)
    table.play(hero).walk("e").do("done").fight()
    assert hopes[north] == table.has(0)


def score(table: Table, action: str) -> float:
    weights = greedy_weights(GAME)
    return action_score(table.state, table.edition, ACTIONS.index(action), weights)


def test_a_reward_invites_to_send_heroes_out():
    """[fantasy-market 8.7]: the card, the way and the end of it."""

    def scores(**options: object) -> list[float]:
        table = Table(**options).gear("warrior", "plate-armour").at(warrior="d2")
        choice = score(table, "choose:warrior")
        table.play("warrior")
        step = score(table, "step:east")
        table.walk("e")
        return [choice, step, score(table.walk("n"), "done")]

    without, with_fee = scores(), scores(sender_fee=4)
    assert all(more > less for less, more in zip(without, with_fee, strict=True))
    assert scores(sender_share=1) > scores(sender_share=3) > without


def test_a_price_for_unsold_tiles_ends_the_sale():
    """[fantasy-market 5.4, 9.2]: near the end only what the market pays beyond it counts."""

    def scores(**options: object) -> list[float]:
        table = Table(hourglass_end=1, **options).gold(5).stock(0, "dragon-crown")
        choice = score(table, "choose:market")
        table.play("market")
        return [choice, score(table, "sell:dragon-crown"), score(table, "buy:sword")]

    fire_sale, fair = scores(), scores(final_tile_price=60)
    assert fair[0] < fire_sale[0]
    assert fair[1] < fire_sale[1]
    assert fair[2] > fire_sale[2]
    assert scores(final_tile_price=60, market_sell_price=60)[0] == 0
    assert scores(market_sell_price=50)[0] == fire_sale[0] / 2
