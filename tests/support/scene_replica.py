"""What a screen shows, put together from what it was sent: whole views, and changes to them."""

from __future__ import annotations

from typing import Any

from ducato.core.scene import Area, Face, Piece


def complete(thing: dict[str, Any], kind: type[Area | Piece | Face]) -> dict[str, Any]:
    """A part of a scene as it was sent, with what is left out there as usual."""
    usual = kind.__struct_defaults__
    whole = {**dict(zip(kind.__struct_encode_fields__[-len(usual) :], usual, strict=True)), **thing}
    return {**whole, "face": complete(whole["face"], Face)} if kind is Piece else whole


class SceneReplica:
    """One screen.

    Attributes:
        scene: what it was sent last.
    """

    def __init__(self) -> None:
        self.scene: dict[str, list[dict[str, Any]]] = {"areas": [], "pieces": []}

    def take(self, view: dict[str, Any]) -> dict[str, Any]:
        """The next view that it is sent, made whole."""
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
    """A message whose views were put together."""
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
