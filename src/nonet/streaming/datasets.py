"""Datasets: puzzles for those who train models, in splits that share no class.

A hash of the canonical form decides into which split a puzzle goes, and nothing else: puzzles that
are the same go together, and a puzzle goes where it went before, whatever else is in the dataset.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import blake2b
from itertools import accumulate, islice
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from nonet.explanations import rate
from nonet.formats import PuzzleLike, as_puzzle, one_line, write_values
from nonet.generation import Made
from nonet.generation import measure as searched
from nonet.model.constraints import Values
from nonet.puzzle import Puzzle
from nonet.questions.symmetry import CanonicalForm, canonical, canonical_many
from nonet.questions.uniqueness import Kind, check_many
from nonet.solvers import BackendUnavailable, Solution, SolverCrashed
from nonet.streaming.executors import run, workers_for
from nonet.system.errors import PuzzleError
from nonet.system.files import named
from nonet.system.folders import require_new, whole_folder

__all__ = ["Dataset", "Measure", "Sample", "Splits", "dataset"]

#: Shares that differ from 1 by less are rounded numbers.
_ROUNDING = 1e-9

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")

#: The search of boards with more values is not measured: norvig may take hours.
_MOST_SEARCHED = 9

#: Rows per group in the files that are written.
_GROUP = 1 << 17


@dataclass(frozen=True)
class Splits:
    """The parts of a dataset by name, and the share of the classes that each gets.

    >>> splits = Splits.parse("train=0.9,test=0.1")
    >>> splits.names, splits.place_of("12..34..2......3")
    (('train', 'test'), 0)
    """

    names: tuple[str, ...]
    shares: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.names:
            raise PuzzleError("no split: a dataset has one at least, such as train=1")
        for name in self.names:
            if not _NAME.fullmatch(name):
                raise PuzzleError(f"{name!r} is no name of a split: letters and digits make one")
        if len(set(map(str.lower, self.names))) < len(self.names):
            raise PuzzleError(f"splits with the same name: {', '.join(self.names)}")
        for name, share in zip(self.names, self.shares, strict=True):
            if not 0 < share <= 1:
                raise PuzzleError(f"{name}={share:g}: a share is more than 0 and 1 at most")
        if abs(sum(self.shares) - 1) > _ROUNDING:
            raise PuzzleError(f"the shares of the splits add up to {sum(self.shares):g}, not to 1")

    @classmethod
    def of(cls, shares: Mapping[str, float]) -> Splits:
        """Return splits with these shares.

        >>> Splits.of({"train": 0.5, "test": 0.25})
        Traceback (most recent call last):
        nonet.system.errors.PuzzleError: the shares of the splits add up to 0.75, not to 1
        """
        return cls(tuple(shares), tuple(shares.values()))

    @classmethod
    def parse(cls, text: str) -> Splits:
        """Return the splits that a text names, as the command line takes them.

        >>> Splits.parse("train")
        Traceback (most recent call last):
        nonet.system.errors.PuzzleError: 'train' is no split: NAME=SHARE is one, such as train=0.9
        """
        pairs = [_pair(part.strip()) for part in text.split(",")]
        return cls(*zip(*pairs, strict=True))

    def place_of(self, form: str) -> int:
        """Return the place of the split that a canonical form belongs to."""
        bounds: Iterable[float] = accumulate(self.shares[:-1])
        return bisect_right(list(bounds), share_of(form))


def share_of(form: str) -> float:
    """Return where a canonical form lies between 0 and 1: a hash of its text.

    >>> round(share_of("12..34..2......3"), 3)
    0.623
    """
    digest = blake2b(form.encode(), digest_size=8).digest()
    return int.from_bytes(digest) / 2**64


def _pair(text: str) -> tuple[str, float]:
    name, _, share = text.partition("=")
    try:
        return name.strip(), float(share)
    except ValueError:
        message = f"{text!r} is no split: NAME=SHARE is one, such as train=0.9"
        raise PuzzleError(message) from None


class Measure(StrEnum):
    """What is said of the difficulty: nothing, the work of a search, or an estimate of the ER.

    >>> Measure("er").columns
    ('er',)
    """

    NONE = "none"
    SEARCH = "search"
    ER = "er"

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its columns."""
        return _COLUMNS[self]

    @property
    def together(self) -> int:
        """How many puzzles are measured together: a second's work or so."""
        return _TOGETHER[self]


