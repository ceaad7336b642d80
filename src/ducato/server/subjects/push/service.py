"""Web Push of one server: its settings, and the sender once the key is known."""

from __future__ import annotations

import asyncio

from ducato.server.services import Services
from ducato.server.subjects.push.sender import PushSender, PushSettings, is_available, new_key
from ducato.server.subjects.push.storage import PushSubscriptions


class PushService:
    """The Web Push of one server.

    Args:
        services: the services.
        settings: the settings; None to send nothing.

    Attributes:
        settings: the settings; None if nothing is sent, also because packages are missing.
    """

    def __init__(self, services: Services, settings: PushSettings | None = None) -> None:
        self.settings = settings if is_available() else None
        self._subscriptions = PushSubscriptions(services.database)
        self._sender: PushSender | None = None

    async def sender(self) -> PushSender | None:
        """Return the sender, None if nothing is sent.

        Raises:
            StoreError: the key could not be read or stored.
        """
        if self._sender is None and self.settings is not None:
            key = await asyncio.wrap_future(self._subscriptions.key(new_key))
            self._sender = PushSender(self.settings, key)
        return self._sender
