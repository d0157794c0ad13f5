"""Datasets: puzzles for those who train models, in splits that share no class."""

from nonet.streaming.datasets.maker import Dataset, dataset
from nonet.streaming.datasets.rows import Measure, Sample
from nonet.streaming.datasets.splits import Splits

__all__ = ["Dataset", "Measure", "Sample", "Splits", "dataset"]
