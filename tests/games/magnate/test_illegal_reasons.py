"""Illegal reasons: every one is true, has a clause, and reads well in a played position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ducato
from ducato.core.i18n import LANGUAGES, IllegalReason, Name
from ducato.games.magnate import narration
from ducato.games.magnate.state import ACTIONS, CARD_IDS, SUITS, Phase

from .walks import MADE_BY_HAND, Step, allowed_clauses, decisions, describe_step, games, keys, write

# ----------------------------------------------------------------------------------- refusals


def reasons() -> Iterator[tuple[Any, int, IllegalReason]]:
    for position in decisions():
        legal = set(position.legal_actions())
        seen = position.redact(position.current_player()).state
        for action in range(len(ACTIONS)):
            if action not in legal:
                yield (
                    position,
                    action,
                    narration.explain_illegal(seen, position.game.edition, action),
                )


def test_every_illegal_action_is_refused_with_a_reason_and_a_clause() -> None:
    said: dict[str, IllegalReason] = {}
    for _, _, refusal in reasons():
        said[f"{refusal.message.key} {refusal.clause}"] = refusal
    for refusal in said.values():
        for language in LANGUAGES:
            assert write(refusal.message, language)
    spoken = {key.split()[0] for key in said}
    unspoken = {key for key in keys("en") if key.startswith("no.")} - spoken
    assert unspoken <= MADE_BY_HAND, unspoken


def _shares(position: Any, card: Name, other: Name) -> bool:
    suits = position.game.edition.suits
    return bool(suits[CARD_IDS.index(card.id)] & suits[CARD_IDS.index(other.id)])


def _in_column(position: Any, where: Name) -> tuple[bool, bool]:
    """Return whether the active seat has cards in the district, and whether the last is a deed."""
    record = position.state
    district = list(record.pawn).index(CARD_IDS.index(where.id))
    seat = record.active
    return record.length[seat, district] > 0, record.deed[seat, district] == 1


TRUTHS: dict[str, Any] = {
    "no.hand": lambda p, a: p.state.zone[CARD_IDS.index(a["card"].id)] != 5 + p.state.active,
    "no.played": lambda p, a: p.state.played,
    "no.end": lambda p, a: not p.state.played and p.state.held[5 + p.state.active],
    "no.pawn": lambda p, a: (
        _in_column(p, a["district"]) == (False, False) and not _shares(p, a["card"], a["district"])
    ),
    "no.follows": lambda p, a: (
        _in_column(p, a["district"]) == (True, False) and not _shares(p, a["card"], a["last"])
    ),
    "no.deed.there": lambda p, a: _in_column(p, a["district"])[1],
    "no.develop.where": lambda p, a: not _in_column(p, a["district"])[1],
    "no.develop.token": lambda p, a: p.state.tokens[p.state.active, SUITS.index(a["suit"].id)] == 0,
    "no.price.suit": lambda p, a: p.state.tokens[p.state.active, SUITS.index(a["suit"].id)] == 0,
    "no.price": lambda p, a: sum(m.arguments["n"] for m in a["have"]) < a["price"].arguments["n"],
    "no.deed.price": lambda p, a: any(m.arguments["n"] == 0 for m in a["have"]),
    "no.trade.few": lambda p, a: a["have"].arguments["n"] < a["tokens"].arguments["n"],
    "no.develop.new": lambda p, a: not p.game.edition.develop_new and p.state.new,
    "no.after.card": lambda p, a: not p.game.edition.act_after_card and p.state.played,
    "no.pay.have": lambda p, a: (
        p.state.tokens[p.state.active, p.state.suit] == a["tokens"].arguments["n"]
    ),
}
"""What a refusal says of the position, to be found true."""


def test_reasons_are_true() -> None:
    for position, action, refusal in reasons():
        claim = TRUTHS.get(refusal.message.key)
        if claim is not None:
            assert claim(position, refusal.message.arguments), (action, refusal)


def test_every_clause_stands_in_the_rules() -> None:
    clauses = {refusal.clause for _, _, refusal in reasons()}
    assert clauses <= allowed_clauses()


def test_before_and_after_the_game_the_reason_is_the_phase() -> None:
    for step in games()[0]:
        if step.before.is_chance_node():
            refusal = narration.explain_illegal(step.before.state, step.before.game.edition, 0)
            assert refusal.message.key == "no.chance"
    end = games()[0][-1].after
    assert narration.explain_illegal(end.state, end.game.edition, 0).message.key == "no.over"


# A few reasons in full: (what the position is made to be, the action, key, clause).
def made(edition: str = "current", **options: object) -> Any:
    """Seat 0 to act, three known cards in hand, ten tokens of each suit, empty districts."""
    position = ducato.load("magnate", edition=edition, **options).new_initial_state()
    rng = ducato.new_rng(3)
    while position.state.phase != Phase.ROLL:
        position.apply_action(ducato.sample(position.chance_outcomes(), rng))
    record = position.state
    record.phase, record.active, record.chooser = Phase.ACT, 0, 0
    record.row("tokens")[...] = 10
    hand, deck = 5, 1
    for card in range(38):
        if record.zone[card] in (hand, hand + 1):
            record.zone[card] = deck
    for seat, ids in enumerate(
        [["the-mill", "ace-of-suns", "the-desert"], ["the-cave", "the-forest", "the-pact"]]
    ):
        for name in ids:
            record.zone[CARD_IDS.index(name)] = hand + seat
    return position


def explain(position: Any, action: str) -> tuple[str, str]:
    assert ACTIONS.index(action) not in position.legal_actions()
    refusal = narration.explain_illegal(
        position.state, position.game.edition, ACTIONS.index(action)
    )
    return refusal.message.key, refusal.clause


def done(position: Any, action: str) -> list[str]:
    """Return what seat 0 reads when the action is carried out, in English."""
    before, actor = position.clone(), position.current_player()
    position.apply_action(ACTIONS.index(action))
    step = Step(before, ACTIONS.index(action), position, actor)
    return [write(message) for message in describe_step(step, 0)]


def test_a_pile_that_cannot_be_renewed_is_told() -> None:
    position = made()
    record, box, deck = position.state, 0, 1
    record.row("zone")[record.row("zone") == deck] = box
    record.held[box] += record.held[deck]
    record.held[deck], record.played = 0, 1
    assert done(position, "end") == [
        "Anna ends the turn.",
        "The deck is empty, and there are no discards to reshuffle.",
        "All other cards have been seen, so everyone knows that Anna holds "
        "the Ace of Suns, the Desert, and the Mill.",
        "All other cards have been seen, so everyone knows that Bruno holds "
        "the Forest, the Cave, and the Pact.",
        "There is nothing left to draw: Bruno plays the last turn.",
    ]


def test_a_purchase_is_told_step_by_step() -> None:
    position = made("extended")
    record, hand = position.state, 5
    for name, zone in (("the-mill", 1), ("the-consul", hand)):
        record.zone[CARD_IDS.index(name)] = zone
    record.row("tokens")[0] = [1, 0, 6, 0, 0, 6]
    assert done(position, "build:the-consul") == ["Anna chooses to build the Consul."]
    assert done(position, "district:3") == [
        "Anna chooses the Excuse district for the Consul.",
        "Anna pays 1 Moon.",
    ]
    assert done(position, "pay:4") == [
        "Anna pays 4 Waves and 5 Knots and builds the Consul in the Excuse district."
    ]


def test_reasons_of_the_phase_of_actions() -> None:
    position = made()
    assert explain(position, "sell:the-cave") == ("no.hand", "3.4")
    assert explain(position, "build:the-consul") == ("no.out", "6.6")
    assert explain(position, "sell:the-harvest") == ("no.lays", "2.1")
    assert explain(position, "end") == ("no.end", "3.4")
    assert explain(position, "trade:moons:moons") == ("no.trade.same", "8.11")
    assert explain(position, "develop:1:moons") == ("no.develop.where", "3.8")
    assert explain(position, "district:1") == ("no.early.district", "4.1")
    assert explain(position, "pay:1") == ("no.early.pay", "3.5")
    assert explain(position, "income:moons") == ("no.early.income", "3.3")
    position.state.row("tokens")[0] = [2, 0, 3, 4, 1, 0]
    assert explain(position, "trade:moons:suns") == ("no.trade.few", "3.4")
    assert explain(position, "build:the-mill") == ("no.price", "3.5")
    assert explain(position, "build:the-desert") == ("no.price.suit", "3.5")
    assert explain(position, "deed:the-desert") == ("no.deed.price", "3.6")
    position.state.played = 1
    assert explain(position, "sell:the-mill") == ("no.played", "3.4")
    without = made("spanish")
    assert explain(without, "deed:ace-of-suns") == ("no.deed.never", "6.3")
    assert explain(without, "deed:the-desert") == ("no.deed.never", "6.4")
    early = made(act_after_card=False)
    early.state.played = 1
    assert explain(early, "trade:moons:suns") == ("no.after.card", "8.12")


def test_reasons_of_placement() -> None:
    position = made()
    position.apply_action(ACTIONS.index("build:the-mill"))
    mask = position.game.edition.suits[CARD_IDS.index("the-mill")]
    pawns = [int(position.game.edition.suits[card]) for card in position.state.pawn]
    strange = next(d for d, suits in enumerate(pawns) if not suits & mask) + 1
    assert explain(position, f"district:{strange}") == ("no.pawn", "4.2")
    assert explain(position, "end") == ("no.first.district", "3.5")
    record = position.state
    record.length[0, 2], record.last[0, 2] = 1, CARD_IDS.index("the-pact")
    assert explain(position, "district:3") == ("no.follows", "4.3")
    record.deed[0, 2] = 1
    assert explain(position, "district:3") == ("no.deed.there", "4.4")


def test_reasons_of_payment() -> None:
    position = made()
    position.state.row("tokens")[0] = [0, 0, 7, 4, 0, 0]
    position.apply_action(ACTIONS.index("build:the-mill"))
    position.apply_action(ACTIONS.index("district:3"))
    assert explain(position, "pay:0") == ("no.pay.none", "3.5")
    assert explain(position, "pay:3") == ("no.pay.rest", "3.5")
    assert explain(position, "pay:8") == ("no.pay.have", "3.5")
    assert explain(position, "end") == ("no.first.pay", "3.5")
    position.state.row("tokens")[0] = 12
    assert explain(position, "pay:8") == ("no.pay.later", "3.5")
    assert explain(position, "pay:9") == ("no.pay.over", "3.5")


def test_reasons_of_development() -> None:
    position = made("abstractplay", develop_new=False)
    record, mill = position.state, CARD_IDS.index("the-mill")
    record.deed[0, 1], record.last[0, 1], record.length[0, 1] = 1, mill, 1
    assert explain(position, "develop:2:moons") == ("no.develop.suit", "3.8")
    record.laid[0, 1, 2] = 7
    assert explain(position, "develop:2:waves") == ("no.develop.each", "8.5")
    record.tokens[0, 3] = 0
    assert explain(position, "develop:2:leaves") == ("no.develop.token", "3.8")
    record.new = 1 << 1
    assert explain(position, "develop:2:waves") == ("no.develop.new", "8.10")
