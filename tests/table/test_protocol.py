from __future__ import annotations

import pytest

from ducato.table.protocol import LONGEST, Act, CatchUp, Malformed, Ping, read


def test_messages_are_read():
    assert read('{"type": "act", "id": "a", "seq": 3, "action": 7}') == Act("a", 3, 7)
    assert read(b'{"type": "catch_up", "seq": 3, "more": "is ignored"}') == CatchUp(3)
    assert read('{"type": "ping"}') == Ping()


@pytest.mark.parametrize(
    "data",
    [
        "",
        "{",
        "null",
        "[]",
        "[" * 3000,
        '"act"',
        "{}",
        '{"type": "dance"}',
        '{"type": "act"}',
        '{"type": "act", "id": "a", "seq": "3", "action": 7}',
        '{"type": "act", "id": "a", "seq": 3, "action": true}',
        '{"type": "act", "id": "a", "seq": 3, "action": -1}',
        '{"type": "act", "id": "a", "seq": 3, "action": 1e999}',
        '{"type": "act", "id": "a", "seq": 3, "action": 99999999999999999999}',
        '{"type": "act", "id": "", "seq": 3, "action": 1}',
        b"\xff\xfe",
        "\ud800",
    ],
)
def test_what_is_no_message_is_refused(data: str | bytes):
    with pytest.raises(Malformed):
        read(data)


def test_its_id_is_kept_where_it_can_be_read():
    with pytest.raises(Malformed) as error:
        read('{"type": "act", "id": "a7", "seq": -3, "action": 1}')
    assert error.value.id == "a7"


def test_a_long_message_is_not_even_looked_at():
    with pytest.raises(Malformed) as error:
        read("x" * (LONGEST + 1))
    assert error.value.key == "malformed.long"
