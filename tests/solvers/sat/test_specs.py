"""The specs of SAT solvers, and the solvers that do not run here."""

import subprocess
import sys
from importlib import metadata

import pytest

from nonet.solvers import BackendError, sat
from nonet.solvers.sat import PROVIDER, catalogue

NAMES = catalogue.names()
LIVE = [name for name in NAMES if catalogue.stopped_by(name) != "child"]


@pytest.mark.parametrize(
    ("variant", "options", "complaint"),
    [
        ("minisat", (), "unknown solver 'minisat'; use .*minisat22"),
        ("Glucose4", (), "unknown solver 'Glucose4'"),
        ("minisat-gh", (), "unknown solver 'minisat-gh'; use .*minisatgh"),
        ("glucose4", ("stairs",), "unknown option 'stairs'. Choose from pairwise, .*raw"),
        ("glucose4", ("native",), "no native cardinality constraints: use .*minicard"),
        ("glucose4", ("",), "unknown option ''"),
        ("glucose4", ("minimal", "extended"), "cannot be combined"),
        ("nosuch", ("ladder",), "unknown solver 'nosuch'"),
    ],
)
def test_unknown_names_are_refused_with_the_known_ones(variant, options, complaint):
    with pytest.raises(BackendError, match=complaint):
        PROVIDER.build(variant, options)


def test_every_solver_is_described_with_its_capabilities():
    described = {description.spec: description for description in PROVIDER.describe()}
    assert list(described) == [f"pysat:{name}" for name in NAMES]
    for name in NAMES:
        description = described[f"pysat:{name}"]
        assert description.version == metadata.version("python-sat")
        assert "every rule" in description.capabilities
        assert ("incremental" in description.capabilities) == (name in LIVE)
        counts = any(word.startswith("nodes") for word in description.capabilities)
        assert counts == (name not in catalogue.NO_CONFLICT_LIMIT)
    assert "default" in described[f"pysat:{sat.DEFAULT}"].summary


WITHOUT = """
import sys
{how}
from nonet.solvers import BackendUnavailable, find_backend, backends
[line] = [line for line in backends() if line.spec.startswith("pysat")]
try:
    find_backend("pysat:minisat22")
except BackendUnavailable as refused:
    print(line.spec, str(refused) == line.missing, refused)
"""


@pytest.mark.parametrize(
    "how",
    [
        # A submodule of a missing package.
        pytest.param(
            "sys.modules['pysat'] = sys.modules['pysat.solvers'] = None", marks=pytest.mark.slow
        ),
        "sys.modules['pysolvers'] = None",  # installed, but its library cannot be loaded
        """
from importlib import metadata
def version(name, found=metadata.version):
    if name == "python-sat":
        raise metadata.PackageNotFoundError(name)
    return found(name)
metadata.version = version
sys.modules['pysat'] = None
""",
    ],
    ids=["gone", "broken", "never installed"],
)
def test_without_python_sat_the_reason_and_the_remedy_are_given(how):
    script = WITHOUT.format(how=how)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("pysat True ")
    assert "pip install 'python-sat>=1.9.dev16'" in run.stdout
