"""How the sources of a verb are read: the options that all verbs with puzzles share."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any, TypeVar

from nonet.cli.common.options import Alphabet, Column, Fetch, Format, IgnoreDrawings

R = TypeVar("R")

#: The options by the fields of a `Reading`; another one is a line here and a field there.
_OPTIONS: dict[str, Any] = {
    "format": Format,
    "alphabet": Alphabet,
    "ignore_drawings": IgnoreDrawings,
    "fetch": Fetch,
    "column": Column,
}


@dataclass(frozen=True)
class Reading:
    """What the options of a verb say about its sources; nothing said, all is detected."""

    format: str | None = None
    alphabet: str | None = None
    ignore_drawings: bool = False
    fetch: bool = False
    column: str | None = None


#: What verbs without these options do.
DETECTED = Reading()


def told_how_to_read(verb: Callable[..., R]) -> Callable[..., R]:
    """Give a verb the options of `Reading` in the place of its parameter `reading`, if it has one.

    >>> def count(reading: Reading = DETECTED) -> str | None:
    ...     return reading.format
    >>> told_how_to_read(count)(**vars(Reading(format="line")))
    'line'
    """
    signature = inspect.signature(verb, eval_str=True)
    if "reading" not in signature.parameters:
        return verb

    @wraps(verb)
    def run(*args: Any, **kwargs: Any) -> R:
        said = {name: kwargs.pop(name) for name in _OPTIONS}
        return verb(*args, **kwargs, reading=Reading(**said))

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    options = [
        inspect.Parameter(field.name, kind, default=field.default, annotation=_OPTIONS[field.name])
        for field in fields(Reading)
    ]
    parameters: list[inspect.Parameter] = []
    for parameter in signature.parameters.values():
        parameters += options if parameter.name == "reading" else [parameter]
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return run
