"""Card Play and draws, step by step, compared with a model of the rulebook's clauses.

Cards, advances and the map are dealt at random. Each rule may change what the model changes and
nothing else.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from ducato.core import verbs
from ducato.core.visibility import SPECTATOR, redact
from ducato.games.manifest_destiny.rules import phases
from ducato.games.manifest_destiny.rules.cards.answers import (
    gives_discounts,
    legal_respond,
    may_hold,
    opposing_card,
)
from ducato.games.manifest_destiny.rules.cards.playing import grant_discounts
from ducato.games.manifest_destiny.rules.tokens import award_most_cities
from ducato.games.manifest_destiny.state import A
from ducato.games.manifest_destiny.state.tables import (
    CARD_IDS,
    LAST_CHANCE,
    LAST_DECISION,
    PROGRESSION_IDS,
    UNSURE,
    Phase,
    Stage,
    Zone,
)

from .card_model import LINCOLN, PRESIDENT, SUPREME_COURT, Model
from .card_sheet import CARDS, View
from .draw_model import is_open
from .manifest_table import Table
from .payout_model import settle
from .specification import specified

RULINGS: list[dict[str, Any]] = [
    {},
    {"card_backs": "eras", "think_tank": "once_a_turn"},
    {"responses": "payouts_too", "destiny_order": "payout_first"},
    {"opposition": "cancel", "transition_cards": "new"},
    {"storytelling_discard": "before_cards", "transition_ends": "next_phase"},
]
ANSWERS = [
    A.CARD + CARD_IDS.index(name)
    for name in ("president", "supreme-court", "abraham-lincoln", "spy", "civil-war")
]
"""The plays of cards that answer, and of those that are opposed."""
TURNS = 2
CARD_FIELDS = (
    *("zone", "held", "shown", "batch", "era", "deck_era", "transition", "era_began"),
    *("exhausted", "drawer", "to_draw", "group"),
)
"""What only the steps that the model knows can change."""


def deal(table: Table, rng: random.Random) -> None:
    """Deal the cards of an era at random; of some hands nobody knows the decks."""
    state, players = table.state, table.edition.players
    hands = [Zone.HAND + seat for seat in range(players)]
    places = [Zone.DECK, Zone.RECYCLED, Zone.GONE, Zone.BOX, *hands]
    weights = [rng.choice([0.3, 1, 4]), 2, 3, 3, *[4] * players]
    rare = [0, 0, 0.3, 0.3, *[1] * players]
    deck = []
    for card, printed in enumerate(CARDS):
        zone = Zone.ASIDE
        if min(printed.eras) <= state.era:
            zone = rng.choices(places, rare if A.CARD + card in ANSWERS else weights)[0]
            if zone == Zone.RECYCLED and max(printed.eras) <= state.era:
                zone = Zone.GONE
            state.batch[card] = rng.choice([n - 1 for n in printed.eras if n <= state.era])
        deck += [card] if zone == Zone.DECK else []
        state.zone[card] = zone
        state.shown[card] = 0 if is_open(zone) else rng.randrange(32)
    if not deck:
        state.zone[CARD_IDS.index("congress")] = Zone.DECK
    count(table, rng)


def count(table: Table, rng: random.Random) -> None:
    """Count the cards of each deck in each zone."""
    held = table.state.row("held")
    held[:] = 0
    unsure = {Zone.HAND + seat for seat in range(5) if rng.random() < 0.3}
    for card, zone in enumerate(table.state.zone):
        held[UNSURE if zone in unsure else table.state.batch[card], zone] += 1


def drawn(seed: int) -> tuple[Table, random.Random, dict[str, Any]]:
    """Return a table at the beginning of Card Play, dealt at random, and its rulings."""
    rng, rulings = random.Random(seed), RULINGS[seed % len(RULINGS)]
    players, era = rng.choice([3, 4, 5]), rng.choice([1, 2, 3])
    table = Table(players, era=era, **rulings)
    state = table.state
    settle(table, rng)
    deal(table, rng)
    state.transition = era > 1 and rng.random() < 0.5
    state.era_began = state.transition and rng.random() < 0.5
    order = rng.sample(range(players), players)
    for turn, seat in enumerate(order):
        state.order[turn], state.position[seat] = seat, turn
        state.advances[seat] = rng.getrandbits(25) & rng.getrandbits(25)
        state.advances[seat] |= rng.getrandbits(2) << 23
        state.cash[seat], state.profit[seat] = 5 * rng.randrange(30), 5 * rng.randrange(4, 20)
        state.supply[seat] = rng.randrange(9)
        state.priority[seat] = rng.random() < 0.8
        state.immune[seat] = rng.choice([0, 0, 0, 1, 2])
    state.exchanged = rng.choice([0, 0, rng.randrange(32)])
    state.active = state.chooser = state.order[0]
    return table, rng, rulings


class Steps:
    """A game played at random, each step of which is compared with the model."""

    def __init__(self, table: Table, rng: random.Random, rulings: dict[str, Any]) -> None:
        self.table, self.rng, self.rulings = table, rng, rulings
        self.state, self.edition = table.state, table.edition

    def model(self) -> Model:
        return Model(View.of(self.state), self.edition.players, self.rulings)

    def go(self) -> None:
        """Take one step of any kind."""
        model, state = self.model(), self.state
        if state.recount:
            award_most_cities(state, self.edition)
        elif state.phase > LAST_DECISION:
            self.compare(model, -1, lambda _: phases.run(state, self.edition))
        elif state.phase <= LAST_CHANCE:
            outcome = self.rng.randrange(self.outcomes(model))
            self.compare(model, outcome, lambda n: phases.apply_chance(state, self.edition, n))
        else:
            action = self.choose(model)
            self.compare(model, action, lambda n: phases.apply_decision(state, self.edition, n))

    def outcomes(self, model: Model) -> int:
        n = verbs.chance_outcomes(self.state, self.edition)
        if self.state.phase in (Phase.DRAW, Phase.REDRAW):
            assert n == len(model.view.cards(Zone.DECK))
        return n

    def choose(self, model: Model) -> int:
        legal, listed = self.table.position.legal_actions(), model.legal()
        assert listed in (None, legal)
        strong = [action for action in legal if action in ANSWERS]
        if strong and self.rng.random() < 0.6:
            return self.rng.choice(strong)
        if len(legal) > 1 and self.rng.random() < 0.9:
            legal = [action for action in legal if action != A.DONE]
        return self.rng.choice(legal)

    def adjust(self) -> None:
        """Go on to the Adjustment, in which all draw a card."""
        self.state.stage, self.state.phase = Stage.ADJUSTMENT, Phase.ADJUST

    def compare(self, model: Model, choice: int, act: Any) -> None:
        """Take a step, and compare the whole state if the model knows the step."""
        before = View.of(self.state)
        known = model.step(choice)
        act(choice)
        found = View.of(self.state)
        if known:
            assert not model.view.differences(found), (Phase(before.phase).name, choice)
        else:
            self.partly(Model(before, self.edition.players, self.rulings), found)

    def partly(self, model: Model, found: View) -> None:
        """Compare the cards and the era after a step that the model does not know as a whole."""
        v = model.view
        if v.phase == Phase.NEW_TURN:
            model.clear_table()
        if v.phase == Phase.NEXT_PART and v.part == model.players - 1:
            model.end_phase()
        if v.phase == Phase.ADJUST:
            v.to_draw, v.group = model.players, 1
        for name in CARD_FIELDS:
            assert getattr(v, name) == getattr(found, name), (Phase(v.phase).name, name)


@pytest.mark.parametrize("seed", range(50))
def test_every_step_of_card_play_and_of_draws(seed: int):
    """[manifest-destiny 6.1 to 6.6, 6.9, 6.12, 6.13, 7.3, 14.1, 14.2]."""
    steps = Steps(*drawn(seed))
    turn = steps.state.turn
    while steps.state.turn < turn + TURNS:
        if steps.state.stage == Stage.INVESTMENT:
            steps.adjust()
        steps.go()


@pytest.mark.parametrize("seed", range(8))
def test_who_is_asked_is_public_knowledge(seed: int):
    """Any reader could name the seats that are asked [manifest-destiny 14.2]."""
    table, _, rulings = drawn(seed)
    answers = (PRESIDENT, SUPREME_COURT, LINCOLN)
    seats = range(table.edition.players)
    model = Model(View.of(table.state), table.edition.players, rulings)
    expected = [model.may_hold(seat, card) for seat in seats for card in answers]
    for reader in [*seats, SPECTATOR]:
        seen = redact(table.state, reader)
        assert expected == [
            may_hold(seen, table.edition, seat, card) for seat in seats for card in answers
        ]


def test_which_card_opposes_which():
    """[manifest-destiny 6.12, 20.8]."""
    cards = list(specified("card_effects", "no").values())
    names = [card["name"] for card in cards]
    for number, card in enumerate(cards):
        opposed = [name for name in names if f"Countered by {name}." in card["effect"]]
        assert opposing_card(number) == (names.index(opposed[0]) if opposed else -1)


def test_the_discard_on_acquiring_storytelling():
    """Any card of the hand, or none [manifest-destiny 6.9]."""
    held = ["card:king-cotton", "card:spy", "card:president"]
    for choice, zone in (("card:president", Zone.DISCARDED + 1), ("done", Zone.HAND + 1)):
        t = (
            Table(stage=Stage.INVESTMENT)
            .hand(1, "president", "spy", "king-cotton")
            .hand(0, "congress")
        )
        t.state.active = t.state.chooser = t.state.part = 1
        t.do("advance:storytelling")
        assert (t.phase, t.names) == (Phase.DISCARD, [*held, "done"])
        t.do(choice)
        assert (t.phase, t.where("president")) == (Phase.INVEST, zone)
        assert (t.where("spy"), t.where("king-cotton")) == (Zone.HAND + 1, Zone.HAND + 1)


def test_which_cards_give_discounts():
    """They stand even if the event is cancelled [manifest-destiny 6.5, 6.13] (A12)."""
    edition = Table().edition
    given = [gives_discounts(edition, card) for card in range(len(CARDS))]
    assert given == [bool(card.discounts) for card in CARDS]


def test_a_rebate_is_rounded_up():
    """Half of a discount that the cards do not have [manifest-destiny 1.3, 6.5]."""
    table = Table().give(0, "unity")
    edition, unity = table.edition.copy(), PROGRESSION_IDS.index("unity")
    edition.card_discount[LINCOLN, unity] = 15
    grant_discounts(table.state, edition, 0, LINCOLN)
    assert (table.state.cash[0], table.state.discount[0, unity]) == (108, 15)


@pytest.mark.parametrize("card", [PRESIDENT, SUPREME_COURT])
def test_an_answer_must_belong_to_the_present_era(card: int):
    """Whatever is printed on the cards [manifest-destiny 14.1]."""
    table = Table(era=2).hand(1, "president", "supreme-court")
    table.state.chooser = 1
    edition, out = table.edition.copy(), table.game.actions.buffer()
    edition.eras[card] = 1 << 1
    count = legal_respond(table.state, edition, out)
    answers = {A.CARD + PRESIDENT, A.CARD + SUPREME_COURT} - {A.CARD + card}
    assert list(out[:count]) == [*answers, A.DONE]


@pytest.mark.parametrize("left", ["hudson-bay-company", "president"])
def test_what_was_known_of_a_hand_is_forgotten(left: str):
    """A card leaves it face down; the other might be that card [manifest-destiny 6.9, 11.1]."""
    t = Table().give(0, "storytelling").hand(0, "samuel-morse", left)
    t.state.row("shown")[:] = 1 << 3
    t.do("discard", "card:samuel-morse")
    assert t.state.shown[CARD_IDS.index(left)] == 0


def test_a_card_of_an_era_that_is_over_answers_nothing():
    """Lincoln belongs to Era 2, and to the transition from it [manifest-destiny 6.2, 14.1]."""
    t = Table(era=3).hand(1, "abraham-lincoln")
    assert not may_hold(t.state, t.edition, 1, LINCOLN)
    t.state.transition = 1
    assert may_hold(t.state, t.edition, 1, LINCOLN)


def test_cards_of_a_later_era_wait():
    """One of eras 1 and 3 is not in the deck of Era 2 (A51) [manifest-destiny 6.2, 6.3]."""
    t = Table(players=3).hand(0, "congress")
    for card in View.of(t.state).cards(Zone.DECK):
        t.put(CARD_IDS[card], Zone.GONE)
    waiting, returning = "abolitionists-civil-rights-movement", "native-sovereignty"
    t.put("erie-canal", Zone.DECK).put(waiting, Zone.RECYCLED).put(returning, Zone.RECYCLED)
    t.do("card:congress", 0)
    assert (t.where(waiting), t.where(returning)) == (Zone.RECYCLED, Zone.DECK)
