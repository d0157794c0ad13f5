"""The site: these pages, the notebooks with their stored outputs, and the reference.

`make docs` builds it into build/site. The root of the repository is the source folder, so that the
links of the pages mean the same on the site and in the repository.
"""

import re
from pathlib import Path
from posixpath import dirname, join, normpath

from docutils import nodes
from sphinx.application import Sphinx

import nonet

ROOT = Path(__file__).resolve().parents[1]

project = "nonet"
author = copyright = "The nonet developers"
version = release = nonet.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc"]
root_doc = "docs/site/index"
include_patterns = [
    "docs/**.md",
    "notebooks/*.ipynb",
    "*/README.md",
    "solvers/native/README.md",
    "solvers/native/*/README.md",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
]
exclude_patterns = ["build", ".*", "tests"]

html_theme = "furo"
html_title = "nonet"
html_extra_path = ["site/root"]  # leads from the root of the site to its first page

nb_execution_mode = "off"  # shown as committed; `make notebooks` executes them
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.header"]

default_role = "code"  # for single backticks in docstrings
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}


def unlink_the_code(app: Sphinx, tree: nodes.document) -> None:
    """Replace links to files that the site does not have by their words."""
    here = dirname(app.env.docname)
    for link in list(tree.findall(lambda node: "reftarget" in getattr(node, "attributes", {}))):
        target = re.sub("#.*", "", link["reftarget"])
        path = normpath(join(here, target))
        if target and (ROOT / path).exists() and not path.endswith((".md", ".ipynb")):
            link.replace_self(link.children or nodes.Text(target))


def setup(app: Sphinx) -> None:
    """Register the function that removes links."""
    app.connect("doctree-read", unlink_the_code)
