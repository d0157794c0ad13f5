"""The compiled engines."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from nonet.model.automata import Automaton
from nonet.solvers.abilities import Results

#: The compiler of the engines, its version, and the flags of all files.
compiler: str

def isas() -> list[str]:
    """Return the instruction sets that the engines and this machine support, best first."""

def environment(name: str) -> str | None:
    """Return an environment variable. This takes a tenth of the time of `os.environ`."""

def run_batch(
    results: type[Results],
    rows: object,
    isa: str | None,
    limit: int,
    kept: int | None,
    threads: int,
    verify: bool,
    seconds: float | None,
) -> Results | int | None:
    """Solve the rows. Return `results`, or the first row with a wrong solution.

    Return None if the rows are no array of 81 bytes each. If `kept` is None, there is one solution
    of each row, without an axis.
    """

def canonize(
    rows: NDArray[np.uint8],
    forms: NDArray[np.uint8],
    cells: NDArray[np.uint8],
    digits: NDArray[np.uint8],
    automorphisms: NDArray[np.uint64],
    threads: int,
) -> None:
    """Find each row's canonical form, a symmetry that leads to it, and how many do."""

class LockstepSearch:
    """Finds the solutions of one classic puzzle, one by one."""

    def __init__(self, givens: tuple[int | None, ...], marks: tuple[int, ...] | None) -> None: ...
    def solve(
        self, guesses: int | None, seconds: float | None
    ) -> tuple[tuple[int, ...] | None, bool, int]:
        """Return a solution that is not blocked, whether no other is left, and the guesses.

        If there is no solution, and others may be left, the search has reached a limit.
        """

    def take(
        self, most: int, kept: int, seconds: float | None
    ) -> tuple[int, list[tuple[int, ...]], bool]:
        """Find at most `most` further solutions.

        Return their number, the first `kept` of them, and whether the search is over.
        """

    def block(self, values: tuple[int, ...]) -> None:
        """Forbid this grid."""

class GeneralAutomaton:
    """An automaton. `next` has the next state, or -1, for each state and value, from state 0 on."""

    def __init__(self, values: int, next: Sequence[int], accepting: Sequence[int]) -> None: ...

class GeneralModel:
    """The primitives of a puzzle, over cells and indices of values.

    `kinds` are the classes `AllDifferent`, `Relation`, `Linear`, `Count`, `Regular`, `Candidates`
    and `AnyOf`. `partners` returns, for each value of a relation's first cell, the mask of the
    values that the second cell may have. `depth` limits how deeply alternatives are nested.
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
        """Why the engine does not support the model, or None if it does."""

class GeneralEngine:
    """A compiled model. Each search starts from other domains."""

    def __init__(self, model: GeneralModel) -> None: ...
    @property
    def learns(self) -> bool:
        """Whether searches can learn."""

    def search(self, domains: Sequence[int], patience: int | None = None) -> GeneralSearch:
        """Start a search that may learn after `patience` nodes without a solution. None: never."""

    def sample(
        self, domains: Sequence[int], goals: list[float], due: list[float], most: int
    ) -> GeneralSearch:
        """Start a search that visits a sample of the tree."""

class GeneralSearch:
    """Visits every solution once, and pauses between calls."""

    def run(self, nodes: int | None, seconds: float | None) -> str:
        """Continue. Return "solution", "finished", or the reached limit, "nodes" or "seconds".

        The node limit applies to nodes and conflicts together. If the search is at a solution, it
        stays there.
        """

    def take(self, most: int, kept: int, seconds: float | None) -> tuple[str, int, bytes]:
        """Pass up to `most` solutions. Return why the search stopped, and how many it passed.

        The reason is "solution" after `most` solutions, "finished" or "seconds". The bytes are the
        values of the first `kept` solutions, as indices from 0.
        """

    def sampled(self) -> tuple[float, list[float], list[float]]:
        """Return the weights of all solutions and nodes of a sample, and the goals."""

    def solution(self) -> tuple[int, ...]:
        """Return the solution at which the search has paused."""

    def pass_over(self) -> None:
        """Let the search continue past the solution at which it has paused."""

    @property
    def nodes(self) -> int:
        """The nodes of the search tree so far."""

    @property
    def conflicts(self) -> int:
        """The conflicts that the search has learnt from."""

    @property
    def calls(self) -> int:
        """The propagators that have run and the literals that were propagated, so far."""

class StepModel:
    """The clauses of a `nonet.solvers.StepTask`."""

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
        """Return a step's uses, the marks that they remove, the least cost, and `cut_off`.

        The search calls `require` every few milliseconds. `require` may raise an error.
        """
