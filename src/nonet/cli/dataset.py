"""``nonet dataset``: write puzzles as a dataset whose splits share no equivalent puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nonet.cli.common.answers import stored_values
from nonet.cli.common.exits import Exit, require_choice
from nonet.cli.common.inputs import items
from nonet.cli.common.options import JOBS, PUZZLES, option, require_jobs
from nonet.cli.common.output import put
from nonet.cli.common.progress import tallied
from nonet.system.errors import PuzzleError
from nonet.system.files import require_other_files

if TYPE_CHECKING:
    from nonet.streaming.datasets import Sample


def dataset(
    folder: str = option("--out FOLDER", "A new folder for the dataset.", default=...),
    puzzles: list[str] | None = PUZZLES,
    split: str = option(
        "--split NAME=SHARE", "The splits and their shares.", default="train=0.9,test=0.1"
    ),
    measure: str = option(
        "--measure NAME", "The measure of difficulty: none, search, er.", default="search"
    ),
    dedupe: bool = option("--dedupe", "Keep one of several equivalent puzzles."),
    jobs: int = JOBS,
) -> Exit:
    """Write puzzles as a dataset for training models.

    Each split becomes a Parquet file with the columns puzzle, solution, canonical and clues.
    --measure search (the default) adds the columns nodes and depth. --measure er adds the estimated
    ER, which takes long. FOLDER appears when all files are complete.

    Equivalent puzzles (see 'nonet canon') go into the same split, also in later datasets. nonet
    refuses a puzzle without exactly one solution, or with a wrong stored solution.

    For new puzzles: nonet generate --count 10000 | nonet dataset --out FOLDER
    """
    from nonet.streaming.datasets import Measure, splits_of
    from nonet.streaming.datasets import dataset as write_dataset

    require_jobs(jobs)
    require_choice("--measure", measure, Measure)
    require_other_files(folder, puzzles or ["-"])
    splits = splits_of(split)
    with tallied("Writing") as note:
        found = write_dataset(
            folder,
            _samples(puzzles),
            split=splits,
            measure=measure,
            dedupe=dedupe,
            jobs=jobs,
            progress=note,
        )
    put(str(found))
    return Exit.ANSWERED


def _samples(sources: list[str] | None) -> Iterator[Sample]:
    from nonet.streaming.datasets import Sample

    for item in items(sources):
        puzzle = item.read()
        try:
            stated = stored_values(puzzle)
        except PuzzleError as error:
            raise PuzzleError(f"{item.place}: {error}") from None
        yield Sample(item.place, puzzle, stated)
