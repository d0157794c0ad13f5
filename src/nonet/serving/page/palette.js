// The list of the puzzle's rules, and the palette of all rules.

import { element } from "./controls.js";
import { Pen } from "./pen.js";
import { Form } from "./form.js";
import { Mover, cellsOf } from "./mover.js";
import { Brush } from "./regions.js";
import { SHAPES, lengthsOf, placeIn, withRule } from "./shapes.js";

const HTML = `
  <ol class="nonet-list" aria-label="The rules of the puzzle"></ol>
  <p class="nonet-row nonet-extra" aria-label="The layers of the puzzle"></p>
  <div class="nonet-form" hidden><p class="nonet-about"></p><div class="nonet-keys"></div><p class="nonet-row"><button class="nonet-add"></button><button class="nonet-redraw">Redraw</button><button class="nonet-move">Move</button><button class="nonet-copy">Copy rule</button><button class="nonet-close">Close</button></p></div>
  <input type="search" class="nonet-search" aria-label="Find a rule" placeholder="Find a rule">
  <p class="nonet-none" role="status"></p>
  <div class="nonet-palette"></div>`;

export class Palette {
  constructor(board, place) {
    this.board = board;
    this.place = place;
    this.rules = [];
    this.changes = 0; // the open changes of the edited rule
    place.innerHTML = HTML; // a constant
    this.find = (selector) => place.querySelector(selector);
    this.find(".nonet-search").addEventListener("input", () => this.search());
    this.find(".nonet-search").addEventListener("keydown", (event) => event.key === "Enter" && this.found().length && this.pick(this.best()));
    this.find(".nonet-close").addEventListener("click", () => this.close());
    this.find(".nonet-add").addEventListener("click", () => this.submit());
    this.find(".nonet-redraw").addEventListener("click", () => this.redraw());
    this.find(".nonet-move").addEventListener("click", () => this.move());
    this.find(".nonet-copy").addEventListener("click", () => this.move(true));
    this.find(".nonet-form").addEventListener("keydown", (event) => (event.target.matches("input, select") || event.key === "Escape") && this.formKey(event));
    board.errand({ command: "rules" }, (reply) => this.offer(reply));
  }

  // --- all rules --------------------------------------------------------------------------------

  offer({ rules }) {
    this.rules = rules;
    for (const heading of new Set(rules.map((rule) => rule.heading))) {
      const section = element("section");
      const buttons = rules.filter((rule) => rule.heading === heading).map((rule) => {
        const button = element("button", { "data-rule": rule.name, title: rule.summary, "aria-pressed": false }, rule.label);
        if (rule.icon) button.prepend(document.adoptNode(new DOMParser().parseFromString(rule.icon, "image/svg+xml").documentElement));
        button.addEventListener("click", () => this.pick(rule));
        return button;
      });
      section.append(element("h3", {}, heading), ...buttons);
      this.find(".nonet-palette").append(section);
    }
    this.show();
  }

  // Returns the rules whose texts have, for each word of the search, a word that begins like it.
  found() {
    const words = this.sought().split(/\s+/).map((word) => word.replace(/(..)s$/, "$1")); // without the s of a plural
    return this.rules.filter((rule) => words.every((word) => wordsOf(`${rule.name} ${rule.label} ${rule.also} ${rule.summary}`).includes(` ${word}`)));
  }

  sought() {
    return this.find(".nonet-search").value.toLowerCase().trim();
  }

  search() {
    const found = new Set(this.found().map(({ name }) => name));
    for (const button of this.place.querySelectorAll("[data-rule]")) button.hidden = !found.has(button.dataset.rule);
    for (const section of this.place.querySelectorAll("section")) section.hidden = !section.querySelector("button:not([hidden])");
    const advice = "so try another word, or make a rule of your own from pairs, a pattern or a table.";
    this.find(".nonet-none").textContent = found.size ? "" : `No rule fits “${this.sought()}”, ${advice}`;
  }

  // Returns the found rule with this name, or with such a word in one of its names, or the first.
  best() {
    const [text, found] = [this.sought(), this.found()];
    const isNamed = ({ name, label }) => [name, label].some((each) => joined(each) === joined(text));
    const hasWord = ({ name, label, also }) => wordsOf(`${name} ${label} ${also}`).includes(` ${text}`);
    return found.find(isNamed) ?? found.find(hasWord) ?? found[0];
  }

