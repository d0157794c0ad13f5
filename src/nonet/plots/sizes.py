"""How large the encodings of a puzzle are."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import EngFormatter

from nonet.encodings.sizes import Size
from nonet.plots.bars import LEGEND_ROOM, draw_stacks, height
from nonet.plots.style import axes_or_new, entitle, house_style

#: What can be counted, and the columns that it is the sum of.
MEASURES = {
    "clauses": ("clauses",),
    "literals": ("literals",),
    "variables": ("marks", "auxiliaries"),
}
_COLUMNS = ("marks", "auxiliaries", "clauses", "literals", "constraints")


@house_style()
def encoding_sizes(
    sizes: Iterable[Size] | pd.DataFrame, ax: Axes | None = None, *, measure: str = "clauses"
) -> Axes:
    """Plot the number of clauses, literals or variables of encodings, a bar for each.

    The sizes are those of `nonet.encodings.sizes.describe`, or the lines that `nonet encode --stats
    --json` prints, as a table. An encoding that was too large to write is named with no bar.
    """
    if measure not in MEASURES:
        raise ValueError(f"no measure {measure!r}; there are {', '.join(MEASURES)}")
    table = sizes if isinstance(sizes, pd.DataFrame) else _table(sizes)
    table = table.reindex(columns=["options", *_COLUMNS])
    ax = axes_or_new(ax, height(len(table)))
    parts = {name: table[name].to_numpy(float) for name in MEASURES[measure]}
    totals = sum(parts.values(), np.zeros(len(table)))
    texts = [
        _text(total, constraints)
        for total, constraints in zip(totals, table["constraints"], strict=True)
    ]
    names = list(table["options"])
    draw_stacks(ax, names, {name: np.nan_to_num(part) for name, part in parts.items()}, texts)
    ax.xaxis.set_major_formatter(EngFormatter(sep=""))
    ax.set_xlabel(measure)
    room = LEGEND_ROOM if len(parts) > 1 else 0
    count = f"{len(table)} encodings of one puzzle"
    entitle(ax, f"How many {measure} an encoding takes", count, room)
    return ax


def _table(sizes: Iterable[Size]) -> pd.DataFrame:
    rows = [
        {"options": str(size.encoding) or size.encoding.at_most_one}
        | {column: getattr(size, column) for column in _COLUMNS}
        for size in sizes
    ]
    return pd.DataFrame(rows)


def _text(total: float, constraints: float) -> str:
    if np.isnan(total):
        return "too large"
    return f"{total:,.0f}" + (f" + {constraints:,.0f} native constraints" if constraints else "")
