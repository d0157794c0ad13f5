// Searches of solvers, side by side: a board each, what happens in words, counters, and the depth.
//
//   watch(root, data)    fills an element
//   show(data)           opens a dialog on the page of the board
//
// `data` is from nonet.serving.watching. Each event is [kind, depth, sentence, cells, changes], and
// `changes` has pairs of a cell and the mask of its remaining values.

import { element } from "./controls.js";
import { CELL, TOTAL, cornerOf, frame, inMask, layOut, paintSmall, shape } from "./painting.js";

const SPEEDS = [1, 2, 5, 10, 30, 100, 300, 1000]; // events per second
const FIRST_SPEED = 2; // the index of the speed at the beginning
const POINTS = 400; // the most points of a depth chart
const LEARNED = 30; // how many learned clauses are listed, the newest first
const COUNTED = { decide: "decisions", conflict: "conflicts", learn: "learned" };
const LEGEND = { decide: "decision", follow: "follows", reason: "reason", conflict: "conflict", learn: "learned" };
const isOne = (mask) => mask !== 0 && (mask & (mask - 1)) === 0;

function made(parent, tag, attributes = {}, text = "") {
  const found = element(tag, attributes, text);
  parent.append(found);
  return found;
}

// One solver: its board as of the event number `at`.
class Stage {
  constructor(parent, data, search, seek) {
    Object.assign(this, { data, search, at: 0, masks: [...search.start], looks: search.start.map(() => "follow") });
    this.showsCandidates = search.events.some(([kind]) => kind === "follow" || kind === "remove");
    const root = made(parent, "section", { class: "search", "aria-label": search.name });
    const head = made(root, "h2", {}, search.name);
    this.place = made(head, "span");
    made(root, "p", { class: "search-about" }, search.about);
    const { svg, under, over } = layOut(data);
    frame([svg], data, data.margin);
    svg.setAttribute("preserveAspectRatio", "xMidYMin");
    const { width, height } = svg.viewBox.baseVal;
    made(root, "div", { class: "search-paper", style: `--tall: ${height / width}` }).append(svg);
    this.under = under;
    this.cells = search.start.map(() => shape(over, "g", {}));
    this.said = made(root, "p", { class: "search-said" });
    this.counters = made(root, "dl", { class: "search-counters" });
    this.layChart(root, seek);
    this.learned = search.events.some(([kind]) => kind === "learn") ? made(root, "ol", { class: "search-learned", "aria-label": "Learned clauses, the newest first" }) : null;
    this.prepare();
    this.masks.forEach((_, cell) => this.paintCell(cell, 0));
    this.tell();
  }

  get last() {
    return this.search.events.length;
  }

  // Counts the events of each kind, so that the counters can go back, too.
  prepare() {
    const counts = Object.fromEntries(Object.keys(COUNTED).map((kind) => [kind, 0]));
    const clauses = [];
    this.counts = [{ ...counts, depth: 0, clauses: 0 }];
    this.clauses = clauses;
    for (const [kind, depth, said] of this.search.events) {
      if (kind in counts) counts[kind]++;
      if (kind === "learn") clauses.push(said.replace("Learned: ", ""));
      this.counts.push({ ...counts, depth, clauses: clauses.length });
    }
    this.undo = [];
  }

  // Shows the state after so many events.
  seek(time) {
    const at = Math.max(0, Math.min(time, this.last));
    if (at === this.at) return;
    const changed = new Map(this.gone);
    while (this.at < at) this.forward(changed);
    while (this.at > at) this.backward(changed);
    this.gone = new Map(this.at ? this.undo[this.at - 1].map(([cell, mask]) => [cell, mask & ~this.masks[cell]]) : []);
    for (const cell of new Set([...changed.keys(), ...this.gone.keys()])) this.paintCell(cell, this.gone.get(cell) ?? 0);
    this.tell();
  }

  forward(changed) {
    const [kind, , , cells, changes] = this.search.events[this.at];
    const before = [];
    for (let index = 0; index < changes.length; index += 2) {
      const [cell, mask] = [changes[index], changes[index + 1]];
      before.push([cell, this.masks[cell], this.looks[cell]]);
      this.masks[cell] = mask;
      if (isOne(mask) && kind !== "back") this.looks[cell] = kind === "decide" && cell === cells[0] ? "decide" : "follow";
      changed.set(cell, 0);
    }
    this.undo[this.at++] = before;
  }

