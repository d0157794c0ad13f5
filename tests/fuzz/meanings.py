"""An oracle for random puzzles: the meaning of every rule, written only from docs/rules.md.

The oracle reads the JSON of a puzzle. It uses no `holds`, no lowering and no solver, so it finds
mistakes that they share. A filling maps places, which are pairs of a row and a column, to values.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise, product
from string import ascii_uppercase, digits

Place = tuple[int | str, int]
Filling = dict[Place, int]
SYMBOLS = digits + ascii_uppercase
#: The maximum number of fillings that `possible` goes through.
MOST_FILLINGS = 3_000
#: Parts of the names of the rules that speak of cells which they do not name.
WIDE = (
    *("anti", "taxicab", "knight", "consecutive", "negative", "global", "flatmates", "topbottom"),
    *("doubler", "hotcold", "multiplier", "negator", "vampire", "doppelganger", "fullrank"),
    *("starbattle", "norinori", "nurimisaki", "loop", "snake", "indexer", "minimum", "maximum"),
    *("littlekiller", "samurai", "galaxies", "either", "all"),
)


@dataclass(frozen=True)
class World:
    """The board of a puzzle and all its rules."""

    rows: int
    columns: int
    values: range
    rules: list

    @property
    def places(self):
        return list(product(range(self.rows), range(self.columns)))

    def boxes(self, height, width):
        for top, left in product(range(0, self.rows, height), range(0, self.columns, width)):
            yield [(top + r, left + c) for r in range(height) for c in range(width)]

    def apart(self, *steps):
        """Yield each pair of places that are one of the steps apart. Yield each pair only once."""
        both = {(r, c) for r, c in steps} | {(-r, -c) for r, c in steps}
        for a, b in combinations(self.places, 2):
            if (b[0] - a[0], b[1] - a[1]) in both:
                yield a, b

    def third(self, value):
        """Return 0 for low, 1 for middle and 2 for high values."""
        outer, rest = divmod(len(self.values), 3)
        outer += rest == 2
        at = value - self.values[0]
        return 0 if at < outer else 2 if at >= len(self.values) - outer else 1


@cache
def place(name: str) -> Place:
    layer, dot, inside = name.rpartition(".")
    if dot:  # the cell of a layer
        return (layer, int(inside)) if inside.isdecimal() else (layer, *place(inside))
    row, column = re.fullmatch(r"r(\d+)c(\d+)", name).groups()
    return int(row) - 1, int(column) - 1


def line(rule, key="cells"):
    return [place(name) for name in rule[key]]


def unmarked(rule, world, at, *marks):
    """Return the values of each pair of neighbours without a mark of these kinds."""
    exempt = {frozenset(map(place, pair)) for pair in rule.get("exempt", [])}
    exempt |= {frozenset((place(r["a"]), place(r["b"]))) for r in world.rules if r["rule"] in marks}
    return [(at[a], at[b]) for a, b in world.apart(*EDGE) if frozenset((a, b)) not in exempt]


EDGE = (0, 1), (1, 0)
STEPS = *EDGE, (0, -1), (-1, 0)
CORNER = (1, 1), (1, -1)
KNIGHT = (1, 2), (2, 1), (1, -2), (2, -1)


def distance(a, b) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def differ(values) -> bool:
    values = list(values)
    return len(set(values)) == len(values)


# --- houses and the whole board ---------------------------------------------------------------


def groups(rule, world) -> list[list[Place]] | None:
    """The groups of different cells, for rules that only list such groups."""
    name, side = rule["rule"], range
    if name == "rows":
        return [[(r, c) for c in side(world.columns)] for r in side(world.rows)]
    if name == "columns":
        return [[(r, c) for r in side(world.rows)] for c in side(world.columns)]
    if name == "boxes":
        return list(world.boxes(rule["height"], rule["width"]))
    if name == "regions":
        return [[place(cell) for cell in region] for region in rule["regions"]]
    if name == "extraregion":
        return [line(rule)]
    if name == "disjointgroups":
        boxes = list(world.boxes(rule["height"], rule["width"]))
        return [list(group) for group in zip(*boxes, strict=True)]
    if name == "diagonals":
        last = world.rows - 1
        falling = [[(i, i) for i in side(world.rows)]] if rule.get("falling", True) else []
        rising = [[(last - i, i) for i in side(world.rows)]] if rule.get("rising", True) else []
        return falling + rising
    if name == "windoku":
        height = rule.get("height") or round(world.rows**0.5)
        width = rule.get("width") or round(world.columns**0.5)
        tops, lefts = (
            side(1, world.rows - height, height + 1),
            side(1, world.columns - width, width + 1),
        )
        inside = list(product(side(height), side(width)))
        return [[(top + r, left + c) for r, c in inside] for top, left in product(tops, lefts)]
    return None


def whole_board(rule, world, at) -> bool | None:
    name = rule["rule"]
    if name == "antiking":
        return all(at[a] != at[b] for a, b in world.apart(*EDGE, *CORNER))
    if name == "antiknight":
        return all(at[a] != at[b] for a, b in world.apart(*KNIGHT))
    if name == "antileaper":
        down, right = rule["down"], rule["right"]
        steps = (down, right), (down, -right), (right, down), (right, -down)
        only, cells = rule.get("values") or world.values, line(rule) if rule.get("cells") else None
        return all(
            at[a] != at[b] or at[a] not in only or not (cells is None or a in cells or b in cells)
            for a, b in world.apart(*steps)
        )
    if name == "taxicab":
        far, pairs = rule["distance"], combinations(world.places, 2)
        return all(at[a] != at[b] for a, b in pairs if distance(a, b) == far)
    if name == "selftaxicab":
        pairs = combinations(world.places, 2)
        return all(at[a] != at[b] or distance(a, b) != at[a] for a, b in pairs)
    if name == "knightmare":
        sums = rule.get("sums", [5, 15])
        return all(at[a] + at[b] not in sums for a, b in world.apart(*KNIGHT))
    if name == "diagonalnonconsecutive":
        return all(abs(at[a] - at[b]) != 1 for a, b in world.apart(*CORNER))
    if name == "nonconsecutive":
        marks = ("whitedot", "blackdot") if rule.get("dots_exempt", True) else ()
        return all(abs(v - w) != 1 for v, w in unmarked(rule, world, at, *marks))
    if name == "negativewhitedots":
        given = [r.get("difference", 1) for r in world.rules if r["rule"] == "whitedot"]
        wrong = rule.get("differences") or given or [1]
        marks = ["whitedot", *["blackdot"] * rule.get("black_exempts", True)]
        return all(abs(v - w) not in wrong for v, w in unmarked(rule, world, at, *marks))
    if name == "negativeblackdots":
        given = [r.get("ratio", 2) for r in world.rules if r["rule"] == "blackdot"]
        wrong = rule.get("ratios") or given or [2]
        marks = ["blackdot", *["whitedot"] * rule.get("white_exempts", True)]
        pairs = unmarked(rule, world, at, *marks)
        return not any(v == ratio * w or w == ratio * v for v, w in pairs for ratio in wrong)
    if name == "negativexv":
        pairs = unmarked(rule, world, at, "x", "v", "pairsum")
        return all(v + w not in rule.get("sums", [5, 10]) for v, w in pairs)
    if name == "connectedvalues":
        area = {place for place in world.places if at[place] in rule["values"]}
        return _is_connected(area) and len(area) == (rule.get("size") or len(area))
    if name == "yinyang":
        dark = {place for place in world.places if at[place] in rule["values"]}
        tops = product(range(world.rows - 1), range(world.columns - 1))
        squares = ([(r + i, c + j) in dark for i in (0, 1) for j in (0, 1)] for r, c in tops)
        sides = dark, {*world.places} - dark
        return all(map(_is_connected, sides)) and all(0 < sum(dark) < 4 for dark in squares)
    if name in ("starbattle", "norinori", "nurimisaki", "loop", "snake"):
        return _shading(rule, world, at)
    if name == "chaosconstruction":
        label = {place: at[rule.get("layer", "region"), *place] for place in world.places}
        regions = [[p for p in world.places if label[p] == value] for value in world.values]
        return (
            len(set(map(len, regions))) == 1
            and all(_is_connected({*region}) for region in regions)
            and all(differ([at[p] for p in region]) for region in regions)
            and regions == sorted(regions)
        )
    if name == "galaxies":
        label = {place: at[rule.get("layer", "galaxy"), *place] for place in world.places}
        for value, named in zip(world.values, rule["centres"], strict=False):
            region = {p for p in world.places if label[p] == value}
            centre = [*map(place, named)]
            (top, left), (bottom, right) = min(centre), max(centre)
            is_whole = _is_connected(region) and {*centre} <= region
            if not is_whole or region != {(top + bottom - r, left + right - c) for r, c in region}:
                return False
            if not rule.get("repeats") and not differ(at[p] for p in region):
                return False
        return True
    if name in ("regionarrow", "regioncount"):
        lines = rule.get("lines") or [[rule["cells"][0], other] for other in rule["cells"][1:]]
        total = int(rule.get("own", True))
        for first, *others in (line({"cells": each}) for each in lines):
            own = at[rule.get("layer", "region"), *first]
            for other in others:
                if at[rule.get("layer", "region"), *other] != own:
                    break
                total += 1
        return at[place(rule["control"])] == total
    if name in ("doubler", "hotcold", "multiplier", "negator", "vampire"):
        layer, listed = rule.get("layer", "mark"), rule.get("digits", "marked")
        rows, columns = (list(world.boxes(*size)) for size in ((1, world.columns), (world.rows, 1)))
        boxes = list(world.boxes(*rule["boxes"])) if "boxes" in rule else rows
        number = 0
        for mark in sorted({*world.values})[1 : 3 if name in ("hotcold", "vampire") else 2]:
            marked = [place for place in world.places if at[layer, *place] == mark]
            if any(len({*marked} & {*house}) != 1 for house in (*rows, *columns, *boxes)):
                return False
            for box in boxes:
                number += 1
                if at[listed, number] not in [at[place] for place in marked if place in box]:
                    return False
            if not differ(at[place] for place in marked):
                return False
        return True
    if name == "doppelganger":
        sizes = {"rows": (1, world.columns), "columns": (world.rows, 1), "boxes": rule.get("size")}
        missed = {place: [] for place in world.places}
        for key in ("rows", "columns", *["boxes"] * ("size" in rule)):
            values = [at[place] for place in line(rule, key)]
            if 0 in values or not differ(values):
                return False
            for house, value in zip(world.boxes(*sizes[key]), values, strict=True):
                if {value, *(at[place] for place in house)} != {*world.values}:
                    return False
                for cell in house:
                    missed[cell].append(value)
        return all(differ(missed[place]) for place in world.places if at[place] == 0)
    if name == "samurai":
        side, sizes = rule["height"] * rule["width"], [(rule["height"], rule["width"])]
        tops = line(rule, "boards")
        board = World(side, side, world.values, [])
        boards = [{(r, c): (r + y, c + x) for r, c in board.places} for y, x in tops]
        houses = [h for size in (*sizes, (1, side), (side, 1)) for h in board.boxes(*size)]
        absent = {*world.places}.difference(*(own.values() for own in boards))
        return {at[place] for place in absent} <= {world.values[0]} and all(
            differ(at[own[place]] for place in house) for own in boards for house in houses
        )
    if name in ("globalentropy", "globalmodular"):
        tops = product(range(world.rows - 1), range(world.columns - 1))
        squares = ([at[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r, c in tops)
        if name == "globalentropy":
            return all({0, 1, 2} == {*map(world.third, square)} for square in squares)
        modulus = rule.get("modulus", 3)
        return all(len({value % modulus for value in square}) == modulus for square in squares)
    if name == "flatmates":
        low, high = world.values[0], world.values[-1]
        middle = world.values[len(world.values) // 2]
        return all(
            at[r, c] != middle or at.get((r - 1, c)) == low or at.get((r + 1, c)) == high
            for r, c in world.places
        )
    if name == "topbottom":
        rows = range(world.rows)
        return _goes(world, at, rows) and _goes(world, at, rows[::-1])
    return None


def _shading(rule, world, at) -> bool:
    """The meaning of a rule about shaded cells, given the number of neighbours of each of them."""
    name, layer = rule["rule"], [rule["layer"]] if rule.get("layer") else []
    area = {place for place in world.places if at[(*layer, *place)] in rule["values"]}
    degrees = {place: sum(distance(place, other) == 1 for other in area) for place in area}
    ends = {place for place in area if degrees[place] == 1}
    tops = product(range(world.rows - 1), range(world.columns - 1))
    squares = [{(r + i, c + j) for i in (0, 1) for j in (0, 1)} & area for r, c in tops]
    if name == "starbattle":
        rows, columns = world.boxes(1, world.columns), world.boxes(world.rows, 1)
        houses = [*rows, *columns, *_regions_of(rule, world)]
        return {len(area & {*house}) for house in houses} == {rule["count"]} and not any(
            {a, b} <= area for a, b in world.apart(*EDGE, *CORNER)
        )
    if name == "norinori":
        return ends == area and all(len(area & {*r}) == 2 for r in _regions_of(rule, world))
    if not _is_connected(area):
        return False
    if name == "nurimisaki":
        sights = all(at[cape] == _sight(cape, area) for cape in ends) if "counted" in rule else True
        return ends == {*line(rule, "capes")} and {*map(len, squares)} <= {1, 2, 3} and sights
    if not rule.get("corners") and any(len(s) == 2 and distance(*s) == 2 for s in squares):
        return False
    given = {*line(rule, "ends")} if "ends" in rule else set()
    count = 2 if name == "snake" else 0
    return {*degrees.values()} <= {1, 2} and len(ends) == count and given <= ends


def _sight(cape, area) -> int:
    """Return the number of cells of the area in a straight line from a cape, with the cape."""
    ahead = [[(cape[0] + r * n, cape[1] + c * n) for n in range(1, 99)] for r, c in STEPS]
    return 1 + sum(next(n for n, place in enumerate(way) if place not in area) for way in ahead)


def _is_connected(area) -> bool:
    found = [*sorted(area)[:1]]
    for r, c in found:
        found += {(r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c)} & area - {*found}
    return len(found) == len(area) > 0


def _goes(world, at, rows) -> bool:
    """Tell whether the values of successive rows run down in touching cells."""
    for (row, after), value in zip(pairwise(rows), world.values, strict=False):
        for column in range(world.columns):
            near = (at.get((after, beside)) for beside in (column - 1, column, column + 1))
            if at[row, column] == value and value + 1 not in near:
                return False
    return True


# --- lines, cages, clues and marks --------------------------------------------------------------


def of_cells(rule, world, at) -> bool | None:
    if "cells" not in rule:
        return None
    name, cells, size = rule["rule"], line(rule), len(world.values)
    v = [at[cell] for cell in cells]
    match name:
        case "thermo":
            return all(a < b for a, b in pairwise(v))
        case "slowthermo":
            return all(a <= b for a, b in pairwise(v))
        case "greater":
            return all(a > b for a, b in pairwise(v))
        case "palindrome":
            return v == v[::-1]
        case "renban":
            return sorted(v) == list(range(min(v), min(v) + len(v)))
        case "nabner":
            return all(abs(a - b) > 1 for a, b in combinations(v, 2))
        case "whisper":
            gap = rule.get("gap") or (size + 1) // 2
            return all(abs(a - b) >= gap for a, b in pairwise(v))
        case "lockout":
            gap = rule.get("gap") or size // 2
            low, high = sorted((v[0], v[-1]))
            return high - low >= gap and not any(low <= value <= high for value in v[1:-1])
        case "between":
            low, high = sorted((v[0], v[-1]))
            return all(low < value < high for value in v[1:-1])
        case "doublearrow":
            return sum(v[1:-1]) == v[0] + v[-1]
        case "zipper":
            sums = {v[i] + v[-1 - i] for i in range(len(v) // 2)}
            return len(sums | ({v[len(v) // 2]} if len(v) % 2 else set())) == 1
        case "arithmetic":
            return len({b - a for a, b in pairwise(v)}) <= 1
        case "entropic":
            kinds = [world.third(value) for value in v]
            return all(differ(kinds[i : i + 3]) for i in range(max(1, len(v) - 2)))
        case "modular":
            modulus = rule.get("modulus", 3)
            rests = [value % modulus for value in v]
            return all(differ(rests[i : i + modulus]) for i in range(max(1, len(v) - modulus + 1)))
        case "regionsum":
            return _region_sums(rule, world, at, cells)
        case "sumline":
            return _pieces(v, rule["total"], loop=rule.get("loop", False))
        case "pairs":
            allowed = {tuple(pair) for pair in rule["allowed"]}
            pairs = combinations(v, 2) if rule.get("every") else pairwise(v)
            return all(pair in allowed for pair in pairs)
        case "where":
            return v in [list(filling) for filling in rule["allowed"]]
        case "walk":
            state = rule["start"]
            for value in v:
                after = [to for a, what, to in rule["step"] if (a, what) == (state, value)]
                if not after:
                    return False
                [state] = set(after)
            return state in rule["accept"]
        case "regex":
            return bool(re.fullmatch(rule["pattern"], "".join(SYMBOLS[value] for value in v)))
        # Cages, clues and marks.
        case "cage":
            total, totals, root = (rule.get(key) for key in ("total", "totals", "root"))
            if not differ(v):
                return False
            if root is not None:
                return _root(sum(v)) == root
            return sum(v) in totals if totals else total is None or sum(v) == total
        case "sum":
            weights = rule.get("coefficients") or [1] * len(v)
            found = sum(w * value for w, value in zip(weights, v, strict=True))
            return found in (rule.get("totals") or [rule.get("total")])
        case "rellik":
            some = (part for k in range(1, len(v) + 1) for part in combinations(v, k))
            none = all(sum(part) != rule["total"] for part in some)
            return none and (bool(rule.get("repeats")) or differ(v))
        case "equalitycage":
            half = len(world.values) // 2
            low, high = {*world.values[:half]}, {*world.values[len(world.values) - half :]}
            lows, highs = (sum(value in part for value in v) for part in (low, high))
            evens = sum(value % 2 == 0 for value in v)
            return differ(v) and 2 * evens == len(v) and lows == highs and lows + highs == len(v)
        case "lookandsay":
            return all(v.count(value) == count for count, value in rule["counts"])
        case "lunchbox":
            if not differ(v):
                return False
            start, end = sorted((v.index(min(v)), v.index(max(v))))
            return sum(v[start + 1 : end]) == rule["total"]
        case "contains" | "quadruple":
            listed = Counter(rule["values"])
            if rule.get("exactly"):
                return all(v.count(value) == count for value, count in listed.items())
            return all(v.count(value) >= count for value, count in listed.items())
        case "countdistinct":
            return at[place(rule["control"])] == len(set(v))
        case "countingcircles":
            return all(v.count(value) == value for value in v)
        case "slingshot":
            control, stone = (at[place(rule[key])] for key in ("control", "stone"))
            return 1 <= control <= len(v) and v[control - 1] == stone
        case "even" | "odd":
            return all(value % 2 == (name == "odd") for value in v)
        case "among":
            return all(value in rule["values"] for value in v)
        case "clone":
            return v == [at[cell] for cell in line(rule, "copy")]
        case "xsum":
            return v[0] <= len(v) and sum(v[: v[0]]) == rule["total"]
        case "fullrank":
            by_row, by_column = world.boxes(1, world.columns), world.boxes(world.rows, 1)
            edges = [[*by_row], [*by_column]]
            edges += [[each[::-1] for each in edge] for edge in edges]
            if not all(differ(at[each[0]] for each in edge) for edge in edges):
                return False
            others = [each for edge in edges for each in edge if each != line(rule)]
            numbers = [[at[place] for place in each] for each in others]
            is_alone = rule.get("ties", False) or v not in numbers
            return is_alone and sum(number < v for number in numbers) == rule["rank"] - 1
        case "numberedroom":
            return 1 <= v[0] <= len(v) and v[v[0] - 1] == rule["value"]
        case "sandwich":
            low, high = rule.get("crusts") or (world.values[0], world.values[-1])
            if v.count(low) != 1 or v.count(high) != 1:
                return False
            start, end = sorted((v.index(low), v.index(high)))
            return sum(v[start + 1 : end]) == rule["total"]
        case "skyscraper":
            return sum(all(b < a for b in v[:i]) for i, a in enumerate(v)) == rule["count"]
        case "hiddenskyscraper":
            hidden = [a for i, a in enumerate(v) if any(b >= a for b in v[:i])]
            return hidden[:1] == [rule["value"]]
        case "columnindexer" | "rowindexer" | "boxindexer":
            return all(indexes(rule, name, world, at, cell) for cell in cells)
        case "minimum" | "maximum":
            others = [r for r in world.rules if r["rule"] == name]
            same = [rule, *others] if rule.get("others_exempt", True) else [rule]
            exempt = {cell for other in same for cell in line(other)}
            exempt |= {place(cell) for cell in rule.get("exempt", [])}
            sign = 1 if name == "minimum" else -1
            pairs = product(cells, {*world.places} - exempt)
            return all(sign * at[a] < sign * at[b] for a, b in pairs if distance(a, b) == 1)
    return None


def _regions_of(rule, world) -> list[list[Place]]:
    if rule.get("regions"):
        return [[place(cell) for cell in region] for region in rule["regions"]]
    if rule.get("boxes"):
        return list(world.boxes(*rule["boxes"]))
    kinds = {r["rule"]: r for r in world.rules}
    return groups(kinds["regions"] if "regions" in kinds else kinds["boxes"], world)


def _region_sums(rule, world, at, cells) -> bool:
    regions = _regions_of(rule, world)
    of = {cell: number for number, region in enumerate(regions) for cell in region}
    if rule.get("single_totals"):
        totals = Counter()
        for cell in cells:
            totals[of[cell]] += at[cell]
        return len(set(totals.values())) <= 1
    segments, last = [], None
    for cell in cells:
        if of[cell] != last:
            segments.append(0)
            last = of[cell]
        segments[-1] += at[cell]
    return len(set(segments)) <= 1


def _pieces(v, total, *, loop) -> bool:
    if loop:
        return any(_pieces(v[i:] + v[:i], total, loop=False) for i in range(len(v)))

    def rest(i) -> bool:
        if i == len(v):
            return True
        return any(sum(v[i:j]) == total and rest(j) for j in range(i + 1, len(v) + 1))

    return rest(0)


def _root(number):
    while number > 9:
        number = sum(map(int, str(number)))
    return number


def indexes(rule, name, world, at, cell) -> bool:
    row, column = cell
    if name == "columnindexer":
        own, found = column + 1, at.get((row, at[cell] - 1))
    elif name == "rowindexer":
        own, found = row + 1, at.get((at[cell] - 1, column))
    else:
        box = next(b for b in world.boxes(rule["height"], rule["width"]) if cell in b)
        own = box.index(cell) + 1
        found = at[box[at[cell] - 1]] if 1 <= at[cell] <= len(box) else None
    return found == own


def others(rule, world, at) -> bool | None:
    name = rule["rule"]
    match name:
        case "all":
            return all(holds(part, world, at) for part in rule["rules"])
        case "either":
            return any(holds(part, world, at) for part in rule["rules"])
        case "arrow":
            read = int("".join(str(at[cell]) for cell in line(rule, "bulb")))
            return read == sum(at[cell] for cell in line(rule, "shaft"))
        case "equalsums":
            return len({sum(at[place(c)] for c in group) for group in rule["groups"]}) <= 1
        case "samevalues":
            held = [sorted(at[place(c)] for c in group) for group in rule["groups"]]
            return all(group == held[0] for group in held)
        case "littlekiller":
            down, right = (
                1 if way in ("down", "right") else -1 for way in rule["direction"].split("-")
            )
            row, column = place(rule["cell"])
            diagonal = ((row + n * down, column + n * right) for n in range(world.rows))
            return sum(at.get(cell, 0) for cell in diagonal) == rule["total"]
        case "negativecolumnindexers" | "negativerowindexers" | "negativeboxindexers":
            positive = name.removeprefix("negative").removesuffix("s")
            marked = {c for r in world.rules if r["rule"] == positive for c in line(r)}
            marked |= {place(cell) for cell in rule.get("exempt", [])}
            others = {*world.places} - marked
            return not any(indexes(rule, positive, world, at, cell) for cell in others)
        case "whitedot":
            a, b = at[place(rule["a"])], at[place(rule["b"])]
            return abs(a - b) == rule.get("difference", 1)
        case "blackdot":
            a, b = at[place(rule["a"])], at[place(rule["b"])]
            ratio = rule.get("ratio", 2)
            return a == ratio * b or b == ratio * a
        case "x" | "v" | "pairsum":
            total = {"x": 10, "v": 5}.get(name, rule.get("total"))
            return at[place(rule["a"])] + at[place(rule["b"])] == total
    return None


def holds(rule, world: World, at: Filling) -> bool:
    """Tell whether a full board obeys a rule."""
    found = groups(rule, world)
    if found is not None:
        return all(differ(at[cell] for cell in group) for group in found)
    for kind in (whole_board, of_cells, others):
        answer = kind(rule, world, at)
        if answer is not None:
            return answer
    raise KeyError(rule["rule"])


def scope(rule, world) -> set[Place]:
    """Return cells that decide whether a board obeys a rule."""
    wide = any(part in rule["rule"] for part in WIDE)
    named = [] if wide else re.findall(r"r\d+c\d+", str(rule))
    return {*map(place, named)} or {*world.places}


def world_of(model: dict) -> World:
    grid = model["grid"]
    low, high = grid["values"]
    return World(grid["rows"], grid["columns"], range(low, high + 1), model["rules"])


def solutions(model: dict) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a puzzle in JSON."""
    world = world_of(model)
    choices = {cell: list(world.values) for cell in world.places}
    for name, values in model.get("marks", {}).items():
        choices[place(name)] = list(values)
    for name, value in model.get("givens", {}).items():
        choices[place(name)] = [value] if value in choices[place(name)] else []
    houses = [house for rule in world.rules for house in groups(rule, world) or []]
    seeing = {
        cell: {other for house in houses if cell in house for other in house} - {cell}
        for cell in world.places
    }
    order = sorted(world.places, key=lambda cell: len(choices[cell]))
    # A rule is looked at as soon as its last cell is filled.
    last = {cell: [] for cell in order}
    for rule in world.rules:
        last[max(scope(rule, world), key=order.index)].append(rule)
    at: Filling = {}

    def fill(done: int) -> Iterator[tuple[int, ...]]:
        if done == len(order):
            yield tuple(at[cell] for cell in world.places)
            return
        cell = order[done]
        for value in choices[cell]:
            if all(at.get(other) != value for other in seeing[cell]):
                at[cell] = value
                if all(holds(rule, world, at) for rule in last[cell]):
                    yield from fill(done + 1)
                del at[cell]

    yield from fill(0)


def possible(model: dict) -> bool | None:
    """Tell whether a puzzle has a solution, or return None if it has too many fillings."""
    world = world_of(model)
    touched = {cell for rule in world.rules for cell in scope(rule, world)}
    marks, fillings = dict(model.get("marks", {})), 1
    for row, column in world.places:
        name = f"r{row + 1}c{column + 1}"
        values = marks.get(name, list(world.values))
        if (row, column) in touched:
            fillings *= 1 if name in model.get("givens", {}) else len(values)
        elif name not in model.get("givens", {}):
            marks[name] = values[:1]
    if fillings > MOST_FILLINGS:
        return None
    return any(True for _ in solutions({**model, "marks": marks}))
