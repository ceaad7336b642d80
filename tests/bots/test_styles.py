"""Styles of play: what a game declares, and what a bot of a style makes of it."""

from __future__ import annotations

from typing import Any

import pytest

import ducato
from ducato.bots import make
from ducato.bots.advice.opinion import ActionEstimate
from ducato.bots.search.inclination import PART, Inclination, likeliest_of
from ducato.bots.warmup import kind_of, warm_up
from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import all_games
from ducato.core.game.play_styles import groups_of, matching, style_names, style_of
from ducato.core.i18n import LANGUAGES
from ducato.table.setup.levels import beside, known_bot, strength, style_description, style_text

TITLES = ("builders", "fantasy-market", "magnate", "manifest-destiny")


@pytest.mark.parametrize("title", TITLES)
def test_a_title_has_six_styles_with_texts(title: str):
    game = all_games()[title]
    names = style_names(game)
    assert len(names) >= 6
    for name in names:
        style = style_of(game, name)
        assert any(style.actions) or any(style.own) or any(style.rivals)
        for language in LANGUAGES:
            assert style_text(name, game, language) != ""
            assert style_description(name, game, language) != ""
    assert all(matching(game, pattern) for pattern in groups_of(game))


def test_a_style_is_chosen_by_name_like_a_level():
    game = ducato.load("builders")
    levels = game.game.levels
    styled = known_bot("steady:style=hoarder", game)
    assert styled == f"{levels['steady']}:style=hoarder"
    assert known_bot(styled, game) == styled
    assert beside(styled, game.game, 1) == f"{levels['strong']}:style=hoarder"
    assert strength(styled, game.game, "it") == "intermedio, accumulatore"
    with pytest.raises(UnknownName, match="hoarder"):
        known_bot("steady:style=fox", game)
    with pytest.raises(BadValue, match="searches"):
        known_bot("greedy:style=hoarder", game)


@pytest.mark.compiled
def test_what_a_style_needs_is_compiled_before_anybody_waits(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # the compiler itself is not under test
    called: list[tuple[Any, ...]] = []
    monkeypatch.setattr(
        "ducato.bots.search.inclination.incline", lambda *given: called.append(given)
    )
    game = ducato.load("builders")
    warm_up(kind_of("ismcts:sims=400"), game)
    assert not called
    warm_up(kind_of("ismcts:sims=400:style=hoarder"), game)
    assert called


def test_other_names_of_bots_refuse_a_style_with_a_sentence():
    game = ducato.load("builders")
    with pytest.raises(UnknownName, match="style of builders"):
        make("ismcts:style=fox", game)
    with pytest.raises(BadValue, match="a name"):
        make("ismcts:style=", game)
    with pytest.raises(UnknownName, match="option of the bot greedy"):
        make("greedy:style=hoarder", game)


def test_a_style_prefers_its_actions_among_those_tried_often_enough():
    game = ducato.load("builders")
    take, end = game.actions.index("take:1"), game.actions.index("end")
    tried = [ActionEstimate(end, 5 * PART, 0.50), ActionEstimate(take, 6, 0.48)]
    state, seat = game.new_initial_state().state, 0
    unmoved = Inclination(game, "gatherer").shaped(state, seat, tried, 1)
    assert [e.value for e in unmoved] == [0.50, 0.48]
    leaning = style_of(game.game, "gatherer").actions
    recruit, buy = game.actions.index("recruit:laborer-1"), game.actions.index("buy")
    (moved,) = Inclination(game, "gatherer").shaped(
        state, seat, [ActionEstimate(recruit, 6, 0.5)], 1
    )
    assert moved.value == 0.5 + leaning[recruit] > 0.5
    senseless = [ActionEstimate(buy, 6, 0.5)]
    assert Inclination(game, "spender").shaped(state, seat, senseless, 1) == senseless
    assert likeliest_of(tried).action == end
    assert likeliest_of([tried[0], ActionEstimate(take, 6, 0.55)]).action == take
    assert likeliest_of([tried[0], ActionEstimate(take, 1, 0.99)]).action == end
