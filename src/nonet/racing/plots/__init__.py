"""Plots of a race. Each function takes the table of a race, and returns the Axes of its plot.

>>> from nonet import classic, race
>>> table = race([classic(order=2)], ["norvig", "pysat"]).table()
>>> from nonet.racing import plots
>>> plots.cactus(table).get_ylabel()
'time for each puzzle'

No plot hides undecided runs. A plot draws them at the time limit, ranks them after all decided
runs, or counts them in the label of the contestant.
"""

try:
    import matplotlib as _matplotlib  # noqa: F401
    import pandas as _pandas  # noqa: F401
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(
        f"nonet's plots need {_missing.name}: pip install {_missing.name}", name=_missing.name
    ) from None

from collections.abc import Callable

from matplotlib.axes import Axes

from nonet.racing.plots.kinds import cactus, phases, scatter
from nonet.racing.plots.style import house_style, svg

#: The plots of a race's table, by name.
KINDS: dict[str, Callable[..., Axes]] = {plot.__name__: plot for plot in (cactus, scatter, phases)}

__all__ = ["KINDS", "cactus", "house_style", "phases", "scatter", "svg"]
