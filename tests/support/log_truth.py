"""Checks of what the game log says about a step: the base of each game's ``log_truth.py``.

`benchmarks/log_truth.py` plays games and has a game's `LogTruth` check every sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ducato.core.game import LoadedGame
from ducato.core.i18n import Message, Name, Seat, say

Facts = list[dict[str, Any]]
"""Arguments with which a sentence is true, once for each time it may appear for one step."""


@dataclass(frozen=True)
class Event:
    """One step of a game: the full states before and after it, and the action."""

    before: Any
    actor: int
    action: int
    after: Any


class Truth:
    """Base class of a checker that knows, for every sentence, which arguments would be true.

    For the key ``log.tax.nothing`` a game's class has a method ``log_tax_nothing`` that takes the
    `Event` and returns the `Facts` that are true of the step; every other sentence is false.

    Attributes:
        complete: whether every true sentence must appear, too (`untold`).
        private: methods of sentences that only some readers see.
    """

    complete = False
    private: frozenset[str] = frozenset()

    def __init__(self, game: LoadedGame) -> None:
        self.game, self.edition = game, game.edition

    def falsehoods(
        self, before: Any, actor: int, action: int, after: Any, sentences: Sequence[Message]
    ) -> list[str]:
        """Return what is wrong with the sentences about a step; empty if all of them are true."""
        event = Event(before, actor, action, after)
        true: dict[str, Facts] = {}
        found = []
        for message in sentences:
            if message.key not in true:
                facts: Callable[[Event], Facts] | None = getattr(
                    self, message.key.replace(".", "_"), None
                )
                if facts is None:
                    found.append(f"{message.key}: nobody checks this sentence")
                    continue
                true[message.key] = facts(event)
            arguments = plain(message.arguments)
            left = true[message.key]
            match = next((fact for fact in left if plain(fact) == arguments), None)
            if match is None:
                found.append(f"{message.key} {arguments}, true is {plain(left) or 'nothing'}")
            else:
                left.remove(match)
        return found

    def untold(
        self, before: Any, actor: int, action: int, after: Any, sentences: Sequence[Message]
    ) -> list[str]:
        """Return the true sentences about a step that the reader did not get."""
        if not self.complete:
            return []
        event = Event(before, actor, action, after)
        said = [(message.key.replace(".", "_"), plain(message.arguments)) for message in sentences]
        found = []
        for name in dir(self):
            if name.startswith("log_") and name not in self.private:
                for fact in getattr(self, name)(event):
                    sentence = (name, plain(fact))
                    if sentence in said:
                        said.remove(sentence)
                    else:
                        found.append(f"not told: {sentence}")
        return found


def plain(value: Any) -> Any:
    """Return arguments as plain data that can be compared and shown."""
    match value:
        case Name(id=name):
            return f"<{name}>"
        case Seat(number=number):
            return f"seat {number}"
        case Message(key=key, arguments=arguments):
            return (key, plain(arguments))
        case Mapping():
            return {name: plain(each) for name, each in value.items()}
        case list() | tuple():
            return [plain(each) for each in value]
        case str():
            return value
    return int(value)


def falsified(message: Message) -> Iterator[tuple[str, Message]]:
    """Yield for each argument its name and the message with that argument changed."""
    for name, value in message.arguments.items():
        for wrong in changed(value):
            yield name, say(message.key, **{**message.arguments, name: wrong})


def changed(value: Any) -> Iterator[Any]:
    """Yield values of the same kind that say something else."""
    match value:
        case Seat(number=number):
            yield Seat(number + 1)
        case Name(id=name):
            yield Name(f"{name}-or-another")
        case Message():
            others = [wrong for _, wrong in falsified(value)]
            yield from others or [say(f"{value.key}.not")]
        case list() | tuple():
            yield value[:-1] if value else [Name("something")]
            if value:
                yield [next(changed(value[0])), *value[1:]]
        case str():
            yield f"{value}?"
        case _:
            yield int(value) + 1
