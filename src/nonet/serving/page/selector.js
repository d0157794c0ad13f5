// The hand (see pointer.js) that selects cells and enters values.

import { cellAt, stepFrom } from "./places.js";
import { askHint } from "./questions.js";

export const LAYERS = ["value", "corner", "centre", "colour", "pen"];
const LAYER_KEYS = { z: "value", x: "corner", c: "centre", v: "colour", b: "pen" };

export class Selector {
  constructor(board) {
    this.board = board;
    this.erasing = false;
  }

  press(point, adds) {
    const { board } = this;
    const cell = cellAt(point, board.size);
    this.erasing = adds && cell !== null && board.selected.has(cell);
    if (!adds) board.selected.clear();
    this.select(cell);
  }

  drag(point) {
    const cell = cellAt(point, this.board.size);
    if (cell !== this.board.cursor) this.select(cell);
  }

  release() {}

  forget() {}

  select(cell) {
    const { board } = this;
    if (cell !== null) {
      if (this.erasing) board.selected.delete(cell);
      else board.selected.add(cell);
      board.cursor = cell;
    }
    board.paint();
    board.speak();
  }

  // Selects all cells with the same value.
  double(point) {
    const { state, selected } = this.board;
    const shown = (each) => state.given[each] || state.value[each];
    const cell = cellAt(point, this.board.size);
    if (cell === null || !shown(cell)) return;
    state.given.forEach((_, each) => shown(each) === shown(cell) && selected.add(each));
    this.board.paint();
  }

  key(event) {
    const { board } = this;
    const command = event.ctrlKey || event.metaKey;
    const value = valueOf(event, command);
    const isValue = value !== null && value <= board.state.board.values.length; // on large boards, C is 12
    const layer = !command && !isValue && LAYER_KEYS[event.key.toLowerCase()];
    const next = stepFrom(board.cursor, event.key, board.size);
    if (next !== null) {
      if (!event.shiftKey) board.selected.clear();
      this.erasing = false;
      this.select(next);
    } else if (command && event.key.toLowerCase() === "a") {
      board.state.given.forEach((_, cell) => board.selected.add(cell));
      board.paint();
    } else if (event.key === "Escape") {
      board.selected.clear();
      board.paint();
    } else if (event.key === "Backspace" || event.key === "Delete") board.enter(0);
    else if (layer) board.choose(layer);
    else if (event.key === "?") board.find(".nonet-help").showModal();
    else if (!command && event.key.toLowerCase() === "h") askHint(board);
    else if (event.key === " ") board.choose(LAYERS[(LAYERS.indexOf(board.layer) + 1) % (LAYERS.length - 1)]);
    else if (value !== null) board.enterIn(event.shiftKey ? "corner" : command ? "centre" : event.altKey ? "colour" : board.layer, value);
    else return false;
    return true;
  }
}

// Returns the value that a key stands for: a digit, also with Shift, or a letter for 10 and more.
function valueOf(event, command) {
  if (/^(Digit|Numpad)[0-9]$/.test(event.code)) return Number(event.code.at(-1));
  return /^[a-g]$/i.test(event.key) && !command ? event.key.toLowerCase().charCodeAt(0) - 87 : null;
}
