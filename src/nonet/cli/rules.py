"""``nonet rules``: list all rules, or explain one rule."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from nonet.cli.common.options import argument, option
from nonet.cli.common.output import coloured, print_table, put, put_record, terminal_width

if TYPE_CHECKING:
    from nonet.drawing.catalogue import Entry

#: The list of a rule's keys is wrapped at this many characters.
_WIDE = 100


def rules(
    name: str | None = argument("[RULE]"),
    json: bool = option("--json", "Print JSON Lines, one record per rule."),
) -> None:
    """List all rules, or explain one.

    With a RULE, nonet prints its meaning, its keys, an example in JSON and Python, and its picture.
    """
    from nonet.drawing.catalogue import entries, entry

    found = list(entries()) if name is None else [entry(name)]
    if json:
        for each in found:
            put_record(each.as_json(), ensure_ascii=False)
    elif name is None:
        _print_list(found)
    else:
        put("\n".join(_explained(found[0])))


def _print_list(found: list[Entry]) -> None:
    from rich.table import Table
    from rich.text import Text

    widest = max(len(each.name) for each in found)
    table = Table("rule", box=None, pad_edge=False)
    table.add_column("what it means", max_width=max(16, terminal_width() - widest - 2))
    for each in found:
        table.add_row(each.name, Text(each.summary))
    print_table(table)
    put("\n'nonet rules NAME' explains a rule.")


def _explained(entry: Entry) -> Iterator[str]:
    from nonet.drawing import draw
    from nonet.questions.analysis.clues import cells_of

    yield f"{entry.name}: {entry.summary}"
    if entry.summary != entry.meaning:
        yield f"\n{entry.meaning}"
    if entry.keys:
        yield "\nKeys:"
        widest = max(len(key.name) for key in entry.keys)
        for key in entry.keys:
            default = "" if key.default is None else f" (default: {key.default})"
            said = f"    {key.name:{widest}}  {key.takes}{default}"
            yield from wrap(said, _WIDE, subsequent_indent=" " * (widest + 6))
    if entry.example is not None:
        yield f"\nIn a JSON file:\n    {entry.json}"
    yield "\nIn Python:"
    yield from (f"    {line}" for line in entry.python.splitlines())
    if entry.example is not None:
        cells = cells_of(entry.example.grid, entry.example.rules[-1:])
        yield f"\n{draw(entry.example, colour=coloured(), highlight=cells)}"
