"""Messages to a screen: the whole table at first, then the changes since the last update.

Other messages hold earlier parts of the log, announcements and rejections.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import asdict

from ducato.core.game import auto_response
from ducato.core.i18n import Message
from ducato.table.changes import Messages, Rejected
from ducato.table.queries.tried_lines import may_try
from ducato.table.screens import Screen
from ducato.table.setup.level_ratings import BotRating, bot_ratings
from ducato.table.setup.levels import LEVEL_STEPS, beside, strength
from ducato.table.state import TableState
from ducato.table.time_control import time_control_row
from ducato.table.views.texts import display_name, table_text

NEAR = 5
"""The maximum number of missed steps that each get a view when a screen catches up.

If it has missed more, only the last one gets a view."""
FURTHEST = 60
"""The maximum number of missed steps sent; a screen that missed more gets a welcome."""
OF_EVERYBODY = {"steps", "undone"}
"""The types of messages in which nothing depends on the person at the screen."""
LOG = 200
"""The maximum number of log entries sent at once; clients can ask for earlier ones."""


def welcome(state: TableState, screen: Screen, now: int) -> Messages:
    """Return everything that a new screen needs, and record that the screen is up to date."""
    if state.status == "waiting":
        screen.wait()
    else:
        screen.begin()
    screen.pass_to(state.seats_to_move)
    _mark_as_sent(state, screen)
    message = {
        "type": "welcome",
        "table": table_info(state, screen, now),
        "hot_seat": screen.shared,
        "auto_responses": [
            {"seat": seat, "responses": sorted(state.auto_responses[seat])}
            for seat in screen.seats
            if seat in state.auto_responses
        ],
        "log": _latest_log(state, screen),
        "view": state.views.show(state.match.seq, screen, whole=True),
    }
    return [message, *_pass_screen(state, screen)]


def updates(state: TableState, screen: Screen, now: int, *, brief: bool = False) -> Messages:
    """Return messages about steps or an undo not yet sent to a screen, and record them as sent.

    The list is empty if the screen is up to date.

    Args:
        state: the table's state.
        screen: the screen.
        now: the current time in milliseconds.
        brief: whether only the last of several steps gets a view.
    """
    if screen.undo_count != state.undo_count:
        view = state.views.show(state.match.seq, screen)
        _mark_as_sent(state, screen)
        undone = {"type": "undone", "view": view, "log": _latest_log(state, screen)}
        messages: Messages = [undone, *_pass_on(state, screen)]
    elif screen.seq < state.match.seq:
        messages = steps_since(state, screen, screen.seq, now, brief=brief)
    else:
        return []
    clock = state.clock.to_json(now)
    if clock is not None:
        messages[0]["clock"] = clock
    return messages


def updates_of_all(
    state: TableState, screens: Iterable[Screen], now: int, *, brief: bool = False
) -> list[Messages]:
    """Return each screen's `updates`; spectators who need the same get one list."""
    made: list[Messages] = []
    known: dict[tuple[object, ...], tuple[Screen, Messages]] = {}
    for screen in screens:
        key = screen.spectator_key
        if key in known:
            first, messages = known[key]
            screen.follow(first)
        else:
            messages = updates(state, screen, now, brief=brief)
            if key is not None and all(message["type"] in OF_EVERYBODY for message in messages):
                known[key] = screen, messages
        made.append(messages)
    return made


def steps_since(
    state: TableState, screen: Screen, seq: int, now: int, *, brief: bool = False
) -> Messages:
    """Return a message with the steps after the first `seq`, and record them as sent.

    If the game is over, a message with the table follows. If `brief`, only the last step has a
    view. If more than `FURTHEST` steps are missing or some were undone, return a welcome instead.
    """
    if not 0 <= state.match.seq - seq <= FURTHEST or screen.undo_count != state.undo_count:
        return welcome(state, screen, now)
    _mark_as_sent(state, screen)
    steps = state.views.steps(screen, seq, brief=brief)
    messages: Messages = [{"type": "steps", "steps": steps}, *_pass_on(state, screen)]
    return messages + table_update(state, screen, now) if state.match.is_over() else messages


def earlier_log(state: TableState, screen: Screen, seq: int) -> Messages:
    """Return a message with up to `LOG` entries of the log, ending just before step `seq`."""
    first = max(0, seq - 1 - LOG)
    return [{"type": "log", "log": state.views.log.entries(screen.log_viewer, first, seq - 1)}]


