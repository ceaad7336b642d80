"""What the numbers on the table of Magnate mean: those of cards, tokens, dice and totals."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.core.scene import Number

NUMBERS = (
    Number("card:", "corner", say("number.rank")),
    Number("token:", "count", say("number.tokens")),
    Number("total:", "corner", say("number.total")),
    Number("won:", "corner", say("number.won")),
    Number("die:", "corner", say("number.die")),
    Number("card:", "lines", say("number.laid")),
    Number("back:pile", "count", say("number.deck")),
    Number("back:sold", "count", say("number.sold")),
)
