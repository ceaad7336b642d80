"""The automatic responses of Manifest Destiny, for questions outside a player's own part.

After each event, the players who could hold a card that answers it are asked; as phases end, those
who could gain by Turn Priority are asked about it; owners of Unity are asked to be partners
[manifest-destiny 14.1].
"""

from __future__ import annotations

from collections.abc import Collection

from ducato.core.contract import AutoResponse

from .state import NO, A, Edition, State
from .state.tables import Card, Phase

RESPONSES = (
    AutoResponse("pass"),
    AutoResponse("only-mine"),
    AutoResponse("no-answers"),
    AutoResponse("stop-spy"),
    AutoResponse("stop-civil-war"),
    AutoResponse("no-priority", default=True),
    AutoResponse("no-partners"),
)
STOPPED: dict[int, str] = {Card.SPY: "stop-spy", Card.CIVIL_WAR: "stop-civil-war"}


def respond(
    state: State, edition: Edition, seat: int, legal: list[int], chosen: Collection[str]
) -> int | None:
    """Return the action that the chosen responses imply, or None if the player must decide."""
    match state.phase:
        case Phase.OPPOSE | Phase.RESPOND:
            return _answer(state, seat, [a for a in legal if a != A.DONE], chosen)
        case Phase.PRIORITY if "no-priority" in chosen:
            return A.DONE
        case Phase.PARTNER | Phase.JOINT if "no-partners" in chosen:
            return NO
    return None


def _answer(state: State, seat: int, cards: list[int], chosen: Collection[str]) -> int | None:
    """Return the card that answers the event, or a pass; None if the player must decide.

    What a player is not asked about must not depend on their hand, or the pace of the table would
    tell it: only "pass" does, which says so.
    """
    stands = state.chain_length % 2 == 1  # otherwise it has already been stopped
    if cards and state.victim == seat and stands and STOPPED.get(state.card) in chosen:
        return cards[0]
    mine = seat in (state.victim, state.hero)
    if "no-answers" in chosen or ("only-mine" in chosen and not mine):
        return A.DONE
    return A.DONE if "pass" in chosen and not cards else None
