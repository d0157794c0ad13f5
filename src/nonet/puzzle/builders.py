"""The methods of puzzles that add rules.

Each rule has a method with its name, such as `cage`. Type checkers find these methods in
`builders.pyi`, which ``docs/stub.py`` writes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import Signature, signature
from typing import Any

from nonet.rules import Rule
from nonet.rules.lookup import did_you_mean


class Builders:
    """The base class of `Puzzle`, with a method for each rule.

    >>> import nonet
    >>> nonet.classic().cage("r1c1-r1c3", 15).thermo("r5c1-r5c4")
    <Puzzle 9×9, 0 givens, rows, columns, boxes, cage, thermo>
    >>> nonet.classic().termo("r5c1-r5c4")
    Traceback (most recent call last):
    AttributeError: 'termo' is neither a rule nor a method of puzzles; did you mean 'thermo'?
    """

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name in Rule.named:
            return self._builder(Rule.named[name])
        if name.startswith("_"):  # not a rule: Python itself looks up such names
            raise AttributeError(name)
        own = next((each for each in vars(type(self)) if each.startswith(name)), None)
        meant = f"; did you mean {own!r}?" if own else did_you_mean(name)
        message = f"{name!r} is neither a rule nor a method of puzzles{meant}"
        raise AttributeError(message, obj=self)  # without `obj`, Python adds a suggestion

    def _builder(self, kind: type[Rule]) -> Callable[..., Any]:
        def build(*arguments: Any, **named: Any) -> Any:
            return self.with_rules(kind(*arguments, **named))

        build.__name__ = build.__qualname__ = kind.name
        build.__doc__ = kind.__doc__
        build.__signature__ = _signature(kind)  # type: ignore[attr-defined]  # for `help`
        return build

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *Rule.named})


@cache
def _signature(kind: type[Rule]) -> Signature:
    return signature(kind).replace(return_annotation="Puzzle")
