#!/usr/bin/env python3
"""Writes lakes, rivers, capitals and the order of names into an outline of the world; see world.md.

world.py OUTLINE.svg LAKES RIVERS.geojson --cities cities500.txt --countries countryInfo.txt
         --tolerance DEGREES --least-lake SQUARE_DEGREES --nearest-zoom ZOOM --apart UNITS

LAKES is GeoJSON, or a shapefile. The outlines of countries stay as they are; what an earlier run wrote is replaced.
Needs shapely, and pyshp for a shapefile.
"""

import argparse
import json
import math
import pathlib
import re
from collections import Counter

from shapely import STRtree
from shapely.geometry import LineString, MultiLineString, Point, Polygon, shape
from shapely.ops import linemerge
from shapely.validation import make_valid


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outline", type=pathlib.Path)
    parser.add_argument("lakes", type=pathlib.Path)
    parser.add_argument("rivers", type=pathlib.Path)
    parser.add_argument("--cities", type=pathlib.Path, required=True)
    parser.add_argument("--countries", type=pathlib.Path, required=True)
    parser.add_argument("--tolerance", type=float, required=True)
    parser.add_argument("--least-lake", type=float, required=True)
    parser.add_argument("--nearest-zoom", type=float, required=True)
    parser.add_argument("--apart", type=float, required=True)
    options = parser.parse_args()

    text = options.outline.read_text()
    width = int(re.search(r'viewBox="0 0 (\d+)', text)[1])
    grid = Grid(width // 360)
    countries = re.findall(r'<path id="([^"]+)"[^>]* d="([^"]+)"/>', text)
    rings = noded({code: [grid.parsed(ring) for ring in path.split("z") if ring] for code, path in countries},
                  options.apart)
    inland = unlike(rings)
    countries = [(code, "".join(f"{grid.drawn(ring)}z" for ring in rings[code])) for code, _ in countries]
    facts = country_facts(options.countries, options.cities)
    countries.sort(key=lambda country: -facts.get(country[0], (0, None))[0])

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width // 2}">',
        f"<!-- Made with Natural Earth, public domain; see world.md. x = (longitude + 180) * {grid.degree},"
        f" y = (90 - latitude) * {grid.degree}. -->",
        '<g id="countries" fill="#d9d5c9" stroke="#8f8a7c" stroke-width="5" stroke-linejoin="round">',
    ]
    for code, path in countries:
        _, capital = facts.get(code, (0, None))
        lines.append(f'<path id="{code}"{f" data-capital={chr(34)}{capital}{chr(34)}" if capital else ""} d="{path}"/>')
    lines += ["</g>", '<g id="borders" fill="none">', f'<path d="{"".join(map(grid.drawn, inland))}"/>']
    lines += ["</g>", '<g id="rivers" fill="none" stroke="#8fb4c9" stroke-width="5" stroke-linejoin="round">']
    lines += rivers(options.rivers, grid, options.tolerance, options.nearest_zoom)
    lines += ["</g>", '<g id="lakes" fill="#b9d3e0" fill-rule="evenodd">']
    lines += lakes(options.lakes, grid, options.tolerance, options.least_lake)
    lines += ["</g>", "</svg>", ""]
    options.outline.write_text("\n".join(lines))


def country_facts(countries, cities):
    """The importance of each country, half by its area and half by its people, and the id of its capital."""
    importance, names = {}, {}
    for line in countries.read_text().splitlines():
        if not line.startswith("#"):
            columns = line.split("\t")
            area, people = float(columns[6] or 0), float(columns[7] or 0)
            importance[columns[0]] = math.sqrt(area / 17e6) + math.sqrt(people / 1.4e9)
            names[columns[0]] = columns[5]
    # The table has the names of capitals: of the cities that are called so, the largest is meant.
    capitals, great = {}, []
    with cities.open() as file:
        for line in file:
            columns = line.split("\t")
            code, people = columns[8], int(columns[14] or 0)
            place = (float(columns[4]), float(columns[5]))
            if people > 1_000_000:
                great.append((people, columns[0], *place))
            name = names.get(code)
            if not name or people < LEAST_CAPITAL or name not in (columns[1], *columns[3].split(",")):
                continue
            found = (columns[1] == name, people, columns[0], *place)
            capitals[code] = max(capitals.get(code, found), found)
    for code, (is_called, people, _, *place) in capitals.items():
        # New Delhi is a part of Delhi, which is what a map names.
        around = [each for each in great if each[0] > 20 * people and math.dist(place, each[2:]) < 0.15]
        if around:
            capitals[code] = (is_called, *max(around))
    without = sorted(code for code, name in names.items() if name and code not in capitals)
    print(f"capitals that no city is called: {', '.join(without) or 'none'}")
    return {code: (value, capitals[code][2] if code in capitals else None) for code, value in importance.items()}


# Of the seats of islands and research stations, maps of the world need none.
LEAST_CAPITAL = 5_000


