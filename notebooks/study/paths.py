"""The cost of explaining every step of a solution, by the compiled search and in Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from unittest.mock import patch

import pandas as pd

import nonet
from nonet.explanations import search
from nonet.puzzle import Puzzle
from nonet.racing.stopwatch import CpuLimit, Stopwatch, duration
from study.estimates import par2, ratio

SEARCHES = {"native": search.open_search, "python": search.TreeSearch}


def explained(puzzles: Mapping[str, Sequence[Puzzle]], seconds: float) -> pd.DataFrame:
    """Return the CPU seconds of both searches for the path of each puzzle, by group.

    `seconds` is the limit of CPU time for a path.
    """
    rows = []
    for group, some in puzzles.items():
        for at, puzzle in enumerate(some):
            for name, opened in SEARCHES.items():
                with patch("nonet.explanations.path.open_search", opened), Stopwatch() as watch:
                    limits = nonet.Limits(cancel=CpuLimit(watch, seconds))
                    path = nonet.explain(puzzle, limits=limits)
                found = path.complete, len(path), path.hardest
                rows.append((group, f"{group} {at}", name, watch.cpu, *found))
    names = ["group", "puzzle", "contestant", "cpu", "decided", "steps", "hardest"]
    return pd.DataFrame(rows, columns=names)


def compared(runs: pd.DataFrame, seconds: float) -> pd.DataFrame:
    """Return the steps and times of both searches by group; both must agree on the hardest step.

    `seconds` is the limit of each search.
    """
    both = runs.pivot(index="puzzle", columns="contestant", values=["hardest", "decided"])
    done = both[both["decided"].all(axis=1)]["hardest"]
    assert (done["native"] == done["python"]).all()
    means = par2(runs.assign(limit=seconds), ("contestant", "group")).map(duration)
    return pd.DataFrame(
        {
            group: {
                "puzzles": part["puzzle"].nunique(),
                "hardest step": f"{part['hardest'].min()} to {part['hardest'].max()}",
                "steps, mean": f"{part.loc[part['contestant'] == 'native', 'steps'].mean():.0f}",
                "PAR-2, native": means["native", group],
                "PAR-2, python": means["python", group],
                "python / native": str(ratio(part, "python", "native")),
                "python given up": int(
                    (~part.loc[part["contestant"] == "python", "decided"]).sum()
                ),
            }
            for group, part in runs.groupby("group", sort=False)
        }
    ).T
