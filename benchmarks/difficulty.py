"""Cross-validate the estimate of the ER on puzzles that Sukaku Explainer has rated.

    python benchmarks/difficulty.py RATED [--first N] [--folds N] [--figure FILE] [--measures FILE]

RATED has a puzzle and its ER on each line. The puzzles are divided into folds. For each fold, the
curve from effort to ER is fitted on all other folds, at the knots of `nonet.explanations.ratings`,
and tested on this fold. For comparison, the errors of nonet's own curve are printed, too.
--measures names a file that stores the measures of the puzzles. If the file exists, it is read
instead of measuring again.
"""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import numpy as np

import nonet
from nonet.explanations import ratings

THRESHOLDS = (1.6, 2.6, 4.6, 7.0)
KNOTS = [effort for effort, _ in ratings._CURVE]

#: An estimate that is off by more than this counts as an error.
FAR = 1.0


@dataclass(frozen=True)
class Measured:
    """A puzzle with its ER, and measures of nonet's path. It is `finished` if singles solve it."""

    line: str
    er: float
    finished: bool
    looks: int
    effort: float
    estimate: float
    techniques: dict[str, int]


def measured(line: str, er: float) -> Measured:
    found = ratings.rating_of(nonet.explain(line))
    assert found.singles is not None
    assert found.er is not None
    assert found.path is not None
    names = Counter(step.technique or "other" for step in found.path if step.cost > 1)
    singles = found.singles
    return Measured(line, er, singles.finished, singles.most, found.effort, found.er, dict(names))


def hats(efforts: Sequence[float]) -> np.ndarray:
    """Return the weights of the knots for each effort, for linear interpolation between knots."""
    rows = []
    for effort in efforts:
        right = next((n for n, knot in enumerate(KNOTS) if effort <= knot), len(KNOTS) - 1)
        right = max(right, 1)
        share = (effort - KNOTS[right - 1]) / (KNOTS[right] - KNOTS[right - 1])
        row = np.zeros(len(KNOTS))
        row[right - 1], row[right] = 1 - share, share
        rows.append(row)
    return np.array(rows)


def fitted(train: Sequence[Measured], test: Sequence[Measured]) -> list[float]:
    """Return the estimates for some puzzles, fitted on other puzzles."""
    hard = [each for each in train if not each.finished]
    curve, *_ = np.linalg.lstsq(
        hats([each.effort for each in hard]), np.array([each.er for each in hard]), rcond=None
    )
    easy = {
        naked: np.median([e.er for e in train if e.finished and (e.looks >= 8) is naked])
        for naked in (False, True)
    }
    bent = hats([each.effort for each in test]) @ curve
    return [
        float(easy[each.looks >= 8] if each.finished else er)
        for each, er in zip(test, bent, strict=True)
    ]


def ranks(numbers: Sequence[float]) -> np.ndarray:
    """Return the ranks of numbers. Equal numbers share their mean rank."""
    _, place, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts - 1) / 2)[place]


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def area(estimates: Sequence[float], is_above: Sequence[bool]) -> float:
    """Return the AUC: how often a puzzle above a threshold has a higher estimate than one below."""
    above = np.array(is_above)
    high, low = above.sum(), (~above).sum()
    return float((ranks(estimates)[above].sum() - high * (high + 1) / 2) / (high * low))


def report(name: str, puzzles: Sequence[Measured], estimates: Sequence[float]) -> None:
    true = [each.er for each in puzzles]
    off = np.abs(np.array(estimates) - np.array(true))
    finished = np.array([each.finished for each in puzzles])
    areas = ", ".join(f"{area(estimates, [er >= t for er in true]):.3f}" for t in THRESHOLDS)
    print(
        f"{name}: Spearman {spearman(estimates, true):.3f}; AUC at {THRESHOLDS}: {areas}; mean "
        f"distance {off[finished].mean():.2f} where singles suffice, {off[~finished].mean():.2f} "
        f"elsewhere; {(off > FAR).mean():.1%} err by more than {FAR}"
    )


def where(puzzles: Sequence[Measured], estimates: Sequence[float]) -> None:
    """Print the mean error of each range of ratings."""
    for low, high in ((1, 1.6), (1.6, 2.6), (2.6, 4.6), (4.6, 7), (7, 8), (8, 12)):
        off = np.array(
            [est - e.er for e, est in zip(puzzles, estimates, strict=True) if low <= e.er < high]
        )
        if len(off):
            print(
                f"  ER {low} to {high}: {len(off)} puzzles, off by {off.mean():+.2f} in the mean; "
                f"{(off > FAR).sum()} too high, {(off < -FAR).sum()} too low by more than {FAR}"
            )


def draw(puzzles: Sequence[Measured], estimates: Sequence[float], file: Path) -> None:
    """Draw the estimates over the ratings."""
    import matplotlib.pyplot as plt

    from nonet.racing import plots

    random = Random(1)
    with plots.house_style():
        _, ax = plt.subplots(figsize=(5, 5))
        ax.plot([1, 10], [1, 10], color="#808890", linewidth=1)
        for finished, label in ((True, "singles solve it"), (False, "it needs more")):
            some = [
                (e.er + random.uniform(-0.04, 0.04), est + random.uniform(-0.04, 0.04))
                for e, est in zip(puzzles, estimates, strict=True)
                if e.finished is finished
            ]
            ax.scatter(*zip(*some, strict=True), s=9, alpha=0.5, linewidths=0, label=label)
        ax.set(xlabel="ER of Sukaku Explainer", ylabel="estimate, cross-validated")
        ax.set(xlim=(1, 10), ylim=(1, 10))
        ax.set_title("What nonet rate says of rated puzzles", loc="left")
        ax.legend()
        ax.figure.savefig(file)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("rated", type=Path)
    parser.add_argument("--first", type=int, default=600, metavar="N")
    parser.add_argument("--folds", type=int, default=10, metavar="N")
    parser.add_argument("--figure", type=Path)
    parser.add_argument("--measures", type=Path)
    asked = parser.parse_args()
    if asked.measures and asked.measures.exists():
        puzzles = [Measured(**each) for each in json.loads(asked.measures.read_text())]
    else:
        lines = [line.split() for line in asked.rated.read_text().splitlines()]
        puzzles = [measured(line, float(er)) for line, er, *_ in lines[: asked.first]]
    if asked.measures:
        asked.measures.write_text(json.dumps([asdict(each) for each in puzzles]))
    fold = [n % asked.folds for n in range(len(puzzles))]
    Random(0).shuffle(fold)
    estimates = [0.0] * len(puzzles)
    for number in range(asked.folds):
        out = [n for n, each in enumerate(fold) if each == number]
        train = [each for n, each in enumerate(puzzles) if fold[n] != number]
        for n, est in zip(out, fitted(train, [puzzles[n] for n in out]), strict=True):
            estimates[n] = est
    report(f"{len(puzzles)} puzzles, cross-validated", puzzles, estimates)
    where(puzzles, estimates)
    report("as it ships", puzzles, [each.estimate for each in puzzles])
    if asked.figure:
        draw(puzzles, estimates, asked.figure)


if __name__ == "__main__":
    main()
