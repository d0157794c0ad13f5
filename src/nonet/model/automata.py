"""Finite automata over values, in canonical form.

Every automaton is deterministic and minimal, and a breadth-first search numbers its states. So two
automata that accept the same words are the same object.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from functools import cached_property
from typing import TypeAlias, TypeVar
from weakref import WeakValueDictionary

from nonet.system.errors import TooLarge
from nonet.system.limits import check_limits

State = TypeVar("State", bound=Hashable)

#: For each state, its pairs (value, next state), ordered by value.
Transitions: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]

#: The maximum number of states of an automaton. A state takes about a kilobyte.
MOST_STATES = 10_000

#: The maximum number of transitions of an automaton. A transition takes about 200 bytes.
MOST_TRANSITIONS = 1 << 20


class Automaton:
    """A finite automaton. State 0 is the start. A word is rejected if a transition is missing.

    >>> rises = [("low", 1, "high"), ("high", 2, "end"), ("high", 3, "end")]
    >>> automaton = Automaton(rises, start="low", accepting={"end"})
    >>> automaton.transitions, automaton.accepting
    ((((1, 1),), ((2, 2), (3, 2)), ()), frozenset({2}))
    """

    transitions: Transitions
    accepting: frozenset[int]
    _hash: int

    def __new__(
        cls,
        transitions: Iterable[tuple[Hashable, int, Hashable]],
        start: Hashable,
        accepting: Iterable[Hashable],
    ) -> Automaton:
        """Return the automaton of these transitions. States may have any names."""
        key = _Draft(transitions, start, accepting).minimal()
        known = _KNOWN.get(key)
        if known is None:
            known = super().__new__(cls)
            known.transitions, known.accepting = key
            known._hash = hash(key)
            known = _KNOWN.setdefault(key, known)  # another thread may have been first
        return known

    @classmethod
    def exploring(
        cls,
        start: State,
        step: Callable[[State, int], State | None],
        accepts: Callable[[State], bool],
        values: Iterable[int],
        most: int = MOST_STATES,
        longest: int | None = None,
    ) -> Automaton:
        """Build an automaton from a function: ``step(state, value)`` returns the next state.

        `step` returns None to reject a value. If `longest` limits the length of words, `step` may
        have infinitely many states. More than `most` states raise `TooLarge`.

        >>> even = Automaton.exploring(0, lambda sum_, v: (sum_ + v) % 2, lambda s: s == 0, (1, 2))
        >>> even.transitions
        (((1, 1), (2, 0)), ((1, 0), (2, 1)))
        """
        values = tuple(values)
        found = {start: 0}  # each state with its distance from the start
        transitions: list[tuple[State, int, State]] = []
        waiting = deque([start])
        while waiting:
            check_limits()
            state = waiting.popleft()
            if found[state] == longest:
                continue
            if len(transitions) > MOST_TRANSITIONS:
                raise TooLarge(f"the automaton has more than {MOST_TRANSITIONS} transitions")
            for value in values:
                after = step(state, value)
                if after is None:
                    continue
                transitions.append((state, value, after))
                if after not in found:
                    if len(found) == most:
                        raise TooLarge(f"the automaton has more than {most} states")
                    found[after] = found[state] + 1
                    waiting.append(after)
        return cls(transitions, start, [state for state in found if accepts(state)])

    @property
    def states(self) -> range:
        """All states, the start first."""
        return range(len(self.transitions))

    def accepts(self, word: Iterable[int | None]) -> bool:
        """Tell whether a word is accepted. None matches any value."""
        states = {0}
        for value in word:
            here = [self.moves[state] for state in states]
            if value is None:
                states = {after for moves in here for after in moves.values()}
            else:
                states = {moves[value] for moves in here if value in moves}
        return not states.isdisjoint(self.accepting)

    @cached_property
    def moves(self) -> tuple[dict[int, int], ...]:
        """For each state, a table from values to next states."""
        return tuple(map(dict, self.transitions))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        listed = [(state, v, to) for state in self.states for v, to in self.transitions[state]]
        return Automaton, (listed, 0, self.accepting)

    def __repr__(self) -> str:
        count = sum(map(len, self.transitions))
        return f"<Automaton: {len(self.transitions)} states, {count} transitions>"


class _Draft:
    """Minimises and renumbers the transitions of an automaton."""

    def __init__(
        self,
        transitions: Iterable[tuple[Hashable, int, Hashable]],
        start: Hashable,
        accepting: Iterable[Hashable],
    ) -> None:
        self._numbers: dict[Hashable, int] = {start: 0}
        self._moves: list[dict[int, int]] = [{}]
        for state, value, after in transitions:
            number, target = self._number(state), self._number(after)
            if self._moves[number].setdefault(value, target) != target:
                raise ValueError(f"{value} leads from {state!r} to two states")
        self._accepting = {self._number(state) for state in accepting}

    def _number(self, state: Hashable) -> int:
        number = self._numbers.setdefault(state, len(self._moves))
        if number == len(self._moves):
            self._moves.append({})
        return number

    def minimal(self) -> tuple[Transitions, frozenset[int]]:
        useful = self._useful()
        if 0 not in useful:
            return ((),), frozenset()
        self._moves = [
            {value: to for value, to in moves.items() if number in useful and to in useful}
            for number, moves in enumerate(self._moves)
        ]
        block_of = self._blocks(useful)
        order = {block_of[0]: 0}
        members = [0]  # one state of each block
        transitions = []
        for state in members:  # also visits states added below
            here = []
            for value, to in sorted(self._moves[state].items()):
                block = block_of[to]
                if block not in order:
                    order[block] = len(order)
                    members.append(to)
                here.append((value, order[block]))
            transitions.append(tuple(here))
        accepting = (number for number, state in enumerate(members) if state in self._accepting)
        return tuple(transitions), frozenset(accepting)

    def _useful(self) -> set[int]:
        """Return the states from which an accepting state can be reached."""
        before: list[list[int]] = [[] for _ in self._moves]
        for number, moves in enumerate(self._moves):
            for to in moves.values():
                before[to].append(number)
        found = set(self._accepting)
        waiting = list(found)
        while waiting:
            for number in before[waiting.pop()]:
                if number not in found:
                    found.add(number)
                    waiting.append(number)
        return found

    def _blocks(self, states: set[int]) -> dict[int, int]:
        """Return the block of each state. States in a block accept the same words (Hopcroft 1971).

        At first, there are two blocks: the accepting states and all others. A block is split if a
        value leads from only some of its states into the same block.
        """
        both = states & self._accepting, states - self._accepting
        blocks = [part for part in both if part]
        block_of = {state: number for number, block in enumerate(blocks) for state in block}
        sources: dict[int, dict[int, list[int]]] = {}
        for state in states:
            for value, to in self._moves[state].items():
                sources.setdefault(value, {}).setdefault(to, []).append(state)
        waiting = {(number, value) for number in range(len(blocks)) for value in sources}
        while waiting:
            check_limits()
            number, value = waiting.pop()
            leading = sources[value]
            parts: dict[int, set[int]] = {}
            for target in blocks[number]:
                for state in leading.get(target, ()):
                    parts.setdefault(block_of[state], set()).add(state)
            for split, part in parts.items():
                if len(part) == len(blocks[split]):
                    continue
                # Only the smaller part must be tried on all blocks again.
                smaller = min(part, blocks[split] - part, key=len)
                blocks[split] -= smaller
                block_of.update(dict.fromkeys(smaller, len(blocks)))
                waiting.update((len(blocks), value) for value in sources)
                blocks.append(smaller)
        return block_of


_KNOWN: WeakValueDictionary[tuple[Transitions, frozenset[int]], Automaton] = WeakValueDictionary()
