"""The contract of a game: the functions and classes that its modules supply, as protocols.

A game is a package with two modules, `state` and `rules`, and a file ``data/editions.toml``. All
else is optional: `core.defaults` stands in for each function of `Presentation` that the game's
modules `scene` and `narration` do not define, and `core.verbs` for the functions of `OptionalRules`
and for those of the modules `bot` (`BotModule`) and `measures` (`Measures`). ``ducato check``
verifies the contract.

States and editions are structs (`core.struct`); they have type `Any` here, because each game has
classes of its own. Unless stated otherwise, a state given to a function of `Presentation` or
`AutoResponses` is redacted for its reader and must not be changed, and a function's result must
depend on nothing but its arguments.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from ducato.core.actions import ActionTable
from ducato.core.i18n import IllegalReason, Message
from ducato.core.scene import Scene, Text
from ducato.core.struct import Struct

Result = tuple[Message, Sequence[Text], Sequence[Sequence[Text]]]
"""The end screen: the headline, the titles of the columns, and the rows of the table."""


class StateModule(Protocol):
    """The module `state`: the structs of a game and its actions.

    Attributes:
        State: the struct of everything on the table, with the visibility of its cards.
        Edition: the struct of the numbers of the rules (`core.editions.edition.EditionStruct`).
        ACTIONS: the table of all actions.
    """

    State: type[Struct]
    Edition: type[Struct]
    ACTIONS: ActionTable


class OptionalState(Protocol):
    """The optional functions of the module `state`."""

    def components(self, values: Mapping[str, int]) -> Mapping[str, Any]:
        """Return the fields of `Edition` that are not parameters, by name.

        Args:
            values: the values of all parameters and adjustable cells, as numbers, and the number of
                players under the name "players".

        Raises:
            ConflictingOptions: the values are possible one by one, but not together.
        """
        ...

    def balance(self, state: Any, edition: Any) -> Mapping[str, int]:
        """Return the amounts that no step changes, by name, such as all coins wherever they lie.

        ``ducato check`` compares them after every step, chance steps included, with those of the
        initial state. `state` is not redacted.
        """
        ...


class Rules(Protocol):
    """The module or package `rules`: the functions that decide the game, called verbs.

    Each is marked with `core.verbs.rule` and can be compiled. Chance is player -1, whose actions
    are the outcomes from 0 to n - 1, all equally likely. `core.verbs` calls these functions in
    interpreted and in compiled code.
    """

    def setup(self, state: Any, edition: Any) -> None:
        """Turn a struct of zeros into the initial state of a game; deals follow as chance steps."""
        ...

    def current_player(self, state: Any, edition: Any) -> int:
        """Return the seat to move, `verbs.CHANCE` or `verbs.TERMINAL`."""
        ...

    def legal_actions(self, state: Any, edition: Any, out: Any) -> int:
        """Write the legal actions of the seat to move into `out`, ascending; return their number.

        There is at least one, and none may depend on anything hidden from the seat.
        """
        ...

    def apply_action(self, state: Any, edition: Any, action: int) -> None:
        """Apply a legal action or, if chance is to move, an outcome; `state` changes in place."""
        ...

    def ranking(self, state: Any, edition: Any, out: Any) -> None:
        """Write every seat's rank into `out`: 1 is the best, and tied seats share a rank.

        At the end of the game these are the final ranks. It may be asked at any time.
        """
        ...


class OptionalRules(Protocol):
    """The verbs that the module `rules` may leave out, with their defaults."""

    def chance_outcomes(self, state: Any, edition: Any) -> int:
        """Return the number of equally likely outcomes of the present chance step.

        There is at least one. Default: 1.
        """
        ...

    def rounds_played(self, state: Any, edition: Any) -> int:
        """Return the number of rounds begun so far, as the game counts them. Default: 0."""
        ...

    def take_turn(self, state: Any, edition: Any, seat: int) -> bool:
        """Make it the turn of a seat that may choose now, too, and return whether it may.

        Where all seats choose at the same time, each may do so first: what they choose is sealed
        (``field(..., sees=OWNER)``), and the order makes no difference. If it returns False, it has
        changed nothing. Default: False.
        """
        ...


class BotModule(Protocol):
    """The optional module `bot`: what bots know of the game, with the defaults of each verb."""

    def action_score(self, state: Any, edition: Any, action: int, weights: Any) -> float:
        """Return the score of a legal action for the seat to move: a weighted sum of features.

        The score must not depend on anything hidden from the seat to move. Default: 0.

        Args:
            state: the state.
            edition: the edition of the game.
            action: a legal action.
            weights: the weights in ``data/greedy.toml``, in the order of the enumeration `Feature`
                of the module; without that file, 1 for each feature.
        """
        ...

    def estimate(self, state: Any, edition: Any, out: Any) -> None:
        """Write an estimate of every seat's chance of winning into `out` (floats from 0 to 1).

        The estimate may use the whole state, since a search deals hidden cards before it asks for
        one. Default: equal chances, and no search stops before the end of the game.
        """
        ...

    def features(self, state: Any, edition: Any, seat: int, out: Any) -> None:
        """Write what a learned value knows of the state, from the view of `seat`, into `out`.

        There is one float of the order of one for each member of the enumeration `StateFeature` of
        the module, whose names begin with the name of their group and a dot, as in
        "hand.crowns"; `out` holds zeros at first. The number of seats does not change the length:
        what belongs to rivals is summed up. The whole state may be used, since a search deals
        hidden cards first. Asked only where a turn begins. Default: none.
        """
        ...

    def turn_begins(self, state: Any) -> bool:
        """Return whether a turn begins here, before its first decision and its first die.

        A search asks for `features` in these states only. Default: nowhere.
        """
        ...

    def makes_sense(self, state: Any, edition: Any, action: int) -> bool:
        """Return False for a legal action by which even a beginner would not throw something away.

        A bot that errs on purpose (`variety`) chooses another one, if there is any. The answer must
        not depend on anything hidden from the seat to move. Default: True.
        """
        ...

    def mistakes(self, state: Any, edition: Any, action: int) -> int:
        """Return which mistakes of beginners a legal action is, as a sum of powers of two.

        The mistakes are the members of the enumeration `Mistake` of the module, of which member `n`
        stands for ``1 << n``. The answer must not depend on anything hidden from the seat to move.
        Default: 0.
        """
        ...


class Measures(Protocol):
    """The optional module `measures`: numbers for charts and the lab, with their defaults."""

    def series(self, state: Any, edition: Any, seat: int, out: Any) -> None:
        """Write the numbers of a seat that charts and the lab follow through a game into `out`.

        There is one for each member of the enumeration `Series` of the module. It may be
        asked at any time. Default: none.
        """
        ...

    def count(
        self, state: Any, edition: Any, player: int, action: int, counters: Any, memory: Any
    ) -> None:
        """Count for the lab what has happened in one step, such as the sales of a market.

        Args:
            state: the state after the step.
            edition: the edition of the game.
            player: the seat that acted, or `verbs.CHANCE`.
            action: the action or the chance outcome.
            counters: one float for each member of the enumeration `Counter` of the module, 0
                at the start of a game; the lab reports their means.
            memory: `MEMORY` ints for what the next call must know, 0 at the start of a game.
        """
        ...


LogStyle = Literal["line", "note", "silent"]
"""A sentence is a line of the log, a note on the line before, or left out, since others say it."""


class Presentation(Protocol):
    """The modules `scene` and `narration`: a game as drawings and sentences.

    Every function is optional; `core.defaults` describes what stands in for it. Messages name
    entries of the game's catalogues (`core.i18n`).
    """

    def scene(self, state: Any, edition: Any, seat: int, legal: list[int]) -> Scene:
        """Return everything that a reader sees on the table.

        Args:
            state: the state, redacted for the reader.
            edition: the edition of the game.
            seat: the reader, whose side is nearest; -1 for a spectator.
            legal: the reader's legal actions, empty if it is not their move.
        """
        ...

    def prompt(self, state: Any, edition: Any, seat: int) -> Message:
        """Return what is happening now, worded for a reader; for a seat to move, its decision."""
        ...

    def describe_action(self, state: Any, edition: Any, action: int) -> Message:
        """Return the label of a legal action, such as "Build the Mill"."""
        ...

    def action_hint(self, state: Any, edition: Any, action: int) -> Message | None:
        """Return what a legal action costs and gains, or None if there is nothing to add."""
        ...

    def describe_step(
        self, before: Any, action: int | None, after: Any, edition: Any, actor: int, seat: int
    ) -> Sequence[Message]:
        """Return the sentences of the log about one step, in order; possibly none.

        Args:
            before: the state before the step, redacted for the reader.
            action: the action; None for a chance step and for another seat's secret action.
            after: the state after the step, redacted for the reader.
            edition: the edition of the game.
            actor: the seat that acted, -1 for chance.
            seat: the reader, -1 for a spectator.
        """
        ...

    def log_style(self, key: str) -> LogStyle:
        """Return how the table shows the sentences of `describe_step` with this key."""
        ...

    def joins(self, earlier: int, later: int) -> bool:
        """Return whether the table describes two actions of a seat in a row as one step.

        It then describes them from the state before the first to the state after the second.
        """
        ...

    def explain_illegal(self, state: Any, edition: Any, action: int) -> IllegalReason:
        """Return the reason why an action is illegal for the seat to move, with its clause."""
        ...

    def explain_unreachable(self, state: Any, edition: Any, piece: str) -> IllegalReason | None:
        """Return why no action leads to a piece of the scene that was clicked, or None."""
        ...

    def result(self, state: Any, edition: Any) -> Result:
        """Return the end screen of a finished game."""
        ...

    def series(self, state: Any, edition: Any, seat: int) -> Sequence[tuple[str, int]]:
        """Return the numbers of a seat that the chart of a game shows, each with its name.

        The names are the same in every state; each has a title, ``series.<name>``. Default: the
        numbers of the verb `series`, or the fields with such a title.
        """
        ...


class AutoResponses(Protocol):
    """The optional module `auto_responses`: decisions that players leave to the table.

    The table carries out a response as the seat's own action, so no rule knows about responses. The
    catalogue has a sentence for each, ``auto_response.<name>``.

    Attributes:
        RESPONSES: the responses that the game offers.
    """

    RESPONSES: Sequence[AutoResponse]

    def respond(
        self, state: Any, edition: Any, seat: int, legal: list[int], chosen: Collection[str]
    ) -> int | None:
        """Return the legal action that the chosen responses imply, or None for the player's choice.

        Args:
            state: the state, redacted for the seat.
            edition: the edition of the game.
            seat: the seat to move.
            legal: its legal actions.
            chosen: the names of the responses that are on.
        """
        ...


@dataclass(frozen=True)
class AutoResponse:
    """One automatic response that a game offers.

    Attributes:
        name: the last part of the response's key in the catalogue.
        default: whether the response is on until the player turns it off.
    """

    name: str
    default: bool = False
