"""The goods of the market and the shops."""

from __future__ import annotations

from functools import lru_cache
from math import inf

from ducato.core.i18n import say
from ducato.core.scene import Area, Piece

from ..narration.words import pawn_name
from ..parts import CLASSES, HEROES
from ..rules.thief import shop_at
from ..state import Phase
from . import tiles
from .goods import Goods
from .kept import KEPT_GROUPS
from .reader import Reader
from .tiles import TO_GET, TO_RETURN, TO_TAKE, printed

MARKET_AREAS = (
    Area("market", "tabs", say("area.market"), role="market"),
    *(
        Area(
            f"market:{name}",
            "grid",
            say("name", name=pawn_name(owner)) if owner < HEROES else say("class.any"),
            "market",
            role="market",
        )
        for owner, name in enumerate(CLASSES)
    ),
)
"""The market and its parts, one for each hero and one for what every hero can use."""
ABOUT_SHOPS = (Phase.PURCHASE, Phase.LOOT)
"""The phases in which a tile is taken from the shop where the moving pawn stands."""


def market_pieces(reader: Reader) -> tuple[Piece, ...]:
    """Return the tiles on the market, one pile for each name.

    Those whose value exceeds the gold of a reader with a seat are marked as too dear [5.4].
    """
    legal = reader.legal if reader.phase not in ABOUT_SHOPS else []
    means = reader.gold[reader.seat] if reader.seat >= 0 else inf
    return _market(reader.values, reader.goods, means, tuple(legal))


@lru_cache(KEPT_GROUPS)
def _market(
    edition: bytes, goods: Goods, means: float, legal: tuple[int, ...]
) -> tuple[Piece, ...]:
    """Return the tiles on the market for a reader with these means."""
    found = []
    for tile, number, count in goods.market:
        actions = tuple([action for action in TO_GET[tile] if action in legal])
        shown = printed(edition)[tile]
        dear = not actions and shown.value > means
        found.append(tiles.on_market(shown, number, count, dear, actions))
    return tuple(found)


def stock_pieces(reader: Reader, seat: int) -> tuple[Piece, ...]:
    """Return the tiles of a seat's shop, each as a separate piece."""
    own = seat == reader.seat
    asked = reader.phase in ABOUT_SHOPS and seat == asked_shop(reader)
    legal = tuple(reader.legal) if asked or own else ()
    return _stock(reader.values, reader.goods, seat, own, asked, legal)


@lru_cache(KEPT_GROUPS)
def _stock(
    edition: bytes, goods: Goods, seat: int, own: bool, asked: bool, legal: tuple[int, ...]
) -> tuple[Piece, ...]:
    """Return the tiles of a shop; `asked` says whether one is to be taken from there."""
    uses, found = TO_TAKE if asked else TO_RETURN, []
    for order, (tile, number) in enumerate(goods.stock[seat]):
        potential = uses[tile] if asked or own else ()
        actions = tuple([action for action in potential if action in legal])
        shown = printed(edition)[tile]
        found.append(tiles.in_shop(shown, number, order, seat, own, actions, potential))
    return tuple(found)


def asked_shop(reader: Reader) -> int:
    """Return the seat that owns the shop where the moving pawn stands, or -1 if there is none."""
    state = reader.state
    if state.pawn < 0 or reader.at[state.pawn] < 0:
        return -1
    shop = shop_at(state, reader.edition, reader.at[state.pawn])
    return int(state.owner[shop]) if shop >= 0 else -1
