"""Clauses that make an automaton accept a word. Each state along the word has a variable.

Sums and counts are automata, too: their states are the partial sums, or the counts so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from nonet.encodings.at_most_one import Clause
from nonet.model.constraints import Regular
from nonet.model.grid import Grid
from nonet.system.errors import TooLarge
from nonet.system.limits import check_limits

#: The possible letters at a place of a word, each after a literal that is true if it is there.
Letters: TypeAlias = Sequence[tuple[int, int]]

#: The limit on the number of steps. A step is a pair of a state and a letter.
MOST_STEPS = 2_000_000


@dataclass(frozen=True)
class Walk:
    """The path of a word from a start state to an accepting state.

    Exactly one of the literals at each place is true. `step` returns the next state, or None if the
    letter is not allowed.

    >>> one_of_two = Walk(0, [[(1, 1), (-1, 0)], [(2, 1), (-2, 0)]], int.__add__, {1}.__contains__)
    >>> numbers = iter(range(3, 9))
    >>> list(one_of_two.clauses(lambda place, states: next(numbers)))[:3]
    [[3], [4, 5], [-3, -1, 5]]
    """

    start: int
    letters: Sequence[Letters]
    step: Callable[[int, int], int | None]
    accepts: Callable[[int], bool]

    def clauses(self, new: Callable[[int, tuple[int, ...]], int]) -> Iterator[Clause]:
        """Yield the clauses. Raise `TooLarge` if there would be too many.

        `new` returns a fresh variable. Its arguments tell what the variable means: after this many
        letters, the word has reached one of these states.
        """
        layers = self._viable()
        if not layers[0]:
            yield []
            return
        before = {self.start: new(0, (self.start,))}
        yield [before[self.start]]
        for place, (letters, viable) in enumerate(zip(self.letters, layers[1:], strict=True), 1):
            check_limits()
            alike: dict[int, list[int]] = {}
            for state, number in viable.items():
                alike.setdefault(number, []).append(state)
            numbers = {number: new(place, tuple(states)) for number, states in alike.items()}
            yield list(numbers.values())
            after: dict[int | None, int] = {state: numbers[viable[state]] for state in viable}
            yield from self._steps(before, letters, after)
            chosen = {variable: state for state, variable in after.items() if state is not None}
            before = {state: variable for variable, state in chosen.items()}

    def _steps(
        self, before: dict[int, int], letters: Letters, after: dict[int | None, int]
    ) -> Iterator[Clause]:
        """Yield clauses that derive the next state from a state and a letter, and the reverse."""
        behind: dict[tuple[int, int], list[int]] = {}
        for state, variable in before.items():
            for literal, letter in letters:
                ahead = after.get(self.step(state, letter))
                if ahead is None:
                    yield [-variable, -literal]
                else:
                    yield [-variable, -literal, ahead]
                    behind.setdefault((ahead, literal), []).append(variable)
        for variable in dict.fromkeys(after.values()):
            for literal, _ in letters:
                yield [-variable, -literal, *behind.get((variable, literal), ())]

    def _viable(self) -> list[dict[int, int]]:
        """Number the useful states at each position of the word.

        A state is useful if it lies on a path from the start to an accepting state. Two states get
        the same number if they accept the same endings of the word.
        """
        reached, layers = self._reached(), []
        layers.append({state: 0 for state in sorted(reached.pop()) if self.accepts(state)})
        for letters in reversed(self.letters):
            check_limits()
            ways = tuple(dict.fromkeys(letter for _, letter in letters))
            numbers: dict[tuple[int | None, ...], int] = {}
            ahead: dict[Any, int] = layers[-1]  # a step may lead to None
            layer = {}
            for state in sorted(reached.pop()):
                ends = tuple(ahead.get(self.step(state, letter)) for letter in ways)
                if any(end is not None for end in ends):
                    layer[state] = numbers.setdefault(ends, len(numbers))
            layers.append(layer)
        return layers[::-1]

    def _reached(self) -> list[set[int]]:
        reached, steps = [{self.start}], 0
        for letters in self.letters:
            check_limits()
            ways = {letter for _, letter in letters}
            steps += len(reached[-1]) * len(letters)
            if steps > MOST_STEPS:
                raise TooLarge(
                    f"a sum or an automaton needs more than {MOST_STEPS} steps, which is the limit"
                )
            after = {self.step(state, letter) for state in reached[-1] for letter in ways}
            reached.append({state for state in after if state is not None})
        return reached


def word_walk(word: Regular, grid: Grid, marks: Sequence[int]) -> Walk:
    """Return the walk of a regular constraint along its cells, with the live marks as literals."""
    letters = [
        [(grid.mark(cell, value), value) for value in grid.values_of(marks[cell])]
        for cell in word.cells
    ]
    automaton = word.automaton

    def step(state: int, value: int) -> int | None:
        return automaton.moves[state].get(value)

    return Walk(0, letters, step, automaton.accepting.__contains__)
