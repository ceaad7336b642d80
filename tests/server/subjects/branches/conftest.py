"""A finished game, from which branches go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

Make = Callable[..., str]


@pytest.fixture
def game(client: TestClient, sit: Any, table_at: Make) -> str:
    """Return the id of a finished game that the client has played."""
    address = table_at(client)
    anna = sit(client, address)
    anna.play(4)
    anna.say(type="resign", id="r")
    while anna.view["result"] is None:
        anna.hear("steps")
    return address.rpartition("/")[2]
