"""Code that all plots share: frames, titles, the looks of contestants, and SVG for web pages."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from importlib.resources import as_file, files
from itertools import cycle, islice, product, starmap
from typing import Any

import matplotlib as mpl
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

#: The colours of text and background. `svg` replaces them by the colours of the page.
INK, PAPER = "#202428", "#ffffff"
#: The colour of auxiliary lines and texts.
FAINT = "#808890"

#: Each contestant gets the next of 7 colours, 4 dashes and 9 markers. These numbers have no common
#: factor, so the first 252 contestants all look different.
_DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)))
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", "p")


@contextmanager
def house_style() -> Iterator[None]:
    """Use nonet's style in a `with` block or in a decorated function."""
    with as_file(files("nonet.racing.plots") / "nonet.mplstyle") as path, style.context(path):
        yield
        is_interactive = mpl.is_interactive()
    # The first figure in a notebook switches matplotlib to interactive mode. The style context
    # would switch this mode off, and the notebook would show only the first plot.
    mpl.interactive(is_interactive)


@dataclass(frozen=True)
class Look:
    """The look of a contestant in all plots of a table."""

    colour: str
    dashes: Any
    marker: str

    @property
    def line(self) -> dict[str, Any]:
        return {
            "color": self.colour,
            "linestyle": self.dashes,
            "marker": self.marker,
            "markerfacecolor": self.colour,
            "markeredgecolor": PAPER,
        }


def looks(count: int) -> list[Look]:
    """Return `count` different looks."""
    with house_style():
        colours = [to_hex(each["color"]) for each in mpl.rcParams["axes.prop_cycle"]]
    turning = zip(cycle(colours), cycle(_DASHES), cycle(_MARKERS), strict=False)
    return [Look(colour, dashes, marker) for colour, dashes, marker in islice(turning, count)]


#: The colours of well-known solvers, from the palettes of Okabe and Ito and of Paul Tol. Solvers
#: that are often compared have very different colours.
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
    """Return the look of each contestant. A well-known solver has the same look in every figure.

    All other solvers get looks that are still free. If a contestant appears twice, for example with
    cold and warm runs, both looks have the same colour.

    >>> norvig, mine = looks_of(["norvig", "mine"])
    >>> norvig == looks_of(["mine", "norvig"])[1], norvig.colour != mine.colour
    (True, True)
    """
    taken = {_KNOWN[name] for name in contestants if name in _KNOWN}
    spare = looks(len(contestants) + len(_KNOWN))
    found: list[Look] = []

    def likeness(look: Look) -> tuple[bool, bool, bool]:
        """Return a sort key. Looks that differ from all taken looks, even in grey, come first."""
        alike_in_grey = any((look.dashes, look.marker) == (o.dashes, o.marker) for o in taken)
        return look in taken, alike_in_grey, any(look.colour == other.colour for other in taken)

    for name in contestants:
        look = _KNOWN.get(name)
        if look is None:
            look = min(spare, key=likeness)
        elif look in found:
            same_colour = product([look.colour], _DASHES, _MARKERS)
            look = min(starmap(Look, same_colour), key=likeness)
        taken.add(look)
        found.append(look)
    return found


def axes_or_new(ax: Axes | None, height: float | None = None) -> Axes:
    """Return the given Axes, or the Axes of a new figure of this height in inches."""
    if ax is not None:
        return ax
    from matplotlib import pyplot

    width, usual = mpl.rcParams["figure.figsize"]
    return pyplot.figure(figsize=(width, height or usual)).add_subplot()


def entitle(ax: Axes, title: str, subtitle: str, room: float = 0) -> None:
    """Write a title and a smaller subtitle above the plot. Leave `room` points below them."""
    pad, size = mpl.rcParams["axes.titlepad"] + room, mpl.rcParams["xtick.labelsize"]
    above = {"xycoords": "axes fraction", "textcoords": "offset points", "fontsize": size}
    shown = [
        ax.set_title(title, pad=pad),
        ax.annotate(subtitle, (0, 1), (0, 8 + room), color=FAINT, **above),
    ]
    # To fit a long title, matplotlib would shrink the plot. So hide the title from the layout, and
    # leave a blank of the same height.
    for text in shown:
        text.set_in_layout(False)
    ax.annotate(" ", (0, 1), (0, pad + 2), **above)


def svg(figure: Figure, name: str) -> str:
    """Return a figure as an SVG element for an HTML page.

    The element has the text colour of the page. Its background is the page's CSS variable
    ``--paper``. Each figure on a page needs its own `name`, because identifiers in the SVG begin
    with the name.

    >>> from nonet import race
    >>> table = race(["12..34..2......3"], ["norvig", "pysat"]).table()
    >>> from nonet.racing.plots import cactus
    >>> svg(cactus(table).figure, name="first")[:15]
    '<svg role="img"'
    """
    written = io.BytesIO()
    with house_style():
        figure.savefig(written, format="svg", transparent=True)
    text = written.getvalue().decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", text)
    titles = ", ".join(ax.get_title(loc="left") for ax in figure.axes)
    text = text.replace("<svg", f'<svg role="img" aria-label="{escape(titles)}"', 1)
    return text.replace(INK, "currentColor").replace(PAPER, "var(--paper)")