  backward(changed) {
    for (const [cell, mask, look] of this.undo[--this.at]) {
      this.masks[cell] = mask;
      this.looks[cell] = look;
      changed.set(cell, 0);
    }
  }

  // Paints the value or the candidates of a cell, with the candidates that have just gone.
  paintCell(cell, gone) {
    const { givens, totals, values } = this.data;
    const { x, y } = cornerOf(cell, this.data);
    const place = { x, y, values: values.length, above: totals.includes(cell) ? TOTAL : 0 };
    const [group, mask] = [this.cells[cell], this.masks[cell]];
    group.replaceChildren();
    if (isOne(mask)) shape(group, "text", { x: x + CELL / 2, y: y + 29, class: `search-value search-${givens[cell] ? "given" : this.looks[cell]}` }, inMask(mask)[0]);
    else if (this.showsCandidates) for (const value of inMask(mask | gone)) paintSmall(group, place, value, inMask(mask).includes(value) ? "search-candidate" : "search-candidate search-gone");
  }

  // Shows the words, the cells and the counters of the last event.
  tell() {
    const [kind, , said, cells] = this.at ? this.search.events[this.at - 1] : ["start", 0, "The givens", [], []];
    const isEnd = this.at === this.last && kind !== "solved" && kind !== "none";
    this.said.textContent = isEnd && this.at ? `${said}. The recording ends here.` : said;
    this.said.dataset.kind = kind;
    this.place.textContent = `${this.at.toLocaleString("en")} of ${this.last.toLocaleString("en")}`;
    this.under.replaceChildren();
    cells.forEach((cell, index) => {
      const look = kind === "follow" && index ? "reason" : kind;
      shape(this.under, "rect", { ...cornerOf(cell, this.data), width: CELL, height: CELL, class: `search-at-${look}` });
    });
    const counts = this.counts[this.at];
    this.counters.replaceChildren();
    for (const [kind, name] of [["depth", "depth"], ...Object.entries(COUNTED)]) {
      if (kind === "learn" && !this.learned) continue;
      const box = made(this.counters, "div");
      made(box, "dt", {}, name);
      made(box, "dd", {}, counts[kind].toLocaleString("en"));
    }
    this.cursor.style.left = `${(100 * this.at) / Math.max(1, this.last)}%`;
    if (this.learned && this.told !== counts.clauses) {
      this.learned.replaceChildren();
      for (let number = counts.clauses; number > Math.max(0, counts.clauses - LEARNED); number--) made(this.learned, "li", { value: number }, this.clauses[number - 1]);
      this.told = counts.clauses;
    }
  }

