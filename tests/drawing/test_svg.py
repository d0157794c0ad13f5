"""Tests of pictures of puzzles in notebooks: properties of all pictures, and the words of some."""

import re
import subprocess
import sys
from html import unescape
from itertools import chain, pairwise
from xml.etree import ElementTree

import pytest
from breadth import tried
from drawn_boards import SOLVED, WIKIPEDIA, Drawn, drawable
from examples import case, classic
from hypothesis import given
from hypothesis import strategies as st

from nonet.drawing import looks
from nonet.drawing.catalogue import examples
from nonet.drawing.legend import legend, shown
from nonet.drawing.looks import BADGES, INK, LINES, PAPER
from nonet.drawing.svg import draw_html, draw_svg, draw_svg_side_by_side
from nonet.drawing.svg.signs import outlines
from nonet.formats import latin, parse
from nonet.model.figures import SHADES, Badge, Line, Outline
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, check
from nonet.rules import Among, Boxes, Cage, Columns, Regions, Rows, Windoku
from nonet.rules.connection import in_one_piece
from nonet.solvers import Limits
from nonet.system.errors import PuzzleError

SVG = "{http://www.w3.org/2000/svg}"


# --- reading a picture ---------------------------------------------------------------------------


def elements(picture, *tags):
    """Return the elements with these tags, first painted first, and the looks they inherit."""

    def walk(element, look):
        look = look | element.attrib
        if element.tag.removeprefix(SVG) in tags:
            yield element, look
        for child in element:
            yield from walk(child, look)

    return list(walk(ElementTree.fromstring(picture), {}))


def texts(picture):
    return [(element.text, look) for element, look in elements(picture, "text")]


def bold(picture):
    return [text for text, look in texts(picture) if look.get("font-weight") == "bold"]


def coloured(picture, colour):
    return [text for text, look in texts(picture) if look["fill"] == colour]


def framed(picture):
    """Count the cells with the frame of a highlight."""
    root = ElementTree.fromstring(picture)
    layers = root.iter(f"{SVG}g")
    return sum(len(layer) for layer in layers if layer.get("stroke") == looks.MARKED_EDGE)


# --- properties of all pictures -----------------------------------------------------------------


@tried(40)
@given(drawable())
def test_a_picture_is_one_accessible_element_without_references(case):
    puzzle, values, highlight, marks = case
    picture = draw_svg(puzzle, values, highlight=highlight, marks=marks)
    root = ElementTree.fromstring(picture)
    assert (root.tag, root.get("role"), root[0].tag) == (f"{SVG}svg", "img", f"{SVG}title")
    assert root[0].text.endswith(("given", "givens")) or root[0].text.endswith("found")
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "rect", "g", "path", "circle", "text"}
    names = set(chain.from_iterable(element.attrib for element in root.iter()))
    assert not {name for name in names if name in {"id", "class"} or "href" in name}
    assert "url(" not in picture
    assert picture == draw_svg(puzzle, tuple(values), highlight=sorted(highlight), marks=marks)


@tried(40)
@given(drawable())
def test_every_given_is_bold_and_every_value_found_is_not(case):
    puzzle, values, highlight, _ = case
    picture = draw_svg(Puzzle(puzzle.grid, puzzle.givens), values, highlight=highlight)
    pairs = list(zip(puzzle.givens, values, strict=True))
    assert bold(picture) == [str(g) for g, v in pairs if g is not None and v in (None, g)]
    assert coloured(picture, looks.FOUND) == [str(v) for g, v in pairs if v not in (None, g)]
    assert framed(picture) == len(highlight)


@tried(40)
@given(drawable())
def test_every_candidate_alive_is_written_into_an_open_cell(case):
    puzzle, _, _, marks = case
    grid = puzzle.grid
    picture = draw_svg(Puzzle(grid, puzzle.givens), marks=marks)
    if marks is None:
        marks = [0] * len(grid.cells)
    empty = [cell for cell in grid.cells if puzzle.givens[cell] is None]
    expected = [str(value) for cell in empty for value in grid.values_of(marks[cell])]
    assert coloured(picture, looks.FOUND) == expected


