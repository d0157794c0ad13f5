"""The general engine concludes exactly what follows from each primitive, and in time."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from examples import case, full_board, says, share_or_whole
from general_engine import (
    GENERAL,
    LEARNING,
    after,
    assert_like_norvig,
    found,
    nodes_to_refute,
    some,
)

from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Count,
    Linear,
    Regular,
    Relation,
)
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Rows
from nonet.solvers import Limits, Status

CLASSIC = Puzzle(Grid(9, 9), rules=(Rows(), Columns(), Boxes(3, 3))).constraints


# --- as norvig -----------------------------------------------------------------------------------


def count(board, random):
    cells = random.sample(range(81), random.randint(1, 12))
    values = frozenset(random.sample(range(1, 10), random.randint(1, 6)))
    number = sum(board[cell] in values for cell in cells)
    return Count(tuple(cells), values, frozenset({number, *random.sample(range(12), 1)}))


def word(board, random):
    """Return a random automaton of up to 200 states that accepts the board's values."""
    cells = random.sample(range(81), random.randint(1, 8))
    if random.random() < 0.3:
        cells += random.sample(cells, 1)
    states = random.choice((2, 3, 5, 64, 70, 128, 129, 200))
    moves = {
        (state, value): random.randrange(states)
        for state, value in product(range(states), range(1, 10))
        if random.random() < 0.8
    }
    state = 0
    for cell in cells:
        state = moves.setdefault((state, board[cell]), random.randrange(states))
    accepting = {state, *random.sample(range(states), states // 3)}
    steps = [(start, value, end) for (start, value), end in moves.items()]
    return Regular(tuple(cells), Automaton(steps, 0, accepting))


def total(board, random):
    """Return a sum of any shape that the board obeys."""
    cells = random.sample(range(81), random.randint(1, 7))
    if random.random() < 0.4:
        cells += random.sample(range(9), 3)  # some cells of a row, which see each other
    coefficients = (1,) if random.random() < 0.3 else (1, 1, -1, 2, -3)
    terms = tuple((random.choice(coefficients), cell) for cell in cells)
    total = sum(coefficient * board[cell] for coefficient, cell in terms)
    op = random.choice(("in", "in", "==", "==", "<=", ">="))
    others = random.sample(range(-60, 90), random.choice((1, 3, 20)))
    return Linear(terms, op, frozenset({total, *others}) if op == "in" else total)


def relation(board, random):
    a, b = random.sample(range(81), 2)
    pairs = {(v, w) for v, w in product(range(1, 10), repeat=2) if random.random() < 0.4}
    return Relation(a, b, frozenset(pairs | {(board[a], board[b])}))


def candidates(board, random):
    cell = random.randrange(81)
    values = random.sample(range(1, 10), 3)
    return Candidates(cell, frozenset(values) | {board[cell]})


def different(board, random):
    places = {board[cell]: cell for cell in random.sample(range(81), 5)}
    return AllDifferent(tuple(places.values()))


def choice(board, random, depth=1):
    """Return alternatives. The board obeys at least one of them."""
    other = [random.randint(1, 9) for _ in board]
    kinds = [count, word, total, relation, candidates, candidates, different]
    kinds += [lambda board, random: choice(board, random, 0)] * depth
    alternatives = [
        tuple(random.choice(kinds)(model, random) for _ in range(random.randint(1, 3)))
        for model in [board] + [other] * random.randint(0, 4)
    ]
    random.shuffle(alternatives)
    return AnyOf(tuple(alternatives))


KINDS = {
    **{"count": [count], "word": [word], "total": [total], "choice": [choice]},
    "all": [count, word, total, relation, choice],
}


@share_or_whole("seeds", 4, 12)
@pytest.mark.parametrize("name", KINDS)
def test_primitives_answer_as_norvig(name, seeds):
    for seed in range(seeds):
        random = Random(seed)
        board = full_board(3, random)
        most, given = (5, random.randint(20, 32)) if name == "all" else (12, 30)
        parts = [kind(board, random) for kind in KINDS[name] for _ in range(most)]
        puzzle = says(Grid(9, 9), *CLASSIC, *parts)
        cells = random.sample(range(81), given)
        puzzle = puzzle.with_givens({cell: board[cell] for cell in cells})
        with case(f"seed {seed}"):
            assert_like_norvig(puzzle)
            assert tuple(board) in some(GENERAL, puzzle, 10_000)


@pytest.mark.parametrize("values", [range(12), range(1, 21), range(64)], ids=len)
@pytest.mark.parametrize("cells", [6, 130, 450])
def test_sets_of_every_width(values, cells):
    """Only two of the cells are free, so brute force can try them."""
    last = (0, cells // 2, cells - 1)
    low = frozenset(values[: len(values) // 2])
    steps = [(s, v, (s + v) % 67) for s in range(67) for v in values]
    parts = [
        Count(last, low, frozenset({1, 2})),
        Regular(last, Automaton(steps, 0, range(0, 67, 5))),
        AnyOf(
            ((Candidates(cells - 1, low), Count(last, low, frozenset({1}))), (AllDifferent(last),))
        ),
        Linear(tuple((1, cell) for cell in last), "in", frozenset(range(0, 200, 7))),
    ]
    puzzle = says(Grid(1, cells, values), *parts)
    given = {cell: values[0] for cell in range(cells) if cell not in last[1:]}
    puzzle = puzzle.with_givens(given)
    expected = {
        filling
        for filling in product(values, repeat=2)
        if all(part.holds(_board(cells, values[0], filling)) for part in parts)
    }
    assert {(solution[cells // 2], solution[-1]) for solution in found(puzzle)} == expected


def _board(cells, value, filling):
    board = [value] * cells
    board[cells // 2], board[-1] = filling
    return board


# --- conclusions without a guess -----------------------------------------------------------------


ODD = frozenset({1, 3, 5})
LESS = frozenset({(1, 2), (1, 3), (2, 3)})
#: Two compatible values, and a value that is only compatible with itself.
ALONE = frozenset({(1, 1), (2, 2), (3, 3), (1, 2), (2, 1)})
RISING = Automaton([(s, v, v) for s in range(6) for v in range(s + 1, 6)], 0, range(1, 6))


def row(cells, values, *parts):
    return says(Grid(1, cells, range(1, values + 1)), *parts)


def among(cell, *values):
    return Candidates(cell, frozenset(values))


@pytest.mark.parametrize(
    ("puzzle", "solution"),
    [
        # A count decides all undecided cells at once.
        (
            row(
                *(3, 5, Count((0, 1, 2), ODD, frozenset({0, 5}))),
                Linear(((1, 0), (1, 1), (1, 2)), "<=", 6),
            ),
            (2, 2, 2),
        ),
        (row(2, 2, Count((0, 1), ODD, frozenset({3}))), None),
        # A counted value is removed from cells that see all its places: one of the first two cells
        # is 1, so both of the last two cells would be 3.
        (
            row(
                *(4, 5, AllDifferent((0, 1, 2, 3)), among(2, 1, 3), among(3, 1, 3)),
                Count((0, 1), frozenset({1}), frozenset({1, 2})),
            ),
            None,
        ),
        # Counts of all values add up to the number of cells.
        (
            row(
                *(2, 3, Count((0, 1), frozenset({1}), frozenset({0, 1}))),
                Count((0, 1), frozenset({2}), frozenset({0, 2})),
                Count((0, 1), frozenset({3}), frozenset({0, 3})),
            ),
            (2, 2),
        ),
        # The first two cells take 1 and 2, so none is left for the third.
        (row(3, 3, AllDifferent((0, 1, 2)), Relation(0, 1, ALONE), among(2, 1, 2)), None),
        # A word is followed from both ends.
        (row(5, 5, Regular(tuple(range(5)), RISING)), (1, 2, 3, 4, 5)),
        (row(6, 5, Regular(tuple(range(6)), RISING)), None),
        # Marks that all alternatives remove are removed.
        (row(1, 5, AnyOf(((among(0, 1),), (among(0, 5),))), among(0, 2, 3, 5)), (5,)),
        # The last alternative is posted.
        (
            row(
                *(4, 3, among(3, 1)),
                AnyOf(
                    (
                        (among(3, 9),),
                        (Relation(0, 1, LESS), Relation(1, 2, LESS)),
                        (Count((3,), frozenset({2}), frozenset({2})),),
                    )
                ),
            ),
            (1, 2, 3, 1),
        ),
        # All alternatives are refuted.
        (row(4, 3, AnyOf(((AllDifferent((0, 1, 2, 3)),), (among(0),)))), None),
        (row(4, 4, AnyOf(())), None),
        # There are more cells that differ than values.
        (
            row(
                *(5, 4, AllDifferent((0, 1, 2, 3, 4))),
                AnyOf(((Linear(tuple((1, c) for c in range(5)), "==", 9),), (among(0, *ODD),))),
            ),
            None,
        ),
    ],
)
def test_a_conclusion_takes_no_guess(puzzle, solution):
    with GENERAL.open(puzzle) as session:
        answer = session.solve()
    assert (answer.solution, answer.counters["nodes"]) == (solution, 1)


def test_a_cage_of_several_sums_takes_the_sets_of_all():
    cells = tuple(range(4))
    cage = Linear(tuple((1, cell) for cell in cells), "in", frozenset({10, 30, 99}))
    puzzle = says(
        Grid(1, 4, range(1, 10)), AllDifferent(cells), cage, Candidates(0, frozenset({9}))
    )
    assert {frozenset(solution) for solution in found(puzzle)} == {frozenset({6, 7, 8, 9})}


def test_values_between_distant_totals_are_excluded():
    terms = ((100, 0), (1, 1))
    puzzle = says(Grid(1, 2, range(10)), Linear(terms, "in", frozenset({5, 407, 910, 909})))
    assert found(puzzle) == {(0, 5), (4, 7), (9, 9)}


# --- a sum of different cells --------------------------------------------------------------------


def fillings(domains, *, totals, coefficients, groups):
    """Return all fillings that obey the domains, the sum and the groups, by brute force."""
    return {
        values
        for values in product(*domains)
        if sum(c * v for c, v in zip(coefficients, values, strict=True)) in totals
        and all(len({values[cell] for cell in group}) == len(group) for group in groups)
    }


def puzzle_of(values, domains, *, totals, coefficients, groups):
    grid = Grid(1, len(domains), values)
    terms = tuple(zip(coefficients, range(len(domains)), strict=True))
    parts = [AllDifferent(tuple(group)) for group in groups]
    sums = Linear(terms, "in", frozenset(totals))
    marks = tuple(sum(grid.bit(value) for value in domain) for domain in domains)
    return replace(says(grid, sums, *parts), marks=marks)


@pytest.mark.parametrize("values", [range(1, 5), range(9), range(1, 10), range(3, 10), range(12)])
@pytest.mark.parametrize("groups", [1, 2, 3])
def test_a_sum_of_groups_has_the_fillings_that_it_has(values, groups):
    """One group is a cage. Its cells have the same weight."""
    random = Random(f"{values} {groups}")
    for _ in range(120 if groups == 1 else 30):
        sizes = [
            random.randint(1, min(len(values), 5 if groups == 1 else 3)) for _ in range(groups)
        ]
        starts = [sum(sizes[:at]) for at in range(groups)]
        most = min(len(values), 5 if groups == 1 else 3)
        domains = [random.sample(values, random.randint(1, most)) for _ in range(sum(sizes))]
        weights = [random.choice((1, 1, 2, -1, -3)) for _ in sizes]
        said = {
            "totals": random.sample(range(-20, 60), random.choice((1, 1, 2, 15))),
            "coefficients": [w for w, n in zip(weights, sizes, strict=True) for _ in range(n)],
            "groups": [range(at, at + n) for at, n in zip(starts, sizes, strict=True)],
        }
        expected = fillings(domains, **said)
        asked = puzzle_of(values, domains, **said)
        for backend in (GENERAL, LEARNING, after(2)):
            assert found(asked, backend=backend) == expected, (backend.spec, domains, said)
        if groups == 1 and len(domains) <= 3 and not expected:
            assert nodes_to_refute(asked) == 1, (domains, said)


# --- a word of different cells -------------------------------------------------------------------


def automaton(values, random):
    """Return a random automaton with a few states, or with more than 64."""
    states = random.choice((2, 3, 7, 64, 70))
    moves = [
        (state, value, random.randrange(states))
        for state, value in product(range(states), values)
        if random.random() < 0.9
    ]
    return Automaton(moves, 0, random.sample(range(states), max(1, states // 3)))


def lines(values, random):
    """Return domains, a word of cells in any order, and the puzzle of both."""
    size = random.randint(3, min(5, len(values)))
    grid = Grid(1, size, values)
    domains = [random.sample(values, random.randint(2, min(5, len(values)))) for _ in grid.cells]
    cells = tuple(random.sample(grid.cells, random.randint(3, size)))
    word = Regular(cells, automaton(values, random))
    marks = tuple(sum(grid.bit(value) for value in domain) for domain in domains)
    return domains, word, replace(says(grid, AllDifferent(tuple(grid.cells)), word), marks=marks)


@pytest.mark.parametrize("values", [range(1, 7), range(8), range(1, 10), range(1, 12)], ids=str)
@share_or_whole("enough", 2, 8)
def test_a_word_has_the_fillings_that_it_has(values, enough):
    """If the word's cells have no filling, no guess is needed."""
    random, refuted = Random(str(values)), 0
    while refuted < enough:
        domains, word, puzzle = lines(values, random)
        differing = [each for each in product(*domains) if len({*each}) == len(each)]
        expected = {filling for filling in differing if word.holds(filling)}
        assert found(puzzle) == expected, (domains, word)
        if len(word.cells) == len(domains) and not expected:
            refuted += 1
            assert nodes_to_refute(puzzle) == 1, (domains, word)


# --- alternatives whose trials take too long -----------------------------------------------------


def all_equal(first: int, count: int, grid: Grid) -> tuple[Relation, ...]:
    """Return the constraints of a chain, in an order in which each pass reaches two more links."""
    same = frozenset((value, value) for value in grid.values)
    links = [*range(0, count - 1, 2), *range(1, count - 1, 2)]
    return tuple(Relation(first + link, first + link + 1, same) for link in links)


def end_below(first: int, count: int, grid: Grid) -> Relation:
    below = frozenset((v, w) for v in grid.values for w in grid.values if v < w)
    return Relation(first + count - 1, first, below)


@pytest.mark.parametrize("values", [range(1, 4), range(2, 4)])
def test_a_chain_that_no_trial_follows_to_its_end_is_refuted(values):
    grid, cells = Grid(1, 600, range(1, 4)), 600
    never = (*all_equal(0, cells, grid), end_below(0, cells, grid))
    begins_with_1 = (Candidates(0, frozenset({1})),)
    puzzle = says(grid, AnyOf((never, begins_with_1)), Candidates(0, frozenset(values)))
    with GENERAL.open(puzzle) as session:
        answer = session.solve(Limits(nodes=10_000))
    if 1 in values:
        assert answer.solution[0] == 1
    else:
        assert answer.status is Status.UNSATISFIABLE


def nested(depth: int, cells: int, grid: Grid) -> tuple[AnyOf, ...]:
    """Return alternatives with a chain. The chain contains such alternatives for other cells."""
    if depth == 0:
        return ()
    first = (depth - 1) * cells
    never = (*all_equal(first, cells, grid), end_below(first, cells, grid))
    options = ((Candidates(first, frozenset({1})),), (Candidates(first, frozenset({2, 3, 4})),))
    return (AnyOf(((*nested(depth - 1, cells, grid), *never), *options)),)


def test_alternatives_in_alternatives_are_not_tried_for_ever():
    """Without a limit, each of six levels would take seventy times as long as the next level."""
    grid = Grid(1, 120, range(1, 17))
    puzzle: Puzzle = says(grid, *nested(6, 20, grid), Candidates(100, frozenset({7, 4})))
    with GENERAL.open(puzzle) as session:
        assert session.solve().solution[100] == 4
