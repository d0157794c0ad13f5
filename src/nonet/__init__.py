"""nonet: one Sudoku model, every kind of solver, and a proof that the answer is the only one.

>>> import nonet
>>> nonet.check(nonet.classic("12..34..2......3")).kind
<Kind.UNIQUE: 'unique'>

Names are imported when they are first used: `import nonet` alone loads no solver.
"""

from importlib import import_module

__version__ = "0.1.0"

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

__all__ = list(_HOME)


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'nonet' has no attribute {name!r}")
    value = getattr(import_module(f"nonet.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
