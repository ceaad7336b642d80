"""Push reminders: notifications in the browsers of people who asked to be told of their turn.

They concern the same turns as the reminders by e-mail (`turn_reminders`), each of them once. A
message that a push service does not take for now is repeated while the turn still waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from ducato.core.i18n import say
from ducato.server.kit.background import BackgroundService
from ducato.server.kit.database.engine import now
from ducato.server.kit.http.locale import game_title, server_text
from ducato.server.services import Services
from ducato.server.subjects.push.delivery import DailyLimit, Delivery
from ducato.server.subjects.push.sender import MOST_A_DAY, PushMessage, PushSender
from ducato.server.subjects.push.service import PushService
from ducato.server.subjects.push.storage import PushSubscription, PushSubscriptions, PushTurn

THREADS = 4
"""Number of messages that are sent at the same time; push services that answer late delay no
moves."""


@dataclass(frozen=True)
class Attempt:
    """An attempt to tell one browser of a turn.

    Attributes:
        turn: the turn.
        browser: the browser.
        number: the number of the attempt, from 1.
        due: the time at which to make it, in milliseconds since 1970.
    """

    turn: PushTurn
    browser: PushSubscription
    number: int
    due: int


class PushReminders(BackgroundService):
    """A service that sends push reminders."""

    name = "push reminders"
    interval = 60.0

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services, self._subscriptions = services, PushSubscriptions(services.database)
        self._pool = ThreadPoolExecutor(THREADS, "push")
        self._push = services.own(PushService)
        settings = self._push.settings
        self._limit = DailyLimit(settings.daily if settings else MOST_A_DAY)
        self._repeated: list[Attempt] = []

    async def run_once(self) -> None:
        """Send all reminders that are due, leaving out tables that the person has on a screen.

        A person who has reached the daily limit is told later of the turns that still wait then.

        Raises:
            StoreError: subscriptions could not be read or recorded.
        """
        sender = await self._push.sender()
        if sender is None:
            return
        moment = now()
        await self._send_all(sender, await self._due_again(moment))
        turns = await self._services.workers.run_blocking(self._subscriptions.awaited, moment)
        for turn in turns:
            if self._is_shown(turn) or not self._limit.has_room(turn.person, moment):
                continue
            browsers = await asyncio.wrap_future(self._subscriptions.begin(turn))
            self._limit.note(turn.person, moment)
            await self._send_all(sender, [Attempt(turn, one, 1, moment) for one in browsers])

    async def close(self) -> None:
        """Stop, without waiting for push services that do not answer."""
        await super().close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _is_shown(self, turn: PushTurn) -> bool:
        return turn.table_id in self._services.registry.tables_shown_to(turn.person)

    async def _due_again(self, moment: int) -> list[Attempt]:
        """Return the repetitions that are due, without those that nobody needs any more."""
        due = [one for one in self._repeated if one.due <= moment]
        if not due:
            return []
        self._repeated = [one for one in self._repeated if one.due > moment]
        run = self._services.workers.run_blocking
        waiting = set(await run(self._subscriptions.awaited, moment, True))
        found = []
        for one in due:
            if one.turn not in waiting or self._is_shown(one.turn):
                continue
            if one.browser in await run(self._subscriptions.of, one.turn.person):
                found.append(one)
        return found

    async def _send_all(self, sender: PushSender, attempts: Sequence[Attempt]) -> None:
        await asyncio.gather(*(self._send(sender, one) for one in attempts))

    async def _send(self, sender: PushSender, attempt: Attempt) -> None:
        """Send one message; remove the subscription if it has ended, or plan a repetition."""
        browser = attempt.browser
        message = compose(attempt.turn, browser.language)
        loop = asyncio.get_running_loop()
        outcome = await loop.run_in_executor(self._pool, sender.send, browser, message)
        if outcome.delivery is Delivery.EXPIRED:
            await asyncio.wrap_future(self._subscriptions.remove(browser.endpoint))
        pause = outcome.pause(attempt.number)
        if pause is not None:
            again = replace(attempt, number=attempt.number + 1, due=now() + pause)
            self._repeated.append(again)
        self._services.registry.metrics.push_messages.labels(outcome.delivery.value).inc()


def compose(turn: PushTurn, language: str) -> PushMessage:
    """Return the message about a turn: the game, and the table to open."""
    title = server_text(say("push.turn"), language)
    url = f"/table/{turn.table_id}"
    return PushMessage(title, game_title(turn.game, language), url, turn.table_id)
