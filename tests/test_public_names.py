"""Public names are listed for people and for type checkers, and each has an example."""

import ast
import importlib
import inspect
from pathlib import Path

import pytest

import nonet

#: Rooms with public names, in addition to the names of `nonet` itself.
ROOMS = ["rules", "solvers", "formats", "validity", "certificates", "generation", "explanations"]
ROOMS += [f"questions.{name}" for name in ("uniqueness", "counting", "analysis", "symmetry")]
ROOMS += ["racing", "racing.plots", "racing.report", "streaming", "streaming.datasets"]
ROOMS += ["drawing.catalogue", "encodings.cpsat"]
#: Rooms without a list of public names. Every name without an underscore is public there.
MODULES = [f"encodings.{name}" for name in ("cnf", "dimacs", "minizinc", "opb", "options", "sizes")]
MODULES += ["encodings.places"]
MODULES += ["drawing", "drawing.svg"]


def imported_for_type_checkers():
    """Return the names that are imported under TYPE_CHECKING, by module."""
    for node in ast.parse(Path(nonet.__file__).read_text()).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return {line.module: tuple(name.name for name in line.names) for line in node.body}
    raise AssertionError("no imports for type checkers")


def test_the_lists_of_exported_names_agree():
    homes = {f"nonet.{home}": tuple(names.split()) for home, names in nonet._HOMES.items()}
    assert imported_for_type_checkers() == homes
    assert nonet.__all__ == sorted(["__version__", *nonet._HOME])
    for name, home in nonet._HOME.items():
        assert getattr(nonet, name) is getattr(importlib.import_module(f"nonet.{home}"), name)
    assert dir(nonet) == sorted(nonet.__all__)


def test_what_is_not_exported_is_no_attribute():
    with pytest.raises(AttributeError, match="module 'nonet' has no attribute 'sudoku'"):
        _ = nonet.sudoku


def public():
    """Return the public classes and functions by their full names."""
    names = {("nonet", name) for name in nonet.__all__}
    for room in (f"nonet.{room}" for room in ROOMS):
        names |= {(room, name) for name in importlib.import_module(room).__all__}
    for module in (f"nonet.{module}" for module in MODULES):
        for name, found in vars(importlib.import_module(module)).items():
            if not name.startswith("_") and getattr(found, "__module__", "") == module:
                names.add((module, name))
    found = {f"{home}.{name}": getattr(importlib.import_module(home), name) for home, name in names}
    return {
        name: thing
        for name, thing in sorted(found.items())
        if inspect.isclass(thing) or inspect.isfunction(thing)
    }


def test_every_public_name_has_an_example():
    """`test_doctests` checks that the examples are true."""
    without = [name for name, thing in public().items() if ">>>" not in (thing.__doc__ or "")]
    assert without == [], "these need an example in their docstring"
