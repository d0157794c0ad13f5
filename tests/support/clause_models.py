"""All models of clauses."""

from pysat.solvers import Minisat22


def models(cnf, *more):
    """Return every model over all variables in the clauses, including auxiliary variables."""
    clauses = [*cnf.clauses, *more]
    if [] in clauses:
        return []
    occurring = sorted({abs(literal) for clause in clauses for literal in clause})
    found = []
    with Minisat22(bootstrap_with=clauses) as solver:
        while solver.solve():
            values = solver.get_model()
            found.append([values[variable - 1] for variable in occurring])
            solver.add_clause([-literal for literal in found[-1]])
    return found