@tried(40)
@given(drawable())
def test_each_rule_has_a_sign_or_is_named(case):
    puzzle, values, _, _ = case
    signs = shown(puzzle, [values])
    named = [text for text, look in texts(draw_svg(puzzle, values)) if look["fill"] == looks.WORDS]
    said = " ".join(" ".join(named).split())
    lines = list(legend(puzzle, [values], signs, puzzle.grid.cells))
    assert all(line in said for line in lines)
    for rule in puzzle.rules:
        if not isinstance(rule, Rows | Columns | Boxes | Regions):
            words, caption = rule.in_words(puzzle.grid), rule.caption(puzzle.grid)
            assert rule not in signs.rules or caption in ["", *lines]
            assert rule not in signs.rules or words not in lines or words == caption
            assert rule in signs.rules or words in lines


@tried(40)
@given(drawable())
def test_all_elements_are_on_the_paper(case):
    puzzle, values, highlight, marks = case
    root = ElementTree.fromstring(draw_svg(puzzle, values, highlight=highlight, marks=marks))
    left, top, wide, high = map(float, root.get("viewBox").split())
    assert (left, top) == (0, 0)
    for group in root:
        across, down = map(float, re.findall(r"[\d.]+", group.get("transform", "0 0")))
        for text in group.iter(f"{SVG}text"):
            assert 0 < across + float(text.get("x")) < wide
            assert 0 < down + float(text.get("y")) < high
        for shape in group.iter(f"{SVG}path"):
            points = re.findall(r"(-?[\d.]+) (-?[\d.]+)", shape.get("d"))
            assert all(0 <= across + float(x) <= wide for x, _ in points)
            assert all(0 <= down + float(y) <= high for _, y in points)


def drawn(*marks, words=""):
    """Return a 4×4 puzzle with these figures."""
    return classic("." * 16, Drawn(marks, words))


def test_there_is_room_around_the_board_for_figures_outside_it():
    plain = ElementTree.fromstring(draw_svg(drawn()))
    assert plain.get("viewBox") == "0 0 188 214"  # with one line of words below the board
    picture = draw_svg(drawn(Badge((-0.5, 0.5), "clue", "17"), Badge((0.5, 4.5), "clue", "8")))
    root = ElementTree.fromstring(picture)
    # The figures need 0.86 of a cell on the left and at the bottom, but no words below the board.
    assert root.get("viewBox") == f"0 0 {188 + 34} {188 + 34}"
    [board] = root.findall(f"{SVG}g")
    assert board.get("transform") == "translate(48.4 14)"


def test_a_long_text_is_small_enough_for_the_first_cells_of_its_outline():
    for cells, size in (((0, 4), 5.78), ((0, 1), 10)):
        picture = draw_svg(drawn(Outline(cells, "dashed cage", "2×1 3×4 5")))
        [(_, look)] = [found for found in texts(picture) if found[0].startswith("2×1")]
        assert float(look["font-size"]) == size


def test_a_sign_whose_place_is_taken_is_described():
    black = drawn(Badge((1.0, 0.5), "black dot"), Badge((0.5, 1.0), "white dot"))
    other = Drawn((Badge((1.0, 0.5), "white dot"),))
    assert shown(black.with_rules(other), [black.givens]).rules == {black.rules[-1]}


def test_rules_share_an_equal_sign():
    bulb = Badge((0.5, 0.5), "bulb")
    ends = [(1.5, 0.5), (0.5, 1.5)]
    branches = [Drawn((Line((bulb.centre, end), "thick grey line"), bulb)) for end in ends]
    puzzle = classic("." * 16, *branches)
    assert shown(puzzle, [puzzle.givens]).rules == set(branches)


def test_captions_are_printed_once_and_a_sign_with_two_meanings_is_described():
    lines = [Line(((0.5, y), (1.5, y)), "green line") for y in (0.5, 1.5, 2.5)]
    rules = [
        Drawn((line,), words)
        for line, words in zip(lines, ["green line: up", "green line: up", "down"], strict=True)
    ]
    puzzle = classic("." * 16, *rules)
    signs = shown(puzzle, [puzzle.givens])
    assert signs.captions == ("green line: up",)
    assert signs.rules == set(rules[:2])
    assert coloured(draw_svg(puzzle), looks.WORDS) == ["green line: up", "drawn"]


