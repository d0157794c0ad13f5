"""Techniques: the names that players have for steps, by the shape of what a step needs.

Nothing is found by these shapes: a step that has none of them is told by its uses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from nonet.explanations.reasons import Reason
from nonet.explanations.uses import Use
from nonet.grid import Grid
from nonet.rules import Cage, Sum

_SUBSETS = {2: "pair", 3: "triple", 4: "quad"}
_FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag"}
_LINES = ("row", "column")
#: Cells beside those that houses and cages share, in a step about sums.
_LOOSE = 3


def technique_of(grid: Grid, uses: Sequence[Use], reason: Reason, marks: Sequence[int]) -> str:
    """Return the name of a step; an empty one if players have none, or many.

    `marks` are those before the step.

    >>> from nonet.analysis.clues import House
    >>> box, row = House("box", 1, (0, 1, 2, 3)), House("row", 1, (0, 1, 4, 5))
    >>> uses = [Use(box, box.cells, 4), Use(row, row.cells, 4)]
    >>> reason = Reason(places=frozenset({0}), ones=frozenset({1}))
    >>> technique_of(Grid(9, 9), uses, reason, [511] * 81)
    'pointing'
    """
    if any(use.value is None for use in uses):
        return _of_rules(uses)
    if len(uses) == 1:
        return "hidden single" if reason.places else "naked single"
    houses = {use.house for use in uses}
    if len(houses) == 1:
        is_open = [marks[cell].bit_count() > 1 for cell in uses[0].cells]
        return _subset(len(uses), reason, sum(is_open))
    is_chain = _is_chain(grid, uses, reason, marks)
    if len({use.value for use in uses}) == 1:
        return _of_one_digit(uses, reason) or ("X-chain" if is_chain else "")
    sizes = sorted(marks[cell].bit_count() for cell in reason.cells)
    return _of_cells(uses, reason, sizes) or ("chain" if is_chain else "")


def _of_rules(uses: Sequence[Use]) -> str:
    """Name a step that cites whole rules: cages alone, or with the sum of houses, or in houses."""
    cages = [use for use in uses if isinstance(use.part, Cage | Sum)]
    houses = [use for use in uses if use.house is not None]
    if not cages or len(cages) + len(houses) < len(uses):
        return ""
    if not houses:
        return "cage combinations" if len(cages) == 1 else "cages together"
    held, counted = (Counter(cell for use in of for cell in use.cells) for of in (cages, houses))
    # With sums that leave few cells of the houses, and few beside them, these have a sum.
    loose = (counted - held).total() + (held - counted).total()
    return "innies and outies" if loose <= _LOOSE else "cages in houses"


def _subset(size: int, reason: Reason, cells: int) -> str:
    """Name a step in one house; a large naked set is a small hidden one, and the reverse."""
    if reason.places and reason.ones:
        return ""
    kind, other = ("naked", "hidden") if reason.ones else ("hidden", "naked")
    if size not in _SUBSETS and cells - size in _SUBSETS:
        size, kind = cells - size, other
    return f"{kind} {_SUBSETS[size]}" if size in _SUBSETS else ""


def _kinds(uses: Sequence[Use], numbers: frozenset[int]) -> list[str]:
    return sorted(house.kind for number in numbers if (house := uses[number].house))


def _of_one_digit(uses: Sequence[Use], reason: Reason) -> str:
    """Name a step about one digit, by the houses that have a place, and those that have one."""
    places, ones = _kinds(uses, reason.places), _kinds(uses, reason.ones)
    if len(places) == len(ones) == 1:
        return _locked(places[0], ones[0])
    if len(places) == len(ones):
        is_plain = {places[0], places[-1], ones[0], ones[-1]} == {*_LINES}
        lines_cross = places[0] == places[-1] and ones[0] == ones[-1]
        fish = _FISH.get(len(places), f"fish of {len(places)}")
        return fish if is_plain and lines_cross else f"{fish} with boxes"
    if len(places) == 2 and len(ones) == 3:
        return _turbot(places)
    return ""


def _locked(place: str, one: str) -> str:
    if place == "box" and one in _LINES:
        return "pointing"
    return "claiming" if place in _LINES and one == "box" else "locked candidates"


def _turbot(places: list[str]) -> str:
    """Name two strong links of one digit; what joins them is a house, as are both ends."""
    if places[0] == places[1] and places[0] in _LINES:
        return "skyscraper"
    if places == sorted(_LINES):
        return "two-string kite"
    is_rectangle = "box" in places and any(kind in _LINES for kind in places)
    return "empty rectangle" if is_rectangle else "turbot fish"


def _of_cells(uses: Sequence[Use], reason: Reason, sizes: list[int]) -> str:
    """Name a step by its cells, all of which have a value and none of whose digits is placed."""
    if reason.places:
        is_w = (len(reason.places), len(reason.ones), sizes) == (1, 4, [2, 2])
        return "W-wing" if is_w and len({use.value for use in uses}) == 2 else ""
    if sizes == [2, 2, 3] and len(uses) == 4:
        return "XYZ-wing"
    if {*sizes} == {2} and len(uses) == len(sizes):
        return f"XY-loop of {len(sizes)} cells"
    if {*sizes} == {2} and len(uses) == len(sizes) + 1:
        return "XY-wing" if len(sizes) == 3 else f"XY-chain of {len(sizes)} cells"
    if len({use.house for use in uses}) == 2 and len(uses) == len(sizes):
        return "Sue de Coq"
    return ""


def _is_chain(grid: Grid, uses: Sequence[Use], reason: Reason, marks: Sequence[int]) -> bool:
    """Tell whether one thing leads to the next: two marks in each cell, two places in each house.

    From one such link to the next leads a house with one of a digit, or a cell with one value.
    """
    links = [marks[cell].bit_count() for cell in reason.cells]
    for number in reason.places:
        use = uses[number]
        bit = grid.bit(use.value or grid.values[0])
        links.append(sum(marks[cell] & bit != 0 for cell in use.cells))
    return {*links} == {2} and len(reason.ones) <= len(links) + 1
