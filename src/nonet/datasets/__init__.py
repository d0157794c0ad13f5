"""Datasets: puzzles for those who train models, in splits that share no class."""

from nonet.datasets.maker import Dataset, dataset
from nonet.datasets.rows import Measure, Sample
from nonet.datasets.splits import Splits

__all__ = ["Dataset", "Measure", "Sample", "Splits", "dataset"]
