"""The files of the board's page, and a bundle of its JavaScript modules.

A web page loads each JavaScript module from its own address. A notebook needs all modules in one
text, the bundle. In the bundle, each module is a function that returns its exports. So the names
of two modules cannot clash.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const|let) (\w+))", re.MULTILINE)


@cache
def shipped(name: str) -> str:
    """Return the text of a file of the page."""
    return files("nonet.serving").joinpath("page", name).read_text(encoding="utf-8")


def bundle(name: str) -> str:
    """Return the text of a module that includes all its imports."""
    found: dict[str, str] = {}
    _require_all(name, found, ())
    return "\n".join([*found.values(), _with_parts(name)])


def _require_all(name: str, found: dict[str, str], above: tuple[str, ...]) -> None:
    """Add the imports of a module, each after its own imports."""
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
    return f"const {name}_js = (() => {{\n{inside}\nreturn {{ {exported} }};\n}})();"


def _with_parts(name: str) -> str:
    """Return the text of a module, with imports replaced by the results of earlier functions."""

    def taken(imported: re.Match[str]) -> str:
        names = re.sub(r"\bas\b", ":", imported[1])
        return f"const {{{names}}} = {imported[2]}_js;"

    return _IMPORT.sub(taken, shipped(f"{name}.js"))
