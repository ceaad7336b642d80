"""Turn reminders: their recipients, times and limits, and that no turn is mentioned twice."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text
from tests.support.postgres import PostgresServer

from ducato.core.match import Match, Step
from ducato.core.table_data import TurnState
from ducato.server.kit.database.engine import now
from ducato.server.store import Store
from ducato.server.subjects.reminders.storage import (
    DAILY,
    DAY,
    GRACE,
    KEPT,
    MOST_A_DAY,
    NONE,
    SOON,
    ReminderEmail,
)
from ducato.table.seats import TableSeat

SLOW = {"kind": "correspondence", "days": 3}


def person(store: Store, name: str, frequency: str = SOON) -> str:
    """Return the id of an account that wants reminders this often."""
    guest, token = store.people.welcome(name).result()
    claim = store.email_verifications.begin(guest.id, f"{name.lower()}@example.org").result().token
    store.email_verifications.open_link(claim, token).result()
    store.profiles.choose(guest.id, turn_reminders=frequency, language="it").result()
    return guest.id


def status(to_move: int | None = 0, time_control: dict[str, Any] = SLOW) -> TurnState:
    clock = {"left": [3 * DAY] * 2, "running": to_move}
    return TurnState(to_move, time_control, clock, None if to_move is None else now() + 3 * DAY)


class Game:
    """A table of two, of which only the steps' actors matter here."""

    def __init__(
        self, store: Store, match: Match, anna: str, bruno: str, **changes: dict[str, Any]
    ) -> None:
        self.store, self.seq = store, match.seq
        rows = [TableSeat(n, "AB"[n], person=who).to_row() for n, who in enumerate((anna, bruno))]
        for seat, change in changes.items():
            rows["AB".index(seat)].update(change)
        self.id = store.create(match, rows, turn_state=status()).result()

    def act(self, seat: int, then: int | None) -> None:
        """Store a step of one seat, after which another is to move."""
        self.store.append(self.id, [Step(seat, 3)], self.seq, status(then)).result()
        self.seq += 1


def later() -> int:
    """Return a moment at which all tables have been idle for long enough."""
    return now() + GRACE + 1


def reminded_of(
    store: Store, who: str, moment: int | None = None, *present: str
) -> list[str] | None:
    """Return the tables of a reminder that is due now, None if none is."""
    letter = store.turn_reminders.begin(who, moment or later(), present).result()
    return None if letter is None else [turn.table_id for turn in letter.turns if not turn.reminded]


def test_nobody_gets_letters_who_did_not_ask_for_them(store: Store, match: Match):
    anna, bruno = person(store, "Anna", NONE), person(store, "Bruno")
    guest, _ = store.people.welcome("Carla").result()
    store.profiles.choose(guest.id, turn_reminders=SOON).result()  # without an address
    for one in (anna, guest.id):
        Game(store, match, one, bruno)
        assert reminded_of(store, one) is None
    assert store.turn_reminders.awaited(later()) == {}


def test_a_turn_is_told_once(store: Store, match: Match):
    anna, bruno = person(store, "Anna"), person(store, "Bruno")
    game = Game(store, match, anna, bruno)
    assert store.turn_reminders.awaited(now()) == {}  # somebody may still be playing there
    assert reminded_of(store, anna, now()) is None
    assert store.turn_reminders.awaited(later()) == {anna: {game.id}}
    assert reminded_of(store, anna) == [game.id]
    assert store.turn_reminders.awaited(later()) == {}
    assert reminded_of(store, anna) is None
    game.act(0, then=0)  # a click of a longer turn
    game.act(-1, then=0)  # chance
    assert reminded_of(store, anna) is None
    assert reminded_of(store, bruno) is None
    game.act(0, then=1)
    assert reminded_of(store, bruno) == [game.id]
    game.act(1, then=0)
    assert reminded_of(store, anna) == [game.id]  # another turn


def test_what_was_told_survives_a_restart(store: Store, url: str, match: Match):
    anna, bruno = person(store, "Anna"), person(store, "Bruno")
    Game(store, match, anna, bruno)
    assert reminded_of(store, anna) is not None
    again = Store(url)
    again.clocks.credit_downtime(now() + DAY).result()  # it was down for long: clocks are moved
    assert again.turn_reminders.awaited(later()) == {}
    assert reminded_of(again, anna) is None
    again.close()


def test_all_tables_that_wait_are_in_one_letter(store: Store, match: Match):
    anna, bruno = person(store, "Anna"), person(store, "Bruno")
    games = [Game(store, match, anna, bruno) for _ in range(3)]
    games[1].act(0, then=1)
    games[2].act(0, then=0)
    letter = store.turn_reminders.begin(anna, later()).result()
    assert letter is not None
    assert (letter.name, letter.email, letter.language) == ("Anna", "anna@example.org", "it")
    assert [turn.table_id for turn in letter.turns] == [games[0].id, games[2].id]
    assert [seat["name"] for seat in letter.turns[0].seats] == ["A", "B"]
    assert [turn.reminded for turn in letter.turns] == [False, False]
    games[1].act(1, then=0)
    letter = store.turn_reminders.begin(anna, later()).result()
    assert letter is not None
    assert {turn.table_id: turn.reminded for turn in letter.turns} == {
        games[0].id: True,
        games[2].id: True,
        games[1].id: False,
    }


