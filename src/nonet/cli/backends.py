"""``nonet backends``: who can answer here, and why someone cannot."""

from __future__ import annotations

import json as json_module
from dataclasses import asdict

from nonet.cli.options import AsJson


def backends(json: AsJson = False) -> None:
    """List every contestant: version, capabilities, and why it is unavailable, if so."""
    from nonet.solvers import backends as describe_all

    found = describe_all()
    if json:
        for line in found:
            print(json_module.dumps(asdict(line)))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("backend", "version", "what it is", "capabilities", box=None, pad_edge=False)
    for line in found:
        capabilities = ", ".join(line.capabilities)
        if line.missing:
            capabilities = f"[red]unavailable[/]: {line.missing}"
        table.add_row(line.spec, line.version, line.summary, capabilities)
    Console().print(table)
