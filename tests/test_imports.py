"""No module imports itself through other modules, not even lazily or only for types."""

import grimp
import pytest

from nonet.cli import VERBS
from nonet.rules.registry import HOMES
from nonet.solvers import registry


@pytest.fixture
def graph():
    """Return all imports of the package, anywhere in its modules."""
    graph = grimp.build_graph("nonet", "nonet.encodings", cache_dir=None)
    # The package itself is an exception: it exports names from every floor, and imports each name
    # on first use.
    for imported in graph.find_modules_directly_imported_by("nonet"):
        graph.remove_import(importer="nonet", imported=imported)
    # The compiled engine has no readable source, so this test treats it as a name in its folder.
    native = "nonet.solvers.native"
    for importer in graph.find_modules_that_directly_import(native):
        details = graph.get_import_details(importer=importer, imported=native)
        if all(each["line_contents"].endswith("import _core") for each in details):
            graph.remove_import(importer=importer, imported=native)
    # The registry imports solvers by their names in a table.
    for name in registry._MODULES.values():
        graph.add_import(importer=registry.__name__, imported=f"nonet.solvers.{name}")
    # The packages of verbs and of rules import their modules by their names in a table.
    for verb in VERBS:
        graph.add_import(importer="nonet.cli", imported=f"nonet.cli.{verb}")
    for module in HOMES.values():
        graph.add_import(importer="nonet.rules", imported=module)
    return graph


def circles(graph):
    """Return each circle of imports as the shortest chain that returns to its start."""
    found = {}
    for importer in graph.modules:
        for imported in graph.find_modules_directly_imported_by(importer):
            way_back = graph.find_shortest_chain(importer=imported, imported=importer)
            if way_back:
                found.setdefault(frozenset(way_back), " → ".join((importer, *way_back)))
    return sorted(found.values())


def test_the_graph_has_every_room(graph):
    assert {"nonet.puzzle", "nonet.encodings.cnf", "nonet.solvers.registry"} <= graph.modules
    assert "nonet.formats.reader" in graph.find_modules_directly_imported_by("nonet.formats")


def test_a_circle_is_found(graph):
    graph.add_import(importer="nonet.model.grid", imported="nonet.cli")
    assert any("nonet.model.grid → nonet.cli" in circle for circle in circles(graph))


def test_there_is_no_circle(graph):
    assert circles(graph) == []
