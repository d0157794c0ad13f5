"""Tests of our own solvers: their nodes, their orders, and the engine of their searches."""

import signal
from itertools import islice

import pytest
from breadth import tried
from examples import EASY, EMPTY, HARD, UNIQUE, classic
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force, enumerate_solutions
from strategies import puzzles

from nonet.model.constraints import AllDifferent
from nonet.model.grid import Grid
from nonet.propagation import Propagator
from nonet.puzzle import Puzzle
from nonet.rules import Cage, ExtraRegion, Rows
from nonet.solvers import BackendError, Limits, SolverCrashed, Status, find_backend
from nonet.solvers.dlx import Links
from nonet.solvers.enumeration import Enumeration, provider
from nonet.solvers.norvig import fewest

ROW = Puzzle(Grid(1, 3), rules=(Rows(),))
CLASH = classic("11" + "." * 14)
NOWHERE = Puzzle(Grid(1, 3), marks=(7, 7, 0), rules=(Rows(),))  # one cell has no candidate
TOO_MUCH = Puzzle(Grid(1, 2), rules=(Cage((0, 1), 9),)).with_givens({0: 1, 1: 2})
FOUR = classic("1..." * 4)


def nodes(spec, puzzle, most=1):
    """Return the nodes of the search for the first solutions."""
    with find_backend(spec).open(puzzle) as session:
        return sum(
            answer.counters["iterations" if spec == "heuristic" else "nodes"]
            for answer in islice(session.answers(), most)
        )


@pytest.mark.parametrize(
    ("spec", "puzzle", "expected"),
    [
        ("heuristic", classic("1234341221434..."), 3),  # an iteration fills one cell
        ("heuristic", classic(EASY), EASY.count(".")),
        ("heuristic", UNIQUE, 0),  # the givens are placed before the search
        ("heuristic", CLASH, 0),
        ("heuristic", NOWHERE, 1),
        ("dlx", UNIQUE, 0),
        ("dlx", classic("123434122143432."), 1),
        ("dlx", classic("1234341221......"), 6),
        ("dlx", CLASH, 0),
        ("dlx", NOWHERE, 1),
        ("dlx", classic(EASY), EASY.count(".")),  # a value with one place in a house is found
        ("norvig", classic(EASY), 1),
    ],
)
def test_the_first_solution_takes_so_many_nodes(spec, puzzle, expected):
    assert nodes(spec, puzzle) == expected


@pytest.mark.parametrize(
    ("puzzle", "expected"),
    [
        (Puzzle(Grid(1, 2)), 2 + 2 * 2),  # a node is a value tried
        (ROW, 3 + 3 * 3 + 6 * 3),
        (ROW.with_givens({0: 1}), 3 + 2 * 3),
        (ROW.with_givens({2: 3}), 3 + 2 * 3),  # cells with one choice prune earlier cells
        (Puzzle(Grid(1, 2), marks=(3, 1)), 2),  # values that the marks leave out are not tried
        (UNIQUE, 0),
        (CLASH, 0),
        (TOO_MUCH, 0),
    ],
)
def test_backtracking_to_the_end_takes_so_many_nodes(puzzle, expected):
    assert nodes("backtracking", puzzle, most=100) == expected


def test_a_hard_puzzle_is_searched():
    assert nodes("norvig", classic(HARD)) > 1
    assert nodes("dlx", classic(HARD)) < 20 * 81


def test_two_groups_of_the_same_cells_are_one():
    twice = FOUR.with_rules(ExtraRegion((0, 1, 2, 3)))
    assert nodes("dlx", twice) == nodes("dlx", FOUR)


@given(puzzles())
@tried(50)
def test_backtracking_finds_solutions_in_lexicographic_order(puzzle):
    with find_backend("backtracking").open(puzzle) as session:
        assert enumerate_solutions(session) == sorted(brute_force(puzzle))


@given(st.lists(st.sets(st.integers(0, 5), min_size=1), max_size=8))
def test_covered_items_come_back_in_the_order_of_their_leaving(options):
    links = Links()
    items = [links.add_item(must=number < 4) for number in range(6)]
    for option in options:
        links.add_option([items[number] for number in sorted(option)])
    before = [list(part) for part in (links.left, links.right, links.up, links.down, links.size)]
    for item in items:
        links.cover(item)
    assert links.is_covered()
    for item in reversed(items):
        links.uncover(item)
    assert before == [links.left, links.right, links.up, links.down, links.size]


# --- norvig: random orders by seed ---------------------------------------------------------------


def found(puzzle, seed=0):
    with find_backend("norvig").open(puzzle, seed=seed) as session:
        return enumerate_solutions(session)


def test_seeds_give_different_orders_of_the_same_boards():
    orders = [tuple(found(EMPTY, seed)) for seed in range(5)]
    assert len(set(orders)) == 5
    assert len({frozenset(order) for order in orders}) == 1


def test_seed_0_tries_the_values_in_order():
    assert found(ROW) == sorted(brute_force(ROW))


def test_fewest_is_the_first_of_the_tightest_open_cells():
    assert fewest([1, 7, 3, 6, 4]) == 2
    assert fewest([1, 15, 7, 7]) == 2
    assert fewest([1, 2, 4, 1]) is None


# --- the engine of searches ----------------------------------------------------------------------

A, B, C = (1, 1), (1, 2), (2, 1)
ENDLESS = Puzzle(Grid(9, 9), rules=(Rows(),))  # has 9!⁹ solutions


