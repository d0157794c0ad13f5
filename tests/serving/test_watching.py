"""The page of recorded searches: its words, its controls, and its looks on several screens."""

import json
from dataclasses import replace

import pytest
from examples import HARD, classic

import nonet
from nonet.serving.watching import SOLVERS, watch

UNIQUE = "12..34..2......3"
SAT = SOLVERS[-1]


def sentences(puzzle, spec):
    [search] = watch(puzzle, [spec]).data()["searches"]
    return [said for _, _, said, _, _ in search["events"]]


def test_the_events_are_told_in_sentences():
    assert sentences(UNIQUE, "norvig")[-1] == "Solved: 0 decisions, 0 conflicts"
    assert "r4c3 = 2, the only place for 2 in row 4" in sentences(UNIQUE, "norvig")
    said = sentences(classic(HARD), "norvig")
    assert any(each.startswith("Conflict: no ") for each in said)
    assert "Conflict: r1c1 and r1c3 are both 1" in sentences(UNIQUE, "backtracking")
    said = "\n".join(sentences(nonet.classic(order=3).cage("r1c1 r1c2 r2c1", 23), SAT))
    assert "Learned: " in said
    assert "variable 7" in said  # 729 marks come first


def test_clauses_are_told_as_conditions():
    from nonet.serving.watching import _Words

    words = _Words(nonet.classic(order=3))
    yes, no, other = (0, 3, True), (0, 3, False), (40, 7, False)
    assert words._clause([no]) == "r1c1 ≠ 3"
    assert words._clause([no, other]) == "not all of r1c1 = 3, r5c5 = 7"
    assert words._clause([other, yes]) == "if r5c5 = 7, then r1c1 = 3"
    assert words._clause([yes, (1, 3, True)]) == "one of r1c1 = 3, r1c2 = 3"
    assert words._clause([(-1, 800, False), yes]) == "if variable 800, then r1c1 = 3"
    assert words._clause([(cell, 1, False) for cell in range(20)]).endswith(", 12 more")


def test_the_page_shows_strangers_titles_as_texts():
    bad = "</script><img src=x onerror=alert(1)>"
    page = watch(replace(nonet.classic(UNIQUE), meta=(("title", bad),)), ["norvig"]).page()
    assert bad not in page


def test_a_solver_that_cannot_be_recorded_is_refused():
    with pytest.raises(RuntimeError, match="cannot be recorded"):
        watch(UNIQUE, ["cpsat"])
    with pytest.raises(nonet.TooLarge):
        watch(nonet.classic(order=5))
    with pytest.raises(TypeError, match="backends must be a list"):
        watch(UNIQUE, "norvig")


def test_a_notebook_shows_the_page_and_github_a_line():
    shown = nonet.watch(UNIQUE, ["norvig"])
    assert shown._repr_html_().startswith("<iframe")
    assert repr(shown) == f"<Searches: norvig {len(shown.traces['norvig'].events)} events>"


# --- in a browser ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("searches") / "search.html"
    watch(classic(HARD), most=3000).write(path)
    return path


@pytest.fixture(params=[(390, 844, "light"), (1440, 900, "dark")], ids=["phone", "desk"])
def shown(request, browser, file):
    """The page, opened from its file. It may ask for nothing else."""
    width, height, theme = request.param
    viewport = {"width": width, "height": height}
    context = browser.new_context(viewport=viewport, color_scheme=theme, offline=True)
    context.set_default_timeout(120_000)
    page = context.new_page()
    asked, errors = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(file.as_uri())
    yield page
    assert asked == [file.as_uri()]
    assert errors == []
    context.close()


def places(page):
    return [
        int(text.split(" of ")[0].replace(",", ""))
        for text in page.locator("h2 span").all_inner_texts()
    ]


@pytest.mark.slow
def test_keys_play_pause_and_step(shown):
    assert places(shown) == [0, 0, 0]
    for key, expected in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        shown.keyboard.press(key)
        assert places(shown) == [expected] * 3
    shown.keyboard.press("+")
    assert shown.locator("select").input_value() == "10"
    shown.keyboard.press("Space")
    shown.get_by_role("button", name="Pause").wait_for()
    while places(shown)[0] < 3:
        shown.wait_for_timeout(50)
    shown.keyboard.press("Space")
    stopped = places(shown)
    shown.wait_for_timeout(300)
    assert places(shown) == stopped
    shown.keyboard.press("End")
    data = json.loads(shown.locator("script").first.text_content())
    assert places(shown) == [len(search["events"]) for search in data["searches"]]
    said = shown.locator(".search-said").all_inner_texts()
    assert said[0].endswith("The recording ends here.")
    assert said[1].startswith("Solved: ")
    assert said[2] == data["searches"][2]["events"][-1][2]


@pytest.mark.slow
def test_the_boards_show_the_solution_and_go_back(shown):
    solution = "".join(map(str, nonet.solve(classic(HARD)).solution))
    texts = (
        "[...document.querySelectorAll('.search-paper')].map((paper) => paper.textContent.trim())"
    )
    before = shown.evaluate(texts)
    shown.keyboard.press("End")
    assert shown.evaluate(texts)[1:] == [solution, solution]
    shown.keyboard.press("Home")
    assert shown.evaluate(texts) == before


@pytest.mark.slow
def test_nothing_overlaps_and_the_boards_fill_the_space(shown):
    for _ in range(20):
        shown.keyboard.press("ArrowRight")
    assert shown.evaluate(
        """() => [...document.querySelectorAll('.search')].every((search) => {
             const parts = [...search.children].map((part) => part.getBoundingClientRect());
             const isBelow = ({ top }, index) => !index || parts[index - 1].bottom <= top + 1;
             const { bottom } = search.getBoundingClientRect();
             return parts.every(isBelow) && parts.at(-1).bottom <= bottom; })"""
    )
    assert shown.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board, room = shown.evaluate(
        """() => { const paper = document.querySelector('.search-paper');
             const { width } = paper.firstChild.getBoundingClientRect();
             return [width, paper.clientWidth]; }"""
    )
    assert board >= 0.85 * room


@pytest.mark.slow
def test_the_board_opens_it_only_when_asked(browser, board_server):
    from serving_pages import opened

    with opened(browser, board_server.address) as page:
        asked = []
        page.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
        page.open(UNIQUE, setting=False)
        assert "searches.js" not in asked
        page.press("Watch solvers")
        page.page.locator(".search-dialog .search").nth(2).wait_for()
        assert {"searches.js", "searches.css"} <= set(asked)
        page.key("ArrowRight")
        assert places(page.page) == [1, 1, 1]
        page.press("Close")
        page.page.locator(".search-dialog").wait_for(state="detached")