  // Switches a rule of the whole board on or off, or begins to draw any other rule.
  pick(rule) {
    this.find(".nonet-search").value = "";
    this.search();
    const isOn = (each) => each.rule === rule.name;
    if (this.drawn === rule) return this.close();
    if (rule.shape === "board" && !rule.keys.some(({ required }) => required)) {
      this.close();
      return this.board.changeRules((rules) => (rules.some(isOn) ? rules.filter((each) => !isOn(each)) : [...rules, { rule: rule.name }]));
    }
    this.drawn = rule;
    const form = this.open(rule, [...rule.keys.filter(({ name }) => !rule.parts.includes(name)), ...lengthsOf(rule)], "Add");
    const hand = rule.shape === "regions" ? new Brush(this.board) : new Pen(this.board, rule, form, (drawn) => this.add(drawn));
    this.submit = () => hand.finish?.();
    this.find(".nonet-add").hidden = !hand.finish;
    this.hold(hand, SHAPES[rule.shape].hint ?? "");
    if (["board", "rules"].includes(rule.shape)) form.first()?.focus();
    this.show();
  }

  // --- the form ---------------------------------------------------------------------------------

  open(rule, keys, action) {
    const adds = action === "Add";
    this.find(".nonet-about").replaceChildren(element("strong", {}, rule.label), ` ${rule.summary} `, element("span"));
    this.find(".nonet-add").textContent = action;
    this.find(".nonet-add").hidden = false;
    this.find(".nonet-redraw").hidden = adds || !SHAPES[rule.shape].begins;
    for (const name of [".nonet-move", ".nonet-copy"]) this.find(name).hidden = adds || !isMovable(rule);
    this.find(".nonet-keys").replaceChildren();
    this.find(".nonet-form").hidden = false;
    this.form = new Form(this.find(".nonet-keys"), keys, this.board.size.values);
    return this.form;
  }

  // Tells how to use the pointer, and gives it to a hand. The button that chose the hand looks pressed.
  hold(hand, hint, chosen = null) {
    for (const name of ["redraw", "move", "copy"]) this.find(`.nonet-${name}`).setAttribute("aria-pressed", name === chosen);
    this.find(".nonet-about span").textContent = hint;
    this.board.hold(hand);
  }

  // Gives digits to the first field of the form.
  typed({ key }) {
    if (/^[0-9]$/.test(key)) this.form.first()?.focus();
    return false;
  }

  formKey(event) {
    if (event.key === "Enter") this.submit();
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
  }

  close() {
    this.drawn = null;
    this.edited = null;
    if (this.find(".nonet-form").contains(document.activeElement)) this.board.paper.focus();
    this.find(".nonet-form").hidden = true;
    this.board.hold(null);
    this.show();
  }

  // --- the rules of the puzzle ------------------------------------------------------------------

  // Shows the rules of the present board, and closes the form of a rule that is no longer there.
  show() {
    if (!this.board.state) return;
    const { model, said } = this.board.state.board;
    this.index = this.edited ? placeIn(model.rules, this.edited) : -1;
    if (this.edited && this.index < 0 && !this.changes) this.close();
    const list = this.find(".nonet-list"), top = list.scrollTop, shown = list.children.length;
    list.replaceChildren(...model.rules.map((rule, index) => this.line(rule, said[index])));
    list.scrollTop = model.rules.length > shown ? list.scrollHeight : top; // a new rule is the last
    this.find(".nonet-extra").replaceChildren(...(model.grid.layers ?? []).map(({ name }) => this.layerButton(name)));
    const has = new Set(model.rules.map(({ rule }) => rule));
    for (const button of this.place.querySelectorAll("[data-rule]")) {
      const rule = this.rules.find(({ name }) => name === button.dataset.rule);
      button.setAttribute("aria-pressed", this.drawn === rule || (rule.shape === "board" && has.has(rule.name)));
    }
  }

