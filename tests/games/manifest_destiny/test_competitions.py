"""Competitions from the first token to the last die [manifest-destiny 8.4, 13.1] (W5)."""

from __future__ import annotations

import random
from functools import cache

import pytest

from ducato.core import verbs
from ducato.games.manifest_destiny.state import State
from ducato.games.manifest_destiny.state.choices import RockNRoll
from ducato.games.manifest_destiny.state.tables import (
    ADVANCE_IDS,
    DICE,
    NATIVES,
    TERRITORY_IDS,
    Flag,
    Phase,
    Reach,
    Stage,
)

from .manifest_table import ESTABLISHED, HOMES, NEW, Table
from .specification import by_slug

MAP = by_slug("territories")
TARGETS = ["ohio", "texas", "cuba", "europe", *HOMES]
MEANS = ("telephone", "television", "rock-n-roll", "pro-sports")
FLAGS = (Flag.ALAMO, Flag.WAR, Flag.BANNER, Flag.BANNER_REROLL, Flag.MONROE)
OTHERWISE = {
    "attack_dice": 1,
    "defence_dice": 2,
    "natives_dice": 3,
    "city_attack_token": 2,
    "city_defence": "all",
    "rock_n_roll": "each_roll",
}
"""Numbers and rulings about competitions other than the usual ones."""


class Competition:
    """A competition, played as the rulebook describes it: each question and roll is checked."""

    def __init__(self, table: Table, territory: str, rng: random.Random) -> None:
        self.table, self.territory, self.rng = table, territory, rng
        self.state, self.edition, number = (
            table.state,
            table.edition,
            TERRITORY_IDS.index(territory),
        )
        self.attacker, self.defender = table.state.active, table.owner(territory)
        self.expanding = table.state.stage == Stage.EXPANSION
        owned = self.state.advances[self.attacker]
        self.advances = {name for name in MEANS if owned >> ADVANCE_IDS.index(name) & 1}
        self.effects = {
            (seat, flag) for seat in range(5) for flag in FLAGS if self.state.flags[seat] & flag
        }
        self.city = bool(self.state.city[number])
        established = self.state.presence[number] == ESTABLISHED
        everywhere = self.defender != NATIVES and bool(self.edition.city_defence)
        self.fortified = self.city and (established or everywhere)  # (A31)
        self.tokens = self.cost() if self.expanding else 0
        self.free = self.state.bought[self.attacker] - self.tokens
        self.extra_die = self.first_used = False

    def cost(self) -> int:
        """[manifest-destiny 8.4, 13.1] (A41)."""
        tokens = int(MAP[self.territory]["control"])
        tokens += self.edition.city_attack_token if self.fortified else 0
        if self.city and "pro-sports" in self.advances:
            tokens = max(1, tokens - 1)
        return tokens + ((self.defender, Flag.MONROE) in self.effects)

    def attack_dice(self) -> int:
        """[manifest-destiny 13.1, 20.8]."""
        dice = 3 if "telephone" in self.advances else self.edition.attack_dice
        dice += HOMES[self.attacker] == self.territory
        south = self.territory == "texas" or MAP[self.territory]["region"] == "Mexico"
        return dice + (south and (self.attacker, Flag.ALAMO) in self.effects) + self.extra_die

    def defence_dice(self) -> int:
        """[manifest-destiny 13.1] (A32)."""
        if self.defender == NATIVES:
            return self.edition.natives_dice
        at_home = HOMES[self.defender] == self.territory
        return self.edition.defence_dice + self.fortified + at_home

    def asked(self, phase: Phase, seat: int, *names: str) -> str:
        assert (self.table.phase, self.state.chooser, self.table.names) == (phase, seat, [*names])
        name = self.rng.choice(names)
        self.table.do(name)
        return name

    def rolled(self, phase: Phase, dice: int) -> list[int]:
        assert self.table.phase == phase
        assert verbs.chance_outcomes(self.state, self.edition) == 6**dice
        faces = [self.rng.randint(1, 6) for _ in range(dice)]
        self.table.do(sum((face - 1) * 6**number for number, face in enumerate(faces)))
        return faces

    def may_reroll(self) -> list[str]:
        """[manifest-destiny 8.4] (A40, W5)."""
        first = "rock-n-roll" in self.advances and not self.first_used
        every = (self.attacker, Flag.BANNER_REROLL) in self.effects
        return [*["number:1"] * first, *["answer:yes"] * every]

    def won(self) -> bool:
        """Play the competition; return whether the attacker wins [manifest-destiny 8.4] (W5)."""
        answers = ("answer:yes", "answer:no")
        assert not any([*self.state.die, *self.state.defence_die, self.state.defence])
        if self.expanding and (self.attacker, Flag.WAR) in self.effects and self.free > 0:
            assert (self.state.dice, self.state.committed, self.state.result) == (0, self.tokens, 0)
            self.extra_die = self.asked(Phase.EXTRA_DIE, self.attacker, *answers) == "answer:yes"
            self.tokens += self.extra_die
        attack = self.rolled(Phase.ATTACK_DICE, self.attack_dice())
        defence = self.rolled(Phase.DEFENCE_DICE, self.defence_dice())
        while choices := self.may_reroll():
            chosen = self.asked(Phase.REROLL, self.attacker, *choices, "done")
            if chosen == "done":
                break
            if chosen == "number:1":
                self.first_used = True
                attack[:1] = self.rolled(Phase.FIRST_DIE_AGAIN, 1)
            else:
                self.effects.remove((self.attacker, Flag.BANNER_REROLL))
                self.first_used &= self.edition.rock_n_roll == RockNRoll.ONCE
                attack = self.rolled(Phase.ATTACK_AGAIN, len(attack))
        if (self.defender, Flag.BANNER_REROLL) in self.effects:
            if self.asked(Phase.REROLL_DEFENCE, self.defender, *answers) == "answer:yes":
                self.effects.remove((self.defender, Flag.BANNER_REROLL))
                defence = self.rolled(Phase.DEFENCE_AGAIN, len(defence))
        assert [*self.state.die] == attack + [0] * (DICE - len(attack))
        assert [*self.state.defence_die] == defence + [0] * (DICE - len(defence))
        if max(attack) == max(defence):
            banner = self.expanding and (self.attacker, Flag.BANNER) in self.effects
            return "television" in self.advances or banner
        return max(attack) > max(defence)


