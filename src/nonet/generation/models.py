"""Make empty boards for generation, with rules given by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields

from nonet.formats import classic
from nonet.formats.text import quoted
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Rule
from nonet.rules.lookup import did_you_mean, load_installed
from nonet.system.errors import PuzzleError


def empty_board(rules: str = "", order: int = 3, boxes: tuple[int, int] | None = None) -> Puzzle:
    """Return an empty classic board with more rules. Commas separate the names of the rules.

    Hyphens, capitals and a plural s make no difference.

    >>> [rule.name for rule in empty_board("Anti-Knight, diagonal").rules]
    ['rows', 'columns', 'boxes', 'antiknight', 'diagonals']
    >>> empty_board("cage")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: cage needs its cells. Add cage in a model file
    """
    board = classic(boxes=boxes) if boxes else classic(order=order)
    shape = next(((r.height, r.width) for r in board.rules if isinstance(r, Boxes)), None)
    wanted = {_rule(name) for name in rules.split(",") if name.strip()}
    found = [_made(rule, shape) for rule in sorted(wanted, key=lambda rule: rule.name)]
    return board.with_rules(*(rule for rule in found if rule not in board.rules))


def simple_rules() -> list[str]:
    """Return the names of the rules that need no other parameters than the size of the boxes."""
    return sorted(name for name, rule in Rule.named.items() if _parameters(rule) in _KNOWN)


#: The parameters of rules that `empty_board` can make: none, or the size of the boxes.
_KNOWN = ((), ("height", "width"))


def _rule(name: str) -> type[Rule]:
    if _plain(name) not in map(_plain, Rule.named):
        load_installed()
    for known, rule in Rule.named.items():
        if _plain(known) == _plain(name):
            return rule
    hint = did_you_mean(name) or f"; did you mean one of {', '.join(simple_rules())}?"
    raise PuzzleError(f"no rule {quoted(name.strip())}{hint}")


def _plain(name: str) -> str:
    return name.strip().lower().replace("-", "").replace("_", "").replace(" ", "").removesuffix("s")


def _made(rule: type[Rule], shape: tuple[int, int] | None) -> Rule:
    wants = _parameters(rule)
    if wants not in _KNOWN:
        raise PuzzleError(f"{rule.name} needs its {wants[0]}. Add {rule.name} in a model file")
    if wants and not shape:
        raise PuzzleError(f"{rule.name} needs a board with boxes")
    make: Callable[..., Rule] = rule
    return make(*shape) if wants and shape else make()


def _parameters(rule: type[Rule]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(rule) if field.default is MISSING)
