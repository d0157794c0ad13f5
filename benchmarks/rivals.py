"""Race the native engine against SAT solvers and CP-SAT, on variants of every popular rule.

    python benchmarks/rivals.py [--puzzles N] [--families NAMES] [--passes N] [FILE...]

The puzzles are the same as in `iss.py`: read from the files that it writes, or made here.
Contestants take turns to prove that a puzzle has one solution, in one thread, without cached
results. The time is from the puzzle's model to the checked verdict, so it includes writing clauses
or models of CP-SAT. Times are CPU time, the best of the passes. Verdicts and solutions are
compared. A question that reaches the limit counts with the time spent.

The *virtual best* takes, for each puzzle, the quickest contestant other than `auto`. The table has
the medians of each family, and the total of `auto` divided by the total of the virtual best. After
Ctrl-C, the table has the puzzles raced so far.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from statistics import median, quantiles

from iss import Entry, check, given

#: The first contestant, and its rivals. The virtual best is the best of the rivals.
CONTESTANTS = (
    "auto",
    "native",
    "pysat:glucose4",
    "pysat:cadical153",
    "cpsat:integer",
    "cpsat:boolean",
)
AUTO, *RIVALS = CONTESTANTS

#: The aim: `auto` takes at most this multiple of the virtual best's time.
AIM = 1.3


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse_arguments(arguments)
    print(f"# load {os.getloadavg()[0]:.1f}; CPU milliseconds, the best of {options.passes}")
    print(f"{'family':26}{'n':>4}", *(f"{short(c):>10}" for c in CONTESTANTS), " auto/best")
    raced: list[Entry] = []
    code = 0
    try:
        for family, entries in groupby(given(options), lambda entry: entry.family):
            members = []
            for entry in entries:
                code |= not race(entry, len(raced), options)
                if all(contestant in entry.ms for contestant in CONTESTANTS):
                    members.append(entry)
                    raced.append(entry)
            if members:
                print(row(family, members), flush=True)
    except KeyboardInterrupt:
        code = 130
    if len(raced) > 1:
        summarise(raced)
    return code


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="as iss.py writes them")
    parser.add_argument("--puzzles", type=int, default=4, metavar="N", help="a family; default: 4")
    parser.add_argument("--families", metavar="NAMES", help="only those whose names begin so")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument("--passes", type=int, default=2, metavar="N", help="default: 2")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="default: 10")
    parser.set_defaults(examples=False, dclamage=None)
    return parser.parse_args(arguments)


# --- the race ------------------------------------------------------------------------------------


def race(entry: Entry, number: int, options: argparse.Namespace) -> bool:
    """Ask every contestant, in a new order for each pass, and return whether they agree.

    In a fixed order, a contestant would always inherit the same rival's caches.
    """
    if number == 0:
        list(ask(Entry("", entry.text), CONTESTANTS, options.seconds))  # imports and tables
    random = Random(f"{options.seed} {number}")
    found = {
        answer
        for _ in range(options.passes)
        for answer in ask(entry, random.sample(CONTESTANTS, len(CONTESTANTS)), options.seconds)
    }
    if len(found) > 1:
        print(f"they differ on {entry.family}: {entry.text}")
    return len(found) < 2


def ask(entry: Entry, order: Sequence[str], seconds: float) -> Iterator[tuple[object, ...]]:
    """Yield the verdict of each contestant that decides, with the solution if it is unique."""
    for contestant in order:
        verdict = check(entry, contestant, seconds)
        if verdict is None:
            continue
        if verdict.kind == "unknown":
            entry.left_open.add(contestant)
        else:
            yield verdict.kind, *(verdict.witnesses if verdict.kind == "unique" else ())


# --- what it prints ------------------------------------------------------------------------------


def short(contestant: str) -> str:
    return contestant.removeprefix("pysat:").removeprefix("cpsat:")


def took(entry: Entry, contestant: str) -> float:
    """Return the milliseconds without reading the text, which is the same for all contestants."""
    return entry.ms[f"{contestant} ready"]


def best(entry: Entry) -> float:
    return min(took(entry, rival) for rival in RIVALS)


def behind(members: Sequence[Entry]) -> float:
    """Return the time of auto divided by the time of the virtual best."""
    return sum(took(entry, AUTO) for entry in members) / sum(map(best, members))


def row(family: str, members: Sequence[Entry]) -> str:
    """Return the row of a family: the medians, and the ratio of auto to the best."""
    medians = (median(took(entry, each) for entry in members) for each in CONTESTANTS)
    cells = " ".join(f"{each:10.2f}" for each in medians)
    return f"{family:26}{len(members):4} {cells}{behind(members):10.2f}"


def summarise(raced: Sequence[Entry]) -> None:
    """Print the totals of each contestant, and where auto is furthest behind the best."""
    print(f"\n{'':18}{'median':>9}{'p90':>9}{'p99':>9}{'total s':>9}{'open':>6}{'auto ahead':>12}")
    for each in CONTESTANTS:
        times = [took(entry, each) for entry in raced]
        p90, p99 = (quantiles(times, n=100)[at - 1] for at in (90, 99))
        left_open = sum(each in entry.left_open for entry in raced)
        ahead = sum(took(entry, AUTO) < took(entry, each) for entry in raced)
        cells = f"{median(times):9.2f}{p90:9.1f}{p99:9.1f}{sum(times) / 1e3:9.2f}{left_open:6}"
        print(f"{each:18}{cells}" + (f"{ahead:12}" if each != AUTO else ""))
    print(
        f"\nauto took {behind(raced):.2f} times the virtual best of {len(raced)} puzzles; of each "
        f"puzzle {median(behind([entry]) for entry in raced):.2f} in the median"
    )
    for family, entries in groupby(raced, lambda entry: entry.family):
        members = list(entries)
        if behind(members) > AIM:
            print(f"{behind(members):6.2f} in {family}")
    print(f"puzzles on which auto took more than {AIM} times the best:")
    for entry in sorted(raced, key=lambda entry: best(entry) - took(entry, AUTO)):
        if behind([entry]) > AIM:
            winner = min(RIVALS, key=lambda rival: took(entry, rival))
            times = f"{took(entry, AUTO):9.2f} {best(entry):9.2f}"
            print(f"{times} {winner} {entry.family}: {entry.text}")


if __name__ == "__main__":
    sys.exit(main())
