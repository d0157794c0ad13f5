"""The house style: the frame of a plot, and the looks of its contestants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import as_file, files
from itertools import cycle, islice
from typing import Any

import matplotlib as mpl
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

#: Black on white; `nonet.racing.plots.graphics` lets a page replace them by its own colours.
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
    with as_file(files("nonet.racing.plots") / "nonet.mplstyle") as path, style.context(path):
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


#: One colour for each solver, in every figure: those of Okabe and Ito, then of Paul Tol's muted
#: scheme. What is compared most often is farthest apart.
_COLOURS = {
    "native": "#D55E00",
    "native:search": "#E69F00",
    "auto": INK,
    "norvig": "#0072B2",
    "heuristic": "#56B4E9",
    "backtracking": "#CC79A7",
    "dlx": "#882255",
    "pysat:glucose4": "#009E73",
    "pysat:cadical153": "#44AA99",
    "pysat:minisat22": "#117733",
    "cpsat:integer": "#332288",
    "cpsat:boolean": "#AA4499",
    "clingo": "#999933",
    "z3": "#DDCC77",
    "choco": "#661100",
    "exact-cover": "#CC6677",
}
_KNOWN = {
    name: Look(colour, _DASHES[number % len(_DASHES)], _MARKERS[number % len(_MARKERS)])
    for number, (name, colour) in enumerate(_COLOURS.items())
}


def looks_of(contestants: Sequence[str]) -> list[Look]:
    """Return the look of each contestant: its own in every figure, if it is well known.

    The others get what is left, in their order; and so does a contestant that comes again, which
    keeps its colour.

    >>> norvig, mine = looks_of(["norvig", "mine"])
    >>> norvig == looks_of(["mine", "norvig"])[1], norvig.colour != mine.colour
    (True, True)
    """
    taken = {_KNOWN[name] for name in contestants if name in _KNOWN}
    spare = looks(len(contestants) + len(_KNOWN))
    found: list[Look] = []
    for name in contestants:
        look = _KNOWN.get(name)
        if look is None:
            look = _least_like(spare, taken)
        elif look in found:
            look = _least_like(_of_colour(look.colour), taken)
        taken.add(look)
        found.append(look)
    return found


def _least_like(candidates: Sequence[Look], taken: Iterable[Look]) -> Look:
    """Return the first that differs from all others in grey and in colour, as far as can be."""
    others = set(taken)
    greys = {(look.dashes, look.marker) for look in others}
    colours = {look.colour for look in others}

    def likeness(look: Look) -> tuple[bool, bool, bool]:
        return look in others, (look.dashes, look.marker) in greys, look.colour in colours

    return min(candidates, key=likeness)


def _of_colour(colour: str) -> list[Look]:
    return [Look(colour, dashes, marker) for marker in _MARKERS for dashes in _DASHES]


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
