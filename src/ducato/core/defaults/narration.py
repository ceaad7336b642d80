"""The default sentences of a game: prompts, labels, log entries, reasons and the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ducato.core import verbs
from ducato.core.actions import ActionTable
from ducato.core.contract import LogStyle, Result
from ducato.core.defaults import fields
from ducato.core.i18n import IllegalReason, Message, Name, Seat, has_text, say, spoken
from ducato.core.presentation.prompts import addressee, movers
from ducato.core.presentation.results import columns, row, winners
from ducato.core.presentation.states import phase_name
from ducato.core.scene import number_text
from ducato.core.struct import UNKNOWN, numbers
from ducato.core.visibility.hidden_numbers import hidden_fields, rows_of


class DefaultNarration:
    """The functions of `contract.Presentation` that make sentences.

    The game's own texts are used under these keys, if it has them:

    - ``prompt.<phase>.you`` and ``prompt.<phase>.other`` for the seat to move and for the others,
      or ``prompt.<phase>`` for both; without a field ``phase``, ``prompt.you`` and so on.
    - ``do.<kind>`` for the label of an action, ``log.<kind>`` for its sentence in the log, and
      ``no.<kind>`` for the reason why it is illegal, each with the action's arguments by name.
    - ``amount.<field>`` for a number of a field with what it counts, such as ``{n} coins``.
    - ``reveal.<field>`` for hidden numbers of a seat that are revealed: `values`, and `n`.
    - ``gain.<field>`` and ``lose.<field>`` for a number of a seat that rises or falls by `n`.
    - ``draw.<zone>`` for cards that chance moves to a zone, as far as the reader sees them: `cards`
      and, if the zone belongs to a seat, `seat`.
    - ``field.<name>`` for a number of each seat in the result, and ``series.<name>`` for a field
      whose numbers the chart shows.

    In ``prompt`` and ``log``, `seat` is the seat that acts.

    Args:
        package: the package with the game's texts.
        actions: the game's actions.
        seats: the highest number of players.
    """

    def __init__(self, package: str, actions: ActionTable, seats: int) -> None:
        self._package, self._actions, self._seats = package, actions, seats

    def prompt(self, state: Any, edition: Any, seat: int) -> Message:
        """Return the prompt of the phase, or a sentence that says whose turn it is."""
        player = verbs.current_player(state, edition)
        reader = addressee(seat, player)
        phase = phase_name(state)
        prefix = f"prompt.{phase}" if phase else "prompt"
        for key in (f"{prefix}.{reader}", prefix) if phase or player >= 0 else ():
            if self._own_key(key):
                return say(key, seat=movers(state, edition) if reader == "other" else Seat(player))
        if player == verbs.TERMINAL:
            return say("default.over")
        if player == verbs.CHANCE:
            return say("default.chance")
        if reader == "you":
            return say("default.prompt.you", seat=Seat(player))
        seats = verbs.seats_to_move(state, edition)
        return say("default.prompt.other", seat=[Seat(one) for one in seats], n=len(seats))

    def describe_action(self, state: Any, edition: Any, action: int) -> Message:
        """Return the label of the action's kind, or its name as words."""
        kind, arguments = self._actions.kind(action).name, self._arguments(action)
        if key := self._own_key(f"do.{kind}"):
            return say(key, **arguments)
        if not arguments:
            return say("default.do", verb=spoken(kind))
        return say("default.do.with", verb=spoken(kind), arguments=list(arguments.values()))

    def action_hint(self, state: Any, edition: Any, action: int) -> Message | None:
        """Return None: nothing is known of costs and gains."""
        return None

    def describe_step(
        self, before: Any, action: int | None, after: Any, edition: Any, actor: int, seat: int
    ) -> list[Message]:
        """Return what was done, dealt and earned and, at the end, the headline.

        Cards that chance moves are mentioned only to readers who see them.
        """
        sentences: list[Message] = []
        if action is not None:
            kind = self._actions.kind(action).name
            if key := self._own_key(f"log.{kind}"):
                sentences.append(say(key, seat=Seat(actor), **self._arguments(action)))
            else:
                label = self.describe_action(before, edition, action)
                sentences.append(say("default.log", seat=Seat(actor), action=label))
        elif actor >= 0:
            sentences.append(say("default.log.secret", seat=Seat(actor)))
        else:
            sentences += self._drawn(before, after)
        sentences += self._revealed(before, after, edition)
        sentences += self._earned(before, after, edition)
        if verbs.current_player(after, edition) == verbs.TERMINAL:
            sentences.append(self._headline(after, edition))
        return sentences

    def log_style(self, key: str) -> LogStyle:
        """Return "line": every sentence is one."""
        return "line"

    def joins(self, earlier: int, later: int) -> bool:
        """Return False: every action is described by itself."""
        return False

    def _drawn(self, before: Any, after: Any) -> Iterator[Message]:
        """Yield a sentence for each zone into which chance has moved cards that the reader sees."""
        for name, declared in after.fields.items():
            if declared.cards is None:
                continue
            moved: dict[int, list[Name]] = {}
            for card, (old, new) in enumerate(zip(before[name], after[name], strict=True)):
                if new not in (old, UNKNOWN):
                    moved.setdefault(new, []).append(Name(declared.axes[0][card]))
            for zone, cards in moved.items():
                base, seat = fields.owned(declared.values[zone])
                key = self._own_key(f"draw.{base}")
                if seat is not None:
                    yield say(key or "default.draw", seat=Seat(seat), cards=cards)
                else:
                    area = fields.title(self._package, f"zone.{base}")
                    yield say(key or "default.reveal", cards=cards, area=area)

    def _earned(self, before: Any, after: Any, edition: Any) -> Iterator[Message]:
        """Yield a sentence for each change of a number that the seats have."""
        for name in fields.by_seat(after, self._seats):
            for seat in range(edition.players):
                change = int(after[name][seat]) - int(before[name][seat])
                if change:
                    verb = "gain" if change > 0 else "lose"
                    title = fields.title(self._package, f"field.{name}")
                    amount = fields.amount(self._package, name, abs(change))
                    key = f"default.{verb}" if amount is None else f"default.{verb}.amount"
                    words = {} if amount is None else {"amount": amount}
                    key = self._own_key(f"{verb}.{name}") or key
                    yield say(key, seat=Seat(seat), title=title, n=abs(change), **words)

    def _revealed(self, before: Any, after: Any, edition: Any) -> Iterator[Message]:
        """Yield a sentence for each number of a seat that was sealed and is revealed."""
        for name, hidden in hidden_fields(type(after)):
            title = fields.title(self._package, f"field.{name}")
            rows = rows_of(after, name)
            for seat in range(min(edition.players, len(rows))):
                if before[hidden.sealed][seat] and not after[hidden.sealed][seat]:
                    values = after.fields[name].values
                    shown = [
                        spoken(str(values[n]))
                        if values
                        else fields.amount(self._package, name, n) or number_text(n)
                        for n in rows[seat]
                    ]
                    key = self._own_key(f"reveal.{name}") or "default.revealed"
                    n = rows[seat][0]
                    yield say(key, seat=Seat(seat), title=title, values=shown, n=n)

    def _own_key(self, key: str) -> str:
        """Return the key if the game has a text for it, else an empty string."""
        return key if has_text(self._package, key) else ""

    def explain_illegal(self, state: Any, edition: Any, action: int) -> IllegalReason:
        """Return the reason of the action's kind, or that the action is not possible now."""
        if key := self._own_key(f"no.{self._actions.kind(action).name}"):
            return IllegalReason(say(key, **self._arguments(action)), "")
        return IllegalReason(say("default.no"), "")

    def explain_unreachable(self, state: Any, edition: Any, piece: str) -> IllegalReason | None:
        """Return None: a piece without actions needs no reason."""
        return None

    def result(self, state: Any, edition: Any) -> Result:
        """Return the winners, and a table of the numbers and series of each seat."""
        seats = range(edition.players)
        found = {
            f"field.{name}": [int(state[name][seat]) for seat in seats]
            for name in fields.by_seat(state, self._seats)
        }
        series = [dict(self.series(state, edition, seat)) for seat in seats]
        for name in series[0]:
            if f"field.{name}" not in found:
                found[f"series.{name}"] = [of_seat[name] for of_seat in series]
        rows = [row(fields.title(self._package, key), of_seats) for key, of_seats in found.items()]
        return self._headline(state, edition), columns(edition.players), rows

    def series(self, state: Any, edition: Any, seat: int) -> list[tuple[str, int]]:
        """Return the numbers of the verb `series`, or else the fields with a title for a chart."""
        if members := type(state).rules.Series:
            values = numbers("i8", len(members))
            verbs.series(state, edition, seat, values)
            names = (member.name.lower() for member in members)
            return list(zip(names, values.tolist(), strict=True))
        return [
            (name, int(state[name][seat]))
            for name in fields.by_seat(state, self._seats)
            if self._own_key(f"series.{name}")
        ]

    def _headline(self, state: Any, edition: Any) -> Message:
        best = [Seat(seat) for seat in winners(state, edition)]
        if len(best) == 1:
            return say("default.won", seat=best[0])
        return say("default.shared", seats=best)

    def _arguments(self, action: int) -> dict[str, Any]:
        """Return an action's arguments by name, as names of components or as numbers."""
        kind, values = self._actions.kind(action), self._actions.arguments(action)
        return {
            name: int(value) if value.lstrip("-").isdigit() else Name(value)
            for (name, _), value in zip(kind.ranges, values, strict=True)
        }
