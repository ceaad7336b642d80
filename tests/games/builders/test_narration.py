"""The Builders in words: every action, event, prompt and refusal has its sentence, and is true."""

from __future__ import annotations

import re
import string
from pathlib import Path
from typing import Any

import pytest

from ducato.core.i18n import LANGUAGES, Message, catalogue
from ducato.games.builders import GAME, narration
from ducato.games.builders.state import ACTIONS, CARD_IDS, CONSTRUCTION_IDS, Phase, Zone

from .table import Table, worker_making
from .walks import NAMES, decisions, games, steps, write

FOLDER = Path(narration.__file__).parents[1]
MADE_BY_HAND = {
    *("no.over", "no.chance", "no.take.bank"),
    *("no.send.actions", "no.send.actions.useful", "no.site.useless", "no.site.actions"),
}
"""Refusals that the games need not meet; each has a test of its own."""


def keys(language: str = "en") -> set[str]:
    """Return all keys of a catalogue."""
    return set(catalogue(GAME.package, language))


def texts(language: str) -> dict[str, tuple[str, ...]]:
    """Return the sentences of a catalogue by key."""
    return catalogue(GAME.package, language)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def spoken(message: Any) -> set[str]:
    """Return the keys of a message and of all in it."""
    if isinstance(message, Message):
        return {message.key}.union(*(spoken(v) for v in message.arguments.values()))
    if isinstance(message, list | tuple):
        return set().union(*(spoken(v) for v in message))
    return set()


def test_the_catalogues_have_the_same_keys_and_arguments() -> None:
    english = texts("en")
    for language in LANGUAGES:
        other = texts(language)
        assert set(other) == set(english)
        for key, forms in other.items():
            for form in forms:
                assert form.strip(), (language, key)
                assert placeholders(form) == placeholders(english[key][-1]), (language, key)


def test_every_option_edition_and_choice_has_words() -> None:
    wanted = {"title", "about", "credit"}
    for edition in GAME.editions:
        wanted |= {f"edition.{edition}", f"edition.{edition}.about"}
    for parameter in GAME.parameters.values():
        wanted.add(f"option.{parameter.name}")
        wanted |= {f"choice.{parameter.name}.{choice}" for choice in parameter.choices}
    wanted |= {f"level.{level}" for level in GAME.levels}
    assert wanted <= keys()
    assert {k for k in keys() if k.startswith(("edition.", "option.", "choice."))} <= wanted


# ------------------------------------------------------------------------------------- orders


def test_every_legal_action_has_a_sentence_in_every_language() -> None:
    for position in decisions():
        edition = position.game.edition
        for language in LANGUAGES:
            said = {}
            for action in position.legal_actions():
                order = write(narration.describe_action(position.state, edition, action), language)
                hint = narration.action_hint(position.state, edition, action)
                assert hint is None or write(hint, language)
                assert "{" not in order
                said[action] = order
            # Two cards are alike in this game: the Craftsmen who make one of each material.
            assert len(set(said.values())) >= len(said) - 1


def both(table: Table, action: str, language: str = "en") -> tuple[str, str]:
    number = ACTIONS.index(action)
    assert table.can(action)
    hint = narration.action_hint(table.state, table.game.edition, number)
    assert hint is not None
    order = narration.describe_action(table.state, table.game.edition, number)
    return write(order, language), write(hint, language)


