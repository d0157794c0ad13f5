"""Write datasets for machine learning: puzzles divided into splits, such as train and test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from hashlib import blake2b
from itertools import accumulate, islice
from os import PathLike, fspath
from pathlib import Path
from types import MappingProxyType
from typing import Any

from nonet.explanations import rate
from nonet.formats import PuzzleLike, one_line, write_values
from nonet.formats.construction import as_numbered, require_list
from nonet.generation import Made
from nonet.generation import measure as searched
from nonet.model.constraints import Values
from nonet.puzzle import Puzzle
from nonet.questions.executors import workers_for
from nonet.questions.symmetry import CanonicalForm, canonical, canonical_many
from nonet.questions.uniqueness import Kind, check_many
from nonet.solvers import Solution, SolverCrashed
from nonet.system.errors import PuzzleError
from nonet.system.files import named, require_new, whole_folder
from nonet.system.limits import whole

__all__ = ["Dataset", "Measure", "Sample", "dataset"]

#: The sum of the shares may differ from 1 by this much, because computers round fractions.
_ROUNDING = 1e-9

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")

#: Measure the work of `norvig` only on boards with at most this many values. On larger boards, the
#: search may take hours.
_MOST_SEARCHED = 9


def splits_of(text: str) -> dict[str, float]:
    """Read the splits of a dataset and their shares from an option of the command line."""
    splits: dict[str, float] = {}
    for part in text.split(","):
        name, _, share = map(str.strip, part.partition("="))
        if name in splits:
            raise PuzzleError(f"two splits are named {name}")
        try:
            splits[name] = float(share)
        except ValueError:
            message = f"{part.strip()!r} is not a split: write NAME=SHARE, as in train=0.9"
            raise PuzzleError(message) from None
    require_splits(splits)
    return splits


def require_splits(splits: Mapping[str, float]) -> None:
    """Refuse names that cannot be the names of files, and shares that do not add up to 1."""
    if not splits:
        raise PuzzleError("no split is named. Name at least one, such as train=1")
    for name, share in splits.items():
        if not _NAME.fullmatch(name):
            raise PuzzleError(
                f"{name!r} cannot be the name of a split. Use letters, digits, - and _"
            )
        if not 0 < share <= 1:
            raise PuzzleError(f"the share {name}={share:g} must be more than 0 and at most 1")
    if len(set(map(str.lower, splits))) < len(splits):
        raise PuzzleError(f"two splits have the same name: {', '.join(splits)}")
    if abs(sum(splits.values()) - 1) > _ROUNDING:
        raise PuzzleError(f"the shares of the splits add up to {sum(splits.values()):g}, not to 1")


def split_of(form: str, splits: Mapping[str, float]) -> str:
    """Return the split of a puzzle. A hash of the puzzle's canonical form decides."""
    *names, last = splits
    bounds = accumulate(splits[name] for name in names)
    share = share_of(form)
    return next((name for name, bound in zip(names, bounds, strict=True) if share < bound), last)


def share_of(form: str) -> float:
    """Return a hash of a canonical form, as a number from 0 to 1."""
    digest = blake2b(form.encode(), digest_size=8).digest()
    return int.from_bytes(digest) / 2**64


class Measure(StrEnum):
    """How a dataset measures difficulty: not at all, by the work of a search, or by the ER."""

    NONE = "none"
    SEARCH = "search"
    ER = "er"


#: The columns of each measure, with their types in Arrow.
_COLUMNS: dict[Measure, dict[str, str]] = {
    Measure.NONE: {},
    Measure.SEARCH: {"nodes": "int64", "depth": "int32"},
    Measure.ER: {"er": "float32"},
}

#: The number of puzzles that a worker gets at once. They take about a second.
_TOGETHER = {Measure.NONE: 4096, Measure.SEARCH: 256, Measure.ER: 8}


@dataclass(frozen=True)
class Sample:
    """A puzzle for a dataset, perhaps with its only solution.

    Error messages begin with `name`, which says where the puzzle comes from. In a partial solution,
    unknown cells are None. If `is_proved` is true, nonet does not check the solution.
    """

    name: str
    puzzle: Puzzle
    solution: Values | None = None
    is_proved: bool = False

    def error(self, message: str) -> PuzzleError:
        return PuzzleError(f"{self.name}: {message}")


def samples(puzzles: Iterable[PuzzleLike | Made | Sample]) -> Iterator[Sample]:
    """Yield the puzzles as samples, numbered from 1."""
    require_list(puzzles)
    for number, puzzle in enumerate(puzzles, start=1):
        name = f"puzzle {number}"
        if isinstance(puzzle, Sample):
            yield puzzle
        elif isinstance(puzzle, Made):
            yield Sample(name, puzzle.puzzle, puzzle.solution, is_proved=True)
        else:
            yield Sample(name, as_numbered(number, puzzle))


def rows_of(measure: Measure, block: Sequence[Sample]) -> list[tuple[Any, ...]]:
    """Return the row of each puzzle. Refuse a puzzle without exactly one solution."""
    return [
        (
            one_line(sample.puzzle),
            write_values(sample.puzzle.grid, solution),
            one_line(form.puzzle),
            sum(given is not None for given in sample.puzzle.givens),
            *_difficulty(sample, measure),
        )
        for sample, solution, form in zip(block, _solved(block), _canonical(block), strict=True)
    ]


