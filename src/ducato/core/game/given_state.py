"""States that come from outside as bytes, checked before anything reads them.

The declarations of a state say where its cards can lie, how many lie in each zone, which values
have names and which numbers are seats. Last, the rules are asked what comes next. So damaged bytes
are rejected here, and lead to no error later, in a bot or an observation.
"""

from __future__ import annotations

from ducato.core import verbs
from ducato.core.actions import ActionTable
from ducato.core.errors import FAULTS, BadValue
from ducato.core.memory.journal import BACKS, CARD, SOURCE, TARGET
from ducato.core.observation.encodings import EncodingKind
from ducato.core.struct import EVERYBODY, UNKNOWN, Hidden, Struct, numbers
from ducato.core.visibility.hidden_numbers import flat, hidden_fields, limits, rows_of


def read_state(
    struct: type[Struct], edition: Struct, actions: ActionTable, contents: bytes
) -> Struct:
    """Return the state with these contents, in which cards may be hidden (`visibility.redact`).

    Args:
        struct: the class of the game's states.
        edition: the edition of the game.
        actions: the table of the game's actions.
        contents: the contents, as `Struct.tobytes` returns them.

    Raises:
        BadValue: these are not the contents of a state of this game.
    """
    size = struct.nbytes
    if len(contents) != size:
        raise BadValue("state", f"{len(contents)} bytes", f"{size} bytes")
    state = struct.of(contents)
    if any(contents[max((field.stop for field in struct.fields.values()), default=0) :]):
        raise BadValue("state", "bytes between its fields", "zeros there")
    for name in state.fields:
        _check_numbers(state, name, int(edition["players"]))
    for name in state.fields:
        _check_cards(state, name)
    for name, hidden in hidden_fields(struct):
        _check_sealed(state, name, hidden)
    _check_next_step(state, edition, actions)
    return state


def is_redacted(state: Struct) -> bool:
    """Return whether something is blanked in this state, so that no rule may be applied to it."""
    if any(
        declared.cards is not None and UNKNOWN in flat(state, name)
        for name, declared in state.fields.items()
    ):
        return True
    return any(
        sealed and UNKNOWN in row
        for name, hidden in hidden_fields(type(state))
        for sealed, row in zip(state[hidden.sealed], rows_of(state, name), strict=True)
    )


def _check_sealed(state: Struct, name: str, hidden: Hidden) -> None:
    """Raise `BadValue` unless sealed numbers are blanked or among those that are possible."""
    for row, values in enumerate(rows_of(state, name)):
        if state[hidden.sealed][row]:
            low, high = limits(state, hidden, row)
            for value in values:
                if value != UNKNOWN and not low <= value <= high:
                    raise BadValue(f"state.{name}", value, f"from {low} to {high}, or {UNKNOWN}")


def _check_numbers(state: Struct, name: str, players: int) -> None:
    """Raise `BadValue` unless a field's numbers are zones, named values or seats, if declared so.

    -1 is possible, too, except as the zone of a card where everybody sees all of them.
    """
    declared = state.fields[name]
    lowest, highest = UNKNOWN, None
    others: range | tuple[()] = ()
    if declared.cards is not None and all(seer == EVERYBODY for seer in declared.cards.sees):
        lowest = 0
    if declared.values is not None:
        highest = len(declared.values) - 1
    elif declared.observed is not None and declared.observed.kind == EncodingKind.SEAT:
        highest, others = players - 1, range(declared.observed.high, declared.observed.columns)
    if highest is None:
        return
    for number in flat(state, name):
        if number < lowest or (number > highest and number not in others):
            expected = f"from {lowest} to {highest}" + "".join(f", or {other}" for other in others)
            raise BadValue(f"state.{name}", number, expected)


def _check_cards(state: Struct, name: str) -> None:
    """Raise `BadValue` unless as many cards are in each zone as its count says, or are hidden."""
    declared = state.fields[name]
    if (cards := declared.cards) is None:
        return
    zones, counts, number = flat(state, name), flat(state, cards.held), len(cards.sees)
    held = [sum(counts[zone::number]) for zone in range(number)]
    for zone, most in enumerate(held):
        if (found := zones.count(zone)) > most:
            expected = f"as many as {cards.held} says: {most}"
            raise BadValue(f"state.{name}", f"{found} cards in {declared.values[zone]}", expected)
    if sum(held) != len(zones):
        raise BadValue(f"state.{cards.held}", sum(held), f"{len(zones)} cards in all zones")
    if cards.remembered:
        _check_notes(state, len(zones), len(held))


def _check_notes(state: Struct, cards: int, zones: int) -> None:
    """Raise `BadValue` unless the noted moves are moves of cards between zones (`core.memory`)."""
    notes, noted = state["journal"].tolist(), int(state["noted"])
    if not 0 <= noted <= len(notes):
        raise BadValue("state.noted", noted, f"from 0 to {len(notes)}")
    possible = all(
        UNKNOWN <= note[CARD] < cards
        and 0 <= note[SOURCE] // BACKS < zones
        and 0 <= note[TARGET] < zones
        for note in notes
    )
    if not possible or any(map(any, notes[noted:])):
        raise BadValue("state.journal", "other numbers", f"{noted} moves of cards between zones")
    if any(flat(state, "dealing")):
        raise BadValue("state.dealing", "other numbers", "zeros")


def _check_next_step(state: Struct, edition: Struct, actions: ActionTable) -> None:
    """Raise `BadValue` unless the rules say who is to move and, in a full state, what is possible.

    Of a state with hidden cards, they are asked only for the mover.
    """
    expected = "a state from which the rules of this game can go on"
    players = int(edition["players"])
    try:
        player = verbs.current_player(state, edition)
        if is_redacted(state):
            steps = 1
        elif player == verbs.TERMINAL:
            ranks = numbers("i4", players)
            verbs.ranking(state, edition, ranks)
            steps = ranks.tolist().count(1)
        elif player == verbs.CHANCE:
            steps = verbs.chance_outcomes(state, edition)
        else:
            steps = verbs.legal_actions(state, edition, actions.buffer())
    except FAULTS as error:
        raise BadValue("state", f"{type(error).__name__} ({error})", expected) from error
    if player not in (verbs.CHANCE, verbs.TERMINAL, *range(players)):
        raise BadValue("state", f"player {player} to move", expected)
    if steps < 1:
        raise BadValue("state", f"no step for player {player}", expected)
