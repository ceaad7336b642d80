"""The log of an answered event matches its outcome [manifest-destiny 6.12, 6.13]."""

from __future__ import annotations

import pytest

from ducato.core import verbs
from ducato.core.chance import below, new_rng
from ducato.core.visibility import SPECTATOR, redact
from ducato.games.manifest_destiny import GAME, narration
from ducato.games.manifest_destiny.rules.cards.playing import NOTHING, ONLY_PAYOUT
from ducato.games.manifest_destiny.state.tables import CARD_IDS, PROGRESSIONS, Flag, Phase, Verdict

from .manifest_table import Table

ANSWERED = "log.verdict."


def verdicts(table: Table, *names: str, reader: int = SPECTATOR) -> list[tuple[str, str]]:
    """Return the log of events while this is done, as (verdict, card); all others pass."""
    found = []
    for name in names:
        before, actor = table.state.copy(), table.position.current_player()
        action = table.game.actions.index(name)
        table.do(name)
        secret = table.game.actions.kind(action).secret and actor != reader
        said = narration.describe_step(
            redact(before, reader),
            None if secret else action,
            redact(table.state, reader),
            table.edition,
            actor,
            reader,
        )
        found += [
            (message.key.removeprefix(ANSWERED), message.arguments["card"].id[5:])
            for message in said
            if message.key.startswith(ANSWERED)
        ]
    return found


def passing(table: Table) -> list[str]:
    """As many refusals to answer as there are questions."""
    count, position = 0, table.position.clone()
    done = table.game.actions.index("done")
    while position.state.phase in (Phase.RESPOND, Phase.OPPOSE):
        position.apply_action(done)
        count += 1
    return ["done"] * count


def test_an_event_that_nobody_answers_has_no_verdict():
    """See [manifest-destiny 6.13]."""
    t = Table().hand(0, "monroe-doctrine").hand(1, "supreme-court")
    t.do("card:monroe-doctrine", "half:event")
    assert verdicts(t, *passing(t)) == []
    assert t.state.verdict == Verdict.NONE
    assert t.state.flags[0] & Flag.MONROE


def test_a_cancellation_is_told_also_when_the_answer_closes_the_window():
    """See [manifest-destiny 6.13]."""
    t = Table().hand(0, "monroe-doctrine").hand(1, "supreme-court")
    t.do("card:monroe-doctrine", "half:event")
    assert verdicts(t, "card:supreme-court") == [("cancelled", "monroe-doctrine")]
    assert t.phase == Phase.PLAY
    assert not t.state.flags[0] & Flag.MONROE


def test_a_cancellation_is_told_when_the_last_one_passes():
    """See [manifest-destiny 6.13]."""
    t = Table().hand(0, "monroe-doctrine").hand(1, "supreme-court").hand(2, "king-cotton")
    t.do("card:monroe-doctrine", "half:event", "card:supreme-court")
    assert t.state.verdict == Verdict.NONE
    assert verdicts(t, *passing(t)) == [("cancelled", "monroe-doctrine")]


@pytest.mark.parametrize("reader", [0, 1, 2, SPECTATOR])
def test_an_event_stands_whose_cancellation_is_cancelled(reader):
    """Monroe Doctrine, Supreme Court, President [manifest-destiny 6.13]."""
    t = Table().hand(0, "monroe-doctrine", "president").hand(1, "supreme-court")
    t.do("card:monroe-doctrine", "half:event", "card:supreme-court")
    told = verdicts(t, "card:president", *passing(t), reader=reader)
    told += verdicts(t, *passing(t), reader=reader)
    assert told == [("stands", "monroe-doctrine")]
    assert t.state.flags[0] & Flag.MONROE


def test_a_spy_rebounds_or_stands():
    """Opposed, and the Opposition cancelled or not [manifest-destiny 6.12]."""
    t = Table().hand(1, "president").hand(0, "king-cotton", "spy").do("card:spy", "player:2")
    told = verdicts(t, "card:president")
    told += verdicts(t, *passing(t))
    assert told == [("rebounds", "spy")]
    assert (t.phase, t.state.hero, t.state.victim) == (Phase.STEAL, 1, 0)
    t = Table().hand(1, "president", "congress").hand(0, "supreme-court", "spy")
    t.do("card:spy", "player:2", "card:president")
    while t.state.chooser != 0:
        t.do("done")
    told = verdicts(t, "card:supreme-court")
    told += verdicts(t, *passing(t))
    assert told == [("stands", "spy")]
    assert (t.phase, t.state.hero, t.state.victim) == (Phase.STEAL, 0, 1)


