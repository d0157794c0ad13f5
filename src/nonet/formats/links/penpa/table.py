"""Which objects of Penpa+ are which rules, read in both directions.

An object is taken off the layer when it is read, so that what is left is no rule that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias

from nonet.formats.links.penpa.borders import BORDER, DIAGONAL, borders_of, diagonals_of
from nonet.formats.links.penpa.layer import Layer
from nonet.formats.links.penpa.marks import total_at
from nonet.formats.links.penpa.outlines import is_inside, outline_of
from nonet.formats.links.penpa.paper import Paper
from nonet.model.grid import Cells
from nonet.rules import (
    Arrow,
    BlackDot,
    Boxes,
    Cage,
    Diagonals,
    Even,
    Odd,
    Regions,
    Rule,
    Thermo,
    WhiteDot,
)
from nonet.system.errors import PuzzleError

#: An object as it is drawn: its collection, its key (None in a list), and what stands there.
Drawn: TypeAlias = tuple[str, str | None, Any]


@dataclass(frozen=True)
class Sign:
    """How a kind of rule is drawn."""

    kind: type[Rule]
    read: Callable[[Layer, Paper], Iterator[Rule]]
    write: Callable[[Any, Paper], Iterator[Drawn]]


def _cells(numbers: list[int], paper: Paper, name: str) -> Cells:
    found = [paper.found(number) for number in numbers]
    for number, cell in zip(numbers, found, strict=True):
        if cell is None:
            raise PuzzleError(f"{name}: {number} is no cell of the grid")
    return tuple(cell for cell in found if cell is not None)


def _read_thermos(layer: Layer, paper: Paper) -> Iterator[Rule]:
    lines = [_cells(numbers, paper, "thermo") for numbers in layer.lists("thermo")]
    layer.take("thermo")
    return (Thermo(line) for line in lines if len(line) > 1)


def _read_arrows(layer: Layer, paper: Paper) -> Iterator[Rule]:
    lines = [_cells(numbers, paper, "arrows") for numbers in layer.lists("arrows")]
    layer.take("arrows")
    return (Arrow(line[:1], line[1:]) for line in lines if len(line) > 1)


def _write_arrow(rule: Arrow, paper: Paper) -> Iterator[Drawn]:
    if len(rule.bulb) == 1:
        yield "arrows", None, [paper.cell(cell) for cell in (*rule.bulb, *rule.shaft)]


def _read_cages(layer: Layer, paper: Paper) -> Iterator[Rule]:
    """Read cages with the text in the corner of any of their cells; their outlines say no more.

    Other outlines are drawings: of cages that are none of killers.
    """
    cages = [_cells(numbers, paper, "killercages") for numbers in layer.lists("killercages")]
    layer.take("killercages")
    caged = frozenset(chain.from_iterable(cages))
    for segment, _ in layer.segments("cage") if cages else ():
        if is_inside(paper, segment, caged):
            layer.take_segment("cage", segment)
    for cells in cages:
        totals = [total_at(layer, paper.upper_left(cell)) for cell in dict.fromkeys(cells)]
        said = [total for total in totals if total is not None]
        if len(said) > 1:
            names = paper.grid.names(cells)
            raise PuzzleError(f"killercages: {names} has several sums, {said[0]} and {said[1]}")
        yield Cage(tuple(dict.fromkeys(cells)), said[0] if said else None)


def _write_cage(rule: Cage, paper: Paper) -> Iterator[Drawn]:
    yield "killercages", None, [paper.cell(cell) for cell in rule.cells]
    if rule.total is not None:
        yield "numberS", str(paper.upper_left(min(rule.cells))), [str(rule.total), 1]
    for a, b in outline_of(paper, rule.cells):
        yield "cage", f"{a},{b}", _OUTLINE


#: The style of the outlines of cages.
_OUTLINE = 10

#: The dots on edges and the signs in cells: name, styles, the first of which is written.
_DOTS: dict[type[WhiteDot] | type[BlackDot], tuple[int, ...]] = {WhiteDot: (8, 1), BlackDot: (2,)}
_DOT, _ODD, _EVEN, _GREY = "circle_SS", "circle_L", "square_L", 3


def _dots(kind: type[WhiteDot] | type[BlackDot]) -> Sign:
    def read(layer: Layer, paper: Paper) -> Iterator[Rule]:
        for number, entry in layer.numbered("symbol"):
            match entry, paper.pair(number):
                case [style, name, *_], (a, b) if name == _DOT and style in _DOTS[kind]:
                    layer.take("symbol", str(number))
                    yield kind(a, b)

    def write(rule: WhiteDot | BlackDot, paper: Paper) -> Iterator[Drawn]:
        edge = paper.edge(rule.a, rule.b)
        if edge is not None:
            yield "symbol", str(edge), [_DOTS[kind][0], _DOT, 2]

    return Sign(kind, read, write)


def _parity(kind: type[Odd] | type[Even], sign: str) -> Sign:
    def read(layer: Layer, paper: Paper) -> Iterator[Rule]:
        found = []
        for number, entry in layer.numbered("symbol"):
            cell = paper.found(number)
            match entry:
                case [style, name, *_] if style == _GREY and name == sign and cell is not None:
                    layer.take("symbol", str(number))
                    found.append(cell)
        if found:
            yield kind(tuple(sorted(found)))

    def write(rule: Odd | Even, paper: Paper) -> Iterator[Drawn]:
        for cell in rule.cells:
            yield "symbol", str(paper.cell(cell)), [_GREY, sign, 1]

    return Sign(kind, read, write)


def _read_diagonals(layer: Layer, paper: Paper) -> Iterator[Rule]:
    """Read the diagonals that are drawn in full."""
    drawn = {segment for segment, style in layer.segments("lineE") if style == DIAGONAL}
    falling, rising = (bool(line) and line <= drawn for line in diagonals_of(paper))
    for line, is_there in zip(diagonals_of(paper), (falling, rising), strict=True):
        for segment in line if is_there else ():
            layer.take_segment("lineE", segment)
    if falling or rising:
        yield Diagonals(falling=falling, rising=rising)


def _write_diagonals(rule: Diagonals, paper: Paper) -> Iterator[Drawn]:
    for line, is_there in zip(diagonals_of(paper), (rule.falling, rule.rising), strict=True):
        for a, b in sorted(line) if is_there else ():
            yield "lineE", f"{a},{b}", DIAGONAL


def _write_regions(rule: Boxes | Regions, paper: Paper) -> Iterator[Drawn]:
    for a, b in borders_of(paper, list(rule.groups(paper.grid))):
        yield "lineE", f"{a},{b}", BORDER


def _never(layer: Layer, paper: Paper) -> Iterator[Rule]:
    """Read nothing: the borders of all regions are read together."""
    return iter(())


SIGNS = (
    Sign(Boxes, _never, _write_regions),
    Sign(Regions, _never, _write_regions),
    Sign(Diagonals, _read_diagonals, _write_diagonals),
    Sign(
        Thermo,
        _read_thermos,
        lambda rule, paper: iter([("thermo", None, [paper.cell(cell) for cell in rule.cells])]),
    ),
    Sign(Arrow, _read_arrows, _write_arrow),
    Sign(Cage, _read_cages, _write_cage),
    _dots(WhiteDot),
    _dots(BlackDot),
    _parity(Odd, _ODD),
    _parity(Even, _EVEN),
)
