"""The making of a dataset: puzzles are described, split and written, a block at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path

from nonet.formats import PuzzleLike
from nonet.generation import Made
from nonet.solvers import SolverCrashed
from nonet.streaming.datasets.rows import Describer, Measure, Sample, blocks, samples
from nonet.streaming.datasets.splits import Splits
from nonet.streaming.executors import Staff, run, staff
from nonet.system.folders import require_new, whole_folder

#: The splits of a dataset that says nothing else.
USUAL = Splits(("train", "test"), (0.9, 0.1))


@dataclass(frozen=True)
class Dataset:
    """A dataset that was written: its folder, the number of puzzles in each split.

    `repeated` is the number of puzzles that were left out because one like them was there.

    >>> found = Dataset(Path("sudoku"), {"train": 1900, "test": 208})
    >>> print(found, found.files["test"].name)
    train 1,900, test 208 test.parquet
    """

    folder: Path
    sizes: dict[str, int]
    repeated: int = 0

    @property
    def files(self) -> dict[str, Path]:
        """The Parquet file of each split."""
        return {name: self.folder / f"{name}.parquet" for name in self.sizes}

    def __str__(self) -> str:
        said = ", ".join(f"{name} {size:,}" for name, size in self.sizes.items())
        return said + (f"; {self.repeated:,} repeated" if self.repeated else "")


def dataset(
    folder: str | PathLike[str],
    puzzles: Iterable[PuzzleLike | Made | Sample],
    *,
    split: Mapping[str, float] | Splits = USUAL,
    measure: str = "search",
    dedupe: bool = False,
    jobs: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Dataset:
    """Write puzzles as a dataset: a Parquet file for each split, of which no two share a class.

    Puzzles that are the same but for names, order of lines and turns of the board are a class, and
    go into the same split. A hash of the canonical form decides which, so a puzzle goes where it
    went before, whatever else is there; the shares in `split` are met as well as chance does.

    The puzzles are generated ones, or any others with one solution each; a `Sample` has a name for
    errors. A row has the columns
    ``puzzle``, ``solution``, ``canonical`` and ``clues``, then those of the `measure`: ``nodes``
    and ``depth`` of a search (see docs/generation.md), ``er`` (of classic puzzles; it takes
    longer), or none. With `dedupe` the first puzzle of each class is kept. `jobs` are processes.

    The folder is new or empty, and appears once all of it is written. The same puzzles give the
    same bytes. `progress` is told how many puzzles are done.

    >>> import tempfile
    >>> import nonet
    >>> parent = tempfile.TemporaryDirectory()
    >>> puzzles = nonet.generate(nonet.classic(order=2), count=50, seed=7)
    >>> found = dataset(Path(parent.name, "small"), puzzles, split={"train": 0.8, "test": 0.2})
    >>> print(found)
    train 40, test 10
    >>> sorted(path.name for path in found.folder.iterdir())
    ['test.parquet', 'train.parquet']
    >>> parent.cleanup()
    """
    splits = split if isinstance(split, Splits) else Splits.of(split)
    if measure not in list(Measure):
        raise ValueError(f"the measure is {', '.join(Measure)}, not {measure!r}")
    if jobs < 1:
        raise ValueError(f"{jobs} jobs: at least 1 is needed")
    name, kind = fspath(folder), Measure(measure)
    require_new(name)
    import nonet.streaming.parquet  # noqa: F401 - it says how to install pyarrow
    from nonet.streaming.datasets.tables import Tables

    seen: set[str] = set()
    done = repeated = 0
    with (
        whole_folder(name) as draft,
        Tables(draft, name, splits.names, kind) as tables,
        _staff(jobs) as (executor, ahead),
    ):
        for rows in run(executor, blocks(samples(puzzles), kind.together), Describer(kind), ahead):
            for row in rows:
                if dedupe and row.canonical in seen:
                    repeated += 1
                    continue
                if dedupe:
                    seen.add(row.canonical)
                tables.add(splits.place_of(row.canonical), row)
            done += len(rows)
            if progress:
                progress(done)
    return Dataset(Path(name), dict(zip(splits.names, tables.sizes, strict=True)), repeated)


@contextmanager
def _staff(jobs: int) -> Iterator[Staff]:
    try:
        with staff(jobs, None, in_threads=False) as found:
            yield found
    except SolverCrashed:
        raise SolverCrashed("a worker process died: nothing was written") from None
