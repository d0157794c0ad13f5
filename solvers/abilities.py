"""Optional abilities of backends. A field of `Backend` is None if the ability is missing.

`backend.rows` answers arrays of classic puzzles, `backend.forms` finds their canonical forms,
`backend.cores` and `backend.proofs` load clauses into a SAT solver, `backend.steps` searches for
the steps that are easiest to explain, and `backend.listings` enumerates the solutions of a puzzle,
many at a time. To know whether a backend has an ability, callers test the field, never the name of
the backend.
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

    #: Puzzles of 81 bytes each: an array ``uint8[n, 81]``, or bytes with a fixed distance from the
    #: start of a puzzle to the start of the next one.
    RowArray: TypeAlias = NDArray[np.uint8] | bytes | bytearray | memoryview


class Results(NamedTuple):
    """The results for an array of puzzles.

    `counts` has the number of solutions of each puzzle, counted only up to the limit. `finished` is
    False for a puzzle if a limit of seconds ended its count early. `solutions` has for each puzzle
    the requested number of rows; if the puzzle has fewer solutions, the last rows are zeros.

    >>> import numpy as np
    >>> found = Results(np.array([2]), np.array([True]), np.zeros((1, 0, 81)))
    >>> found.counts.tolist(), bool(found.finished.all())
    ([2], True)
    """

    counts: NDArray[np.uint64]
    finished: NDArray[np.bool_]
    solutions: NDArray[np.uint8]


class RowSolver(Protocol):
    """Answers arrays of classic puzzles without a Python object for each puzzle.

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

        `solutions` is ``uint8[n, kept, 81]``, and every solution is checked. The number of threads
        changes no count, but it may change which solutions of a puzzle are kept.
        """


class Forms(NamedTuple):
    """The canonical forms of an array of classic puzzles, with the symmetries that lead to them.

    `forms` is ``uint8[n, 81]``; 0 is an empty cell. `cells` has for each cell of a form the cell of
    the puzzle that moves there. `values`, ``uint8[n, 10]``, has for each value of the puzzle its
    value in the form. So ``forms[i] == values[i][puzzle[cells[i]]]``. `automorphisms` has for each
    puzzle the number of symmetries that lead to the form.

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
    """Finds the canonical forms of arrays of classic puzzles.

    >>> from nonet.solvers import find_backend
    >>> find_backend("norvig").forms is None  # it cannot; `native` can, where it is installed
    True
    """

    def __call__(self, rows: RowArray, *, threads: int = 1) -> Forms:
        """Return the form of each puzzle; the number of threads does not change the result."""


class ClauseSolver(Protocol):
    """A SAT solver loaded with clauses. It keeps its learnt clauses from solve to solve.

    >>> from nonet.solvers import find_backend
    >>> solver = find_backend("pysat:minisat22").cores([[-1, -2], [3]])
    >>> solver.solve(Limits(), [1]), solver.model()
    (True, [1, -2, 3])
    >>> solver.solve(Limits(), [1, 2, 3]), sorted(solver.core())
    (False, [1, 2])
    >>> solver.close()
    """

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""

    def solve(self, limits: Limits = ..., assumptions: Sequence[int] = ()) -> bool | None:
        """Tell whether the clauses can be satisfied under assumptions; None at a limit."""

    def model(self) -> list[int]:
        """Return the model of a satisfied solve: the literal of each variable, in order."""

    def core(self) -> list[int]:
        """Return the assumptions that made the last solve unsatisfiable, or fewer that suffice."""

    def prefer(self, literals: Iterable[int]) -> None:
        """Ask the solver to try to make these literals true first, if it supports that."""

    def is_consistent(self, assumptions: Sequence[int]) -> bool:
        """Tell whether unit propagation of assumptions ends without a contradiction."""

    def close(self) -> None:
        """Free the solver's memory."""


class Prover(ClauseSolver, Protocol):
    """A SAT solver that writes a proof of unsatisfiability.

    >>> from nonet.solvers import find_backend
    >>> solver = find_backend("pysat:cadical195").proofs([[1, 2], [-1, 2], [1, -2], [-1, -2]])
    >>> solver.solve(Limits()), solver.proof()[-1]
    (False, '0')
    >>> solver.close()
    """

    def proof(self) -> list[str]:
        """Return the lines of the proof, in DRAT."""


