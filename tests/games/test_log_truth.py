"""The log of every game tells the truth, and who checks it notices what is false.

The long form is `benchmarks/log_truth.py`.
"""

from __future__ import annotations

from itertools import count, islice

import pytest
from benchmarks.log_truth import check_game, edition_of, is_checked, leaks, readings, steps, truth
from tests.support.log_truth import falsified

from ducato.core.chance import new_rng
from ducato.core.game import all_games
from ducato.core.i18n import Name, say
from ducato.core.struct import EVERYBODY, UNKNOWN

GAMES = [game for game in all_games().values() if is_checked(game)]
SENTENCES = [1_000, pytest.param(4_000, marks=pytest.mark.slow)]
"""Sentences checked, in a quick test and in a slow one."""
LISTENED = 6_000
"""Sentences listened to for examples to falsify."""
STEPS = 60
"""Steps of a game whose every card is named to every reader."""


@pytest.mark.parametrize("sentences", SENTENCES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_sentence_is_true(game, sentences: int):
    heard = check_game(game.name, sentences, seed=11)
    assert not heard.false, heard.false[:5]
    assert heard.sentences.total() >= sentences


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_false_sentence_is_noticed(game):
    """A sentence that was true of a step is false with any other argument."""
    silent, said = [], set()
    rng, left = new_rng("falsified", game.name), LISTENED
    for number in count():
        loaded = edition_of(game, number, rng)
        truths = truth(loaded)
        for before, step, after in steps(loaded, rng, greedy=False):
            where = (before, step.actor, step.action, after)
            told = {m.key: m for *_, each in readings(loaded, before, step, after) for m in each}
            left -= len(told)
            for key, message in told.items():
                if key not in said:
                    assert not truths.falsehoods(*where, [message])
                    silent += [
                        f"{key}: {argument}"
                        for argument, false in falsified(message)
                        if not truths.falsehoods(*where, [false])
                    ]
                said.add(key)
            elsewhere = {say(key) for key in said - set(told)}
            silent += [m.key for m in elsewhere if not truths.falsehoods(*where, [m])]
            if left < 0 or silent:
                assert not silent
                return


def test_a_sentence_that_nobody_checks_is_false():
    """So that a new sentence is checked from the first day."""
    game = GAMES[0].load()
    before, step, after = next(steps(game, new_rng(0), greedy=False))
    unknown = [say("log.never.written")]
    assert truth(game).falsehoods(before, step.actor, step.action, after, unknown)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_name_of_a_hidden_card_is_noticed(game):
    loaded, noticed, secret = game.load(), 0, 0
    cards = {name: f for name, f in loaded.State.fields.items() if f.cards is not None}
    for before, step, after in islice(steps(loaded, new_rng(1), greedy=False), STEPS):
        for _, then, now, _ in readings(loaded, before, step, after):
            for name, declared in cards.items():
                for number, card in enumerate(declared.axes[0]):
                    told = [say("log.card", cards=[Name(card)])]
                    found = any(leaks(then, now, told, ["cards"]))
                    if (then.row(name)[number], now.row(name)[number]) == (UNKNOWN, UNKNOWN):
                        secret, noticed = secret + 1, noticed + found
                    else:
                        assert not found
    assert noticed >= secret / 2  # of several alike one may be in sight
    assert secret or all(where == EVERYBODY for f in cards.values() for where in f.cards.sees)