@pytest.mark.parametrize("side", [1, 4, 9, 25, 36])
def test_pictures_of_all_sizes_fit_a_page(side):
    root = ElementTree.fromstring(draw_svg(latin(side=side)))
    assert int(root.get("width")) <= 960
    assert root.get("viewBox") == f"0 0 {40 * side + 28} {40 * side + 28}"


# --- words ---------------------------------------------------------------------------------------


def test_a_label_is_harmless():
    label = "<script>&\x1b[2J\n\u202e\"'"
    picture = draw_svg(Puzzle(Grid(1, 1), meta=(("label", label),)), caption=label)
    assert "<script" not in picture
    written = " ".join(text for text, _ in texts(picture))
    assert written.count(r"<script>&\x1b[2J\n\u202e" + "\"'") == 2


def test_long_words_are_wrapped():
    puzzle = Puzzle(Grid(9, 9), rules=(Cage(tuple(range(0, 81, 2)), 9),))
    root = ElementTree.fromstring(draw_svg(puzzle))
    assert root.get("width") == "388"
    assert len(list(root.iter(f"{SVG}text"))) > 5


def test_rules_without_effect_have_no_sign_and_are_named():
    puzzle = Puzzle(Grid(1, 1), rules=(Windoku(), Among((0,), (1,)), Rows(), Columns()))
    words = " ".join(coloured(draw_svg(puzzle), looks.WORDS))
    assert words == "Digits may not repeat in any of the shaded windows. r1c1 among 1"


# --- readable everywhere -------------------------------------------------------------------------


def luminance(colour):
    """Return the relative luminance of a colour, as WCAG defines it."""
    shares = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.03928 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return sum(weight * s for weight, s in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    dark, bright = sorted(map(luminance, (one, other)))
    return (bright + 0.05) / (dark + 0.05)


GROUNDS = {
    "paper": PAPER,
    "marked": looks.MARKED,
    "evidence": looks.EVIDENCE,
    **{name: look.colour for name, look in LINES.items() if look.edge},
    **SHADES,
    **{name: look.fill for name, look in BADGES.items() if look.layer == "under"},
}


def test_values_are_readable_on_every_ground_and_without_colour():
    # WCAG asks for a contrast of 4.5. A grey print keeps only the luminance.
    for name, ground in GROUNDS.items():
        with case(name):
            assert contrast(INK, ground) > 7
            for ink in (looks.FOUND, looks.FAINT, looks.MARKED_EDGE):
                assert contrast(ink, ground) > 4.5


def test_the_sign_of_every_rule_is_visible():
    """WCAG asks for a contrast of 3. A pale area has an edge with this contrast."""
    for name, puzzle in examples().items():
        edged = set()
        _paper, *shapes = elements(draw_svg(puzzle), "path", "circle", "rect")
        for element, look in shapes:
            colours = {look.get("fill", INK), look.get("stroke", "none")} - {"none"}
            if any(contrast(colour, PAPER) >= 3 for colour in colours):
                edged.add(element.get("d", element))
                continue
            with case(f"{name}: {look}"):
                assert element.get("d", element) in edged


# --- in notebooks --------------------------------------------------------------------------------


def test_an_unknown_verdict_says_so():
    verdict = check(classic("." * 81), backend="norvig", limits=Limits(nodes=0))
    assert verdict.kind is Kind.UNKNOWN
    assert "unknown: limit reached: 0 nodes" in verdict._repr_svg_()


def test_a_puzzle_is_imported_without_its_pictures():
    code = "import sys, nonet.puzzle; print([m for m in sys.modules if m.startswith('nonet.draw')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# --- links below a picture -----------------------------------------------------------------------

PLAYED = classic("12..34..2......3").renban("r1c3 r1c4")


def test_a_link_under_a_picture_holds_the_puzzle():
    page = draw_html(PLAYED)
    assert page.startswith(draw_svg(PLAYED))
    [link] = re.findall(r'<a href="(https://[^"]+)" rel="noreferrer">fpuzzles</a>', page)
    assert parse(unescape(link)) == PLAYED


def test_a_picture_of_a_solution_has_the_link_of_the_puzzle():
    values = [1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3]
    page = draw_html(PLAYED, values)
    assert page.startswith(draw_svg(PLAYED, values))
    assert page.split("\n<p>")[1] == draw_html(PLAYED).split("\n<p>")[1]


def test_an_impossible_link_is_refused():
    with pytest.raises(PuzzleError, match=r"'line' is not a format of links\. Choose one of iss"):
        draw_html(PLAYED, links=["line"])
    with pytest.raises(PuzzleError, match="fpuzzles cannot express the rule taxicab"):
        draw_html(PLAYED.taxicab(2))


# --- side by side --------------------------------------------------------------------------------


def test_boards_take_several_rows_if_they_are_too_wide():
    solutions = [SOLVED] * 3

    def size(across):
        root = ElementTree.fromstring(draw_svg_side_by_side(WIKIPEDIA, solutions, across=across))
        return tuple(map(int, root.get("viewBox").split()[2:]))

    assert size(3) == (3 * 360 + 2 * 28 + 28, 388)
    assert size(2) == (2 * 360 + 28 + 28, 2 * 360 + 28 + 28)
    assert size(1) == (388, 3 * 360 + 2 * 28 + 28)


def test_cells_to_mark_may_be_chosen():
    assert framed(draw_svg_side_by_side(WIKIPEDIA, [SOLVED, SOLVED], highlight=[0])) == 2


# --- bad input -----------------------------------------------------------------------------------


def test_arguments_of_a_wrong_size_are_refused():
    with pytest.raises(PuzzleError, match="80 values for 81 cells"):
        draw_svg(WIKIPEDIA, [None] * 80)
    with pytest.raises(PuzzleError, match="82 marks for 81 cells"):
        draw_svg(WIKIPEDIA, marks=[1] * 82)
    with pytest.raises(PuzzleError, match="r1c2: the marks have values outside 1 to 9"):
        draw_svg(WIKIPEDIA, marks=[1, 512, *[1] * 79])
    with pytest.raises(PuzzleError, match="cell 81 is outside the 9×9 grid"):
        draw_svg(WIKIPEDIA, highlight=[81])


# --- outlines ------------------------------------------------------------------------------------

GRID = Grid(5, 4)
GROUPS = st.sets(st.sampled_from(GRID.cells), min_size=1)


def sides(outline):
    return list(pairwise([*outline, outline[0]]))


def area(outline):
    """Return the signed area, which is negative for a line around a hole."""
    return sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in sides(outline)) / 2


