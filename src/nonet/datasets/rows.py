"""The rows of a dataset: what is said of each puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from nonet.errors import PuzzleError
from nonet.explanations import rate
from nonet.formats import PuzzleLike, as_puzzle, one_line, write_values
from nonet.generation import Made, measure
from nonet.puzzle import Puzzle
from nonet.solvers import Solution
from nonet.symmetry import canonical_many
from nonet.uniqueness import Kind, check_many

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
    """A puzzle on its way into a dataset, with its only solution if that is known already."""

    number: int
    puzzle: Puzzle
    solution: Solution | None = None


def samples(puzzles: Iterable[PuzzleLike | Made]) -> Iterator[Sample]:
    """Yield the puzzles, numbered from 1; the solutions of generated ones are known.

    >>> [sample.number for sample in samples(["12..34..2......3"])]
    [1]
    """
    if isinstance(puzzles, Puzzle | str):
        raise TypeError("several puzzles are wanted: put a single one into a list")
    for number, puzzle in enumerate(puzzles, start=1):
        if isinstance(puzzle, Made):
            yield Sample(number, puzzle.puzzle, puzzle.solution)
        else:
            yield Sample(number, as_puzzle(puzzle))


def blocks(found: Iterable[Sample], size: int) -> Iterator[list[Sample]]:
    """Yield lists of samples, to be described together."""
    rest = iter(found)
    while block := list(islice(rest, size)):
        yield block


@dataclass(frozen=True)
class Row:
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

    def __call__(self, block: Sequence[Sample]) -> list[Row]:
        """Return a row for each puzzle; one without exactly one solution is refused."""
        forms = canonical_many(sample.puzzle for sample in block)
        return [
            Row(
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
                    raise PuzzleError(
                        f"puzzle {sample.number}: the ER is that of classic 9×9 puzzles: "
                        "measure 'search' or 'none'"
                    )
                return (rate(sample.puzzle).er,)


def _solved(block: Sequence[Sample]) -> list[Sample]:
    """Return the samples with their solutions."""
    open_ = [sample for sample in block if sample.solution is None]
    verdicts = check_many(sample.puzzle for sample in open_)
    found: dict[int, Solution] = {}
    for sample, verdict in zip(open_, verdicts, strict=True):
        if verdict.kind is not Kind.UNIQUE or verdict.solution is None:
            number = {Kind.NONE: "no solution", Kind.MULTIPLE: "several solutions"}
            raise PuzzleError(
                f"puzzle {sample.number} has {number[verdict.kind]}: "
                "the puzzles of a dataset have one each"
            )
        found[sample.number] = verdict.solution
    return [replace(each, solution=each.solution or found[each.number]) for each in block]
