"""``nonet backends``: the available backends, and why others are unavailable."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import TYPE_CHECKING

from nonet.cli.common.options import option
from nonet.cli.common.output import print_table, put, put_record, terminal_width

if TYPE_CHECKING:
    from nonet.solvers import Description

#: The width of all columns but the summaries, in characters. The summaries get the rest of the
#: terminal, but at least `_NARROWEST` characters.
_OTHERS = len("pysat:maplechrono  1.9.dev17    incremental, nodes (conflicts)")
_NARROWEST = 16

_BRACKETS = re.compile(r" \(.*\)")


def backends(json: bool = option("--json", "Print JSON Lines, one record per backend.")) -> None:
    """List all backends, and why some are unavailable.

    The option --backend of other commands takes these names. A name may have options, as in
    pysat:cadical195/minimal.
    """
    from nonet.solvers import backends as describe_all

    found = describe_all()
    if json:
        for line in found:
            put_record(asdict(line))
    else:
        _print_table(found)


def _print_table(found: list[Description]) -> None:
    from rich.table import Table
    from rich.text import Text

    shared = _shared(found)
    table = Table(box=None, pad_edge=False)
    table.add_column("backend", no_wrap=True)
    table.add_column("version", no_wrap=True)
    table.add_column("what it is", max_width=max(_NARROWEST, terminal_width() - _OTHERS))
    table.add_column("capabilities")
    for line, next_line in zip(found, [*found[1:], None], strict=True):
        own = [capability for capability in line.capabilities if capability not in shared]
        capabilities = Text(", ".join(own))
        if line.missing:
            capabilities = Text(f"unavailable: {line.missing}", style="red")
        is_last = next_line and line.spec.split(":")[0] != next_line.spec.split(":")[0]
        cells = (Text(line.spec), line.version, Text(line.summary), capabilities)
        table.add_row(*cells, end_section=bool(is_last))
    print_table(table, less_needed=("version",))
    if shared:
        put(f"\nAll backends: {', '.join(shared)}.")
        put("Brackets say what --nodes counts, and how a backend keeps to --time.")


def _shared(found: list[Description]) -> list[str]:
    """Return the capabilities that all available backends share. Ignore words in brackets."""
    able = [line for line in found if not line.missing]
    bare = [[_BRACKETS.sub("", capability) for capability in line.capabilities] for line in able]
    first = able[0].capabilities if able else ()
    return [capability for capability in first if all(capability in each for each in bare)]
