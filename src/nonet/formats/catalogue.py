"""All formats by name. The module of a format is imported when the format is first used."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from nonet.formats.contract import Format

#: The module of each format. The first format that recognises a text reads it. ``line`` comes
#: first, because most texts have one puzzle on each line. Formats that write the cells row by row
#: come last.
_MODULES = {
    "line": "line",
    **dict.fromkeys(("iss", "fpuzzles", "sudokumaker", "sudokupad", "penpa"), "links"),
    "sdk": "line",
    "json": "model",
    **dict.fromkeys(("killer", "ps", "sumocue", "hodoku"), "programs"),
    **dict.fromkeys(("opensudoku", "janko", "sdx", "ss"), "programs"),
    "pencilmarks": "pencilmarks",
    "sdm": "line",
    "jigsaw": "jigsaw",
    "samurai": "samurai",
    "grid": "grid",
    "tokens": "line",
}

#: The formats that a very long line may have.
BY_LOOK = tuple(_MODULES)[: list(_MODULES).index("jigsaw")]

#: The formats whose texts are links.
LINKS = tuple(name for name, module in _MODULES.items() if module == "links")

#: The formats that an error message may recommend, simplest first. ``json`` fits every puzzle.
PLAIN = ("line", "tokens", "grid", "jigsaw", "json")

_WRITTEN = (name for name, module in _MODULES.items() if module != "programs")
#: The names of all formats that nonet can write.
WRITTEN = tuple(dict.fromkeys((*PLAIN, *_WRITTEN)))

#: The formats of files with these extensions.
_NAMED_ALIKE = ("sdk", "sdm", "sdx", "ss", "jigsaw", "opensudoku")
EXTENSIONS = {f".{name}": name for name in _NAMED_ALIKE} | {".jsonl": "json"}


@cache
def _loaded(name: str) -> Format:
    formats: tuple[Format, ...] = import_module(f"nonet.formats.{_MODULES[name]}").FORMATS
    return next(format for format in formats if format.name == name)


class _Formats(UserDict[str, Any]):
    """The formats in the order of recognition."""

    def __getitem__(self, name: str) -> Format:
        return _loaded(name)


#: All formats by name.
FORMATS: Mapping[str, Format] = _Formats(_MODULES)
