"""Proofs that a puzzle has no second solution, measured in conflicts and lemmas.

These numbers do not depend on the machine or its load. The puzzle gets one more clause, which
forbids the known solution. A solver then has to refute all clauses together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, product

import pandas as pd
from pysat.solvers import Solver

import nonet
from nonet.encodings import cnf
from nonet.encodings.at_most_one import FORMULATIONS
from nonet.encodings.options import CLAUSE_SETS, REDUCTIONS, Encoding
from nonet.puzzle import Puzzle
from nonet.solvers import Limits
from nonet.solvers.answers import Solution
from nonet.solvers.sat.loaded import LoadedSolver
from study.estimates import Ratio, geometric
from study.learner import Parts, Search, cells_of, with_segments
from study.samples import sample

Boards = Mapping[tuple[str, int], tuple[Puzzle, Solution]]

#: The conflicts after which a solver gives up.
MOST = 20_000

#: The solvers that refute each encoding, and whether they write proofs.
SOLVERS = {
    "minisat22": False,
    "glucose4": True,
    "cadical153": True,
    "cadical195": True,
    "mergesat3": False,
}

#: The three choices that make an encoding.
CHOICES = ("at most one", "clause set", "reduction")

#: How much a search finds without a guess, from the least to the most.
PROPAGATION = ("minimal", "extended", "locked candidates", "failed literals")
SEARCHES = {
    "backtracking": Parts(),
    "learning": Parts(learns=True),
    "learning, restarts": Parts(learns=True, restarts=True),
}


def solved(puzzles: Mapping[tuple[str, int], Puzzle]) -> Boards:
    """Return puzzles with their solutions."""
    found = {}
    for key, puzzle in puzzles.items():
        solution = nonet.solve(puzzle).solution
        assert solution is not None, f"{puzzle.label} was not solved"
        found[key] = puzzle, solution
    return found


def nine(count: int) -> dict[tuple[str, int], Puzzle]:
    """Return puzzles of 9×9, `count` with 17 clues and `count` hard ones."""
    files = {"17 clues": "17clue.txt", "hard": "hard375.txt"}
    return {
        (group, place): puzzle
        for group, name in files.items()
        for place, puzzle in enumerate(sample(name, count, seed=3))
    }


def second_solution(puzzle: Puzzle, solution: Solution, encoding: str) -> cnf.Cnf:
    """Return the clauses of a puzzle, with the clause that forbids its solution.

    >>> puzzle = nonet.classic("12..34..2......3")
    >>> second_solution(puzzle, nonet.solve(puzzle).solution, "minimal,raw").clauses[-1][:3]
    [-1, -6, -11]
    """
    encoded = cnf.encode(puzzle, encoding)
    clause = encoded.blocking(solution)
    assert clause is not None, "the encoding excludes the solution"
    encoded.clauses.append(clause)
    return encoded


def by_encoding(boards: Boards, reductions: tuple[str, ...] = REDUCTIONS) -> pd.DataFrame:
    """Return what each solver needs to refute each encoding of each board."""
    rows = []
    for (group, at), (puzzle, solution) in boards.items():
        for words in product(FORMULATIONS, CLAUSE_SETS, reductions):
            encoded = second_solution(puzzle, solution, ",".join(words))
            size = encoded.variables, len(encoded.clauses)
            for name, proves in SOLVERS.items():
                rows.append((group, at, *words, *size, name, *_refuted(encoded, name, proves)))
    names = [*CHOICES, "variables", "clauses", "solver", "conflicts", "lemmas", "refuted"]
    return pd.DataFrame(rows, columns=["group", "puzzle", *names])


def _refuted(encoded: cnf.Cnf, name: str, proves: bool) -> tuple[int, int | None, bool]:
    """Return the conflicts, the lemmas of the proof, and whether the solver kept the limit."""
    solver = LoadedSolver(name, encoded.clauses, with_proof=proves)
    try:
        satisfiable = solver.solve(Limits(nodes=MOST))
        assert not satisfiable, f"{name} found a second solution"
        refuted = satisfiable is False
        lemmas = None
        if refuted and proves:
            lemmas = sum(not line.startswith("d") for line in solver.proof())
        return solver.counters()["conflicts"], lemmas, refuted
    finally:
        solver.close()


def by_search(boards: Boards) -> pd.DataFrame:
    """Return the conflicts of each kind of search with each kind of propagation."""
    rows = []
    for (group, at), (puzzle, solution) in boards.items():
        for propagation, search in product(PROPAGATION, SEARCHES):
            minimal = propagation == "minimal"
            encoded = second_solution(puzzle, solution, "minimal" if minimal else "extended")
            clauses = encoded.clauses
            if propagation == "locked candidates":
                clauses = with_segments(puzzle, encoded)
            parts = replace(SEARCHES[search], probes=propagation == "failed literals")
            run = Search(clauses, cells_of(encoded), parts)
            model = run.run(MOST)
            assert not model, "the search found a second solution"
            counted = (
                run.counts["decisions"],
                run.counts["conflicts"],
                run.counts["failed literals"],
            )
            rows.append((group, at, propagation, search, *counted, model is False))
    names = ["propagation", "search", "decisions", "conflicts", "failed literals", "refuted"]
    return pd.DataFrame(rows, columns=["group", "puzzle", *names])


def table_of_searches(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the median conflicts of each search, and how many boards it refuted, by group.

    Failed literals count as conflicts, too, because each is a guess that was refuted.
    """
    runs = runs.assign(all=runs["conflicts"] + runs["failed literals"])
    by = runs.groupby(["group", "propagation", "search"], sort=False)
    found = by.agg(conflicts=("all", "median"), refuted=("refuted", "sum"), boards=("all", "size"))
    found["said"] = [
        f"{conflicts:,.0f}" if refuted > boards / 2 else f"> {MOST:,}"
        for conflicts, refuted, boards in found.itertuples(index=False)
    ]
    return found["said"].unstack("search")[list(SEARCHES)]


