"""The race itself: contestants take turns at the puzzles, and every run becomes a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from operator import index
from os import PathLike

from nonet.formats import PuzzleLike, as_puzzles
from nonet.formats.text import counted
from nonet.questions.modes import Mode
from nonet.racing.claims import settle
from nonet.racing.conditions import Conditions
from nonet.racing.environment import occasion
from nonet.racing.journal import Journal
from nonet.racing.local import Local
from nonet.racing.machines import Machine
from nonet.racing.result import RaceResult, encodable, unique_names
from nonet.racing.rows import Row, Setting
from nonet.racing.runs import Terms
from nonet.racing.schedule import heats
from nonet.racing.turns import Turn, row_of, turns
from nonet.solvers import BackendUnavailable, Limits, LimitsLike, find_backend

#: Who races if nobody is named.
_LINE_UP = (
    *("native", "norvig", "heuristic", "backtracking"),
    *("pysat:cadical153", "pysat:glucose4", "pysat:minisat22"),
    *("cpsat:integer", "cpsat:boolean"),
)


class RaceInterrupted(KeyboardInterrupt):
    """Ctrl-C ended a race; `result` has the runs until then.

    >>> def stop(row):
    ...     raise KeyboardInterrupt
    >>> try:
    ...     race(["12..34..2......3"], ["norvig", "pysat"], progress=stop)
    ... except RaceInterrupted as interrupted:
    ...     print(interrupted, len(interrupted.result.rows), sep=": ")
    interrupted after 1 run: 1
    """

    def __init__(self, result: RaceResult) -> None:
        super().__init__(result)  # pickled as the argument
        self.result = result

    def __str__(self) -> str:
        return f"interrupted after {counted(len(self.result.rows), 'run')}"


def line_up() -> list[str]:
    """Return the default contestants, as far as they are installed.

    They are the native engine, three searches in Python, three SAT solvers, and CP-SAT on two
    models. The optional solvers are not among them.

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
    contestants; `seed` determines the shuffles and the order of puzzles and contestants.

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
    if isinstance(contestants, str):
        raise TypeError("several backends are wanted: put a single one into a list")
    if contestants is not None and not contestants:
        raise ValueError("no contestants: name some, or pass None for those of line_up()")
    names = tuple(map(encodable, groups)) if groups is not None else ("",) * len(field)
    if len(names) != len(field):
        raise ValueError(f"{counted(len(names), 'group')} for {counted(len(field), 'puzzle')}")
    if repeats < 1 or most < 1:
        raise ValueError(f"repeats and most are at least 1, not {repeats} and {most}")
    if memory is not None and index(memory) < 1:
        raise ValueError(f"memory is a number of bytes, at least 1, not {memory}")
    specs = line_up() if contestants is None else contestants
    # By their full names: "cpsat" and "cpsat:integer" are one contestant.
    entries = {entry.spec: entry for entry in map(find_backend, specs)}
    with ExitStack() as stack:
        machine = Machine.here()
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
            memory=memory,
            machine=str(machine),
        )
        contest = _Contest(conditions, machine.facts())
        kept = None
        if journal is not None:
            identity = conditions.identity()
            kept = stack.enter_context(Journal(journal, identity, contest.environment))
            contest.keep(kept)
        try:
            contest.run(Local(machine, entries, kept), progress)
        except KeyboardInterrupt:
            raise RaceInterrupted(contest.result()) from None
        return contest.result()


class _Contest:
    """A race in progress: the rows so far, and how to get the others."""

    def __init__(self, conditions: Conditions, machine: Mapping[str, object]) -> None:
        self.conditions = conditions
        self.environment = {**machine, **occasion(), **conditions.settings()}
        self._rows: dict[tuple[str, str, int], Row] = {}
        self._journal: Journal | None = None

    def keep(self, journal: Journal) -> None:
        """Write all rows to a journal, and take over those in it."""
        self._journal = journal
        self.environment = journal.environment
        for row in journal.rows():
            self._rows[row.puzzle, row.contestant, row.repeat] = row

    def run(self, place: Local, progress: Callable[[Row], object] | None) -> None:
        """Run all heats there; `progress` is called with the rows of the journal too."""
        for row in self._rows.values():
            if progress:
                progress(row)
        with closing(place.runs(self.conditions, self._missing())) as runs:
            cancel = self.conditions.terms.limits.cancel
            for run in runs:
                if cancel is not None and cancel.is_set():
                    return  # with the runs before it
                row = row_of(self.conditions, run)
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

    def _missing(self) -> Iterator[list[Turn]]:
        """Yield the turns of each heat that are still to be taken."""
        conditions = self.conditions
        for heat in heats(
            conditions.puzzles, conditions.contestants, conditions.repeats, conditions.seed
        ):
            name = conditions.names[heat.puzzle]
            missing = [who for who in heat.order if (name, who, heat.repeat) not in self._rows]
            if missing:
                yield turns(conditions, heat, missing)
