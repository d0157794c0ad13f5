"""What some backends can do besides sessions; each ability is a field of `Backend`.

An ability is asked for by its name, never by the name of a backend: `backend.rows` answers arrays
of classic puzzles, `backend.forms` finds their canonical forms, `backend.cores` and
`backend.proofs` load clauses into a SAT solver, `backend.steps` searches for the steps that are
easiest to explain, and `backend.listings` goes through the solutions of a puzzle, many at a time.
It is None where a backend does not have it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from nonet.puzzle import Puzzle
from nonet.solvers.answers import Solution
from nonet.system.limits import Limits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    #: Puzzles of 81 bytes each: as ``uint8[n, 81]``, or as bytes with a stride.
    RowArray: TypeAlias = NDArray[np.uint8] | bytes | bytearray | memoryview


class Results(NamedTuple):
    """What is known of each puzzle of an array.

    `counts` has the number of solutions, exact or at the limit; `finished` is False where a limit
    of seconds came first, and the count is only what was found before. `solutions` has as many
    rows a puzzle as were asked for; those beyond its count are zeros.

    >>> import numpy as np
    >>> found = Results(np.array([2]), np.array([True]), np.zeros((1, 0, 81)))
    >>> found.counts.tolist(), bool(found.finished.all())
    ([2], True)
    """

    counts: NDArray[np.uint64]
    finished: NDArray[np.bool_]
    solutions: NDArray[np.uint8]


class RowSolver(Protocol):
    """Answers classic puzzles in arrays, many at once, without a Python object for each.

    >>> from nonet.solvers import find_backend
    >>> find_backend("norvig").rows is None  # it cannot; `native` can, where it is installed
    True
    """

    @property
    def by(self) -> str:
        """The spec of the backend that answers."""

    def run(
        self,
        rows: RowArray,
        *,
        limit: int | None,
        kept: int,
        threads: int = 1,
        seconds: float | None = None,
    ) -> Results:
        """Count up to `limit` solutions of each puzzle and keep the first `kept` of them.

        `solutions` is ``uint8[n, kept, 81]``; those kept are checked. Counts are the same for any
        number of threads; so is the solution of a puzzle that has one.
        """


class Forms(NamedTuple):
    """The canonical forms of an array of classic puzzles, and how each is reached.

    `forms` is ``uint8[n, 81]``; `cells` says for each cell of a form which cell of the puzzle is
    there, and `values`, ``uint8[n, 10]``, what becomes of each value, 0 being an empty cell. So
    ``forms[i] == values[i][puzzle[cells[i]]]``. `automorphisms` has the number of all such ways.

    >>> import numpy as np
    >>> found = Forms(np.zeros((2, 81)), np.zeros((2, 81)), np.zeros((2, 10)), np.ones(2))
    >>> found.forms.shape, found.automorphisms.tolist()
    ((2, 81), [1.0, 1.0])
    """

    forms: NDArray[np.uint8]
    cells: NDArray[np.uint8]
    values: NDArray[np.uint8]
    automorphisms: NDArray[np.uint64]


class FormFinder(Protocol):
    """Finds canonical forms of classic puzzles in arrays.

    >>> from nonet.solvers import find_backend
    >>> find_backend("norvig").forms is None  # it cannot; `native` can, where it is installed
    True
    """

    def __call__(self, rows: RowArray, *, threads: int = 1) -> Forms:
        """Return the form of each puzzle, the same for any number of threads."""


class ClauseSolver(Protocol):
    """A SAT solver with clauses in it, which it keeps, with all that it has learnt from them.

    >>> from nonet.solvers import find_backend
    >>> solver = find_backend("pysat:minisat22").cores([[-1, -2], [3]])
    >>> solver.solve(Limits(), [1]), solver.model()
    (True, [1, -2, 3])
    >>> solver.solve(Limits(), [1, 2, 3]), sorted(solver.core())
    (False, [1, 2])
    >>> solver.close()
    """

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause to those that are loaded."""

    def solve(self, limits: Limits = ..., assumptions: Sequence[int] = ()) -> bool | None:
        """Tell whether the clauses can be satisfied under assumptions; None at a limit."""

    def model(self) -> list[int]:
        """Return the true literals, by variable, after a solve that was satisfied."""

    def core(self) -> list[int]:
        """Return assumptions that contradict the clauses, after a solve that was not satisfied."""

    def prefer(self, literals: Iterable[int]) -> None:
        """Try these literals first from now on, if the solver can be told."""

    def is_consistent(self, assumptions: Sequence[int]) -> bool:
        """Tell whether unit propagation of assumptions ends without a contradiction."""

    def close(self) -> None:
        """Free the solver's memory."""


