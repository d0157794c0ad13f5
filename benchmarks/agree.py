"""Compare all backends with brute force, on random puzzles of random rules.

    python benchmarks/agree.py [--puzzles N] [--seed S] [--jobs N] [--minutes M] [--nightly]
        [--only TEXT | --backends SPEC ...]

Of twenty puzzles, sixteen are boards of up to 6×6 under any rules of the catalogue, and two are
tiny boards under any primitives, taken from the tests. Brute force solves these eighteen by the
meaning of the rules alone. The other two are 9×9 boards under one to six rules, which are too large
for brute force. For these two, the backends must find the solutions that `pysat` finds.

Puzzles come in pairs, and some twenty backends answer each pair. The backends and their options are
drawn at random from all that are installed, unless --only or --backends chooses. The question is
also drawn: *solve*, *check*, *count*, *enumerate*, two sessions *interleaved*, or a *stream* of
puzzles under several rules. If a backend cannot answer, this is only counted.

Each seed stands for the same hundred puzzles in every run. If a puzzle comes twice, it counts once.
A run that ends early, by Ctrl-C or by the clock, prints its comparisons, and the seed with which to
continue. The first disagreement ends the run with exit code 3. Before the puzzle is printed,
hypothesis shrinks it.
"""

import argparse
import pkgutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random

from boards import filled
from hypothesis import HealthCheck, Phase, assume, given, seed, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider
from questions import MOST_LISTED, WAYS, Case, compare

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from oracle import brute_force
from strategies import MAKERS, puzzles, raw_puzzles, rules_on

import nonet
from nonet.encodings.options import AT_MOST_ONE, CLAUSE_SETS, REDUCTIONS
from nonet.puzzle import Puzzle
from nonet.questions.executors import workers_for
from nonet.solvers import BackendError, BackendUnavailable, backends, find_backend

#: The number of puzzles for each seed, and for a run of a night, which asks about a million
#: questions.
PORTION, NIGHTLY = 100, 50_000
#: The number of backends for each pair of puzzles, and the probability that one of them starts a
#: process.
BACKENDS_EACH, SELDOM = 20, 0.02
#: The maximum number of cells of a board that brute force can solve.
MOST_CELLS = 36


