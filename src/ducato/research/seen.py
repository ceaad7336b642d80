"""What a seat is shown, as a space of Gymnasium and as text, for Gymnasium and PettingZoo alike."""

from __future__ import annotations

from typing import Any

import numpy as np

from ducato.core import verbs
from ducato.core.errors import UnknownName
from ducato.core.observation.spec import ObservationSpec
from ducato.core.position import Position
from ducato.runs.extras import needed

gymnasium = needed("gymnasium", "research")
spaces = gymnasium.spaces

DTYPES = {"float32": np.float32, "uint8": np.uint8}
"""The forms of an observation: numbers from 0 to 1, or bytes (`ObservationSpec.expand`)."""

METADATA: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}


def known_mode(render_mode: str | None) -> str | None:
    """Return the render mode, or None with a warning if there is no such mode.

    It is an error neither to Gymnasium nor to PettingZoo: trainers ask for the modes that they can
    film, whatever an environment can draw.
    """
    if render_mode in (None, *METADATA["render_modes"]):
        return render_mode
    modes = ", ".join(METADATA["render_modes"])
    gymnasium.logger.warn("there is no render_mode %r: nothing is rendered; choose from: %s",
                          render_mode, modes)  # fmt: skip
    return None


def observation_box(spec: ObservationSpec, observation: str, seats: int = 1) -> Any:
    """Return the space of the observations of a seat, or of several in a row.

    Raises:
        UnknownName: `observation` is not one of `DTYPES`.
    """
    if observation not in DTYPES:
        raise UnknownName("observation", observation, DTYPES)
    if observation == "uint8":
        return spaces.Box(0, 255, (seats * spec.compact_length,), np.uint8)
    return spaces.Box(0.0, 1.0, (seats * spec.length,), np.float32)


def text_of(position: Position, seat: int) -> str:
    """Return what a seat sees as lines of text; what is 0 or empty is left out."""
    shown = position.to_dict(seat)
    mover = shown["current_player"]
    others = {verbs.CHANCE: "chance", verbs.TERMINAL: "nobody, the game is over"}
    lines = [
        f"{shown['game']} ({shown['edition']}), {shown['players']} seats, seen from seat {seat}",
        f"to move: {others.get(mover, f'seat {mover}')}",
    ]
    spec = position.game.observation_spec
    for name, value in shown["state"].items():
        if short := _short(value, name in spec and spec[name].encoding.names_zero):
            lines.append(f"{name}: {short}")
    if shown["legal_actions"]:
        lines.append(f"legal actions: {', '.join(shown['legal_actions'])}")
    return "\n".join(lines)


def _short(value: Any, names: bool) -> str:
    """Return a value of `Position.to_dict` without what says nothing; "" if nothing is left.

    Args:
        value: the value.
        names: whether its numbers are names, of which 0 is one and -1 none.
    """
    if isinstance(value, dict):
        parts = [(key, _short(item, names)) for key, item in value.items()]
        return ", ".join(f"{key} {_grouped(text)}" for key, text in parts if text)
    if isinstance(value, list):
        texts = [_short(item, names) for item in value]
        return ", ".join(_grouped(text) or "-" for text in texts) if any(texts) else ""
    return "" if value in (None, -1 if names else 0) else str(value)


def _grouped(text: str) -> str:
    return f"({text})" if " " in text else text
