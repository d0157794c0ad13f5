"""``nonet show``: draw puzzles, or write them in another format or as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from nonet.cli.common.conversion import SVG, LostMetadata, Separator, holds_one
from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import Item, items, only_item
from nonet.cli.common.options import Puzzles, format_option
from nonet.cli.common.output import drawing, printable, put
from nonet.cli.common.transcript import Transcript
from nonet.cli.common.verbs import reading

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle


def show(
    puzzles: Puzzles = None,
    to: Annotated[
        str | None, format_option("Write a format, or all puzzles as one picture (svg).", (SVG,))
    ] = None,
) -> Exit:
    """Draw puzzles, or convert them to another format.

    Each PUZZLE is a file, '-' for stdin, or the puzzle itself. Without any, nonet reads stdin.
    """
    found = items(puzzles, reading())
    if to != SVG and holds_one(to):
        found = iter([only_item(found, f"show --to {to}")])
    transcript = Transcript(found, lines=False, draws=not to)
    separator, lost = Separator(), LostMetadata(to)

    pictures: list[str] = []

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        written = _written(puzzle, to) if to else "\n".join(_drawn(puzzle))
        lost.note(puzzle, written)
        if to == SVG:
            pictures.append(written)
        else:
            (put if transcript.draws else separator.put)(written)
        return Exit.ANSWERED

    code = transcript.each("Shown", answer)
    if pictures:
        from nonet.drawing.svg import on_one_sheet

        put(on_one_sheet(pictures))
    lost.tell()
    return code


def _written(puzzle: Puzzle, to: str) -> str:
    from nonet.formats import write

    if to == SVG:
        from nonet.drawing.svg import draw_svg

        return draw_svg(puzzle, rules=True)
    return write(puzzle, to)


def _drawn(puzzle: Puzzle) -> Iterator[str]:
    """Yield a drawing, then the texts of a link, which nonet shows without interpreting them."""
    yield drawing(puzzle)
    yield from _recognised(puzzle)
    meta = dict(puzzle.meta)
    if "rules" in meta:
        yield f"the rules in the words of {printable(meta.get('author', 'the link'))}:"
        yield from (f"  {printable(line)}" for line in meta["rules"].splitlines())


def _recognised(puzzle: Puzzle) -> Iterator[str]:
    """Yield the rules that were recognised in the drawings of a link, for people to check."""
    from nonet.formats.links import recognitions

    found = recognitions(puzzle)
    if found:
        yield "recognised in the link:"
    for remark in found:
        yield f"  {printable(remark)}"
