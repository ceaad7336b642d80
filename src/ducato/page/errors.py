"""The errors of an export."""

from __future__ import annotations

from ducato.core.errors import DucatoError


class NotExported(DucatoError):
    """An error raised if a page cannot be made; it says in a sentence what to do."""
