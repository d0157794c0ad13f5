"""Draws docs/rules.svg: a small board for each rule that has a picture.

python docs/poster.py
"""

from pathlib import Path
from xml.etree import ElementTree

from nonet.catalogue import examples
from nonet.drawing.looks import INK, PAPER
from nonet.drawing.svg import style
from nonet.drawing.svg.margins import margins
from nonet.drawing.svg.scene import Scene, draw_board
from nonet.drawing.svg.sheet import Sheet, prune, put, write
from nonet.drawing.visibility import shown
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Rows

POSTER = Path(__file__).with_suffix(".svg").with_stem("rules")
#: The pictures in a row, the side of a board and what surrounds it, in pixels.
ACROSS, SIDE, EDGE, HEAD = 5, 174, 30, 20
TILE = SIDE + 2 * EDGE


def poster() -> str:
    """Return the poster."""
    found = {name: puzzle for name, puzzle in examples().items() if pictured(puzzle)}
    rows = -(-len(found) // ACROSS)
    wide, high = ACROSS * TILE, rows * (TILE + HEAD) + EDGE
    root = ElementTree.Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
    for name, value in {"viewBox": f"0 0 {wide} {high}", "width": wide, "height": high}.items():
        root.set(name, str(value))
    root.set("font-family", style.FONT)
    ElementTree.SubElement(root, "title").text = f"{len(found)} rules and their pictures"
    put(root, "rect", width=wide, height=high, rx=6, fill=PAPER)
    for number, (name, puzzle) in enumerate(found.items()):
        row, column = divmod(number, ACROSS)
        tile(root, column * TILE, row * (TILE + HEAD) + EDGE, name, puzzle)
    prune(root)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def pictured(puzzle: Puzzle) -> bool:
    """Tell whether a rule draws more than the board."""
    return isinstance(puzzle.rules[-1], Rows | Columns | Boxes) is False and (
        bool(shown(puzzle, [puzzle.givens]).figures) or puzzle.rules[-1].name == "regions"
    )


def tile(root: ElementTree.Element, x: float, y: float, name: str, puzzle: Puzzle) -> None:
    """Draw one rule: its name, and below it its board, with room for what stands outside."""
    size = 15
    titles = put(root, "g", font_size=size, font_weight="bold", fill=INK, text_anchor="middle")
    write(titles, name, x + TILE / 2, y, size)
    signs = shown(puzzle, [puzzle.givens])
    grid, around = puzzle.grid, margins(puzzle.grid, signs.figures)
    scale = SIDE / (grid.rows * style.CELL)
    left, top = x + EDGE, y + HEAD
    if around.across + around.down:  # a little smaller, so that the tiles stay apart
        scale *= grid.rows / (grid.rows + 0.3)
    layer = put(root, "g", transform=f"translate({left:g} {top:g}) scale({scale:.4f})")
    draw_board(Sheet(grid, layer), Scene(puzzle, signs), puzzle.givens)


if __name__ == "__main__":
    POSTER.write_text(poster())