def test_the_cost_and_gain_of_each_choice() -> None:
    """What sending would add is said before it is done, and what is missing then."""
    craftsman = worker_making(0, 0, 1, 3)
    table = Table().crew(0, craftsman, "crane-2").site(0, "chapel", 0, 0, 1, 3).in_row("castle")
    table.in_row("tile-kiln-2").in_row("master-8")
    purse = int(table.state.coins[0])
    assert both(table, f"send:{craftsman}") == (
        "Send the Craftsman (1 knowledge and 3 tiles) to the Chapel",
        f"Costs 1 action and 4 of your {purse} coins. Adds 1 knowledge and 3 tiles and "
        "finishes it: 5 points and 18 coins.",
    )
    assert both(table, "send:crane-2")[1] == (
        "Costs 1 action and 0 coins. Adds nothing; still needed: 1 knowledge and 3 tiles."
    )
    table.state.points[0] = table.game.edition.end_points - 5
    assert both(table, f"send:{craftsman}")[1].endswith(
        "18 coins. You then have 17 points: the last round begins."
    )
    table.state.points[0] = 0
    table.site(0, "cathedral")
    assert both(table, f"send:{craftsman}") == (
        "Send the Craftsman (1 knowledge and 3 tiles)",
        f"Costs 4 of your {purse} coins and at least 1 action, depending on the site.",
    )
    assert both(table, "open:tile-kiln-2") == (
        "Open a site for the Tile kiln (3 tiles)",
        "Costs 1 action. Needs 2 stone and 1 wood; gives 2 points and then makes 3 tiles "
        "without a wage.",
    )
    assert both(table, "recruit:master-8")[1].startswith("Costs 1 action; you pay the wage of 5")
    assert both(table, "take:3") == ("Take 6 coins", "Costs 3 actions.")
    assert both(table, "buy")[1] == "Costs 5 coins."
    assert both(table, "end")[1] == "You lose 3 actions."
    table.do(f"send:{craftsman}")
    assert both(table, "site:cathedral", "it") == (
        "Manda l’Artigiano (1 di sapere e 3 tegole) al cantiere della Cattedrale",
        f"Costa 1 azione e 4 monete (ne hai {purse}). Contributo: 1 di sapere e 3 tegole; "
        "serve ancora: 5 di pietra, 4 di legno, 3 di sapere e 1 tegola.",
    )


def test_every_prompt_is_written_for_every_reader() -> None:
    said = set()
    for step in steps():
        for seat in (-1, 0, 1):
            message = narration.prompt(step.after.state, step.after.game.edition, seat)
            said |= spoken(message)
            for language in LANGUAGES:
                assert "{" not in write(message, language)
    unspoken = {key for key in keys() if key.startswith("prompt.")} - said
    assert unspoken <= {"prompt.lay_buildings"} | said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prompt_says_who_brought_about_the_last_round(language: str) -> None:
    """[builders 6.2]."""
    table = Table()
    table.state.points[0] = 18
    table.do("end")
    text = write(narration.prompt(table.state, table.game.edition, 1), language)
    assert "Anna" in text
    assert "18" in text


# ------------------------------------------------------------------------------------- events


def describe_step(step: Any, seat: int = -1) -> list[Message]:
    edition = step.before.game.edition
    return narration.describe_step(
        step.before.state, step.action, step.after.state, edition, step.actor, seat
    )


def test_everything_is_told_in_every_language() -> None:
    said = set()
    for step in steps():
        sentences = describe_step(step)
        deal = step.before.state.phase in (Phase.LAY_BUILDINGS, Phase.LAY_WORKERS)
        assert sentences or deals_on(step) or deal, step
        for message in sentences:
            said |= spoken(message)
            for language in LANGUAGES:
                assert "{" not in write(message, language)
    unspoken = {key for key in keys() if key.startswith("log.")} - said
    assert unspoken == set()


def deals_on(step: Any) -> bool:
    """Return whether an apprentice was drafted, which the draft itself describes."""
    return bool(step.before.state.phase == step.after.state.phase)


def test_no_movement_of_coins_is_untold() -> None:
    for step in steps():
        text = " ".join(write(message) for message in describe_step(step))
        before, after = step.before.state, step.after.state
        for seat in range(4):
            moved = after.coins[seat] - before.coins[seat]
            if moved and step.action is not None:
                assert NAMES[seat] in text
                assert re.search(r"\b\d+ coins?\b", text), text


def test_the_next_card_is_named() -> None:
    """[builders 2.6]."""
    table = Table()
    before, action = table.position.clone(), table.game.encode("open", building="crane-1")
    table.position.apply_action(action)
    shown = table.position.clone()
    table.position.apply_action(3)
    told = narration.describe_step(shown.state, None, table.state, table.game.edition, -1, 0)
    [new] = table.cards("next-building")
    assert told[0].key == "log.next"
    assert before.state.zone[CARD_IDS.index(new)] == Zone.BUILDING_DECK


