"""Proofs of solvers become refutations with hints, and the checker accepts only valid ones."""

import pickle
from itertools import product
from random import Random

import pytest
from examples import pigeon_clauses, share_or_whole
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from nonet.certificates.proof import ProofError, check
from nonet.certificates.refutation import refutation
from nonet.solvers.sat.catalogue import PROVERS

SQUARE = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
SOUND = ["5 1 0 1 2 0", "6 0 5 3 4 0"]
MOST = 5
LITERALS = st.integers(1, MOST).flatmap(lambda variable: st.sampled_from([variable, -variable]))
CLAUSES = st.lists(LITERALS, min_size=1, max_size=4)


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


def refuted(lines, formula):
    variables = max(abs(literal) for clause in formula for literal in clause)
    return list(refutation(lines, formula, variables))


def propagated(clauses, assumed):
    """All literals that units make true one after the other; None for a contradiction."""
    true = set(assumed)
    while True:
        if any(-literal in true for literal in true):
            return None
        for clause in clauses:
            if not true.intersection(clause):
                left = {literal for literal in clause if -literal not in true}
                if not left:
                    return None
                if len(left) == 1:
                    true |= left
                    break
        else:
            return true


def follows(clauses, literals):
    return propagated(clauses, {-literal for literal in literals}) is None


def is_satisfiable(formula):
    for signs in product((1, -1), repeat=MOST):
        true = {sign * variable for variable, sign in enumerate(signs, 1)}
        if all(true.intersection(clause) for clause in formula):
            return True
    return False


# --- refutations ----------------------------------------------------------------------------------


@pytest.mark.parametrize("prover", PROVERS)
def test_every_prover_is_right_where_search_is_needed(prover):
    formulas = [pigeon_clauses(6), *map(random_formula, range(12))]
    proofs = [(proof_of(prover, formula), formula) for formula in formulas]
    done = [(refuted(lines, formula), formula) for lines, formula in proofs if lines is not None]
    assert len(done) > 5
    for lines, formula in done:
        assert check(lines, formula) == len(lines) > 1


def test_the_wrong_proofs_of_maplesat_are_refused():
    formula = pigeon_clauses(6)
    with pytest.raises(ValueError, match="does not follow by unit propagation"):
        refuted(proof_of("maplesat", formula), formula)


@given(
    formula=st.lists(CLAUSES, min_size=1, max_size=14),
    lemmas=st.lists(st.lists(LITERALS, min_size=1, max_size=4, unique_by=abs), max_size=5),
)
def test_each_lemma_that_follows_is_accepted_and_no_other(formula, lemmas):
    """Compare with the simplest propagation. Every accepted refutation is a valid proof."""
    known, wrong = list(formula), None
    for lemma in [*lemmas, []]:
        if follows(known, []):
            break
        if not follows(known, lemma):
            wrong = lemma
            break
        known.append(lemma)
    lines = [" ".join(map(str, (*lemma, 0))) for lemma in lemmas]
    if wrong is None:
        written = list(refutation(lines, formula, MOST))
        assert check(written, formula) == len(written)
        assert not is_satisfiable(formula)
    else:
        with pytest.raises(ValueError, match="before the empty clause" if not wrong else "follow"):
            refutation(lines, formula, MOST)


def test_refutations_have_only_necessary_lines():
    lines = ["d 1 2 0", "1 2 0", "1 0 ", "d 1 0", "1 3 0", "2 0", "0", "5 0"]
    assert list(refutation(lines, SQUARE, variables=5)) == SOUND
    with pytest.raises(ValueError, match="the proof ends before the empty clause"):
        refutation(["1 2 0"], SQUARE, variables=2)


def test_a_rat_step_is_refused():
    # Adding the clause keeps the formula satisfiable, but removes the model -1 -2 -3 4.
    with pytest.raises(ValueError, match="'1 2 3 0' does not follow by unit propagation"):
        refutation(["1 2 3 0"], [[-1, -2], [3, 4]], variables=4)


# --- the checker ----------------------------------------------------------------------------------


def test_a_proof_proves_nothing_about_a_formula_that_can_be_satisfied():
    formula = pigeon_clauses(5)
    lines = refuted(proof_of("glucose4", formula), formula)
    assert check(lines, formula) == len(lines)
    for left_out in range(len(formula)):  # each clause of these is needed
        rest = [*formula[:left_out], [1, -1], *formula[left_out + 1 :]]
        with pytest.raises(ProofError):
            check(lines, rest)


NUMBERS = st.lists(st.integers(0, 12), max_size=6)


