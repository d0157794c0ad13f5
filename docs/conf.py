"""The configuration of the site, which `make docs` builds into build/site.

The root of the repository is the source folder, so that links between pages work on the site.
"""

import json
import re
from pathlib import Path
from posixpath import dirname, join, normpath

from docutils import nodes
from sphinx.application import Sphinx

import nonet

ROOT = Path(__file__).resolve().parents[1]
#: Pages link to the notebooks that draw their figures. The site shows the figures in place.
FIGURES = ROOT / "docs" / "figures"
FIGURE_LINK = re.compile(r'\[([^\]]+)\]\(\S+\.ipynb "figure:(\w+)"\)')

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
html_extra_path = ["site/root"]

nb_execution_mode = "off"  # `make notebooks` executes the notebooks
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.header"]

default_role = "code"  # for single backticks in docstrings
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}


def write_figures(app: Sphinx) -> None:
    """Write the pictures of the notebook cells that are tagged `figure:NAME`."""
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            for tag in cell["metadata"].get("tags", ()):
                for output in cell["outputs"]:
                    if tag.startswith("figure:") and "image/svg+xml" in output.get("data", ()):
                        picture = "".join(output["data"]["image/svg+xml"])
                        name = tag.removeprefix("figure:")
                        (FIGURES / f"{name}.svg").write_text(picture, encoding="utf-8")


def show_figures(app: Sphinx, page: str, source: list[str]) -> None:
    """Replace the links to figures by the figures."""
    source[0] = FIGURE_LINK.sub(r"![\1](figures/\2.svg)", source[0])


def unlink_the_code(app: Sphinx, tree: nodes.document) -> None:
    """Replace a link to a file that the site does not have by the text of the link."""
    here = dirname(app.env.docname)
    for link in list(tree.findall(lambda node: "reftarget" in getattr(node, "attributes", {}))):
        target = re.sub("#.*", "", link["reftarget"])
        path = normpath(join(here, target))
        if target and (ROOT / path).exists() and not path.endswith((".md", ".ipynb")):
            link.replace_self(link.children or nodes.Text(target))


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", write_figures)
    app.connect("source-read", show_figures)
    app.connect("doctree-read", unlink_the_code)
