"""The default scene and sentences, in the games of the examples, which have none of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.examples.projects import installed_examples

import ducato
from ducato.core.actions import ActionTable
from ducato.core.defaults import DefaultScene
from ducato.core.i18n import Seat, render, say
from ducato.core.position import Position
from ducato.core.scene import Piece, Scene
from ducato.core.struct import EVERYBODY, Row, Struct, cards, field
from ducato.core.visibility import SPECTATOR, redact
from ducato.printing.parts import declared_parts
from ducato.table.views.component_list import groups_of

CARDS, RANKS, TRUMP = 24, 6, "tea"


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield from installed_examples(tmp_path_factory.mktemp("examples"))


def dealt(name: str, players: int = 3) -> Position:
    """Return a game before its first decision, with the first outcome of every deal."""
    position = ducato.load(name, players).new_initial_state()
    while position.is_chance_node():
        position.apply_action(0)
    return position


def scene(position: Position, seat: int) -> Scene:
    seen = redact(position.state, seat)
    legal = position.legal_actions() if seat == position.current_player() else []
    return position.game.presentation.scene(seen, position.game.edition, seat, legal)


def pieces(drawn: Scene, area: str) -> dict[str, Piece]:
    return {piece.id: piece for piece in drawn.pieces if piece.area == area}


def log_of(position: Position, action: int, seat: int, language: str = "en") -> list[str]:
    """Carry out an action or outcome, and return what the log of a reader says."""
    before, actor = redact(position.state, seat), position.current_player()
    position.apply_action(action)
    sentences = position.game.presentation.describe_step(
        before,
        None if actor < 0 else action,
        redact(position.state, seat),
        position.game.edition,
        actor,
        seat,
    )
    package = position.game.game.package
    return [render(sentence, package, language) for sentence in sentences]


def test_own_cards_lie_open_and_those_of_others_face_down():
    position = dealt("caravan")
    drawn = scene(position, 0)
    hand = pieces(drawn, "zone:hand:0")
    assert [piece.face.corner for piece in hand.values()] == ["1", "4", "1"]
    assert [piece.face.glyphs for piece in hand.values()] == [("amber",), ("amber",), ("copper",)]
    assert [piece.face.tone for piece in hand.values()] == ["red", "red", "blue"]
    for seat in (1, 2):
        (back,) = pieces(drawn, f"zone:hand:{seat}").values()
        assert (back.face.back, back.face.count, back.actions) == (True, 3, ())
    (deck,) = pieces(drawn, "zone:deck").values()
    assert (deck.face.back, deck.face.count) == (True, CARDS - 9)


def test_a_spectator_sees_no_hand():
    drawn = scene(dealt("caravan"), SPECTATOR)
    assert not any(piece.id.startswith("card:") for piece in drawn.pieces)
    assert all(area.role != "hand" for area in drawn.areas)


def test_areas_belong_to_their_seats_in_the_order_of_the_reader():
    areas = {area.id: area for area in scene(dealt("caravan"), 1).areas}
    panels = [area for area in areas if area.startswith("seat:")]
    assert panels == ["seat:2", "seat:0", "seat:1"]
    assert (areas["zone:hand:1"].role, areas["zone:hand:1"].parent) == ("hand", None)
    assert (areas["zone:hand:0"].role, areas["zone:hand:0"].parent) == ("others", "seat:0")
    assert areas["zone:trick"].role == areas["zone:deck"].role == "market"
    assert areas["zone:deck"].layout == "stack"
    assert areas["zone:trick"].layout == "row"
    assert "zone:hand:3" not in areas  # three play


def test_cards_carry_the_actions_that_have_their_names():
    position = dealt("caravan")
    hand = pieces(scene(position, 0), "zone:hand:0")
    assert sorted(action for piece in hand.values() for action in piece.actions) == sorted(
        position.legal_actions()
    )
    waiting = pieces(scene(position, 1), "zone:hand:1")
    assert len(waiting) == 3
    assert all(piece.actions == () and len(piece.potential) == 1 for piece in waiting.values())


def test_cards_that_all_have_played_name_their_seats():
    position = dealt("caravan")
    first = position.legal_actions()[0]
    position.apply_action(first)
    position.apply_action(position.legal_actions()[0])
    trick = pieces(scene(position, 2), "zone:trick")
    shown = sorted(trick.values(), key=lambda piece: piece.order)
    assert [piece.face.lines for piece in shown] == [
        (say("default.seat", seat=Seat(seat)),) for seat in (0, 1)
    ]
    assert shown[0].id == f"card:zone:{position.game.actions.arguments(first)[0]}"


class Shops(Struct):
    """A state with a row of cards of each seat that everybody sees."""

    zone: Row = cards(("salt-1", "salt-2", "tea-1"), ("shop:0", "shop:1"), sees=[EVERYBODY] * 2)
    held: Row = field("i1", 2)
    shown: Row = field("i1", 3)
    points: Row = field("i1", 2)


@pytest.mark.parametrize(("reader", "role"), [(1, "mine"), (0, "others"), (SPECTATOR, "others")])
def test_open_cards_of_a_seat_lie_in_a_row_in_its_panel(reader: int, role: str):
    state, edition = Shops(), SimpleNamespace(players=2, fields={})
    state.zone[1] = state.zone[2] = 1
    state.held[0], state.held[1], state.points[1] = 1, 2, -3
    drawn = DefaultScene("caravan", ActionTable(), 2).scene(state, edition, reader, [])
    area = next(area for area in drawn.areas if area.id == "zone:shop:1")
    assert (area.layout, area.parent, area.owner, area.role) == ("row", "seat:1", 1, role)
    assert list(pieces(drawn, "zone:shop:1")) == ["card:zone:salt-2", "card:zone:tea-1"]
    assert all(not p.face.lines for p in drawn.pieces if p.kind == "card")
    assert pieces(drawn, "numbers:1")["points:1"].face.corner == "−3"


def test_numbers_of_the_seats_are_counters():
    position = dealt("terraces")
    drawn = scene(position, SPECTATOR)
    coins = [pieces(drawn, f"numbers:{seat}")[f"coins:{seat}"] for seat in range(3)]
    assert [piece.face.corner for piece in coins] == [str(n) for n in position.state.coins][:3]
    assert all(piece.kind == "counter" and piece.face.lines == ("Coins",) for piece in coins)
    assert not any("mover" in piece.id or "planted" in piece.id for piece in drawn.pieces)


def test_a_board_has_a_place_for_each_entry():
    position = dealt("terraces")
    position.apply_action(position.game.encode("plant", row="b", column="3"))
    places = pieces(scene(position, 1), "terrace")
    assert len(places) == 25
    taken, free = places["terrace:b:3"], places["terrace:b:4"]
    assert (taken.x, taken.y, free.x, free.y) == (500, 300, 700, 300)
    assert taken.face.title == say("default.seat", seat=Seat(0))
    assert taken.face.tone == "blue"
    assert taken.actions == ()
    assert free.face.corner == "b4"
    assert free.face.tone == "paper"
    assert free.actions == (position.game.encode("plant", row="b", column="4"),)


@pytest.mark.parametrize(
    ("seat", "key"), [(0, "prompt.play.you"), (1, "default.prompt.other"), (2, None)]
)
def test_the_prompt_is_the_phases_own_or_says_whose_turn_it_is(seat: int, key: str | None):
    position = dealt("caravan")
    if key is None:  # chance is to move
        position = ducato.load("caravan", 3).new_initial_state()
    prompt = position.game.presentation.prompt(
        redact(position.state, seat), position.game.edition, seat
    )
    assert prompt.key == (key or "default.chance")


def test_the_log_names_only_cards_that_the_reader_sees():
    position = ducato.load("caravan", 2).new_initial_state()
    mine = log_of(position.clone(), 0, seat=0)
    assert mine == ["#1 draws Amber 1."]
    assert log_of(position, 0, seat=1) == []


def test_the_log_tells_what_seats_earn_and_the_result():
    position = dealt("caravan", 2)
    sentences: list[str] = []
    while not position.is_terminal():
        action = 0 if position.is_chance_node() else position.legal_actions()[-1]
        sentences += log_of(position, action, seat=0)
    coins = position.state.coins
    winner = 1 if coins[1] > coins[0] else 0
    assert coins[0] != coins[1]
    assert sentences[-1] == f"#{winner + 1} wins."
    assert sentences[-2].endswith(" coins.")
    assert "takes the trick and earns" in sentences[-2]
    headline, columns, rows = position.game.presentation.result(
        position.state, position.game.edition
    )
    assert headline == say("default.won", seat=Seat(winner))
    assert (len(columns), rows) == (3, [["Coins", str(coins[0]), str(coins[1])]])


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_labels_are_made_of_the_names_in_the_declarations(language: str):
    game = ducato.load("caravan", 2)
    state = game.new_initial_state().state
    written = game.presentation.describe_action(state, game.edition, 0)
    assert render(written, game.game.package, language) == "Play Amber 1"


def test_the_reason_is_the_games_own_or_a_general_one(monkeypatch: pytest.MonkeyPatch):
    game = ducato.load("caravan", 2)
    state = game.new_initial_state().state
    reason: Any = game.presentation.explain_illegal(state, game.edition, 0)
    assert render(reason.message, game.game.package, "en") == "You cannot play Amber 1 now"
    monkeypatch.setattr("ducato.core.defaults.narration.has_text", lambda *_: False)
    assert game.presentation.explain_illegal(state, game.edition, 0).message.key == "default.no"


def test_the_chart_shows_numbers_with_a_title(monkeypatch: pytest.MonkeyPatch):
    position = dealt("terraces", 2)
    series = position.game.presentation.series
    assert series(position.state, position.game.edition, 1) == []
    monkeypatch.setattr(
        "ducato.core.defaults.narration.has_text", lambda _, key: key == "series.coins"
    )
    assert series(position.state, position.game.edition, 1) == [("coins", position.state.coins[1])]


def bidding(*bids: int) -> Position:
    """Return a game of sealed bids in which these were made for a lot worth one point."""
    position = dealt("tender", 3)
    for bid in bids:
        position.apply_action(bid)
    return position


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Bid: hidden"), ("it", "Bid: nascosto"), ("es", "Bid: oculto")]
)
def test_a_hidden_number_is_a_question_mark(language: str, words: str):
    position = bidding(4)
    for seat, corner in ((0, "4"), (1, "?"), (SPECTATOR, "?")):
        piece = pieces(scene(position, seat), "numbers:0")["bid:0"]
        assert piece.face.corner == corner
    assert render(piece.label, position.game.game.package, language) == words
    assert "sealed:0" not in {piece.id for piece in scene(position, 0).pieces}


def test_the_log_names_what_is_revealed_and_counts_in_words():
    position = bidding(1, 0, 0)
    assert log_of(position, 0, seat=2) == [
        "#1, Bid: 1 coin.",
        "#2, Bid: 0 coins.",
        "#3, Bid: 0 coins.",
        "#1 gives 1 coin.",
        "#1 gets 1 point.",
    ]


@pytest.mark.parametrize(
    ("language", "words"), [("it", "#1 cede 1 coin."), ("es", "#1 entrega 1 coin.")]
)
def test_amounts_are_counted_in_the_readers_language(language: str, words: str):
    assert words in log_of(bidding(1, 0, 0), 0, seat=2, language=language)


def test_the_result_shows_series_and_public_numbers(monkeypatch: pytest.MonkeyPatch):
    position = bidding(1, 0, 0)
    position.apply_action(0)
    result = position.game.presentation.result
    titles = [str(one[0].key) for one in result(position.state, position.game.edition)[2]]
    assert titles == ["field.coins", "field.points"]
    monkeypatch.setattr(
        "ducato.core.defaults.narration.DefaultNarration.series",
        lambda self, state, edition, seat: [("points", 9), ("lots", seat)],
    )
    rows = result(position.state, position.game.edition)[2]
    assert [row[1:] for row in rows] == [["11", "12", "12"], ["1", "0", "0"], ["0", "1", "2"]]


def test_numbers_of_the_edition_stand_on_the_cards():
    position = dealt("bazaar")
    (first, *_) = pieces(scene(position, 0), "zone:market").values()
    words = [render(line, "bazaar", "en") for line in first.face.lines]
    assert words[0].startswith("Price: ")
    assert [line.partition(":")[0] for line in words] == ["Price", "Points", "Income"]
    dear = ducato.load("bazaar", **{"cards.tea-stall.price": 9})
    (group,) = groups_of(dear)
    assert (group.id, [render(c, "bazaar", "it") for c in (group.title,)]) == ("zone", ["Carte"])
    assert group.components[0].cells == (9, 1, 1)
    assert render(group.components[0].face.lines[0], "bazaar", "en") == "Price: 9"


def test_a_game_that_lists_nothing_prints_its_cards_with_a_back():
    parts = declared_parts(ducato.load("caravan", 4))
    assert (len(parts), parts[0].id) == (CARDS, "zone:amber-1")
    assert all(part.back is not None and part.copies == 1 for part in parts)