@given(
    formula=st.lists(CLAUSES, min_size=1, max_size=8),
    lemmas=st.lists(st.tuples(CLAUSES, NUMBERS), max_size=3),
    hints=NUMBERS,
)
def test_accepted_proofs_have_unsatisfiable_formulas(formula, lemmas, hints):
    """The lines of the proofs are drawn at random. Some of the formulas have a model."""
    drawn = enumerate([*lemmas, ([], hints)], len(formula) + 1)
    lines = [" ".join(map(str, (n, *lemma, 0, *cited, 0))) for n, (lemma, cited) in drawn]
    try:
        check(lines, formula)
    except ProofError:
        return
    assert not is_satisfiable(formula)


def is_valid(lines, formula):
    """Decide by other code than the checker whether every line follows from its hints alone."""
    known = dict(enumerate(formula, 1))
    for line in lines:
        number, *rest = map(int, line.split())
        lemma, hints = rest[: rest.index(0)], rest[rest.index(0) + 1 : -1]
        if not follows([known[hint] for hint in hints], lemma):
            return False
        known[number] = lemma
    return lemma == []


def damaged(lines, random, other):
    """Return the lines after one small change, or lines of another proof."""
    lines = list(lines)
    at, to = (random.randrange(len(lines)) for _ in range(2))
    words = lines[at].split()
    place = random.randrange(len(words))
    kind = random.randrange(7)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines[at], lines[to] = lines[to], lines[at]
    elif kind == 2:
        lines[at:] = other[at:]
    else:
        if kind == 3:
            del words[place]
        elif kind == 4:
            words[place] = str(-int(words[place]))
        elif kind == 5:
            words[place] = str(int(words[place]) + random.choice((1, -1)))
        else:
            words.insert(place, random.choice(words))
        lines[at] = " ".join(words)
    return lines


@share_or_whole("changes", 300, 10_000)
def test_a_damaged_proof_is_accepted_only_if_it_is_still_valid(changes):
    random, refusals = Random(changes), 0
    formula = pigeon_clauses(5)
    proofs = [refuted(proof_of(name, formula), formula) for name in ("glucose4", "cadical195")]
    for _ in range(changes):
        lines = damaged(proofs[0], random, proofs[1])
        if lines == proofs[0]:
            continue
        try:
            check(lines, formula)
        except ProofError:
            refusals += 1
        else:
            assert is_valid(lines, formula), lines
    assert refusals > changes * 0.8


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        ([], 1, "ends before the empty clause"),
        (SOUND[:1], 2, "ends before the empty clause"),
        ([*SOUND, "7 0 5 3 4 0"], 3, "there are lines after the empty clause"),
        (["5 1 0 1 0"], 1, "the hints do not lead to a contradiction"),
        (["5 1 0 0"], 1, "the hints do not lead to a contradiction"),
        (["5 1 0 1 2 3 0"], 1, "there are hints after the contradiction"),
        (["5 0 1 0"], 1, "clause 1 has 2 literals that are not false"),
        (["5 1 0 1 5 0"], 1, "the hint 5 is not the number of an earlier clause"),
        (["5 1 0 -1 2 0"], 1, "not a line"),
        (["6 1 0 1 2 0"], 1, "the number of the lemma must be 5"),
        (["4 1 0 1 2 0"], 1, "the number of the lemma must be 5"),
        (["5 d 1 0"], 1, "not a line"),
        (["5 1 0 1 2"], 1, "'5 1 0 1 2' is not a line of a proof"),
        (["5 1 0 1 2 0 0"], 1, "not a line"),
        (["5 1 0"], 1, "not a line"),
        (["5 1"], 1, "not a line"),
        ([""], 1, "not a line"),
        (["x 1 0 1 2 0"], 1, "not a line"),
        ([" 5 1 0 1 2 0"], 1, "not a line"),
        (["5 1  0 1 2 0"], 1, "not a line"),
        (["5 +1 0 1 2 0"], 1, "not a line"),
        (["5 1 0 1 0_2 0"], 1, "not a line"),
        (["5 \u0661 0 1 2 0"], 1, "not a line"),
        (["5 1 0 1 2 0\r"], 1, "not a line"),
    ],
)
def test_a_bad_line_is_refused_by_its_number(lines, line, words):
    with pytest.raises(ProofError, match=words) as refused:
        check(lines, SQUARE)
    assert refused.value.line == line
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.line) == (str(refused.value), line)


def test_progress_has_each_line():
    seen = []
    check(SOUND, SQUARE, progress=seen.append)
    assert seen == [1, 2]
