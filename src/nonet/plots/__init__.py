"""Plots of a race, in one house style: each takes the table of results and returns the Axes.

>>> from nonet import classic, race
>>> table = race([classic(order=2)], ["norvig", "pysat"]).table()
>>> from nonet import plots
>>> plots.cactus(table).get_ylabel()
'time for each puzzle'

What a contestant did not decide is never left out: it lies on the border of the limit, counts as
slower than all that was decided, or is counted in the contestant's label.
"""

try:
    import matplotlib as _matplotlib  # noqa: F401
    import pandas as _pandas  # noqa: F401
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(
        f"nonet's plots need {_missing.name}: pip install 'nonet[notebooks]'", name=_missing.name
    ) from None

from collections.abc import Callable

from matplotlib.axes import Axes

from nonet.plots.distributions import cactus, ecdf
from nonet.plots.files import save, svg
from nonet.plots.phases import phases
from nonet.plots.scatter import scatter
from nonet.plots.sizes import encoding_sizes
from nonet.plots.style import house_style
from nonet.plots.trends import hardness, scaling

#: The plots of a race's table, by name.
KINDS: dict[str, Callable[..., Axes]] = {
    plot.__name__: plot for plot in (cactus, ecdf, scatter, phases, scaling, hardness)
}

__all__ = [
    "KINDS",
    "cactus",
    "ecdf",
    "encoding_sizes",
    "hardness",
    "house_style",
    "phases",
    "save",
    "scaling",
    "scatter",
    "svg",
]
