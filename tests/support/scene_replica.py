"""A replica of what a screen shows, built from the views and changes sent to it."""

from __future__ import annotations

from typing import Any

from ducato.core.scene import Area, Face, Piece


def complete(thing: dict[str, Any], kind: type[Area | Piece | Face]) -> dict[str, Any]:
    """Return a part of a scene with the defaults that the message leaves out."""
    usual = kind.__struct_defaults__
    whole = {**dict(zip(kind.__struct_encode_fields__[-len(usual) :], usual, strict=True)), **thing}
    return {**whole, "face": complete(whole["face"], Face)} if kind is Piece else whole


class SceneReplica:
    """What one screen shows.

    Attributes:
        scene: the present scene.
    """

    def __init__(self) -> None:
        self.scene: dict[str, list[dict[str, Any]]] = {"areas": [], "pieces": []}

    def take(self, view: dict[str, Any]) -> dict[str, Any]:
        """Apply the next view and return it with its whole scene."""
        kinds = {"areas": Area, "pieces": Piece}
        if "scene" in view:
            sent = view["scene"]
            self.scene = {k: [complete(thing, kinds[k]) for thing in sent[k]] for k in kinds}
        else:
            self.scene = {k: self._changed(k, view["changes"].get(k, {}), kinds[k]) for k in kinds}
        return {**{k: v for k, v in view.items() if k != "changes"}, "scene": self.scene}

    def _changed(self, part: str, changes: dict[str, Any], kind: Any) -> list[dict[str, Any]]:
        put = changes.get("put", [])
        left = {*changes.get("removed", []), *(thing["id"] for _, thing in put)}
        now = [thing for thing in self.scene[part] if thing["id"] not in left]
        for at, thing in put:
            now.insert(at, complete(thing, kind))
        return now


def complete_message(replica: SceneReplica, message: dict[str, Any]) -> dict[str, Any]:
    """Return a message in which every view has its whole scene."""
    if "view" in message:
        return {**message, "view": replica.take(message["view"])}
    if message["type"] == "steps":
        steps = [
            {**step, "view": None if step["view"] is None else replica.take(step["view"])}
            for step in message["steps"]
        ]
        return {**message, "steps": steps}
    if message["type"] == "replay":
        return {
            **message,
            "step": {**message["step"], "view": SceneReplica().take(message["step"]["view"])},
        }
    return message
