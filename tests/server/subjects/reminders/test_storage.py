"""Turn reminders: their recipients, times and limits, and that no turn is mentioned twice."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text
from tests.support.postgres import PostgresServer

from ducato.core.match import Match, Step
from ducato.server.kit.database.engine import Database, now
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.reminders.storage import (
    DAILY,
    DAY,
    GRACE,
    KEPT,
    MOST_A_DAY,
    NONE,
    SOON,
    ReminderEmail,
    TurnReminders,
)
from ducato.server.subjects.tables.clocks import Clocks
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat
from ducato.table.time_control import TurnState

SLOW = {"kind": "correspondence", "days": 3}


def person(database: Database, name: str, frequency: str = SOON) -> str:
    """Return the id of an account that wants reminders this often."""
    guest, token = People(database).welcome(name).result()
    claim = (
        EmailVerifications(database).begin(guest.id, f"{name.lower()}@example.org").result().token
    )
    EmailVerifications(database).open_link(claim, token).result()
    Profiles(database).choose(guest.id, turn_reminders=frequency, language="it").result()
    return guest.id


def status(*running: tuple[int, int], time_control: dict[str, Any] = SLOW) -> TurnState:
    """Return the turn state in which the clocks of these seats run, each since so many steps."""
    clock = {"left": [3 * DAY] * 2, "running": list(running)}
    to_move = tuple(seat for seat, _ in running)
    return TurnState(to_move, time_control, clock, now() + 3 * DAY if running else None)


class Game:
    """A table of two, of which only the steps' actors matter here."""

    running: tuple[tuple[int, int], ...]

    def __init__(
        self, database: Database, match: Match, anna: str, bruno: str, **changes: dict[str, Any]
    ) -> None:
        self.database, self.seq = database, match.seq
        rows = [TableSeat(n, "AB"[n], person=who).to_row() for n, who in enumerate((anna, bruno))]
        for seat, change in changes.items():
            rows["AB".index(seat)].update(change)
        self.id = Tables(database).create(match, rows, turn_state=status((0, 0))).result()
        self.running = ((0, 0),)

    def act(self, seat: int, *then: int) -> None:
        """Store a step of one seat, after which these are to move."""
        known = dict(self.running)
        self.running = tuple((one, known.get(one, self.seq + 1)) for one in then)
        after = status(*self.running)
        Tables(self.database).append(self.id, [Step(seat, 3)], self.seq, after).result()
        self.seq += 1


def later() -> int:
    """Return a moment at which all tables have been idle for long enough."""
    return now() + GRACE + 1


def reminded_of(
    database: Database, who: str, moment: int | None = None, *present: str
) -> list[str] | None:
    """Return the tables of a reminder that is due now, None if none is."""
    letter = TurnReminders(database).begin(who, moment or later(), present).result()
    return None if letter is None else [turn.table_id for turn in letter.turns if not turn.reminded]


def test_nobody_gets_letters_who_did_not_ask_for_them(database: Database, match: Match):
    anna, bruno = person(database, "Anna", NONE), person(database, "Bruno")
    guest, _ = People(database).welcome("Carla").result()
    Profiles(database).choose(guest.id, turn_reminders=SOON).result()  # without an address
    for one in (anna, guest.id):
        Game(database, match, one, bruno)
        assert reminded_of(database, one) is None
    assert TurnReminders(database).awaited(later()) == {}


def test_a_turn_is_told_once(database: Database, match: Match):
    anna, bruno = person(database, "Anna"), person(database, "Bruno")
    game = Game(database, match, anna, bruno)
    assert TurnReminders(database).awaited(now()) == {}  # somebody may still be playing there
    assert reminded_of(database, anna, now()) is None
    assert TurnReminders(database).awaited(later()) == {anna: {game.id}}
    assert reminded_of(database, anna) == [game.id]
    assert TurnReminders(database).awaited(later()) == {}
    assert reminded_of(database, anna) is None
    game.act(0, 0)  # a click of a longer turn
    game.act(-1, 0)  # chance
    assert reminded_of(database, anna) is None
    assert reminded_of(database, bruno) is None
    game.act(0, 1)
    assert reminded_of(database, bruno) == [game.id]
    game.act(1, 0)
    assert reminded_of(database, anna) == [game.id]  # another turn


