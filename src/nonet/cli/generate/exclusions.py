"""Options that do not go together: an option that would do nothing is refused, not ignored."""

from __future__ import annotations

import typer

_ALL = {"backend", "to", "json", "rules_from", "memory"}
_DRAWN = {"order", "boxes", "rules", "source", "count", "seed"}

#: What else is made than new puzzles, by the option that asks for it: all options that it takes.
_TAKEN = {
    "finish": {"finish", "time", *_ALL},
    "holes": {"holes", *_DRAWN, *_ALL},
    "full": {"full", "first_row", *_DRAWN, *_ALL},
}


def refuse_idle(context: typer.Context) -> None:
    """Refuse an option of the command line that what is asked for makes nothing of."""
    given = [name for name in context.params if _is_given(context, name)]
    kind = next((kind for kind in _TAKEN if kind in given), None)
    idle = [name for name in given if kind is not None and name not in _TAKEN[kind]]
    if kind is not None and idle:
        option = _option(context, idle[0])
        raise typer.BadParameter(f"{option} does nothing with --{kind}: leave it out")
    if "to" in given and "json" in given:
        raise typer.BadParameter("--to writes puzzles as text, and --json records: take one")
    for name in ("order", "boxes", "rules"):
        if name in given and "source" in given:
            raise typer.BadParameter(f"--from brings its own board: leave --{name} out")
    if "order" in given and "boxes" in given:
        raise typer.BadParameter("--boxes says the size of the board: leave --order out")
    if "first_row" in given and "full" not in given:
        raise typer.BadParameter("--first-row is for --full")


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _option(context: typer.Context, name: str) -> str:
    """Return the long name of an option."""
    [option] = (param for param in context.command.params if param.name == name)
    return max(option.opts, key=len)