def test_only_slow_tables_where_one_plays_oneself_wait(store: Store, match: Match):
    anna, bruno = person(store, "Anna"), person(store, "Bruno")
    Game(store, match, anna, bruno, A={"substitute": "timed_out"})
    Game(store, match, anna, bruno, A={"substitute": "resigned"})
    live = Game(store, match, anna, bruno)
    time_control = {"kind": "real_time", "minutes": 5, "increment": 0}
    store.seat(live.id, [], status(0, time_control)).result()
    over = Game(store, match, anna, bruno)
    store.append(over.id, [Step(0, -1)], over.seq, TurnState(None, SLOW), ranks=[2, 1]).result()
    assert store.turn_reminders.awaited(later()) == {}
    assert reminded_of(store, anna) is None


def test_who_is_there_is_not_told(store: Store, match: Match):
    anna, bruno = person(store, "Anna"), person(store, "Bruno")
    here, there = (Game(store, match, anna, bruno) for _ in range(2))
    assert reminded_of(store, anna, later(), here.id, there.id) is None
    assert reminded_of(store, anna, later(), here.id) == [there.id]
    assert reminded_of(store, anna) == [here.id]


def test_there_is_one_digest_a_day(store: Store, match: Match):
    anna, bruno = person(store, "Anna", DAILY), person(store, "Bruno")
    first, second = (Game(store, match, anna, bruno) for _ in range(2))
    second.act(0, then=1)
    assert reminded_of(store, anna) == [first.id]
    second.act(1, then=0)
    assert reminded_of(store, anna) is None
    assert reminded_of(store, anna, later() + DAY - GRACE) is None
    assert reminded_of(store, anna, later() + DAY) == [second.id]


def test_letters_of_a_day_are_limited(store: Store, match: Match):
    anna, bruno = person(store, "Anna"), person(store, "Bruno")
    game, moment = Game(store, match, anna, bruno), later()
    for _ in range(MOST_A_DAY):
        assert reminded_of(store, anna, moment) == [game.id]
        game.act(0, then=1)
        game.act(1, then=0)
        moment = later()
    assert reminded_of(store, anna, moment) is None
    assert reminded_of(store, anna, moment + DAY) == [game.id]


def test_a_letter_that_was_not_sent_has_told_nothing(store: Store, match: Match):
    anna, bruno = person(store, "Anna", DAILY), person(store, "Bruno")
    game = Game(store, match, anna, bruno)
    letter = store.turn_reminders.begin(anna, later()).result()
    assert letter is not None
    assert reminded_of(store, anna) is None
    store.turn_reminders.cancel(letter.token).result()
    assert store.turn_reminders.awaited(later()) == {anna: {game.id}}
    assert reminded_of(store, anna) == [game.id]
    assert not store.turn_reminders.known(letter.token)


def ends_by_its_token(store: Store, match: Match) -> None:
    anna, bruno = person(store, "Anna"), person(store, "Bruno")
    game = Game(store, match, anna, bruno)
    letter = store.turn_reminders.begin(anna, later()).result()
    assert isinstance(letter, ReminderEmail)
    with store.database.reading() as connection:
        kept = str(connection.execute(text("SELECT * FROM reminder_emails, turn_reminders")).all())
    assert letter.token not in kept
    assert anna not in letter.token
    assert store.turn_reminders.known(letter.token)
    assert not store.turn_reminders.end("something else").result()
    assert store.profiles.preferences(anna).turn_reminders == SOON
    for _ in range(2):  # mail programs may ask twice
        assert store.turn_reminders.end(letter.token).result()
        assert store.profiles.preferences(anna).turn_reminders == NONE
    game.act(0, then=1)
    game.act(1, then=0)
    assert reminded_of(store, anna) is None


def test_letters_end_by_the_token_of_any_of_them(store: Store, match: Match):
    ends_by_its_token(store, match)


def test_the_same_on_postgresql(postgres: PostgresServer, match: Match):
    store = Store(postgres.new_url())
    ends_by_its_token(store, match)
    store.close()


def test_letters_are_forgotten_at_last(store: Store, match: Match):
    anna, bruno = person(store, "Anna"), person(store, "Bruno")
    first, second = (Game(store, match, anna, bruno) for _ in range(2))
    second.act(0, then=1)
    letter = store.turn_reminders.begin(anna, later()).result()
    assert letter is not None
    second.act(1, then=0)
    assert reminded_of(store, anna, later() + KEPT) == [second.id]
    assert first.id != second.id
    assert not store.turn_reminders.known(letter.token)


@pytest.mark.parametrize("frequency", [NONE, SOON, DAILY])
def test_the_frequency_is_kept(store: Store, frequency: str):
    anna = person(store, "Anna", frequency)
    assert store.profiles.preferences(anna).turn_reminders == frequency
    assert store.profiles.choose(anna, rated=True).result().turn_reminders == frequency
