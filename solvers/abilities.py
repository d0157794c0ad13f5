"""Optional abilities of backends. If a backend lacks an ability, the field of `Backend` is None.

Callers test these fields, and never compare a backend's name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from nonet.puzzle import Puzzle
from nonet.solvers.answers import Solution
from nonet.system.limits import Limits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    #: Many classic puzzles of 81 bytes each: an array ``uint8[n, 81]``, or bytes in which all
    #: puzzles are equally far apart.
    RowArray: TypeAlias = NDArray[np.uint8] | bytes | bytearray | memoryview


class Results(NamedTuple):
    """The results for an array of puzzles.

    `counts` has the number of solutions of each puzzle, up to the limit. `finished` is False if the
    time was up before. `solutions` has the requested number of solutions. If a puzzle has fewer,
    the last rows are zeros.
    """

    counts: NDArray[np.uint64]
    finished: NDArray[np.bool_]
    solutions: NDArray[np.uint8]


class RowSolver(Protocol):
    """Answers arrays of classic puzzles."""

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

        `solutions` is ``uint8[n, kept, 81]``, and every solution is checked. The counts do not
        depend on the number of threads, but the choice of the kept solutions may.
        """


class Forms(NamedTuple):
    """Canonical forms of classic puzzles, and for each puzzle a symmetry that leads to its form.

    In `forms`, 0 is an empty cell. `cells` has the original cell for each cell of a form. `values`
    has the new value for each value. Together, ``forms[i] == values[i][puzzle[cells[i]]]``.
    `automorphisms` counts the symmetries that turn a puzzle into its form.
    """

    forms: NDArray[np.uint8]
    cells: NDArray[np.uint8]
    values: NDArray[np.uint8]
    automorphisms: NDArray[np.uint64]


class FormFinder(Protocol):
    """Finds the canonical forms of arrays of classic puzzles."""

    def __call__(self, rows: RowArray, *, threads: int = 1) -> Forms:
        """Return the form of each puzzle. The result does not depend on the number of threads."""


