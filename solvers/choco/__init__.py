"""Choco: constraint programming without clauses, where every primitive is a propagator.

All-different and tables are made arc consistent, and the search learns nothing. Choco runs inside
the call that asks it, where Python hears nothing, and an error of its own ends the process: so it
works in one that can be killed. `Limits.nodes` are nodes of its search tree, from the root.
"""

from __future__ import annotations

from functools import partial

from nonet.solvers.captive import captive
from nonet.solvers.choco.engine import engine
from nonet.solvers.packaged import provider

PROVIDER = provider(
    "choco",
    "constraint programming with arc consistency, by Choco",
    partial(captive, "choco", engine),
    ("every rule", "incremental", "seconds (child process)", "nodes"),
    package="pychoco",
    module="pychoco",
)