def ratios_of_encodings(runs: pd.DataFrame, column: str, by: str) -> pd.DataFrame:
    """Return each choice of an encoding against the default choice, for each group and solver.

    The ratio is the geometric mean over the boards. All other choices are the default ones. Some
    boards need no conflict, so one is added to both numbers.
    """
    usual = dict(zip(CHOICES, Encoding().words, strict=True))
    for choice in CHOICES:
        if choice != by:
            runs = runs[runs[choice] == usual[choice]]
    keys = ["group", "puzzle", "solver"]
    wide = runs.pivot_table(column, keys, by, sort=False) + 1
    gave_up = ~runs.pivot_table("refuted", keys, by, sort=False).astype(bool)
    found: dict[tuple[str, str], dict[str, Ratio]] = {}
    for (group, solver), part in wide.groupby(["group", "solver"], sort=False):
        opened = gave_up.loc[part.index].sum()
        found[group, solver] = {
            name: Ratio(
                *geometric((part[name] / part[usual[by]]).to_numpy()),
                total=float(part[name].sum() / part[usual[by]].sum()),
                pairs=len(part),
                slow_open=int(opened[name]),
                quick_open=int(opened[usual[by]]),
            )
            for name in wide
            if name != usual[by] and not part[name].isna().any()
        }
    return pd.DataFrame(found)


def hardness(rated: Mapping[float, list[Puzzle]]) -> pd.DataFrame:
    """Return several measures of the hardness of puzzles whose rating is known."""
    return pd.DataFrame(
        {"rating": rating} | _measures(puzzle)
        for rating, puzzles in rated.items()
        for puzzle in puzzles
    )


def _measures(puzzle: Puzzle) -> dict[str, int]:
    [(puzzle, solution)] = solved({("", 0): puzzle}).values()
    encoded = second_solution(puzzle, solution, "")
    conflicts, lemmas, _ = _refuted(encoded, "glucose4", proves=True)
    search = Search(encoded.clauses, cells_of(encoded), Parts())
    search.run(MOST)
    return {
        "clues": sum(given is not None for given in puzzle.givens),
        "backtracks": search.counts["conflicts"],
        "conflicts": conflicts,
        "lemmas": lemmas or 0,
        "backdoor": len(backdoor(puzzle, solution)),
        "hardest step": nonet.explain(puzzle).hardest,
    }


def backdoor(puzzle: Puzzle, solution: Solution) -> tuple[int, ...]:
    """Return the smallest set of cells whose values let unit propagation solve the puzzle.

    >>> puzzle = nonet.classic("12..34..2......3")
    >>> backdoor(puzzle, nonet.solve(puzzle).solution)
    ()
    """
    encoded = cnf.encode(puzzle)
    solver = Solver("minisat22", bootstrap_with=encoded.clauses)
    grid = puzzle.grid
    open_ = [cell for cell in grid.cells if encoded.domains[cell].bit_count() > 1]
    with solver:
        for cells in _subsets(open_):
            known = [grid.mark(cell, solution[cell]) for cell in cells]
            consistent, implied = solver.propagate(assumptions=known)
            true = {literal for literal in implied if literal > 0}
            if consistent and all(grid.mark(cell, solution[cell]) in true for cell in open_):
                return cells
    raise AssertionError("all cells together are a backdoor")


def _subsets(cells: list[int]) -> Iterator[tuple[int, ...]]:
    for size in range(len(cells) + 1):
        yield from combinations(cells, size)
