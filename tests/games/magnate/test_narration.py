"""Magnate in words: every action, event, prompt and refusal has its sentence in every language.

Random games of every edition are walked once, interpreted, and everything said is checked on the
way. Secrecy is checked against what the reader's redacted state leaves out.
"""

from __future__ import annotations

import re
import string

import numpy as np
import pytest

import ducato
from ducato.core.i18n import LANGUAGES, Message
from ducato.games.magnate import GAME, narration
from ducato.games.magnate.rules.scoring import district_total
from ducato.games.magnate.state import ACTIONS, CARD_IDS, SEATS, SUITS, Phase, Zone

from .walks import (
    NAMES,
    READERS,
    VARIANTS,
    Step,
    decisions,
    describe_step,
    games,
    hidden_cards,
    keys,
    names_in,
    parts,
    steps,
    write,
)

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


def test_a_placement_says_both_totals_before_and_after_it() -> None:
    """However a building is paid for; a deed counts nothing yet."""
    seen = set()
    for position in decisions():
        edition, seat = position.game.edition, position.current_player()
        if position.state.phase != Phase.CHOOSE_DISTRICT:
            continue
        for action in position.legal_actions():
            hint = narration.action_hint(position.redact(seat).state, edition, action)
            assert hint is not None
            seen.add(hint.key)
            if hint.key == "hint.district":
                assert position.state.as_deed
                continue
            after = position.clone()
            after.apply_action(action)
            while after.state.phase == Phase.PAY:
                after.apply_action(after.legal_actions()[-1])
            _, parts = ACTIONS.parts(action)
            totals = [district_total(after.state, edition, s, parts - 1, False) for s in (0, 1)]
            told = [hint.arguments["then"], hint.arguments["left"]]
            assert told == [totals[seat], totals[1 - seat]]
    assert seen == {"hint.district", "hint.district.then"}


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
    spoken |= {f"prompt.{key}.you" for key in ACTS}
    assert spoken >= {key for key in keys("en") if key.startswith("prompt.")}
    for message in said.values():
        for language in LANGUAGES:
            assert write(message, language)


ACTS = {
    "act.card": "Your turn: play a card.",
    "act.card_trade": "Your turn: play a card (you can also trade).",
    "act.card_develop": "Your turn: play a card (you can also develop).",
    "act.card_trade_develop": "Your turn: play a card (you can also trade and develop).",
    "act.more": "End your turn.",
    "act.more_trade": "Trade or end your turn.",
    "act.more_develop": "Develop or end your turn.",
    "act.more_trade_develop": "Trade, develop or end your turn.",
    "act.none": "Your hand is empty: end your turn.",
    "act.none_trade": "Your hand is empty: trade or end your turn.",
    "act.none_develop": "Your hand is empty: develop or end your turn.",
    "act.none_trade_develop": "Your hand is empty: trade, develop or end your turn.",
}


@pytest.mark.parametrize("acts", ACTS)
def test_a_prompt_names_only_what_is_possible(acts: str) -> None:
    """A trade takes three tokens of a suit, a development a deed and a token of its suits."""
    game = ducato.load("magnate")
    position = game.new_initial_state()
    rng = ducato.new_rng(1)
    while position.is_chance_node():
        position.apply_action(ducato.sample(position.chance_outcomes(), rng))
    record, mill = position.state, CARD_IDS.index("the-mill")
    seat = record.active
    record.phase, record.played = Phase.ACT, int("more" in acts)
    if "none" in acts:
        record.held[Zone.HAND + seat] = 0
    record.row("tokens")[seat] = [3 * ("trade" in acts), 0, int("develop" in acts), 0, 0, 0]
    if "develop" in acts:
        record.row("deed")[seat, 0], record.row("last")[seat, 0] = 1, mill
    message = narration.prompt(record, game.edition, seat)
    assert (message.key, write(message)) == (f"prompt.{acts}.you", ACTS[acts])


def test_a_last_turn_is_that_of_the_player_whose_turn_it_is() -> None:
    """Also while the other player chooses an income."""
    game = ducato.load("magnate")
    record = game.new_initial_state().state
    record.phase, record.active, record.chooser = Phase.CHOOSE_INCOME, 0, 1
    record.card, record.last_turns = CARD_IDS.index("the-mill"), 2
    said = [write(narration.prompt(record, game.edition, seat)) for seat in range(SEATS)]
    assert said[0].endswith("This is your last turn.")
    assert said[1].endswith(f"This is {NAMES[0]}’s last turn.")


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


# ----------------------------------------------------------------------------------- catalogue


def _placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_have_the_same_keys_and_placeholders(language: str) -> None:
    english, other = keys("en"), keys(language)
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
    assert wanted <= keys("en").keys()


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
