"""Puzzles with connected cells are answered by cuts, and each cut follows from the rules."""

import pytest
from breadth import tried
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from strategies import rules_on

from nonet import certify, check, count, parse, true_candidates, verify
from nonet.certificates.certificate import follows
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.analysis import find_conflict
from nonet.rules import AntiKnight, ConnectedValues, Either, Odd
from nonet.solvers import Limits, Status, broken_cuts, find_backend

#: "Odd Blockade Runners" by Jeff Wajes, sudokupad.app/bq8jTQjhMd.
CIRCLES = {
    "R2C3": "467", "R4C6": "58", "R5C2": "348", "R5C5": "245", "R6C1": "268", "R6C8": "246",
    "R7C4": "128", "R7C7": "467", "R8C3": "568",
}  # fmt: skip
SOLUTION = "817562493352489176946731258591376824764928531283154967639815742175243689428697315"


def blockade() -> Puzzle:
    puzzle = parse("".join(f".Quad~{at}~{'~'.join(of)}" for at, of in CIRCLES.items()))
    for rule in puzzle.rules[3:]:
        puzzle = puzzle.where(rule.cells, lambda *values: sum(v % 2 for v in values) <= 1)
    return puzzle.connectedvalues([1, 3, 5, 7, 9])


@st.composite
def connected(draw):
    """Draw a puzzle with one or two connections, and with one or two other rules."""
    rows, columns = draw(st.sampled_from([(3, 3), (2, 4), (1, 6), (4, 2)]))
    grid = Grid(rows, columns, range(1, draw(st.integers(2, 3)) + 1))
    hint = tuple(draw(st.sampled_from(grid.values)) for _ in grid.cells)
    areas = st.builds(
        ConnectedValues,
        st.sets(st.sampled_from(grid.values), min_size=1),
        st.none() | st.integers(1, len(grid.cells)),
    )
    rules = draw(st.lists(areas, min_size=1, max_size=2))
    others = draw(st.lists(rules_on(grid, hint), min_size=1, max_size=2))
    if draw(st.booleans()):
        rules = [Either(rules[0], others[0]), *rules[1:]]
    givens = [value if draw(st.integers(0, 1)) else None for value in hint]
    return Puzzle(grid, tuple(givens), rules=(*rules, *others))


@given(puzzle=connected(), data=st.data())
@tried(100)
def test_a_cut_excludes_its_filling_but_no_solution(puzzle, data):
    grid, solutions = puzzle.grid, brute_force(puzzle)
    filling = tuple(data.draw(st.sampled_from(grid.values)) for _ in grid.cells)
    connections = puzzle.geometry.connections
    cuts = list(broken_cuts(puzzle, filling))
    assert bool(cuts) is not all(part.holds(filling) for part in connections)
    for cut in cuts:
        clause = [grid.mark(part.cell, value) for part in cut for value in part.values]
        assert follows(puzzle, clause)
        for values in (filling, *solutions):
            holds = any(values[part.cell] in part.values for part in cut)
            assert holds is (values in solutions)
        shorter = clause[1:]
        if follows(puzzle, shorter):  # the first mark was not needed
            marks = [{grid.mark(c, v) for c, v in enumerate(values)} for values in solutions]
            assert all(each.intersection(shorter) for each in marks)


def test_a_published_puzzle_is_unique_and_certified(tmp_path):
    puzzle = blockade()
    for spec in ("native", "clingo"):
        verdict = check(puzzle, spec)
        assert verdict.kind == "unique"
        assert "".join(map(str, verdict.solution)) == SOLUTION
    assert verdict.answers[0].counters["cuts"] > 0
    certify(puzzle, verdict=verdict).write(tmp_path / "proof")
    assert verify(tmp_path / "proof").claim == "unique"


def test_a_cut_that_does_not_follow_is_refused(tmp_path):
    square = Puzzle(Grid(2, 2, range(1, 3)), rules=(ConnectedValues([1]), ConnectedValues([2])))
    wrong = square.with_givens({0: 1, 1: 2, 3: 1})
    certify(wrong.with_givens({2: 2})).write(tmp_path / "none")
    formula = tmp_path / "none" / "formula.cnf"
    *lines, last = formula.read_text().splitlines()
    cut = set(last.split())
    assert verify(tmp_path / "none").claim == "none"
    for changed in (" ".join([*sorted(cut - {"0"})[1:], "0"]), "1 x 0"):
        formula.write_text("\n".join([*lines, changed, ""]))
        with pytest.raises(ValueError, match=f"no connection implies the clause '{changed}'"):
            verify(tmp_path / "none")


@pytest.mark.parametrize("spec", ["pysat", "native", "cpsat"])
def test_an_interrupted_session_goes_on(spec):
    puzzle = Puzzle(Grid(2, 3, range(1, 3)), rules=(ConnectedValues([1]), ConnectedValues([2])))
    seconds, found = 0.0005, []
    with find_backend(spec).open(puzzle) as session:
        assert session.solve(Limits(seconds=0)).status is Status.UNKNOWN
        while (answer := session.solve(Limits(seconds=seconds))).status is not Status.UNSATISFIABLE:
            if answer.solution:
                found.append(answer.solution)
                session.block(answer.solution)
            else:
                seconds *= 2
    assert set(found) == brute_force(puzzle)


def test_questions_about_a_puzzle_with_connections():
    puzzle = Puzzle(Grid(3, 3, range(1, 4)), rules=(ConnectedValues([1], size=5), AntiKnight()))
    solutions = brute_force(puzzle)
    assert count(puzzle) == len(solutions)
    marks = tuple(puzzle.grid.mask({s[cell] for s in solutions}) for cell in range(9))
    assert true_candidates(puzzle).marks == marks
    clash = puzzle.with_givens({0: 1, 1: 2, 3: 3}).with_rules(Odd([2]))
    assert ConnectedValues([1], size=5) in find_conflict(clash).clues
