"""Letters to people whose turn it is: who wants them gets them, and ends them by one click.

What is to be told, and what was, is in the store; here it is looked up every minute, written and
sent, all of it beside the event loop. A letter that the mail server does not take is written anew
later, from what waits then. This module must not know how letters are carried.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable

from babel.lists import format_list
from fastapi import FastAPI, Request, Response
from fastapi.templating import Jinja2Templates
from starlette.exceptions import HTTPException

from ducato.core.i18n import LANGUAGES, say
from ducato.core.table_data import FORMER
from ducato.store import ReminderEmail, Turn
from ducato.store.database.engine import now
from ducato.table.time_control import DAY, MINUTE
from ducato.table.views import called, house_text
from ducato.web.http.catalog import title
from ducato.web.http.pages import FOLDER
from ducato.web.services import Services
from ducato.web.support.locale import chosen_language
from ducato.web.support.mail import MailNotSent, quoted
from ducato.web.support.rate_limits import CHANGES_OF_ADDRESS, address_of

log = logging.getLogger(__name__)

LOOK_EVERY = 60.0
"""Seconds between two looks at who is to be told."""
FIRST_WAIT, LONGEST_WAIT = MINUTE, 6 * 60 * MINUTE
"""Milliseconds after a failure until somebody is written to again; each failure doubles them."""
MOST_FAILURES = 3
"""In a row, after which the mail server is believed to be away until the next look."""
STOP = "/unsubscribe"


class TurnReminders:
    """Tells people of their turns.

    Args:
        services: whose people.
    """

    def __init__(self, services: Services) -> None:
        self._services, self._notices = services, services.store.turn_reminders
        # Whom letters did not reach: how often, and when to try again.
        self._failed: dict[str, tuple[int, int]] = {}
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Look from now on."""
        self._task = asyncio.create_task(self._keep(), name="letters")

    async def close(self) -> None:
        """Look no more. A letter that is being sent counts as sent."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> None:
        """Write to everybody who is to be told of a turn now.

        Raises:
            StoreError: it could not be looked up, or noted.
        """
        moment, failures = now(), 0
        awaited = await self._services.workers.read(self._notices.awaited, moment)
        for person, tables in awaited.items():
            present_at = self._services.registry.present_at(person)
            _, again = self._failed.get(person, (0, 0))
            if tables <= present_at or moment < again:
                continue
            failures = 0 if await self._write(person, moment, present_at) else failures + 1
            if failures == MOST_FAILURES:
                return
        # Whom nothing waits for any more is forgotten here, too.
        self._failed = {who: since for who, since in self._failed.items() if who in awaited}

    async def _keep(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                log.exception("nobody could be told of turns")
            await asyncio.sleep(LOOK_EVERY)

    async def _write(self, person: str, moment: int, present_at: Collection[str]) -> bool:
        """Write to one person; whether all is well."""
        services = self._services
        letter = await asyncio.wrap_future(self._notices.begin(person, moment, present_at))
        if letter is None:
            return True
        language = letter.language if letter.language in LANGUAGES else LANGUAGES[0]
        stop = f"{services.home}{STOP}/{letter.token}?lang={language}"
        # What is left of a turn is a matter of game time.
        passed = moment - services.registry.time.behind
        subject, text = words(letter, language, services.home, stop, passed)
        headers = {
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Mailer": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        }
        try:
            await services.workers.read(services.mailer.send, letter.email, subject, text, headers)
        except MailNotSent as error:
            await asyncio.wrap_future(self._notices.cancel(letter.token))
            times, _ = self._failed.get(person, (0, 0))
            wait = min(FIRST_WAIT * 2**times, LONGEST_WAIT)
            self._failed[person] = (times + 1, moment + wait)
            services.registry.metrics.letters.add("failed")
            log.error("a letter about turns, again in %d minutes: %s", wait // MINUTE, error)
            return False
        self._failed.pop(person, None)
        services.registry.metrics.letters.add("sent")
        return True


def words(
    letter: ReminderEmail, language: str, home: str, stop: str, moment: int
) -> tuple[str, str]:
    """What a letter says: its subject and its text.

    Args:
        letter: to whom, about what.
        language: to write in.
        home: the address of this server.
        stop: the link that ends such letters.
        moment: now, by the clocks of games.
    """

    def listed(turns: Iterable[Turn]) -> str:
        return "\n\n".join(_line(turn, language, home, moment) for turn in turns)

    new = [turn for turn in letter.turns if not turn.told]
    known = [turn for turn in letter.turns if turn.told]
    said = [
        say("mail.turns", name=quoted(letter.name, language)),
        say("mail.turns.new", tables=listed(new)),
    ]
    if known:
        said.append(say("mail.turns.known", tables=listed(known)))
    said.append(say("mail.turns.end", page=f"{home}/account", link=stop))
    text = "\n\n".join(house_text(part, language) for part in said)
    return house_text(say("mail.turns.subject", n=len(letter.turns)), language), text


def _line(turn: Turn, language: str, home: str, moment: int) -> str:
    """A table that waits: the game, who sits there, the time that is left, the link."""
    players = [_called(seat["name"], language) for seat in turn.seats]
    names = format_list(players, locale=language)
    said = say(
        "mail.turns.table",
        game=title(turn.game, language),
        names=names,
        left=time_left(turn.due - moment, language),
        link=f"{home}/table/{turn.table_id}",
    )
    return house_text(said, language)


def _called(name: str, language: str) -> str:
    return called(name, language) if name == FORMER else quoted(name, language)


def time_left(duration: int, language: str) -> str:
    """A duration in milliseconds, in its two largest units, rounded down.

    Example:
        >>> time_left((2 * 24 + 3) * 3_600_000 + 59_000, "en"), time_left(-1, "it")
        ('2 days and 3 hours', '0 minuti')
    """
    minutes = max(0, duration) // MINUTE
    days, hours, minutes = minutes // (DAY // MINUTE), minutes // 60 % 24, minutes % 60
    parts = [say("time.days", n=days), say("time.hours", n=hours), say("time.minutes", n=minutes)]
    told = [part for part in (parts[:2] if days else parts[1:]) if part.arguments["n"]]
    texts = [house_text(part, language) for part in told or parts[2:]]
    return format_list(texts, locale=language)


def add_notices(app: FastAPI, services: Services) -> None:
    """Add the page that ends letters.

    Mail programs ask for it with POST and nothing else (RFC 8058); who follows the link in a letter
    gets a button first, since many programs fetch links by themselves.
    """
    templates = Jinja2Templates(FOLDER / "templates")

    def page(request: Request, key: str, *, button: bool) -> Response:
        language = chosen_language(request)
        return templates.TemplateResponse(
            request,
            "unsubscribe.html",
            {
                "lang": language,
                "title": "ducato",
                "headline": house_text(say("unsubscribe.title"), language),
                "said": house_text(say(key), language),
                "button": house_text(say("unsubscribe.stop"), language) if button else None,
                "me": house_text(say("page.account"), language),
            },
            headers={"Cache-Control": "no-store"},
        )

    @app.get(STOP + "/{token}", include_in_schema=False)
    async def ask(request: Request, token: str) -> Response:
        if not await services.workers.read(services.store.turn_reminders.known, token[:100]):
            raise HTTPException(404)
        return page(request, "unsubscribe.ask", button=True)

    @app.post(STOP + "/{token}", include_in_schema=False)
    async def stop(request: Request, token: str) -> Response:
        services.limit(CHANGES_OF_ADDRESS, address_of(request))
        if not await asyncio.wrap_future(services.store.turn_reminders.end(token[:100])):
            raise HTTPException(404)
        return page(request, "unsubscribe.done", button=False)
