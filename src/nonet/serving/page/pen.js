// The hand (see pointer.js) that draws a rule with the pointer or the keyboard.

import { cellAt, placeOf, stepFrom } from "./places.js";
import { SHAPES, keysOf } from "./shapes.js";

export class Pen {
  // `put` adds the rule and tells whether it succeeded. `lengths` has the lengths of the parts of a line, except the last.
  constructor(board, rule, form, put, lengths = {}) {
    this.board = board;
    this.rule = rule;
    this.form = form;
    this.put = put;
    this.lengths = lengths;
    this.shape = SHAPES[rule.shape];
    this.isLine = rule.shape === "line";
    this.hasMargin = this.shape.margin === true;
    this.groups = [];
    this.erasing = false;
  }

  get cells() {
    return this.groups.flat();
  }

  get last() {
    return this.groups.at(-1);
  }

  forget() {
    this.groups = [];
  }

  press(point, adds) {
    const { begins } = this.shape;
    if (!begins) return;
    if (begins === "new" && !adds) this.groups = [];
    if (!this.groups.length || (begins === "another" && !adds)) this.groups.push([]);
    const cell = cellAt(point, this.board.size);
    this.erasing = begins === "same" && this.last.includes(cell);
    this.mark(point, 1);
  }

  drag(point) {
    if (this.last) this.mark(point, this.isLine ? 0.42 : 0.6); // skip cells that the pointer touches only at a corner
  }

  mark(point, reach) {
    const { at, says } = this.shape;
    if (at) {
      this.groups = [at(point, this.board.size)];
      this.form.fill(says?.(point, this.board.size) ?? {});
    } else this.take(cellAt(point, this.board.size, reach));
    this.board.paint();
  }

  // Adds or removes a cell. Going back along a line shortens it.
  take(cell) {
    const cells = this.last;
    if (cell === null || (cell === cells.at(-1) && !this.erasing)) return;
    this.board.cursor = cell;
    if (this.isLine && cells.at(-2) === cell) cells.pop();
    else if (this.erasing) this.groups = this.groups.map((group) => group.filter((each) => each !== cell));
    else if (!cells.includes(cell)) cells.push(cell);
  }

  release() {
    const enough = this.isLine ? 2 : 1;
    if (this.shape.atOnce && this.last?.length >= enough) this.finish();
  }

  double() {}

  key(event) {
    const { board } = this;
    const next = stepFrom(board.cursor, event.key, board.size);
    if (next !== null) this.move(next, event.shiftKey);
    else if (event.key === " ") this.toggle();
    else if (event.key === ",") this.groups.push([]);
    else if (event.key === "Backspace") this.last?.pop();
    else if (event.key === "Enter") this.finish();
    else if (event.key === "Escape") this.leave();
    else return board.palette.typed(event);
    board.paint();
    return true;
  }

  move(next, draws) {
    const { board } = this;
    const [from, to] = [placeOf(board.cursor, board.size), placeOf(next, board.size)];
    const isBeyond = Math.abs(from[0] - to[0]) + Math.abs(from[1] - to[1]) > 1;
    if (draws && isBeyond) return;
    if (draws && !this.last?.length) this.toggle();
    board.cursor = next;
    if (draws) this.take(next);
    board.speak();
  }

  toggle() {
    if (!this.groups.length) this.groups.push([]);
    this.erasing = this.last.includes(this.board.cursor);
    this.take(this.board.cursor);
    this.erasing = false;
  }

  leave() {
    if (this.cells.length) this.forget();
    else this.board.palette.close();
  }

  // Adds the rule. If the server refuses it, the drawing stays.
  async finish() {
    const missing = this.form.missing();
    if (missing) return missing.focus();
    const { board, groups } = this;
    this.groups = [];
    const said = this.form.values();
    const rule = { rule: this.rule.name, ...said, ...keysOf(this.rule, groups, board.size, { ...said, ...this.lengths }) };
    if (await this.put(rule)) {
      this.form.forget();
      board.paper.focus();
    } else if (!this.groups.length) this.groups = groups;
    board.paint();
  }
}
