// The board: its values and marks, the selection, the rules, undo and redo.
//
//   const board = new Board(element, { live, errand, store, address, watch })
//
// `live` and `errand` are functions (question, hear) → promise; `hear` gets each reply. The board asks
// `live` after each change, and a newer question ends the older one. The board asks `errand`
// everything else, and these questions are answered one after the other. `store` saves the work, and has
// the methods of a browser's storage. `address` is the address of the page, or undefined in a notebook.
// `watch` shows searches of solvers. Without it, there is no button for that.

import { About, aboutOf, withAbout } from "./about.js";
import { askCheck, askCopy, askDifficulty, askHint, askPicture, endAsked, findClashes, think } from "./questions.js";
import { element, layControls } from "./controls.js";
import { movedTo, withEntry, withStep } from "./entries.js";
import { COLOURS, INKS, countOf, frame, layOut, paintCells, paintLines, paintSelection, spokenOf, verdictOf } from "./painting.js";
import { Palette } from "./palette.js";
import { askPath, showPath } from "./path.js";
import { LinePen } from "./penlines.js";
import { nameOf } from "./places.js";
import { followPointer } from "./pointer.js";
import { spareOn, wonder } from "./redundancy.js";
import { Selector } from "./selector.js";
import { boxesOf, emptyModel } from "./sizes.js";
import { compare, keptSolution, showSolutions, solutionOf, step } from "./solutions.js";
import { Timer } from "./timer.js";
import { keep, restore } from "./work.js";

// Tells whether a text is dragged over a field. The field takes the text itself.
const isForField = ({ target, dataTransfer }) => target.matches?.("input, textarea") && !dataTransfer.types.includes("Files");

export class Board {
  constructor(root, { live, errand, store, address, watch }) {
    this.askLive = live;
    this.askErrand = errand;
    this.store = store;
    this.address = address;
    this.watch = watch;
    this.past = [];
    this.future = [];
    this.selected = new Set();
    this.cursor = 0;
    this.layer = "value";
    this.setting = true;
    this.hinted = null;
    this.asked = null; // the latest question about the position, if it is still open
    this.known = {}; // the replies about the board as it is now
    this.pointed = []; // the cells of the rule under the pointer
    this.changing = Promise.resolve(); // the queue of changes of rules
    this.selector = new Selector(this);
    this.linePen = new LinePen(this);
    this.hand = this.selector; // the hand (see pointer.js) that gets the pointer and the keys
    this.root = root;
    this.build();
    this.restored = restore(this);
  }

  // --- the page ---------------------------------------------------------------------------------

