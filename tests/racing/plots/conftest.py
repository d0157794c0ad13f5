"""Draw plots without a display, and close them after each test."""

import matplotlib as mpl
import pytest
from matplotlib import pyplot


@pytest.fixture(autouse=True)
def closed():
    """Close all figures, and check that a plot has not changed the user's settings."""
    mpl.use("agg")
    before = dict(mpl.rcParams)
    yield
    pyplot.close("all")
    assert dict(mpl.rcParams) == before


@pytest.fixture
def lines():
    """Return the curves of a plot by their names, except names that begin with an underscore."""

    def find(ax):
        named = {line.get_label(): line for line in ax.lines}
        return {name: line for name, line in named.items() if not name.startswith("_")}

    return find
