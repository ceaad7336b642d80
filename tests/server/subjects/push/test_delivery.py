"""When messages to push services are repeated, and how many a person gets."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from ducato.core.errors import BadValue
from ducato.server.serve import _push_for
from ducato.server.subjects.push.delivery import (
    DAY,
    DailyLimit,
    Delivery,
    Outcome,
    failure,
    retry_after,
)
from ducato.server.subjects.push.sender import MOST_A_DAY, PushSettings


def test_pauses_grow_and_end():
    down = Outcome(Delivery.FAILED, temporary=True)
    assert [down.pause(n) for n in (1, 2, 3, 4)] == [60_000, 240_000, 960_000, None]
    assert Outcome(Delivery.SENT).pause(1) is None
    assert Outcome(Delivery.EXPIRED).pause(1) is None


@pytest.mark.parametrize(
    ("status", "temporary"),
    [(400, False), (403, False), (429, True), (500, True), (503, True), (None, False)],
)
def test_only_a_failure_that_may_pass_is_repeated(status: int | None, temporary: bool):
    assert failure(status, {}) == Outcome(Delivery.FAILED, temporary)


def test_the_push_service_may_ask_for_a_longer_pause_but_not_for_days():
    assert failure(429, {"retry-after": "120"}).pause(1) == 120_000
    assert failure(429, {"retry-after": "5"}).pause(1) == 60_000
    assert failure(429, {"retry-after": "90000"}).pause(1) is None


@pytest.mark.parametrize("text", ["", "soon", "-5", "1.5", "²", "Mon, 32 Foo 2026", "9" * 40])
def test_a_strange_header_is_no_error(text: str):
    assert retry_after(text) in (0, 999_999_999_000)


def test_a_header_may_give_a_date():
    soon = datetime.now(UTC) + timedelta(minutes=5)
    assert 290_000 < retry_after(format_datetime(soon, usegmt=True)) <= 300_000
    assert retry_after("Sun, 06 Nov 1994 08:49:37 GMT") == 0


def test_the_limit_counts_each_person_in_a_moving_day():
    limit = DailyLimit(2)
    for moment in (0, 1000):
        assert limit.has_room("anna", moment)
        limit.note("anna", moment)
    assert not limit.has_room("anna", 2000)
    assert limit.has_room("bruno", 2000)
    assert not limit.has_room("anna", DAY - 1)
    assert limit.has_room("anna", DAY)
    limit.note("anna", DAY)
    assert not limit.has_room("anna", DAY)


def test_the_settings_follow_the_options():
    home = "https://play.example.org"
    assert PushSettings(home).daily == MOST_A_DAY == 20
    assert _push_for(None, f"{home}/", 5) == PushSettings(home, daily=5)
    assert _push_for("mailto:a@example.org", home, 7) == PushSettings(
        "mailto:a@example.org", daily=7
    )
    assert _push_for("", "http://play.example.org", 5) is None
    assert _push_for(None, None, 5) is None
    with pytest.raises(BadValue):
        _push_for("a@example.org", home, 5)