  build() {
    layControls(this.root);
    this.find("[data-do=watch]").hidden = !this.watch;
    this.root.dataset.mode = "set";
    this.paper = this.find(".nonet-paper");
    this.find("[data-do=share]").hidden = !this.address;
    this.timer = new Timer(this.find(".nonet-timer"));
    this.palette = new Palette(this, this.find(".nonet-rules"));
    this.about = new About(this, this.find(".nonet-puzzle"));
    this.root.addEventListener("click", (event) => this.click(event.target, event.detail > 0));
    this.root.addEventListener("change", () => this.paint());
    this.find("[data-do=candidates]").addEventListener("change", () => keep(this));
    this.find(".nonet-path input").addEventListener("input", (event) => this.hand.go(event.target.value - 1));
    this.find("[data-do=redundant]").addEventListener("change", () => wonder(this));
    this.paper.addEventListener("keydown", (event) => this.key(event));
    this.paper.addEventListener("pointerdown", () => "paused" in this.root.dataset && this.pause());
    this.root.addEventListener("paste", (event) => event.target.matches("input, textarea") || this.take(event.clipboardData.getData("text")));
    this.root.addEventListener("dragover", (event) => isForField(event) || event.preventDefault());
    this.root.addEventListener("drop", (event) => {
      if (isForField(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) this.read(file);
      else this.take(event.dataTransfer.getData("text"));
    });
    this.find(".nonet-text").addEventListener("keydown", (event) => event.key === "Enter" && this.click(this.find("[data-do=open]")));
    followPointer(this);
  }

  find(selector) {
    return this.root.querySelector(selector);
  }

  click(target, byPointer = false) {
    if (byPointer && target.matches("[data-do]:not([data-do=copy], [data-do=share]), [data-layer], [data-value]")) this.paper.focus({ preventScroll: true }); // so that keys go to the board, except after copying, which selects a text
    if (target.dataset.value) this.enter(Number(target.dataset.value));
    if (target.dataset.layer) this.choose(target.dataset.layer);
    const does = {
      set: () => this.mode(true),
      solve: () => this.mode(false),
      undo: () => this.undo(),
      redo: () => this.redo(),
      clear: () => this.enter(0),
      fill: () => this.commit({ ...this.state, value: solutionOf(this).map((value, cell) => (this.state.given[cell] ? 0 : value)) }),
      compare: () => compare(this),
      hint: () => askHint(this),
      apply: () => this.apply(),
      path: () => askPath(this),
      rate: () => askDifficulty(this),
      check: () => askCheck(this),
      help: () => this.find(".nonet-help").showModal(),
      pause: () => this.pause(),
      open: () => this.open({ command: "read", text: this.find(".nonet-text").value }),
      new: () => this.open({ command: "draw", model: this.empty() }),
      copy: () => askCopy(this),
      share: () => askCopy(this, this.address),
      save: () => askPicture(this),
      watch: () => this.errand({ command: "watch", model: this.model() }, this.watch),
    }[target.dataset.do];
    if (does) does();
    if (target.dataset.step) step(this, Number(target.dataset.step));
    if (target.dataset.go) this.hand.go(this.hand.at + Number(target.dataset.go));
  }

  // Opens a pasted or dropped text.
  take(text) {
    if (text.trim()) this.open({ command: "read", text });
  }

  async read(file) {
    try {
      this.take(await file.text());
    } catch {
      this.find(".nonet-error").textContent = `${file.name} cannot be read.`; // for example, a folder
    }
  }

  key(event) {
    if ("paused" in this.root.dataset) this.pause();
    const command = (event.ctrlKey || event.metaKey) && event.key.toLowerCase();
    if (command === "z" && !event.shiftKey) this.undo();
    else if (command === "z" || command === "y") this.redo();
    else if (!this.hand.key(event)) return;
    event.preventDefault();
  }

  // Set shows the verdict and the candidates of the puzzle. Solve hides them, and shows clashes of the entered values.
  mode(setting) {
    const changes = setting !== this.setting;
    this.setting = setting;
    this.root.dataset.mode = setting ? "set" : "solve";
    delete this.root.dataset.paused;
    this.timer.run(!setting);
    if (changes) this.known = {};
    if (changes && this.state) this.ask();
    this.find("[data-do=set]").setAttribute("aria-pressed", setting);
    this.find("[data-do=solve]").setAttribute("aria-pressed", !setting);
    this.find(".nonet-rules").hidden = !setting;
    this.palette.close();
    this.about.show();
    keep(this);
  }

  ask() {
    if (this.setting) think(this);
    else findClashes(this);
  }

  choose(layer) {
    const changes = [this.layer, layer].includes("pen");
    this.layer = layer;
    for (const button of this.root.querySelectorAll("[data-layer]")) button.setAttribute("aria-pressed", button.dataset.layer === layer);
    this.layPad();
    if (changes) this.palette.close();
  }

  layPad() {
    const colours = { colour: COLOURS, pen: INKS }[this.layer];
    const buttons = (colours ?? this.size.values).map((value, index) => element("button", { "data-value": index + 1 }, colours ? "" : value));
    if (colours) buttons.forEach((button, index) => Object.assign(button, { style: `background: ${colours[index]}`, ariaLabel: `colour ${index + 1}` }));
    if (this.layer === "pen") buttons.forEach((button, index) => button.setAttribute("aria-pressed", index + 1 === this.linePen.ink));
    this.find(".nonet-pad").replaceChildren(...buttons);
  }

  // Stops the clock and hides the board until the next press or key.
  pause() {
    const isPaused = "paused" in this.root.dataset;
    if (isPaused) delete this.root.dataset.paused;
    else if (!this.setting) this.root.dataset.paused = "";
    this.timer.run(isPaused);
  }

  // Gives the pointer and the keys to another hand, or with null back to the selector or the pen.
  hold(hand) {
    const next = hand ?? (this.layer === "pen" ? this.linePen : this.selector);
    if (this.hand === next) return this.paint();
    if (this.hand.steps) this.find(".nonet-hint").textContent = ""; // the step of the path
    this.hand = next;
    if (next !== this.selector) this.selected.clear();
    this.frame();
    this.paper.focus();
    this.paint();
  }

  pointAt(cells) {
    this.pointed = cells;
    this.paint();
  }

  // --- the state --------------------------------------------------------------------------------

  get size() {
    return this.state.board;
  }

  // States are immutable, so undo goes back to an older state.
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
    if (this.hand.steps) this.hold(null); // the path was about the older state
    const asks = before?.board !== state.board || before.given !== state.given;
    this.state = state;
    delete this.root.dataset.paused;
    this.hinted = null;
    endAsked(this);
    if (asks) this.known = {}; // the replies were about another puzzle
    this.timer.run(!this.setting);
    this.find(".nonet-hint").textContent = "";
    if (before?.board !== state.board) this.lay(before?.board);
    this.about.show();
    this.paint();
    if (before) keep(this); // the first state comes from the store
    if (asks || !this.setting) this.ask();
  }

