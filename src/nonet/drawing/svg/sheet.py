"""The sheet for one board: adds SVG elements at the places of cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree

from nonet.drawing.looks import CELL, DROP
from nonet.model.figures import Point
from nonet.model.grid import Grid


def put(parent: ElementTree.Element, tag: str, **attributes: object) -> ElementTree.Element:
    """Add an element. Hyphens replace the underscores in the names of attributes."""
    return ElementTree.SubElement(parent, tag, _written(attributes))


def write(
    parent: ElementTree.Element, text: str, x: float, y: float, size: float, **style: object
) -> None:
    """Add a text. Its capitals are vertically centred at `y`. `size` is the layer's font size."""
    put(parent, "text", x=x, y=y + DROP * size, **style).text = text


def prune(element: ElementTree.Element) -> None:
    """Remove empty layers."""
    for child in list(element):
        prune(child)
        if child.tag == "g" and not len(child):
            element.remove(child)


def _written(attributes: Mapping[str, object]) -> dict[str, str]:
    return {name.replace("_", "-"): _text(value) for name, value in attributes.items()}


def _text(value: object) -> str:
    """Return the value of an attribute as text. Numbers are rounded to two decimals."""
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Sheet:
    """The part of the picture for one board. Its upper left corner is the origin."""

    grid: Grid
    element: ElementTree.Element

    def layer(self, **attributes: object) -> ElementTree.Element:
        """Return a layer with these attributes. Reuse the top layer if it has the same."""
        written = _written(attributes)
        on_top = self.element[-1] if len(self.element) else None
        if on_top is not None and on_top.tag == "g" and on_top.attrib == written:
            return on_top
        return ElementTree.SubElement(self.element, "g", written)

    def corner(self, cell: int) -> Point:
        row, column = self.grid.place(cell)
        return column * CELL, row * CELL

    def centre(self, cell: int) -> Point:
        x, y = self.corner(cell)
        return x + CELL / 2, y + CELL / 2


def path(points: Iterable[Point], closed: bool = False) -> str:
    """Return the data of an SVG path through points."""
    return "M" + "L".join(f"{_text(x)} {_text(y)}" for x, y in points) + "Z" * closed
