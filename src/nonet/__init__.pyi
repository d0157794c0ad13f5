"""The names of `nonet` for type checkers. At run time, `nonet/__init__.py` finds them."""

from nonet.certificates import (
    Certificate as Certificate,
    CertificateError as CertificateError,
    certify as certify,
    verify as verify,
)
from nonet.drawing import draw as draw
from nonet.drawing.svg import (
    draw_html as draw_html,
    draw_svg as draw_svg,
    draw_svg_side_by_side as draw_svg_side_by_side,
)
from nonet.explanations import (
    Explanation as Explanation,
    Hint as Hint,
    Rating as Rating,
    explain as explain,
    hint as hint,
    rate as rate,
)
from nonet.formats import (
    as_puzzle as as_puzzle,
    classic as classic,
    latin as latin,
    parse as parse,
    read as read,
    read_file as read_file,
    write as write,
    write_values as write_values,
)
from nonet.formats.links.download import fetch_link as fetch_link
from nonet.generation import (
    Unmet as Unmet,
    full_grids as full_grids,
    generate as generate,
    with_holes as with_holes,
)
from nonet.model.grid import Grid as Grid
from nonet.puzzle import Puzzle as Puzzle
from nonet.questions.analysis import (
    fewest_givens as fewest_givens,
    find_conflict as find_conflict,
    find_differences as find_differences,
    find_redundant as find_redundant,
    minimise as minimise,
    true_candidates as true_candidates,
)
from nonet.questions.counting import (
    Estimate as Estimate,
    count as count,
    estimate as estimate,
    solutions as solutions,
)
from nonet.questions.symmetry import (
    CanonicalForm as CanonicalForm,
    Isomorphism as Isomorphism,
    canonical as canonical,
    isomorphism as isomorphism,
)
from nonet.questions.uniqueness import (
    Kind as Kind,
    LimitReached as LimitReached,
    Score as Score,
    Verdict as Verdict,
    check as check,
    check_many as check_many,
    count_many as count_many,
    score as score,
    solve as solve,
    solve_many as solve_many,
)
from nonet.racing import RaceResult as RaceResult, race as race
from nonet.serving.notebook import board as board
from nonet.serving.watching import watch as watch
from nonet.solvers import (
    Answer as Answer,
    BackendError as BackendError,
    BackendUnavailable as BackendUnavailable,
    Limits as Limits,
    Session as Session,
    Status as Status,
    WrongAnswer as WrongAnswer,
    backends as backends,
    find_backend as find_backend,
)
from nonet.streaming import Table as Table, bulk as bulk, read_table as read_table
from nonet.streaming.datasets import Dataset as Dataset, dataset as dataset
from nonet.system.errors import (
    NonetError as NonetError,
    PuzzleError as PuzzleError,
    TooLarge as TooLarge,
)
from nonet.validity import Violation as Violation, violations as violations

__version__: str
