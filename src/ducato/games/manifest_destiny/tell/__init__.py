"""What happened in Manifest Destiny and what may be done, as messages for `core.i18n`.

Everything is read off a state that is already redacted for its reader: these modules must not
know what is hidden, nor any language. The sentences are in ``locale/<language>.po``.
"""

from ducato.games.manifest_destiny.tell.ending import result, series
from ducato.games.manifest_destiny.tell.events import told
from ducato.games.manifest_destiny.tell.orders import action_hint, action_sentence
from ducato.games.manifest_destiny.tell.prompts import prompt
from ducato.games.manifest_destiny.tell.refusals import why_not

__all__ = ["action_hint", "action_sentence", "prompt", "result", "series", "told", "why_not"]
