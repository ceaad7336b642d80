"""What the table shows: the map with its reasons, the hand, the mats, the market."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from random import Random

import pytest

from ducato.core.i18n import Seat, render
from ducato.core.visibility import redact
from ducato.games.manifest_destiny import scene as module
from ducato.games.manifest_destiny.narration import action_hint, describe_action, prompt
from ducato.games.manifest_destiny.scene import scene
from ducato.games.manifest_destiny.state import ACTIONS, A
from ducato.games.manifest_destiny.state.tables import (
    PRODUCT_IDS,
    TERRITORY_IDS,
    VACANT,
    Phase,
    Reach,
    Stage,
    slug,
)

from .manifest_table import Table

SPRITE = Path(module.__file__).parents[1] / "glyphs.svg"
GLYPHS = set(re.findall('symbol id="([^"]+)"', SPRITE.read_text("utf-8")))


def drawn(table, seat=0):
    """The pieces by id, as a seat sees them."""
    seen = redact(table.state, seat)
    legal = table.position.legal_actions() if seat == table.state.chooser else []
    return {piece.id: piece for piece in scene(seen, table.edition, seat, legal).pieces}


def english(message):
    return render(message, "ducato.games.manifest_destiny", "en")


def test_the_sprite_has_what_is_drawn_and_no_more():
    ways = [way for way in Reach if way > Reach.LAND]
    reach = {f"reach-{slug(way.name)}" for way in ways}
    held = {piece.face.glyphs[0] for piece in drawn(Table()).values() if "stock:" in piece.area}
    assert {*PRODUCT_IDS, "city", *reach, *held} == GLYPHS


@pytest.mark.parametrize(
    ("advance", "way"),
    [
        ("telegraph", Reach.TELEGRAPH),
        ("railroad", Reach.RAILROAD),
        ("steamships", Reach.STEAMSHIP),
        ("airplanes", Reach.AIRPLANE),
        ("e-commerce", Reach.E_COMMERCE),
    ],
)
def test_what_is_in_reach_shows_why(advance, way):
    t = Table(stage=Stage.EXPANSION).own(0, "florida").give(0, advance, "westward-ho").survey()
    pieces = drawn(t)
    ways = set()
    for name, reach in zip(TERRITORY_IDS, t.state.reach, strict=True):
        reasons = [g for g in pieces[f"region:{name}"].face.glyphs if g.startswith("reach-")]
        assert reasons == ([f"reach-{slug(Reach(reach).name)}"] if reach > Reach.LAND else [])
        ways.add(reach)
    assert ways == {Reach.NO, Reach.LAND, Reach.FERRY, way}


def test_targets_can_be_clicked_and_others_not():
    t = Table(stage=Stage.EXPANSION).tokens(0, 9).survey()
    pieces = drawn(t)
    for name in t.names:
        if name.startswith("territory:"):
            assert pieces[f"region:{name.removeprefix('territory:')}"].actions
    assert not pieces["region:quebec"].actions
    assert not any(piece.actions for piece in drawn(t, seat=1).values())


def test_the_hand_is_shown_to_its_owner_only():
    t = Table().hand(0, "king-cotton", "spy")
    own, other = drawn(t), drawn(t, seat=1)
    assert own["card:spy"].area == "hand"
    assert own["card:spy"].actions
    assert "card:spy" not in other
    assert other["back:0"].face.count == 2
    assert "back:0" not in own


def test_each_player_has_a_mat():
    seen = Table(players=3).state
    areas = scene(seen, Table(players=3).edition, 1, []).areas
    mats = [area for area in areas if area.layout == "panel" and area.role != "market"]
    assert [(mat.owner, mat.role) for mat in mats] == [(1, "mine"), (0, "others"), (2, "others")]


def test_opponents_are_named_buttons():
    t = Table(era=2).hand(0, "robber-barons").do("card:robber-barons", "half:event")
    assert t.phase == Phase.TARGET
    assert not any(piece.actions for piece in drawn(t).values())
    action = ACTIONS.index("player:2")
    assert describe_action(t.state, t.edition, action).arguments["seat"] == Seat(1)
    assert action_hint(t.state, t.edition, action).key == "hint.target"


def test_turn_priority_is_announced_at_its_marker_until_it_is_used():
    t = Table().hand(0, "king-cotton")
    pieces = drawn(t)
    assert pieces["priority:0"].actions == (A.PRIORITY,)
    assert not pieces["priority:1"].actions
    t.do("priority")
    assert "priority:0" not in drawn(t)


def test_a_bid_shows_the_homes():
    t = Table()
    t.state.phase = Phase.BID
    t.state.row("owner")[:] = VACANT
    pieces = drawn(t)
    said = prompt(t.state, t.edition, 0).arguments["homes"]
    homes = [home.arguments["territory"].id for home in said]
    assert homes
    for name, piece in pieces.items():
        if name.startswith("region:"):
            assert ("reach-home" in piece.face.glyphs) == (name.removeprefix("region:") in homes)


def test_the_payouts_show_the_reader_their_units_and_money():
    t = Table().own(0, "virginia").own(1, "texas")
    pieces = drawn(t)
    assert pieces["payout:tobacco"].face.corner == "1"
    assert pieces["payout:oil"].face.corner == "0"
    shares = pieces["payout:oil"].label.arguments["shares"]
    own, other, *_ = [share.arguments["amount"].arguments["amount"] for share in shares]
    assert own == 0 < other


def test_advances_show_their_price_for_the_reader():
    t = Table(stage=Stage.INVESTMENT).give(0, "assembly-line")
    own, other = drawn(t)["advance:unity"], drawn(t, seat=1)["advance:unity"]
    assert own.actions
    amounts = [piece.face.lines[0].arguments["amount"] for piece in (own, other)]
    assert amounts[1] - amounts[0] == 10


@pytest.mark.parametrize(("cash", "reader", "texts"), [
    ("hidden", 1, ["?", "100", "?"]),
    ("hidden", -1, ["?", "?", "?"]),
    ("open", 1, ["100", "100", "100"]),
])  # fmt: skip
def test_the_cash_of_others_is_hidden(cash, reader, texts):
    """By default, as on a real table [manifest-destiny 11.1]."""
    t = Table(players=3, cash=cash)
    pieces = drawn(t, seat=reader)
    assert [pieces[f"cash:{seat}"].face.corner for seat in range(3)] == texts
    t.state.phase = Phase.OVER
    assert [drawn(t, seat=reader)[f"cash:{seat}"].face.corner for seat in range(3)] == ["100"] * 3


def test_tokens_are_bought_by_a_number():
    """One click on one of a row of buttons, that show the price [manifest-destiny 7.1]."""
    t = Table(stage=Stage.INVESTMENT)
    legal = {t.game.actions.name(action): action for action in t.position.legal_actions()}
    assert [name for name in legal if name.startswith("buy:")] == ["buy:1", "buy:2", "buy:3"]
    carried = {action for piece in drawn(t).values() for action in piece.actions}
    for n in (1, 2, 3):
        action = legal[f"buy:{n}"]
        assert action not in carried
        assert english(describe_action(t.state, t.edition, action)) == f"Buy tokens: {n}"
        assert english(action_hint(t.state, t.edition, action)) == f"${5 * n}"


def test_payouts_stand_in_rows_of_the_same_amounts():
    """The table of payouts shows its numbers, once for all products that pay the same."""
    pieces = drawn(Table())
    rates = {p.area: p.face.lines for name, p in pieces.items() if name.startswith("rate:")}
    assert [*rates.values()] == [
        ("$ 5 10 20 30 45 60",),
        ("$ 5 15 25 40 60 80",),
        ("$ 10 20 35 55 75 100",),
    ]
    for product in PRODUCT_IDS:
        piece = pieces[f"payout:{product}"]
        (amounts,) = rates[piece.area]
        assert piece.label.arguments["amounts"] == tuple(amounts.removeprefix("$ ").split())


def played(steps):
    """What each reader sees of the positions of a random game: the arguments of `scene`."""
    position, rng = Table().position, Random(1)
    edition = position.game.edition
    for _ in range(steps):
        player = position.current_player()
        legal = position.legal_actions() if player >= 0 else []
        for seat in range(-1, edition.players):
            yield redact(position.state, seat), edition, seat, legal if seat == player else []
        options = legal or [outcome for outcome, _ in position.chance_outcomes()]
        position.apply_action(rng.choice(options))


def test_cached_pieces_are_those_that_would_be_made():
    """What a piece shows is in the key of its cache, or readers would see things of others."""
    modules = [import_module(f"{module.__name__}.{m.name}") for m in iter_modules(module.__path__)]
    caches = [f for m in modules for f in vars(m).values() if hasattr(f, "cache_clear")]
    seen = [(scene(*arguments), arguments) for arguments in played(120)]
    for drawing, arguments in reversed(seen):
        for cache in caches:
            cache.cache_clear()
        assert scene(*arguments) == drawing


def test_readers_share_equal_pieces():
    t = Table().hand(0, "spy")
    own, other = drawn(t), drawn(t, seat=1)
    shared = [name for name in own.keys() & other.keys() if own[name] == other[name]]
    assert len(shared) > len(own) / 2
    assert all(own[name] is other[name] for name in shared)
