"""Tables of results as a race makes them, invented from a seed."""

import json

import numpy as np
import pandas as pd

LINE_UP = (
    *("native", "norvig", "heuristic", "backtracking"),
    *("pysat:cadical153", "pysat:glucose4", "pysat:minisat22"),
    *("cpsat:integer", "cpsat:boolean"),
)
PHASES = ("model", "encode", "load", "solve", "decode")


def invented(
    contestants=LINE_UP,
    puzzles=40,
    repeats=1,
    seed=0,
    limit=1.0,
    sizes=(9,),
    empties=(0.4, 0.8),
    setting="cold",
):
    """A table with contestants each slower than the one before, and puzzles of all difficulties."""
    rng = np.random.default_rng(seed)
    rows = []
    for number in range(puzzles):
        hardness, empty = rng.normal(), round(rng.uniform(*empties), 3)
        size = int(rng.choice(sizes))
        # Hardest where two in three cells are empty.
        peak = 2.5 * np.exp(-(((empty - 0.66) / 0.06) ** 2))
        for place, contestant in enumerate(contestants):
            for repeat in range(repeats):
                level = -11.5 + 9 * place / max(1, len(contestants) - 1)
                spread = 0.3 + (
                    1.5 if contestant in ("heuristic", "backtracking", "norvig") else 0.3
                )
                spent = np.exp(
                    level + spread * (hardness + peak) + rng.normal() * 0.3 + (size / 9 - 1) * 2
                )
                rows.append(
                    row(
                        contestant=contestant,
                        puzzle=f"p{number + 1}",
                        repeat=repeat,
                        seconds=spent,
                        values=size,
                        empty=empty,
                        limit=limit,
                        setting=setting,
                        shares=rng.dirichlet([1, 3 if ":" in contestant else 1, 1, 6, 0.5]),
                    )
                )
    return pd.DataFrame(rows)


def row(
    contestant="native",
    puzzle="p1",
    repeat=0,
    seconds=0.001,
    limit=1.0,
    problem="",
    values=9,
    empty=0.7,
    setting="cold",
    shares=(0.1, 0.2, 0.1, 0.5, 0.1),
):
    """One run, which is decided if it kept the limit and no problem stands against it."""
    is_late = seconds > limit
    seconds = min(seconds, limit)
    is_decided = not is_late and problem in ("", "wrong")
    return {
        "puzzle": puzzle,
        "group": "invented",
        "values": values,
        "empty": empty,
        "contestant": contestant,
        "repeat": repeat,
        "mode": "check",
        "setting": setting,
        "verdict": "unique" if is_decided else "unknown",
        "solutions": None,
        "decided": is_decided,
        **{phase: seconds * share for phase, share in zip(PHASES, shares, strict=True)},
        "seconds": seconds,
        "check": 1e-5,
        "cpu": seconds,
        "limit": limit,
        "peak_memory": None,
        "counters": json.dumps({"nodes": 1}),
        "error": f"it {problem}" if problem else None,
        "problem": problem,
        "witnesses": "[]",
    }
