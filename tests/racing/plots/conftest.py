"""Plots without a display, and closed after each test."""

import matplotlib as mpl
import pytest
from matplotlib import pyplot


@pytest.fixture(autouse=True)
def closed():
    """Leave no figure open, and find out if a plot has changed the settings of its user."""
    mpl.use("agg")
    before = dict(mpl.rcParams)
    yield
    pyplot.close("all")
    assert dict(mpl.rcParams) == before


@pytest.fixture
def lines():
    """The curves of a plot by their names, without what matplotlib or we call by an underscore."""

    def find(ax):
        named = {line.get_label(): line for line in ax.lines}
        return {name: line for name, line in named.items() if not name.startswith("_")}

    return find