_COLUMNS = {Measure.NONE: (), Measure.SEARCH: ("nodes", "depth"), Measure.ER: ("er",)}
_TOGETHER = {Measure.NONE: 4096, Measure.SEARCH: 256, Measure.ER: 8}


@dataclass(frozen=True)
class Sample:
    """A puzzle on its way into a dataset; a solution that is stated with it must be its only one.

    The name is what errors call it: its place in a file, or its number. A solution may be stated in
    part, with None for the other cells.

    >>> Sample("easy.txt:3", as_puzzle("12..34..2......3")).error("too easy")
    PuzzleError('easy.txt:3: too easy')
    """

    name: str
    puzzle: Puzzle
    solution: Values | None = None

    def error(self, message: str) -> PuzzleError:
        """Return an error that begins with the name."""
        return PuzzleError(f"{self.name}: {message}")


class _Proved(Sample):
    """A generated puzzle, of which a second solver has proved the solution."""


def samples(puzzles: Iterable[PuzzleLike | Made | Sample]) -> Iterator[Sample]:
    """Yield the puzzles, numbered from 1; the solutions of generated ones are proved.

    >>> [sample.name for sample in samples(["12..34..2......3"])]
    ['puzzle 1']
    """
    if isinstance(puzzles, Puzzle | str):
        raise TypeError("pass several puzzles; put a single one into a list")
    for number, puzzle in enumerate(puzzles, start=1):
        name = f"puzzle {number}"
        if isinstance(puzzle, Sample):
            yield puzzle
        elif isinstance(puzzle, Made):
            yield _Proved(name, puzzle.puzzle, puzzle.solution)
        else:
            yield Sample(name, _read(puzzle, name))


def _read(puzzle: PuzzleLike, name: str) -> Puzzle:
    try:
        return as_puzzle(puzzle)
    except PuzzleError as error:
        raise PuzzleError(f"{name}: {error}") from None


def blocks(found: Iterable[Sample], size: int) -> Iterator[list[Sample]]:
    """Yield lists of samples, to be described together."""
    rest = iter(found)
    while block := list(islice(rest, size)):
        yield block


@dataclass(frozen=True)
class DatasetRow:
    """What a dataset says of a puzzle; `difficulty` has the columns of the measure."""

    puzzle: str
    solution: str
    canonical: str
    clues: int
    difficulty: tuple[float | None, ...]


@dataclass(frozen=True)
class Describer:
    """Describes blocks of puzzles; it can be sent to another process.

    >>> [row] = Describer(Measure.SEARCH)([*samples(["12..34..2......3"])])
    >>> row.solution, row.canonical, row.clues, row.difficulty
    ('1234341223414123', '.......1123.43..', 6, (1, 3))
    """

    measure: Measure

    def __call__(self, block: Sequence[Sample]) -> list[DatasetRow]:
        """Return a row for each puzzle; one without exactly one solution is refused."""
        forms = _canonical(block)
        return [
            DatasetRow(
                one_line(sample.puzzle),
                write_values(sample.puzzle.grid, sample.solution or ()),
                one_line(form.puzzle),
                sum(given is not None for given in sample.puzzle.givens),
                self._difficulty(sample),
            )
            for sample, form in zip(_solved(block), forms, strict=True)
        ]

    def _difficulty(self, sample: Sample) -> tuple[float | None, ...]:
        match self.measure:
            case Measure.NONE:
                return ()
            case Measure.SEARCH:
                if len(sample.puzzle.grid.values) > _MOST_SEARCHED:
                    return None, None
                found = searched(sample.puzzle)
                return found.nodes, found.depth
            case Measure.ER:
                if not sample.puzzle.is_classic:
                    raise sample.error(
                        "the ER is that of classic 9×9 puzzles: measure 'search' or 'none'"
                    )
                return (rate(sample.puzzle).er,)


def _canonical(block: Sequence[Sample]) -> list[CanonicalForm]:
    try:
        return list(canonical_many(sample.puzzle for sample in block))
    except PuzzleError:
        for sample in block:  # one of them has none
            try:
                canonical(sample.puzzle)
            except PuzzleError as error:
                raise sample.error(error.message) from None
        raise


