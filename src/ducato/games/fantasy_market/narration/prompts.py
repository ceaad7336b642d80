"""Prompts: the next decision or chance step, or that the game is over."""

from __future__ import annotations

from typing import Any

from ducato.core.i18n import Message, Seat
from ducato.core.presentation.prompts import phase_prompt

from ..rules.trading import legal_inventory
from ..state import ACTIONS, Edition, Phase, State
from .words import exit_name, hero_statistics, monster_name, pawn_name


def prompt(state: State, edition: Edition, seat: int) -> Message:
    """Return the prompt for the reader `seat`, -1 for a spectator."""
    phase = ""
    if state.phase == Phase.MOVE and state.at[state.pawn] < 0:
        phase = "move.outside"
    if state.phase == Phase.INVENTORY and seat == state.chooser:
        phase = f"inventory{_uses(state, edition)}"
    return phase_prompt(state, edition, seat, phase=phase, **_words(state, edition))


def _uses(state: State, edition: Edition) -> str:
    """Return the possible uses of the Inventory card, as the key names them; "" for all."""
    if state.swaps:
        return ".more"
    out = ACTIONS.buffer()
    kinds = {ACTIONS.kind(int(a)).name for a in out[: legal_inventory(state, edition, out)]}
    if kinds == {"take", "give"}:
        return ""
    return ".free" if "take" in kinds else ".exchange"


def _words(state: State, edition: Edition) -> dict[str, Any]:
    """Return the names and numbers that the prompt may mention."""
    words: dict[str, Any] = {"seat": Seat(state.active)}
    if state.pawn >= 0:
        words["pawn"] = pawn_name(state.pawn)
        words["n"] = int(state.budget - state.walked)
    if state.phase == Phase.FIGHT:
        monster = state.face_up[state.exit]
        words |= {"monster": monster_name(monster), **hero_statistics(state, edition, state.pawn)}
    if state.phase in (Phase.FIGHT, Phase.ENCOUNTER):
        words["exit"] = exit_name(state.exit)
    if state.phase == Phase.ROB_ROLL:
        words["hero"] = pawn_name(state.target)
    if state.phase == Phase.START_TILE:
        words["value"] = int(edition.start_tile_max_value)
        words["number"] = int(state.acted) // int(edition.players) + 1
        words["of"] = int(edition.start_tiles)
    if state.phase == Phase.SWAP:
        words["value"] = int(state.worth)
    return words
