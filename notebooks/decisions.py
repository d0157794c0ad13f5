"""Write into the pages which backend suits which task, according to the stored results.

python notebooks/decisions.py

With ``NONET_NOTEBOOKS=anew:tasks,parameters`` it measures the tasks and the parameters of CP-SAT
again (`study.tasks`). The notebooks measure all other results.

A page has a place for each text, between `<!-- NAME -->` and `<!-- end of NAME -->`. The tests
compare the pages with the output of this script.
"""

import re
from pathlib import Path
from textwrap import fill

import pandas as pd
import study
from study.estimates import number
from study.tasks import tuned, worked

from nonet.racing.stopwatch import duration

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent
PAGES = [ROOT / "docs" / "choosing.md", ROOT / "docs" / "racing.md"]
LINE = 120

#: The kind of each backend. The table compares the best backends of two kinds.
KINDS = {
    "native": "native",
    "pysat:glucose4": "SAT",
    "pysat:cadical153": "SAT",
    "pysat:cadical195": "SAT",
    "pysat:minisat22": "SAT",
    "cpsat:integer": "CP-SAT",
    "cpsat:boolean": "CP-SAT",
    "clingo": "answer sets",
    "z3": "Z3",
    "choco": "Choco",
    "exact-cover": "exact cover",
    "norvig": "Python",
    "dlx": "Python",
    "python": "Python",
}
WORDS = {
    "solve": "solve",
    "check": "is it the only solution?",
    "count": "count to 100",
    "list": "list all, each solution",
    "explain": "explain every step",
}
#: Lists with fewer solutions are left out.
MANY = 1_000
COLUMNS = {
    "task": "task",
    "board": "board",
    "backend": "backend",
    "time": "mean",
    "boards": "puzzles",
    "against": "the next kind takes … times as long",
    "loses": "puzzles on which another was quicker",
}


def main() -> None:
    """Write all texts into all pages."""
    study.result("tasks", worked, FOLDER / "results")
    study.result("parameters", tuned, FOLDER / "results")
    texts = measured(FOLDER / "results")
    for page in PAGES:
        page.write_text(filled(page.read_text(), texts))


def filled(page: str, texts: dict[str, str]) -> str:
    """Return a page with each of its places filled."""
    for name, text in texts.items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        # A function, because a text may have a backslash.
        whole = f"{begin}\n{text}\n{end}"
        page = re.sub(f"{begin}\n.*?{end}", lambda _, whole=whole: whole, page, flags=re.DOTALL)
    return page


def measured(folder: Path) -> dict[str, str]:
    """Return all texts by the names of their places."""
    names = ("tasks", "cold", "large-runs", "variants-cold", "enumerating", "explaining")
    tasks, cold, large, variants, lists, paths = (study.stored(name, folder) for name in names)
    unique = cold.table.assign(group="9×9, " + cold.table["group"])
    many = each_solution(lists.table, study.stored("ladders", folder).table)
    rows = [
        row
        for table in (
            unique,
            large.table.assign(group=large.table["group"] + " of holes, one solution"),
            with_verdicts(tasks.table),
            with_one_solution(sized(variants.table)),
            sized(many),
            sized(paths.table.assign(mode="explain")),
        )
        for row in decisions(table)
    ]
    return {
        "decisions": as_table(rows),
        "cactus": cactus(cold.table),
        "phases": phases(folder),
        "machine": fill(tasks.line(), LINE),
        "parameters": parameters(study.stored("parameters", folder).table),
    }


