"""Read and check DRAT proofs that a formula is unsatisfiable.

Each line of a proof adds or deletes a *lemma*. A lemma is a clause that follows from all clauses
before it. A line that deletes an earlier lemma begins with ``d``. The last lemma is the empty
clause::

    -3 17 0
    d -3 17 0
    0
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from nonet.certificates.checker import Checker, Clause
from nonet.system.errors import NonetError

#: A clause as a set of literals. The order of the literals does not matter.
Key = frozenset[int]

#: A function that is called with the number of each line before the line is checked.
Progress = Callable[[int], None]


class ProofError(NonetError, ValueError):
    """A line of a proof was not accepted. Lines are numbered from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message, line)  # pickled as the arguments
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a proof.

    >>> str(Step.of("d -3 17 0"))
    'd -3 17 0'
    """

    literals: tuple[int, ...]
    deletes: bool = False

    @classmethod
    def of(cls, line: str) -> Step:
        """Read a line. Raise `ValueError` if it is not a step."""
        words = line.split()
        deletes = words[:1] == ["d"]
        *literals, end = map(int, words[deletes:])
        if end or 0 in literals:
            raise ValueError("a line must have exactly one 0, at its end")
        return cls(tuple(literals), deletes)

    def __str__(self) -> str:
        return "d " * self.deletes + " ".join(map(str, (*self.literals, 0)))


def tidied(lines: Iterable[str]) -> Iterator[str]:
    """Yield the necessary lines of a solver's proof, ending with the empty clause.

    Solvers also delete clauses of the formula that a fixed variable satisfies. Leave out these
    deletions, which fill most of the file but do not help the checker. Also leave out deletions of
    unit clauses, because DRAT checkers disagree about their meaning.

    >>> list(tidied(["d 1 2 0", "3 4 0", "d 4 3 0", "-5 0"]))
    ['3 4 0', 'd 4 3 0', '-5 0', '0']
    """
    alive: dict[Key, int] = defaultdict(int)
    for line in lines:
        step = Step.of(line)
        key = frozenset(step.literals)
        if not key:
            break
        if not step.deletes:
            alive[key] += 1
            yield str(step)
        elif alive[key] and len(key) > 1:
            alive[key] -= 1
            yield str(step)
    yield "0"


def check(
    lines: Iterable[str],
    formula: Sequence[Sequence[int]],
    variables: int,
    checker: Checker,
    progress: Progress = lambda line: None,
) -> int:
    """Check a proof that the formula in the checker is unsatisfiable. Return the number of lemmas.

    Raise `ProofError` for the first line that does not follow.

    >>> from nonet.certificates.checker import Propagation
    >>> formula = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    >>> check(["1 0", "0"], formula, 2, Propagation(2, formula))
    2
    """
    return _Run(formula, variables, checker, progress).check(lines)


class _Run:
    """A check of one proof, with the lemmas that have not been deleted."""

    def __init__(
        self, formula: Sequence[Sequence[int]], variables: int, checker: Checker, progress: Progress
    ) -> None:
        self._formula = formula
        self._variables = variables
        self._checker = checker
        self._progress = progress
        self._lemmas: dict[Key, list[Clause | None]] = defaultdict(list)

    def check(self, lines: Iterable[str]) -> int:
        lemmas = number = 0
        is_proved = False
        for number, line in enumerate(lines, 1):
            self._progress(number)
            if is_proved:
                raise ProofError("lines after the empty clause", number)
            try:
                step = self._step(line)
                self._take(step)
            except ValueError as error:
                raise ProofError(str(error), number) from None
            lemmas += not step.deletes
            is_proved = not (step.literals or step.deletes)
        if not is_proved:
            raise ProofError("the proof ends before the empty clause", number + 1)
        return lemmas

    def _step(self, line: str) -> Step:
        try:
            step = Step.of(line)
        except ValueError:
            step = None
        if step is None or str(step) != line:
            raise ValueError(f"{line[:40]!r} is not a line of a proof")
        for literal in step.literals:
            if abs(literal) > self._variables:
                raise ValueError(
                    f"variable {abs(literal)} is not one of the {self._variables} in the formula. "
                    "It would need a RAT step, which is not accepted"
                )
        return step

    def _take(self, step: Step) -> None:
        key = frozenset(step.literals)
        if step.deletes:
            if not self._lemmas[key]:
                raise ValueError(f"'{step}' deletes a clause that is not a lemma")
            self._checker.delete(self._lemmas[key].pop())
            return
        if not self._checker.follows(step.literals):
            raise ValueError(self._refusal(step))
        self._lemmas[key].append(self._checker.add(step.literals))

    def _refusal(self, step: Step) -> str:
        if not step.literals:
            return "the empty clause does not follow by unit propagation"
        if self._is_rat(step.literals):
            return f"'{step}' is a RAT step on {step.literals[0]}, which is not accepted"
        return f"'{step}' does not follow by unit propagation"

    def _is_rat(self, literals: tuple[int, ...]) -> bool:
        """Tell whether a clause is RAT: every resolvent on its first literal follows.

        Adding a RAT clause keeps a formula satisfiable, but may exclude some of its solutions.
        """
        pivot = literals[0]
        lemmas = (key for key, copies in self._lemmas.items() if copies)
        return all(
            self._checker.follows((*literals, *(lit for lit in clause if lit != -pivot)))
            for clauses in (self._formula, lemmas)
            for clause in clauses
            if -pivot in clause
        )