  // Draws the depth over the whole search. A press goes to that event.
  layChart(root, seek) {
    const chart = made(root, "div", { class: "search-chart", title: "Depth of decisions over the search. Press to go there." });
    const { events } = this.search;
    const size = Math.max(1, Math.ceil(events.length / POINTS));
    const tops = [0];
    for (let start = 0; start < events.length; start += size) {
      const some = events.slice(start, start + size).map(([, depth]) => depth);
      tops.push(Math.max(...some), ...(size > 1 ? [Math.min(...some)] : []));
    }
    const most = Math.max(1, ...tops);
    const svg = shape(chart, "svg", { viewBox: `0 0 ${tops.length - 1 || 1} ${most}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    const line = tops.map((depth, index) => `L${index} ${most - depth}`).join("");
    shape(svg, "path", { d: `M0 ${most}${line}L${tops.length - 1} ${most}Z` });
    this.cursor = made(chart, "i");
    chart.addEventListener("pointerdown", (event) => {
      const { left, width } = chart.getBoundingClientRect();
      seek(Math.round((this.last * (event.clientX - left)) / width));
    });
  }
}

// The controls, and the clock that moves all stages.
class Player {
  constructor(root, data) {
    root.classList.add("searches");
    root.tabIndex = -1;
    const head = made(root, "header");
    made(head, "h1", {}, data.title || "How solvers search");
    const legend = made(head, "p", { class: "search-legend" });
    for (const [kind, name] of Object.entries(LEGEND)) made(legend, "span", { "data-kind": kind }, name);
    const stages = made(root, "div", { class: "search-stages", tabindex: "0", role: "group", "aria-label": "Solvers" });
    this.stages = data.searches.map((search) => new Stage(stages, data, search, (time) => this.jump(time)));
    this.last = Math.max(...this.stages.map(({ last }) => last));
    this.time = 0;
    this.timer = null;
    this.layControls(root);
    root.addEventListener("keydown", (event) => this.key(event));
    this.show(0);
  }

  layControls(root) {
    const bar = made(root, "footer");
    const button = (text, label, act) => {
      const found = made(bar, "button", { "aria-label": label, title: label }, text);
      found.addEventListener("click", act);
      return found;
    };
    button("«", "To the start (Home)", () => this.jump(0));
    button("‹", "One event back (←)", () => this.jump(Math.ceil(this.time) - 1));
    this.play = button("", "", () => this.toggle());
    button("›", "One event on (→)", () => this.jump(Math.floor(this.time) + 1));
    button("»", "To the end (End)", () => this.jump(this.last));
    // The first half of the slider is for the shortest search, which would be a few pixels otherwise.
    this.power = Math.max(1, Math.log2(this.last / Math.max(1, Math.min(...this.stages.map(({ last }) => last)))));
    this.slider = made(bar, "input", { type: "range", min: 0, max: 1, step: "any", "aria-label": "Event" });
    this.slider.addEventListener("input", () => this.jump(Math.round(this.last * Number(this.slider.value) ** this.power)));
    this.speed = made(bar, "select", { "aria-label": "Events per second (+ and −)", title: "Events per second (+ and −)" });
    for (const speed of SPEEDS) made(this.speed, "option", { value: speed }, `${speed.toLocaleString("en")}/s`);
    this.speed.selectedIndex = FIRST_SPEED;
    this.spoken = made(root, "p", { class: "search-spoken", "aria-live": "polite" });
    this.name();
  }

  name() {
    const isPlaying = this.timer !== null;
    this.play.textContent = isPlaying ? "Pause" : "Play";
    this.play.title = `${isPlaying ? "Pause" : "Play"} (space bar)`;
    this.play.setAttribute("aria-label", this.play.title);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === this.speed) return;
    if (event.key === " " && event.target.matches("button")) return;
    const faster = (by) => (this.speed.selectedIndex = Math.max(0, Math.min(SPEEDS.length - 1, this.speed.selectedIndex + by)));
    const does = {
      " ": () => this.toggle(),
      ArrowRight: () => this.jump(Math.floor(this.time) + 1),
      ArrowLeft: () => this.jump(Math.ceil(this.time) - 1),
      Home: () => this.jump(0),
      End: () => this.jump(this.last),
      "+": () => faster(1),
      "-": () => faster(-1),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }

  // Goes to an event, and stops there.
  jump(time) {
    this.pause();
    this.show(Math.max(0, Math.min(time, this.last)));
    this.spoken.textContent = this.stages.map(({ search, said }) => `${search.name}: ${said.textContent}`).join(". ");
  }

  show(time) {
    this.time = time;
    for (const stage of this.stages) stage.seek(Math.floor(time));
    this.slider.value = (Math.floor(time) / Math.max(1, this.last)) ** (1 / this.power);
    this.slider.setAttribute("aria-valuetext", `${Math.floor(time)} of ${this.last}`);
  }

  toggle() {
    if (this.timer !== null) return this.pause();
    if (this.time >= this.last) this.show(0);
    let before = performance.now();
    const turn = (now) => {
      const time = Math.min(this.last, this.time + ((now - before) / 1000) * Number(this.speed.value));
      before = now;
      this.show(time);
      this.timer = time < this.last && this.play.isConnected ? requestAnimationFrame(turn) : null;
      if (this.timer === null) this.name();
    };
    this.timer = requestAnimationFrame(turn);
    this.name();
  }

  pause() {
    cancelAnimationFrame(this.timer);
    this.timer = null;
    this.name();
  }
}

export function watch(root, data) {
  const player = new Player(root, data);
  if (window === window.top) root.focus({ preventScroll: true }); // a page in a notebook must not take the keys
  return player;
}

// Opens a dialog, and loads its style once.
export function show(data) {
  const { head, body } = document;
  if (!head.querySelector("[href='searches.css']")) made(head, "link", { rel: "stylesheet", href: "searches.css" });
  const dialog = made(body, "dialog", { class: "search-dialog" });
  const root = made(dialog, "div");
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  watch(root, data);
  const close = made(root.querySelector("header"), "button", {}, "Close");
  close.addEventListener("click", () => dialog.close());
}
