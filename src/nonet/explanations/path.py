"""The path to the solution: the cheapest step, repeated until all values are placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import overload

from nonet.explanations.page import framed, page
from nonet.explanations.search import TreeSearch, open_search
from nonet.explanations.steps import Board, Step, naked_single, step_by, struck_by, without
from nonet.explanations.uses import Unit, task_of, uses_of
from nonet.formats import PuzzleLike, as_puzzle
from nonet.formats.text import counted
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, check
from nonet.solvers import Limits, LimitsLike, Solution
from nonet.system.errors import PuzzleError
from nonet.system.limits import TimeUp, check_limits, limited_to

#: The default limit on questions to the SAT solver for each step. They take a few seconds.
NODES = 100_000


@dataclass(frozen=True, repr=False)
class Explanation(Sequence[Step]):
    """The result of `explain`: a sequence of steps.

    `kind` is the verdict on the puzzle. Only a puzzle with exactly one solution has steps. `unit`
    tells what counts as one use. If a limit ended the search, `complete` is False.

    >>> path = explain("12..34..2......3")
    >>> path.hardest, len(path), path.complete
    (1, 10, True)
    """

    puzzle: Puzzle
    unit: Unit
    kind: Kind
    steps: tuple[Step, ...] = ()
    complete: bool = True

    @property
    def hardest(self) -> int:
        """The cost of the hardest step, or 0 if there are no steps."""
        return max((step.cost for step in self.steps), default=0)

    @property
    def least(self) -> int:
        """A lower bound on the cost of the hardest step, for every path of the puzzle."""
        return max((step.least for step in self.steps), default=0)

    @property
    def exact(self) -> bool:
        """Whether the hardest cost is certain."""
        return self.complete and self.hardest == self.least

    def by_cost(self) -> dict[int, int]:
        """Return the number of steps of each cost."""
        return dict(sorted(Counter(step.cost for step in self.steps).items()))

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        return self.steps[index]

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        return f"<Explanation: {self.summary}>"

    def __str__(self) -> str:
        lines = [line(number, step) for number, step in enumerate(self.steps, start=1)]
        return "\n".join([*lines, self.summary])

    def page(self) -> str:
        """Return the steps as an HTML document that opens offline."""
        return page(self.puzzle.label or "The path to the solution", self.steps, self.summary)

    def _repr_html_(self) -> str:
        return framed(self.page()) if self.steps else f"<p>{self.summary}</p>"

    @property
    def summary(self) -> str:
        """The outcome in a line."""
        if self.kind is not Kind.UNIQUE:
            return not_unique("path", self.kind)
        text = f"{counted(len(self.steps), 'step')}, hardest {self.hardest}"
        if self.hardest > self.least:
            text += f" (at least {self.least})"
        return text if self.complete else f"{text}; not complete: a limit was reached"


def not_unique(thing: str, kind: Kind) -> str:
    """Return the reason why a puzzle without a unique solution has no path, hint or rating."""
    if kind is Kind.UNKNOWN:
        return "unknown: a limit was reached"
    return (
        f"no {thing}: the puzzle has {'no solution' if kind is Kind.NONE else 'several solutions'}"
    )


def line(number: int, step: Step) -> str:
    """Return a step as a line of a list, with its cost.

    >>> print(line(1, explain("12..34..2......3")[0]))
      1. [1] naked single: r1c4 = 4, the only value left
    """
    cost = str(step.cost) if step.exact else f"{step.least}-{step.cost}"
    return f"{number:3}. [{cost}] {step}"


def unit_of(puzzle: Puzzle, unit: str | None) -> Unit:
    """Return the named unit. The default is "digit" if all rules are houses, or else "rule"."""
    if unit is None:
        is_plain = all(use.house is not None for use in uses_of(puzzle, Unit.RULE))
        return Unit.DIGIT if is_plain else Unit.RULE
    if unit not in list(Unit):
        raise PuzzleError(f"unknown unit {unit!r}. Choose from {', '.join(Unit)}")
    return Unit(unit)


def explain(
    puzzle: PuzzleLike,
    *,
    unit: str | None = None,
    limits: LimitsLike = Limits(),
    each: Callable[[Step], None] = lambda step: None,
) -> Explanation:
    """Return the path to the solution. Each step cites as few rules as possible.

    In the unit ``"digit"``, a house counts once for each digit that the step needs. This is the
    default for puzzles that have only houses. `explain` calls `each` with each step.

    The time limit applies to the whole call. The node limit applies to each step: a node is a
    question to a SAT solver. At the node limit, a step may not be the cheapest.

    >>> print(explain("12..34..2......3").summary)
    10 steps, hardest 1
    """
    puzzle, limits = as_puzzle(puzzle), Limits.of(limits)
    counted_in = unit_of(puzzle, unit)
    kind, steps, complete = Kind.UNKNOWN, list[Step](), False
    with suppress(TimeUp), limited_to(limits):
        verdict = check(puzzle, limits=limits)
        kind = verdict.kind
        if kind is Kind.UNIQUE:
            for step in each_step(puzzle, verdict.witnesses[0], counted_in, limits.nodes):
                steps.append(step)
                each(step)
        complete = kind is not Kind.UNKNOWN
    return Explanation(puzzle, counted_in, kind, tuple(steps), complete)


def first_values(puzzle: Puzzle) -> tuple[int | None, ...]:
    """Return the givens, and the values of cells that are in no constraint, as in a samurai."""
    masks = zip(puzzle.domains, puzzle.geometry.touching, strict=True)
    alone = (0 if constraints else mask for mask, constraints in masks)
    return tuple(
        puzzle.grid.value_of(mask) if given is None and mask.bit_count() == 1 else given
        for given, mask in zip(puzzle.givens, alone, strict=True)
    )


def first_marks(puzzle: Puzzle) -> tuple[int, ...]:
    """Return for each cell all values except the givens that it sees."""
    marks = puzzle.domains
    for cell, value in enumerate(puzzle.givens):
        if value is not None:
            marks = without(puzzle.grid, marks, struck_by(puzzle, marks, (cell, value)))
    return marks


def each_step(
    puzzle: Puzzle, solution: Solution, unit: Unit, nodes: int | None = None
) -> Generator[Step, None, None]:
    """Yield the steps from the givens to the only solution."""
    board = Board(first_values(puzzle), first_marks(puzzle))
    with closing(Guide(puzzle, solution, unit)) as guide:
        while (step := guide.step(board, nodes)) is not None:
            yield step
            board = step.after


class Guide:
    """Finds the next step on each board of a puzzle. Each board has fewer marks than before."""

    def __init__(self, puzzle: Puzzle, solution: Solution, unit: Unit) -> None:
        self._puzzle = puzzle
        self._uses = uses_of(puzzle, unit)
        task = task_of(puzzle, self._uses, solution)
        # The fast search needs one right mark in each cell.
        self._search = TreeSearch(task) if puzzle.grid.has_auxiliary else open_search(task)

    def step(self, board: Board, nodes: int | None = None) -> Step | None:
        """Return a naked single, or else the cheapest step. On a solved board, return None."""
        if None not in self._puzzle.grid.answer(board.values):
            return None
        cell = board.naked
        if cell is not None:
            check_limits()  # the search below checks the limits itself
            return naked_single(self._puzzle, board, cell)
        grid, marks = self._puzzle.grid, enumerate(board.marks)
        live = {grid.mark(cell, value) for cell, mask in marks for value in grid.values_of(mask)}
        found = self._search.next(live, NODES if nodes is None else nodes)
        if found is None:
            return None
        uses = tuple(self._uses[number] for number in found.uses)
        removed = tuple(grid.unmark(mark) for mark in found.removed)
        step = step_by(self._puzzle, board, uses, removed, found.least)
        return replace(step, cut_off=found.cut_off)

    def close(self) -> None:
        self._search.close()
