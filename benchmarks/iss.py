"""Race against Interactive Sudoku Solver (ISS), on variants of every popular rule.

    python benchmarks/iss.py --write FILE [--puzzles N] [--seed N] [--families NAMES]
    python benchmarks/iss.py --iss CHECKOUT [--backend SPEC ...] [--passes N] [FILE...]
    python benchmarks/iss.py --iss CHECKOUT --inputs [--seconds S]

The first form makes puzzles (`variants.py`) and writes them to a file, each line with a family and
a string of ISS. Node limits decide which puzzles are made, so another engine may make other
puzzles. To compare two engines, use one file. The second form races on such files, or on the
puzzles that the first form would make. It needs node and a checkout of
sigh/Interactive-Sudoku-Solver, whose code it runs. With ``--examples``, it also races on the
examples that ISS displays. With ``--dclamage CLONE``, it races on the f-puzzles in
dclamage/SudokuSolver that a string of ISS can express.

The third form reads all puzzles of the checkout, and compares nonet's verdicts with the stated
solutions. If a puzzle has no stated solution, or nonet finds another, ISS is asked.

Both solvers take turns to prove that a puzzle has one solution, starting from the text of the
puzzle. ISS runs in one warm process. nonet runs in this process, on one thread, without cached
results. Times are CPU time, the best of the passes. The column `ready` excludes reading the text.
The column `again` is a second question under the same rules, which are compiled by then. Verdicts
and solutions are compared. A question that reaches the limit counts as if it had taken the whole
limit.
"""

import argparse
import gc
import json
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any
from urllib.parse import unquote

import variants
from links import Published, agree, of_dclamage, of_sigh
from proofs import judge_of, judges

import nonet
from nonet.system.errors import NonetError

HERE = Path(__file__).parent


@dataclass
class Entry:
    """A puzzle in the race, and the best time of each contestant in milliseconds."""

    family: str
    text: str
    ms: dict[str, float] = field(default_factory=dict)
    nodes: dict[str, int] = field(default_factory=dict)
    left_open: set[str] = field(default_factory=set)

    def took(self, contestant: str, ms: float) -> None:
        self.ms[contestant] = min(ms, self.ms.get(contestant, ms))


def main() -> int:
    options = parse_arguments()
    if options.inputs:
        return compare(Peer(options.iss, options.seconds), options.seconds)
    entries = list(given(options))
    if options.write:
        options.write.write_text("".join(f"{e.family}\t{e.text}\n" for e in entries))
        return 0
    if not options.iss:
        sys.exit("--iss CHECKOUT or --write FILE is needed")
    peer = Peer(options.iss, options.seconds)
    for entry in entries[:20]:  # warm up imports, tables and node's compiler
        race(Entry(entry.family, entry.text), peer, options)
    gc.collect()
    gc.freeze()  # keep garbage collections short
    disagreements = 0
    for _ in range(options.passes):
        for entry in entries:
            disagreements += not race(entry, peer, options)
    gc.unfreeze()
    for backend in options.backend:
        report(entries, backend, options)
    return 1 if disagreements else 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="puzzles, as written")
    parser.add_argument("--iss", type=Path, metavar="CHECKOUT", help="a checkout of ISS")
    parser.add_argument("--examples", action="store_true", help="race on its displayed examples")
    parser.add_argument("--inputs", action="store_true", help="read and check all its puzzles")
    parser.add_argument("--dclamage", type=Path, metavar="CLONE", help="race on its f-puzzles")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the puzzles and stop")
    parser.add_argument("--puzzles", type=int, default=4, metavar="N", help="a family; default: 4")
    parser.add_argument("--families", metavar="NAMES", help="only those whose names begin so")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument("--backend", nargs="+", default=["auto"], metavar="SPEC", help="auto")
    parser.add_argument("--passes", type=int, default=2, metavar="N", help="default: 2")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="default: 10")
    return parser.parse_args()


# --- puzzles -------------------------------------------------------------------------------------


def given(options: argparse.Namespace) -> Iterator[Entry]:
    """Yield the puzzles of the files, the examples, or newly made puzzles."""
    for path in options.files:
        for line in path.read_text().splitlines():
            family, _, text = line.partition("\t")
            if wanted(family, options):
                yield Entry(family, text)
    if options.examples:
        for name, published in of_sigh(options.iss):
            yield from (Entry(name, each.text) for each in published)
    if options.dclamage:
        for name, published in of_dclamage(options.dclamage):
            yield from (Entry(name, text) for each in published for text in said(each))
    if not options.files and not options.examples and not options.dclamage:
        yield from made(options)


def said(published: Published) -> Iterator[str]:
    """Yield the string of a puzzle, if ISS can express it."""
    try:
        yield text_of(nonet.parse(published.text))
    except NonetError as error:
        print(f"{published.name}: {error}")


