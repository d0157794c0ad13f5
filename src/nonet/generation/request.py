"""What kind of puzzles to generate, empty boards for them, and the error if no attempt makes one.

An *orbit* is a set of cells that belong together by symmetry: either all are clues, or all are
empty.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from functools import cached_property
from operator import index
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from nonet.formats import classic
from nonet.formats.text import quoted
from nonet.generation.difficulty import Band, Range, as_range, is_within
from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Rule
from nonet.rules.lookup import did_you_mean, load_installed
from nonet.solvers import Limits
from nonet.system.errors import NonetError, PuzzleError
from nonet.system.limits import whole

#: Default numbers of attempts per puzzle: for classic puzzles, for classic puzzles with a wanted
#: rating, and for other puzzles.
MOST_CLASSIC, MOST_EXPLAINED, MOST_OTHER = 10_000, 500, 50


class Symmetry(StrEnum):
    """The symmetry of the pattern of clues.

    With ``horizontal``, the left half of the clues mirrors the right half. With ``vertical``, the
    upper half mirrors the lower half. The axis of ``diagonal`` is the falling diagonal.
    ``dihedral`` is all symmetries together.
    """

    NONE = "none"
    ROTATIONAL = "rotational"
    ROTATIONAL90 = "rotational90"
    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"
    DIAGONAL = "diagonal"
    DIHEDRAL = "dihedral"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise PuzzleError(f"the symmetry must be one of {', '.join(cls)}, not {value!r:.40}")


#: The moves of the board that keep the pattern of clues. A move rearranges an array of cells.
_MOVES: dict[Symmetry, tuple[Callable[[NDArray[np.intp]], NDArray[np.intp]], ...]] = {
    Symmetry.NONE: (),
    Symmetry.ROTATIONAL: (np.flip,),
    Symmetry.ROTATIONAL90: (np.rot90,),
    Symmetry.HORIZONTAL: (np.fliplr,),
    Symmetry.VERTICAL: (np.flipud,),
    Symmetry.DIAGONAL: (np.transpose,),
    Symmetry.DIHEDRAL: (np.rot90, np.transpose),
}


def orbits(grid: Grid, symmetry: Symmetry) -> tuple[Cells, ...]:
    """Return the orbits of a symmetry, sorted by their first cells.

    The cells of a layer have the orbits of the board. Cells that have no place on the board can be
    removed one by one.
    """
    board = np.arange(len(grid.board)).reshape(grid.rows, grid.columns)
    images = [move(board) for move in _MOVES[symmetry]]
    if any(image.shape != board.shape for image in images):
        size = f"{grid.rows}×{grid.columns}"
        raise PuzzleError(f"{symmetry} symmetry needs a square board, not {size}")
    found = {cell: {cell} for cell in grid.board}
    for image in images:
        for pair in enumerate(image.ravel().tolist()):
            joined = set[int]().union(*map(found.__getitem__, pair))
            found |= dict.fromkeys(joined, joined)
    on_board = {tuple(sorted(orbit)) for orbit in found.values()}
    beside = set[Cells]()
    for layer in grid.layers:
        cells = () if layer.auxiliary else grid.layer(layer.name)
        if layer.size:
            beside |= {(cell,) for cell in cells}
        elif cells:
            beside |= {tuple(cells[cell] for cell in orbit) for orbit in on_board}
    return tuple(sorted(on_board | beside))


@dataclass(frozen=True)
class Request:
    """The wanted puzzles. By default, no set of symmetric clues can be removed.

    `model` has the board, the rules, and the givens of every puzzle. `clues` is a range for the
    number of clues. `fewest` chooses the attempt with the fewest clues. `minimal` asks for puzzles
    that need every single clue. `pattern` has the cells of the clues. `attempts` and `seconds` are
    limits per puzzle. By default, the attempts at a 9×9 puzzle take a few seconds.
    """

    model: Puzzle
    clues: Range | None = None
    fewest: bool = False
    minimal: bool = False
    symmetry: Symmetry = Symmetry.NONE
    pattern: Cells | None = None
    difficulty: Band | None = None
    attempts: int | None = None
    seconds: float | None = None
    backend: str | None = None

    def __post_init__(self) -> None:
        cells = len(self.model.grid.answers)
        if self.clues is not None:
            object.__setattr__(self, "clues", as_range(self.clues, "clues", index))
        if self.clues and self.clues[0] > cells:
            raise PuzzleError(f"{self.clues[0]} clues do not fit on a board of {cells} cells")
        if self.clues and self.clues[1] is not None and self.clues[1] < len(self.fixed):
            raise PuzzleError(
                f"at most {self.clues[1]} clues are wanted, but every puzzle has the "
                f"{len(self.fixed)} givens of the model"
            )
        if self.fewest and self.clues:
            raise PuzzleError("fewest and clues exclude each other. Pass only one of them")
        if self.attempts is not None:
            object.__setattr__(self, "attempts", whole(self.attempts, "the number of attempts"))
        if self.attempts is not None and self.attempts < 1:
            raise PuzzleError(f"the number of attempts is {self.attempts}, but must be at least 1")
        object.__setattr__(self, "seconds", Limits(self.seconds).seconds)
        if self.difficulty and self.difficulty.er and not self.model.is_classic:
            raise PuzzleError(
                "only classic 9×9 puzzles have an ER or a word for it. "
                "Ask for a hardest step instead"
            )
        if self.difficulty and self.difficulty.hardest and self.difficulty.hardest[1] == 0:
            raise PuzzleError("no hardest step costs 0, because every step costs at least 1")
        if self.pattern is not None:
            if self.clues or self.fewest or self.symmetry is not Symmetry.NONE:
                raise PuzzleError(
                    "a pattern already decides the number of clues and their symmetry"
                )
            if not set(self.pattern) <= set(self.model.grid.answers):
                raise PuzzleError("the pattern has cells outside the board")
            missing = sorted(self.fixed - set(self.pattern))
            if missing:
                names = self.model.grid.names(missing)
                raise PuzzleError(f"the pattern lacks givens of the model. Add {names}")
        self.orbits  # noqa: B018 - an error if the board cannot have this symmetry

    @cached_property
    def fixed(self) -> set[int]:
        """The cells with givens in the model."""
        return {cell for cell, value in enumerate(self.model.givens) if value is not None}

    @cached_property
    def orbits(self) -> tuple[Cells, ...]:
        """The sets of clues that may only be removed together."""
        found = orbits(self.model.grid, self.symmetry)
        return tuple(orbit for orbit in found if self.fixed.isdisjoint(orbit))

    @property
    def most(self) -> int:
        """The largest number of attempts per puzzle."""
        if self.attempts is not None:
            return self.attempts
        if not self.model.is_classic or self.pattern is not None:
            return MOST_OTHER
        return MOST_EXPLAINED if self.is_slow else MOST_CLASSIC

    @property
    def is_slow(self) -> bool:
        """Whether attempts take longer to judge than to make."""
        return self.difficulty is not None and self.difficulty.asks_for_steps

    @property
    def least(self) -> int:
        """The number of clues at which digging stops."""
        return self.clues[0] if self.clues and not self.minimal else 0

    def allows(self, clues: int) -> bool:
        """Tell whether a puzzle may have this number of clues."""
        return self.clues is None or is_within(clues, self.clues)


class Unmet(NonetError, RuntimeError):
    """No attempt at a puzzle met the request. The message gives the reasons and advice.

    It may help to change the arguments in `change`, or to increase the arguments in `more`.

    >>> from nonet.generation import generate
    >>> list(generate("." * 16, clues=3, attempts=2))
    Traceback (most recent call last):
    nonet.generation.request.Unmet: no attempt at puzzle 1 met the request: in 2 attempts, ...
    """

    def __init__(
        self, index: int, lacking: str, change: tuple[str, ...] = (), more: tuple[str, ...] = ()
    ) -> None:
        super().__init__(index, lacking, change, more)  # pickled as the arguments
        self.index = index
        self.lacking = lacking
        self.change = change
        self.more = more

    def __str__(self) -> str:
        return self.message_with(str)

    def message_with(self, name: Callable[[str], str]) -> str:
        """Return the message. `name` translates an argument, for example to ``--clues``."""
        advice = [
            f"{verb} {' or '.join(map(name, arguments))}"
            for verb, arguments in (("change", self.change), ("allow more", self.more))
            if arguments
        ]
        met = f"no attempt at puzzle {self.index + 1} met the request: {self.lacking}"
        return "; ".join([met, *([", or ".join(advice)] if advice else [])])


def empty_board(rules: str = "", order: int = 3, boxes: tuple[int, int] | None = None) -> Puzzle:
    """Return an empty classic board with more rules. Commas separate the names of the rules.

    Hyphens, capitals and a plural s make no difference.

    >>> [rule.name for rule in empty_board("Anti-Knight, diagonal").rules]
    ['rows', 'columns', 'boxes', 'antiknight', 'diagonals']
    >>> empty_board("cage")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: cage needs its cells. Use --from with a puzzle that has it
    """
    board = classic(boxes=boxes) if boxes else classic(order=order)
    shape = next(((r.height, r.width) for r in board.rules if isinstance(r, Boxes)), None)
    wanted = {_rule(name) for name in rules.split(",") if name.strip()}
    found = [_made(rule, shape) for rule in sorted(wanted, key=lambda rule: rule.name)]
    return board.with_rules(*(rule for rule in found if rule not in board.rules))


#: The parameters of rules that `empty_board` can make: none, or the size of the boxes.
_KNOWN = ((), ("height", "width"))


def _rule(name: str) -> type[Rule]:
    if _plain(name) not in map(_plain, Rule.named):
        load_installed()
    for known, rule in Rule.named.items():
        if _plain(known) == _plain(name):
            return rule
    simple = sorted(name for name, rule in Rule.named.items() if _parameters(rule) in _KNOWN)
    hint = did_you_mean(name) or f"; did you mean one of {', '.join(simple)}?"
    raise PuzzleError(f"no rule {quoted(name.strip())}{hint}")


def _plain(name: str) -> str:
    return name.strip().lower().replace("-", "").replace("_", "").replace(" ", "").removesuffix("s")


def _made(rule: type[Rule], shape: tuple[int, int] | None) -> Rule:
    wants = _parameters(rule)
    if wants not in _KNOWN:
        raise PuzzleError(f"{rule.name} needs its {wants[0]}. Use --from with a puzzle that has it")
    if wants and not shape:
        raise PuzzleError(f"{rule.name} needs a board with boxes")
    make: Callable[..., Rule] = rule
    return make(*shape) if wants and shape else make()


def _parameters(rule: type[Rule]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(rule) if field.default is MISSING)
