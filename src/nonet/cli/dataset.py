"""``nonet dataset``: puzzles of files as a dataset, in splits that share no class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import items
from nonet.cli.common.options import Puzzles
from nonet.cli.common.output import put
from nonet.cli.common.progress import tallied
from nonet.cli.common.stated import stored_values
from nonet.cli.common.verbs import Reading, reading
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.streaming.datasets import Sample


def dataset(
    folder: Annotated[
        str,
        typer.Option(
            "--out", metavar="FOLDER", help="A new folder for the dataset.", show_default=False
        ),
    ],
    puzzles: Puzzles = None,
    split: Annotated[
        str,
        typer.Option(
            "--split",
            metavar="NAME=SHARE,…",
            help="The parts of the dataset: no two have puzzles that are the same.",
        ),
    ] = "train=0.9,test=0.1",
    measure: Annotated[
        str,
        typer.Option(
            "--measure",
            metavar="NAME",
            help="What is said of the difficulty: none, search (nodes and depth) or er (slow).",
        ),
    ] = "search",
    dedupe: Annotated[
        bool, typer.Option("--dedupe", help="Keep the first of puzzles that are the same.")
    ] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="N", help="Processes.")] = 1,
) -> Exit:
    """Write puzzles as a dataset for training models.

    There is a Parquet file for each split.

    Each PUZZLE is a file, '-' for stdin, or written out; without any, stdin is read.

    Puzzles that are the same but for names, order of lines and turns of the board go into the same
    split, today and in any later dataset. Each has one solution, and no other is stated with it,
    or the dataset is refused.

    The columns are puzzle, solution, canonical and clues, then what is measured. The folder appears
    once all of it is written.

    For new puzzles: nonet generate --count 10000 | nonet dataset --out FOLDER
    """
    from nonet.streaming.datasets import Measure, Splits
    from nonet.streaming.datasets import dataset as write_dataset
    from nonet.system.files import require_other_files

    if jobs < 1:
        raise typer.BadParameter(f"--jobs takes 1 or more, not {jobs}")
    if measure not in list(Measure):
        raise typer.BadParameter(f"--measure is one of {', '.join(Measure)}, not {measure!r}")
    require_other_files(folder, puzzles or ["-"])
    splits = Splits.parse(split)
    with tallied("Writing", None) as note:
        found = write_dataset(
            folder,
            _read(puzzles, reading()),
            split=splits,
            measure=measure,
            dedupe=dedupe,
            jobs=jobs,
            progress=note,
        )
    put(str(found))
    return Exit.ANSWERED


def _read(sources: list[str] | None, reading: Reading) -> Iterator[Sample]:
    from nonet.streaming.datasets import Sample

    for item in items(sources, reading):
        if item.error:
            raise item.error
        assert item.puzzle is not None
        try:
            stated = stored_values(item.puzzle)
        except PuzzleError as error:
            raise PuzzleError(f"{item.place}: {error}") from None
        yield Sample(item.place, item.puzzle, stated)
