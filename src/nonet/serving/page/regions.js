// The hand (see pointer.js) that paints the regions of a jigsaw: dragging extends a region.

import { cellAt, nameOf, placeOf, stepFrom } from "./places.js";

export class Brush {
  constructor(board) {
    this.board = board;
    this.painted = []; // the cells of this drag, of which the first tells which region grows, unless a new one began
    this.isNew = false;
  }

  // The cells of the growing region.
  get cells() {
    if (!this.painted.length) return [];
    const owner = this.grown(this.board.state.board.model.rules);
    return owner.flatMap((region, cell) => (region === owner[this.painted[0]] ? [cell] : []));
  }

  grown(rules) {
    const owner = regionsOf(rules, this.board.size);
    const region = this.isNew ? Math.max(...owner) + 1 : owner[this.painted[0]];
    for (const cell of this.painted) owner[cell] = region;
    return owner;
  }

  press(point, isNew) {
    this.painted = [];
    this.isNew = isNew;
    this.take(cellAt(point, this.board.size));
  }

  drag(point) {
    this.take(cellAt(point, this.board.size));
  }

  take(cell) {
    const { rows, columns } = this.board.size;
    if (cell === null || cell >= rows * columns || this.painted.includes(cell)) return;
    this.painted.push(cell);
    this.board.cursor = cell;
    this.board.paint();
  }

  async release() {
    const [painter, size] = [Object.assign(new Brush(this.board), this), this.board.size];
    this.painted = [];
    if (!painter.isNew && painter.painted.length < 2) return this.board.paint();
    await this.board.changeRules((rules) => {
      const owner = painter.grown(rules);
      const regions = [...new Set(owner)].map((region) => owner.flatMap((each, cell) => (each === region ? [nameOf(cell, size)] : [])));
      return [...rules.filter(({ rule }) => rule !== "boxes" && rule !== "regions"), { rule: "regions", regions }];
    });
  }

  // Turns the cell into a new region.
  begin(cell) {
    if (cell === null) return;
    Object.assign(this, { isNew: true, painted: [cell] });
    return this.release();
  }

  double(point) {
    return this.begin(cellAt(point, this.board.size));
  }

  forget() {
    this.painted = [];
  }

  // An arrow key with Shift extends the region of the cursor.
  key(event) {
    const { board } = this;
    const next = stepFrom(board.cursor, event.key, board.size);
    if (event.key === "Escape") board.palette.close();
    else if (event.key === "Enter") this.begin(board.cursor);
    else if (next === null) return false;
    else if (event.shiftKey) {
      this.isNew = false;
      this.painted = [board.cursor];
      this.take(next);
      this.release();
    } else board.cursor = next;
    board.speak();
    board.paint();
    return true;
  }
}

// Returns the number of each cell's region or box, or 0 if the puzzle has no regions or boxes.
function regionsOf(rules, size) {
  const owner = Array(size.rows * size.columns).fill(0);
  for (const { rule, height, width, regions } of rules) {
    const numbers = rule === "regions" && new Map(regions.flatMap((names, region) => names.map((name) => [name, region])));
    owner.forEach((_, cell) => {
      const [row, column] = placeOf(cell, size);
      if (rule === "boxes") owner[cell] = Math.floor(row / height) * size.columns + Math.floor(column / width);
      if (numbers) owner[cell] = numbers.get(nameOf(cell, size));
    });
  }
  return owner;
}
