"""The checkers accept proofs of solvers. They refuse wrong proofs, and steps that are not RUP."""

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from nonet.certificates.checker import Borrowed, Propagation
from nonet.certificates.proof import ProofError, check, tidied
from nonet.solvers.sat.catalogue import PROVERS

SQUARE = [[1, 2], [1, -2], [-1, 2], [-1, -2]]


def pigeons(holes):
    """Return the clauses for pigeons in holes, with one pigeon too many."""
    home = {(p, h): p * holes + h + 1 for p in range(holes + 1) for h in range(holes)}
    some = [[home[p, h] for h in range(holes)] for p in range(holes + 1)]
    return some + [
        [-home[p, h], -home[q, h]] for h in range(holes) for p in range(holes + 1) for q in range(p)
    ]


def random_formula(seed, variables=60, clauses=330):
    random = Random(seed)
    return [
        [random.choice((1, -1)) * v for v in random.sample(range(1, variables + 1), 3)]
        for _ in range(clauses)
    ]


def proof_of(name, formula):
    """Return the proof of a new solver, or None if the formula can be satisfied."""
    with Solver(name=name, bootstrap_with=formula, with_proof=True) as solver:
        return None if solver.solve() else solver.get_proof()


def checked(lines, formula):
    """Return the number of lemmas, on which both checkers must agree."""
    variables = max(abs(literal) for clause in formula for literal in clause)
    counts = {
        check(lines, formula, variables, checker)
        for checker in (Propagation(variables, formula), Borrowed(formula))
    }
    assert len(counts) == 1
    return counts.pop()


@pytest.mark.parametrize("prover", PROVERS)
def test_every_prover_is_right_where_search_is_needed(prover):
    formulas = [pigeons(5), *map(random_formula, range(12))]
    proofs = [(proof_of(prover, formula), formula) for formula in formulas]
    refuted = [(list(tidied(lines)), formula) for lines, formula in proofs if lines is not None]
    assert len(refuted) > 5
    for lines, formula in refuted:
        assert checked(lines, formula) > 1


def test_the_wrong_proofs_of_maplesat_are_refused():
    formula = pigeons(5)
    lines = list(tidied(proof_of("maplesat", formula)))
    for checker in (Propagation(30, formula), Borrowed(formula)):
        with pytest.raises(ProofError):
            check(lines, formula, 30, checker)


def test_a_proof_proves_nothing_about_a_formula_that_can_be_satisfied():
    formula = pigeons(4)
    lines = list(tidied(proof_of("glucose4", formula)))
    assert checked(lines, formula)
    for left_out in range(len(formula)):  # each clause of these is needed
        rest = formula[:left_out] + formula[left_out + 1 :]
        with pytest.raises(ProofError):
            check(lines, rest, 20, Propagation(20, rest))


@given(st.data())
def test_accepted_proofs_have_unsatisfiable_formulas(data):
    """The lines of the proofs are drawn at random. Some of the formulas have a model."""
    literals = st.integers(1, 3).flatmap(lambda v: st.sampled_from([v, -v]))
    clauses = st.lists(literals, min_size=1, max_size=3, unique_by=abs)
    formula = data.draw(st.lists(clauses, min_size=1, max_size=10))
    lemmas = data.draw(st.lists(clauses, max_size=4))
    lines = [" ".join(map(str, (*lemma, 0))) for lemma in lemmas] + ["0"]
    with Solver(name="minisat22", bootstrap_with=formula) as solver:
        satisfiable = solver.solve()
    for checker in (Propagation(3, formula), Borrowed(formula)):
        try:
            check(lines, formula, 3, checker)
        except ProofError:
            continue
        assert not satisfiable


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        ([], 1, "ends before the empty clause"),
        (["1 0"], 2, "ends before the empty clause"),
        (["0"], 1, "the empty clause does not follow"),
        (["1 0", "0", "0"], 3, "lines after the empty clause"),
        (["1 0", "d 2 0", "0"], 2, "deletes a clause that is not a lemma"),
        (["1 0", "d 1 0", "d 1 0", "0"], 3, "deletes a clause that is not a lemma"),
        (["d 1 2 0", "0"], 1, "deletes a clause that is not a lemma"),
        (["3 0", "0"], 1, "variable 3 .* It would need a RAT step"),
        (["1", "0"], 1, "'1' is not a line of a proof"),
        (["1 0 0", "0"], 1, "not a line"),
        (["0 1 0", "0"], 1, "not a line"),
        (["", "0"], 1, "not a line"),
        (["d", "0"], 1, "not a line"),
        (["x 1 0", "0"], 1, "not a line"),
        ([" 1 0", "0"], 1, "not a line"),
        (["1  0", "0"], 1, "not a line"),
        (["+1 0", "0"], 1, "not a line"),
        (["1_0 0", "0"], 1, "not a line"),
        (["\u0661 0", "0"], 1, "not a line"),
        (["1 0\r", "0"], 1, "not a line"),
    ],
)
def test_a_bad_line_is_refused_by_its_number(lines, line, words):
    with pytest.raises(ProofError, match=words) as refused:
        check(lines, SQUARE, 2, Propagation(2, SQUARE))
    assert refused.value.line == line


def test_a_rat_step_is_refused_by_name():
    # Adding the clause keeps the formula satisfiable, but removes the model -1 -2 -3 4.
    formula = [[-1, -2], [3, 4]]
    for checker in (Propagation(4, formula), Borrowed(formula)):
        with pytest.raises(ProofError, match="line 1: '1 2 3 0' is a RAT step on 1") as refused:
            check(["1 2 3 0"], formula, 4, checker)
        assert refused.value.line == 1
        with pytest.raises(ProofError, match="'3 0' does not follow by unit propagation"):
            check(["3 0"], [*formula, [-3, -4]], 4, started([*formula, [-3, -4]], checker))


def started(formula, like):
    return Propagation(4, formula) if isinstance(like, Propagation) else Borrowed(formula)


def test_deleted_lemmas_prove_nothing():
    formula = [[1, 2, 3], [1, 2, -3], [1, -2, 3], [1, -2, -3], [-1, 2, 3], [-1, 2, -3]]
    formula += [[-1, -2, 3], [-1, -2, -3]]
    assert checked(["1 2 0", "1 0", "-1 2 0", "0"], formula) == 4
    with pytest.raises(ProofError, match="line 3: '1 0'") as refused:
        check(["1 2 0", "d 2 1 0", "1 0", "0"], formula, 3, Propagation(3, formula))
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.line) == (str(refused.value), 3)


def test_borrowed_propagation_keeps_what_the_proof_deletes():
    """A deleted lemma is still true, so every clause that is accepted follows."""
    formula = [[1, 2, 3], [1, 2, -3], [1, -2, 3], [1, -2, -3], [-1, 2, 3], [-1, 2, -3]]
    formula += [[-1, -2, 3], [-1, -2, -3]]
    lines = ["1 2 0", "d 2 1 0", "1 0", "-1 2 0", "0"]
    assert check(lines, formula, 3, Borrowed(formula)) == 4


def test_tidied_proofs_have_only_necessary_lines():
    lines = ["d 1 2 0", "1 0 ", "2 1 0", "d 1 0", "d 1 2 0", "d 1 2 0", "0", "5 0"]
    assert list(tidied(lines)) == ["1 0", "2 1 0", "d 1 2 0", "0"]
    assert list(tidied([])) == ["0"]


def test_progress_has_each_line():
    seen = []
    check(["1 0", "0"], SQUARE, 2, Propagation(2, SQUARE), progress=seen.append)
    assert seen == [1, 2]
