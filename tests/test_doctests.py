"""The examples in the docstrings are true."""

import doctest
import importlib
import os
from collections import defaultdict
from pathlib import Path

import pytest
import requirements

#: Modules whose examples need the native engine.
ENGINE = (
    "nonet.questions.analysis.candidates",
    "nonet.generation.production",
    "nonet.generation.rounds",
    "nonet.solvers.native",
    "nonet.solvers.registry",
    "nonet.streaming.pipeline",
)
SRC = Path(__file__).resolve().parents[1] / "src"


def modules():
    """Find modules by their files, because `pkgutil` overlooks a folder without __init__.py."""
    for folder, _, files in os.walk(SRC / "nonet", followlinks=True):
        for file in files:
            path = Path(folder, file)
            if path.suffix == ".py" and ">>>" in path.read_text():
                parts = path.relative_to(SRC).with_suffix("").parts
                yield ".".join(parts).removesuffix(".__init__")


def rooms():
    """Return the modules with examples, by room. A module that needs the engine is by itself."""
    found = defaultdict(list)
    for name in sorted(modules()):
        room = name if name.startswith(ENGINE) else ".".join(name.split(".")[:2])
        found[room].append(name)
    return found


@pytest.mark.parametrize("names", [pytest.param(names, id=room) for room, names in rooms().items()])
def test_the_examples_hold(names):
    """The captured output shows the examples that fail."""
    if names[0].startswith(ENGINE):
        requirements.require_native()
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    tried = {
        name: doctest.testmod(importlib.import_module(name), optionflags=options) for name in names
    }
    assert {name: found for name, found in tried.items() if found.failed} == {}