@pytest.mark.parametrize(
    ("number", "key"), [(0, "last.points"), (2, "last.deck"), (3, "last.stuck")]
)
def test_the_last_round_is_announced_once(number: int, key: str) -> None:
    """[builders 6.1] [builders 8.9] [builders 8.21]."""
    said = [message.key for step in games()[number] for message in describe_step(step)]
    announced = [k for k in said if k.startswith("last.")]
    assert announced == [key]
    assert said[-2:][0] == "log.over"


def test_a_stopped_game_says_so() -> None:
    """[builders 8.22]."""
    said = [message.key for step in games()[4] for message in describe_step(step)]
    assert "log.stopped" in said
    assert "log.over" not in said


def test_a_finished_site_in_words() -> None:
    """[builders 5.1, 5.2, 5.3]."""
    table = Table().crew(0, "apprentice-1", "crane-1").site(0, "stone-bridge")
    table.send("crane-1", "stone-bridge")
    before, action = table.position.clone(), ACTIONS.index("send:apprentice-1")
    table.do("buy")
    before = table.position.clone()
    table.do("send:apprentice-1")
    told = narration.describe_step(before.state, action, table.state, table.game.edition, 0, 0)
    assert [write(message) for message in told] == [
        "Anna sends the Apprentice (1 knowledge and 1 tile) to the Stone Bridge for 2 coins; "
        "nothing more is needed.",
        "The Stone Bridge is finished: 1 point and 6 coins for Anna.",
        "Back in the crew: the Apprentice (1 knowledge and 1 tile) and the Crane (2 stone).",
    ]


def test_a_bank_that_runs_short_is_told_by_what_it_pays() -> None:
    """[builders 8.8]: by the order, the hint and the log."""
    table = Table(bank_limit="box").crew(0, "crane-1").site(0, "stone-bridge", 1, 0, 0, 0)
    table.state.bank = 4
    order = narration.describe_action(table.state, table.game.edition, ACTIONS.index("take:3"))
    assert write(order) == "Take 4 coins"
    action = ACTIONS.index("send:crane-1")
    hint = narration.action_hint(table.state, table.game.edition, action)
    assert hint is not None
    assert write(hint).endswith("finishes it: 1 point and 4 coins.")
    before = table.position.clone()
    table.do("send:crane-1")
    told = narration.describe_step(before.state, action, table.state, table.game.edition, 0, 0)
    assert write(told[1]) == "The Stone Bridge is finished: 1 point and 4 coins for Anna."


def test_points_of_buildings_are_called_so() -> None:
    """[builders 8.7]: where machines do not count, neither are they told to."""
    table = Table(machines_count=False).built(0, "castle").crew(1, "crane-1")
    table.state.points[1] = table.state.points[0]
    table.state.machine_points[1] = 1
    assert write(narration.result(table.state, table.game.edition)[0]).startswith(
        "Tied on points: Anna wins with 7 points on finished buildings (without machines) to 6."
    )


def test_the_result_is_a_whole_table() -> None:
    """[builders 6.3]."""
    for game in games():
        end = game[-1].after
        headline, columns, rows = narration.result(end.state, end.game.edition)
        assert all(len(row) == len(columns) == end.game.players + 1 for row in rows)
        total = {write(row[0]): row[1:] for row in rows}
        for seat in range(end.game.players):
            parts = [
                int(total[name][seat]) for name in ("Buildings", "Machines", "Points for coins")
            ]
            assert sum(parts) == int(total["Total"][seat])
        winners = [NAMES[seat] for seat, rank in enumerate(end.ranks()) if rank == 1]
        for language in LANGUAGES:
            assert all(winner in write(headline, language) for winner in winners)