  empty() {
    const [side, boxes] = [".nonet-new", ".nonet-boxes"].map((menu) => this.find(menu));
    return emptyModel(Number(side.value), boxesOf(Number(side.value))[boxes.selectedIndex][1]);
  }

  // Asks for a board and shows it with the saved values and marks. Tells whether it succeeded,
  // as soon as the board is there: an entry may come before the end of the errand.
  open(question, kept = null) {
    const show = (reply) => {
      const cells = reply.givens.length;
      const marks = (name) => (kept?.[name]?.length === cells ? kept[name] : Array(cells).fill(0));
      this.timer.seconds = kept?.seconds ?? 0;
      // The true candidates of a puzzle with one solution show the solution, so hide them for a new puzzle.
      const shows = question.command === "read" ? false : kept?.candidates;
      if (shows !== undefined) this.find("[data-do=candidates]").checked = shows;
      this.commit({ board: reply, about: aboutOf(reply.model), given: reply.givens, value: marks("value"), corner: marks("corner"), centre: marks("centre"), colour: marks("colour"), lines: kept?.lines ?? {} });
      const setting = kept?.setting ?? question.command === "draw";
      if (setting !== this.setting) this.mode(setting);
      if (question.text === this.find(".nonet-text").value) this.find(".nonet-text").value = "";
      if (question.command === "read") this.paper.focus({ preventScroll: true }); // so that the keys play
    };
    return new Promise((resolve) => {
      const hear = (reply) => {
        show(reply);
        resolve(true);
      };
      this.errand(question, hear).then(() => resolve(false));
    });
  }

  model() {
    const { about, board, given } = this.state;
    const givens = Object.fromEntries(given.map((value, cell) => [nameOf(cell, board), value]).filter(([, value]) => value));
    return withAbout({ ...board.model, givens }, about);
  }

  entered() {
    return this.state.given.map((given, cell) => given || this.state.value[cell]);
  }

  // Asks for the board with other rules and tells whether the new board is shown. It is not shown if the
  // rules are wrong, or if another board has been opened meanwhile.
  changeRules(change) {
    return this.changeModel((model) => ({ ...model, rules: change(model.rules) }));
  }

  changeModel(change) {
    const turn = async () => {
      const { board } = this.state;
      const [before, model] = [this.model(), change(this.model())];
      let isThere = false;
      if (JSON.stringify(before) === JSON.stringify(model)) return isThere;
      await this.errand({ command: "draw", model }, (reply) => {
        if (board !== this.state.board) return;
        this.commit(movedTo(reply, this.state));
        isThere = true;
      });
      return isThere;
    };
    return (this.changing = this.changing.catch(() => {}).then(turn));
  }

  enter(value) {
    if (this.layer === "pen") return this.linePen.dip(value);
    const next = withEntry(this.state, this.selected, this.layer, this.setting, value);
    if (!next) return;
    this.commit(next);
    this.speak();
    this.finish();
  }

  // Checks a full grid.
  finish() {
    if (!this.setting && this.entered().every(Boolean)) askCheck(this);
  }

