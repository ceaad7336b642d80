"""What the numbers on the table of Fantasy Market mean: those of tiles, heroes, gold and piles."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.core.scene import Number

NUMBERS = (
    Number("tile:", "corner", say("number.price")),
    Number("tile:", "reward", say("number.value")),
    Number("tile:", "count", say("number.copies")),
    Number("monster:", "corner", say("number.monster")),
    Number("monster:", "lines", say("number.statistics")),
    Number("attack:", "corner", say("number.attack")),
    Number("defence:", "corner", say("number.defence")),
    Number("movement:", "corner", say("number.movement")),
    Number("purse:", "count", say("number.purse")),
    Number("gold:", "corner", say("number.gold")),
    Number("sign:", "corner", say("number.sign")),
    Number("shop:", "corner", say("number.sign")),
    Number("square:", "corner", say("number.sale")),
    Number("reserve", "corner", say("number.reserve")),
    Number("pile:", "count", say("number.pile")),
    Number("back:deck", "count", say("number.hidden")),
    Number("passed:", "corner", say("number.passed")),
    Number("gone:", "corner", say("number.gone")),
)
