"""The solvers, the contract that they implement, and the registry that finds them by name.

Code outside this package imports names from here, never from the modules.
"""

from nonet.solvers.abilities import (
    AUXILIARY,
    COMPARED,
    MOST_WEIGHT,
    ClauseSolver,
    Event,
    FormFinder,
    Forms,
    FoundStep,
    Lister,
    Listing,
    Literal,
    Prover,
    Results,
    RowSolver,
    Sampled,
    Sampler,
    StepSearch,
    StepTask,
    Taken,
    Trace,
)
from nonet.solvers.answers import Answer, PhaseClock, Solution, Status, Times, summed_counters
from nonet.solvers.contract import (
    Backend,
    Description,
    OneByOne,
    Provider,
    Session,
    are_repeated,
    require_right,
)
from nonet.solvers.cuts import broken_cuts
from nonet.solvers.engines import Engine, Stream, each_answer
from nonet.solvers.errors import (
    BackendError,
    LimitUnsupported,
    PuzzleUnsupported,
    SolverCrashed,
    Unable,
    WrongAnswer,
)
from nonet.solvers.registry import (
    backends,
    find_backend,
    is_registered,
    preferred,
    register,
    second_opinion,
    split_specs,
    unregister,
)
from nonet.system.errors import BackendUnavailable
from nonet.system.limits import Limits, LimitsLike

__all__ = ["COMPARED", "ClauseSolver", "FormFinder", "Forms", "FoundStep", "Lister", "Listing"]
__all__ += ["MOST_WEIGHT", "Prover", "Results", "RowSolver", "Sampled", "Sampler"]
__all__ += ["StepSearch", "StepTask", "Taken"]
__all__ += ["Answer", "PhaseClock", "Solution", "Status", "Times", "summed_counters"]
__all__ += ["Backend", "Engine", "OneByOne", "Session", "Stream", "are_repeated"]
__all__ += ["broken_cuts", "each_answer", "require_right"]
__all__ += ["BackendError", "BackendUnavailable", "LimitUnsupported", "PuzzleUnsupported"]
__all__ += ["Limits", "LimitsLike", "SolverCrashed", "Unable", "WrongAnswer"]
__all__ += ["Description", "Provider", "backends", "find_backend", "is_registered", "preferred"]
__all__ += ["AUXILIARY", "Event", "Literal", "Trace"]
__all__ += ["register", "second_opinion", "split_specs", "unregister"]