#: The largest cost at which all steps of equal cost are compared. At higher costs there may be
#: thousands of steps, so only steps that remove the first removable mark are compared.
COMPARED = 3


class StepTask(NamedTuple):
    """The input of a search for steps. Clauses are lists of literals, as in DIMACS.

    The variables 1 to `marks` are pencil marks. The `background` clauses always hold and cost
    nothing. Each background clause without negations lists the marks of a cell. A *use* is a rule,
    applied to one place of the board, that a step may cite. Each item of `uses` is a list of
    clauses over marks, and over auxiliary variables that no other use shares and that have numbers
    above the marks. The clauses of a use contain all marks, even removed ones, so that no use
    contains consequences of others. `solution` has the marks of the only solution.

    >>> [use] = [[[1, 3], [-1, -3]]]  # of two cells with two values, exactly one has the first
    >>> StepTask(4, [[1, 2], [-1, -2], [3, 4], [-3, -4]], [use], {1, 4}).marks
    4
    """

    marks: int
    background: Sequence[Sequence[int]]
    uses: Sequence[Sequence[Sequence[int]]]
    solution: Collection[int]


class FoundStep(NamedTuple):
    """The numbers of the uses of a step, from 0, and all marks that these uses remove together.

    No step has fewer uses than `least`. If a limit of nodes ended the search, `cut_off` is set, and
    a better step of the same cost may exist.

    >>> FoundStep((3, 5), (17,), least=2).exact
    True
    """

    uses: tuple[int, ...]
    removed: tuple[int, ...]
    least: int
    cut_off: bool = False

    @property
    def exact(self) -> bool:
        """Whether it is proven that no step has fewer uses."""
        return len(self.uses) <= self.least


class StepSearch(Protocol):
    """Finds the cheapest step from each board to the next; keeps learnt clauses between steps.

    A step is a set of uses (see `StepTask`) that, with the marks on the board, removes a mark. Its
    cost is the number of uses. Of the cheapest steps, steps that leave a cell with a single mark
    are preferred; among these, steps that remove the most marks; among these, the step whose sorted
    removed marks and uses come first in the order of tuples. Above a cost of `COMPARED`, the search
    compares only steps that remove the first removable mark.

    >>> from nonet.solvers import find_backend
    >>> find_backend("norvig").steps is None  # it cannot
    True
    """

    def next(self, live: Collection[int], nodes: int | None = None) -> FoundStep | None:
        """Return the cheapest step on a board with these marks; None on the solution.

        Each board must have only marks that were on the last board. If the limit of nodes ends the
        search, the step is marked as cut off, and `least` is the proven bound.
        """

    def close(self) -> None:
        """Free the memory."""


class Taken(NamedTuple):
    """The next solutions of a listing: their number, and the solutions that were requested.

    `end` is set if the listing has no further solutions.

    >>> Taken(2, [(1, 2), (2, 1)], end=True).found
    2
    """

    found: int
    kept: list[Solution]
    end: bool


class Listing(Protocol):
    """Enumerates the solutions of one puzzle, without an `Answer` for each.

    Each solution occurs once. The listing does not check solutions; the caller has to do it.

    >>> from nonet.solvers import find_backend
    >>> find_backend("norvig").listings is None  # it cannot; `native` can, where it is installed
    True
    """

    #: Whether it is quicker to split the puzzle and to list the pieces in parallel.
    side_by_side: bool

    @property
    def by(self) -> str:
        """The spec of the backend that answers."""

    def take(self, most: int, kept: int = 0, seconds: float | None = None) -> Taken:
        """Count the next solutions, up to `most`, and return the first `kept` of them."""


class Lister(Protocol):
    """Starts listings; returns None for a puzzle that it cannot list.

    >>> from nonet.solvers import find_backend
    >>> find_backend("pysat").listings is None  # SAT solvers cannot enumerate; CP-SAT can
    True
    """

    def __call__(self, puzzle: Puzzle, *, few: bool = False) -> Listing | None:
        """Return the listing of a puzzle; `few` tells that only a few solutions will be taken."""
