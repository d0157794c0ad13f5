"""The public names: the lists of them agree."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import nonet


def imported_for_type_checkers():
    """Return what stands under TYPE_CHECKING, as names by module."""
    for node in ast.parse(Path(nonet.__file__).read_text()).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return {line.module: tuple(name.name for name in line.names) for line in node.body}
    raise AssertionError("no imports for type checkers")


def test_the_lists_of_exported_names_agree():
    homes = {f"nonet.{home}": names for home, names in nonet._HOMES.items()}
    assert imported_for_type_checkers() == {
        home: tuple(sorted(names)) for home, names in homes.items()
    }
    assert nonet.__all__ == sorted(["__version__", *nonet._HOME])
    for name, home in nonet._HOME.items():
        assert getattr(nonet, name) is getattr(importlib.import_module(f"nonet.{home}"), name)
    assert set(nonet.__all__) <= set(dir(nonet))


def test_what_is_not_exported_is_no_attribute():
    with pytest.raises(AttributeError, match="module 'nonet' has no attribute 'sudoku'"):
        _ = nonet.sudoku


def test_importing_nonet_takes_no_time():
    code = "import time; t = time.process_time(); import nonet; print(time.process_time() - t)"
    taken = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(3)]
    assert min(taken) < 0.15
