"""The page of a path."""

import nonet


def test_the_page_is_in_a_frame_in_a_notebook():
    path = nonet.explain("12..34..2......3")
    assert path._repr_html_().startswith("<iframe")
    assert "no solution" in nonet.explain("11..............")._repr_html_()
