"""``nonet print``: sheets of paper with puzzles, and with their solutions at the end."""

from __future__ import annotations

from itertools import islice

from nonet.cli.common import options
from nonet.cli.common.answers import ChosenBackend
from nonet.cli.common.exits import CODES, Exit, complain, require
from nonet.cli.common.inputs import Item, items, require_target
from nonet.cli.common.options import option
from nonet.cli.common.output import put
from nonet.cli.common.transcript import Transcript
from nonet.puzzle import Puzzle
from nonet.system.files import write_whole

#: The most puzzles. Their pictures are held in memory until all are drawn.
MOST = 1000


def print(
    out: str = option("--out -o FILE", "Write to this file: .pdf, .png or .html.", default=...),
    puzzles: list[str] | None = options.PUZZLES,
    backend: str | None = options.BACKEND,
    time: float | None = options.TIME,
    nodes: int | None = options.NODES,
) -> Exit:
    """Write puzzles to print, with their solutions on the last sheets.

    A sheet has up to six puzzles, or up to twelve solutions. It fits on A4 and on letter paper. If
    there are several sheets, a PNG file becomes several files with numbers in their names.

    nonet checks each puzzle. If a puzzle has several solutions, nonet says so and prints one of
    them. If it has none, or if a limit was reached, nonet prints the puzzle without a solution.

    PDF and PNG files need CairoSVG: pip install 'nonet[print]'
    """
    from nonet.drawing.sheets import require_printable, sheets_in
    from nonet.drawing.svg import draw_svg
    from nonet.questions.uniqueness import check

    require_target(out, puzzles or ["-"])
    require_printable(out)
    chosen, bounds = ChosenBackend(backend, verbose=False), options.limits(time, nodes)
    found = list(islice(items(puzzles), MOST + 1))
    require(len(found) <= MOST, f"print takes at most {MOST:,} puzzles")
    transcript = Transcript(iter(found), lines=False, draws=False)
    drawn: list[str] = []
    solved: dict[int, str] = {}

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        verdict = check(puzzle, chosen.backend.spec, bounds)
        drawn.append(draw_svg(puzzle, rules=True))
        if verdict.witnesses:
            solved[len(drawn)] = draw_svg(puzzle, verdict.witnesses[0])
        if verdict.kind != "unique":
            kept = "only one solution is printed" if verdict.witnesses else None
            complain(": ".join(filter(None, (item.place, verdict.kind, verdict.reason or kept))))
        transcript.count(verdict.kind)
        return CODES[verdict.kind]

    code = transcript.each("Checked", answer)
    files = sheets_in(out, drawn, solved) if drawn else {}
    for name in files:
        require_target(name, puzzles or ["-"])
    for name, data in files.items():
        write_whole(name, [data])
        put(name)
    return code
