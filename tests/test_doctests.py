"""The examples in the docstrings are true."""

import doctest
import importlib
import os
from pathlib import Path

import pytest
import requirements

#: Their examples show what the native engine alone says.
ENGINE = (
    "nonet.analysis.candidates",
    "nonet.generation.production",
    "nonet.generation.rounds",
    "nonet.solvers.auto",
    "nonet.solvers.native",
    "nonet.solvers.registry",
    "nonet.streaming.pipeline",
)
#: Their examples run the solver of a package.
PACKAGES = {
    "nonet.solvers.choco.engine": "pychoco",
    "nonet.solvers.choco.model": "pychoco",
    "nonet.solvers.clingo": "clingo",
    "nonet.solvers.exact": "exact",
    "nonet.solvers.z3": "z3-solver",
}
SRC = Path(__file__).resolve().parents[1] / "src"


def modules():
    """Walk over the files, because `pkgutil` overlooks a folder without __init__.py."""
    for folder, _, files in os.walk(SRC / "nonet", followlinks=True):
        for file in files:
            path = Path(folder, file).relative_to(SRC).with_suffix("")
            if file.endswith(".py") and path.name != "__main__":
                yield ".".join(path.parts).removesuffix(".__init__")


@pytest.mark.parametrize("name", sorted(modules()))
def test_the_examples_hold(name):
    if name.startswith(ENGINE):
        requirements.require_native()
    if name in PACKAGES:
        requirements.require_package(PACKAGES[name])
    module = importlib.import_module(name)
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.testmod(module, optionflags=options).failed == 0
