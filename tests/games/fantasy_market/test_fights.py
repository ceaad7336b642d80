"""Whole encounters, compared with an account of section 8.

Heroes with random items leave by random exits and meet monsters of random strength, until the piles
have been dealt anew a few times.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ducato.games.fantasy_market.parts import CHARACTERS, ENCOUNTER_TABLE, ENCOUNTERS, EXITS, TILES

from .table import Table

HEROES = CHARACTERS[:4]
MONSTERS = [row["id"] for row in ENCOUNTER_TABLE if row["kind"] == "monster"]
KIND = {row["id"]: row["kind"] for row in ENCOUNTER_TABLE}
BESIDE = {"north": ("e2", "n"), "east": ("h5", "e"), "south": ("e8", "s"), "west": ("b5", "w")}
STRENGTH = {"attack": 14, "defence": 20, "movement": 9}


def strengths(rng: random.Random) -> dict[str, int]:
    """Return the options for monsters of random strength, some of them with several cards."""
    drawn = {f"encounters.{m}.{n}": rng.randrange(s) for m in MONSTERS for n, s in STRENGTH.items()}
    return drawn | {f"encounters.{name}.copies": rng.randrange(3) for name in ENCOUNTERS}


class Outside:
    """What happens beyond the exits, as the clauses of section 8 describe it."""

    def __init__(self, table: Table) -> None:
        self.table, self.values = table, table.game.values
        self.unseen = Counter({name: self.of("copies", name) for name in ENCOUNTERS})
        self.discards: Counter[str] = Counter()
        self.face_up: dict[str, str] = {}
        self.piles = self.dealt()
        self.worn: dict[str, dict[int, str]] = {hero: {} for hero in HEROES}
        self.purse = dict.fromkeys(HEROES, int(self.values["hero_start_gold"]))
        self.market = Counter(dict(zip(TILES, table.state.row("market").tolist(), strict=True)))
        self.reserve = int(table.state.reserve)
        self.gold = [0] * 4
        self.where: dict[str, str | None] = dict.fromkeys(HEROES, "e5")
        self.drawn: str | None = None
        self.damage = self.rounds = 0

    def of(self, name: str, encounter: str) -> int:
        """Return a number of an encounter card."""
        return int(self.table.edition[f"encounter_{name}"][ENCOUNTERS.index(encounter)])

    def bonus(self, name: str, hero: str) -> int:
        """Return a hero's attack, defence or movement with all items [1.6, 12.25]."""
        edition = self.table.edition
        items = [int(edition[f"tile_{name}"][TILES.index(t)]) for t in self.worn[hero].values()]
        return int(edition[name][HEROES.index(hero)]) + sum(items)

    def dealt(self) -> dict[str, int]:
        """[fantasy-market 3.1, 8.6, 12.21]."""
        piles = dict.fromkeys(EXITS, 0)
        for card in range(self.unseen.total()):
            piles[EXITS[card % len(EXITS)]] += 1
        return piles

    def pay(self, gold: int) -> int:
        """[fantasy-market 11.1, 12.24]."""
        unlimited = self.values["gold_shortage"] == "unlimited"
        paid = gold if unlimited else min(gold, self.reserve)
        self.reserve -= paid
        return paid

    # ------------------------------------------------------------------------ the clauses

    def dress(self, hero: str, rng: random.Random) -> None:
        """Let a hero drop everything, then wear items of the market."""
        table, edition = self.table, self.table.edition
        table.state.row("gear")[HEROES.index(hero)] = -1
        self.market += Counter(self.worn[hero].values())
        table.state.row("market")[:] = [self.market[tile] for tile in TILES]
        fits = [t for n, t in enumerate(TILES) if edition.tile_class[n] in (HEROES.index(hero), 4)]
        there = [tile for tile in fits if self.market[tile]]
        items = rng.sample(there, rng.choice([0, 0, 1, 2, 4]))
        self.worn[hero] = {int(edition.tile_box[TILES.index(tile)]): tile for tile in items}
        table.gear(hero, *self.worn[hero].values())
        self.market -= Counter(self.worn[hero].values())

    def win(self, hero: str, card: str) -> None:
        """[fantasy-market 8.2, 8.3, 8.7]: the hero is paid before the sender."""
        won, parts = self.pay(self.of("gold", card)), self.values["sender_share"]
        part = won // parts if parts else 0
        self.purse[hero] += won - part
        self.gold[self.sender] += part + self.pay(self.values["sender_fee"])

    def visit(self, hero: str, exit: str, rng: random.Random) -> None:
        """[fantasy-market 8.1, 8.2]."""
        square, direction = BESIDE[exit]
        self.sender = rng.randrange(4)
        self.table.at(**{hero: square}).play(hero, self.sender).walk(direction)
        if self.table.phase == "move":
            self.table.do("done")
        self.where[hero] = None
        self.damage = self.rounds = 0
        self.drawn = None
        if exit not in self.face_up:
            self.compare("encounter", hero)
            assert len(self.table.position.chance_outcomes()) == self.unseen.total()
            self.drawn = rng.choice(sorted(self.unseen.elements()))
            self.table.draw(self.drawn)
            self.unseen -= Counter([self.drawn])
            self.piles[exit] -= 1
            if KIND[self.drawn] == "monster":
                self.face_up[exit] = self.drawn
            else:
                self.discards[self.drawn] += 1
                if KIND[self.drawn] == "treasure":
                    self.win(hero, self.drawn)
                else:
                    self.die(hero)
        while exit in self.face_up and self.where[hero] is None:
            self.compare("fight", hero)
            self.fight(hero, exit)
            self.table.chance()
        self.renew(exit)
        self.damage = 0
        self.compare("reveal", None)

    def fight(self, hero: str, exit: str) -> None:
        """[fantasy-market 8.3, 12.1, 12.2, 12.20]."""
        monster = self.face_up[exit]
        self.rounds += 1
        ahead = self.bonus("movement", hero) - self.of("movement", monster)
        tie = 1 if self.values["combat_tie"] == "hero_first" else -1
        order = ["hero", "monster"] if (ahead or tie) > 0 else ["monster", "hero"]
        known = (
            self.values["type_modifier"] if self.of("type", monster) == HEROES.index(hero) else 0
        )
        for who in order:
            if who == "hero":
                self.damage += self.bonus("attack", hero) + known
                if self.damage > self.of("defence", monster):
                    del self.face_up[exit]
                    self.discards[monster] += 1
                    self.win(hero, monster)
                    return
            elif self.of("attack", monster) - known > self.bonus("defence", hero):
                if not self.worn[hero]:
                    self.die(hero)
                    return
                self.market[self.worn[hero].pop(max(self.worn[hero]))] += 1

    def die(self, hero: str) -> None:
        """[fantasy-market 8.4]."""
        self.market += Counter(self.worn[hero].values())
        self.worn[hero] = {}
        self.reserve += self.purse[hero]
        self.purse[hero] = self.pay(self.values["hero_start_gold"])
        self.where[hero] = "e5"

    def renew(self, exit: str) -> None:
        """[fantasy-market 8.6, 12.21]."""
        if not self.piles[exit] and exit not in self.face_up:
            self.unseen += self.discards
            self.discards = Counter()
            self.piles = self.dealt()

    # -------------------------------------------------------------------------- comparing

    def compare(self, phase: str, fighter: str | None) -> None:
        """Compare all with the table; between two encounters nobody is outside for one."""
        table, state = self.table, self.table.state
        assert (table.phase, state.damage) == (phase, self.damage)
        if fighter:
            assert (CHARACTERS[state.pawn], state.rounds) == (fighter, self.rounds)
            assert state.drawn == (ENCOUNTERS.index(self.drawn) if self.drawn else -1)
        else:
            assert (state.pawn, state.job) == (-1, -1)
        assert state.row("unseen").tolist() == [self.unseen[name] for name in ENCOUNTERS]
        assert state.row("discarded").tolist() == [self.discards[name] for name in ENCOUNTERS]
        assert state.row("pile").tolist() == list(self.piles.values())
        shown = [ENCOUNTERS.index(self.face_up[e]) if e in self.face_up else -1 for e in EXITS]
        assert state.row("face_up").tolist() == shown
        assert {hero: table.where(hero) for hero in HEROES} == self.where
        assert {hero: table.has(hero) for hero in HEROES} == self.purse
        assert [table.has(seat) for seat in range(4)] == self.gold
        assert state.reserve == self.reserve
        for hero in HEROES:
            assert table.wears(hero) == [tile for _, tile in sorted(self.worn[hero].items())]
        assert state.row("market").tolist() == [self.market[tile] for tile in TILES]