@dataclass
class Tally:
    """Numbers of compared puzzles: by the source of the solutions, by backend and by rule."""

    known: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Add the numbers of another tally."""
        for name, counter in vars(self).items():
            counter.update(getattr(other, name))


# --- the puzzles ---------------------------------------------------------------------------------


@st.composite
def large_puzzles(draw: st.DrawFn) -> Puzzle:
    """Draw a 9×9 puzzle: a third to two thirds of a full grid, and rules that the grid obeys."""
    random = Random(draw(st.integers(0, 2**32)))
    board = nonet.classic(order=3)
    target = tuple(filled(3, random))
    drawn = [draw(rules_on(board.grid, target)) for _ in range(draw(st.integers(1, 6)))]
    rules = [rule for rule in drawn if rule.holds(board.grid, target)]
    given = random.sample(board.grid.cells, draw(st.integers(27, 54)))
    return board.with_rules(*rules).with_givens({cell: target[cell] for cell in given})


@st.composite
def any_puzzles(draw: st.DrawFn) -> Puzzle:
    """Draw a puzzle of one of the three kinds."""
    kind = draw(st.integers(1, 20))
    return draw(raw_puzzles() if kind <= 2 else puzzles() if kind <= 18 else large_puzzles())


class EachAnew(HypothesisProvider):
    """Draws a whole puzzle at random. Hypothesis would mostly repeat parts of the last one."""


AVAILABLE_PROVIDERS["each anew"] = EachAnew

# Hypothesis also draws constants of loaded modules. So load all modules now. Otherwise the puzzles
# of a seed would depend on the seeds before it.
for module in pkgutil.walk_packages(nonet.__path__, "nonet."):
    if not module.name.endswith("__main__"):
        with suppress(ImportError, BackendUnavailable):
            import_module(module.name)


def is_small(puzzle: Puzzle) -> bool:
    """Tell whether brute force can solve it."""
    return len(puzzle.grid.cells) <= MOST_CELLS


def solved(puzzle: Puzzle) -> Case:
    """Return the puzzle with all its solutions. A large puzzle must have only a few."""
    if is_small(puzzle):
        return puzzle, brute_force(puzzle)
    assume(nonet.count(puzzle, MOST_LISTED + 1, "pysat") <= MOST_LISTED)
    return puzzle, set(nonet.solutions(puzzle, "pysat"))


# --- the backends --------------------------------------------------------------------------------


@cache
def specs(only: str) -> tuple[list[str], list[str]]:
    """Return the specs with all their options, then the specs that start processes."""
    encodings = [",".join(words) for words in product(AT_MOST_ONE, CLAUSE_SETS, REDUCTIONS)]
    quick, slow = [], []
    for line in backends():
        if line.missing or only not in line.spec:
            continue
        starts_process = any("child process" in words for words in line.capabilities)
        known = (
            f"{line.spec}/{words}"
            for words in ("table", "default", "default,workers=2", *encodings)
        )
        (slow if starts_process else quick).extend([line.spec, *filter(is_known, known)])
    if only in "first:native+norvig":
        slow.append("first:native+norvig")
    return quick, slow


def is_known(spec: str) -> bool:
    """Tell whether a backend has these options."""
    try:
        return bool(find_backend(spec))
    except BackendError:
        return False


def draw_backends(random: Random, only: str) -> Iterator[str]:
    """Yield specs. All kinds of solver are equally likely, whatever the number of their options."""
    quick, slow = specs(only)
    kinds: dict[str, list[str]] = {}
    for spec in quick:
        kinds.setdefault(spec.partition("/")[0], []).append(spec)
    for _ in range(BACKENDS_EACH):
        if slow and (not quick or random.random() < SELDOM):
            yield random.choice(slow)
        elif quick:
            yield random.choice(kinds[random.choice(sorted(kinds))])


# --- the run -------------------------------------------------------------------------------------


class Wrong(Exception):
    """An error in words, because it may come from another process."""


def portion(number: int, only: str, named: Sequence[str]) -> Tally:
    """Compare the puzzles of a seed."""
    tally = Tally()
    met: set[Puzzle] = set()

    @seed(number)
    @settings(
        max_examples=PORTION // 2,
        backend="each anew",
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(any_puzzles(), any_puzzles(), st.integers(0, 2**32))
    def meet(one: Puzzle, other: Puzzle, drawn: int) -> None:
        random = Random(drawn)
        cases = [solved(puzzle) for puzzle in (one, other)]
        for spec in named or draw_backends(random, only):
            for asked, refusal in compare(cases, spec, random.choice(sorted(WAYS))):
                if refusal is None:
                    tally.asked[spec.partition("/")[0]] += asked
                else:
                    tally.refused[refusal] += asked
        for puzzle in {one, other} - met:
            tally.known["brute force" if is_small(puzzle) else "pysat"] += 1
            tally.rules.update({rule.name for rule in puzzle.rules})
        met.update((one, other))

    try:
        meet()
    except Exception as error:
        said = (f"seed {number}: {type(error).__name__}: {error}", *getattr(error, "__notes__", ()))
        raise Wrong("\n".join(said)) from None
    return tally


def run(seeds: Iterable[int], jobs: int, only: str, named: Sequence[str]) -> Iterator[Tally]:
    """Yield the tally of each seed, in order."""
    if not named and not any(specs(only)):
        raise SystemExit(f"no backend has {only!r} in its spec")
    with workers_for(jobs, None, in_threads=False) as workers:
        from agree import (
            portion as found_by_workers,  # in a worker, `__main__` is another module
        )

        yield from workers(partial(found_by_workers, only=only, named=named), seeds)


class Progress:
    """Prints the progress on stderr: at each seed on a terminal, and otherwise once a minute."""

    def __init__(self) -> None:
        self._begun = self._said = time.perf_counter()

    @property
    def minutes(self) -> float:
        """The minutes since the run began."""
        return (time.perf_counter() - self._begun) / 60

    def say(self, done: int) -> None:
        """Show the number of puzzles and their rate."""
        now, on_terminal = time.perf_counter(), sys.stderr.isatty()
        if on_terminal or now - self._said >= 60:
            self._said = now
            line = f"{done:,} puzzles, {done / (now - self._begun):,.0f} a second"
            start, end = ("\r", "") if on_terminal else ("", "\n")
            print(start + line, end=end, file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, and print the number of puzzles for each backend."""
    options = parse_arguments(arguments)
    first = int(time.time() // 86400) * 1000 if options.nightly else options.seed
    wanted = NIGHTLY if options.nightly else options.puzzles
    tally, progress, done, code = Tally(), Progress(), 0, 0
    try:
        seeds = range(first, first - (-wanted // PORTION))
        for found in run(seeds, options.jobs, options.only, options.backends):
            tally.add(found)
            done += 1
            progress.say(tally.known.total())
            if progress.minutes >= options.minutes:
                break
    except KeyboardInterrupt:
        code = 130
    except Wrong as wrong:
        print(f"\n{wrong}", file=sys.stderr)
        code = 3
    print_tally(tally)
    verdict = "they differ" if code == 3 else f"all agree; --seed {first + done} goes on"
    print(f"{done} seeds from {first} on, {progress.minutes:.1f} minutes: {verdict}")
    return code


def print_tally(tally: Tally) -> None:
    """Print the number of puzzles for each backend and each source of solutions."""
    for spec, number in sorted(tally.asked.items()):
        print(f"{spec:<22}{number:>9,}")
    known = [f"{number:,} solved by {name}" for name, number in tally.known.most_common()]
    print(", ".join([f"{tally.known.total():,} puzzles", *known]))
    rarest = min(MAKERS, key=lambda name: tally.rules[name])
    print(f"{len(MAKERS)} rules; the rarest is {rarest}, in {tally.rules[rarest]:,} puzzles")
    if refused := tally.refused.most_common():
        print("could not answer:", ", ".join(f"{n:,} {why}" for why, n in refused))


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare all backends with brute force.")
    parser.add_argument("--puzzles", type=int, default=1000, metavar="N", help="default: 1000")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first; default: 1")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes; default: 1")
    parser.add_argument("--minutes", type=float, default=float("inf"), metavar="M")
    parser.add_argument("--only", default="", metavar="TEXT", help="backends with this in the spec")
    parser.add_argument("--backends", nargs="+", default=[], metavar="SPEC", help="all of these")
    parser.add_argument(
        "--nightly", action="store_true", help=f"{NIGHTLY:,} puzzles, seeds after the day"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    # Background processes ignore Ctrl-C, and `timeout` sends SIGTERM.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    sys.exit(main())
