// The hand (see pointer.js) that moves the edited rule of the list, or a copy of it: by a drag or with arrow keys.

import { ARROWS, cellsNamed, nameOf } from "./places.js";

export class Mover {
  constructor(board, hasMargin) {
    this.board = board;
    this.hasMargin = hasMargin;
    this.groups = [];
    this.hidesCursor = true;
    this.copies = false;
    this.forget();
  }

  forget() {
    this.from = null; // the point where the drag began
    this.adds = false; // whether the drag moves a copy
    this.by = [0, 0]; // rows and columns
  }

  // The cells where the rule would be after the drag.
  get cells() {
    const { edited } = this.board.palette;
    return edited ? cellsOf(shifted(edited, this.by, this.board.size), this.board.size) : [];
  }

  press(point, adds) {
    this.from = point;
    this.adds = adds;
  }

  drag({ x, y }) {
    if (!this.from) return;
    this.by = [Math.round(y - this.from.y), Math.round(x - this.from.x)];
    this.board.paint();
  }

  release() {
    const { adds, by } = this;
    this.forget();
    if (by.some(Boolean)) this.shift(by, adds);
  }

  double() {}

  key(event) {
    const { board } = this;
    const step = ARROWS[event.key];
    if (step) this.shift(step, event.ctrlKey || event.metaKey);
    else if (["Enter", "Escape"].includes(event.key)) board.palette.close();
    else if (["Backspace", "Delete"].includes(event.key)) board.palette.remove(board.palette.edited);
    else return board.palette.typed(event);
    return true;
  }

  shift(by, adds) {
    const copies = this.copies || adds;
    this.copies = false;
    this.board.palette.change((rule) => shifted(rule, by, this.board.size), copies);
  }
}

export const cellsOf = (rule, size) => cellsNamed(JSON.stringify(rule), size);

// Returns a rule some rows and columns further, but no further than the edge of the board.
function shifted(rule, by, size) {
  const places = [...JSON.stringify(rule).matchAll(/r(\d+)c(\d+)/g)].map(([, row, column]) => [row - 1, column - 1]);
  const [down, right] = [size.rows, size.columns].map((count, axis) => {
    const numbers = places.map((place) => place[axis]);
    return Math.max(-Math.min(...numbers), Math.min(by[axis], count - 1 - Math.max(...numbers)));
  });
  return JSON.parse(JSON.stringify(rule).replace(/r(\d+)c(\d+)/g, (name) => nameOf(cellsNamed(name, size)[0] + down * size.columns + right, size)));
}