def engine(*steps):
    """Return the engine of a search with these steps. A step that is an exception is raised."""

    def search():
        for step in steps:
            if isinstance(step, BaseException):
                raise step
            yield step

    return Enumeration("hasty", search, "steps")


def test_nodes_are_counted_for_each_solve():
    search = engine(None, None, list(A), None, B)  # lists are grids too
    answer = search.solve(Limits())
    assert (answer.status, answer.solution, answer.counters) == (Status.SATISFIED, A, {"steps": 2})
    search.block(A)
    answer = search.solve(Limits())
    assert (answer.solution, answer.counters) == (B, {"steps": 1})


def test_the_search_pauses_until_its_solution_is_blocked():
    search = engine(None, A, None, B)
    assert search.solve(Limits()).solution == A
    again = search.solve(Limits(nodes=0))
    assert (again.solution, again.counters) == (A, {"steps": 0})
    search.block(B)
    assert search.solve(Limits()).solution == A
    search.block(A)
    assert search.solve(Limits()).status is Status.UNSATISFIABLE


def test_blocked_solutions_are_passed_over_and_the_end_stays_the_end():
    search = engine(A, None, B, C)
    search.block(B)
    search.block(A)
    assert search.solve(Limits()).solution == C
    search.block(C)
    for _ in range(3):
        assert search.solve(Limits()).status is Status.UNSATISFIABLE


def test_a_limit_of_no_nodes_allows_no_step():
    assert engine().solve(Limits()).status is Status.UNSATISFIABLE
    search = engine(A)
    assert search.solve(Limits(nodes=0)).status is Status.UNKNOWN
    assert search.solve(Limits()).solution == A


@pytest.mark.parametrize("nodes", [1, 2, 3])
def test_a_limit_counts_the_nodes_of_one_solve_only(nodes):
    search = engine(*[None] * 4, A)
    hidden = 0
    while (answer := search.solve(Limits(nodes=nodes))).status is Status.UNKNOWN:
        assert answer.counters == {"steps": nodes}
        assert answer.solution is None
        hidden += nodes
    assert answer.solution == A
    assert hidden + answer.counters["steps"] == 4


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (KeyboardInterrupt(), KeyboardInterrupt),
        (MemoryError(), MemoryError),
        (ValueError("a bug"), SolverCrashed),
    ],
)
def test_an_interrupted_search_never_claims_to_be_complete(error, raised):
    search = engine(None, A, None, error)
    assert search.solve(Limits()).solution == A
    search.block(A)
    with pytest.raises(raised):
        search.solve(Limits())
    for _ in range(2):
        with pytest.raises(RuntimeError, match="interrupted: open a new session"):
            search.solve(Limits())


@pytest.mark.parametrize(("owner", "method"), [(AllDifferent, "holds"), (Propagator, "assign")])
def test_an_interrupted_solver_raises_from_then_on(own, owner, method, monkeypatch):
    calls = 0
    original = getattr(owner, method)

    def interrupted(*arguments):
        nonlocal calls
        calls += 1
        if calls == 100:
            raise KeyboardInterrupt
        return original(*arguments)

    monkeypatch.setattr(owner, method, interrupted)
    with own.open(classic(HARD)) as session:
        try:
            session.solve(Limits(nodes=1000))
        except KeyboardInterrupt:
            with pytest.raises(RuntimeError, match="interrupted"):
                session.solve(Limits(nodes=1000))
        else:
            assert calls < 100, "a solver that does not come here"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")
@pytest.mark.parametrize("delay", [0.001, 0.003, 0.01, 0.02, 0.03])
def test_a_real_interrupt_at_any_moment_never_reads_as_no_solution(own, delay):
    def interrupt(number, frame):
        raise KeyboardInterrupt

    def solve_forever(session):
        # The signal comes repeatedly, because Python ignores an error in a callback of its garbage
        # collector, and hypothesis has such a callback. The timer measures this process's CPU time.
        signal.setitimer(signal.ITIMER_VIRTUAL, delay, 0.5)
        while True:
            session.block(session.solve().solution)

    handler = signal.signal(signal.SIGVTALRM, interrupt)
    try:
        with own.open(ENDLESS) as session:
            with pytest.raises(KeyboardInterrupt):
                solve_forever(session)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            try:
                status = session.solve().status
            except RuntimeError:
                return  # the search reports the interruption
            assert status is Status.SATISFIED
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, handler)


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([None, ValueError("a bug")], "hasty failed: ValueError: a bug"),
        ([None, 7], "hasty failed: TypeError: 'int' object is not iterable"),
    ],
)
def test_an_error_in_a_search_is_a_crash_with_its_name(steps, said):
    with pytest.raises(SolverCrashed, match=said):
        engine(*steps).solve(Limits())


def test_an_error_before_a_search_is_a_crash_too():
    hasty = provider("hasty", "", lambda puzzle, seed: 1 // 0, "steps").build("", ())
    with hasty.open(ENDLESS) as session, pytest.raises(SolverCrashed, match="hasty failed: Zero"):
        session.solve()


def test_a_search_has_no_variants_and_no_options(own):
    plain = provider(own.spec, "summary", lambda puzzle, seed: iter(()), "steps")
    [line] = plain.describe()
    assert (line.spec, line.summary, line.missing) == (own.spec, "summary", None)
    assert "nodes (steps)" in line.capabilities
    assert plain.build("", ()).spec == own.spec
    for variant, options in [("fast", ()), ("", ("fast",)), ("fast", ("fast",))]:
        with pytest.raises(BackendError, match=f"{own.spec} takes no variant"):
            plain.build(variant, options)