class ClauseSolver(Protocol):
    """A SAT solver that keeps clauses and learnt clauses from one solve to the next.

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
        """Tell whether the clauses can be satisfied under assumptions. Return None at a limit."""

    def model(self) -> list[int]:
        """Return the model that the last solve found: the true literal of each variable."""

    def core(self) -> list[int]:
        """Return some assumptions of the last solve that contradict the clauses."""

    def prefer(self, literals: Iterable[int]) -> None:
        """Ask the solver to try these literals first. Some solvers ignore this."""

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
        """Return the lines of the proof, in the format DRAT."""


#: A search for steps compares all steps of a cost up to this number. There may be thousands of more
#: expensive steps. Of these, the search only compares steps that remove the first removable mark.
COMPARED = 3


class StepTask(NamedTuple):
    """The input of a search for steps. Clauses are lists of literals, as in DIMACS.

    The variables 1 to `marks` are pencil marks. Higher variables are auxiliary. The `background`
    clauses cost nothing. If such a clause has no negations, it lists the marks of a cell.

    A *use* is one application of a rule, such as "row 3 has all values". Each item of `uses` has
    the clauses of one use, with auxiliary variables of its own. `solution` has the marks of the
    only solution, and other marks that no step may remove.
    """

    marks: int
    background: Sequence[Sequence[int]]
    uses: Sequence[Sequence[Sequence[int]]]
    solution: Collection[int]


class FoundStep(NamedTuple):
    """A step: the indices of the uses that it cites, and the marks that it removes.

    The search has proved that every step cites at least `least` uses. If a node limit ended the
    search, `cut_off` is set. Then there may be a better step of the same cost.
    """

    uses: tuple[int, ...]
    removed: tuple[int, ...]
    least: int
    cut_off: bool = False

    @property
    def exact(self) -> bool:
        """Whether the search has proved that no step cites fewer uses."""
        return len(self.uses) <= self.least


class StepSearch(Protocol):
    """Finds the cheapest step on one board after another.

    A step is a set of uses (see `StepTask`). These uses and the marks on the board imply that a
    mark can be removed. The cost of a step is the number of its uses.

    Among the cheapest steps, the search prefers a step that leaves a cell with a single mark, and
    then a step that removes the most marks (see also `COMPARED`).
    """

    def next(self, live: Collection[int], nodes: int | None = None) -> FoundStep | None:
        """Return the cheapest step on a board of live marks, or None if the board is solved.

        The last board must have had all these marks.
        """

    def close(self) -> None:
        """Free the memory."""


class Taken(NamedTuple):
    """The result of `Listing.take`: how many solutions it found, and the first of them.

    `end` is set if the listing has no more solutions.
    """

    found: int
    kept: list[Solution]
    end: bool


class Listing(Protocol):
    """Enumerates the solutions of one puzzle, each of them once. The caller has to check them."""

    #: Whether it saves time to split the puzzle and list the parts in parallel.
    side_by_side: bool

    @property
    def by(self) -> str:
        """The spec of the backend that answers."""

    def take(self, most: int, kept: int = 0, seconds: float | None = None) -> Taken:
        """Find up to `most` further solutions, and return the first `kept` of them."""


class Lister(Protocol):
    """Starts listings."""

    def __call__(self, puzzle: Puzzle, *, few: bool = False) -> Listing | None:
        """Return a listing of the puzzle's solutions, or None if the backend cannot list them.

        Set `few` if only a few solutions will be taken.
        """


#: A sample ends at a goal above this, because weights are floating-point numbers.
MOST_WEIGHT = 1e300


class Sampled(NamedTuple):
    """A sample of the nodes of a search tree, with a weight for each node.

    `solutions` is the sum of the weights of all solutions. Its expected value is the number of
    solutions. `nodes` has the same for the nodes with each number of open cells. `goals` are those
    at the end. `kept` has a few of the solutions, which the caller has to check.
    """

    solutions: float
    nodes: list[float]
    goals: list[float]
    kept: list[Solution]


class Sampler(Protocol):
    """Visits a random sample of the search tree of a puzzle."""

    def __call__(self, puzzle: Puzzle, goals: list[float], due: list[float], most: int) -> Sampled:
        """Visit a sample. `goals` has the desired weight for each number of open cells.

        The search visits only some of the nodes that are lighter than their goal, and gives these
        the goal as their weight. `due` has a random number from 0 to 1 for each number of open
        cells. It decides which nodes are visited. After each `most` visits with the same number of
        open cells, that goal doubles.
        """


#: A cell, a value, and whether the cell has it, in a recorded search. Auxiliary variables have a
#: number instead of the value, and the cell `AUXILIARY`.
Literal: TypeAlias = tuple[int, int, bool]
AUXILIARY = -1


class Event(NamedTuple):
    """One step of a search.

    A clause is a list of literals of which at least one is true.

    ==============  ===========================================================================
    ``decide``      The solver tries `literal`.
    ``follow``      `literal` follows, because all other literals of `clause` are false.
    ``remove``      Candidates are gone.
    ``conflict``    All literals of `clause` are false.
    ``learn``       The solver keeps `clause`, which follows from the puzzle.
    ``back``        The solver undoes decisions until `depth` decisions remain.
    ``restart``     The same, but without a conflict.
    ``solved``      The solution is found.
    ``none``        There is no solution.
    ==============  ===========================================================================

    `depth` is the number of open decisions. `changes` has the mask of the remaining values of each
    cell that has changed since the last event.
    """

    kind: str
    depth: int
    literal: Literal | None
    clause: tuple[Literal, ...]
    changes: tuple[tuple[int, int], ...]


class Trace(NamedTuple):
    """The events of a search. `about` describes the solver in a few words.

    `start` has the mask of each cell before the first event. If the recording was full or the time
    was up, the last event is neither ``solved`` nor ``none``.
    """

    about: str
    start: tuple[int, ...]
    events: tuple[Event, ...]
    solution: Solution | None


#: Records the search for the first solution of a puzzle. The number is the most events.
Tracer: TypeAlias = Callable[[Puzzle, int], Trace]
