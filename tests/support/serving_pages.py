"""The page of the board for tests: cells by their names, keys, and the displayed values."""

import json
from contextlib import contextmanager

import nonet

WAIT = 120_000


#: A script that shortens the pause before a page connects again.
IMPATIENT = """{ const later = setTimeout;
window.setTimeout = (act, pause) => later(act, act.name === "open" ? 50 : pause); }"""


@contextmanager
def opened(browser, address, **options):
    # Playwright's own scripts are strings, which the page's policy forbids.
    context = browser.new_context(
        viewport={"width": 1000, "height": 760}, bypass_csp=True, **options
    )
    try:
        context.set_default_timeout(WAIT)
        context.add_init_script(IMPATIENT)
        found = Page(context.new_page())
        found.visit(address)
        yield found
    finally:
        context.close()


#: A script that resets a used page to its initial state with a small board.
ANEW = """async (small) => {
  await board.changing.catch(() => {});
  window.asksLive ??= board.askLive;
  board.askLive = window.asksLive;
  board.palette.close();
  board.hold(null);
  for (const field of board.root.querySelectorAll("input:not([type=checkbox])")) field.value = "";
  for (const menu of board.root.querySelectorAll("select")) menu.selectedIndex = 0;
  board.find(".nonet-new").dispatchEvent(new Event("change"));
  board.palette.search();
  for (const part of board.root.querySelectorAll("details")) part.open = false;
  board.find("[data-do=candidates]").checked = true;
  board.find("[data-do=redundant]").checked = false;
  board.choose("value");
  await board.open({ command: "draw", model: small });
  board.mode(true);
  board.past = [];
  board.future = [];
  board.selected.clear();
  board.cursor = 0;
  board.paint();
  board.find(".nonet-spoken").textContent = "";
  scrollTo(0, 0);
  sessionStorage.clear();
  const token = localStorage.getItem("nonet-token");
  localStorage.clear();
  localStorage.setItem("nonet-token", token);
}"""


class Page:
    def __init__(self, page):
        self.page = page

    def visit(self, address):
        self.page.goto(address)
        self.wait("window.board && board.state")

    def begin_anew(self):
        """Reset the page, and show an empty board of 4 by 4."""
        self.page.evaluate(ANEW, json.loads(nonet.write(nonet.classic(order=2), "json")))

    def wait(self, condition):
        self.page.wait_for_function(condition, timeout=WAIT)

    def wait_for_hint(self, said):
        self.wait(f"document.querySelector('.nonet-hint').textContent == {json.dumps(said)}")

    def ask_nothing(self):
        """Stop the page from sending changes, because counting the solutions takes all cores."""
        self.page.evaluate("board.askLive = () => {}; 0")

    def ask_again(self):
        self.page.evaluate("board.askLive = asksLive; 0")

    def new(self, side):
        """Make a board of a size, as the button New does."""
        self.page.select_option(".nonet-new", str(side))
        self.page.evaluate("board.open({ command: 'draw', model: board.empty() })")

    def open(self, text, fails=False, setting=True):
        """Open a text as the button Open does: in Solve, or in Set."""
        is_open = self.page.evaluate("text => board.open({ command: 'read', text })", text)
        assert is_open != fails
        if setting and not fails:
            self.page.evaluate("board.mode(true)")

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def focus(self):
        self.page.focus(".nonet-paper")

    def key(self, *names):
        for name in names:
            self.page.keyboard.press(name)

    def _places(self, names):
        """Return the screen positions of the centres of cells."""
        found = ((int(part) - 0.5 for part in name[1:].split("c")) for name in names)
        return self.places(*((column, row) for row, column in found))

    def _place(self, name):
        return self._places([name])[0]

    def places(self, *points):
        """Return the screen positions of points in cell units."""
        return self.page.evaluate(
            """points => { const matrix = board.over.getScreenCTM(); return points.map(([x, y]) => {
                 const { x: left, y: top } = new DOMPoint(40 * x, 40 * y).matrixTransform(matrix);
                 return [left, top]; }); }""",
            points,
        )

    def click(self, name, held=None):
        if held:
            self.page.keyboard.down(held)
        self.page.mouse.click(*self._place(name))
        if held:
            self.page.keyboard.up(held)

    def double_click(self, name):
        self.page.mouse.dblclick(*self._place(name))

    def tap(self, name):
        self.page.touchscreen.tap(*self._place(name))

    def drag(self, start, end):
        self.page.mouse.move(*self._place(start))
        self.page.mouse.down()
        self.page.mouse.move(*self._place(end), steps=4)
        self.page.mouse.up()

    def stroke(self, names, held=None):
        """Press at the first cell, and drag through the other cells in order."""
        if held:
            self.page.keyboard.down(held)
        first, *others = self._places(names)
        self.page.mouse.move(*first)
        self.page.mouse.down()
        for place in others:
            self.page.mouse.move(*place)
        self.page.mouse.up()
        if held:
            self.page.keyboard.up(held)

    def touch(self, *places):
        """Move a finger through places of the screen."""
        session = self.page.context.new_cdp_session(self.page)
        for number, place in enumerate([*places, None]):
            kind = "End" if place is None else "Move" if number else "Start"
            points = [] if place is None else [dict(zip("xy", place, strict=True))]
            event = {"type": f"touch{kind}", "touchPoints": points}
            session.send("Input.dispatchTouchEvent", event)

    def press_at(self, x, y):
        self.page.mouse.click(*self.places((x, y))[0])

    def pick(self, rule):
        """Pick a rule in the palette, by its name."""
        self.page.evaluate("name => document.querySelector(`[data-rule=${name}]`).click()", rule)

    def write(self, key, text):
        """Write into a key of the rule that is drawn. A switchboard takes exactly these pairs."""
        field = self.page.locator(f".nonet-keys [name='{key}']")
        if self.page.locator(f".nonet-keys details:not([open]) [name='{key}']").count():
            self.page.click(".nonet-keys summary")
        if isinstance(text, bool):
            field.set_checked(text)
        elif field.evaluate("field => field.tagName") == "FIELDSET":
            field.get_by_label("in both directions").uncheck()
            for pair in text.split(", "):
                field.locator(f"[data-pair='{pair}'][aria-pressed='false']").click()
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(text)
        else:
            field.fill(text)

    def rules(self):
        """Return the rules in JSON, once all changes are made."""
        return self.page.evaluate("board.changing.then(() => board.state.board.model.rules)")

    def delete(self, index):
        self.page.click(f".nonet-list li:nth-child({index + 1}) .nonet-delete")

    def selected(self):
        columns = self.page.evaluate("board.state.board.columns")
        cells = sorted(self.page.evaluate("[...board.selected]"))
        return [f"r{cell // columns + 1}c{cell % columns + 1}" for cell in cells]

    def state(self, layer):
        return self.page.evaluate(f"board.state.{layer}")

    def values(self, layer):
        return "".join(str(value or ".") for value in self.state(layer))

    def everything(self):
        return {name: self.state(name) for name in ("given", "value", "corner", "centre", "colour")}

    def text(self, selector):
        return (
            self.page.inner_text(selector)
            if selector != ".nonet-spoken"
            else (self.page.text_content(selector))
        )

    def puzzle(self):
        return nonet.parse(json.dumps(self.page.evaluate("board.model()")), format="json")

    def verdict(self):
        self.wait("board.known.verdict")
        return self.page.evaluate("board.known.verdict.kind")

    def candidates(self):
        self.wait("board.known.candidates")
        return self.page.evaluate("board.known.candidates.counts")

    def complete_count(self):
        self.wait("board.known.count?.complete")
        return self.page.evaluate("board.known.count.count")