def edges(cells):
    """Count the edges of cells at the outside of the group."""
    places = {GRID.place(cell) for cell in cells}
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return sum((r + down, c + right) not in places for r, c in places for down, right in steps)


@given(GROUPS)
def test_outlines_enclose_the_cells(cells):
    lines = list(outlines(GRID, cells))
    assert sum(map(area, lines)) == len(cells)
    assert sum(
        abs(x - u) + abs(y - v) for line in lines for (x, y), (u, v) in sides(line)
    ) == edges(cells)


@given(GROUPS)
def test_an_inset_takes_a_margin_from_every_cell_side(cells):
    inset = 0.125
    shrunk = sum(map(area, outlines(GRID, cells, inset)))
    corners = sum(map(turns, outlines(GRID, cells)))
    # An inset removes a strip along each edge. Two strips overlap at a convex corner, and leave a
    # gap at any other corner.
    assert shrunk == len(cells) - inset * edges(cells) + inset**2 * corners


def turns(outline):
    """Count convex corners minus other corners: 4 for an outline, -4 for a hole."""
    total = 0
    for ((x, y), (u, v)), ((_, _), (w, z)) in pairwise([*sides(outline), sides(outline)[0]]):
        total += 1 if (u - x) * (z - v) - (v - y) * (w - u) > 0 else -1
    return total


def test_cells_that_touch_at_a_corner_are_two_pieces():
    corners = (0, 5)
    assert len(list(outlines(GRID, corners))) == 2
    assert not in_one_piece(GRID, corners)


def test_a_hole_has_a_separate_line():
    ring = [GRID.at(row, column) for row in range(3) for column in range(3)]
    ring.remove(GRID.at(1, 1))
    assert sorted(map(area, outlines(GRID, ring))) == [-1, 9]
    assert in_one_piece(GRID, ring)
