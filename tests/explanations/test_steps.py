"""Tests of the highlighted cells in the picture of a step."""

from xml.etree import ElementTree

from examples import CHAINS

import nonet
from nonet.drawing import looks


def tinted(picture):
    """Return the number of cells of each tint."""
    layers = ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}g")
    return {layer.get("fill"): len(layer) for layer in layers}


def test_cells_of_uses_are_shaded_and_changed_cells_are_framed():
    step = next(step for step in nonet.explain(CHAINS, unit="rule") if len(step.uses) == 4)
    counts = tinted(step._repr_svg_())
    cited = {cell for use in step.uses for cell in use.cells}
    assert counts[looks.MARKED] == len(step.cells)
    assert counts[looks.SHADED] == len(cited - set(step.cells))


def test_the_evidence_of_a_hidden_single_is_its_place():
    step = next(step for step in nonet.explain(CHAINS) if step.technique == "hidden single")
    assert step.evidence == {step.placed[0]}


def test_a_caption_is_not_broken_before_a_number_or_a_sign():
    picture = nonet.explain("12..34..2......3")[0].draw()
    assert "r1c4\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}4, the only" in picture
