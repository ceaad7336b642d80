"""What the numbers on the table of Manifest Destiny mean."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.core.scene import Number

NUMBERS = (
    Number("region:", "corner", say("number.control")),
    Number("card:", "corner", say("number.card")),
    Number("phase:", "corner", say("number.phase")),
    Number("position:", "corner", say("number.position")),
    Number("position:", "title", say("number.limit")),
    Number("die:", "corner", say("number.die")),
    Number("points:", "corner", say("number.points")),
    Number("cash:", "corner", say("number.cash")),
    Number("profit:", "corner", say("number.profit")),
    Number("bought:", "corner", say("number.bought")),
    Number("supply:", "corner", say("number.supply")),
    Number("pioneers:", "corner", say("number.pioneers")),
    Number("loss:", "corner", say("number.loss")),
    Number("cities:", "corner", say("number.cities")),
    Number("advances:", "corner", say("number.advances")),
    Number("advance:", "lines", say("number.price")),
    Number("priority:", "glyphs", say("number.priority")),
    Number("rate:", "lines", say("number.payout")),
    Number("payout:", "corner", say("number.units")),
    Number("payout:", "lines", say("number.paid")),
    Number("back:deck", "count", say("number.deck")),
    Number("back:", "count", say("number.hand")),
)