class Prover(ClauseSolver, Protocol):
    """A SAT solver that writes a proof of what it finds unsatisfiable.

    >>> from nonet.solvers import find_backend
    >>> solver = find_backend("pysat:cadical195").proofs([[1, 2], [-1, 2], [1, -2], [-1, -2]])
    >>> solver.solve(Limits()), solver.proof()[-1]
    (False, '0')
    >>> solver.close()
    """

    def proof(self) -> list[str]:
        """Return the lines of the proof, in DRAT."""


#: Among steps of equal cost, all are compared up to this cost. Above it, only those are that remove
#: the first mark that can go: there may be thousands of others.
COMPARED = 3


class StepTask(NamedTuple):
    """What a search for steps is about; clauses as in DIMACS.

    The variables 1 to `marks` are pencil marks. The `background` holds always and costs nothing;
    its clauses without negations are the cells. Each of the `uses` is what a step may cite: clauses
    over marks, and over variables above them that no other use has. They are written over all
    marks, whatever is known already, so that no use contains what follows from others. The
    `solution` has the marks of the only solution.

    >>> [use] = [[[1, 3], [-1, -3]]]  # of two cells with two values, exactly one has the first
    >>> StepTask(4, [[1, 2], [-1, -2], [3, 4], [-3, -4]], [use], {1, 4}).marks
    4
    """

    marks: int
    background: Sequence[Sequence[int]]
    uses: Sequence[Sequence[Sequence[int]]]
    solution: Collection[int]


class FoundStep(NamedTuple):
    """The uses of a step, by their numbers from 0, and all marks that they remove together.

    No step has fewer uses than `least`. It was `cut_off` if a limit of nodes ended the search: then
    it is some step, and not the first of its cost.

    >>> FoundStep((3, 5), (17,), least=2).exact
    True
    """

    uses: tuple[int, ...]
    removed: tuple[int, ...]
    least: int
    cut_off: bool = False

    @property
    def exact(self) -> bool:
        """Whether no step has fewer uses."""
        return len(self.uses) <= self.least


class StepSearch(Protocol):
    """Finds the cheapest step from each board to the next, and keeps what it learns on the way.

    A step is a set of uses that, with the marks on the board, removes a mark; its cost is their
    number. Of the cheapest steps, one comes first that leaves a cell with a single mark, then one
    that removes the most marks, then the one whose removed marks and uses, sorted, come first in
    the order of tuples. Above a cost of `COMPARED` only those steps are compared that remove
    the first mark that can go at this cost.

    >>> from nonet.solvers import find_backend
    >>> find_backend("norvig").steps is None  # it cannot
    True
    """

    def next(self, live: Collection[int], nodes: int | None = None) -> FoundStep | None:
        """Return the cheapest step on a board with these marks; None where only the solution is.

        Each board is the one before with fewer marks; a mark once gone does not come back. Where
        the limit of nodes ends the search, the step is cut off, and `least` what was proven.
        """

    def close(self) -> None:
        """Free the memory."""


class Taken(NamedTuple):
    """What a listing went past at once: the number of solutions, and those that were kept.

    It is the `end` if there are no others.

    >>> Taken(2, [(1, 2), (2, 1)], end=True).found
    2
    """

    found: int
    kept: list[Solution]
    end: bool


class Listing(Protocol):
    """Goes through the solutions of one puzzle, each once, without an answer for each.

    Nothing is checked: who takes solutions checks those that are kept.

    >>> from nonet.solvers import find_backend
    >>> find_backend("norvig").listings is None  # it cannot; `native` can, where it is installed
    True
    """

    #: Whether pieces of the puzzle, listed side by side, are quicker than the whole.
    side_by_side: bool

    @property
    def by(self) -> str:
        """The spec of the backend that answers."""

    def take(self, most: int, kept: int = 0, seconds: float | None = None) -> Taken:
        """Go past the next solutions, up to `most`, and keep the first `kept` of them."""


class Lister(Protocol):
    """Starts listings; of some puzzles there may be none.

    >>> from nonet.solvers import find_backend
    >>> find_backend("pysat").listings is None  # SAT solvers have no enumeration; CP-SAT has
    True
    """

    def __call__(self, puzzle: Puzzle, *, few: bool = False) -> Listing | None:
        """Return the listing of a puzzle, of which no more than a `few` solutions will be taken."""
