"""Whether all backends agree with brute force, on random puzzles of random rules.

    python benchmarks/agree.py [--cases N] [--seed S] [--only TEXT] [--nightly]

A case is a puzzle, a backend and a way to ask it: *solve*, *check*, *count*, *enumerate*, two
sessions *interleaved*, or a *stream* of puzzles under several rules. The puzzles are those of the
tests: small boards of any rules, and of any primitives. Each is solved by brute force, which asks
nothing but what the rules mean, and then by some twenty backends drawn from all that are installed,
with all their options. What a backend says that it cannot do is counted, not compared.

The first disagreement ends the run with exit code 3, and is shown as small as hypothesis can make
it. The same seed gives the same cases.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from oracle import Solution, brute_force
from strategies import puzzles, raw_puzzles

import nonet
from nonet.counting import count
from nonet.encodings.options import AT_MOST_ONE, CLAUSE_SETS, REDUCTIONS
from nonet.formats import write
from nonet.puzzle import Puzzle
from nonet.solvers import (
    BackendError,
    LimitUnsupported,
    PuzzleUnsupported,
    Session,
    Status,
    Unable,
    backends,
    find_backend,
)
from nonet.uniqueness import Verdict, check, check_many, solutions

NIGHTLY = 1_000_000
#: Backends for each puzzle, and how rarely one that starts a process is among them.
BACKENDS_EACH, SELDOM = 20, 0.02
#: Options of CP-SAT.
OF_CPSAT = ("table", "default", "default,workers=2")
#: More solutions than this are counted and not enumerated.
MOST_LISTED = 40

Case = tuple[Puzzle, set[Solution]]


class Disagreement(Exception):
    """A backend and brute force differ."""


def specs(only: str) -> tuple[list[str], list[str]]:
    """Return all specs with all their options, and those of them that start processes."""
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


def draw_backends(random: Random, quick: Sequence[str], slow: Sequence[str]) -> Iterator[str]:
    """Yield specs: each kind of solver as often as any other, whatever its number of options."""
    kinds: dict[str, list[str]] = {}
    for spec in quick:
        kinds.setdefault(spec.partition("/")[0], []).append(spec)
    for _ in range(BACKENDS_EACH):
        if slow and (not quick or random.random() < SELDOM):
            yield random.choice(slow)
        elif quick:
            yield random.choice(kinds[random.choice(sorted(kinds))])


# --- the ways to ask -----------------------------------------------------------------------------


def require_verdict(verdict: Verdict, expected: set[Solution]) -> None:
    """Raise `Disagreement` unless the verdict is right, and its witnesses are solutions."""
    require(verdict.kind == kind_of(len(expected)), verdict)
    witnesses = verdict.witnesses
    require(len(witnesses) == min(len(expected), 2), witnesses)
    require(len(set(witnesses)) == len(witnesses) and set(witnesses) <= expected, witnesses)


def kind_of(number: int) -> str:
    """Return the verdict on a puzzle with this number of solutions."""
    return ("none", "unique", "multiple")[min(number, 2)]


def by_solve(spec: str, cases: Sequence[Case]) -> None:
    """Ask for any solution."""
    puzzle, expected = cases[0]
    answer = nonet.solve(puzzle, spec)
    require((answer.status is Status.SATISFIED) == bool(expected), answer.status)
    require(answer.solution is None or answer.solution in expected, answer.solution)


def by_check(spec: str, cases: Sequence[Case]) -> None:
    """Ask whether the solution is the only one."""
    puzzle, expected = cases[0]
    verdict = check(puzzle, spec)
    require_verdict(verdict, expected)


def by_count(spec: str, cases: Sequence[Case]) -> None:
    """Ask for the number of solutions, up to a limit."""
    puzzle, expected = cases[0]
    limit = min(len(expected), MOST_LISTED) + 1
    found = count(puzzle, limit, spec)
    require(found == min(len(expected), limit), found)


def by_enumeration(spec: str, cases: Sequence[Case]) -> None:
    """Ask for all solutions, where they are not too many."""
    puzzle, expected = cases[0]
    if len(expected) > MOST_LISTED:
        return by_count(spec, cases)
    found = list(solutions(puzzle, spec))
    require(len(found) == len(expected) and set(found) == expected, found)


def by_interleaving(spec: str, cases: Sequence[Case]) -> None:
    """Ask two sessions in turn: neither may hear of what the other one blocks."""
    (first, _), (second, _) = cases[:2]
    found: tuple[set[Solution], set[Solution]] = (set(), set())
    backend = find_backend(spec)
    with backend.open(first) as one, backend.open(second) as other:
        for _ in range(3):
            for session, known, (_, expected) in zip((one, other), found, cases, strict=False):
                ask_and_block(session, known, expected)


def ask_and_block(session: Session, known: set[Solution], expected: set[Solution]) -> None:
    """Ask for one more solution, and block it."""
    answer = session.solve()
    if answer.solution is None:
        require(answer.status is Status.UNSATISFIABLE, answer.status)
        require(known == expected, f"no more than {known}")
    else:
        require(answer.solution in expected - known, answer.solution)
        known.add(answer.solution)
        session.block(answer.solution)


def by_stream(spec: str, cases: Sequence[Case]) -> None:
    """Ask about many puzzles at once, in an order in which their rules change."""
    order = [*cases, *reversed(cases), cases[0], cases[0]]
    verdicts = check_many((puzzle for puzzle, _ in order), spec)
    for (_, expected), verdict in zip(order, verdicts, strict=True):
        require_verdict(verdict, expected)


WAYS: dict[str, Callable[[str, Sequence[Case]], None]] = {
    "solve": by_solve,
    "check": by_check,
    "count": by_count,
    "enumerate": by_enumeration,
    "interleave": by_interleaving,
    "stream": by_stream,
}


def require(agrees: bool, found: object) -> None:
    """Raise `Disagreement` unless what was found is what brute force found."""
    if not agrees:
        raise Disagreement(f"found {found}")


# --- the run -------------------------------------------------------------------------------------


def compare(cases: Sequence[Case], spec: str, way: str) -> str | None:
    """Ask a backend about puzzles in one way; return why it cannot be asked, if so."""
    try:
        WAYS[way](spec, cases)
    except (Unable, PuzzleUnsupported, LimitUnsupported, BackendError) as error:
        return f"{spec.partition('/')[0]}: {type(error).__name__}"
    except Exception as error:
        error.add_note(f"{spec}, {way}")
        for puzzle, expected in cases:
            error.add_note(f"{len(expected)} solutions: {shown(puzzle)}")
        raise
    return None


def shown(puzzle: Puzzle) -> str:
    """Return the puzzle as JSON, or as Python where its rules are none of ours."""
    try:
        return write(puzzle, "json").strip()
    except (nonet.NonetError, TypeError):
        return f"{puzzle!r} {puzzle.givens} {puzzle.marks} {puzzle.rules}"


def run(cases: int, start: int, only: str) -> tuple[Counter[str], Counter[str]]:
    """Compare that many cases; return how many there were by backend, and what was refused."""
    quick, slow = specs(only)
    if not quick and not slow:
        raise SystemExit(f"no backend has {only!r} in its spec")
    asked: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    begun = time.perf_counter()
    any_puzzle = puzzles() | raw_puzzles()

    @seed(start)
    @settings(
        max_examples=max(1, cases // BACKENDS_EACH),
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(any_puzzle, any_puzzle, st.integers(0, 2**32))
    def case(one: Puzzle, other: Puzzle, number: int) -> None:
        random = Random(number)
        both = [(puzzle, brute_force(puzzle)) for puzzle in (one, other)]
        for spec in draw_backends(random, quick, slow):
            way = random.choice(sorted(WAYS))
            reason = compare(both, spec, way)
            if reason is None:
                asked[spec.partition("/")[0]] += 1
            else:
                refused[reason] += 1
            progress(asked.total() + refused.total(), begun)

    case()
    return asked, refused


def progress(done: int, begun: float) -> None:
    """Say how far the run is, on a terminal."""
    if sys.stderr.isatty() and done % 200 == 0:
        rate = done / (time.perf_counter() - begun)
        print(f"\r{done:,} cases, {rate:,.0f} a second", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Compare, and print how many cases there were for each backend."""
    parser = argparse.ArgumentParser(description="Compare all backends with brute force.")
    parser.add_argument("--cases", type=int, default=10_000, metavar="N", help="default: 10000")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="default: 1")
    parser.add_argument("--only", default="", metavar="TEXT", help="backends with this in the spec")
    parser.add_argument(
        "--nightly", action="store_true", help=f"{NIGHTLY:,} cases, with the day as the seed"
    )
    options = parser.parse_args()
    if options.nightly:
        options.cases, options.seed = NIGHTLY, int(time.time() // 86400)
    begun = time.perf_counter()
    try:
        asked, refused = run(options.cases, options.seed, options.only)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except SystemExit:
        raise
    except Exception as error:
        print(
            f"\n{type(error).__name__}: {error}",
            *getattr(error, "__notes__", ()),
            sep="\n",
            file=sys.stderr,
        )
        raise SystemExit(3) from None
    seconds = time.perf_counter() - begun
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for spec, number in sorted(asked.items()):
        print(f"{spec:<22}{number:>9,}")
    print(
        f"{'all':<22}{asked.total():>9,} cases in {seconds:,.0f} s, seed {options.seed}: all agree"
    )
    if refused:
        print("could not be asked:", ", ".join(f"{n:,} {why}" for why, n in refused.most_common()))


if __name__ == "__main__":
    main()
