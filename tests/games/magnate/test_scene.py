"""Magnate's table: a whole, well-formed scene at every step, for every reader, without secrets."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import ducato
from ducato.core import scene as contract
from ducato.core.chance import below
from ducato.core.i18n import LANGUAGES, Message, Name, render
from ducato.core.scene import Piece, Scene
from ducato.games.magnate import GAME
from ducato.games.magnate.rules.scoring import ace_worth, district_total
from ducato.games.magnate.scene import scene
from ducato.games.magnate.scene.worths import worths
from ducato.games.magnate.state import ACTIONS, CARD_IDS, DISTRICTS, SUITS, Phase, Zone

NAMES = ["Anna", "Bruno"]
READERS = [-1, 0, 1]
VARIANTS: list[tuple[str, dict[str, object]]] = [
    *((edition, {}) for edition in GAME.editions),
    ("current", {"closed_discards": True, "double_taxation": True}),
    ("current", {"courts_for_pawns": True, "acey_deucey": True}),
]
GLYPHS = {*SUITS, "crown", "ace", "excuse", "court", "lead"}


@cache
def positions() -> list[Any]:
    """Return every fourteenth position of a random game of each variant, and some set-ups."""
    kept = []
    for edition, options in VARIANTS:
        position = ducato.load("magnate", edition=edition, **options).new_initial_state()
        rng = ducato.new_rng(11, edition)
        number = 0
        while True:
            if number % (3 if number < 20 else 14) == 0 or position.is_terminal():
                kept.append(position.clone())
            if position.is_terminal():
                break
            if position.is_chance_node():
                position.apply_action(ducato.sample(position.chance_outcomes(), rng))
            else:
                legal = position.legal_actions()
                wanted = [a for a in legal if ACTIONS.kind(a).name not in ("sell", "trade")]
                pool = wanted if wanted and below(rng, 4) else legal
                position.apply_action(pool[below(rng, len(pool))])
            number += 1
    return kept


def legal_for(position: Any, seat: int) -> list[int]:
    return position.legal_actions() if seat == position.current_player() else []


def laid(position: Any, seat: int) -> Scene:
    seen = position.redact(seat).state
    return scene(seen, position.game.edition, seat, legal_for(position, seat))


@cache
def tables() -> list[tuple[Any, int, Scene]]:
    """Return the positions as every reader sees them."""
    return [(position, seat, laid(position, seat)) for position in positions() for seat in READERS]


def piece(table: Scene, name: str) -> Piece:
    return next(p for p in table.pieces if p.id == name)


def text(value: Message | str, language: str = "en") -> str:
    return value if isinstance(value, str) else render(value, GAME.package, language, NAMES)


def test_areas_and_pieces_keep_the_contract() -> None:
    for _, _, table in tables():
        areas = [area.id for area in table.areas]
        pieces = [p.id for p in table.pieces]
        assert len(set(areas)) == len(areas)
        assert len(set(pieces)) == len(pieces)
        for number, area in enumerate(table.areas):
            assert area.layout in contract.LAYOUTS
            assert area.role in contract.ROLES
            assert area.parent is None or area.parent in areas[:number]
        for p in table.pieces:
            assert p.area in areas
            assert p.kind in contract.KINDS
            assert p.face.tone in contract.TONES
            assert set(p.face.glyphs) <= GLYPHS
            assert p.label


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_is_written_in_every_language(language: str) -> None:
    for _, _, table in tables()[::4]:
        plain = json.loads(contract.write(table, lambda value: text(value, language)))
        assert "{" not in "".join(p["label"] for p in plain["pieces"])


def test_pieces_carry_legal_actions_and_the_rest_are_payments_and_the_end() -> None:
    for position, seat, table in tables():
        legal = set(legal_for(position, seat))
        carried = [action for p in table.pieces for action in p.actions]
        assert set(carried) <= legal
        assert len(carried) == len(set(carried))
        assert {ACTIONS.kind(action).name for action in legal - set(carried)} <= {"pay", "end"}
        for p in table.pieces:
            assert set(p.actions) <= set(p.potential)


def test_no_hidden_card_is_on_the_table() -> None:
    for position, seat, table in tables():
        record = position.redact(seat).state
        chosen = record.card if record.phase in (Phase.CHOOSE_DISTRICT, Phase.PAY) else -1
        hidden = {
            name for card, name in enumerate(CARD_IDS) if record.zone[card] == -1 and card != chosen
        }
        shown = repr(table)
        assert not [name for name in hidden if repr(Name(name)) in shown or f"card:{name}" in shown]


def test_the_table_is_the_same_for_worlds_that_the_reader_cannot_tell_apart() -> None:
    rng = ducato.new_rng(2)
    moved = 0
    for position in positions():
        for seat in (0, 1):
            other = position.resample_from_infostate(seat, rng)
            moved += other.state != position.state
            assert laid(other, seat) == laid(position, seat)
    assert moved


def test_every_card_of_the_game_is_somewhere() -> None:
    for position, seat, table in tables():
        record = position.state
        if record.phase <= Phase.DEAL_HANDS:
            continue
        faces = sum(p.id.startswith("card:") and not p.face.back for p in table.pieces)
        backs = sum(
            p.face.count if p.face.count is not None else 1 for p in table.pieces if p.face.back
        )
        assert faces + backs == len(CARD_IDS) - record.held[0], (position, seat)


def test_a_card_keeps_its_id_from_hand_to_column() -> None:
    game = ducato.load("magnate")
    position = game.new_initial_state()
    rng = ducato.new_rng(4)
    while not any(ACTIONS.name(a).startswith("deed") for a in position.legal_actions()):
        if position.is_chance_node():
            position.apply_action(ducato.sample(position.chance_outcomes(), rng))
        else:
            position.apply_action(position.legal_actions()[-1])
    seat = position.current_player()
    action = next(a for a in position.legal_actions() if ACTIONS.name(a).startswith("deed"))
    name = f"card:{ACTIONS.arguments(action)[0]}"
    assert piece(laid(position, seat), name).area == f"hand:{seat}"
    assert name not in [p.id for p in laid(position, 1 - seat).pieces]
    position.apply_action(action)
    for reader in READERS:
        assert piece(laid(position, reader), name).area == f"hand:{seat}"
    district = position.legal_actions()[0]
    position.apply_action(district)
    for reader in READERS:
        lying = piece(laid(position, reader), name)
        assert lying.area == f"column:{seat}:{ACTIONS.arguments(district)[0]}"
        assert lying.face.turned


@pytest.mark.parametrize("seat", [0, 1])
def test_the_own_side_is_the_nearer_one(seat: int) -> None:
    table = laid(positions()[20], seat)
    columns = [area.owner for area in table.areas if area.id.startswith("column")]
    assert columns == [1 - seat, seat] * 5
    owners = [area.owner for area in table.areas if area.layout == "fan"]
    assert owners == [1 - seat, None, seat]
    assert [area.role for area in table.areas if area.id == f"hand:{seat}"] == ["hand"]


def test_columns_grow_away_from_the_districts() -> None:
    for position, seat, table in tables():
        for p in table.pieces:
            if p.area.startswith("column"):
                spot = int(position.state.spot[CARD_IDS.index(p.id.removeprefix("card:"))])
                near = p.area.startswith(f"column:{max(seat, 0)}")
                assert p.order == (spot if near else -spot)


def test_labels_are_whole_sentences() -> None:
    position = ducato.load("magnate").new_initial_state()
    rng = ducato.new_rng(6)
    while position.state.phase != Phase.ROLL:
        position.apply_action(ducato.sample(position.chance_outcomes(), rng))
    record, mill, harvest = (
        position.state,
        CARD_IDS.index("the-mill"),
        CARD_IDS.index("the-harvest"),
    )
    district = list(record.pawn).index(harvest)
    record.zone[mill] = 12 + district
    record.length[0, district], record.last[0, district], record.spot[mill] = 1, mill, 0
    label = piece(laid(position, 0), "card:the-mill").label
    assert text(label) == (
        "The Mill, 8, Waves and Leaves, finished, your card 1 in the Harvest district"
    )
    assert text(label, "it") == (
        "Il Mulino, 8, Onde e Foglie, edificio ultimato, la tua carta 1 nel distretto del Raccolto"
    )
    record.deed[0, district], record.laid[0, district, 2] = 1, 3
    deed = piece(laid(position, 1), "card:the-mill")
    assert [text(line) for line in deed.face.lines] == ["3/8", "3 Waves"]
    assert text(deed.label) == (
        "The Mill, 8, Waves and Leaves, deed with 3 of 8 tokens: 3 Waves, "
        "Anna’s card 1 in the Harvest district"
    )


def test_tokens_for_a_deed_can_be_put_all_at_once() -> None:
    """As many of a suit as the deed still takes and the seat has."""
    most = 0
    for position, seat, table in tables():
        for action, n in (one for p in table.pieces for one in p.times):
            after = position.clone()
            for _ in range(n):
                assert after.current_player() == seat
                after.apply_action(action)
            assert after.is_terminal() or action not in after.legal_actions()
            most = max(most, n)
    assert most > 1


def test_what_properties_are_worth_is_kept_as_the_rules_reckon_it() -> None:
    aces = 0
    for position in positions():
        edition = position.game.edition
        for reader in READERS:
            state = position.redact(reader).state
            found = worths(state, edition)
            for seat in (0, 1):
                for d in range(DISTRICTS):
                    assert found.totals[seat][d] == district_total(state, edition, seat, d, False)
            for card, worth in found.aces.items():
                seat, d = divmod(state.zone[card] - Zone.COLUMN, DISTRICTS)
                assert worth == ace_worth(state, edition, seat, d, card)
                aces += 1
    assert aces
