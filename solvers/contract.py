"""The contract of all solvers: backends, the sessions that they open, and their providers.

A *backend* is a named way to answer questions. Its method `open` starts a *session* on a puzzle. To
find several solutions, call `solve`, then `block` with the solution, then `solve` again. The
session checks every solution by the rules' definitions.

A *provider* tells the registry which backends a solver has, and builds them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import groupby, islice
from typing import TYPE_CHECKING, NoReturn

import nonet
from nonet.formats import PuzzleLike, as_puzzle, as_puzzles
from nonet.puzzle import Puzzle
from nonet.solvers.abilities import (
    ClauseSolver,
    FormFinder,
    Lister,
    Prover,
    RowSolver,
    Sampler,
    StepSearch,
    StepTask,
    Tracer,
)
from nonet.solvers.answers import SATISFIED, UNKNOWN, Answer, Solution, Times
from nonet.solvers.engines import Engine, Freed, Stream, each_answer, within_deadline
from nonet.solvers.errors import BackendError, WrongAnswer
from nonet.system.errors import BackendUnavailable, PuzzleError
from nonet.system.limits import (
    Limits,
    LimitsLike,
    TimeUp,
    check_limits,
    limited_to,
    require_unstopped,
)
from nonet.validity import is_solution, violations

if TYPE_CHECKING:
    from nonet.encodings.options import Encoding


class Session:
    """Asks an engine about one puzzle, and checks its solutions. A session is a context manager.

    The first solve makes the engine, within its limits. If there is not enough time, the answer is
    unknown, and the next solve tries again. Without `verify`, the solutions are not checked.

    >>> from nonet.formats import classic
    >>> from nonet.solvers import find_backend
    >>> with find_backend("norvig").open(classic("1234341221434321", order=2)) as session:
    ...     answer = session.solve()
    ...     session.block(answer.solution)
    ...     print(answer.status, session.solve().status)
    satisfied unsatisfiable
    """

    def __init__(self, puzzle: Puzzle, backend: Backend, seed: int, *, verify: bool) -> None:
        self.puzzle = puzzle
        self.spec = backend.spec
        self._make = backend.make
        self._seed = seed
        self._verify = verify
        self._engine: Engine | None = None
        self._blocked: set[Solution] = set()
        #: Blocked solutions whose answers are not yet in the set, because hashing takes time.
        self._to_block: list[Solution] = []

    def solve(self, limits: LimitsLike = Limits()) -> Answer:
        """Find a solution that is not blocked, and check it."""
        limits = within_deadline(Limits.of(limits))
        if limits.seconds is None and limits.memory is None and limits.cancel is None:
            answer = (self._engine or self._started()).solve(limits)
        else:
            answer = self._solve_within(limits)
        if answer.status is UNKNOWN:
            check_limits()
        if self._verify:
            self._check(answer)
        # Change the frozen answer, because a copy would take too long. No caller has it yet.
        answer.__dict__["puzzle"] = self.puzzle
        return answer

    def block(self, solution: Solution) -> None:
        """Forbid a grid for all later solves."""
        self.puzzle.grid.require_each(solution, "value")
        solution = tuple(solution)
        self._to_block.append(solution)
        if self._engine is not None:
            self._engine.block(solution)

    def answers(self, limits: LimitsLike = Limits(), *, together: bool = False) -> Iterator[Answer]:
        """Yield answers with different solutions.

        The last answer has no solution, and its status tells why. The limits apply to each answer.
        If `together` is set, the seconds are a limit for all answers in total.
        """
        return each_answer(self, Limits.of(limits), together=together)

    def close(self) -> None:
        engine, self._engine = self._engine, _CLOSED
        if engine is not None:
            engine.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _started(self) -> Engine:
        engine = self._make(self.puzzle, self._seed)
        for solution in self._to_block:
            engine.block(solution)
        self._engine = engine
        return engine

    def _solve_within(self, limits: Limits) -> Answer:
        start = time.perf_counter()
        try:
            with limited_to(limits):
                require_unstopped()  # quick solvers may never check for a cancellation
                engine = self._engine or self._started()
                return engine.solve(limits.after(time.perf_counter() - start))
        except TimeUp:
            spent = time.perf_counter() - start
            times = Times(solve=spent) if self._engine else Times(encode=spent)
            return Answer(UNKNOWN, times=times)

    def _check(self, answer: Answer) -> None:
        _require_kept(answer, self.spec)
        solution = answer.solution
        if solution is None:
            return
        if self._to_block:
            self._blocked.update(map(self.puzzle.grid.answer, self._to_block))
            self._to_block.clear()
        if self._blocked and self.puzzle.grid.answer(solution) in self._blocked:
            raise WrongAnswer(f"{self.spec} found a blocked grid again")
        _require_grid(self.puzzle, solution, self.spec)


class _Closed(Freed):
    def solve(self, *_: object) -> NoReturn:
        raise RuntimeError("the session is closed: open a new session")

    block = solve


_CLOSED = _Closed()


def _require_kept(answer: Answer, spec: str) -> None:
    if (answer.status is SATISFIED) != (answer.solution is not None):
        returned = "no solution" if answer.solution is None else "a solution"
        raise WrongAnswer(f"{spec} answered '{answer.status}' but returned {returned}")


def require_right(puzzle: Puzzle, solutions: Sequence[Solution], by: str) -> None:
    """Raise `WrongAnswer` if a solution is wrong or occurs twice.

    >>> from nonet.formats import classic
    >>> require_right(classic("1..."), [(1, 2, 2, 1)], "native")
    >>> require_right(classic("1..."), [(1, 2, 2, 1)] * 2, "native")
    Traceback (most recent call last):
    nonet.solvers.errors.WrongAnswer: native found a grid twice
    """
    if len(solutions) == 1:
        _require_grid(puzzle, solutions[0], by)
    else:
        _require_grids([(puzzle, solution) for solution in solutions], by)
    if are_repeated(puzzle, solutions):
        raise WrongAnswer(f"{by} found a grid twice")


def are_repeated(puzzle: Puzzle, solutions: Sequence[Solution]) -> bool:
    """Tell whether several of the solutions have the same answer."""
    return len(set(map(puzzle.grid.answer, solutions))) < len(solutions)


def _require_grids(found: Sequence[tuple[Puzzle, Solution]], by: str) -> None:
    from nonet.validity.arrays import wrong_grids  # loads numpy

    for puzzle, solution in found:
        if None in solution:
            _require_grid(puzzle, solution, by)
    for row in wrong_grids([puzzle for puzzle, _ in found], [solution for _, solution in found]):
        _require_grid(*found[row], by)


def _require_grid(puzzle: Puzzle, solution: Solution, by: str) -> None:
    if not is_solution(puzzle, solution):
        if None in solution:
            raise WrongAnswer(f"{by} left cells empty")
        raise WrongAnswer(f"{by} gave a wrong grid: {violations(puzzle, solution)[0]}")


@dataclass(frozen=True)
class Backend:
    """A named way to answer questions. `spec` is its full name.

    `make` builds the engine from a puzzle and a seed. Deterministic solvers ignore the seed.
    `stream` builds a `Stream`. For puzzles and limits that this stream cannot handle, it uses the
    slower stream that it gets as its argument.

    `rows`, `forms`, `cores`, `proofs`, `steps`, `listings`, `samplers` and `trace` are optional
    abilities (`nonet.solvers.abilities`). If a backend chooses among other backends, `picks` tells
    which one answers a puzzle, and why.

    The backend answers a text of `portion` bytes, with a puzzle on each line, within a few tenths
    of a second. `isa` is the processor's instruction set, if the order of solutions may depend on
    it. `compiler` names the compiler and its flags, if nonet compiled the backend.

    >>> from nonet.solvers import find_backend
    >>> with find_backend("norvig").open("12..34..2......3") as session:
    ...     print(session.solve().status)
    satisfied
    """

    spec: str
    make: Callable[[Puzzle, int], Engine]
    stream: Callable[[Stream], Stream] | None = None
    rows: RowSolver | None = None
    forms: FormFinder | None = None
    cores: Callable[[Iterable[Sequence[int]]], ClauseSolver] | None = None
    proofs: Callable[[Iterable[Sequence[int]]], Prover] | None = None
    steps: Callable[[StepTask], StepSearch] | None = None
    listings: Lister | None = None
    samplers: Callable[[Puzzle], Sampler | None] | None = None
    trace: Tracer | None = None
    picks: Callable[[Puzzle], str] | None = None
    portion: int = 1 << 14
    isa: str | None = None
    compiler: str | None = None

    def open(self, puzzle: PuzzleLike, *, seed: int = 0, verify: bool = True) -> Session:
        """Start a session. If `verify` is False, it does not check its solutions."""
        return Session(as_puzzle(puzzle), self, seed, verify=verify)

    def answer_many(
        self, puzzles: Iterable[PuzzleLike], limits: LimitsLike = Limits(), most: int = 1
    ) -> Iterator[list[Answer]]:
        """Yield at most `most` checked answers with different solutions for each puzzle.

        If there are fewer solutions, the last answer has none, and its status tells why. The limits
        apply to each answer.
        """
        if most < 1:
            raise ValueError(f"the number of answers to each puzzle must be at least 1, not {most}")
        limits = Limits.of(limits)
        sessions = OneByOne(self.open)
        with closing(self.stream(sessions) if self.stream else sessions) as stream:
            for chunk in _chunks(as_puzzles(puzzles)):
                answers = stream.ask(chunk, limits, most)
                if any(of_puzzle[-1].status is UNKNOWN for of_puzzle in answers):
                    check_limits()
                self.verify(chunk, answers)
                yield from answers

    def verify(self, puzzles: Sequence[Puzzle], answers: Sequence[Sequence[Answer]]) -> None:
        """Raise `WrongAnswer` if a solution is wrong, or occurs twice for one puzzle."""
        found: list[list[Solution]] = []
        for of_puzzle in answers:
            for answer in of_puzzle:
                _require_kept(answer, self.spec)
            found.append([answer.solution for answer in of_puzzle if answer.solution is not None])
        pairs = list(zip(puzzles, found, strict=True))
        grids = [(puzzle, solution) for puzzle, solutions in pairs for solution in solutions]
        _require_grids(grids, self.spec)
        if any(are_repeated(*pair) for pair in pairs):
            raise WrongAnswer(f"{self.spec} found a blocked grid again")


class OneByOne(Freed):
    """A stream that opens a session for each puzzle.

    If `together` is set, the seconds are a limit for all answers to a puzzle in total.
    """

    def __init__(self, start: Callable[[Puzzle], Session], *, together: bool = False) -> None:
        self._start = start
        self._together = together

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        return [self._ask(puzzle, limits, most) for puzzle in puzzles]

    def _ask(self, puzzle: Puzzle, limits: Limits, most: int) -> list[Answer]:
        with self._start(puzzle) as session:
            return list(islice(session.answers(limits, together=self._together), most))


#: How many puzzles a stream answers before their solutions are checked together. A larger number
#: would delay the first answers.
CHUNK = 256


def _chunks(puzzles: Iterable[Puzzle]) -> Iterator[list[Puzzle]]:
    for _, same in groupby(puzzles, key=lambda puzzle: id(puzzle.geometry)):
        while chunk := list(islice(same, CHUNK)):
            yield chunk


# --- providers ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Description:
    """A line of `nonet backends`. If the backend cannot run here, `missing` gives the reason."""

    spec: str
    summary: str
    version: str = ""
    capabilities: tuple[str, ...] = ()
    missing: str | None = None


@dataclass(frozen=True)
class Provider:
    """Describes and builds all backends whose spec begins with `name`.

    `build` takes a variant, which may be empty, and options. It raises `BackendError` for an
    unknown variant or option, and `BackendUnavailable` if the backend cannot run here.
    """

    name: str
    describe: Callable[[], list[Description]]
    build: Callable[[str, tuple[str, ...]], Backend]


def encoding_of(name: str, options: Iterable[str], no_native: str | None) -> Encoding:
    """Return the encoding that options choose. An error message begins with `name`.

    `no_native` says why a solver has no native cardinality constraints.
    """
    from nonet.encodings.options import NATIVE, Encoding

    try:
        encoding = Encoding.of(options)
    except PuzzleError as error:
        raise BackendError(f"{name}: {error}") from None
    if no_native and encoding.at_most_one == NATIVE:
        raise BackendError(no_native)
    return encoding


def single_backend(
    name: str,
    summary: str,
    make: Callable[[Puzzle, int], Engine],
    capabilities: tuple[str, ...],
    *,
    package: str = "nonet",
    module: str = "nonet",
    listings: Lister | None = None,
    trace: Tracer | None = None,
) -> Provider:
    """Return the provider of a single backend. The backend may need an optional Python package."""
    missing = f"{package} is not installed: pip install {package}"

    def describe() -> list[Description]:
        from importlib.metadata import version

        if find_spec(module) is None:
            return [Description(name, summary, "", capabilities, missing)]
        release = nonet.__version__ if package == "nonet" else version(package)
        return [Description(name, summary, release, capabilities)]

    def build(variant: str, options: tuple[str, ...]) -> Backend:
        if variant or options:
            raise BackendError(f"{name} takes no variant or option")
        if find_spec(module) is None:
            raise BackendUnavailable(missing)
        return Backend(name, make, listings=listings, trace=trace)

    return Provider(name, describe, build)