  line(rule, said) {
    const line = element("li");
    const edit = element("button", { class: "nonet-edit", "aria-label": `Edit ${said}` }, "✎");
    const remove = element("button", { class: "nonet-delete", "aria-label": `Delete ${said}` }, "✕");
    edit.addEventListener("click", () => this.edit(rule).first()?.focus());
    remove.addEventListener("click", () => this.remove(rule));
    const cells = cellsOf(rule, this.board.size);
    const point = (shown) => () => this.board.pointAt(shown);
    for (const [event, shown] of [["mouseenter", cells], ["mouseleave", []], ["focusin", cells], ["focusout", []]]) line.addEventListener(event, point(shown));
    line.append(element("span", {}, said), edit, remove);
    return line;
  }

  layerButton(name) {
    const button = element("button", {}, `Delete layer ${name}`);
    const kept = (named) => named && Object.fromEntries(Object.entries(named).filter(([cell]) => !cell.startsWith(`${name}.`)));
    const without = ({ grid, givens, marks, ...rest }) => {
      const layers = grid.layers.filter((layer) => layer.name !== name);
      return { ...rest, grid: { ...grid, layers }, givens: kept(givens), marks: kept(marks) };
    };
    button.addEventListener("click", () => this.board.changeModel(without));
    return button;
  }

  remove(rule) {
    return this.board.changeRules((rules) => rules.filter((_, index) => index !== placeIn(rules, rule)));
  }

  async add(rule) {
    const isDone = await this.board.changeRules((rules) => withRule(rules, rule));
    if (isDone) this.board.say(this.board.state.board.said.at(-1));
    return isDone;
  }

  edit(rule) {
    const about = this.rules.find(({ name }) => name === rule.rule);
    this.close();
    this.edited = rule;
    this.index = placeIn(this.board.state.board.model.rules, rule);
    const form = this.open(about, about.keys, "Save");
    form.fill({ look: "", ...rule }); // an own rule without a look is not drawn
    this.submit = async () => (await this.change(() => ({ rule: rule.rule, ...form.values() }))) && this.close();
    this.find(".nonet-add").hidden = !form.inputs.length;
    if (isMovable(about)) this.move();
    return form;
  }

  // Changes the edited rule, or with `adds` a copy of it, and goes on with the changed rule.
  async change(make, adds = false) {
    let at;
    const { board } = this;
    this.changes++;
    const isDone = await board.changeRules((rules) => {
      if (!this.edited) return rules; // the form has been closed
      at = adds ? rules.length : this.index;
      const changed = rules.map((rule, index) => (index === this.index ? make(rule) : rule));
      return adds ? [...rules, changed[this.index]] : changed;
    });
    this.changes--;
    if (!isDone || !this.edited) return isDone;
    this.edit(board.state.board.model.rules[at]);
    board.say(board.state.board.said[at]);
    return true;
  }

  // Lets the player move the edited rule, or a copy of it.
  move(copies = false) {
    const { shape } = this.rules.find(({ name }) => name === this.edited.rule);
    const mover = new Mover(this.board, SHAPES[shape].margin === true);
    mover.copies = copies;
    this.hold(mover, `Drag the ${copies ? "copy" : "rule"} on the board, or move it with arrow keys.${copies ? "" : " With Ctrl, move a copy."}`, copies ? "copy" : "move");
  }

  // Lets the player draw the edited rule again. Its other keys stay.
  redraw() {
    const { edited, form } = this;
    const about = this.rules.find(({ name }) => name === edited.rule);
    const lengths = Object.fromEntries(about.parts.map((part) => [part, [edited[part]].flat().length]));
    const pen = new Pen(this.board, about, form, (rule) => this.change(() => rule), lengths);
    this.submit = () => pen.finish();
    this.hold(pen, SHAPES[about.shape].hint.replace("Add", "Save"), "redraw");
  }
}

// Tells whether a rule belongs to cells.
const isMovable = ({ shape }) => !["board", "regions"].includes(shape);

const joined = (text) => text.toLowerCase().replace(/\W/g, "");

// Returns a text for the search, with, without and instead of punctuation: "x-sum", "xsum" and "x sum".
const wordsOf = (text) => ` ${text} ${text.replace(/-/g, "")} ${text.replace(/[^\w\s]/g, " ")}`.toLowerCase();
