"""The log of one step, derived from the states before and after it."""

from __future__ import annotations

from ducato.core.contract import LogStyle
from ducato.core.i18n import Message, Seat, say
from ducato.core.presentation.states import arrived

from ..state import ACTIONS, FIRST_CONSTRUCTION, MACHINES, WORKERS, Edition, Phase, State, Zone
from .action_labels import possible_sites
from .prompts import last_round
from .results import headline
from .words import (
    added,
    cards_in,
    coins,
    construction,
    crew_at,
    crew_name,
    materials,
    missing_after,
    points,
)

SILENT = {"log.choose", "log.end"}
"""What is only intended, or shows by itself."""
NOTES = {"log.next", "log.back"}


def describe_step(
    before: State, action: int | None, after: State, edition: Edition, actor: int, seat: int
) -> list[Message]:
    """Describe one step as sentences, the same for all readers; none while a row is being laid."""
    if action is None:
        sentences = _chance(before, after, edition)
    else:
        sentences = _act(before, action, after, edition, Seat(actor))
    return sentences + _aftermath(before, after, edition)


def log_style(key: str) -> LogStyle:
    """Leave out intentions and the end of a turn; what follows by itself is a note."""
    return "silent" if key in SILENT else "note" if key in NOTES else "line"


def _chance(before: State, after: State, edition: Edition) -> list[Message]:
    match Phase(before.phase):
        case Phase.LAY_BUILDINGS:
            if after.phase == Phase.LAY_BUILDINGS:
                return []
            return [say("log.buildings", cards=_names(after, edition, Zone.BUILDING_ROW))]
        case Phase.LAY_WORKERS:
            if after.phase == Phase.LAY_WORKERS:
                return []
            return [say("log.workers", cards=_names(after, edition, Zone.WORKER_ROW))]
        case Phase.CHOOSE_FIRST:
            return [say("log.first", seat=Seat(after.first))]
        case Phase.DEAL_APPRENTICES:
            return [_apprentice(before, after, edition)]
    return _drawn(before, after, edition)


def _name(edition: Edition, card: int) -> Message:
    if card < WORKERS:
        return crew_name(edition, card)
    return say("building", building=construction(edition, card - FIRST_CONSTRUCTION))


def _names(state: State, edition: Edition, zone: int) -> list[Message]:
    return [_name(edition, card) for card in cards_in(state, zone)]


def _apprentice(before: State, after: State, edition: Edition) -> Message:
    new = arrived(before, after, Zone.CREW + before.active)
    return say("log.apprentice", seat=Seat(before.active), crew=crew_name(edition, new[0]))


def _drawn(before: State, after: State, edition: Edition) -> list[Message]:
    """Describe the revealed card, which lies on top of its deck or in the row."""
    moved = [card for card in range(len(after.zone)) if after.zone[card] != before.zone[card]]
    shown = after.zone[moved[0]] in (Zone.NEXT_BUILDING, Zone.NEXT_WORKER)
    return [say("log.next" if shown else "log.drawn", card=_name(edition, moved[0]))]


def _act(before: State, action: int, after: State, edition: Edition, who: Seat) -> list[Message]:
    gain = int(after.coins[who.number]) - int(before.coins[who.number])
    match ACTIONS.parts(action):
        case "open", site:
            return [say("log.open", seat=who, building=construction(edition, site))]
        case "recruit", worker:
            return [say("log.recruit", seat=who, crew=crew_name(edition, worker))]
        case "send", crew:
            sites = possible_sites(before, edition, crew)
            if len(sites) == 1:
                return _sent(before, after, crew, sites[0], edition, who)
            return [say("log.choose", seat=who, crew=crew_name(edition, crew))]
        case "site", site:
            return _sent(before, after, before.sender, site, edition, who)
        case "take", _:
            return [say("log.take", seat=who, coins=coins(gain))]
        case ("buy",):
            return [say("log.buy", seat=who, coins=coins(-gain))]
        case ("keep",):
            return [say("log.keep", seat=who, crew=crew_name(edition, before.sender))]
    return [say("log.end", seat=who)]


def _sent(
    before: State, after: State, crew: int, site: int, edition: Edition, who: Seat
) -> list[Message]:
    """Describe the work added and, if it finishes the site, the earnings and the returning crew."""
    missing = missing_after(before, edition, crew, site)
    words = {
        "seat": who,
        "crew": crew_name(edition, crew),
        "building": construction(edition, site),
        "coins": coins(edition.wage[crew]),
        "added": materials(added(before, edition, crew, site)),
        "missing": materials(missing),
    }
    if any(missing):
        return [say("log.sent", **words)]
    paid = edition.wage[crew] + after.coins[who.number] - before.coins[who.number]
    reward = {"points": points(edition.worth[site]), "reward": coins(paid)}
    back = [crew_name(edition, member) for member in sorted({*crew_at(before, site), crew})]
    kind = "machine" if site < MACHINES else "building"
    return [
        say("log.sent.last", **words),
        say(f"log.finished.{kind}", **words, **reward),
        say("log.back", crew=back),
    ]


def _aftermath(before: State, after: State, edition: Edition) -> list[Message]:
    """Describe the last round or the end of the game, if the step brought it about."""
    sentences = []
    if (after.trigger >= 0 > before.trigger) or (after.stuck and not before.stuck):
        sentences.append(last_round(after, edition))
    if after.phase == Phase.OVER != before.phase:
        sentences.append(say("log.stopped" if after.stopped else "log.over"))
        sentences.append(headline(after, edition))
    return sentences
