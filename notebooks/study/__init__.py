"""The measurements of the notebooks: samples of puzzles, ratios of times, and stored results.

`docs/racing.md` describes how we measure.
"""

try:
    import matplotlib as _matplotlib  # noqa: F401
    import pandas as _pandas  # noqa: F401
    import pyarrow as _pyarrow  # noqa: F401
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(
        f"nonet's study needs {_missing.name}: pip install {_missing.name}", name=_missing.name
    ) from None

from study.components import Components, components
from study.estimates import Ratio, geometric, medians, on_cpu, par2, ratio, times
from study.results import Result, Scale, result, scale, stored
from study.samples import FILES, File, rated, sample

__all__ = [
    "FILES",
    "Components",
    "File",
    "Ratio",
    "Result",
    "Scale",
    "components",
    "geometric",
    "medians",
    "on_cpu",
    "par2",
    "rated",
    "ratio",
    "result",
    "sample",
    "scale",
    "stored",
    "times",
]
