"""The rows of a dataset: what is said of each puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from nonet.explanations import rate
from nonet.formats import PuzzleLike, as_puzzle, one_line, write_values
from nonet.generation import Made, measure
from nonet.model.constraints import Values
from nonet.puzzle import Puzzle
from nonet.questions.symmetry import CanonicalForm, canonical, canonical_many
from nonet.questions.uniqueness import Kind, check_many
from nonet.solvers import Solution
from nonet.system.errors import PuzzleError

#: The search of boards with more values is not measured: norvig may take hours.
_MOST_SEARCHED = 9


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
        raise TypeError("several puzzles are wanted: put a single one into a list")
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
                found = measure(sample.puzzle)
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
