"""Draw docs/nonet.svg, the picture in the README, from the output of real commands.

python docs/picture.py
"""

import os
import pty
import re
import shlex
import sys
import tempfile
import unicodedata
from collections.abc import Iterator
from html import escape
from pathlib import Path

from rich.console import Console
from rich.style import Style
from rich.text import Text

import nonet
from nonet.rules import Boxes, Cage, Columns, Rows, Thermo

#: A puzzle with several solutions.
PUZZLE = nonet.Puzzle(
    nonet.Grid(6, 6),
    rules=(
        *(Rows(), Columns(), Boxes(2, 3)),
        *(Thermo("r6c2 r5c1 r4c1 r3c2 r2c3"), Thermo("r1c6 r2c5 r3c5 r4c6")),
        *(Cage("r1c2-r1c4", 8), Cage("r5c3 r6c3 r6c4", 13), Cage("r5c5 r5c6 r6c6", 8)),
    ),
)

#: In pixels: the size of a character of the terminal, and the margin of the picture.
WIDTH, HEIGHT, MARGIN = 8.4, 17, 22
#: In pixels: the left edge of the second column, and the width of the picture.
SECOND, TOTAL = 344, 900
PAPER, INK, BOARD = "#1b1f27", "#dde1e8", "#8b95a5"
COLOURS = {1: "#ff7b72", 2: "#7ee787", 3: "#e3b341", 6: "#76d9e6"}
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def printed(command: str) -> str:
    """Return the output of a command that runs on a new terminal."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ |= {"COLUMNS": "96", "TERM": "xterm-256color"}
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # the picture leaves progress bars out
        os.execv(sys.executable, [sys.executable, "-m", *shlex.split(command)])
    parts = []
    while True:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # on Linux: the other end is closed
            break
        if not part:
            break
        parts.append(part)
    os.waitpid(pid, 0)
    return b"".join(parts).decode().replace("\r\n", "\n").rstrip()


def typed(command: str, left: float, top: float) -> Iterator[str]:
    """Yield a command as it is typed."""
    yield word("$", left, top, f'fill="{COLOURS[2]}"')
    yield word(command, left + 2 * WIDTH, top, f'fill="{COLOURS[2]}" font-weight="bold"')


def screen(text: str, left: float, top: float) -> Iterator[str]:
    """Yield the elements for a text of the terminal; for boards, one for each character."""
    lines: list[str] = []
    for row, line in enumerate(Text.from_ansi(text).split("\n", allow_blank=True)):
        x, y = left, top + row * HEIGHT
        for segment in line.render(Console(), end=""):
            style = segment.style or Style.null()
            look, ground = looks(style)
            if ground:
                wide = len(segment.text) * WIDTH
                yield f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{HEIGHT}" {ground}/>'
            for found in re.finditer(r"[^\s─-╿]+", segment.text):
                yield word(found[0], x + found.start() * WIDTH, y, look)
            for place, sign in enumerate(segment.text):
                lines += strokes(sign, x + place * WIDTH, y)
            x += len(segment.text) * WIDTH
    # Draw boxes as lines, because the characters for boxes leave gaps in some fonts.
    yield f'<path d="{"".join(lines)}" stroke="{BOARD}" stroke-width="2" stroke-linecap="square"/>'


def looks(style: Style) -> tuple[str, str]:
    """Return the attributes of a text in this style, and of its background."""
    colour = COLOURS.get(style.color.number, INK) if style.color else INK
    bold = ' font-weight="bold"' if style.bold else ""
    dim = ' opacity="0.6"' if style.dim else ""
    if style.bgcolor and style.color:
        ground = f'fill="{style.bgcolor.get_truecolor().hex}"'
        return f'fill="{style.color.get_truecolor().hex}"{bold}', ground
    if style.reverse:
        return f'fill="{PAPER}"{bold}', f'fill="{colour}"'
    return f'fill="{colour}"{bold}{dim}', ""


def word(text: str, left: float, top: float, look: str) -> str:
    """Draw a word as wide as on a terminal, in any font."""
    wide = f'textLength="{len(text) * WIDTH:.1f}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{left:.1f}" y="{top + 12.5}" {wide} {look}>{escape(text)}</text>'


def strokes(sign: str, left: float, top: float) -> Iterator[str]:
    """Yield the lines of a character that draws a box, each from its middle to an edge."""
    name = unicodedata.name(sign, "")
    if not name.startswith("BOX DRAWINGS"):
        return
    middle, centre = left + WIDTH / 2, top + HEIGHT / 2
    arms = {
        "UP VERTICAL": f"V{top:.1f}",
        "DOWN VERTICAL": f"V{top + HEIGHT:.1f}",
        "LEFT HORIZONTAL": f"H{left:.1f}",
        "RIGHT HORIZONTAL": f"H{left + WIDTH:.1f}",
    }
    for words, end in arms.items():
        if set(words.split()) & set(name.split()):
            yield f"M{middle:.1f} {centre:.1f}{end}"


def picture() -> str:
    """Return the picture."""
    top, first = MARGIN, MARGIN + 1.5 * HEIGHT
    drawn = nonet.draw_svg(PUZZLE).replace("<svg ", f'<svg x="{MARGIN}" y="{first}" ', 1)
    checked, raced = printed("nonet check variant.json"), printed("nonet race")
    below = first + (checked.count("\n") + 2) * HEIGHT
    high = below + (raced.count("\n") + 2.5) * HEIGHT + MARGIN
    parts = [
        *typed("nonet show --to svg variant.json", MARGIN, top),
        drawn,
        *typed("nonet check variant.json", SECOND, top),
        *screen(checked, SECOND, first),
        *typed("nonet race", MARGIN, below),
        *screen(raced, MARGIN, below + 1.5 * HEIGHT),
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {TOTAL} {high}"'
            f' width="{TOTAL}" height="{high}" font-family="{FONT}" font-size="14">',
            f'<rect width="{TOTAL}" height="{high}" rx="8" fill="{PAPER}"/>',
            *parts,
            "</svg>\n",
        ]
    )


def main() -> None:
    """Run the commands, and write the picture next to this file."""
    target = Path(__file__).resolve().with_name("nonet.svg")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("variant.json").write_text(nonet.write(PUZZLE, "json"))
        target.write_text(picture())


if __name__ == "__main__":
    main()
