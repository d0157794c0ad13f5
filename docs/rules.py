"""Write docs/rules.md, a page about all rules, and draw docs/rules.svg, a poster of their signs.

python docs/rules.py
"""

from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from xml.etree import ElementTree

from nonet.drawing.catalogue import Entry, Key, entries
from nonet.drawing.legend import shown
from nonet.drawing.looks import CELL, FONT, INK, PAPER
from nonet.drawing.svg import margins
from nonet.drawing.svg.scene import Scene, draw_board
from nonet.drawing.svg.sheet import Sheet, prune, put, write
from nonet.puzzle import Puzzle

PAGE, POSTER = (Path(__file__).with_suffix(suffix) for suffix in (".md", ".svg"))
#: The number of pictures in a row of the poster. In pixels: the side of a board, the margin around
#: the board, and the height of its title.
ACROSS, SIDE, EDGE, HEAD = 5, 180, 22, 20
HEAD_LINES = """\
# Rules

`docs/rules.py` writes this page from the classes of the rules. In the terminal, `nonet rules` lists
all rules, and `nonet rules arrow` explains one rule and draws it.

![small boards with the signs of the rules](rules.svg)

In a JSON file, a rule is an object with the key `"rule"` and the keys in the table of the rule. You
may leave out keys that have a default. nonet refuses unknown keys. *Cells* are a list of names, or
a text of names and ranges, such as `"r1c1-r1c3 r2c3"`. In Python, every rule is a class of
`nonet.rules`, and a method of puzzles:

```python
import nonet

puzzle = nonet.classic().arrow("r1c1", "r1c2 r1c3").cage("r3c1-r3c3", 15)
```

For a rule that nonet does not have, pass your own function to `pairs`, `where` or `walk`, or
combine rules with `either` and `all`.
"""


def page() -> str:
    """Return the page."""
    parts = [HEAD_LINES]
    for entry in catalogue():
        parts += section(entry)
    return "\n".join(parts)


def catalogue() -> list[Entry]:
    """Return the entries of nonet's own rules, without those of other installed packages."""
    return [entry for entry in entries() if entry.kind.__module__.startswith("nonet.rules.")]


def section(entry: Entry) -> Iterator[str]:
    """Yield the section about one rule."""
    yield f"## {entry.name}\n"
    if not entry.meaning.startswith(entry.summary):
        yield f"*{entry.summary}*\n"
    for paragraph in entry.meaning.split("\n\n"):
        yield "\n".join(wrap(paragraph.replace("``", "`"), 118)) + "\n"
    if entry.keys:
        yield "| key | takes | default |\n|---|---|---|"
        yield "\n".join(map(row, entry.keys)) + "\n"
    yield f"```json\n{entry.json}\n```\n"
    language = "pycon" if entry.python.startswith(">>>") else "py"
    yield f"```{language}\n{entry.python}\n```\n"


def row(key: Key) -> str:
    """Return the line of a key in its table."""
    return f"| `{key.name}` | {key.takes} | {'' if key.default is None else f'`{key.default}`'} |"


def poster() -> str:
    """Return the picture of all rules that have a sign."""
    found = [entry for entry in catalogue() if signs_of(entry.example)]
    wide, high = ACROSS * (SIDE + 2 * EDGE), -(-len(found) // ACROSS) * (SIDE + 2 * EDGE + HEAD)
    root = ElementTree.Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
    for name, value in {"viewBox": f"0 0 {wide} {high}", "width": wide, "height": high}.items():
        root.set(name, str(value))
    root.set("font-family", FONT)
    ElementTree.SubElement(root, "title").text = f"{len(found)} rules and their signs"
    put(root, "rect", width=wide, height=high, rx=6, fill=PAPER)
    for number, entry in enumerate(found):
        row, column = divmod(number, ACROSS)
        tile(root, column * (SIDE + 2 * EDGE), row * (SIDE + 2 * EDGE + HEAD), entry)
    prune(root)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def signs_of(puzzle: Puzzle) -> bool:
    """Tell whether the rule of an example draws anything other than boxes."""
    rule = puzzle.rules[-1]
    return rule.name != "boxes" and any(rule.figures(puzzle.grid))


def tile(root: ElementTree.Element, x: float, y: float, entry: Entry) -> None:
    """Draw the name of a rule and its board, with room for clues outside the board."""
    size, puzzle = 15, entry.example
    titles = put(root, "g", font_size=size, font_weight="bold", fill=INK, text_anchor="middle")
    write(titles, entry.name, x + SIDE / 2 + EDGE, y + HEAD / 2 + 4, size)
    signs = shown(puzzle, [puzzle.givens])
    west, north, east, south = margins(puzzle.grid, signs.figures)
    cell = SIDE / (puzzle.grid.rows + max(west + east, north + south))
    left, top = x + EDGE + west * cell, y + HEAD + EDGE / 2 + north * cell
    scale = f"translate({left:.1f} {top:.1f}) scale({cell / CELL:.4f})"
    layer = put(root, "g", transform=scale)
    draw_board(Sheet(puzzle.grid, layer), Scene(puzzle, signs), puzzle.givens)


if __name__ == "__main__":
    PAGE.write_text(page())
    POSTER.write_text(poster())