@cache
def bases(stage: Stage, otherwise: bool) -> tuple[Table, State]:
    """Return a table, and its state before anything was played."""
    table = Table(era=2, stage=stage, **(OTHERWISE if otherwise else {}))
    return table, table.state.copy()


def drawn(stage: Stage, otherwise: bool, rng: random.Random) -> tuple[Table, str]:
    """Return a position before a competition drawn at random, and the territory attacked."""
    t, base = bases(stage, otherwise)
    state = t.state
    state.buffer[:] = base.buffer
    attacker = state.part = state.active = state.chooser = state.hero = rng.randrange(5)
    defender = rng.choice([seat for seat in range(5) if seat != attacker])
    target = rng.choice(TARGETS) if stage == Stage.EXPANSION else "cuba"
    t.own(defender, target, presence=rng.choice((NEW, ESTABLISHED)))
    if stage == Stage.EXPANSION and rng.random() < 0.15:
        state.supply[defender] += 1
        number = TERRITORY_IDS.index(target)
        state.owner[number], state.presence[number] = NATIVES, 0
    if rng.random() < 0.5:
        t.city(target)
    for seat in range(5):
        t.give(seat, *(name for name in MEANS if rng.random() < 0.4))
        state.flags[seat] = sum(flag for flag in FLAGS if rng.random() < 0.4)
    for die in range(DICE):  # an earlier roll
        state.die[die], state.defence_die[die] = 6, 6
    state.dice, state.defence, state.result = 6, 6, 3
    return t, target


def outcome(state: State) -> dict[str, object]:
    """Return what a competition may change, apart from dice."""
    rows = ("owner", "presence", "city", "supply", "bought", "loss", "flags")
    cells = ("natives_left", "committed", "contest", "left", "territory", "chooser", "phase")
    return {
        **{name: state.row(name).tolist() for name in rows},
        **{name: int(getattr(state, name)) for name in (*cells, "result")},
    }


def settle(found: dict[str, object], fight: Competition, won: bool) -> None:
    """Change what a competition changes [manifest-destiny 8.4]."""
    number, attacker, defender = (
        TERRITORY_IDS.index(fight.territory),
        fight.attacker,
        fight.defender,
    )
    found["flags"] = [sum(f for s, f in fight.effects if s == seat) for seat in range(5)]
    found["result"] = 1 if won else 2
    found["bought"][attacker] -= fight.tokens
    found["supply"][attacker] += fight.tokens - won
    if won:
        if defender == NATIVES:
            found["natives_left"] += 1
        else:
            box = "loss" if found["presence"][number] == ESTABLISHED else "supply"
            found[box][defender] += 1
        found["owner"][number], found["presence"][number] = attacker, NEW


@pytest.mark.parametrize("otherwise", [False, True])
def test_competitions_in_expansion(otherwise):
    """Each question, roll and token [manifest-destiny 8.4, 13.1] (A31, A32, A39, A40, A41, W5)."""
    for seed in range(250):
        rng = random.Random(seed)
        t, target = drawn(Stage.EXPANSION, otherwise, rng)
        t.state.reach[TERRITORY_IDS.index(target)] = Reach.LAND
        t.tokens(t.state.active, Competition(t, target, rng).tokens + rng.randrange(3))
        wanted, fight = outcome(t.state), Competition(t, target, rng)
        t.do(f"territory:{target}")
        settle(wanted, fight, fight.won())
        assert outcome(t.state) == wanted, seed


@pytest.mark.parametrize("otherwise", [False, True])
def test_the_competition_for_cuba(otherwise):
    """It costs no tokens; effects for Expansion do not apply [manifest-destiny 8.4, 13.1, 20.8]."""
    for seed in range(100):
        rng = random.Random(seed)
        t, target = drawn(Stage.CARDS, otherwise, rng)
        t.tokens(t.state.active, rng.randrange(3))
        wanted, fight = outcome(t.state), Competition(t, target, rng)
        t.hand(fight.attacker, "remember-the-maine").do("card:remember-the-maine", "half:event")
        settle(wanted, fight, fight.won())
        assert outcome(t.state) == wanted, seed
        assert t.state.card == -1


def test_six_dice():
    """All count: of Telephone, two cards and the attacker's home [manifest-destiny 13.1]."""
    for faces, owner in (((1, 1, 1, 1, 1, 6), 3), ((5, 1, 1, 1, 1, 1), 1)):
        t, base = bases(Stage.EXPANSION, False)
        t.state.buffer[:] = base.buffer
        t.state.part = t.state.active = t.state.chooser = 3
        t.give(3, "telephone").own(1, "mexico").tokens(3, 4)
        t.state.flags[3] = Flag.ALAMO | Flag.WAR
        t.state.reach[TERRITORY_IDS.index("mexico")] = Reach.HOME
        t.do("territory:mexico", "answer:yes")
        t.do(sum((face - 1) * 6**number for number, face in enumerate(faces)), 4)
        assert t.owner("mexico") == owner
