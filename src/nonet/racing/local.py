"""Turns taken on this machine, one after the other."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from typing import TypeAlias

from nonet.questions.modes import Mode
from nonet.racing.children import Child
from nonet.racing.conditions import Conditions
from nonet.racing.journal import Journal
from nonet.racing.machines import Machine
from nonet.racing.performers import Performer
from nonet.racing.rows import Setting
from nonet.racing.runs import Terms
from nonet.racing.turns import Run, Turn
from nonet.solvers import Backend, is_registered

_Performers: TypeAlias = dict[str, Performer | Child]


class Local:
    """This machine, with the contestants in this process or in children of it.

    The journal is told which contestant could end the whole race by its crash. One that was at work
    when the race died is a suspect.
    """

    def __init__(
        self, machine: Machine, entries: Mapping[str, Backend], journal: Journal | None
    ) -> None:
        self._machine = machine
        self._entries = entries
        self._journal = journal
        self._suspects = journal.suspects() if journal else set()

    def runs(self, conditions: Conditions, heats: Iterable[Sequence[Turn]]) -> Generator[Run]:
        """Take all turns, and yield the runs as they end."""
        machine = str(self._machine)
        with self._performers(conditions) as performers:
            for turns in heats:
                for turn in turns:
                    performer = performers[turn.contestant]
                    with self._noted(performer, turn.contestant):
                        performer.prepare(turn.task)
                        outcome = performer.perform(turn.task)
                    yield Run(turn, outcome, machine)

    @contextmanager
    def _performers(self, conditions: Conditions) -> Iterator[_Performers]:
        """Start all contestants: child processes first, before this one has other threads."""
        terms = conditions.terms
        most_memory = conditions.memory or (self._machine.memory or 0) // 2 or None
        performers: _Performers = {}
        with ExitStack() as stack:
            for spec, entry in self._entries.items():
                if conditions.processes or self._is_dangerous(entry, terms):
                    child = Child(spec, terms, most_memory)
                    performers[spec] = stack.enter_context(closing(child))
            for spec, entry in self._entries.items():
                if spec not in performers:
                    performer = stack.enter_context(closing(Performer(entry, terms)))
                    with self._noted(performer, spec):
                        performer.warm_up()
                    performers[spec] = performer
            yield performers

    def _is_dangerous(self, entry: Backend, terms: Terms) -> bool:
        """Tell whether it may abort or hang: a suspect, a stranger, or a stream that counts on."""
        counts_on = (
            terms.mode is Mode.COUNT
            and terms.setting is Setting.WARM
            and entry.stream is not None
            and terms.limits.seconds is not None
        )
        is_known = not is_registered(entry.spec) and entry.spec not in self._suspects
        return counts_on or not is_known

    def _noted(self, performer: Performer | Child, spec: str) -> AbstractContextManager[None]:
        """Note in the journal which contestant could end the race by its crash."""
        if self._journal is None or isinstance(performer, Child):
            return nullcontext()
        return self._journal.running(spec)