  // Does the step of the hint, or all steps of the path up to the shown one.
  apply() {
    const { steps, at } = this.hand;
    this.commit((steps?.slice(0, at + 1) ?? [this.hinted]).reduce(withStep, this.state));
    this.finish();
  }

  enterIn(layer, value) {
    const before = this.layer;
    this.layer = layer;
    this.enter(value);
    this.layer = before;
  }

  // --- asking and painting ----------------------------------------------------------------------

  async errand(question, hear) {
    const error = this.find(".nonet-error");
    error.textContent = "";
    await this.askErrand(question, (reply) => {
      if (reply.type !== "error") return hear(reply);
      error.textContent = reply.message;
      if (reply.offer) error.append(this.offer(question, reply.offer));
    });
  }

  // A button that asks again in another way, such as with the permission to fetch a short link.
  offer(question, { label, ...other }) {
    const button = element("button", {}, label);
    button.addEventListener("click", () => this.open({ ...question, ...other }));
    return button;
  }

  // Announces the cursor's cell and its content to screen readers.
  speak() {
    this.say(spokenOf(this.state, this.cursor));
  }

  say(text) {
    this.find(".nonet-spoken").textContent = text;
  }

  // Shows a margin if the puzzle has signs outside the board, or if the hand draws such signs.
  frame() {
    const { board } = this.state;
    frame(this.paper.children, board, Math.max(board.margin, this.hand.hasMargin ? 1 : 0));
  }

  lay(before) {
    const { board } = this.state;
    const { svg, ...layers } = layOut(board);
    Object.assign(this, layers);
    this.painted = [];
    this.paintedLines = null;
    this.paper.replaceChildren(svg, this.top);
    this.paper.classList.toggle("nonet-tall", board.layers.length > 0);
    this.pointed = [];
    this.frame();
    if (before?.rows !== board.rows || before.columns !== board.columns || before.givens.length !== board.givens.length) {
      this.selected.clear();
      this.cursor = 0;
      this.hand.forget();
    }
    this.layPad();
    this.palette.show();
  }

  paint() {
    if (!this.state) return;
    const { hand, known, state } = this;
    this.find("[data-do=undo]").disabled = !this.past.length;
    this.find("[data-do=redo]").disabled = !this.future.length;
    this.find(".nonet-verdict").textContent = verdictOf(known.verdict);
    this.root.dataset.verdict = known.verdict?.kind ?? "";
    this.find(".nonet-count").textContent = countOf(known);
    showSolutions(this);
    const spare = spareOn(this);
    this.find(".nonet-redundant").textContent = spare.words;
    if (known.error) this.find(".nonet-error").textContent = known.error.message;
    const { step } = hand; // of the path
    const hinted = step ?? this.hinted;
    const tellsStep = hinted !== null && (hinted === step || hinted.level === hinted.levels.length - 1);
    this.find("[data-do=apply]").hidden = !tellsStep || !hinted.apply;
    this.find(".nonet-difficulty span").textContent = known.rating?.said ?? "";
    showPath(this);
    const shows = this.setting && !step && this.find("[data-do=candidates]").checked;
    const shown = step ? { ...state, value: step.values, corner: [], centre: [], board: { ...state.board, marks: step.marks }, gone: step.gone } : state;
    const clash = step ? [] : known.clashes?.cells ?? known.conflict?.cells ?? known.verdict?.clash ?? [];
    const candidates = shows ? known.candidates : null;
    const solution = this.setting && !step ? solutionOf(this) : null;
    const kept = solution && keptSolution(this);
    const now = [state, clash.join(), candidates, spare.givens, hinted, tellsStep, this.pointed, solution, kept];
    if (now.some((each, index) => each !== this.painted[index])) {
      paintCells(this.under, this.over, { ...shown, clash, candidates, spare: spare.givens, hinted, tellsStep, pointed: this.pointed, solution, kept });
      this.painted = now;
    }
    const lines = hand.lines ?? state.lines;
    if (lines !== this.paintedLines) paintLines(this.inked, lines);
    this.paintedLines = lines;
    paintSelection(this.top, { board: state.board, selected: this.selected, cursor: this.cursor, drawing: hand.cells ? hand : null });
  }
}