def _difficulty(sample: Sample, measure: Measure) -> tuple[float | None, ...]:
    if measure is Measure.NONE:
        return ()
    if measure is Measure.ER:
        if not sample.puzzle.is_classic:
            raise sample.error("only classic 9×9 puzzles have an ER. Measure 'search' or 'none'")
        return (rate(sample.puzzle).er,)
    if len(sample.puzzle.grid.values) > _MOST_SEARCHED:
        return None, None
    found = searched(sample.puzzle)
    return found.nodes, found.depth


def _canonical(block: Sequence[Sample]) -> list[CanonicalForm]:
    try:
        return list(canonical_many(sample.puzzle for sample in block))
    except PuzzleError:
        for sample in block:  # find the bad puzzle
            try:
                canonical(sample.puzzle)
            except PuzzleError as error:
                raise sample.error(error.message) from None
        raise


def _solved(block: Sequence[Sample]) -> Iterator[Values]:
    verdicts = check_many(each.puzzle for each in block if not each.is_proved)
    for sample in block:
        stated = sample.solution
        if sample.is_proved:
            yield stated or ()
            continue
        verdict = next(verdicts)
        if verdict.kind is not Kind.UNIQUE or verdict.solution is None:
            number = {Kind.NONE: "no solution", Kind.MULTIPLE: "several solutions"}
            raise sample.error(f"the puzzle has {number[verdict.kind]}, but must have exactly one")
        if stated is not None and not _agree(stated, verdict.solution):
            raise sample.error("the given solution is wrong")
        yield verdict.solution


def _agree(stated: Values, solution: Solution) -> bool:
    pairs = zip(stated, solution, strict=False)
    return len(stated) == len(solution) and all(one in (None, value) for one, value in pairs)


#: The columns of all datasets, with their types in Arrow.
_TYPES = {**dict.fromkeys(("puzzle", "solution", "canonical"), "string"), "clues": "int32"}

#: The default splits of a dataset.
USUAL = MappingProxyType({"train": 0.9, "test": 0.1})


@dataclass(frozen=True)
class Dataset:
    """A finished dataset: its folder, and the number of puzzles in each split.

    `repeated` counts the puzzles that ``dedupe`` left out as equivalent to earlier puzzles.

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
        text = ", ".join(f"{name} {size:,}" for name, size in self.sizes.items())
        return text + (f"; {self.repeated:,} repeated" if self.repeated else "")


def dataset(
    folder: str | PathLike[str],
    puzzles: Iterable[PuzzleLike | Made | Sample],
    *,
    split: Mapping[str, float] = USUAL,
    measure: str = "search",
    dedupe: bool = False,
    jobs: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Dataset:
    """Write puzzles as a dataset, with a Parquet file for each split.

    Equivalent puzzles are always in the same split. They differ only in the names of values, the
    order of rows and columns, and turns of the board. A hash of their canonical form decides the
    split. So the sizes of the splits are close to the shares in `split`, but not equal.

    Each puzzle must have exactly one solution. A `Sample` is a puzzle with a name for error
    messages. The first columns are ``puzzle``, ``solution``, ``canonical`` and ``clues``. With the
    `measure` ``search``, there are also ``nodes`` and ``depth`` (see docs/generation.md). With
    ``er``, there is a column ``er``. Estimating the ER is slow, and works only for classic puzzles.

    With `dedupe`, only the first of several equivalent puzzles is written. `jobs` is the number of
    processes. The folder must be new or empty. A file appears in the folder only when it is
    complete. `progress` is called with the number of finished puzzles.

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
    require_splits(split)
    if measure not in list(Measure):
        raise ValueError(f"the measure must be one of {', '.join(Measure)}, not {measure!r}")
    jobs = whole(jobs, "the number of jobs", 1)
    from nonet.streaming.parquet import TableWriter

    name, kind = fspath(folder), Measure(measure)
    require_new(name)
    columns = _TYPES | _COLUMNS[kind]
    seen: set[str] = set()
    sizes, done = dict.fromkeys(split, 0), 0
    try:
        with (
            whole_folder(name) as draft,
            ExitStack() as opened,
            workers_for(jobs, None, in_threads=False) as workers,
        ):
            with named(name):
                writers = {
                    each: opened.enter_context(TableWriter(draft / f"{each}.parquet", columns))
                    for each in split
                }
            rest = samples(puzzles)
            blocks = iter(lambda: list(islice(rest, _TOGETHER[kind])), [])
            for rows in workers(partial(rows_of, kind), blocks):
                chosen: dict[str, list[tuple[Any, ...]]] = {each: [] for each in split}
                for row in rows:
                    form = row[2]
                    if not dedupe or form not in seen:
                        chosen[split_of(form, split)].append(row)
                    if dedupe:
                        seen.add(form)
                for each, writer in writers.items():
                    sizes[each] += len(chosen[each])
                    with named(name):
                        writer.add_rows(chosen[each])
                done += len(rows)
                if progress:
                    progress(done)
            with named(name):
                opened.close()
    except SolverCrashed as error:
        raise SolverCrashed("a worker process died, so no file was written") from error
    return Dataset(Path(name), sizes, repeated=done - sum(sizes.values()))