def test_what_was_told_survives_a_restart(database: Database, url: str, match: Match):
    anna, bruno = person(database, "Anna"), person(database, "Bruno")
    Game(database, match, anna, bruno)
    assert reminded_of(database, anna) is not None
    again = Database(url)
    Clocks(again).credit_downtime(now() + DAY).result()  # it was down for long: clocks are moved
    assert TurnReminders(again).awaited(later()) == {}
    assert reminded_of(again, anna) is None
    again.close()


def test_all_tables_that_wait_are_in_one_letter(database: Database, match: Match):
    anna, bruno = person(database, "Anna"), person(database, "Bruno")
    games = [Game(database, match, anna, bruno) for _ in range(3)]
    games[1].act(0, 1)
    games[2].act(0, 0)
    letter = TurnReminders(database).begin(anna, later()).result()
    assert letter is not None
    assert (letter.name, letter.email, letter.language) == ("Anna", "anna@example.org", "it")
    assert [turn.table_id for turn in letter.turns] == [games[0].id, games[2].id]
    assert [seat["name"] for seat in letter.turns[0].seats] == ["A", "B"]
    assert [turn.reminded for turn in letter.turns] == [False, False]
    games[1].act(1, 0)
    letter = TurnReminders(database).begin(anna, later()).result()
    assert letter is not None
    assert {turn.table_id: turn.reminded for turn in letter.turns} == {
        games[0].id: True,
        games[2].id: True,
        games[1].id: False,
    }


def test_only_slow_tables_where_one_plays_oneself_wait(database: Database, match: Match):
    anna, bruno = person(database, "Anna"), person(database, "Bruno")
    Game(database, match, anna, bruno, A={"substitute": "timed_out"})
    Game(database, match, anna, bruno, A={"substitute": "resigned"})
    live = Game(database, match, anna, bruno)
    time_control = {"kind": "real_time", "minutes": 5, "increment": 0}
    Tables(database).seat(live.id, [], status((0, 0), time_control=time_control)).result()
    over = Game(database, match, anna, bruno)
    Tables(database).append(
        over.id, [Step(0, -1)], over.seq, TurnState((), SLOW), ranks=[2, 1]
    ).result()
    assert TurnReminders(database).awaited(later()) == {}
    assert reminded_of(database, anna) is None


def test_who_is_there_is_not_told(database: Database, match: Match):
    anna, bruno = person(database, "Anna"), person(database, "Bruno")
    here, there = (Game(database, match, anna, bruno) for _ in range(2))
    assert reminded_of(database, anna, later(), here.id, there.id) is None
    assert reminded_of(database, anna, later(), here.id) == [there.id]
    assert reminded_of(database, anna) == [here.id]


def test_there_is_one_digest_a_day(database: Database, match: Match):
    anna, bruno = person(database, "Anna", DAILY), person(database, "Bruno")
    first, second = (Game(database, match, anna, bruno) for _ in range(2))
    second.act(0, 1)
    assert reminded_of(database, anna) == [first.id]
    second.act(1, 0)
    assert reminded_of(database, anna) is None
    assert reminded_of(database, anna, later() + DAY - GRACE) is None
    assert reminded_of(database, anna, later() + DAY) == [second.id]


def test_letters_of_a_day_are_limited(database: Database, match: Match):
    anna, bruno = person(database, "Anna"), person(database, "Bruno")
    game, moment = Game(database, match, anna, bruno), later()
    for _ in range(MOST_A_DAY):
        assert reminded_of(database, anna, moment) == [game.id]
        game.act(0, 1)
        game.act(1, 0)
        moment = later()
    assert reminded_of(database, anna, moment) is None
    assert reminded_of(database, anna, moment + DAY) == [game.id]


def test_a_letter_that_was_not_sent_has_told_nothing(database: Database, match: Match):
    anna, bruno = person(database, "Anna", DAILY), person(database, "Bruno")
    game = Game(database, match, anna, bruno)
    letter = TurnReminders(database).begin(anna, later()).result()
    assert letter is not None
    assert reminded_of(database, anna) is None
    TurnReminders(database).cancel(letter.token).result()
    assert TurnReminders(database).awaited(later()) == {anna: {game.id}}
    assert reminded_of(database, anna) == [game.id]
    assert not TurnReminders(database).known(letter.token)


