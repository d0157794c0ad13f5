"""The formula for the number of clauses of an empty board."""

from itertools import product

from study.encodings import clauses_of_empty

import nonet
from nonet.encodings.at_most_one import FORMULATIONS
from nonet.encodings.cnf import encode
from nonet.encodings.options import CLAUSE_SETS, REDUCTIONS, Encoding


def test_an_empty_board_has_as_many_clauses_as_the_formula():
    """All reductions are the same for an empty board, so the larger board is tested with one."""
    for order, reductions in ((2, REDUCTIONS), (3, ["raw"])):
        for words in product(FORMULATIONS, CLAUSE_SETS, reductions):
            cnf = encode(nonet.classic(order=order), Encoding(*words))
            assert len(cnf.clauses) == clauses_of_empty(order, *words[:2]), words
