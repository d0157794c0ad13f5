"""Each formulation of at-most-one has the right meaning, unit propagation and size."""

from itertools import product
from math import ceil, comb, isqrt, log2

import pytest
from examples import case
from pysat.solvers import Minisat22

from nonet.encodings.at_most_one import FORMULATIONS, count_clauses

every_family = pytest.mark.parametrize("family", FORMULATIONS.values(), ids=list(FORMULATIONS))

#: Literals as an encoder may pass them: unordered, some negated, far apart.
LITERALS = [5, -2, 30, 11, -7, 3, -40, 8, 19]
TOP = 50


@every_family
def test_it_allows_none_or_one_and_nothing_else(family):
    for count in range(len(LITERALS) + 1):
        literals = LITERALS[:count]
        clauses, _ = family.write(literals, TOP)
        assert literals == LITERALS[:count]
        with Minisat22(bootstrap_with=clauses) as solver:
            for signs in product((1, -1), repeat=count):
                chosen = [sign * literal for sign, literal in zip(signs, literals, strict=True)]
                assert solver.solve(assumptions=chosen) == (signs.count(1) <= 1), chosen


@every_family
def test_unit_propagation_sees_that_a_true_literal_makes_the_others_false(family):
    for count in range(2, len(LITERALS) + 1):
        literals = LITERALS[:count]
        clauses, _ = family.write(literals, TOP)
        with case(literals), Minisat22(bootstrap_with=clauses) as solver:
            for literal in literals:
                consistent, implied = solver.propagate(assumptions=[literal])
                assert consistent
                assert {-other for other in literals if other != literal} <= set(implied)


@every_family
def test_it_uses_new_variables_without_a_gap(family):
    for count in (*range(2, 30), 64, 100):
        literals = list(range(1, count + 1))
        clauses, top = family.write(literals, 1_000)
        used = {abs(literal) for clause in clauses for literal in clause}
        assert used == {*literals, *range(1_001, top + 1)}, count


def product_clauses(k):
    q = isqrt(k - 1) + 1  # the smallest and squarest rectangle p × q with room for k literals
    return 2 * k + sum(count_clauses("product", side) for side in (ceil(k / q), q))


def commander_clauses(k):
    if k == 3:
        return 3
    in_groups = sum(comb(min(3, k - start), 2) for start in range(0, k, 3))
    return k + ceil(k / 3) + in_groups + count_clauses("commander", ceil(k / 3))


def totalizer_clauses(k):
    counters, total = [1] * k, 1
    while len(counters) > 1:
        a, b, *counters = counters
        counters.append(a + b)
        total += (a + 1) * (b + 1) - 1
    return total


#: The formulas of the pages, written a second time.
FORMULAS = {
    "k(k-1)/2": lambda k: k * (k - 1) // 2,
    "3k-4": lambda k: 3 * k - 4,
    "4k": lambda k: 4 * k,
    "k⌈log₂ k⌉": lambda k: k * ceil(log2(k)),
    "P(k) = 2k + P(p) + P(q), P(2) = 1": product_clauses,
    "C(k) = k + ⌈k/3⌉ + pairs in the groups + C(⌈k/3⌉), C(3) = 3, C(2) = 1": commander_clauses,
    "1 + Σ over the merges of counters of a and b: (a+1)(b+1) - 1": totalizer_clauses,
}


@every_family
def test_the_formula_in_words_is_the_number_of_clauses(family):
    for count in range(3, 40):
        assert FORMULAS[family.formula](count) == count_clauses(family.name, count), count
