"""Draw docs/flow.svg, the way of a puzzle from a text to a verdict.

python docs/flow.py
"""

from html import escape
from pathlib import Path

from nonet.model.constraints import Constraint

WIDTH, HEIGHT = 860, 676
MIDDLE = 430
PRIMITIVES = " · ".join(primitive.__name__ for primitive in Constraint.__args__)
STYLE = """
text { font: 14px Helvetica, Arial, sans-serif; fill: #202428; text-anchor: middle }
.name { font-weight: bold }
.said { font-size: 13px; fill: #57606a }
.beside { text-anchor: start }
.room { font: 14px monospace; fill: #0b5cad; text-anchor: start }
rect { fill: #f3f6fa; stroke: #7d8996; rx: 6 }
path { fill: none; stroke: #57606a; stroke-width: 1.5; marker-end: url(#head) }
.check { stroke: #b3261e; stroke-dasharray: 5 4 }
.checked { fill: #b3261e; font-size: 13px }
"""


def box(x: int, y: int, width: int, name: str, said: str = "") -> str:
    """Return a box with a name and a line of text, centred at x."""
    height = 46 if said else 32
    lines = [f'<text class="name" x="{x}" y="{y + (19 if said else 21)}">{escape(name)}</text>']
    if said:
        lines.append(f'<text class="said" x="{x}" y="{y + 37}">{escape(said)}</text>')
    frame = f'<rect x="{x - width // 2}" y="{y}" width="{width}" height="{height}"/>'
    return "\n".join([frame, *lines])


def arrow(x: int, y: int, to_x: int, to_y: int) -> str:
    """Return an arrow down, with a bend if it ends at another x."""
    bend = f"V{y + 20} H{to_x} " if x != to_x else ""
    return f'<path d="M{x} {y} {bend}V{to_y}"/>'


def room(y: int, name: str, said: str = "") -> str:
    """Return the name of a room in the margin, and its task beside the arrow."""
    return (
        f'<text class="room" x="24" y="{y}">{name}</text>\n'
        f'<text class="said beside" x="{MIDDLE + 12}" y="{y}">{escape(said)}</text>'
    )


def picture() -> str:
    """Return the picture."""
    left, right = 205, 655
    parts = [
        box(MIDDLE, 16, 330, "text, files, JSON", "53..7....6..195....98....6.8...6...34..8.3…"),
        room(83, "formats", "parse, read_file"),
        arrow(MIDDLE, 62, MIDDLE, 96),
        box(MIDDLE, 96, 330, "Puzzle", "grid + givens + marks + rules"),
        room(163, "rules", "lower: once for all puzzles of the same grid and rules"),
        arrow(MIDDLE, 142, MIDDLE, 176),
        box(MIDDLE, 176, 580, "primitives", PRIMITIVES),
        room(243, "encodings"),
        *(arrow(MIDDLE, 222, x, 262) for x in (left, MIDDLE)),
        arrow(MIDDLE, 222, right, 324),
        box(left, 262, 190, "clauses"),
        box(MIDDLE, 262, 190, "CP-SAT model"),
        room(314, "solvers"),
        arrow(left, 294, left, 324),
        arrow(MIDDLE, 294, MIDDLE, 324),
        box(left, 324, 190, "SAT solvers", "PySAT, programs"),
        box(MIDDLE, 324, 190, "CP-SAT", "OR-Tools"),
        box(right, 324, 190, "our own", "native (C++), norvig, …"),
        *(arrow(x, 370, MIDDLE, 410) for x in (left, MIDDLE, right)),
        box(MIDDLE, 410, 330, "Session", "solve, block, solve …"),
        '<path class="check" d="M595 119 H800 V433 H595"/>',
        '<text class="checked" x="700" y="424">holds checks every solution</text>',
        room(477, "questions", "find, block, ask again"),
        arrow(MIDDLE, 456, MIDDLE, 490),
        box(MIDDLE, 490, 330, "Verdict", "none, unique, multiple, unknown"),
        arrow(MIDDLE, 536, MIDDLE, 566),
        box(
            MIDDLE,
            566,
            560,
            "explanations · certificates · generation · racing · streaming · serving",
        ),
        arrow(MIDDLE, 598, MIDDLE, 628),
        box(MIDDLE, 628, 560, "cli"),
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}">\n<style>{STYLE}</style>\n'
        '<marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
        'orient="auto"><polygon points="0 0 8 4 0 8" fill="#57606a"/></marker>\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" style="fill:#fff;stroke:none"/>\n'
    )
    return head + "\n".join(parts) + "\n</svg>\n"


if __name__ == "__main__":
    Path(__file__).with_name("flow.svg").write_text(picture())
