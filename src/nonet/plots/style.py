"""The house style: the frame of a plot, and the looks of its contestants."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import as_file, files
from itertools import cycle, islice
from typing import Any

import matplotlib as mpl
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

#: Black on white; `nonet.plots.graphics` lets a page replace them by its own colours.
INK, PAPER = "#202428", "#ffffff"
#: For guides to the eye.
FAINT = "#808890"

#: The numbers of dashes and markers have no common factor with the seven colours: contestants that
#: share a colour differ in both, and neighbours differ in all three.
_DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)))
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", "p")


@contextmanager
def house_style() -> Iterator[None]:
    """Draw in the house style; also a decorator.

    >>> with house_style():
    ...     mpl.rcParams["axes.spines.top"]
    False
    """
    with as_file(files("nonet.plots") / "nonet.mplstyle") as path, style.context(path):
        yield
        is_interactive = mpl.is_interactive()
    # The first figure chooses the backend, and with it whether figures are shown: that is no part
    # of the style. Without this, a notebook would show the first plot only.
    mpl.interactive(is_interactive)


@dataclass(frozen=True)
class Look:
    """The look of a contestant, the same in every plot of a table."""

    colour: str
    dashes: Any
    marker: str

    @property
    def line(self) -> dict[str, Any]:
        """The options to draw its line with."""
        return {"color": self.colour, "linestyle": self.dashes} | self.point

    @property
    def point(self) -> dict[str, Any]:
        """The options to draw its markers with."""
        return {
            "marker": self.marker,
            "markerfacecolor": self.colour,
            "markeredgecolor": PAPER,
        }


def looks(count: int) -> list[Look]:
    """Return this many looks, no two alike.

    >>> len(set(looks(100)))
    100
    """
    with house_style():
        colours = [to_hex(each["color"]) for each in mpl.rcParams["axes.prop_cycle"]]
    turning = zip(cycle(colours), cycle(_DASHES), cycle(_MARKERS), strict=False)
    return [Look(colour, dashes, marker) for colour, dashes, marker in islice(turning, count)]


def axes_or_new(ax: Axes | None, height: float | None = None) -> Axes:
    """Return the given Axes, or those of a new figure of this height."""
    if ax is not None:
        return ax
    from matplotlib import pyplot

    width, usual = mpl.rcParams["figure.figsize"]
    return pyplot.figure(figsize=(width, height or usual)).add_subplot()


def entitle(ax: Axes, title: str, subtitle: str, room: float = 0) -> None:
    """Write a title and a smaller subtitle, with room below them, in points."""
    pad, size = mpl.rcParams["axes.titlepad"] + room, mpl.rcParams["xtick.labelsize"]
    above = {"xycoords": "axes fraction", "textcoords": "offset points", "fontsize": size}
    shown = [
        ax.set_title(title, pad=pad),
        ax.annotate(subtitle, (0, 1), (0, 8 + room), color=FAINT, **above),
    ]
    # A long title must not squeeze a small plot, so the layout sees only a blank of its height.
    for text in shown:
        text.set_in_layout(False)
    ax.annotate(" ", (0, 1), (0, pad + 2), **above)
