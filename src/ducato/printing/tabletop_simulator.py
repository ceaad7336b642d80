"""A game as a saved object of Tabletop Simulator: decks, boards, and bags of tokens.

The fields are those that its save files have; ``docs/print.md`` says where they are documented.
Each sheet is a custom deck with a number of its own in the whole file, and a card has a hundred
times that number and its place on the sheet, from 0, as its id.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ducato.printing.parts import Sheet

SPACING = 3.0
"""From one object to the next, in the game's unit, about an inch."""
IN_A_ROW = 6
CARD = 63.0
"""The width in millimetres of a card that is not scaled."""
ROUNDED, CIRCLE = 0, 4
"""Shapes of a card: a rectangle with round corners, and a disc."""


def saved_object(
    title: str,
    sheets: Sequence[Sheet],
    boards: Sequence[tuple[str, str, float, float]],
    folder: Path,
) -> dict[str, Any]:
    """Return the contents of a file that can be put among the saved objects.

    Args:
        title: the name of the game.
        sheets: the pictures of pieces, as `png_sheets` writes them.
        boards: file, title, width and height of each board.
        folder: where the pictures lie.
    """
    decks: dict[tuple[str, str], list[Sheet]] = {}
    for sheet in sheets:
        decks.setdefault((sheet.deck, sheet.sort), []).append(sheet)
    number = count(1)
    objects: list[dict[str, Any]] = []
    for (name, sort), parts in decks.items():
        if sort == "tokens":
            objects.append(_bag(name, parts, folder, number))
        else:
            objects.append(_deck(name, parts, folder, number))
    objects += [_board(file, words, folder) for file, words, _, _ in boards]
    first = int(hashlib.sha256(title.encode()).hexdigest()[:6], 16)
    for at, one in enumerate(_nested(objects), first):
        one["GUID"] = f"{at % 16**6:06x}"
    for at, one in enumerate(objects):
        one["Transform"] |= {"posX": SPACING * (at % IN_A_ROW), "posZ": -SPACING * (at // IN_A_ROW)}
    return {
        "SaveName": title,
        "Date": "",
        "VersionNumber": "",
        "GameMode": title,
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": objects,
    }


def _nested(objects: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield objects and what they contain."""
    for one in objects:
        yield one
        yield from one.get("ContainedObjects", ())


def _object(
    kind: str, nickname: str, *, scale: float = 1.0, turned: bool = False
) -> dict[str, Any]:
    transform = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0,
                 "rotZ": 180.0 if turned else 0.0,
                 "scaleX": scale, "scaleY": 1.0, "scaleZ": scale}  # fmt: skip
    return {
        "GUID": "",
        "Name": kind,
        "Transform": transform,
        "Nickname": nickname,
        "Description": "",
        "GMNotes": "",
        "ColorDiffuse": {"r": 0.713, "g": 0.713, "b": 0.713},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "IgnoreFoW": False,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def _address(folder: Path, file: str) -> str:
    return (folder / file).as_uri()


def _cards(
    sheets: Sequence[Sheet], folder: Path, number: count[int], *, token: bool = False
) -> tuple[dict[str, dict[str, Any]], list[dict[str, Any]]]:
    """Return the custom decks of sheets, and each of their cards as often as a game needs it."""
    customs: dict[str, dict[str, Any]] = {}
    cards: list[dict[str, Any]] = []
    for sheet in sheets:
        key = next(number)
        customs[str(key)] = {
            "FaceURL": _address(folder, sheet.file),
            "BackURL": _address(folder, sheet.back or sheet.file),
            "NumWidth": sheet.columns,
            "NumHeight": sheet.rows,
            "BackIsHidden": True,
            "UniqueBack": not sheet.back,
            "Type": CIRCLE if token else ROUNDED,
        }
        for at, (name, words, copies) in enumerate(sheet.pieces):
            for _ in range(copies):
                card = _object("Card", words or name, scale=_scale(sheet), turned=not token)
                card |= {"CardID": 100 * key + at, "SidewaysCard": False, "Hands": not token,
                         "HideWhenFaceDown": not token,
                         "CustomDeck": {str(key): customs[str(key)]}}  # fmt: skip
                cards.append(card)
    return customs, cards


def _scale(sheet: Sheet) -> float:
    return round(sheet.size[0] / CARD, 3)


def _deck(name: str, sheets: Sequence[Sheet], folder: Path, number: count[int]) -> dict[str, Any]:
    """Return a deck; one card alone is a card."""
    customs, cards = _cards(sheets, folder, number)
    if len(cards) == 1:
        return cards[0]
    deck = _object("DeckCustom", name, scale=_scale(sheets[0]), turned=True)
    return deck | {
        "SidewaysCard": False,
        "Hands": False,
        "HideWhenFaceDown": True,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": customs,
        "ContainedObjects": cards,
    }


def _bag(name: str, sheets: Sequence[Sheet], folder: Path, number: count[int]) -> dict[str, Any]:
    """Return a bag with tokens, which are round cards."""
    _, tokens = _cards(sheets, folder, number, token=True)
    return _object("Bag", name) | {"ContainedObjects": tokens, "Bag": {"Order": 0}}


def _board(file: str, words: str, folder: Path) -> dict[str, Any]:
    board = _object("Custom_Board", words) | {"Locked": True}
    image = {"ImageURL": _address(folder, file), "ImageSecondaryURL": "", "ImageScalar": 1.0,
             "WidthScale": 0.0}  # fmt: skip
    return board | {"CustomImage": image}
