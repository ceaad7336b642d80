"""Recently answered requests, so that a request sent twice is applied only once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from ducato.core import verbs
from ducato.core.match import Step
from ducato.table.changes import RequestKey

MOST = 256
"""The maximum number of requests remembered at a table.

A client that missed an answer repeats its request within seconds."""


class AnsweredRequests:
    """The latest requests that changed one table, each with its answer."""

    def __init__(self) -> None:
        self._answers: OrderedDict[RequestKey, dict[str, Any]] = OrderedDict()

    def find(self, seats: Iterable[int], request_id: str) -> dict[str, Any] | None:
        """Return the answer to a request from one of these seats, or None if none is remembered."""
        keys = ((seat, request_id) for seat in seats)
        return next((self._answers[key] for key in keys if key in self._answers), None)

    def add(self, key: RequestKey, answer: dict[str, Any]) -> None:
        """Remember an answer, and forget the oldest one if there are more than `MOST`."""
        self._answers[key] = answer
        if len(self._answers) > MOST:
            self._answers.popitem(last=False)

    def remove(self, key: RequestKey | None) -> None:
        """Forget a request whose change could not be stored; do nothing if `key` is None."""
        if key is not None:
            self._answers.pop(key, None)

    def restore(
        self, steps: list[Step], requests: Mapping[int, str], choosers: Collection[int]
    ) -> None:
        """Remember the latest `MOST` of the stored requests, each with its answer.

        An answer gives the number of the last step of its change. The change consists of the
        requested step, the chance steps after it, and automatic responses, which are steps without
        a request at seats where a person chooses. The steps of a substitute whose player has
        returned since look the same; it does no harm that they are included.

        Args:
            steps: the match's steps.
            requests: the clients' ids of the requests, each under the number (from 1) of the first
                step that it caused.
            choosers: the seats where a person chooses.
        """
        responding = {verbs.CHANCE, *choosers}
        for number, request_id in list(requests.items())[-MOST:]:
            last = number
            while (
                last < len(steps) and last + 1 not in requests and steps[last].actor in responding
            ):
                last += 1
            accepted = {"type": "accepted", "id": request_id, "seq": last}
            self._answers[(steps[number - 1].actor, request_id)] = accepted
