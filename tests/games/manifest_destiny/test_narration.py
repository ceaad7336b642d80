"""The log of a step for each reader: a card's action is secret, its effect on the table is not."""

from __future__ import annotations

import pytest

from ducato.core.i18n import render
from ducato.core.visibility import SPECTATOR, redact
from ducato.games.manifest_destiny import GAME, narration
from ducato.games.manifest_destiny.narration.words import card_text, card_words
from ducato.games.manifest_destiny.state.tables import CARDS, Presence, Stage

from .manifest_table import Table

NAMES = ["Anna", "Bruno", "Carla", "Dario", "Elsa"]


def narrated(table: Table, action: str, reader: int) -> list[str]:
    """Return the sentences about the next action, as `reader` sees them."""
    seat, number = table.position.current_player(), table.game.actions.index(action)
    before = redact(table.state, reader)
    secret = table.game.actions.kind(number).secret and reader != seat
    after = table.position.clone()
    after.apply_action(number)
    said = narration.describe_step(
        before,
        None if secret else number,
        redact(after.state, reader),
        table.edition,
        seat,
        reader,
    )
    return [render(message, GAME.package, "en", NAMES) for message in said]


@pytest.mark.parametrize(
    ("cards", "reader", "text"),
    [
        (["spy"], 0, "Play a card or end your card play."),
        ([], 0, "You have no card to play: end your card play."),
        ([], 1, "Anna can play cards."),  # whose hand the reader does not see
    ],
)
def test_a_prompt_asks_for_a_card_only_if_one_can_be_played(cards, reader, text):
    t = Table().hand(0, *cards)
    message = narration.prompt(redact(t.state, reader), t.edition, reader)
    assert render(message, GAME.package, "en", NAMES) == text


@pytest.mark.parametrize("reader", [0, 1, SPECTATOR])
def test_a_card_that_is_played_is_named_to_all(reader):
    t = Table().hand(0, "congress").hand(1, "supreme-court")
    assert narrated(t, "card:congress", reader)[0] == "Anna plays Congress."
    t.do("card:congress")
    assert narrated(t, "card:supreme-court", reader)[0] == "Bruno responds with Supreme Court."


def test_a_card_and_the_use_of_it_are_one_sentence():
    t = Table(era=2).hand(0, "robber-barons")
    assert narrated(t, "card:robber-barons", 1) == []
    t.do("card:robber-barons")
    assert narrated(t, "half:event", 1)[0] == "Anna plays Robber Barons for its event."


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (0, "Anna discards Spy."),
        (1, "Anna discards a card face down."),
        (SPECTATOR, "Anna discards a card face down."),
    ],
)
def test_a_card_that_is_discarded_is_named_to_its_owner(reader, text):
    t = Table().give(0, "storytelling").hand(0, "spy").do("discard")
    assert narrated(t, "card:spy", reader)[0] == text


def test_turn_priority_is_told():
    t = Table(stage=Stage.INVESTMENT)
    assert narrated(t, "priority", 3) == ["Anna announces Turn Priority."]


def test_tokens_of_turnpike_are_told_for_every_owner_after_the_heading():
    """At the beginning of the owner's part [manifest-destiny 7.1]."""
    t = Table(players=3, priority_windows="never").give(0, "turnpike").give(1, "turnpike")
    t.do("done", "done")
    assert narrated(t, "done", 2) == [
        "The Investment phase begins.",
        "Anna gets 2 tokens for free from Turnpike.",
    ]
    t.do("done")
    assert narrated(t, "done", 2) == ["Bruno gets 2 tokens for free from Turnpike."]
    t.do("done")
    assert narrated(t, "done", 2) == []


def chance_narrated(table: Table, outcome: int, reader: int = SPECTATOR) -> list[str]:
    before = redact(table.state, reader)
    table.do(outcome)
    after = redact(table.state, reader)
    said = narration.describe_step(before, None, after, table.edition, -1, reader)
    return [render(message, GAME.package, "en", NAMES) for message in said]


def test_the_adjustment_begins_after_the_bonus_card():
    """The bonus card belongs to Expansion [manifest-destiny 8.6]."""
    t = Table(players=3, stage=Stage.EXPANSION).own(1, "ohio", presence=1)
    t.do("done", "done")
    assert narrated(t, "done", SPECTATOR) == []
    t.do("done")
    assert chance_narrated(t, 0) == [
        "Bruno has the most New Presences and gets the bonus card.",
        "Bruno draws a card.",
        "The Adjustment phase begins.",
    ]


def test_the_adjustment_says_what_is_paid_for():
    """Profit, Safety Net, Urban Renaissance, Motion Pictures [manifest-destiny 9.1]."""
    t = Table(players=3, stage=Stage.EXPANSION).own(1, "ohio", presence=1).city("louisiana")
    t.give(0, "safety-net").give(1, "motion-pictures").give(2, "urban-renaissance", "television")
    t.do("done", "done", "done", 0)
    assert chance_narrated(t, 0) == [
        *("Bruno: Profit +$5, now $25.", "For 1 New Presence."),
        *("Anna collects their Profit: $20.", "Bruno collects their Profit: $25."),
        *("Carla collects their Profit: $20.", "Anna receives $40 from Safety Net."),
        "Carla receives $10 from Urban Renaissance.",
        "Anna pays $5 because of Motion Pictures.",
        "Bruno receives $5 from Motion Pictures.",
    ]


