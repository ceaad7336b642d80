"""Push reminders: notifications in the browsers of people who asked to be told of their turn.

They concern the same turns as the reminders by e-mail (`turn_reminders`), each of them once.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from ducato.core.i18n import say
from ducato.store import PushSubscription, PushTurn
from ducato.store.database.engine import now
from ducato.table.views.texts import table_text
from ducato.web.background.service import BackgroundService
from ducato.web.push.sender import Delivery, PushMessage, PushSender
from ducato.web.services import Services
from ducato.web.support.locale import game_title

THREADS = 4
"""Number of messages that are sent at the same time; push services that answer late delay no
moves."""


class PushReminders(BackgroundService):
    """A service that sends push reminders."""

    name = "push reminders"
    interval = 60.0

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services, self._subscriptions = services, services.store.push
        self._pool = ThreadPoolExecutor(THREADS, "push")

    async def run_once(self) -> None:
        """Send all reminders that are due, leaving out tables that the person has on a screen.

        Raises:
            StoreError: subscriptions could not be read or recorded.
        """
        sender = await self._services.push.sender()
        if sender is None:
            return
        turns = await self._services.workers.run_blocking(self._subscriptions.awaited, now())
        for turn in turns:
            if turn.table_id in self._services.registry.tables_shown_to(turn.person):
                continue
            browsers = await asyncio.wrap_future(self._subscriptions.begin(turn))
            await asyncio.gather(*(self._send(sender, one, turn) for one in browsers))

    async def close(self) -> None:
        """Stop, without waiting for push services that do not answer."""
        await super().close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _send(self, sender: PushSender, browser: PushSubscription, turn: PushTurn) -> None:
        """Send one message; remove the subscription if it has ended."""
        message = compose(turn, browser.language)
        loop = asyncio.get_running_loop()
        delivery = await loop.run_in_executor(self._pool, sender.send, browser, message)
        if delivery is Delivery.EXPIRED:
            await asyncio.wrap_future(self._subscriptions.remove(browser.endpoint))
        self._services.registry.metrics.push_messages.labels(delivery.value).inc()


def compose(turn: PushTurn, language: str) -> PushMessage:
    """Return the message about a turn: the game, and the table to open."""
    title = table_text(say("push.turn"), language)
    url = f"/table/{turn.table_id}"
    return PushMessage(title, game_title(turn.game, language), url, turn.table_id)
