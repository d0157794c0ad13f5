"""The race itself. Contestants take turns at the puzzles, and every run becomes a row."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import product
from operator import index
from os import PathLike

from nonet.formats import PuzzleLike, as_puzzles
from nonet.formats.text import counted
from nonet.questions import Mode
from nonet.racing import environment
from nonet.racing.journal import Journal
from nonet.racing.result import RaceResult, encodable, unique_names
from nonet.racing.rows import Row, Setting, settle
from nonet.racing.runner import ChildRunner, Runner
from nonet.racing.schedule import Conditions, Terms
from nonet.solvers import (
    Backend,
    BackendUnavailable,
    Limits,
    LimitsLike,
    find_backend,
    is_registered,
)

#: The default contestants.
_LINE_UP = (
    *("native", "norvig", "heuristic", "backtracking"),
    *("pysat:cadical153", "pysat:glucose4", "pysat:minisat22"),
    *("cpsat:integer", "cpsat:boolean"),
)


class RaceInterrupted(KeyboardInterrupt):
    """Ctrl-C ended a race. The attribute `result` has the finished runs."""

    def __init__(self, result: RaceResult) -> None:
        super().__init__(result)  # pickle stores this argument
        self.result = result

    def __str__(self) -> str:
        return f"interrupted after {counted(len(self.result.rows), 'run')}"


def line_up() -> list[str]:
    """Return the default contestants that are installed.

    The default contestants are the native engine, three searches in Python, three SAT solvers, and
    CP-SAT with two models.

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
    """Let all contestants answer all puzzles. One contestant runs at a time, on one thread.

    All contestants answer one puzzle before the next puzzle begins, so no contestant finds its own
    data in the processor's caches. A race gives each contestant one puzzle at a time. Some solvers
    are faster on many puzzles at once. For these, use `nonet.check_many`.

    `mode` is "solve", "check" or "count". A count stops at `most` solutions. The default
    contestants are those of `line_up`.

    The limits apply to each run. The limit in seconds is CPU time. The wall time of a run may be
    three times as long.

    `setting` says when the clock starts. With "cold", it starts when the contestant gets the text
    of the puzzle. With "warm", the contestant first loads everything that does not depend on the
    puzzle.

    Each contestant runs each puzzle `repeats` times. Before each repeat, the race shuffles the
    cells and values of the puzzle, in the same way for all contestants. `seed` determines the
    shuffles, and the order of puzzles and contestants.

    `groups` names a group for each puzzle. These names become a column of the result's table.

    With `processes`, each contestant runs in a child process. The race kills a child that does not
    stop, or that takes more than `memory` bytes (by default, half of the machine's memory).

    Solvers that you have registered always run in child processes, because they may crash.

    The race writes every run to the file `journal`. To resume the race, start it again with the
    same journal. If a contestant crashed the race, resume it with `processes`.

    The race calls `progress` with each row. Ctrl-C raises `RaceInterrupted`, which has the result
    so far.

    >>> from nonet.formats import classic
    >>> result = race([classic(order=2)], ["norvig", "pysat"])
    >>> [row.verdict for row in result.rows], result.disagreements()
    (['multiple', 'multiple'], [])
    """
    field = tuple(as_puzzles(puzzles))
    if isinstance(contestants, str):
        raise TypeError("contestants must be a list. Put a single backend into a list.")
    if contestants is not None and not contestants:
        raise ValueError("The list of contestants is empty. Pass None for the default ones.")
    names = tuple(map(encodable, groups)) if groups is not None else ("",) * len(field)
    if len(names) != len(field):
        raise ValueError(
            f"There are {counted(len(names), 'group')} and {counted(len(field), 'puzzle')}. "
            "Pass one group for each puzzle."
        )
    if repeats < 1 or most < 1:
        raise ValueError(f"repeats and most must be at least 1, not {repeats} and {most}")
    if memory is not None and index(memory) < 1:
        raise ValueError(f"memory must be a number of bytes, at least 1, not {memory}")
    specs = line_up() if contestants is None else contestants
    # Full names show that "cpsat" and "cpsat:integer" are the same contestant.
    entries = {entry.spec: entry for entry in map(find_backend, specs)}
    machine = environment.machine()
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
        memory=memory or (machine["memory"] or 0) // 2 or None,
        machine=environment.in_words(machine),
    )
    facts = {**machine, **environment.occasion(), **conditions.settings()}
    rows: list[Row] = []
    with ExitStack() as stack:
        kept = None
        if journal is not None:
            kept = stack.enter_context(closing(Journal(journal, conditions.identity(), facts)))
            facts = kept.environment
        try:
            for row in stack.enter_context(closing(_runs(conditions, entries, kept))):
                rows.append(row)
                if progress:
                    progress(row)
        except KeyboardInterrupt:
            raise RaceInterrupted(_result(conditions, rows, facts)) from None
    return _result(conditions, rows, facts)


def _runs(
    conditions: Conditions, entries: Mapping[str, Backend], journal: Journal | None
) -> Generator[Row]:
    """Yield the rows of the journal. Then do all other runs, and yield their rows."""
    found = journal.rows() if journal else []
    yield from found
    done = {(row.puzzle, row.contestant, row.repeat) for row in found}
    cancel = conditions.terms.limits.cancel
    with _started(conditions, entries) as runners:
        for task in conditions.tasks(done):
            row = runners[task.row.contestant].run(task)
            if cancel is not None and cancel.is_set():
                return  # a cancelled run gets no row
            if journal:
                journal.add(row)
            yield row


def _result(
    conditions: Conditions, rows: Iterable[Row], environment: dict[str, object]
) -> RaceResult:
    """Return the rows so far, sorted, with refuted verdicts marked as wrong."""
    by_key = {(row.puzzle, row.contestant, row.repeat): row for row in rows}
    wanted = product(conditions.names, conditions.contestants, range(conditions.repeats))
    ordered = [by_key[key] for key in wanted if key in by_key]
    settled = settle(ordered, conditions.terms.most)
    return RaceResult(conditions.puzzles, conditions.contestants, settled, environment)


@contextmanager
def _started(
    conditions: Conditions, entries: Mapping[str, Backend]
) -> Iterator[dict[str, Runner | ChildRunner]]:
    """Start all contestants. Fork child processes first, before this process has threads."""
    terms, runners = conditions.terms, dict[str, Runner | ChildRunner]()
    with ExitStack() as stack:
        for spec, entry in entries.items():
            if conditions.processes or _is_dangerous(entry, terms):
                child = ChildRunner(spec, terms, conditions.memory)
                runners[spec] = stack.enter_context(closing(child))
        for spec, entry in entries.items():
            if spec not in runners:
                runners[spec] = runner = stack.enter_context(closing(Runner(entry, terms)))
                runner.warm_up()
        yield runners


def _is_dangerous(entry: Backend, terms: Terms) -> bool:
    """Tell whether a contestant may crash this process, or run on after the time limit.

    Registered solvers may crash this process. A stream of a warm contestant does not stop counting
    at the time limit.
    """
    counts_on = (
        terms.mode is Mode.COUNT
        and terms.setting is Setting.WARM
        and entry.stream is not None
        and terms.limits.seconds is not None
    )
    return counts_on or is_registered(entry.spec)
