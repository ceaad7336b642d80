"""Magnate in words: every action, event, prompt and refusal has its sentence in every language.

Random games of every edition are walked once, interpreted, and everything said is checked on the
way. Secrecy is checked against what the reader's redacted state leaves out.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ducato
from ducato.core.chance import below
from ducato.core.i18n import LANGUAGES, IllegalReason, Message, Name, catalogue, render
from ducato.games.magnate import GAME, narration
from ducato.games.magnate.state import ACTIONS, CARD_IDS, SEATS, SUITS, Phase

NAMES = ["Anna", "Bruno"]
READERS = [-1, 0, 1]
VARIANTS: list[tuple[str, dict[str, object]]] = [
    *((edition, {}) for edition in GAME.editions),
    ("current", {"closed_discards": True, "double_taxation": True, "reshuffles": 2}),
    ("abstractplay", {"courts_for_pawns": True, "develop_new": False, "build_on_new": False}),
    ("current", {"act_after_card": False, "reshuffle": "at_once", "first_player": "first_seat"}),
    ("cairns", {"hand_size": 1, "court_for_ace": False}),  # a hand can be empty
]
RULES = Path(__file__).parents[3] / "src/ducato/games/magnate/rulebook/en.md"
MADE_BY_HAND = {"no.over", "no.chance", "no.develop.each", "no.pay.over"}
"""Refusals that random games need not meet; each has a test of its own."""


@dataclass
class Step:
    """One step of a game: the positions around it and who did what (None for chance)."""

    before: Any
    action: int | None
    after: Any
    actor: int


def walk(edition: str, options: dict[str, object], seed: int) -> Iterator[Step]:
    """Yield the steps of a random game in which cards are built rather than sold."""
    position = ducato.load("magnate", edition=edition, **options).new_initial_state()
    rng = ducato.new_rng(seed, edition)
    while not position.is_terminal():
        before, actor, action = position.clone(), position.current_player(), None
        if position.is_chance_node():
            position.apply_action(ducato.sample(position.chance_outcomes(), rng))
        else:
            legal = position.legal_actions()
            wanted = [a for a in legal if ACTIONS.kind(a).name not in ("sell", "trade")]
            pool = wanted if wanted and below(rng, 3) else legal
            action = pool[below(rng, len(pool))]
            position.apply_action(action)
        yield Step(before, action, position.clone(), actor)


@cache
def games() -> list[list[Step]]:
    return [list(walk(edition, options, 7)) for edition, options in VARIANTS]


def steps() -> Iterator[Step]:
    for game in games():
        yield from game


def decisions() -> Iterator[Any]:
    """Positions in which a seat is to move, all of the rarer phases and some of the others."""
    seen: Counter[tuple[int, int]] = Counter()
    for number, game in enumerate(games()):
        for step in game:
            if step.action is not None:
                phase = step.before.state.phase
                seen[number, phase] += 1
                if phase != Phase.ACT or seen[number, phase] % 4 == 0:
                    yield step.before


def write(message: Message, language: str = "en") -> str:
    return render(message, GAME.package, language, NAMES)


@cache
def allowed_clauses() -> frozenset[str]:
    if not RULES.exists():
        pytest.skip("the rules are not written yet")
    text = RULES.read_text("utf-8")
    return frozenset(re.findall(r"^(?:\| )?(\d+\.\d+)\b", text, re.MULTILINE))


def parts(message: Any) -> Iterator[Any]:
    """Yield a message and everything in it."""
    yield message
    if isinstance(message, Message):
        for value in message.arguments.values():
            yield from parts(value)
    elif isinstance(message, list | tuple):
        for value in message:
            yield from parts(value)


def names_in(messages: Any) -> set[str]:
    return {part.id for part in parts(messages) if isinstance(part, Name)}


def hidden_cards(position: Any) -> set[str]:
    """Return the cards whose zone the reader does not know, except the one being played."""
    record = position.state
    chosen = record.card if record.phase in (Phase.CHOOSE_DISTRICT, Phase.PAY) else -1
    return {
        name for card, name in enumerate(CARD_IDS) if record.zone[card] == -1 and card != chosen
    }


def describe_step(step: Step, seat: int) -> list[Message]:
    before, after = step.before.redact(seat).state, step.after.redact(seat).state
    edition = step.before.game.edition
    return narration.describe_step(before, step.action, after, edition, step.actor, seat)


# ------------------------------------------------------------------------------------- orders


def test_every_legal_action_has_a_sentence_of_its_own_in_every_language() -> None:
    for position in decisions():
        seen = position.redact(position.current_player()).state
        for language in LANGUAGES:
            said = []
            for action in position.legal_actions():
                said.append(
                    write(narration.describe_action(seen, position.game.edition, action), language)
                )
                hint = narration.action_hint(seen, position.game.edition, action)
                if hint is not None:
                    assert write(hint, language)
            assert len(set(said)) == len(said), said


def test_orders_and_hints_read_well() -> None:
    game = ducato.load("magnate")
    position = game.new_initial_state()
    rng = ducato.new_rng(1)
    while position.is_chance_node():
        position.apply_action(ducato.sample(position.chance_outcomes(), rng))
    record, mill = position.state, CARD_IDS.index("the-mill")
    record.phase, record.played = Phase.ACT, 0
    record.row("tokens")[record.active] = [4, 0, 5, 6, 0, 0]

    def both(name: str, language: str) -> tuple[str, str]:
        action = ACTIONS.index(name)
        hint = narration.action_hint(record, game.edition, action)
        assert hint is not None
        order = narration.describe_action(record, game.edition, action)
        return write(order, language), write(hint, language)

    assert both("build:the-mill", "en") == (
        "Build the Mill",
        "costs 8 tokens of Waves and Leaves; you have 5 Waves and 6 Leaves",
    )
    assert both("build:the-mill", "it")[0] == "Costruisci il Mulino"
    assert both("deed:the-mill", "es") == (
        "Compra la escritura del Molino",
        "1 Ola y 1 Hoja ahora y luego 8 fichas para terminarla",
    )
    assert both("sell:the-forest", "it")[0] == "Vendi la Foresta per 1 Luna e 1 Foglia"
    assert both("trade:moons:suns", "en") == (
        "Trade 3 Moons for 1 Sun",
        "you will have 1 Moon and 1 Sun",
    )
    record.phase, record.card, record.district, record.suit = Phase.PAY, mill, 0, 2
    record.due = 8
    assert both("pay:3", "en")[0] == "Pay 3 Waves and 5 Leaves"


def test_a_payment_of_three_suits_says_what_stays_due() -> None:
    game = ducato.load("magnate", edition="extended")
    record = game.new_initial_state().state
    record.phase, record.card, record.suit, record.due = (
        Phase.PAY,
        CARD_IDS.index("the-consul"),
        0,
        10,
    )
    record.row("tokens")[0] = 9
    order = narration.describe_action(record, game.edition, ACTIONS.index("pay:3"))
    assert write(order) == "Pay 3 Moons (still due: 7 tokens)"


def test_every_prompt_is_written_for_every_reader() -> None:
    said = {}
    for step in steps():
        for seat in READERS:
            seen = step.after.redact(seat).state
            message = narration.prompt(seen, step.after.game.edition, seat)
            said[message.key, write(message)] = message
    spoken = {part.key for part in parts(list(said.values())) if isinstance(part, Message)}
    assert spoken >= {key for key in _keys("en") if key.startswith("prompt.")}
    for message in said.values():
        for language in LANGUAGES:
            assert write(message, language)


# ------------------------------------------------------------------------------------- events


def test_describe_step_leaves_no_movement_of_tokens_untold() -> None:
    for step in steps():
        for seat in READERS:
            text = " ".join(write(message) for message in describe_step(step, seat))
            before, after = step.before.state, step.after.state
            for who in range(SEATS):
                moved = after.row("tokens")[who] - before.row("tokens")[who]
                for suit in np.flatnonzero(moved):
                    singular = {"leaves": "Leaf"}.get(SUITS[suit], SUITS[suit].title()[:-1])
                    n = abs(int(moved[suit]))
                    word = singular if n == 1 else SUITS[suit].title()
                    assert NAMES[who] in text, (text, step)
                    assert re.search(rf"\b{n} {word}\b", text), (text, n, word)


def test_describe_step_is_silent_only_while_it_deals() -> None:
    for step in steps():
        sentences = describe_step(step, 0)
        deals = step.before.state.phase in (Phase.LAY_DISTRICTS, Phase.DEAL_HANDS)
        assert sentences or deals, step
        for language in LANGUAGES:
            assert all(write(message, language) for message in sentences)


def test_describe_step_names_no_card_that_the_reader_does_not_see() -> None:
    for step in steps():
        for seat in READERS:
            hidden = hidden_cards(step.after.redact(seat))
            assert not hidden & names_in(describe_step(step, seat)), step


def test_describe_step_is_the_same_for_worlds_that_the_reader_cannot_tell_apart() -> None:
    rng = ducato.new_rng(5)
    for step in [s for game in games() for s in game[20::7]]:
        for seat in range(SEATS):
            other = Step(
                step.before.resample_from_infostate(seat, rng),
                step.action,
                step.after.resample_from_infostate(seat, rng),
                step.actor,
            )
            assert describe_step(other, seat) == describe_step(step, seat)


def test_a_draw_is_named_for_the_one_who_draws() -> None:
    draws = [s for s in games()[0] if s.before.state.phase == Phase.DRAW]
    for step in draws:
        who = step.before.state.active
        assert describe_step(step, who)[0].key == "log.draw"
        assert describe_step(step, -1)[0].key == "log.draw.hidden"
        assert describe_step(step, 1 - who)[0].key == "log.draw.hidden"


@pytest.mark.parametrize("key", ["log.reshuffle", "log.last.two", "log.over", "log.known"])
def test_the_landmarks_of_a_game_are_told_once(key: str) -> None:
    said = [message.key for step in games()[0] for message in describe_step(step, 0)]
    assert said.count(key) == (SEATS if key == "log.known" else 1)


def test_the_failed_draw_of_the_cairns_edition_announces_two_turns() -> None:
    number = [edition for edition, _ in VARIANTS].index("cairns")
    said = [message.key for step in games()[number] for message in describe_step(step, 0)]
    assert said.index("log.last.two") < said.index("log.over")


def test_the_result_is_a_whole_table() -> None:
    for game in games():
        end = game[-1].after
        headline, columns, rows = narration.result(end.state, end.game.edition)
        assert len(rows) == 8
        assert all(len(row) == len(columns) == 4 for row in rows)
        winners = [NAMES[seat] for seat, rank in enumerate(end.ranks()) if rank == 1]
        for language in LANGUAGES:
            text = write(headline, language)
            assert len(winners) == SEATS or winners[0] in text
            for cell in [*columns, *(cell for row in rows for cell in row)]:
                assert isinstance(cell, str) or write(cell, language)


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
    unspoken = {key for key in _keys("en") if key.startswith("no.")} - spoken
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


# ----------------------------------------------------------------------------------- catalogue


def _keys(language: str) -> dict[str, list[str]]:
    """Return each key of a catalogue with its texts: one, or the singular and the plural."""
    found = {}
    for entry in catalogue(GAME.package, language):
        key = entry.id if isinstance(entry.id, str) else entry.id[0]
        if key:
            found[key] = [entry.string] if isinstance(entry.string, str) else list(entry.string)
    return found


def _placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_have_the_same_keys_and_placeholders(language: str) -> None:
    english, other = _keys("en"), _keys(language)
    assert english.keys() == other.keys()
    for key, texts in english.items():
        assert all(other[key])
        assert len(texts) == len(other[key])
        for text in texts + other[key]:
            assert _placeholders(text) == _placeholders(texts[-1]), (key, text)


def test_every_edition_option_choice_and_level_has_its_texts() -> None:
    wanted = {"title", "about", "credit"}
    wanted |= {f"edition.{name}{end}" for name in GAME.editions for end in ("", ".about")}
    wanted |= {f"option.{name}" for name in GAME.parameters}
    wanted |= {
        f"choice.{name}.{value}" for name, p in GAME.parameters.items() for value in p.choices
    }
    wanted |= {f"level.{name}" for name in GAME.levels}
    assert wanted <= _keys("en").keys()


def test_names_have_an_article_and_a_gender() -> None:
    from ducato.core.i18n import names

    rows = names(GAME.package)
    assert [*CARD_IDS, *SUITS] == list(rows)
    articles = {
        "it": {"m": {"il", "l’", "i"}, "f": {"la", "l’", "le"}},
        "es": {"m": {"el", "los"}, "f": {"la", "las"}},
    }
    for row in rows.values():
        for language, known in articles.items():
            article = row[language].split("|")[0]
            assert article in known[row[f"{language}_gender"]], row
