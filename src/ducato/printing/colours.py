"""Colours as style sheets write them, as red, green, blue and opacity from 0 to 1."""

from __future__ import annotations

import re
from typing import NamedTuple

NAMED = {"transparent": (0.0, 0.0, 0.0, 0.0), "white": (1.0, 1.0, 1.0, 1.0),
         "black": (0.0, 0.0, 0.0, 1.0)}  # fmt: skip
FUNCTION = re.compile(r"([a-z-]+)\((.*)\)$", re.DOTALL)
MIXED = re.compile(r"(.*?)(?:\s+([\d.]+)%)?$", re.DOTALL)


class Colour(NamedTuple):
    """A colour in sRGB."""

    red: float
    green: float
    blue: float
    opacity: float = 1.0

    @property
    def code(self) -> str:
        """The colour without its opacity, such as ``#fbf4e4``."""
        return "#" + "".join(f"{round(255 * min(max(part, 0), 1)):02x}" for part in self[:3])


def colour(text: str) -> Colour | None:
    """Return a colour, by day where there are two; None if the text is none, such as ``none``."""
    text = text.strip()
    if text.startswith("#"):
        digits = text[1:] if len(text) > 4 else "".join(2 * digit for digit in text[1:])
        parts = [int(digits[at : at + 2], 16) / 255 for at in range(0, len(digits), 2)]
        return Colour(*parts)
    if text in NAMED:
        return Colour(*NAMED[text])
    found = FUNCTION.match(text)
    if found is None:
        return None
    name, inside = found.groups()
    if name == "light-dark":
        return colour(arguments(inside)[0])
    if name == "color-mix":
        return _mixed(arguments(inside))
    if name in ("rgb", "rgba"):
        numbers = [float(part) for part in re.findall(r"[\d.]+", inside)]
        return Colour(*(part / 255 for part in numbers[:3]), *numbers[3:])
    return None


def arguments(text: str) -> list[str]:
    """Return what stands between the commas of a function's arguments."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _mixed(parts: list[str]) -> Colour | None:
    """Return two colours mixed in Oklab, each weighted with its opacity, as CSS says."""
    shares: list[float | None] = []
    colours: list[Colour] = []
    for part in parts[1:]:
        found = MIXED.match(part)
        one = colour(found[1]) if found else None
        if found is None or one is None:
            return None
        colours.append(one)
        shares.append(float(found[2]) / 100 if found[2] else None)
    first, second = shares
    share = first if first is not None else 1 - second if second is not None else 0.5
    one, other = colours
    opacity = one.opacity * share + other.opacity * (1 - share)
    if opacity == 0:
        return Colour(0, 0, 0, 0)
    pair = zip(_oklab(one), _oklab(other), strict=True)
    weights = one.opacity * share / opacity, other.opacity * (1 - share) / opacity
    return _rgb([a * weights[0] + b * weights[1] for a, b in pair], opacity)


def _oklab(colour: Colour) -> list[float]:
    r, g, b = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    cone = [
        (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3),
        (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3),
        (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3),
    ]
    return [
        0.2104542553 * cone[0] + 0.7936177850 * cone[1] - 0.0040720468 * cone[2],
        1.9779984951 * cone[0] - 2.4285922050 * cone[1] + 0.4505937099 * cone[2],
        0.0259040371 * cone[0] + 0.7827717662 * cone[1] - 0.8086757660 * cone[2],
    ]


def _rgb(lab: list[float], opacity: float) -> Colour:
    light, a, b = lab
    x = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    y = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    z = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
        -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
        -0.0041960863 * x - 0.7034186147 * y + 1.7076147010 * z,
    )
    red, green, blue = (
        12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
        for part in (min(max(part, 0.0), 1.0) for part in linear)
    )
    return Colour(red, green, blue, opacity)
