"""The race itself: contestants take turns at the puzzles, and every run becomes a row."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import (
    AbstractContextManager,
    ExitStack,
    closing,
    contextmanager,
    nullcontext,
    suppress,
)
from os import PathLike
from random import Random
from typing import TypeAlias

from nonet import memory as machine
from nonet.formats import PuzzleLike, as_puzzles
from nonet.modes import Mode
from nonet.racing.children import Child
from nonet.racing.claims import settle
from nonet.racing.conditions import Conditions, text_of
from nonet.racing.environment import environment
from nonet.racing.journal import Journal
from nonet.racing.performers import Performer
from nonet.racing.result import RaceResult, unique_names
from nonet.racing.rows import UNKNOWN, Row, Setting
from nonet.racing.runs import Outcome, Task, Terms
from nonet.racing.schedule import Heat, heats
from nonet.racing.shuffles import random_isomorphism
from nonet.solvers import (
    Backend,
    BackendUnavailable,
    Limits,
    LimitsLike,
    find_backend,
    is_registered,
)
from nonet.symmetry import Isomorphism

#: One contestant of each kind.
_LINE_UP = (
    *("native", "norvig", "heuristic", "backtracking"),
    *("pysat:cadical153", "pysat:glucose4", "pysat:minisat22"),
    *("cpsat:integer", "cpsat:boolean"),
)

_Performers: TypeAlias = dict[str, Performer | Child]


class RaceInterrupted(KeyboardInterrupt):
    """Ctrl-C ended a race; `result` has the runs until then.

    >>> def stop(row):
    ...     raise KeyboardInterrupt
    >>> try:
    ...     race(["12..34..2......3"], ["norvig", "pysat"], progress=stop)
    ... except RaceInterrupted as interrupted:
    ...     print(interrupted, len(interrupted.result.rows), sep=": ")
    interrupted after 1 runs: 1
    """

    def __init__(self, result: RaceResult) -> None:
        super().__init__(f"interrupted after {len(result.rows)} runs")
        self.result = result


def line_up() -> list[str]:
    """Return the default contestants: one of each kind, if it is installed.

    >>> {"norvig", "cpsat:integer"} <= set(line_up())
    True
    """
    found = []
    for spec in _LINE_UP:
        with suppress(BackendUnavailable):
            found.append(find_backend(spec).spec)
    return found


def race(
    puzzles: Iterable[PuzzleLike],
    contestants: Sequence[str] | None = None,
    limits: LimitsLike = Limits(),
    repeats: int = 1,
    seed: int = 0,
    mode: str = Mode.CHECK,
    *,
    setting: str = Setting.COLD,
    shuffle: bool = True,
    processes: bool = False,
    memory: int | None = None,
    most: int = 1_000,
    groups: Sequence[str] | None = None,
    journal: str | PathLike[str] | None = None,
    progress: Callable[[Row], object] | None = None,
) -> RaceResult:
    """Let all contestants answer all puzzles, each alone and on one thread.

    They take turns at each puzzle and get one puzzle at a time. So each finds the processor's
    caches as another has left them, and a solver that is quicker at many puzzles together, as
    `native` is in the lanes of the processor, cannot show it: `nonet.check_many` is for that.

    The default contestants are those of `line_up`. The limits apply to each run; `mode` is
    "solve", "check" or "count", which stops at `most` solutions. `setting` is "cold", from the
    puzzle's text to the answer, or "warm", with everything loaded that does not depend on the
    puzzle. In each of the `repeats` every puzzle is shuffled into an isomorph, the same for all
    contestants; `seed` determines the shuffles and the order of the puzzles.

    Solvers that were registered from outside run in child processes, with `processes` all do:
    these are ended if they exceed the time limit, or `memory` bytes (by default half of the
    machine's). `groups` names a group for each puzzle, for the table. Every run is written to
    `journal`, and is not repeated if it is there already; a contestant that was running when the
    whole race died goes on in a child process, where its crash does no harm. Ctrl-C raises
    `RaceInterrupted`, which has the result so far. `progress` is called with each row.

    >>> from nonet.formats import classic
    >>> result = race([classic(order=2)], ["norvig", "pysat"])
    >>> [row.verdict for row in result.rows], result.disagreements()
    (['multiple', 'multiple'], [])
    """
    field = tuple(as_puzzles(puzzles))
    names = tuple(groups) if groups is not None else ("",) * len(field)
    if len(names) != len(field):
        raise ValueError(f"{len(names)} groups for {len(field)} puzzles")
    if repeats < 1 or most < 1:
        raise ValueError(f"repeats and most are at least 1, not {repeats} and {most}")
    # By their full names: "cpsat" and "cpsat:integer" are one contestant.
    entries = {entry.spec: entry for entry in map(find_backend, contestants or line_up())}
    conditions = Conditions(
        puzzles=field,
        names=unique_names(field),
        groups=names,
        contestants=tuple(entries),
        terms=Terms(Mode(mode), Setting(setting), Limits.of(limits), most),
        repeats=repeats,
        seed=seed,
        shuffled=shuffle,
        processes=processes,
        memory=memory if memory is not None else (machine.total() or 0) // 2 or None,
    )
    contest = _Contest(conditions, entries)
    with ExitStack() as stack:
        if journal is not None:
            contest.keep(stack.enter_context(_journal(journal, contest)))
        try:
            contest.run(progress)
        except KeyboardInterrupt:
            raise RaceInterrupted(contest.result()) from None
    return contest.result()


def _journal(path: str | PathLike[str], contest: _Contest) -> Journal:
    return Journal(path, contest.conditions.identity(), contest.environment)


class _Contest:
    """A race in progress: the rows so far, and how to get the others."""

    def __init__(self, conditions: Conditions, entries: dict[str, Backend]) -> None:
        self.conditions = conditions
        self.environment = environment() | conditions.settings()
        self._entries = entries
        self._rows: dict[tuple[str, str, int], Row] = {}
        self._journal: Journal | None = None
        self._suspects: set[str] = set()

    def keep(self, journal: Journal) -> None:
        """Write all rows to a journal, and take over those in it."""
        self._journal = journal
        self.environment = journal.environment
        self._suspects = journal.suspects()
        for row in journal.rows():
            self._rows[row.puzzle, row.contestant, row.repeat] = row

    def run(self, progress: Callable[[Row], object] | None) -> None:
        """Run all heats; `progress` is called with the rows of the journal too."""
        for row in self._rows.values():
            if progress:
                progress(row)
        conditions = self.conditions
        todo = heats(
            conditions.puzzles, conditions.contestants, conditions.repeats, conditions.seed
        )
        with self._performers() as performers:
            for heat in todo:
                for row in self._heat(heat, performers):
                    self._rows[row.puzzle, row.contestant, row.repeat] = row
                    if self._journal:
                        self._journal.add(row)
                    if progress:
                        progress(row)

    def result(self) -> RaceResult:
        """Return the rows so far, settled, in the order of puzzles, contestants and repeats."""
        conditions = self.conditions
        wanted = (
            (name, contestant, repeat)
            for name in conditions.names
            for contestant in conditions.contestants
            for repeat in range(conditions.repeats)
        )
        rows = [self._rows[key] for key in wanted if key in self._rows]
        settled = settle(rows, conditions.terms.most)
        return RaceResult(conditions.puzzles, conditions.contestants, settled, self.environment)

    @contextmanager
    def _performers(self) -> Iterator[_Performers]:
        """Start all contestants: child processes first, before this one has other threads."""
        terms = self.conditions.terms
        performers: _Performers = {}
        with ExitStack() as stack:
            for spec, entry in self._entries.items():
                if self._runs_in_child(entry):
                    child = Child(spec, terms, self.conditions.memory)
                    performers[spec] = stack.enter_context(closing(child))
            for spec, entry in self._entries.items():
                if spec not in performers:
                    performer = stack.enter_context(closing(Performer(entry, terms)))
                    with self._noted(performer, spec):
                        performer.warm_up()
                    performers[spec] = performer
            yield performers

    def _runs_in_child(self, entry: Backend) -> bool:
        """Tell whether it may abort or hang: a suspect, a stranger, or a stream that counts on."""
        terms = self.conditions.terms
        counts_on = (
            terms.mode is Mode.COUNT
            and terms.setting is Setting.WARM
            and entry.stream is not None
            and terms.limits.seconds is not None
        )
        is_known = not is_registered(entry.spec) and entry.spec not in self._suspects
        return self.conditions.processes or counts_on or not is_known

    def _noted(self, performer: Performer | Child, spec: str) -> AbstractContextManager[None]:
        """Note in the journal which contestant could end the race by its crash."""
        if self._journal is None or isinstance(performer, Child):
            return nullcontext()
        return self._journal.running(spec)

    def _heat(self, heat: Heat, performers: _Performers) -> Iterator[Row]:
        """Run what is missing of a heat, and yield the rows."""
        conditions = self.conditions
        puzzle, name = conditions.puzzles[heat.puzzle], conditions.names[heat.puzzle]
        missing = [
            contestant
            for contestant in heat.order
            if (name, contestant, heat.repeat) not in self._rows
        ]
        if not missing:
            return
        shuffling = Isomorphism.identity(puzzle.grid)
        if conditions.shuffled:
            random = Random(f"{conditions.seed} {heat.repeat} {heat.puzzle}")
            shuffling = random_isomorphism(puzzle, random)
        shuffled = shuffling.of_puzzle(puzzle)
        is_cold = conditions.terms.setting is Setting.COLD
        task = Task(shuffled, *(text_of(shuffled) if is_cold else ("", "")))
        for contestant in missing:
            performer = performers[contestant]
            with self._noted(performer, contestant):
                performer.prepare(task)
                outcome = performer.perform(task)
            yield self._row(heat, contestant, outcome, shuffling)

    def _row(self, heat: Heat, contestant: str, outcome: Outcome, shuffling: Isomorphism) -> Row:
        conditions, terms = self.conditions, self.conditions.terms
        puzzle, phases = conditions.puzzles[heat.puzzle], outcome.phases
        back = shuffling.inverse()
        seconds = terms.limits.seconds
        limit = math.nan if seconds is None else seconds
        return Row(
            puzzle=conditions.names[heat.puzzle],
            group=conditions.groups[heat.puzzle],
            values=len(puzzle.grid.values),
            empty=puzzle.givens.count(None) / len(puzzle.givens),
            contestant=contestant,
            repeat=heat.repeat,
            mode=str(terms.mode),
            setting=str(terms.setting),
            verdict=outcome.verdict,
            solutions=outcome.found if terms.mode is Mode.COUNT else None,
            # Not `<=`, which would be false without a limit.
            decided=outcome.verdict != UNKNOWN and not phases.total > limit,
            model=phases.model,
            encode=phases.encode,
            load=phases.load,
            solve=phases.solve,
            decode=phases.decode,
            seconds=phases.total,
            check=outcome.check,
            cpu=outcome.cpu,
            limit=limit,
            peak_memory=outcome.peak_memory,
            counters=json.dumps(outcome.counters),
            error=outcome.error,
            problem=str(outcome.problem),
            witnesses=json.dumps([back.of_values(grid) for grid in outcome.witnesses]),
        )