def ends_by_its_token(database: Database, match: Match) -> None:
    anna, bruno = person(database, "Anna"), person(database, "Bruno")
    game = Game(database, match, anna, bruno)
    letter = TurnReminders(database).begin(anna, later()).result()
    assert isinstance(letter, ReminderEmail)
    with database.reading() as connection:
        kept = str(connection.execute(text("SELECT * FROM reminder_emails, turn_reminders")).all())
    assert letter.token not in kept
    assert anna not in letter.token
    assert TurnReminders(database).known(letter.token)
    assert not TurnReminders(database).end("something else").result()
    assert Profiles(database).preferences(anna).turn_reminders == SOON
    for _ in range(2):  # mail programs may ask twice
        assert TurnReminders(database).end(letter.token).result()
        assert Profiles(database).preferences(anna).turn_reminders == NONE
    game.act(0, 1)
    game.act(1, 0)
    assert reminded_of(database, anna) is None


def test_letters_end_by_the_token_of_any_of_them(database: Database, match: Match):
    ends_by_its_token(database, match)


def test_the_same_on_postgresql(postgres: PostgresServer, match: Match):
    database = Database(postgres.new_url())
    ends_by_its_token(database, match)
    database.close()


def test_letters_are_forgotten_at_last(database: Database, match: Match):
    anna, bruno = person(database, "Anna"), person(database, "Bruno")
    first, second = (Game(database, match, anna, bruno) for _ in range(2))
    second.act(0, 1)
    letter = TurnReminders(database).begin(anna, later()).result()
    assert letter is not None
    second.act(1, 0)
    assert reminded_of(database, anna, later() + KEPT) == [second.id]
    assert first.id != second.id
    assert not TurnReminders(database).known(letter.token)


@pytest.mark.parametrize("frequency", [NONE, SOON, DAILY])
def test_the_frequency_is_kept(database: Database, frequency: str):
    anna = person(database, "Anna", frequency)
    assert Profiles(database).preferences(anna).turn_reminders == frequency
    assert Profiles(database).choose(anna, rated=True).result().turn_reminders == frequency


def test_who_is_to_choose_is_told_once_however_many_choose_before(database: Database, match: Match):
    """All who choose at the same time are told, and not again when another has chosen."""
    anna, bruno = person(database, "Anna"), person(database, "Bruno")
    game = Game(database, match, anna, bruno)
    game.act(0, 0, 1)
    game.act(-1, 0, 1)
    assert TurnReminders(database).awaited(later()) == {anna: {game.id}, bruno: {game.id}}
    assert reminded_of(database, anna) == reminded_of(database, bruno) == [game.id]
    game.act(1, 0)  # Bruno has chosen, Anna has not
    assert TurnReminders(database).awaited(later()) == {}
    game.act(0, 0, 1)  # she has, and both are to choose again
    assert TurnReminders(database).awaited(later()) == {bruno: {game.id}}


def test_a_letter_names_the_time_that_is_left_to_its_reader(database: Database, match: Match):
    anna, bruno = person(database, "Anna"), person(database, "Bruno")
    game = Game(database, match, anna, bruno)
    clock = {"left": [3 * DAY, 2 * DAY], "running": [(0, 0), (1, 1)]}
    state = TurnState((0, 1), SLOW, clock, due := now() + 2 * DAY)
    Tables(database).append(game.id, [Step(-1, 0)], game.seq, state).result()
    for who, expected in ((anna, due + DAY), (bruno, due)):
        letter = TurnReminders(database).begin(who, later()).result()
        assert letter is not None
        assert [turn.due for turn in letter.turns] == [expected]


def test_a_person_with_two_seats_is_told_of_a_table_once(database: Database, match: Match):
    anna = person(database, "Anna")
    game = Game(database, match, anna, anna)
    game.act(0, 0, 1)
    assert reminded_of(database, anna) == [game.id]
    assert reminded_of(database, anna) is None
    assert TurnReminders(database).awaited(later()) == {}
