"""``nonet show``: draw puzzles, or write them in another format."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.cli.common.answers import SVG, Texts, holds_one
from nonet.cli.common.exits import Exit, complain
from nonet.cli.common.inputs import Item, items, only
from nonet.cli.common.options import PUZZLES, current_reading, format_option
from nonet.cli.common.output import drawing, printable, put
from nonet.cli.common.transcript import Transcript
from nonet.formats import in_words, write
from nonet.formats.links import recognitions
from nonet.puzzle import Puzzle


def show(
    puzzles: list[str] | None = PUZZLES,
    to: str | None = format_option("Write a format, or one picture (svg).", (SVG,)),
) -> Exit:
    """Draw puzzles, or convert them to another format."""
    found = items(puzzles)
    if to != SVG and holds_one(to):
        found = only(found, f"show --to {to}")
    transcript, texts = Transcript(found, lines=False, draws=not to), Texts(to)
    pictures: list[str] = []

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        if to == SVG:
            from nonet.drawing.svg import draw_svg

            pictures.append(draw_svg(puzzle, rules=True))
        elif to:
            if current_reading().ignore_drawings:  # --lossy
                puzzle, lost = in_words(puzzle, to)
                for name in dict.fromkeys(rule.name for rule in lost):
                    complain(f"note: {item.place}: {to} cannot express the rule {name}")
            texts.put(write(puzzle, to), puzzle)
        else:
            (put if transcript.draws else texts.put)("\n".join(_drawn(puzzle)))
        return Exit.ANSWERED

    code = transcript.each("Shown", answer)
    if pictures:
        from nonet.drawing.sheets import on_one_sheet

        put(on_one_sheet(pictures))
    texts.note_losses()
    return code


def _drawn(puzzle: Puzzle) -> Iterator[str]:
    yield drawing(puzzle)
    if found := recognitions(puzzle):
        yield "rules that nonet recognised in the link:"
        yield from (f"  {printable(remark)}" for remark in found)
    meta = dict(puzzle.meta)
    if "rules" in meta:
        yield f"the rules in the words of {printable(meta.get('author', 'the link'))}:"
        yield from (f"  {printable(line)}" for line in meta["rules"].splitlines())
