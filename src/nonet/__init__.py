"""nonet: one Sudoku model, every kind of solver, and a proof that the answer is the only one.

>>> import nonet
>>> nonet.check(nonet.classic("12..34..2......3")).kind
<Kind.UNIQUE: 'unique'>

Names are imported when they are first used: `import nonet` alone loads no solver.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from nonet.certificates import Certificate, CertificateError, certify, verify
    from nonet.drawing import draw
    from nonet.drawing.svg import draw_html, draw_svg, draw_svg_side_by_side
    from nonet.explanations import Explanation, Hint, Rating, explain, hint, rate
    from nonet.formats import (
        as_puzzle,
        classic,
        latin,
        parse,
        read,
        read_file,
        write,
        write_values,
    )
    from nonet.formats.links.download import fetch_link
    from nonet.generation import Unmet, full_grids, generate, with_holes
    from nonet.model.grid import Grid
    from nonet.puzzle import Puzzle
    from nonet.questions.analysis import (
        fewest_givens,
        find_conflict,
        find_differences,
        find_redundant,
        minimise,
        true_candidates,
    )
    from nonet.questions.counting import Estimate, count, estimate, solutions
    from nonet.questions.symmetry import CanonicalForm, Isomorphism, canonical, isomorphism
    from nonet.questions.uniqueness import (
        Kind,
        LimitReached,
        Score,
        Verdict,
        check,
        check_many,
        count_many,
        score,
        solve,
        solve_many,
    )
    from nonet.racing import RaceResult, race
    from nonet.serving.notebook import board
    from nonet.serving.watching import watch
    from nonet.solvers import (
        Answer,
        BackendError,
        BackendUnavailable,
        Limits,
        Session,
        Status,
        WrongAnswer,
        backends,
        find_backend,
    )
    from nonet.streaming import Table, bulk, read_table
    from nonet.streaming.datasets import Dataset, dataset
    from nonet.system.errors import NonetError, PuzzleError, TooLarge
    from nonet.validity import Violation, violations

#: The public names of each module.
_HOMES = {
    "certificates": "Certificate CertificateError certify verify",
    "drawing": "draw",
    "drawing.svg": "draw_html draw_svg draw_svg_side_by_side",
    "explanations": "Explanation Hint Rating explain hint rate",
    "formats": "as_puzzle classic latin parse read read_file write write_values",
    "formats.links.download": "fetch_link",
    "generation": "Unmet full_grids generate with_holes",
    "model.grid": "Grid",
    "puzzle": "Puzzle",
    "questions.analysis": (
        "fewest_givens find_conflict find_differences find_redundant minimise true_candidates"
    ),
    "questions.counting": "Estimate count estimate solutions",
    "questions.symmetry": "CanonicalForm Isomorphism canonical isomorphism",
    "questions.uniqueness": (
        "Kind LimitReached Score Verdict check check_many count_many score solve solve_many"
    ),
    "racing": "RaceResult race",
    "serving.notebook": "board",
    "serving.watching": "watch",
    "solvers": (
        "Answer BackendError BackendUnavailable Limits Session Status WrongAnswer "
        "backends find_backend"
    ),
    "streaming": "Table bulk read_table",
    "streaming.datasets": "Dataset dataset",
    "system.errors": "NonetError PuzzleError TooLarge",
    "validity": "Violation violations",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

# Written out for type checkers. A test compares it with the table and the imports above.
__all__ = [
    "Answer",
    "BackendError",
    "BackendUnavailable",
    "CanonicalForm",
    "Certificate",
    "CertificateError",
    "Dataset",
    "Estimate",
    "Explanation",
    "Grid",
    "Hint",
    "Isomorphism",
    "Kind",
    "LimitReached",
    "Limits",
    "NonetError",
    "Puzzle",
    "PuzzleError",
    "RaceResult",
    "Rating",
    "Score",
    "Session",
    "Status",
    "Table",
    "TooLarge",
    "Unmet",
    "Verdict",
    "Violation",
    "WrongAnswer",
    "__version__",
    "as_puzzle",
    "backends",
    "board",
    "bulk",
    "canonical",
    "certify",
    "check",
    "check_many",
    "classic",
    "count",
    "count_many",
    "dataset",
    "draw",
    "draw_html",
    "draw_svg",
    "draw_svg_side_by_side",
    "estimate",
    "explain",
    "fetch_link",
    "fewest_givens",
    "find_backend",
    "find_conflict",
    "find_differences",
    "find_redundant",
    "full_grids",
    "generate",
    "hint",
    "isomorphism",
    "latin",
    "minimise",
    "parse",
    "race",
    "rate",
    "read",
    "read_file",
    "read_table",
    "score",
    "solutions",
    "solve",
    "solve_many",
    "true_candidates",
    "verify",
    "violations",
    "watch",
    "with_holes",
    "write",
    "write_values",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'nonet' has no attribute {name!r}")
    value = getattr(import_module(f"nonet.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
