"""A user's program: `test_program.py` runs it and type-checks it against the installed package."""

from __future__ import annotations

from typing import TYPE_CHECKING

import nonet
from nonet.rules import AntiKnight, Cage, Even, Thermo, WhiteDot


def describe(verdict: nonet.Verdict) -> str:
    """Return the result of a check as a line of text."""
    if verdict.kind is nonet.Kind.MULTIPLE:
        return f"two solutions, which differ in {len(verdict.differences)} cells"
    return f"{verdict.kind}: {verdict.solution}" if verdict.reason is None else verdict.reason


puzzle: nonet.Puzzle = nonet.classic("12..34..2......3")
answer: nonet.Answer = nonet.solve(puzzle, limits=5)
assert answer.status is nonet.Status.SATISFIED
assert answer.solution is not None
print(nonet.draw(puzzle, answer.solution), describe(nonet.check(puzzle)), answer.times.total)

variant = nonet.classic(order=2).with_rules(
    *(Cage("r1c1-r1c2", 4), Thermo(["A3", "B3"]), Even("r4c4"), WhiteDot("r3c1 r3c2"))
)
grid: nonet.Grid = variant.grid
built: nonet.Puzzle = nonet.classic().cage("r1c1-r1c3", 15).thermo(["r5c1", 37]).antiknight()
if TYPE_CHECKING:  # type checkers refuse this; they refuse unneeded ignores, too
    built.cage("r1c1", "15")  # type: ignore[arg-type]
    built.thermo()  # type: ignore[call-arg]
    built.termo("r1c1-r1c3")  # type: ignore[attr-defined]
values: tuple[int | None, ...] = variant.with_givens({"r1c1": 1, grid.cell("A2"): 3}).givens
print(nonet.count([[1, 2, 0, 0], [0] * 4, [0] * 4, [None] * 4], limit=9), values)
print([verdict.kind.value for verdict in nonet.check_many([puzzle, "1..." * 4])])

backend = nonet.find_backend("norvig")
session: nonet.Session
with backend.open(variant) as session:
    found = session.solve(nonet.Limits(seconds=10, nodes=10_000)).solution
    if found is not None:
        session.block(found)
        problems: list[nonet.Violation] = nonet.violations(variant, found)
        assert not problems
try:
    for solution in nonet.solutions(variant.with_rules(AntiKnight()), backend="norvig"):
        print(nonet.write_values(grid, solution), nonet.true_candidates(variant).solutions)
except (nonet.LimitReached, nonet.BackendError, nonet.PuzzleError) as error:
    print(error)

result: nonet.RaceResult = nonet.race([puzzle], ["norvig", "backtracking"], limits=nonet.Limits(10))
print(len(result.rows), nonet.find_conflict(puzzle).solution, nonet.write(puzzle, "json"))
for made in nonet.generate(nonet.classic(order=2), count=2, seed=1):
    print(made.puzzle["r1c1"], nonet.draw_svg(made.puzzle)[:4], repr(made.puzzle))
