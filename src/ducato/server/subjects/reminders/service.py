"""Turn reminders: e-mails to people who asked to be told when it is their turn.

The store records the open turns and the reminders sent. This service regularly looks them up,
writes the e-mails and sends them outside the event loop. An e-mail that could not be sent is
written again later, from the turns open then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable

from ducato.core.i18n import LANGUAGES, enumeration, say
from ducato.server.kit.background import BackgroundService
from ducato.server.kit.database.engine import now
from ducato.server.kit.http.locale import game_title, server_text
from ducato.server.kit.mail.mailer import MailNotSent, greeting, quoted
from ducato.server.services import Services
from ducato.server.subjects.reminders.storage import ReminderEmail, Turn, TurnReminders
from ducato.table.seats import FORMER
from ducato.table.time_control import DAY, MINUTE
from ducato.table.views.texts import display_name

log = logging.getLogger(__name__)

FIRST_RETRY, LAST_RETRY = MINUTE, 6 * 60 * MINUTE
"""The shortest and the longest delay, in milliseconds, before a failed reminder is retried; each
failure doubles the delay."""
MOST_FAILURES = 3
"""The number of consecutive failures after which a run stops, because the mail server is down."""
UNSUBSCRIBE = "/unsubscribe"
"""The path, before a token, of the page that ends reminders; every reminder links to it."""


class TurnReminderSender(BackgroundService):
    """A service that sends turn reminders."""

    name = "turn reminders"
    interval = 60.0

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services, self._reminders = services, TurnReminders(services.database)
        # For each person, the number of e-mails that failed in a row and the time to try again.
        self._failed: dict[str, tuple[int, int]] = {}

    async def run_once(self) -> None:
        """Send all reminders that are due, leaving out tables that the person has on a screen.

        After `MOST_FAILURES` consecutive failures, the remaining ones wait for the next run.

        Raises:
            StoreError: reminders could not be read or recorded.
        """
        moment, failures = now(), 0
        awaited = await self._services.workers.run_blocking(self._reminders.awaited, moment)
        for person, tables in awaited.items():
            shown = self._services.registry.tables_shown_to(person)
            _, retry_at = self._failed.get(person, (0, 0))
            if tables <= shown or moment < retry_at:
                continue
            failures = 0 if await self._remind(person, moment, shown) else failures + 1
            if failures == MOST_FAILURES:
                return
        # This also drops people whose turn is over.
        self._failed = {who: since for who, since in self._failed.items() if who in awaited}

    async def _remind(self, person: str, moment: int, shown: Collection[str]) -> bool:
        """Send one person's reminder if it is still due. Return False if it could not be sent.

        Args:
            person: the person's id.
            moment: the current time in milliseconds since 1970.
            shown: the ids of the tables that they have open, which are left out.

        Raises:
            StoreError: the reminder, or its failure, could not be recorded.
        """
        services = self._services
        email = await asyncio.wrap_future(self._reminders.begin(person, moment, shown))
        if email is None:
            return True
        language = email.language if email.language in LANGUAGES else LANGUAGES[0]
        unsubscribe = f"{services.home}{UNSUBSCRIBE}/{email.token}?lang={language}"
        # The time left for a turn is game time.
        game_moment = moment - services.registry.time.drift
        subject, text = compose(email, language, services.home, unsubscribe, game_moment)
        headers = {
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",  # RFC 8058
            "Auto-Submitted": "auto-generated",
        }
        try:
            await asyncio.wrap_future(services.mails.submit(email.email, subject, text, headers))
        except MailNotSent as error:
            await asyncio.wrap_future(self._reminders.cancel(email.token))
            times, _ = self._failed.get(person, (0, 0))
            wait = min(FIRST_RETRY * 2**times, LAST_RETRY)
            self._failed[person] = (times + 1, moment + wait)
            services.registry.metrics.reminder_emails.labels("failed").inc()
            log.error("a turn reminder is retried in %d minutes: %s", wait // MINUTE, error)
            return False
        self._failed.pop(person, None)
        services.registry.metrics.reminder_emails.labels("sent").inc()
        return True


def compose(
    email: ReminderEmail, language: str, home: str, unsubscribe: str, moment: int
) -> tuple[str, str]:
    """Return the subject and the text of a reminder.

    Args:
        email: the recipient and the turns that the reminder is about.
        language: the language of the text.
        home: the base URL of this server.
        unsubscribe: the link that ends reminders.
        moment: the current game time in milliseconds since 1970.
    """

    def listed(turns: Iterable[Turn]) -> str:
        return "\n\n".join(_paragraph(turn, language, home, moment) for turn in turns)

    new = [turn for turn in email.turns if not turn.reminded]
    known = [turn for turn in email.turns if turn.reminded]
    said = [say("mail.turns.new", tables=listed(new))]
    if known:
        said.append(say("mail.turns.known", tables=listed(known)))
    said.append(say("mail.turns.end", page=f"{home}/account", link=unsubscribe))
    paragraphs = [greeting(email.name, language), *(server_text(one, language) for one in said)]
    text = "\n\n".join(paragraphs)
    return server_text(say("mail.turns.subject", n=len(email.turns)), language), text


def _paragraph(turn: Turn, language: str, home: str, moment: int) -> str:
    """Return the paragraph about one table: game, players, time left and link."""
    players = [_player(seat["name"], language) for seat in turn.seats]
    names = enumeration(players, language)
    said = say(
        "mail.turns.table",
        game=game_title(turn.game, language),
        names=names,
        left=time_left(turn.due - moment, language),
        link=f"{home}/table/{turn.table_id}",
    )
    return server_text(said, language)


def _player(name: str, language: str) -> str:
    return display_name(name, language) if name == FORMER else quoted(name, language)


def time_left(duration: int, language: str) -> str:
    """Return a duration in words, as days and hours or hours and minutes, rounded down.

    The duration is in milliseconds; a negative one counts as 0.

    Example:
        >>> time_left((2 * 24 + 3) * 3_600_000 + 59_000, "en"), time_left(-1, "it")
        ('2 days and 3 hours', '0 minuti')
    """
    minutes = max(0, duration) // MINUTE
    days, hours, minutes = minutes // (DAY // MINUTE), minutes // 60 % 24, minutes % 60
    parts = [say("time.days", n=days), say("time.hours", n=hours), say("time.minutes", n=minutes)]
    told = [part for part in (parts[:2] if days else parts[1:]) if part.arguments["n"]]
    texts = [server_text(part, language) for part in told or parts[2:]]
    return enumeration(texts, language)