def _solved(block: Sequence[Sample]) -> list[Sample]:
    """Return the samples with their solutions."""
    unproved = [sample for sample in block if not isinstance(sample, _Proved)]
    verdicts = check_many(sample.puzzle for sample in unproved)
    found: list[Solution] = []
    for sample, verdict in zip(unproved, verdicts, strict=True):
        if verdict.kind is not Kind.UNIQUE or verdict.solution is None:
            number = {Kind.NONE: "no solution", Kind.MULTIPLE: "several solutions"}
            has = number[verdict.kind]
            raise sample.error(f"it has {has}, and the puzzles of a dataset have one each")
        if sample.solution is not None and not _agree(sample.solution, verdict.solution):
            raise sample.error("its solution is another than the one that is stated")
        found.append(verdict.solution)
    solutions = iter(found)
    return [
        each if isinstance(each, _Proved) else replace(each, solution=next(solutions))
        for each in block
    ]


def _agree(stated: Values, solution: Solution) -> bool:
    """Tell whether a stated solution, perhaps of some cells alone, is this one."""
    said = zip(stated, solution, strict=False)
    return len(stated) == len(solution) and all(one in (None, value) for one, value in said)


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
    seen: set[str] = set()
    done = repeated = 0
    try:
        with (
            whole_folder(name) as draft,
            _Tables(draft, name, splits.names, kind) as tables,
            workers_for(jobs, None, in_threads=False) as workers,
        ):
            for rows in run(workers, blocks(samples(puzzles), kind.together), Describer(kind)):
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
    except SolverCrashed as error:
        raise SolverCrashed("a worker process died: nothing was written") from error
    return Dataset(Path(name), dict(zip(splits.names, tables.sizes, strict=True)), repeated)


class _Tables:
    """Files in a folder, by the names of the splits; a context manager that completes them.

    The folder is a draft: errors give it the name that it will have.
    """

    def __init__(self, draft: Path, name: str, splits: Sequence[str], measure: Measure) -> None:
        try:
            import pyarrow as pa
        except ImportError:
            raise BackendUnavailable("a dataset needs pyarrow: pip install pyarrow") from None
        kinds = {"nodes": pa.int64(), "depth": pa.int32(), "er": pa.float32()}
        texts = [(name, pa.string()) for name in ("puzzle", "solution", "canonical")]
        measured = [(name, kinds[name]) for name in measure.columns]
        self._schema = pa.schema([*texts, ("clues", pa.int32()), *measured])
        self._name = name
        self._opened = ExitStack()
        with named(name):
            self._writers = [self._writer(draft / f"{split}.parquet") for split in splits]
        self._waiting: list[list[DatasetRow]] = [[] for _ in splits]
        self.sizes = [0] * len(splits)

    def _writer(self, path: Path) -> Any:
        import pyarrow.parquet as pq

        # An open file, because Arrow takes no name that is not UTF-8.
        file = self._opened.enter_context(path.open("wb"))
        return self._opened.enter_context(pq.ParquetWriter(file, self._schema, compression="zstd"))

    def add(self, split: int, row: DatasetRow) -> None:
        """Add a row to a split."""
        waiting = self._waiting[split]
        waiting.append(row)
        self.sizes[split] += 1
        if len(waiting) == _GROUP:
            with named(self._name):
                self._write(split)

    def _write(self, split: int) -> None:
        import pyarrow as pa

        rows = self._waiting[split]
        cells = [(r.puzzle, r.solution, r.canonical, r.clues, *r.difficulty) for r in rows]
        columns: list[Any] = [*map(list, zip(*cells, strict=True))] or [[] for _ in self._schema]
        arrays = [
            pa.array(column, field.type)
            for column, field in zip(columns, self._schema, strict=True)
        ]
        self._writers[split].write_table(pa.table(arrays, schema=self._schema))
        self._waiting[split] = []

    def __enter__(self) -> _Tables:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            with suppress(OSError):
                self._opened.close()
            return
        with named(self._name), self._opened:
            for split, waiting in enumerate(self._waiting):
                if waiting:
                    self._write(split)
