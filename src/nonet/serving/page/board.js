// The board: what is entered, selected, undone, drawn. Whoever shows it gives it a way to ask.
//
//   const board = new Board(element, { live, errand })
//
// Both ways are functions (question, hear) → promise: `live` is asked after each change, and a newer
// question ends the one before; errands are done one after the other. `hear` gets each reply.

import { CELL, bit, countOf, inMask, layOut, paintBoard, verdictOf } from "./painting.js";

const LAYERS = ["value", "corner", "centre", "colour"];
const KEPT = "nonet-board";

function element(tag, attributes = {}, text = "") {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

export class Board {
  constructor(root, { live, errand, store = window.localStorage }) {
    this.askLive = live;
    this.askErrand = errand;
    this.store = store;
    this.past = [];
    this.future = [];
    this.selected = new Set();
    this.cursor = 0;
    this.layer = "value";
    this.setting = true;
    this.hinted = null;
    this.known = {}; // the replies about the board as it is
    this.build(root);
    this.restore();
  }

  // --- the page ---------------------------------------------------------------------------------

  build(root) {
    const html = `
      <div class="nonet-paper" tabindex="0" role="application" aria-roledescription="puzzle board"
        aria-label="Puzzle board. Arrow keys move, digits enter."></div>
      <div class="nonet-side">
        <p class="nonet-row"><button data-do="set" aria-pressed="true">Set</button><button data-do="solve" aria-pressed="false">Solve</button></p>
        <p class="nonet-row nonet-layers"></p>
        <p class="nonet-row nonet-pad"></p>
        <p class="nonet-row"><button data-do="undo">Undo</button><button data-do="redo">Redo</button><button data-do="clear">Clear</button></p>
        <div class="nonet-said">
          <p class="nonet-verdict" role="status"></p><p class="nonet-count"></p>
          <p><label><input type="checkbox" data-do="candidates" checked> true candidates</label></p>
        </div>
        <p class="nonet-row"><button data-do="hint">Hint</button><button data-do="check">Check</button></p>
        <p class="nonet-hint" role="status"></p>
        <p class="nonet-row"><input type="text" class="nonet-text" aria-label="A link or a puzzle" placeholder="Paste a link or a puzzle"><button data-do="open">Open</button></p>
        <p class="nonet-row"><select class="nonet-format" aria-label="Format"></select><button data-do="copy">Copy</button></p>
        <p class="nonet-row"><select class="nonet-new" aria-label="Size"></select><button data-do="new">New</button></p>
        <p class="nonet-error" role="alert"></p>
      </div>
      <p class="nonet-spoken" aria-live="polite"></p>`;
    root.classList.add("nonet-board");
    root.innerHTML = html; // a constant
    this.root = root;
    this.paper = this.find(".nonet-paper");
    for (const layer of LAYERS) this.find(".nonet-layers").append(element("button", { "data-layer": layer, "aria-pressed": layer === this.layer }, layer));
    for (const name of ["fpuzzles", "sudokupad", "iss", "penpa", "json", "line"]) this.find(".nonet-format").append(element("option", { value: name }, name));
    for (const side of [9, 4, 6, 8, 10, 12, 16]) this.find(".nonet-new").append(element("option", { value: side }, `${side}×${side}`));
    root.addEventListener("click", (event) => this.click(event.target, event.detail > 0));
    root.addEventListener("change", () => this.paint());
    this.paper.addEventListener("keydown", (event) => this.key(event));
    this.paper.addEventListener("pointerdown", (event) => this.press(event));
    this.paper.addEventListener("pointermove", (event) => this.drag(event));
    this.paper.addEventListener("dblclick", (event) => this.selectAlike(this.cellAt(event)));
    this.find(".nonet-text").addEventListener("keydown", (event) => event.key === "Enter" && this.click(this.find("[data-do=open]")));
  }

  find(selector) {
    return this.root.querySelector(selector);
  }

  click(target, byPointer = false) {
    if (byPointer && target.matches("button:not([data-do=copy])")) this.paper.focus(); // typing goes on there
    if (target.dataset.value) this.enter(Number(target.dataset.value));
    if (target.dataset.layer) this.choose(target.dataset.layer);
    const does = {
      set: () => this.mode(true),
      solve: () => this.mode(false),
      undo: () => this.undo(),
      redo: () => this.redo(),
      clear: () => this.enter(0),
      hint: () => this.hint(),
      check: () => this.check(),
      open: () => this.open({ command: "read", text: this.find(".nonet-text").value }),
      new: () => this.open({ command: "new", side: Number(this.find(".nonet-new").value) }),
      copy: () => this.copy(),
    }[target.dataset.do];
    if (does) does();
  }

  mode(setting) {
    this.setting = setting;
    this.find("[data-do=set]").setAttribute("aria-pressed", setting);
    this.find("[data-do=solve]").setAttribute("aria-pressed", !setting);
    this.paint();
  }

  choose(layer) {
    this.layer = layer;
    for (const button of this.root.querySelectorAll("[data-layer]")) button.setAttribute("aria-pressed", button.dataset.layer === layer);
  }

  // --- what is on the board ---------------------------------------------------------------------

  // A state is never changed: undoing is going back to an older one.
  commit(state) {
    if (this.state) this.past.push(this.state);
    this.future = [];
    this.put(state);
  }

  undo() {
    if (!this.past.length) return;
    this.future.push(this.state);
    this.put(this.past.pop());
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.state);
    this.put(this.future.pop());
  }

  put(state) {
    const before = this.state;
    const asks = before?.board !== state.board || before.given !== state.given;
    this.state = state;
    this.hinted = null;
    if (asks) this.known = {}; // it was about another puzzle
    this.find(".nonet-hint").textContent = "";
    if (!before || before.board !== state.board) this.lay(state.board);
    this.paint();
    this.keep();
    if (asks) this.think();
  }

  keep() {
    try {
      const { board, ...marks } = this.state;
      this.store?.setItem(KEPT, JSON.stringify({ model: this.model(), ...marks }));
    } catch {
      // no room, or not allowed: the work is on the board all the same
    }
  }

  restore() {
    let kept = null;
    try {
      kept = JSON.parse(this.store?.getItem(KEPT) ?? "null");
    } catch {
      // what is there is not ours
    }
    return this.open(kept?.model ? { command: "draw", model: kept.model } : { command: "new", side: 9 }, kept);
  }

  // Asks for a board and puts it there, with the marks that were kept with it.
  async open(question, kept = null) {
    await this.errand(question, (reply) => {
      const cells = reply.rows * reply.columns;
      const marks = (name) => (kept?.[name]?.length === cells ? kept[name] : Array(cells).fill(0));
      this.commit({ board: reply, given: reply.givens, value: marks("value"), corner: marks("corner"), centre: marks("centre"), colour: marks("colour") });
      this.find(".nonet-text").value = "";
    });
  }

  model() {
    const { board, given } = this.state;
    const name = (cell) => `r${Math.floor(cell / board.columns) + 1}c${(cell % board.columns) + 1}`;
    const givens = Object.fromEntries(given.map((value, cell) => [name(cell), value]).filter(([, value]) => value));
    return { ...board.model, givens };
  }

  enter(value) {
    const { board, given } = this.state;
    if (!this.selected.size || value > board.values.length) return;
    const cells = [...this.selected].filter((cell) => this.setting || !given[cell] || this.layer === "colour");
    const name = this.setting && this.layer === "value" ? "given" : this.layer;
    const next = { ...this.state };
    const change = (layer, make) => {
      next[layer] = this.state[layer].slice();
      for (const cell of cells) next[layer][cell] = make(next[layer][cell], cell);
    };
    if (value === 0) {
      // Clearing takes the value first, then the small marks, then the colour.
      const order = this.setting ? ["given", "value", "centre", "corner", "colour"] : ["value", "centre", "corner", "colour"];
      const there = order.find((layer) => cells.some((cell) => this.state[layer][cell]));
      if (!there) return;
      change(there, () => 0);
    } else if (name === "corner" || name === "centre") {
      const all = cells.every((cell) => this.state[name][cell] & bit(value));
      change(name, (mask) => (all ? mask & ~bit(value) : mask | bit(value)));
    } else {
      const all = cells.every((cell) => this.state[name][cell] === value);
      change(name, () => (all ? 0 : value));
    }
    this.commit(next);
    this.speak();
  }

  // --- selecting --------------------------------------------------------------------------------

  cellAt(event) {
    const matrix = this.over?.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const column = Math.floor(point.x / CELL);
    const row = Math.floor(point.y / CELL);
    const { rows, columns } = this.state.board;
    return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : null;
  }

  press(event) {
    const cell = this.cellAt(event);
    this.paper.focus();
    this.paper.setPointerCapture(event.pointerId);
    event.preventDefault();
    const adds = event.shiftKey || event.ctrlKey || event.metaKey;
    this.erasing = adds && cell !== null && this.selected.has(cell);
    if (!adds) this.selected.clear();
    this.select(cell);
  }

  drag(event) {
    if (event.buttons & 1) this.select(this.cellAt(event));
  }

  select(cell) {
    if (cell !== null) {
      if (this.erasing) this.selected.delete(cell);
      else this.selected.add(cell);
      this.cursor = cell;
    }
    this.paint();
    this.speak();
  }

  selectAlike(cell) {
    const shown = (each) => this.state.given[each] || this.state.value[each];
    if (cell === null || !shown(cell)) return;
    this.state.given.forEach((_, each) => shown(each) === shown(cell) && this.selected.add(each));
    this.paint();
  }

  move(rows, columns, extends_) {
    const { board } = this.state;
    const row = (Math.floor(this.cursor / board.columns) + rows + board.rows) % board.rows;
    const column = ((this.cursor % board.columns) + columns + board.columns) % board.columns;
    if (!extends_) this.selected.clear();
    this.erasing = false;
    this.select(row * board.columns + column);
  }

  key(event) {
    const command = event.ctrlKey || event.metaKey;
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const value = /^(Digit|Numpad)[0-9]$/.test(event.code) ? Number(event.code.at(-1)) : /^[a-g]$/i.test(event.key) && !command ? event.key.toLowerCase().charCodeAt(0) - 87 : null;
    if (moves[event.key]) this.move(...moves[event.key], event.shiftKey);
    else if (command && event.key.toLowerCase() === "z") event.shiftKey ? this.redo() : this.undo();
    else if (command && event.key.toLowerCase() === "y") this.redo();
    else if (command && event.key.toLowerCase() === "a") this.selectAll();
    else if (event.key === "Escape") this.selectNone();
    else if (event.key === "Backspace" || event.key === "Delete") this.enter(0);
    else if (event.key === " ") this.choose(LAYERS[(LAYERS.indexOf(this.layer) + 1) % LAYERS.length]);
    else if (value !== null) this.enterIn(event.shiftKey ? "corner" : command ? "centre" : event.altKey ? "colour" : this.layer, value);
    else return;
    event.preventDefault();
  }

  enterIn(layer, value) {
    const before = this.layer;
    this.layer = layer;
    this.enter(value);
    this.layer = before;
  }

  selectAll() {
    this.state.given.forEach((_, cell) => this.selected.add(cell));
    this.paint();
  }

  selectNone() {
    this.selected.clear();
    this.paint();
  }

  // Tells who cannot see the board where the cursor is, and what stands there.
  speak() {
    const { board, given, value, centre, corner } = this.state;
    const [cell, row] = [this.cursor, Math.floor(this.cursor / board.columns)];
    const marks = inMask(centre[cell] | corner[cell]);
    const there = given[cell] ? `given ${given[cell]}` : value[cell] || (marks.length ? `marks ${marks.join(" ")}` : "empty");
    this.find(".nonet-spoken").textContent = `row ${row + 1} column ${(cell % board.columns) + 1}, ${there}`;
  }

  // --- asking -----------------------------------------------------------------------------------

  // A newer question ends the one before.
  think() {
    this.root.classList.add("nonet-thinking");
    this.askLive({ command: "live", model: this.model() }, (reply) => {
      this.root.classList.remove("nonet-thinking");
      this.known[reply.type] = reply;
      this.paint();
    });
  }

  async errand(question, hear) {
    const error = this.find(".nonet-error");
    error.textContent = "";
    await this.askErrand(question, (reply) => {
      if (reply.type === "error") error.textContent = reply.message;
      else hear(reply);
    });
  }

  entered() {
    return this.state.given.map((given, cell) => given || this.state.value[cell]);
  }

  // The first press says where to look, the second what to look for, the third what follows.
  async hint() {
    const said = this.find(".nonet-hint");
    if (this.hinted) {
      this.hinted.level = Math.min(this.hinted.level + 1, this.hinted.levels.length - 1);
      said.textContent = this.hinted.levels[this.hinted.level];
      return this.paint();
    }
    const state = this.state;
    said.textContent = "thinking …";
    await this.errand({ command: "hint", model: this.model(), values: this.entered() }, (reply) => {
      if (state !== this.state) return;
      this.hinted = { ...reply, level: 0 };
      said.textContent = reply.levels[0];
      this.paint();
    });
  }

  async check() {
    await this.errand({ command: "check", model: this.model(), values: this.entered() }, (reply) => {
      const right = reply.full ? "Solved!" : "Right so far.";
      const wrong = `${reply.wrong} ${reply.wrong === 1 ? "value is" : "values are"} wrong.`;
      const none = { none: "The puzzle has no solution.", multiple: "The puzzle has several solutions.", unknown: "Unknown: it takes too long." };
      this.find(".nonet-hint").textContent = none[reply.kind] ?? (reply.wrong ? wrong : right);
    });
  }

  async copy() {
    await this.errand({ command: "write", model: this.model(), format: this.find(".nonet-format").value }, async (reply) => {
      const text = this.find(".nonet-text");
      text.value = reply.text;
      text.select();
      await navigator.clipboard?.writeText(reply.text).catch(() => {}); // it can still be copied by hand
    });
  }

  // --- painting ---------------------------------------------------------------------------------

  lay(board) {
    const { svg, under, over } = layOut(board.svg);
    this.under = under;
    this.over = over;
    this.paper.replaceChildren(svg);
    this.selected.clear();
    this.cursor = 0;
    const pad = this.find(".nonet-pad");
    pad.replaceChildren(...board.values.map((value) => element("button", { "data-value": value }, value)));
  }

  paint() {
    if (!this.state) return;
    const { known, state } = this;
    this.find("[data-do=undo]").disabled = !this.past.length;
    this.find("[data-do=redo]").disabled = !this.future.length;
    this.find(".nonet-verdict").textContent = verdictOf(known.verdict);
    this.root.dataset.verdict = known.verdict?.kind ?? "";
    this.find(".nonet-count").textContent = countOf(known);
    if (known.error) this.find(".nonet-error").textContent = known.error.message;
    const shows = this.setting && this.find("[data-do=candidates]").checked;
    paintBoard(this.under, this.over, {
      ...state,
      selected: this.selected,
      cursor: this.cursor,
      clash: known.verdict?.clash ?? [],
      candidates: shows ? known.candidates : null,
      hinted: this.hinted?.level === this.hinted?.levels.length - 1 ? this.hinted : null,
    });
  }
}
