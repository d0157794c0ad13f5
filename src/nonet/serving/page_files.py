"""The files of the board's page, and a bundle of its JavaScript modules.

A web page loads each JavaScript module from a separate address, but a notebook needs all modules in
one text. In this text, each module is a function that returns its exports, so the names of two
modules cannot clash.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const|let) (\w+))", re.MULTILINE)


@cache
def shipped(name: str) -> str:
    """Return the text of a file of the page.

    >>> shipped("index.html").splitlines()[0]
    '<!doctype html>'
    """
    return files("nonet.serving").joinpath("page", name).read_text(encoding="utf-8")


def bundle(name: str) -> str:
    """Return a module and all its imports as the text of one module.

    >>> "import" in bundle("painting")
    False
    """
    found: dict[str, str] = {}
    _require_all(name, found, ())
    return "\n".join([*found.values(), _with_parts(name)])


def _require_all(name: str, found: dict[str, str], above: tuple[str, ...]) -> None:
    """Add the imports of a module. A module comes after its own imports."""
    for _, imported in _IMPORT.findall(shipped(f"{name}.js")):
        if imported in (*above, name):
            raise ValueError(f"circular imports: {' → '.join((*above, name, imported))}")
        if imported not in found:
            _require_all(imported, found, (*above, name))
            found[imported] = _as_function(imported)


def _as_function(name: str) -> str:
    text = _with_parts(name)
    exported = ", ".join(_EXPORT.findall(text))
    inside = _EXPORT.sub("", text)
    if other := re.search(r"^(?:import|export)\b.*", inside, re.MULTILINE):
        raise ValueError(f"{name}.js: unsupported: {other[0]}")
    return f"const {_place(name)} = (() => {{\n{inside}\nreturn {{ {exported} }};\n}})();"


def _with_parts(name: str) -> str:
    """Return the text of a module. Its imports become uses of the functions that come before it."""

    def taken(imported: re.Match[str]) -> str:
        names = re.sub(r"\bas\b", ":", imported[1])
        return f"const {{{names}}} = {_place(imported[2])};"

    return _IMPORT.sub(taken, shipped(f"{name}.js"))


def _place(name: str) -> str:
    return f"{name}_js"
