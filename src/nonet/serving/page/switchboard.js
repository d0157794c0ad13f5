// A table of switches for pairs of values: a row for the first value, a column for the second. Its value is a
// text like "1 2, 2 1", as in other fields of the form.

import { element } from "./controls.js";

export class Switchboard {
  constructor({ name, label }, values) {
    this.element = element("fieldset", { class: "nonet-switchboard", name });
    this.table = element("table");
    this.table.append(this.row(element("td"), values.map((value) => element("th", {}, value))));
    for (const a of values) {
      const buttons = values.map((b) => element("button", { "data-pair": `${a} ${b}`, "aria-label": `${a}, then ${b}`, "aria-pressed": false, tabindex: -1 }));
      this.table.append(this.row(element("th", {}, a), buttons.map((button) => this.cell(button))));
    }
    this.buttons = [...this.table.querySelectorAll("button")];
    this.buttons[0].tabIndex = 0;
    const both = element("label", {}, " in both directions");
    this.both = element("input", { type: "checkbox" });
    this.both.checked = true;
    both.prepend(this.both);
    this.element.append(element("legend", {}, label), this.table, both);
    this.follow(values.length);
  }

  row(head, cells) {
    const row = element("tr");
    row.append(head, ...cells);
    return row;
  }

  cell(button) {
    const cell = element("td");
    cell.append(button);
    return cell;
  }

  // A press turns a switch, and a drag turns more switches in the same way. Arrow keys move.
  follow(side) {
    const { buttons, table } = this;
    let [finger, turnsOn] = []; // the pointer that is down, which for a finger differs at each touch
    table.addEventListener("pointerdown", ({ target, pointerId }) => {
      if (!target.dataset.pair) return;
      if (target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId); // a finger captures what it touches
      [finger, turnsOn] = [pointerId, !this.isOn(target)];
      this.turn(target, turnsOn);
    });
    table.addEventListener("pointerover", ({ target, buttons: held, pointerId }) => held & 1 && pointerId === finger && target.dataset.pair && this.turn(target, turnsOn));
    table.addEventListener("click", ({ target, detail }) => detail === 0 && target.dataset.pair && this.turn(target, !this.isOn(target)));
    table.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -side, ArrowDown: side, ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const next = step && buttons[buttons.indexOf(event.target) + step];
      if (!next) return;
      event.preventDefault();
      event.target.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
  }

  isOn(button) {
    return button.getAttribute("aria-pressed") === "true";
  }

  turn(button, on) {
    const [a, b] = button.dataset.pair.split(" ");
    for (const pair of [`${a} ${b}`, ...(this.both.checked ? [`${b} ${a}`] : [])]) this.table.querySelector(`[data-pair="${pair}"]`).setAttribute("aria-pressed", on);
  }

  focus() {
    this.buttons[0].focus();
  }

  get value() {
    return this.buttons.filter((button) => this.isOn(button)).map((button) => button.dataset.pair).join(", ");
  }

  set value(text) {
    const pairs = new Set(text.split(", "));
    for (const button of this.buttons) button.setAttribute("aria-pressed", pairs.has(button.dataset.pair));
    this.both.checked = [...pairs].every((pair) => pairs.has(pair.split(" ").reverse().join(" ")));
  }
}
