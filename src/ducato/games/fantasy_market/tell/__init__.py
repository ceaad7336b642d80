"""What happened in Fantasy Market and what may be done, as messages for `core.i18n`.

Everything is read off a state that is already redacted for its reader: these modules must not
know what is hidden, nor any language. The sentences are in ``locale/<language>.po``.
"""

from ducato.games.fantasy_market.tell.ending import result, series
from ducato.games.fantasy_market.tell.events import told
from ducato.games.fantasy_market.tell.orders import action_hint, action_sentence, prompt
from ducato.games.fantasy_market.tell.refusals import why_no_way, why_not

__all__ = [
    "action_hint",
    "action_sentence",
    "prompt",
    "result",
    "series",
    "told",
    "why_no_way",
    "why_not",
]
