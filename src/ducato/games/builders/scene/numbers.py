"""What the numbers on the table of The Builders mean: those of cards, coins and points."""

from __future__ import annotations

from ducato.core.i18n import say
from ducato.core.scene import Number

NUMBERS = (
    *(
        Number(f"card:{worker}", part, text)
        for worker in ("apprentice", "laborer", "craftsman", "master")
        for part, text in (
            ("corner", say("number.wage")),
            ("glyphs", say("number.makes")),
            ("chips", say("number.makes")),
        )
    ),
    Number("card:", "corner", say("number.points")),
    Number("card:", "needs", say("number.needs")),
    Number("card:", "glyphs", say("number.needs")),
    Number("card:", "chips", say("number.makes")),
    Number("card:", "reward", say("number.reward")),
    Number("points:", "corner", say("number.score")),
    Number("points:", "title", say("number.extra")),
    Number("coins:", "corner", say("number.coins")),
    Number("turn", "corner", say("number.actions")),
    Number("back:", "count", say("number.deck")),
)
