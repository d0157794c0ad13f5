"""The checkers agree with the simplest propagation, and with trying all assignments."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonet.certificates.checker import Borrowed, Propagation

MOST = 6

LITERALS = st.integers(1, MOST).flatmap(lambda variable: st.sampled_from([variable, -variable]))
CLAUSES = st.lists(LITERALS, min_size=1, max_size=4)
FORMULAS = st.lists(CLAUSES, max_size=14)


def started(checker, formula):
    return Propagation(MOST, formula) if checker is Propagation else Borrowed(formula)


def propagated(clauses, assumed):
    """Return all literals that unit propagation makes true, or None for a contradiction."""
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


def is_implied(clauses, literals):
    """Tell whether every assignment that satisfies the clauses also satisfies another clause."""
    for signs in product((1, -1), repeat=MOST):
        true = {sign * variable for variable, sign in enumerate(signs, 1)}
        if all(true.intersection(clause) for clause in clauses) and not true.intersection(literals):
            return False
    return True


@pytest.mark.parametrize("checker", [Propagation, Borrowed])
@given(formula=FORMULAS, questions=st.lists(st.lists(LITERALS, max_size=4), max_size=5))
def test_both_checkers_agree_with_plain_propagation(checker, formula, questions):
    asked = started(checker, formula)
    for literals in questions:
        assert asked.follows(literals) == follows(formula, literals)
        assert not asked.follows(literals) or is_implied(formula, literals)


@pytest.mark.parametrize("checker", [Propagation, Borrowed])
@given(formula=FORMULAS, more=FORMULAS, question=st.lists(LITERALS, max_size=4))
def test_clauses_can_be_added_at_any_time(checker, formula, more, question):
    asked = started(checker, formula)
    for count, clause in enumerate(more, 1):
        asked.follows(question)  # leaves no trace
        asked.add(clause)
        assert asked.follows(question) == follows(formula + more[:count], question)


@given(formula=FORMULAS, steps=st.lists(CLAUSES, max_size=12), data=st.data())
def test_deletion_keeps_the_literals_that_a_clause_made_true(formula, steps, data):
    asked = Propagation(MOST, formula)
    clauses, handles = list(map(tuple, formula)), []
    for clause in steps:
        handles.append((tuple(clause), asked.add(clause)))
        clauses.append(tuple(clause))
        top = propagated(clauses, ())
        fixed = [()] if top is None else [(literal,) for literal in sorted(top)]
        if data.draw(st.booleans()):
            gone, handle = handles.pop(data.draw(st.integers(0, len(handles) - 1)))
            asked.delete(handle)
            clauses.remove(gone)
        clauses += [unit for unit in fixed if unit not in clauses]
        question = data.draw(st.lists(LITERALS, max_size=4))
        assert asked.follows(question) == follows(clauses, question)


@pytest.mark.parametrize("checker", [Propagation, Borrowed])
def test_everything_follows_from_the_empty_clause(checker):
    for asked in (started(checker, [[]]), started(checker, [[1], [-1]])):
        assert asked.follows([])
        assert asked.follows([3])
    asked = started(checker, [[1, 2]])
    assert not asked.follows([])
    asked.add([])
    assert asked.follows([])