@pytest.mark.parametrize(
    ("points", "coins", "text"),
    [
        ((17, 12), (0, 0), "Anna wins by 17 points to 12."),
        ((18, 17), (7, 13), "Tied on points: Anna wins with 18 points on finished cards to 17."),
        ((17, 17), (14, 11), "Tied on points: Anna wins with 14 coins to 11."),
        ((17, 17), (11, 11), "Shared victory: Anna and Bruno."),
    ],
)
def test_the_headline(points: tuple[int, int], coins: tuple[int, int], text: str) -> None:
    """[builders 6.4]."""
    table = Table()
    for seat in range(2):
        table.state.points[seat] = points[seat]
        table.coins(seat, coins[seat])
    assert write(narration.result(table.state, table.game.edition)[0]) == text


# ----------------------------------------------------------------------------------- refusals


def test_every_illegal_action_is_refused_with_a_reason_and_a_clause() -> None:
    text = (FOLDER / "rulebook" / "en.md").read_text("utf-8")
    clauses = set(re.findall(r'<a id="(\d+\.\d+)">', text))
    said = set()
    for position in decisions():
        legal = set(position.legal_actions())
        for action in range(len(ACTIONS)):
            if action not in legal:
                refusal = narration.explain_illegal(position.state, position.game.edition, action)
                assert refusal.clause in clauses
                if refusal.message.key not in said:
                    for language in LANGUAGES:
                        assert "{" not in write(refusal.message, language)
                said.add(refusal.message.key)
    unspoken = {key for key in keys() if key.startswith("no.")} - said
    assert unspoken <= MADE_BY_HAND, unspoken


def test_reasons_for_those_who_cannot_move() -> None:
    first = games()[0][0].before
    assert narration.explain_illegal(first.state, first.game.edition, 0).message.key == "no.chance"
    end = games()[0][-1].after
    assert narration.explain_illegal(end.state, end.game.edition, 0).message.key == "no.over"
    table = Table(bank_limit="box").coins(0, 50).coins(1, 50)
    refusal = narration.explain_illegal(table.state, table.game.edition, ACTIONS.index("take:1"))
    assert (refusal.message.key, refusal.clause) == ("no.take.bank", "8.8")


def test_reasons_for_sites_that_are_too_dear_or_need_nobody() -> None:
    table = Table(send_useless=False).crew(0, "crane-1", "apprentice-1", "apprentice-2")
    table.site(0, "treehouse").site(0, "castle").send("apprentice-1", "castle").do("take:1")
    refusal = narration.explain_illegal(
        table.state, table.game.edition, ACTIONS.index("send:crane-1")
    )
    assert refusal.message.key == "no.send.actions.useful"
    for language in LANGUAGES:
        assert write(refusal.message, language)
    table.do("buy").crew(0, "measuring-instrument-1").site(0, "chapel")
    table.do("send:measuring-instrument-1")
    table.state.actions = 1
    refusal = narration.explain_illegal(
        table.state, table.game.edition, ACTIONS.index("site:castle")
    )
    assert write(refusal.message) == (
        "Sending another worker there costs 2 actions this turn; you have 1 action."
    )
    table.state.actions = 5
    table.state.need[CONSTRUCTION_IDS.index("chapel"), 2] = 0
    refusal = narration.explain_illegal(
        table.state, table.game.edition, ACTIONS.index("site:chapel")
    )
    assert (refusal.message.key, refusal.clause) == ("no.site.useless", "8.11")
    other = Table().crew(0, "apprentice-1", "apprentice-2").site(0, "castle")
    other.send("apprentice-1", "castle").do("take:1")
    refusal = narration.explain_illegal(
        other.state, other.game.edition, ACTIONS.index("send:apprentice-2")
    )
    assert write(refusal.message) == (
        "Sending another worker to any of your sites now costs at least 2 actions; "
        "you have 1 action."
    )


def test_a_reason_in_full() -> None:
    table = Table().crew(0, "master-1").site(0, "castle").coins(0, 3)
    refusal = narration.explain_illegal(
        table.state, table.game.edition, ACTIONS.index("send:master-1")
    )
    assert write(refusal.message) == "The wage is 5 coins; you have 3 coins."