@pytest.mark.parametrize("seed", range(24))
def test_encounters(seed: int):
    """[fantasy-market 8.1 to 8.7, 11.1, 12.24]: one after the other, with one hero or another."""
    rng = random.Random(seed)
    while sum((options := strengths(rng))[f"encounters.{name}.copies"] for name in ENCOUNTERS) < 20:
        pass
    table = Table(
        combat_tie=rng.choice(["hero_first", "monster_first"]),
        type_modifier=rng.randrange(5),
        gold_shortage=rng.choice(["pay_what_is_left", "unlimited"]),
        gold_tiles=rng.choice([40, 60, 100]),
        hero_start_gold=rng.choice([0, 3, 6, 10]),
        sender_share=rng.choice([0, 1, 2, 3]),
        sender_fee=rng.choice([0, 0, 2, 5]),
        **options,
    )
    outside = Outside(table)
    for _ in range(60):
        hero = rng.choice(HEROES)
        outside.dress(hero, rng)
        outside.visit(hero, rng.choice(EXITS if rng.random() < 0.5 else EXITS[:2]), rng)


@pytest.mark.parametrize("monster", MONSTERS)
def test_a_monster_that_survives_keeps_its_exit(monster: str):
    """[fantasy-market 8.4, 8.6]: with an empty pile too nothing is dealt, until it is dead."""
    table = Table(**{f"encounters.{monster}.attack": 40, f"encounters.{monster}.defence": 40})
    table.monster("east", monster).at(warrior="h5")
    table.state.pile[EXITS.index("east")] = 0
    piles = table.state.row("pile").tolist()
    table.play("warrior").walk("e").do("done").fight()
    assert table.where("warrior") == "e5"
    assert table.state.row("pile").tolist() == piles
    assert table.state.face_up[EXITS.index("east")] == ENCOUNTERS.index(monster)