def table_update(state: TableState, screen: Screen, now: int) -> Messages:
    """Return a message with the table's current seats, clock and votes."""
    return [{"type": "table", "table": table_info(state, screen, now)}]


def announcement(screen: Screen, message: Message) -> Messages:
    """Return an announcement in a screen's language."""
    return [{"type": "announcement", "text": table_text(message, screen.language)}]


def rejection(screen: Screen, request_id: str | None, rejected: Rejected) -> dict[str, Any]:
    """Return the answer to a rejected request; `request_id` is None if there was no request."""
    return {"type": "rejected", "id": request_id, **reason_of(rejected, screen.language)}


def reason_of(rejected: Rejected, language: str) -> dict[str, Any]:
    """Return the reason for a rejection in a language, and the clause of the rules or None."""
    reason = rejected.reason
    text = reason if isinstance(reason, str) else table_text(reason, language)
    return {"reason": text, "clause": rejected.clause}


def table_info(state: TableState, screen: Screen, now: int) -> dict[str, Any]:
    """Return the description of the table for a screen: the game, seats, clock, votes and so on."""
    match, roster, language = state.match, state.roster, screen.language
    game, text = match.game.game, state.views.texts.game_text
    bots = _ShownBots(state, language)
    return {
        "id": state.id,
        "game": match.game.name,
        "title": text("title", language),
        "edition": text(f"edition.{match.game.edition_name}", language),
        "seats": [
            {
                **seat.to_json(),
                "name": display_name(seat.name, language),
                "bot": seat.bot and bots.level(seat.bot),
                "bot_rating": seat.bot and bots.rating(seat.bot),
                "present": seat.seat in roster.present,
            }
            for seat in roster.seats
        ],
        "own": list(screen.seats),
        "hints": state.gives_hints(screen.person),
        "tries": may_try(state, screen),
        "status": state.status,
        "time_control": time_control_row(state.clock.time_control),
        "clock": state.clock.to_json(now),
        "votes": [
            {
                "what": proposal.what,
                "seat": proposal.seat,
                "asked": screen.person is not None and screen.person in proposal.waiting,
            }
            for proposal in roster.votes.open
        ],
        "rematch": state.rematch,
        "branch_of": state.branch_of,
        "other_levels": bots.of_rematches() if roster.plays_alone(screen.person) else [],
        "commitment": match.stream.commitment,
        "auto_responses": [
            {"name": offer.name, "label": text(f"auto_response.{offer.name}", language)}
            for offer in auto_response.responses_of(game)
        ],
    }


class _ShownBots:
    """What people read about the bots at a table: their levels and ratings."""

    def __init__(self, state: TableState, language: str) -> None:
        self._state, self._language, self._game = state, language, state.match.game.game
        players, unrated = state.match.game.players, dict[str, BotRating]()
        self._safely = state.views.texts.safely
        self._ratings = self._safely(lambda: bot_ratings(self._game, players), unrated)

    def level(self, bot: str) -> str:
        return self._safely(lambda: strength(bot, self._game, self._language), bot)

    def rating(self, bot: str) -> dict[str, Any] | None:
        return asdict(self._ratings[bot]) if bot in self._ratings else None

    def of_rematches(self) -> list[dict[str, Any]]:
        """Return how the bots of a rematch may differ, each with their level if all have one."""
        bots = [seat.bot for seat in self._state.roster.seats if seat.bot]
        found = []
        for name, steps in LEVEL_STEPS.items():
            others = [beside(bot, self._game, steps) for bot in bots]
            if others != bots:
                bot = others[0] if len(set(others)) == 1 else None
                level, rating = bot and self.level(bot), bot and self.rating(bot)
                found.append({"name": name, "bot": level, "bot_rating": rating})
        return found


def _mark_as_sent(state: TableState, screen: Screen) -> None:
    screen.seq, screen.undo_count = state.match.seq, state.undo_count


def _latest_log(state: TableState, screen: Screen) -> Messages:
    seq = state.match.seq
    return state.views.log.entries(screen.log_viewer, max(0, seq - LOG), seq)


def _pass_on(state: TableState, screen: Screen) -> Messages:
    """Cover a shared screen if another of its players is to move now.

    Return the message about it, if any.
    """
    passed = screen.shared and screen.pass_to(state.seats_to_move)
    return _pass_screen(state, screen) if passed else []


def _pass_screen(state: TableState, screen: Screen) -> Messages:
    seat = screen.covered_for
    if seat is None:
        return []
    return [{"type": "pass_screen", "seat": seat, "name": state.name_of(seat)}]
