"""The items of an ISS string, and groups of items: ``.Or.Thermo~R1C1~R1C2.Cage~9~R1C1~R1C2.End``.

An item is a class and its arguments. A given is an item whose class is empty. Errors name an item
by its number in the text, counted from 1.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from nonet.formats.text import quoted
from nonet.rules.own.compound import MOST_NESTED
from nonet.system.errors import PuzzleError, TooLarge

#: The most characters, items and arguments of one string. No 16×16 puzzle reaches these limits.
#: Reading an item takes up to 1 ms.
MOST_SIGNS, MOST_ITEMS, MOST_ARGS = 1 << 20, 1 << 13, 1 << 14

#: The classes of groups. A group contains the items before its ``End``.
GROUPS = ("Or", "And", "Replicate")

#: The arguments of an item.
Args: TypeAlias = tuple[str, ...]


class Item(NamedTuple):
    """A class with its arguments. A group also has the items in it."""

    name: str
    args: Args = ()
    inner: tuple[Item, ...] = ()
    number: int = 0

    @property
    def text(self) -> str:
        """The item as ISS writes it."""
        head = "." + "~".join((self.name, *self.args))
        inner = "".join(item.text for item in self.inner)
        return f"{head}{inner}.End" if self.name in GROUPS else head

    @property
    def place(self) -> str:
        """The class and the number of the item, for messages."""
        return f"{quoted(self.name or '~')} at item {self.number}"


def require_few(text: str) -> None:
    """Raise `TooLarge` if a string exceeds the limits."""
    for count, what, most in (
        (len(text), "characters", MOST_SIGNS),
        (text.count("."), "items", MOST_ITEMS),
        (text.count("~"), "arguments", MOST_ARGS),
    ):
        if count > most:
            raise TooLarge(f"{count} {what} exceed the limit of {most}")


def items_of(text: str) -> list[Item]:
    """Return the items of a string. White space in the string is ignored."""
    require_few(text)
    before, *parts = "".join(text.split()).split(".")
    if before or not parts:
        raise PuzzleError(f"{quoted(text)} does not begin with a dot")
    # The open groups, each with its items so far. The first entry is the puzzle itself.
    opened: list[tuple[Item, list[Item]]] = [(Item(""), [])]
    for number, part in enumerate(parts, start=1):
        name, *args = part.split("~")
        item = Item(name, tuple(args), number=number)
        if name in GROUPS:
            if len(opened) > MOST_NESTED:
                raise TooLarge(f"{item.place}: groups are nested more than {MOST_NESTED} deep")
            opened.append((item, []))
        elif name == "End":
            if len(opened) == 1:
                raise PuzzleError(f"{item.place}: it ends a group that did not begin")
            group, inner = opened.pop()
            opened[-1][1].append(Item(group.name, group.args, tuple(inner), group.number))
        elif part:
            opened[-1][1].append(item)
    if len(opened) > 1:
        raise PuzzleError(f"{opened[-1][0].place}: its End is missing")
    return opened[0][1]
