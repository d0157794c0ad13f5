"""The compiled engines."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from nonet.model.automata import Automaton

def isas() -> list[str]:
    """Name the instruction sets that the engine is built for and this machine has, best first."""

def environment(name: str) -> str | None:
    """Return what an environment variable holds: as `os.environ`, in a tenth of the time."""

def run_batch(
    rows: NDArray[np.uint8],
    counts: NDArray[np.uint64],
    finished: NDArray[np.bool_],
    solutions: NDArray[np.uint8],
    isa: str,
    limit: int,
    threads: int,
    verify: bool,
    seconds: float | None,
) -> int | None:
    """Solve the rows; return the first puzzle whose solutions the checker refuses, if any.

    As many solutions of each puzzle are kept as `solutions` has room for.
    """

def canonize(
    rows: NDArray[np.uint8],
    forms: NDArray[np.uint8],
    cells: NDArray[np.uint8],
    digits: NDArray[np.uint8],
    automorphisms: NDArray[np.uint64],
    threads: int,
) -> None:
    """Find the canonical forms of the rows, a way there, and the number of all such ways."""

class LockstepSearch:
    """One classic puzzle, solution by solution."""

    def __init__(self, givens: tuple[int | None, ...], isa: str) -> None: ...
    def solve(
        self, guesses: int | None, seconds: float | None
    ) -> tuple[tuple[int, ...] | None, bool, int]:
        """Return a solution that is not blocked, whether there are no more, and the guesses.

        Without a solution, and if there may be more, a limit was reached.
        """

    def block(self, values: tuple[int, ...]) -> None:
        """Never return this grid again."""

class GeneralAutomaton:
    """The next state, or -1, by state and then by value; state 0 is the first."""

    def __init__(self, values: int, next: Sequence[int], accepting: Sequence[int]) -> None: ...

class GeneralModel:
    """Primitives over cells and value indices, as the general engine has them.

    `kinds` are their classes: `AllDifferent`, `Relation`, `Linear`, `Count`, `Regular`,
    `Candidates`, `AnyOf`. `partners` lists, for each of the values for a first cell, the mask of
    those for a second that a relation allows; `depth` limits alternatives in alternatives.
    """

    def __init__(
        self,
        cells: int,
        values: range,
        constraints: Sequence[object],
        kinds: tuple[type, ...],
        partners: Callable[[frozenset[tuple[int, int]], range], Sequence[int]],
        automaton: Callable[[Automaton, range], GeneralAutomaton],
        depth: int,
    ) -> None: ...
    @property
    def refusal(self) -> str | None:
        """Why the engine cannot take it."""

class GeneralEngine:
    """A compiled model; each search of it starts from domains of its own."""

    def __init__(self, model: GeneralModel) -> None: ...
    @property
    def learns(self) -> bool:
        """Whether its searches can learn: there are relations alone, no cliques of them."""

    def search(self, domains: Sequence[int], patience: int | None = None) -> GeneralSearch:
        """Start a search, which learns after `patience` nodes without a solution, if ever."""

class GeneralSearch:
    """Visits every solution once, and stands still between calls."""

    def run(self, nodes: int | None, seconds: float | None) -> str:
        """Go on; return "solution", "finished", or the limit reached, "nodes" or "seconds".

        The limit of nodes is for nodes and conflicts together. A search that stands at a solution
        stays there.
        """

    def take(self, most: int, kept: int, seconds: float | None) -> tuple[str, int, bytes]:
        """Go past up to `most` solutions; return why it stopped, and how many there were.

        It stops at "solution" if there were as many, when "finished", or at "seconds". Of the first
        `kept` the values come too, a byte each, as indices from 0.
        """

    def solution(self) -> tuple[int, ...]:
        """Return the values where it stands."""

    def pass_over(self) -> None:
        """Let it go on from the solution where it stands."""

    @property
    def nodes(self) -> int:
        """How many nodes the search tree has so far."""

    @property
    def conflicts(self) -> int:
        """How many conflicts it has learnt from."""

    @property
    def calls(self) -> int:
        """How many propagators ran so far, and literals were propagated."""

class StepModel:
    """What a search for steps is about: clauses as in `nonet.solvers.StepTask`."""

    def __init__(
        self,
        marks: int,
        background: Sequence[Sequence[int]],
        uses: Sequence[Sequence[Sequence[int]]],
    ) -> None: ...

class StepSearch:
    """The search for the cheapest step, as `nonet.solvers.StepSearch` describes it."""

    def __init__(self, model: StepModel, solution: Sequence[int], compared: int) -> None: ...
    def next(
        self, live: Sequence[int], nodes: int | None, require: Callable[[], None]
    ) -> tuple[tuple[int, ...], tuple[int, ...], int, bool] | None:
        """Return the uses of a step, the marks they remove, the least cost, and if it was cut off.

        It calls `require` every few milliseconds, which may raise.
        """