def sized(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the runs. If the name of a group lacks the size of its boards, it gets the 9×9."""
    has_size = runs["group"].str.match(r"\d+×")
    return runs.assign(group=runs["group"].where(has_size, "9×9 " + runs["group"]))


def with_verdicts(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the runs with groups that are named after the number of solutions of their boards.

    A check of a board with several solutions only has to find two of them.
    """
    checked = runs[(runs["mode"] == "check") & runs["decided"]]
    kinds = checked.groupby("group")["verdict"].agg(set)
    said = {
        group: {"unique": ", one solution", "multiple": ", several solutions"}[kind.pop()]
        if len(kind) == 1
        else ", one solution or several"
        for group, kind in kinds.items()
    }
    return runs.assign(group=runs["group"] + runs["group"].map(said).fillna(""))


def with_one_solution(runs: pd.DataFrame) -> pd.DataFrame:
    """Add "one solution" to the names of the groups."""
    return runs.assign(group=runs["group"] + ", one solution")


def each_solution(runs: pd.DataFrame, rungs: pd.DataFrame) -> pd.DataFrame:
    """Return each contestant's time per solution, in the faster of its two ways.

    If a contestant did not finish a list, the solutions that it found count.
    """
    solutions = runs["puzzle"].map(rungs["solutions"].reset_index(drop=True))
    long = runs[(solutions >= MANY) & (runs["found"] > 0)]
    long = long.assign(mode="list", cpu=long["cpu"] / long["found"], decided=long["complete"])
    return long.loc[long.groupby(["puzzle", "contestant"])["cpu"].idxmin()]


def decisions(runs: pd.DataFrame) -> list[dict[str, str]]:
    """Return a row for each board and task, in the order of the table."""
    questions = runs[["group", "mode"]].drop_duplicates().itertuples(index=False, name=None)
    return [
        decision(runs[(runs["group"] == group) & (runs["mode"] == mode)], group, mode)
        for group, mode in questions
    ]


def decision(runs: pd.DataFrame, group: str, mode: str) -> dict[str, str]:
    """Return the quickest contestant, the next kind, and the puzzles on which it loses."""
    runs = runs[runs["contestant"].isin(KINDS)]
    order = ranked(runs)
    best = order[0]
    own = runs[runs["contestant"] == best]
    others = [name for name in order if name != best]
    rival = next(name for name in others if KINDS[name] != KINDS[best])
    seconds = study.times(runs)
    quicker = seconds[others].lt(seconds[best], axis=0)
    names = ", ".join(f"`{name}`" for name in others if quicker[name].any())
    lost = int(quicker.any(axis=1).sum())
    return {
        "board": group,
        "mode": mode,
        "task": WORDS[mode],
        "backend": f"`{best}`",
        "time": "at least " * (not own["decided"].all()) + duration(own["cpu"].mean()),
        "boards": str(len(seconds)),
        "against": f"`{rival}`: {study.ratio(runs, rival, best)}",
        "loses": f"{lost} of {len(seconds)}" + (f", to {names}" if lost else ""),
    }


def ranked(runs: pd.DataFrame) -> list[str]:
    """Return the contestants, the best first, compared on the puzzles that all of them tried."""
    askers = runs.groupby("puzzle")["contestant"].transform("nunique")
    common = runs[askers == runs["contestant"].nunique()]
    each = common.groupby("contestant").agg(answered=("decided", "mean"), cpu=("cpu", "mean"))
    return list(each.sort_values(["answered", "cpu"], ascending=[False, True]).index)


def parameters(runs: pd.DataFrame) -> str:
    """Return a table that compares CP-SAT's own parameters with nonet's."""
    forms = ("cpsat:integer", "cpsat:boolean")
    lines = ["| boards | " + " | ".join(f"`{form}`" for form in forms) + " |", "|---|--:|--:|"]
    for group, part in runs.groupby("group", sort=False):
        found = (study.ratio(part, f"{form}/default", form) for form in forms)
        lines.append(f"| {group} | " + " | ".join(map(str, found)) + " |")
    return "\n".join(lines)


def as_table(rows: list[dict[str, str]]) -> str:
    """Return rows as a table of Markdown."""
    lines = [list(COLUMNS.values()), ["---"] * len(COLUMNS)]
    lines += [[row[name] for name in COLUMNS] for row in rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def cactus(runs: pd.DataFrame) -> str:
    """Return the link to the picture of the cold race, with a description."""
    medians = study.medians(runs)
    said = {
        kind: " to ".join(duration(each) for each in (part.min().min(), part.max().max()))
        for kind, part in medians.groupby(lambda name: KINDS[name])
    }
    own = runs[runs["contestant"] == "native"]
    words = (
        f"native decides {own['decided'].sum()} of {len(own)} puzzles, the slowest in "
        f"{duration(own['cpu'].max())}. The medians of the groups are {said['SAT']} for SAT "
        f"solvers, {said['CP-SAT']} for CP-SAT and {said['Python']} for norvig."
    )
    return f'[{words}](../notebooks/03-the-race.ipynb "figure:cactus")'


def phases(folder: Path) -> str:
    """Describe the phases of SAT solvers, and the gain of a warm run."""
    cold, warm = (study.on_cpu(study.stored(name, folder).table) for name in ("cold", "warm"))
    both = pd.concat([cold, warm])
    sat = [name for name in cold["contestant"].unique() if name.startswith("pysat")]
    sums = cold.groupby("contestant")[["solve", "seconds"]].sum().loc[sat]
    shares = sums["solve"] / sums["seconds"]
    settings = both.assign(spec=both["contestant"], contestant=both["setting"])
    gains = [study.ratio(settings[settings["spec"] == name], "cold", "warm") for name in sat]
    typical, total = [gain.value for gain in gains], [gain.total for gain in gains]
    return fill(
        f"SAT solvers spend {shares.min():.0%} to {shares.max():.0%} of the time on solving, and "
        "most of the rest on writing and loading clauses. A cold run of a puzzle takes "
        f"{_range(typical)} times as long as a warm run. For all puzzles together, the factor is "
        f"{_range(total)}, because hard puzzles gain less.",
        LINE,
    )


def _range(numbers: list[float]) -> str:
    """Return the range of the numbers as text, or one number if both ends are written alike."""
    return " to ".join(dict.fromkeys([number(min(numbers)), number(max(numbers))]))


if __name__ == "__main__":
    main()