def noded(countries, apart):
    """Gives neighbors the same points on their border, so that a map tells borders from coasts by what is alike.

    Where one country has a point that its neighbor left out, so many units from its border at most, the neighbor gets
    it, too.
    """
    points = {point for rings in countries.values() for ring in rings for point in ring}
    cells = {}
    for point in points:
        cells.setdefault((point[0] // CELL, point[1] // CELL), []).append(point)
    return {code: [noded_ring(ring, cells, apart) for ring in rings] for code, rings in countries.items()}


CELL = 16


def noded_ring(ring, cells, apart):
    own = set(ring)
    result = []
    for a, b in edges(ring):
        result.append(a)
        (width, height), found = (b[0] - a[0], b[1] - a[1]), []
        square = width * width + height * height
        for column in range((min(a[0], b[0]) - 2) // CELL, (max(a[0], b[0]) + 2) // CELL + 1):
            for row in range((min(a[1], b[1]) - 2) // CELL, (max(a[1], b[1]) + 2) // CELL + 1):
                for point in cells.get((column, row), ()):
                    x, y = point[0] - a[0], point[1] - a[1]
                    along = x * width + y * height
                    if point not in own and 0 < along < square and (x * height - y * width) ** 2 <= apart * apart * square:
                        found.append((along, point))
        result += [point for _, point in sorted(found)]
    return result


def unlike(countries):
    """The edges of countries that are borders, but which their neighbors do not have alike: land is on both sides."""
    rings = [(code, ring) for code, all in countries.items() for ring in all]
    areas = [make_valid(Polygon(ring)) for _, ring in rings]
    tree = STRtree(areas)
    counts = Counter(frozenset(edge) for _, ring in rings for edge in edges(ring))
    found = []
    for code, ring in rings:
        for a, b in edges(ring):
            if counts[frozenset((a, b))] > 1 or a == b:
                continue
            length = math.dist(a, b) / 1.5
            beside = [
                Point((a[0] + b[0]) / 2 + side * (a[1] - b[1]) / length, (a[1] + b[1]) / 2 + side * (b[0] - a[0]) / length)
                for side in (1, -1)]
            owners = [{rings[i][0] for i in tree.query(point, "within")} for point in beside]
            if all(owners) and owners[0] != owners[1]:
                found.append([a, b])
    return found


def edges(ring):
    return zip(ring, ring[1:] + ring[:1])


class Grid:
    """Degrees as whole numbers of an outline."""

    def __init__(self, degree):
        self.degree = degree

    def parsed(self, ring):
        """The points of a ring of absolute M and relative l."""
        x, y, *steps = map(int, re.findall(r"-?\d+", ring))
        points = [(x, y)]
        for i in range(0, len(steps) - 1, 2):
            x, y = x + steps[i], y + steps[i + 1]
            points.append((x, y))
        return points

    def points(self, coordinates):
        """The points of a line, each once."""
        points = []
        for longitude, latitude, *_ in coordinates:
            point = (round((longitude + 180) * self.degree), round((90 - latitude) * self.degree))
            if not points or points[-1] != point:
                points.append(point)
        return points

    def ring(self, coordinates):
        points = self.points(coordinates)[:-1]
        return f"{self.drawn(points)}z" if len(points) > 2 else ""

    def line(self, coordinates):
        points = self.points(coordinates)
        return self.drawn(points) if len(points) > 1 else ""

    def drawn(self, points):
        (x, y), *rest = points
        text = ""
        for column, row in rest:
            step = f"{column - x} {row - y}"
            text += step if not text or step.startswith("-") else f" {step}"
            x, y = column, row
        return f"M{points[0][0]} {points[0][1]}l{text}"


def features(path):
    if path.suffix == ".shp":
        import shapefile

        # The table of names need not be there.
        with shapefile.Reader(shp=path.open("rb")) as reader:
            for each in reader.iterShapes():
                yield {}, make_valid(shape(each.__geo_interface__))
        return
    for feature in json.loads(path.read_text())["features"]:
        yield feature["properties"], make_valid(shape(feature["geometry"]))


def lakes(path, grid, tolerance, least):
    """One path a lake, the largest first."""
    found = []
    for _, geometry in features(path):
        for part in getattr(geometry, "geoms", [geometry]):
            if part.geom_type != "Polygon" or part.area < least:
                continue
            simple = part.simplify(tolerance)
            rings = [simple.exterior, *(each for each in simple.interiors if Polygon(each).area >= least)]
            drawn = "".join(grid.ring(ring.coords) for ring in rings)
            if drawn:
                found.append((part.area, drawn))
    return [f'<path d="{drawn}"/>' for _, drawn in sorted(found, key=lambda each: -each[0])]


def rivers(path, grid, tolerance, nearest):
    """One path a river and a zoom, in the order of the zoom from which it is shown."""
    parts = {}
    for properties, geometry in features(path):
        zoom = math.floor(properties["min_zoom"])
        if properties["min_zoom"] > nearest:
            continue
        # Rivers without a name are parted by their places, so that what is not in view is not drawn.
        center = geometry.centroid
        key = (zoom, properties["name"] or f"{center.x // 15} {center.y // 15}")
        lines = geometry.geoms if geometry.geom_type == "MultiLineString" else [geometry]
        parts.setdefault(key, []).extend(each for each in lines if each.geom_type == "LineString")
    paths = []
    for (zoom, _), lines in sorted(parts.items(), key=lambda each: (each[0][0], str(each[0][1]))):
        merged = linemerge(MultiLineString(lines)) if len(lines) > 1 else lines[0]
        drawn = "".join(
            grid.line(LineString(line).simplify(tolerance).coords) for line in getattr(merged, "geoms", [merged]))
        if drawn:
            paths.append(f'<path data-zoom="{zoom}" d="{drawn}"/>')
    return paths


if __name__ == "__main__":
    main()