def wanted(family: str, options: argparse.Namespace) -> bool:
    return not options.families or family.startswith(tuple(options.families.split(",")))


def made(options: argparse.Namespace) -> Iterator[Entry]:
    """Yield new puzzles, and print how many each judge has proved."""
    found: Counter[str | None] = Counter()
    for family, make in variants.families():
        if wanted(family, options):
            for number in range(options.puzzles):
                puzzle = make(Random(f"{family} {options.seed} {number}"))
                solution = nonet.solve(puzzle).solution or ()
                found[judge_of(puzzle, solution, judges(variants.MOST_NODES))] += 1
                yield Entry(family, text_of(puzzle))
    print("proved by", ", ".join(f"{judge} {count}" for judge, count in found.items()))


def text_of(puzzle: nonet.Puzzle) -> str:
    """Return the bare string of a puzzle."""
    return unquote(nonet.write(puzzle, "iss").partition("?q=")[2])


# --- the race ------------------------------------------------------------------------------------


class Peer:
    """ISS in a separate process."""

    def __init__(self, checkout: Path, seconds: float) -> None:
        self._seconds = seconds
        self._process = subprocess.Popen(
            ["node", str(HERE / "iss.mjs"), str(checkout)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def answer(self, text: str) -> dict[str, Any]:
        found: dict[str, Any] = self._ask({"text": text, "seconds": self._seconds})
        return found

    def puzzles(self) -> list[dict[str, Any]]:
        """Return the puzzles of the checkout, with their solutions if stated."""
        found: list[dict[str, Any]] = self._ask({})
        return found

    def _ask(self, question: object) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps(question), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())


def compare(peer: Peer, seconds: float) -> int:
    """Read and check all puzzles of ISS. Print how many are decided, and what goes wrong."""
    counts: Counter[str] = Counter()
    for puzzle in peer.puzzles():
        found = list(outcome(peer, puzzle, seconds))
        counts.update(["inputs", *found])
        if found[-1] not in ("agreed", "unconfirmed"):
            print(f"  {puzzle['name'] or puzzle['input'].strip():.60}: {found[-1]}", flush=True)
    print(", ".join(f"{counts[key]} {key}" for key in STAGES))
    return counts["inputs"] - counts["agreed"] - counts["unconfirmed"]


#: The stages of a puzzle. A verdict is unconfirmed if no solution is stated and ISS is undecided.
STAGES = ("inputs", "read", "decided", "agreed", "unconfirmed")


def outcome(peer: Peer, stated: dict[str, Any], seconds: float) -> Iterator[str]:
    """Yield the stages that a puzzle reaches. The last one may be the reason of a failure."""
    try:
        puzzle = nonet.parse(stated["input"])
    except NonetError as error:
        yield str(error)
        return
    yield "read"
    start = time.process_time()
    # Other programs may use the machine, so the limit is checked in CPU seconds.
    verdict = nonet.check(puzzle, limits=nonet.Limits(seconds=2 * seconds))
    spent = time.process_time() - start
    if verdict.kind == "unknown" or spent > seconds:
        yield f"{verdict.kind} after {spent:.1f} s"
        return
    yield "decided"
    boards = [each[: len(puzzle.grid.board)] for each in verdict.witnesses]
    if stated.get("solution") and len(boards) == 1:
        yield "agreed" if agree(stated["solution"], boards[0]) else "another solution than stated"
        return
    theirs = peer.answer(stated["input"])
    if not theirs["done"]:
        yield "unconfirmed"
        return
    # ISS may accept two solutions that it does not find.
    questions = [filled(stated["input"], puzzle, board) for board in boards]
    accepts_both = len(boards) == 2 and all(peer.answer(q)["solutions"] for q in questions)
    if same(verdict, theirs["solutions"]) or accepts_both:
        yield "agreed"
    else:
        yield f"{verdict.kind}, but ISS finds {len(theirs['solutions'])} solutions"


def filled(text: str, puzzle: nonet.Puzzle, board: Sequence[int]) -> str:
    """Return an input with the values of all cells of the board."""
    givens = text_of(nonet.Puzzle(puzzle.grid).with_givens(dict(enumerate(board))))
    return f"{text}\n\n.{givens.rpartition('.')[2]}"


def race(entry: Entry, peer: Peer, options: argparse.Namespace) -> bool:
    """Ask every contestant once. Return whether they agree."""
    theirs = peer.answer(entry.text)
    if "error" in theirs:
        print(f"{entry.family}: ISS refuses {entry.text}: {theirs['error']}")
        return True
    entry.took("iss", theirs["ms"])
    entry.nodes["iss"] = theirs["guesses"]
    if not theirs["done"]:
        entry.left_open.add("iss")
    agree = True
    for backend in options.backend:
        verdict = check(entry, backend, options.seconds)
        if verdict is None:
            return True
        if verdict.kind == "unknown":
            entry.left_open.add(backend)
        elif theirs["done"]:
            agree = agree and same(verdict, theirs["solutions"])
    if not agree:
        print(f"they differ on {entry.family}: {entry.text}")
    return agree


def check(entry: Entry, backend: str, seconds: float) -> nonet.Verdict | None:
    gc.collect()
    start = time.process_time()
    try:
        puzzle = nonet.parse(entry.text).unshared()
        read = time.process_time()
        verdict = nonet.check(puzzle, backend, seconds)
    except NonetError as error:
        print(f"{entry.family}: nonet refuses {entry.text}: {error}")
        return None
    end = time.process_time()
    entry.took(backend, (end - start) * 1e3)
    entry.took(f"{backend} ready", (end - read) * 1e3)
    entry.took(f"{backend} again", again(puzzle, backend, seconds))
    counters = [answer.counters for answer in verdict.answers]
    entry.nodes[backend] = sum(c.get("nodes", 0) + c.get("conflicts", 0) for c in counters)
    return verdict


def again(puzzle: nonet.Puzzle, backend: str, seconds: float) -> float:
    """Return the milliseconds for a puzzle under known rules."""
    puzzle = puzzle.with_givens({})  # a copy with the shared geometry
    nonet.check(puzzle, backend, seconds)
    twin = puzzle.with_givens({})
    start = time.process_time()
    nonet.check(twin, backend, seconds)
    return (time.process_time() - start) * 1e3


def same(verdict: nonet.Verdict, solutions: Sequence[Sequence[int]]) -> bool:
    kinds = ("none", "unique", "multiple")
    ours = {tuple(solution) for solution in verdict.witnesses}
    theirs = {tuple(solution) for solution in solutions}
    return verdict.kind == kinds[len(theirs)] and (len(theirs) != 1 or ours == theirs)


# --- what it prints ------------------------------------------------------------------------------


def report(entries: Sequence[Entry], backend: str, options: argparse.Namespace) -> None:
    """Print a row for each family, a row for all, and every puzzle on which nonet is slower."""
    raced = [entry for entry in entries if backend in entry.ms]
    families = defaultdict(list)
    for entry in raced:
        families[entry.family].append(entry)
    print(f"\n# {backend} against ISS; CPU milliseconds, the best of {options.passes}")
    print(f"{'family':26}{'n':>4}{'ISS':>9}{backend[:9]:>10}{'ready':>8}{'ratio':>7}", end="")
    print(f"{'ISS all':>10}{'all':>9}{'ratio':>7}{'ahead':>6}{'guesses':>9}{'nodes':>9}")
    for family, members in families.items():
        print(row(family, members, backend))
    print(row("all", raced, backend))
    behind = [name for name, members in families.items() if is_behind(members, backend)]
    print(f"slower in the median: {len(behind)} of {len(families)}: {'; '.join(behind)}")
    for contestant in ("iss", backend, f"{backend} ready", f"{backend} again"):
        times = [entry.ms[contestant] for entry in raced]
        p90, p99 = (quantiles(times, n=100)[at - 1] for at in (90, 99))
        left_open = sum(contestant in entry.left_open for entry in raced)
        print(
            f"{contestant}: median {median(times):.2f} ms, p90 {p90:.2f}, p99 {p99:.1f}, total "
            f"{sum(times) / 1e3:.2f} s, {left_open} of {len(raced)} left open"
        )
    slower = [entry for entry in raced if entry.ms[backend] > entry.ms["iss"]]
    print(f"slower on {len(slower)} of {len(raced)}")
    for entry in sorted(slower, key=lambda entry: entry.ms["iss"] - entry.ms[backend]):
        print(f"  {entry.ms['iss']:9.2f} {entry.ms[backend]:9.2f} {entry.family}: {entry.text}")


def is_behind(members: Sequence[Entry], backend: str) -> bool:
    ours, theirs = (median(entry.ms[who] for entry in members) for who in (backend, "iss"))
    return ours > theirs


def row(name: str, members: Sequence[Entry], backend: str) -> str:
    """Return medians, then totals, then how often nonet was ahead."""
    theirs, ours = ([entry.ms[who] for entry in members] for who in ("iss", backend))
    ready = median(entry.ms[f"{backend} ready"] for entry in members)
    ahead = sum(entry.ms[backend] < entry.ms["iss"] for entry in members)
    guesses, nodes = (sum(entry.nodes[who] for entry in members) for who in ("iss", backend))
    return (
        f"{name:26}{len(members):4}{median(theirs):9.2f}{median(ours):10.2f}{ready:8.2f}"
        f"{median(theirs) / median(ours):7.1f}{sum(theirs):10.1f}{sum(ours):9.1f}"
        f"{sum(theirs) / sum(ours):7.1f}{ahead:6}{guesses:9}{nodes:9}"
    )


if __name__ == "__main__":
    sys.exit(main())