def test_civil_war_with_three_answers_rebounds():
    """See [manifest-destiny 6.12]."""
    t = Table(era=2).own(0, "ohio", "kentucky")
    t.hand(1, "abraham-lincoln", "president").hand(0, "civil-war", "supreme-court")
    t.do("card:civil-war", "half:event", "player:2", "card:abraham-lincoln")
    while t.state.chooser != 0:
        t.do("done")
    t.do("card:supreme-court")
    while t.state.chooser != 1:
        t.do("done")
    told = verdicts(t, "card:president")
    told += verdicts(t, *passing(t))
    assert told == [("rebounds", "civil-war")]
    assert (t.state.hero, t.state.victim) == (1, 0)


def test_opposition_that_cancels_is_told_so():
    """See [manifest-destiny 6.12]."""
    t = Table(opposition="cancel").hand(1, "president").hand(0, "king-cotton", "spy")
    t.do("card:spy", "player:2")
    told = verdicts(t, "card:president")
    assert told + verdicts(t, *passing(t)) == [("cancelled", "spy")]


@pytest.mark.parametrize(
    ("responses", "verdict", "paid"),
    [("events", "event_cancelled", True), ("payouts_too", "cancelled", False)],
)
def test_the_payout_of_a_destiny_card_stands(responses, verdict, paid):
    """Only the event is cancelled [manifest-destiny 6.13]."""
    t = Table(responses=responses).own(0, "alabama").hand(0, "king-cotton").hand(1, "supreme-court")
    profit = t.state.profit[0]
    t.do("card:king-cotton")
    assert verdicts(t, "card:supreme-court") == [(verdict, "king-cotton")]
    assert t.state.profit[0] == profit
    assert (t.state.cash[0] > 100) == paid


def test_the_discounts_of_a_leader_stand():
    """See [manifest-destiny 6.13]."""
    t = Table(era=3).hand(0, "babe-ruth").hand(1, "supreme-court").do("card:babe-ruth")
    assert verdicts(t, "card:supreme-court") == [("event_cancelled", "babe-ruth")]
    assert any(t.state.discount[0, progression] for progression in range(PROGRESSIONS))


@pytest.mark.parametrize("players", GAME.players)
def test_every_verdict_told_is_the_state(players):
    """In games in which everybody answers whenever possible, against a count of the answers."""
    game = GAME.load(players)
    seen = {}
    for seed in range(6):
        for kind, found in answered_games(game, seed):
            seen[kind] = seen.get(kind, 0) + found
    assert seen.get("describe_step", 0) > 5
    assert seen["describe_step"] == seen["due"]


def answered_games(game, seed):
    """Play a game, count the windows that closed with answers, and check the log of each."""
    rng, position, answers, event = new_rng("duels", seed), game.new_initial_state(), [], None
    while not position.is_terminal():
        before, action = position.state.copy(), None
        actor = position.current_player()
        if actor == verbs.CHANCE:
            outcomes = verbs.chance_outcomes(before, game.edition)
            verbs.apply_action(position.state, game.edition, below(rng, outcomes))
        else:
            legal = position.legal_actions()
            cards = [a for a in legal if game.actions.kind(a).name == "card"]
            some = cards if cards and before.phase != Phase.DISCARD else legal
            action = some[below(rng, len(some))]
            verbs.apply_action(position.state, game.edition, action)
        after = position.state
        said = narration.describe_step(
            redact(before, SPECTATOR),
            None if action is None or game.actions.kind(action).secret else action,
            redact(after, SPECTATOR),
            game.edition,
            actor,
            SPECTATOR,
        )
        told = [m for m in said if m.key.startswith(ANSWERED)]
        if before.phase in (Phase.RESPOND, Phase.OPPOSE):
            event = int(before.chain[0])
            if action is not None and game.actions.kind(action).name == "card":
                answers.append(before.phase == Phase.OPPOSE)
        if after.chain_length == 0 and answers:
            yield "due", 1
            assert len(told) == 1, [m.key for m in said]
            assert told[0].arguments["card"].id == f"card:{CARD_IDS[event]}"
            check(told[0].key.removeprefix(ANSWERED), answers, before, after)
            answers = []
        else:
            assert not told
        yield "describe_step", len(told)


def check(verdict, answers, before, after):
    """An even number of answers lets the event stand; the state shows what else happened."""
    if len(answers) % 2 == 0:
        assert verdict == "stands"
        if after.card >= 0:
            assert after.hero == before.hero
            assert after.half not in (NOTHING, ONLY_PAYOUT)
    elif answers[0]:
        assert verdict == "rebounds"
        if after.card >= 0:
            assert (after.hero, after.victim) == (before.victim, before.hero)
    else:
        assert verdict in ("cancelled", "event_cancelled")
        if after.card >= 0:
            assert after.half in (NOTHING, ONLY_PAYOUT)
