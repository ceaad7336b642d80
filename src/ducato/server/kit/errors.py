"""The errors of the server that become responses, each with its HTTP status and reason."""

from __future__ import annotations

from ducato.core.errors import DucatoError
from ducato.core.i18n import Message, say

RETRY_AFTER = 2
"""The time in seconds after which an overloaded server asks clients to try again."""


class ApiError(DucatoError):
    """An error raised if a request cannot be carried out; it becomes the response, as JSON.

    Args:
        status, message, field, choices, retry_after: the attributes.
        detail: what the log says; None for the key of the message.

    Attributes:
        status: the HTTP status.
        message: the reason, as a message of ducato's catalogue.
        field: the invalid field of the request; None if the error is not about one field.
        choices: the valid values, if there is a fixed set of them; else empty.
        retry_after: the seconds after which the request may be repeated; None if not known.
    """

    def __init__(
        self,
        status: int,
        message: Message,
        field: str | None = None,
        choices: list[str] | None = None,
        retry_after: int | None = None,
        *,
        detail: str | None = None,
    ) -> None:
        self.status, self.message, self.field, self.choices = status, message, field, choices or []
        self.retry_after = retry_after
        super().__init__(detail or message.key)


class PageError(ApiError):
    """An error that becomes JSON under ``/api/`` only, and a page elsewhere."""


class NoSuchPage(PageError):
    """An error raised if there is nothing at a URL."""

    def __init__(self) -> None:
        super().__init__(404, say("lost.page"))


class ServerBusy(ApiError):
    """An error raised if the server cannot do something now.

    Args:
        detail: what the log says.
    """

    def __init__(self, detail: str) -> None:
        super().__init__(503, say("bad.busy"), retry_after=RETRY_AFTER, detail=detail)
