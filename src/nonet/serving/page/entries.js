// Changes of values and marks. The value 0 clears a cell.

import { COLOURS, bit } from "./painting.js";
import { nameOf } from "./places.js";

// Returns the new state, or null if nothing changes. In Set, values are givens.
export function withEntry(state, selected, layer, setting, value) {
  const most = layer === "colour" ? COLOURS.length : state.board.values.length;
  if (!selected.size || value > most) return null;
  const cells = [...selected].filter((cell) => setting || !state.given[cell] || layer === "colour");
  if (!cells.length) return null;
  const name = setting && layer === "value" ? "given" : layer;
  const all = (test) => cells.every((cell) => test(state[name][cell]));
  const changed = (where, make) => ({ ...state, [where]: state[where].map((old, cell) => (cells.includes(cell) ? make(old) : old)) });
  if (value === 0) {
    // Clear the value first, then the marks, then the colour.
    const order = [...(setting ? ["given"] : []), "value", "centre", "corner", "colour"];
    const there = order.find((each) => cells.some((cell) => state[each][cell]));
    return there ? changed(there, () => 0) : null;
  }
  if (name !== "given" && name !== "value") {
    const isMarked = all((mask) => mask & bit(value));
    return changed(name, (mask) => (isMarked ? mask & ~bit(value) : mask | bit(value)));
  }
  const isThere = all((old) => old === value);
  return changed(name, () => (isThere ? 0 : value));
}

// Returns the state on another board. Cells with the same name keep their values and marks.
export function movedTo(board, state) {
  const cells = new Map(state.given.map((_, cell) => [nameOf(cell, state.board), cell]));
  const before = board.givens.map((_, cell) => cells.get(nameOf(cell, board)));
  const moved = (name) => [name, before.map((cell) => state[name][cell] ?? 0)];
  return { ...state, board, ...Object.fromEntries(["given", "value", "corner", "centre", "colour"].map(moved)) };
}

// Returns the state after a step, which enters a value, or removes candidates from the centre marks.
export function withStep(state, { apply }) {
  const changed = (name, changes) => state[name].map((old, cell) => changes[cell] ?? old);
  return { ...state, value: changed("value", apply.values), centre: changed("centre", apply.marks) };
}
