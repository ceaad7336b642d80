"""Forms of a name in which letters that look alike are the same.

A name is folded before it is compared with the list of words: width, case and accents are removed,
and Cyrillic, Greek and small capital letters become the Latin letters that they look like. The ñ
stays a letter of its own, since other words are meant without its tilde.
"""

from __future__ import annotations

import re
import unicodedata

_LOOK_ALIKES = (
    ("АВЕЁЅІЇЈКМНОРСТУХԌԚԜ", "abeesiijkmhopctyxgqw"),
    ("авеёѕіїјкмнорстухԁԍԛԝпигьшһӏ", "abeesiijkmhopctyxdgqwnurbwhl"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx"),
    ("αβγεηικνορςστυχω", "abyenikvopcotuxw"),
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
    ("ıłøđħƒɑɡŧŀß", "ilodhfagtls"),
)
_LATIN = {ord(a): b for alike, latin in _LOOK_ALIKES for a, b in zip(alike, latin, strict=True)}
_ENYE, _KEPT = "ñ", "\ue000"  # a private character, which no name can show
_CAMEL = re.compile(r"(?<=[a-zà-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])")


def folded(text: str) -> str:
    """Return a text in lower-case Latin letters where they look alike, without accents.

    Digits, symbols and separators stay as they are.
    """
    seen = "".join(c for c in unicodedata.normalize("NFKC", text) if _is_seen(c))
    latin = unicodedata.normalize("NFC", seen.translate(_LATIN).casefold().translate(_LATIN))
    marked = unicodedata.normalize("NFD", latin.replace(_ENYE, _KEPT))
    bare = "".join(c for c in marked if unicodedata.category(c) != "Mn")
    return bare.translate(_LATIN).replace(_KEPT, _ENYE)


def separated(text: str) -> str:
    """Return a text with a space at each change from a small to a capital letter."""
    return _CAMEL.sub(" ", unicodedata.normalize("NFKC", text))


def _is_seen(character: str) -> bool:
    """Return whether a character is not one of those that only format others, such as U+200B."""
    return unicodedata.category(character) not in ("Cf", "Cc", "Me")