def test_the_die_of_robber_barons_is_told():
    t = Table(era=2).hand(0, "robber-barons")
    t.do("card:robber-barons", "half:event", "player:3").unanswered()
    assert chance_narrated(t, 4) == ["The die shows 5.", "Carla pays $50."]


def test_what_things_cost_is_told():
    t = Table(stage=Stage.INVESTMENT)
    assert narrated(t, "buy:3", 2) == ["Anna buys 3 tokens for $15."]
    t.do("buy:3")
    assert narrated(t, "purchase:card", 2) == ["Anna buys a card for 1 token."]
    assert narrated(t, "purchase:pioneer", 2) == ["Anna buys a Pioneer for 1 token."]
    t.do("purchase:city")
    assert narrated(t, "territory:pennsylvania", 2)[:2] == [
        "Anna buys a city in Pennsylvania for 1 token.",
        "Anna has 2 points.",
    ]
    t = Table(stage=Stage.EXPANSION).tokens(0, 9).own(1, "ohio").survey()
    assert narrated(t, "territory:ohio", 2) == ["Anna attacks Ohio with 2 tokens."]
    assert narrated(t, "territory:new-york", 2) == ["Anna expands to New York for 2 tokens."]


def test_a_purchase_says_its_price_itself():
    """Small screens have no room for hints beside several buttons."""
    t = Table(stage=Stage.INVESTMENT)
    t.do("buy:3")
    label = narration.describe_action(t.state, t.edition, t.game.actions.index("purchase:card"))
    assert render(label, GAME.package, "en") == "Buy a card for 1 token"


def test_why_profit_falls_with_many_cards_is_told():
    """See [manifest-destiny 6.9]."""
    t = Table().hand(0, "congress", "spy", "king-cotton", "samuel-morse", "eli-whitney")
    t.state.profit[0] = 40
    assert narrated(t, "done", 2) == ["Anna has 2 cards too many.", "Anna: Profit −$10, now $30."]


def test_why_a_purchase_is_impossible_is_said_for_this_way_of_paying():
    """See [manifest-destiny 7.2]: Mechanization is of use once a turn, where it saves tokens."""

    def reasons(t: Table) -> tuple[str, str]:
        return tuple(
            narration.explain_illegal(t.state, t.edition, t.game.actions.index(name)).message.key
            for name in ("purchase:card", "mechanize:card")
        )

    t = Table(stage=Stage.INVESTMENT)
    assert reasons(t) == ("no.purchase.tokens", "no.mechanized.missing")
    t.give(0, "mechanization")
    assert reasons(t)[1] == "no.mechanized.cheap"
    t.state.boxed[1, 2], t.state.supply[1] = 1, t.state.supply[1] - 1
    assert reasons(t)[1] == "no.purchase.tokens"
    t.tokens(0, 1)
    assert "mechanize:card" in t.names
    t.state.mechanized = 1
    assert reasons(t) == ("no.purchase.tokens", "no.mechanized.used")
    t.state.purchases[0] = 0b100
    assert reasons(t) == ("no.once.card", "no.once.card")


def reason(table: Table, action: str) -> str:
    """Return why the next action is illegal, in English."""
    index = table.game.actions.index(action)
    found = narration.explain_illegal(table.state, table.edition, index)
    return render(found.message, GAME.package, "en", NAMES)


def test_why_a_new_presence_cannot_be_attacked_is_said():
    t = Table(stage=Stage.EXPANSION, attack_new=False).tokens(0, 9)
    t.own(1, "ohio", presence=Presence.NEW).survey()
    assert "territory:ohio" not in t.names
    assert reason(t, "territory:ohio") == "The New Presence in Ohio can’t be attacked."


def test_why_e_commerce_cannot_be_claimed_is_said():
    """See [manifest-destiny 7.6] (A25)."""
    t = Table(era=3, stage=Stage.INVESTMENT).pioneers(0, 1)
    assert reason(t, "advance:e-commerce").startswith("You haven’t covered all numbers")
    t.steps(0, "e-commerce", 1, 2, 3, 4, 5)
    assert "advance:e-commerce" not in t.names
    assert reason(t, "advance:e-commerce") == "To claim e-Commerce, you need Computers."
    t.give(0, "computers")
    assert "advance:e-commerce" in t.names


def test_a_six_settles_no_competition():
    """Dice of research are no competition, though one was fought in Card Play."""
    t = Table(era=2, stage=Stage.INVESTMENT).pioneers(0, 2)
    t.state.defender, t.state.result = 1, 2  # what Remember the Maine! left behind
    t.do("research:turnpike", 5 * 6)
    assert t.phase.name == "SIX"
    assert narrated(t, "number:3", 1) == ["Anna covers 3 on Turnpike."]


def test_the_words_of_a_card_are_a_sentence_for_each_effect():
    edition = Table().edition
    for card in range(CARDS):
        told = render(card_words(edition, card), GAME.package, "en")
        effects = [render(text, GAME.package, "en") for text in card_text(edition, card)]
        assert told == ". ".join(effects)
